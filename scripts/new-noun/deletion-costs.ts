import { Problem } from '../start/problem.ts';

/** Round trips, and read units, of emptying what a unit has of one more collection: its partition and that of copies. */
const MORE = 2;

/** Figures that are stated of the deletion of a unit, which empties every collection. */
const figures: readonly [path: string, figure: RegExp][] = [
  ['tests/statements/unit.ts', /(?<='DELETE \/api\/vender': \{[^$]*?cost: \[)\d+/],
  ['tests/statements/unit.ts', /(?<='DELETE \/api\/vender': \{[^$]*?cost: \[\d+, )\d+/],
  ['tests/statements/unit-deletion.ts', /(?<=roundTrips: ')\d+/g],
  ['tests/statements/unit-deletion.ts', /(?<=cost: ')\d+(?= r)/g],
];

/** The files in which the deletion of a unit has its costs. */
export const costFiles: ReadonlySet<string> = new Set(figures.map(([path]) => path));

/** The text of such a file for a house with one more collection. @throws Problem where a figure is not found. */
export function raiseDeletionCosts(path: string, text: string): string {
  return figures.reduce((former, [file, figure]) => {
    if (file !== path) return former;
    const next = former.replace(figure, (number) => String(Number(number) + MORE));
    if (next === former)
      throw new Problem(`${path} has no cost of deleting a unit any more: nothing matches ${figure}`);
    return next;
  }, text);
}
