import { nutrients } from '../../lib/domain/nutrient/nutrient.ts';
import { parsePairs } from '../command/food-words.ts';
import columnList from './columns.json' with { type: 'json' };

/**
 * The field of a column: one of the catalogue, or one from which such a field can be derived, such as `energy-kcal`.
 * `tocopherols` is the total in mg, which is not α-TE; its parts have fields of their own.
 */
export type Field = string;

interface Column {
  readonly field: Field;
  /**
   * Headers and JSON keys in lower case, without blanks and unit. The first one is the key in the digital form of the
   * China Food Composition Tables, 6th edition, if they have the column. The others occur in other tables.
   */
  readonly names: readonly string[];
  /** The one of two facing pages, 1 or 2, that has it in the printed tables; absent: they lack it. */
  readonly page?: number;
  /** Its number of decimals there. */
  readonly decimals?: number;
  /** Its unit, where the catalogue does not have the field. */
  readonly unit?: string;
  /** By form, see `FORMS`, the field that it makes of the column. Without a form the national table's applies. */
  readonly forms?: Readonly<Record<string, Field | undefined>>;
  /** Why it is refused, as energy without a unit is: nobody might notice a factor of 4. */
  readonly refusal?: string;
}

/** Equivalents in which an amount is counted, such as RAE. They come after the unit, or alone. */
const FORMS = /(?:rae|re|dfe|de|ne|[αa]-?te|te|当量)$/;
const unitByName = new Map(parsePairs('千焦 kj 千卡 kcal 大卡 kcal 克 g 毫克 mg 微克 μg ug μg mcg μg'));

const columns: readonly Column[] = columnList;
const columnByName = new Map(columns.flatMap((column) => column.names.map((name) => [name, column] as const)));
const decimalsByField = new Map(columns.map((column) => [column.field, column.decimals]));
const unitByField = new Map(
  [...nutrients.map(({ key, unit }) => ({ field: key, unit })), ...columns].flatMap(({ field, unit }) =>
    unit === undefined ? [] : [[field, splitForm(toPlain(unit)).unit] as const],
  ),
);

/** The fields of the printed table in their order, by page, remarks last. A cell that is lost shifts no cell of the other page. */
export const printedPages: readonly (readonly Field[])[] = [1, 2].map((page) =>
  columns.filter((column) => column.page === page).map(({ field }) => field),
);

/** A code of the printed table begins with one of its 21 groups; `x` marks a representative value. */
export const PRINTED_CODE = /^(?:0[1-9]|1\d|2[01])\d{4}x?$/;

/** The number of columns that a table of few rows may lack: reading a row can lose some. */
const MAX_MISSING = 3;

/** The field of a column, or why it is refused; `undefined` for an unknown column. */
type ColumnMeaning = { readonly field: Field } | { readonly refusal: string } | undefined;

/**
 * Finds the meaning of a header or JSON key such as `维生素 A（μg RAE/100g）`. The unit comes in brackets or after a slash; it may
 * be missing. A unit other than the catalogue's is refused rather than misread.
 */
export function findMeaning(header: string): ColumnMeaning {
  const text = toPlain(header);
  const [, name = text, inBrackets, afterSlash] = /^([^([/]+)(?:[([](.+)[)\]]|\/(.+))$/.exec(text) ?? [];
  const { unit, form } = splitForm(inBrackets ?? afterSlash ?? '');
  const column = columnByName.get(name + unit) ?? columnByName.get(name);
  if (column === undefined) return undefined;
  if (column.refusal !== undefined) return { refusal: column.refusal };
  const field = column.forms?.[form] ?? column.field;
  const expectedUnit = unitByField.get(field);
  if (unit === '' || unit === expectedUnit) return { field };
  return { refusal: expectedUnit === undefined ? 'takes no unit' : `must be in ${expectedUnit} per 100 g` };
}

/** Splits `μgrae` into μg and rae. */
function splitForm(text: string): { readonly unit: string; readonly form: string } {
  const base = text.replace(FORMS, '');
  return { unit: unitByName.get(base) ?? base, form: text.slice(base.length) };
}

/** Removes case, width, blanks and `/100 g`. */
function toPlain(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  return plain.replace(/[\s\uFEFF]/g, '').replace(/(?:\/|每)100(?:g|克)/, '');
}

/** Whether a table has the columns of the printed one. */
export function isPrintedTable(found: ReadonlySet<Field>): boolean {
  return printedPages.flat().filter((field) => !found.has(field)).length <= MAX_MISSING;
}

/**
 * Whether the decimals of a figure show that it belongs to another column: it has too many of them, or none where its
 * column has two or more. Only a table that keeps zeros at the end shows the latter. Vitamin C often has no decimals.
 */
export function hasForeignDecimals(field: Field, count: number, keepsZeros: boolean): boolean {
  const printedCount = decimalsByField.get(field);
  if (printedCount === undefined) return false;
  return count > printedCount || (keepsZeros && count === 0 && printedCount > 1 && field !== 'vitamin-c');
}
