/**
 * The id of a unit's thing is the unit's id × this + the thing's number in the unit. So the unit follows from the id.
 */
const FACTOR = 1_000_000;

/** The greatest number in a unit: the next id belongs to the next unit. */
export const LAST_NUMBER = FACTOR - 1;

/** The id of the thing with this number in a unit. */
export function idOf(unit: number, number: number): number {
  return unit * FACTOR + number;
}

/** The unit of the thing with this id, and its number there. */
export function locate(id: number): { unit: number; number: number } {
  return { unit: Math.floor(id / FACTOR), number: id % FACTOR };
}
