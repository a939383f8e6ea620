import { type Amount, type Amounts, readAmount, valuesOf } from './cell.ts';
import type { Field } from './columns.ts';
import { findConfirmed } from './confirmed-figures.ts';
import { hasStrangeDecimals } from './printed-table.ts';
import type { RawFood } from './table-file.ts';

/** A stretch of a row in which cells may stand one column beside their own. */
export interface Shift {
  /** Fields whose cells tell it. */
  readonly signs: readonly Field[];
  /** Columns that the row does not have, which tells it, too. */
  readonly lacking: readonly string[];
  /** Fields whose cells nothing shows to be in their place. */
  readonly unsure: readonly Field[];
}

/**
 * Finds the pages of a row that have a sign of a shift: a cell that is not there, a text among numbers, a value that no
 * food has, decimals of another column. `impossible` are fields with values that no food has.
 *
 * A shift moves everything behind the place where it begins. So where figures before the first such cell confirm each
 * other, they and all before them are in their place; all behind is unsure.
 */
export function findShifts(raw: RawFood, amounts: Amounts, impossible: ReadonlySet<Field>): Shift[] {
  return raw.pages.flatMap((page): Shift[] => {
    const absent = raw.isPrinted ? page.filter((field) => !raw.cells.has(field)) : [];
    const signs = page.filter((field) => impossible.has(field) || isForeign(raw, field, amounts.get(field)));
    if (absent.length + signs.length === 0) return [];
    const end = signs[0] === undefined ? page.length : page.indexOf(signs[0]);
    const confirmed = findConfirmed(valuesOf(amounts));
    const sure = confirmed.map((field) => page.indexOf(field)).filter((index) => index < end);
    const lacking = absent.map((field) => raw.columns.get(field) ?? field);
    return [{ signs, lacking, unsure: page.slice(Math.max(-1, ...sure) + 1) }];
  });
}

/** Whether a cell can hardly be of its column. Remarks are texts: a figure among them is that of another column. */
function isForeign(raw: RawFood, field: Field, amount: Amount | undefined): boolean {
  const { isPrinted, keepsZeros } = raw;
  if (field === 'remark') return isPrinted && isFigure(raw.cells.get(field)?.text ?? '');
  if (amount?.kind === 'bad') return amount.isForeign;
  return isPrinted && amount?.kind === 'known' && hasStrangeDecimals(field, amount.decimals, keepsZeros);
}

function isFigure(text: string): boolean {
  const { kind } = readAmount(text);
  return kind === 'known' || kind === 'trace';
}
