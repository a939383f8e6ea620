import type { Field } from './columns.ts';

/** A column of the printed table, and its number of decimals. */
interface PrintedColumn {
  readonly field: Field;
  readonly decimals: number;
}

/**
 * The columns of the China Food Composition Tables, 6th edition, on the two facing pages of a food. A cell that is lost
 * on one page shifts none of the other. Remarks have no decimals.
 */
export const printedPages: readonly (readonly PrintedColumn[])[] = [
  toColumns({
    edible: 0,
    water: 1,
    'energy-kcal': 0,
    energy: 0,
    protein: 1,
    fat: 1,
    carbohydrate: 1,
    fibre: 1,
    cholesterol: 0,
    ash: 1,
    'vitamin-a-rae': 0,
    carotene: 0,
    retinol: 0,
    'vitamin-b1': 2,
    'vitamin-b2': 2,
  }),
  toColumns({
    niacin: 2,
    'vitamin-c': 1,
    tocopherols: 2,
    'tocopherol-alpha': 2,
    'tocopherol-beta-gamma': 2,
    'tocopherol-delta': 2,
    calcium: 0,
    phosphorus: 0,
    potassium: 0,
    sodium: 1,
    magnesium: 0,
    iron: 1,
    zinc: 2,
    selenium: 2,
    copper: 2,
    manganese: 2,
    remark: 0,
  }),
];

/** A code of the table begins with one of its 21 groups; `x` marks a representative value. */
export const PRINTED_CODE = /^(?:0[1-9]|1\d|2[01])\d{4}x?$/;

const decimals = new Map(printedPages.flat().map((column) => [column.field, column.decimals]));

/** Columns that have no decimals in whole groups of foods. */
const WITHOUT_DECIMALS: readonly Field[] = ['vitamin-c'];

/** How many columns a table of few rows may lack: reading a row can lose some. */
const MOST_LACKING = 3;

/** Whether a table has the columns of the printed one. */
export function isPrintedForm(fields: ReadonlySet<Field>): boolean {
  return [...decimals.keys()].filter((field) => !fields.has(field)).length <= MOST_LACKING;
}

/**
 * Whether a figure has another number of decimals than its column. One decimal less is no sign, since readers drop one
 * zero at the end. 0 instead of 0.00 is a sign, unless the table keeps no zeros at all.
 */
export function hasStrangeDecimals(field: Field, found: number, keepsZeros: boolean): boolean {
  const printed = decimals.get(field);
  if (printed === undefined) return false;
  return found > printed || (keepsZeros && found === 0 && printed > 1 && !WITHOUT_DECIMALS.includes(field));
}

function toColumns(columns: Readonly<Record<string, number>>): PrintedColumn[] {
  return Object.entries(columns).map(([field, decimals]) => ({ field, decimals }));
}
