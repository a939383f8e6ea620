import { KJ_PER_KCAL } from '../../lib/domain/ingredient/plausibility.ts';
import { type Amount, readAmount } from './cell.ts';
import { type Field, hasForeignDecimals } from './columns.ts';
import type { Values } from './energy.ts';
import { nameColumns, type RawRow, type RawTable } from './table-file.ts';

/** Figures whose weighted sum is another figure of the same row. */
interface Sum {
  readonly parts: Readonly<Record<Field, number>>;
  readonly total: Field;
  /** The tolerated difference as a share of the sum. With `slack` it is so small that no neighbouring column fits by chance. */
  readonly share?: number;
  /** What is tolerated besides, in the unit of the total. */
  readonly slack?: number;
}

/** Energy factors of the national table, in kcal/g. Fibre is a part of carbohydrate with 2 kcal/g less. */
const KILOCALORIES = { protein: 4, fat: 9, carbohydrate: 4, fibre: -2 };
const KJ_FACTOR = Number(KJ_PER_KCAL);
const KILOJOULES = Object.fromEntries(Object.entries(KILOCALORIES).map(([field, kcal]) => [field, kcal * KJ_FACTOR]));
/** The 100 g of the food. The parts add up to them exactly where carbohydrate was calculated as the remainder. */
const WHOLE = 'whole';
/** The sums that confirm columns. The first two hold for kJ and kcal in either order of their columns. */
const SUMS: readonly Sum[] = [
  { parts: { 'energy-kcal': KJ_FACTOR }, total: 'energy', share: 0.02 },
  { parts: { energy: KJ_FACTOR }, total: 'energy-kcal', share: 0.02 },
  { parts: KILOJOULES, total: 'energy', share: 0.01, slack: 5 },
  { parts: KILOCALORIES, total: 'energy-kcal', share: 0.01, slack: 5 / KJ_FACTOR },
  { parts: { water: 1, protein: 1, fat: 1, carbohydrate: 1, ash: 1 }, total: WHOLE, slack: 0.05 },
  { parts: { retinol: 1, carotene: 1 / 12 }, total: 'vitamin-a-rae', slack: 1 },
  {
    parts: { 'tocopherol-alpha': 1, 'tocopherol-beta-gamma': 1, 'tocopherol-delta': 1 },
    total: 'tocopherols',
    slack: 0.02,
  },
];
/** Larger than rounding errors of doubles, smaller than any difference between decimals. */
const EPSILON = 1e-9;

type Amounts = ReadonlyMap<Field, Amount>;

/** A part of a row whose cells may be shifted by one column. */
export interface Shift {
  /** The fields whose cells show it. */
  readonly signs: readonly Field[];
  /** The signs in words: these cells, or columns that the row lacks. */
  readonly reasons: readonly string[];
  /** The fields of cells that are not confirmed to be in their own column. */
  readonly unconfirmed: readonly Field[];
}

/**
 * Finds the pages of a row with a sign of a shift: a missing cell, a text among numbers, a value that no food has,
 * decimals of another column.
 *
 * A shift moves everything after its beginning. So if figures before the first such cell confirm each other, they and
 * everything before them are in their own columns; everything after is unconfirmed.
 */
export function findShifts(table: RawTable, { cells }: RawRow, amounts: Amounts, values: Values): Shift[] {
  return table.pages.flatMap((page): Shift[] => {
    const absent = table.isPrinted ? page.filter((field) => !cells.has(field)) : [];
    const signs = page.filter((field) => isForeign(table, field, amounts.get(field), cells.get(field) ?? ''));
    if (absent.length + signs.length === 0) return [];
    const firstSignIndex = signs[0] === undefined ? page.length : page.indexOf(signs[0]);
    const confirmedIndexes = findConfirmed(values)
      .map((field) => page.indexOf(field))
      .filter((index) => index < firstSignIndex);
    const reasons = [
      ...(signs.length > 0 ? ['this does not belong there'] : []),
      ...(absent.length > 0 ? [`the row has no ${nameColumns(table, absent)}`] : []),
    ];
    return [{ signs, reasons, unconfirmed: page.slice(Math.max(-1, ...confirmedIndexes) + 1) }];
  });
}

/** Whether a cell hardly belongs to its column. Remarks are texts: a figure among them belongs to another column. */
function isForeign(table: RawTable, field: Field, amount: Amount | undefined, text: string): boolean {
  if (field === 'remark') return table.isPrinted && ['known', 'trace'].includes(readAmount(text).kind);
  if (amount?.kind === 'bad') return amount.isForeign;
  return table.isPrinted && amount?.kind === 'known' && hasForeignDecimals(field, amount.decimals, table.keepsZeros);
}

/** Finds the figures of each sum that holds, whose parts are all known. A part below the tolerance is not confirmed. */
function findConfirmed(values: Values): Field[] {
  const figures: Values = { fibre: '0', ...values, [WHOLE]: '100' };
  return SUMS.flatMap(({ parts, total, share = 0, slack = 0 }) => {
    const weights = Object.entries(parts).map(([field, factor]) => [field, Number(figures[field]) * factor] as const);
    const sum = weights.reduce((all, [, weight]) => all + weight, 0);
    const tolerance = sum * share + slack + EPSILON;
    const significantFields = weights.flatMap(([field, weight]) => (Math.abs(weight) > tolerance ? [field] : []));
    return significantFields.length > 0 && Math.abs(Number(figures[total]) - sum) <= tolerance
      ? [total, ...significantFields]
      : [];
  });
}
