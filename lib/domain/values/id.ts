/** An id is the unit's id times this, plus the thing's number in the unit, so the id tells the unit. */
const IDS_PER_UNIT = 1_000_000;
/** The greatest number of a thing in a unit: the next id belongs to the next unit. */
export const LAST_NUMBER = IDS_PER_UNIT - 1;

/** Makes an id that names the unit, so that a thing is found by its id alone. Numbers are below `IDS_PER_UNIT`. */
export function toId(unit: number, number: number): number {
  return unit * IDS_PER_UNIT + number;
}

export type Location = Readonly<ReturnType<typeof locate>>;

/** Splits an id into the unit and the number that `toId` joined. */
export function locate(id: number) {
  return { unit: Math.floor(id / IDS_PER_UNIT), number: id % IDS_PER_UNIT };
}
