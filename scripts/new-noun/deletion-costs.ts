import { Problem } from '../start/problem.ts';

/**
 * Additional round trips and read units for emptying one more collection of a unit: its partition and that of its
 * copies.
 */
const MORE = 2;

/** The stated costs of deleting a unit, which empties every collection. */
const figures: readonly [path: string, figure: RegExp][] = [
  ['tests/statements/unit.ts', /(?<='DELETE \/api\/vender': \{[^$]*?cost: \[)\d+/],
  ['tests/statements/unit.ts', /(?<='DELETE \/api\/vender': \{[^$]*?cost: \[\d+, )\d+/],
  ['tests/statements/unit-deletion.ts', /(?<=roundTrips: ')\d+/g],
  ['tests/statements/unit-deletion.ts', /(?<=cost: ')\d+(?= r)/g],
];

/** The files with the costs of deleting a unit. */
export const costFiles: ReadonlySet<string> = new Set(figures.map(([path]) => path));

/**
 * The text of such a file for a house with one more collection.
 * @throws Problem where a cost is not found.
 */
export function raiseDeletionCosts(path: string, text: string): string {
  return figures.reduce((former, [file, figure]) => {
    if (file !== path) return former;
    const next = former.replace(figure, (number) => String(Number(number) + MORE));
    if (next === former)
      throw new Problem(`${path} has no cost of deleting a unit any more: nothing matches ${figure}`);
    return next;
  }, text);
}
