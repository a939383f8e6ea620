/** An id is the unit's id times this, plus the thing's number in the unit, so the id tells the unit. */
const IDS_PER_UNIT = 1_000_000;

/** The greatest number of a thing in a unit: the next id belongs to the next unit. */
export const LAST_NUMBER = IDS_PER_UNIT - 1;

export function toId(unit: number, number: number): number {
  return unit * IDS_PER_UNIT + number;
}

export type Location = Readonly<ReturnType<typeof locate>>;

export function locate(id: number) {
  return { unit: Math.floor(id / IDS_PER_UNIT), number: id % IDS_PER_UNIT };
}
