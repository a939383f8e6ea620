/** What lies in a unit has an id from which the unit follows: the unit's id × this + its number in the unit. */
const FACTOR = 1_000_000;

/** Greatest number in a unit: the next id is another unit's. */
export const LAST_NUMBER = FACTOR - 1;

/** Id of what has this number in a unit. */
export function idOf(unit: number, number: number): number {
  return unit * FACTOR + number;
}

/** The unit of what has this id, and its number there. */
export function locate(id: number): { unit: number; number: number } {
  return { unit: Math.floor(id / FACTOR), number: id % FACTOR };
}
