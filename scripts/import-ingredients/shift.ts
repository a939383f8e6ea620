import { type Amount, type Amounts, readAmount, valuesOf } from './cell.ts';
import type { Field } from './columns.ts';
import { findConfirmed } from './confirmed-figures.ts';
import { hasStrangeDecimals } from './printed-table.ts';
import type { RawFood } from './table-file.ts';

/** A part of a row whose cells may be one column beside their own. */
export interface Shift {
  /** The fields whose cells show it. */
  readonly signs: readonly Field[];
  /** The columns that the row lacks, which shows it, too. */
  readonly lacking: readonly string[];
  /** The fields of cells that nothing shows to be in their own column. */
  readonly unsure: readonly Field[];
}

/**
 * Finds the pages of a row with a sign of a shift: a missing cell, a text among numbers, a value that no food has,
 * decimals of another column. `impossible` are the fields with values that no food has.
 *
 * A shift moves everything after its beginning. So if figures before the first such cell confirm each other, they and
 * everything before them are in their place; everything after is unsure.
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

/** Whether a cell hardly belongs to its column. Remarks are texts: a figure among them belongs to another column. */
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
