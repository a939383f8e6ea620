import { nutrients } from '../../lib/domain/nutrient/nutrient.ts';
import known from './columns.json' with { type: 'json' };

/**
 * What a column of a food table can hold: a field of the catalogue, or one from which such a field can be derived:
 * `energy-kcal`, the total of all tocopherols, which is not α-TE, and its parts, each in mg.
 */
export type Field = string;

/** A column that a food table may have. */
interface Column {
  readonly field: Field;
  /**
   * Headers and JSON keys in lower case, without blanks and unit. The first one is the key in the digital form of the
   * China Food Composition Tables, 6th edition, if they have the column. The others occur in other tables.
   */
  readonly names: readonly string[];
  /** How it is printed in these tables. */
  readonly page?: number;
  readonly decimals?: number;
  /** The unit of what the catalogue does not have. */
  readonly unit?: string;
  /** Forms of counting that make another field of it. Without one, vitamins are taken as in the national table. */
  readonly forms?: Readonly<Record<string, Field | undefined>>;
  /** Why it cannot be used: without its unit, a factor of 4 in energy might go unnoticed. */
  readonly refusal?: string;
}

/** Forms in which an amount is counted. They come after the unit or stand alone. */
const FORMS = /(?:rae|re|dfe|de|ne|[αa]-?te|te|当量)$/;
const UNIT_NAMES: Readonly<Record<string, string>> = {
  ...{ 千焦: 'kj', 千卡: 'kcal', 大卡: 'kcal' },
  ...{ 克: 'g', 毫克: 'mg', 微克: 'μg', ug: 'μg', mcg: 'μg' },
};

const columns: readonly Column[] = known;
const byName = new Map(columns.flatMap((column) => column.names.map((name) => [name, column] as const)));
const decimals = new Map(columns.map((column) => [column.field, column.decimals]));
const units = new Map(
  [...nutrients.map(({ key, unit }) => ({ field: key, unit })), ...columns].flatMap(({ field, unit }) =>
    unit === undefined ? [] : [[field, splitForm(toPlain(unit)).unit] as const],
  ),
);

/**
 * The fields of the printed table in their order, on the two facing pages of a food. A cell that is lost on one page
 * shifts none of the other. Remarks come last.
 */
export const printedPages: readonly (readonly Field[])[] = [1, 2].map((page) =>
  columns.filter((column) => column.page === page).map(({ field }) => field),
);

/** A code of the printed table begins with one of its 21 groups; `x` marks a representative value. */
export const PRINTED_CODE = /^(?:0[1-9]|1\d|2[01])\d{4}x?$/;

/** How many columns a table of few rows may lack: reading a row can lose some. */
const MOST_LACKING = 3;

/** The field of a column, or why it is refused; `undefined` for an unknown column. */
type ColumnMeaning = { readonly field: Field } | { readonly refusal: string } | undefined;

/**
 * The meaning of a header or JSON key such as `维生素 A（μg RAE/100g）`. The unit comes in brackets or after a slash; it may
 * be missing. A unit other than the catalogue's is refused rather than misread.
 */
export function findMeaning(header: string): ColumnMeaning {
  const text = toPlain(header);
  const [, name = text, inBrackets, afterStroke] = /^([^([/]+)(?:[([](.+)[)\]]|\/(.+))$/.exec(text) ?? [];
  const { unit, form } = splitForm(inBrackets ?? afterStroke ?? '');
  const column = byName.get(name + unit) ?? byName.get(name);
  if (column === undefined) return undefined;
  if (column.refusal !== undefined) return { refusal: column.refusal };
  const field = column.forms?.[form] ?? column.field;
  const wanted = units.get(field);
  if (unit === '' || unit === wanted) return { field };
  return { refusal: wanted === undefined ? 'takes no unit' : `must be in ${wanted} per 100 g` };
}

/** `μgrae` → μg, rae. */
function splitForm(written: string): { readonly unit: string; readonly form: string } {
  const base = written.replace(FORMS, '');
  return { unit: UNIT_NAMES[base] ?? base, form: written.slice(base.length) };
}

/** Without case, width, blanks and `/100 g`. */
function toPlain(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  return plain.replace(/[\s\uFEFF]/g, '').replace(/(?:\/|每)100(?:g|克)/, '');
}

/** Whether a table has the columns of the printed one. */
export function isPrintedForm(found: ReadonlySet<Field>): boolean {
  return printedPages.flat().filter((field) => !found.has(field)).length <= MOST_LACKING;
}

/**
 * Whether a figure has another number of decimals than its printed column. One decimal less is no sign, since readers
 * drop one zero at the end. 0 instead of 0.00 is a sign, unless the table keeps no zeros at all. Whole groups of foods
 * have no decimals of vitamin C.
 */
export function hasStrangeDecimals(field: Field, found: number, keepsZeros: boolean): boolean {
  const printed = decimals.get(field);
  if (printed === undefined) return false;
  return found > printed || (keepsZeros && found === 0 && printed > 1 && field !== 'vitamin-c');
}
