import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import { toColumnLetters } from '../spreadsheet/cell.ts';
import type { Row, Sheet } from '../spreadsheet/rows.ts';
import { normaliseKey, normaliseText } from '../text/normal-form.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/** The number of the last row that may be the header. Titles may be above it. */
const LAST_HEADER_ROW = 10;
/** A row with one of these words has sums, and is not read. */
const SUM_WORDS = ['合计', '小计', '总计', '共计'];

/** How a column to be read is found. */
export interface ColumnForm {
  /** The first header is the one that messages name. */
  readonly headers: readonly [string, ...string[]];
  /** Headers that people might take for this one, such as a price per jin. They count only if this one is required and missing. */
  readonly mistakable?: { readonly pattern: RegExp; readonly problem: Problem };
}

/** A kind of worksheet to be read: a header, and a row for each thing. */
export interface WorksheetForm<Key extends string> {
  /** The columns in their order. */
  readonly columns: Readonly<Record<Key, ColumnForm>>;
  /** A worksheet is of this kind if its header has one of these columns. */
  readonly identifyingColumns: readonly Key[];
  readonly requiredColumns: readonly Key[];
  readonly maxRows: number;
  /** Whether two headers of one column are a problem. Otherwise the first in the list of its headers is meant. */
  readonly refusesTwoHeaders?: boolean;
  /** Whether no row is read if the header has a problem. */
  readonly needsSoundHeader?: boolean;
  /** Whether a row with texts only in columns that are not read counts as filled. */
  readonly countsUnreadTexts?: boolean;
}

export interface HeadedSheet {
  readonly sheet: Sheet;
  readonly headerRow: Row;
}

/** The columns of a worksheet as its header names them. */
export interface TableHeader<Key extends string> {
  readonly sheetName: string | undefined;
  readonly rowNumber: number;
  /** The index of each present column, and its name in the file. */
  readonly columnByKey: ReadonlyMap<Key, { readonly index: number; readonly name: string }>;
  /** The headers of the missing optional columns. Who reports one takes it out: it is reported once. */
  readonly missingHeaderByKey: Map<Key, string>;
  /** Whether the header has no problem. */
  readonly isSound: boolean;
}

/** Finds the header: the row with most columns of the form, an identifying one among them; undefined if no row has any. */
export function findHeader<Key extends string>(form: WorksheetForm<Key>, sheet: Sheet): HeadedSheet | undefined {
  const { columns, identifyingColumns } = form;
  const countColumns = ({ cells }: Row) => {
    const keys = listColumnKeys(columns).filter((key) => hasColumn(cells, columns[key].headers));
    return identifyingColumns.some((key) => keys.includes(key)) ? keys.length : 0;
  };
  const candidates = sheet.rows.filter(({ number }) => number <= LAST_HEADER_ROW);
  const maxCount = Math.max(1, ...candidates.map(countColumns));
  const headerRow = candidates.find((row) => countColumns(row) === maxCount);
  return headerRow && { sheet, headerRow };
}

/** Reads the columns of a form in a header, and reports missing required columns and repeated ones. */
export function readHeader<Key extends string>(
  { columns, requiredColumns, refusesTwoHeaders = false }: WorksheetForm<Key>,
  { sheet: { name: sheetName }, headerRow }: HeadedSheet,
  problems: WorkbookProblems,
): TableHeader<Key> {
  const columnByKey = new Map<Key, { index: number; name: string }>();
  const missingHeaderByKey = new Map<Key, string>();
  const headerProblems: HeaderProblem[] = [];
  // A found header is emptied, since it cannot be that of a later column, too.
  const freeHeaders = headerRow.cells.map(normaliseHeader);
  for (const key of listColumnKeys(columns)) {
    const { headers } = columns[key];
    const [index, secondIndex] = listColumnIndexes(freeHeaders, headers, refusesTwoHeaders);
    if (index !== undefined) {
      columnByKey.set(key, { index, name: nameColumn(headerRow, index) });
      freeHeaders[index] = '';
    } else if (requiredColumns.includes(key)) headerProblems.push(explainMissing(columns[key], headerRow));
    else missingHeaderByKey.set(key, headers[0]);
    if (secondIndex !== undefined) headerProblems.push({ column: headers[0], problem: { code: 'repeated_column' } });
  }
  const rowNumber = headerRow.number;
  for (const { column, problem } of headerProblems) problems.add({ sheet: sheetName, row: rowNumber, column }, problem);
  return { sheetName, rowNumber, columnByKey, missingHeaderByKey, isSound: headerProblems.length === 0 };
}

/** Lists the indexes of a column. The first present header is meant, unless two are refused: others may head later columns. */
function listColumnIndexes(freeHeaders: readonly string[], headers: readonly string[], refusesTwo: boolean): number[] {
  const names = headers.map(normaliseHeader);
  const meantNames = refusesTwo ? names : names.filter((name) => freeHeaders.includes(name)).slice(0, 1);
  return freeHeaders.flatMap((header, index) => (meantNames.includes(header) ? [index] : []));
}

/** A problem of the header, and the column that it names. */
type HeaderProblem = { readonly column: string; readonly problem: Problem };

/** Explains why a required column is missing: another header may have been taken for it. */
function explainMissing({ headers, mistakable }: ColumnForm, headerRow: Row): HeaderProblem {
  const mistakenHeader = headerRow.cells.find((cell) => mistakable?.pattern.test(normaliseHeader(cell)));
  if (!mistakable || mistakenHeader === undefined) return { column: headers[0], problem: { code: 'missing_column' } };
  return { column: normaliseText(mistakenHeader), problem: mistakable.problem };
}

export function hasColumn(cells: readonly string[], headers: readonly string[]): boolean {
  const names = headers.map(normaliseHeader);
  return cells.some((cell) => names.includes(normaliseHeader(cell)));
}

/** Lists the rows below the header, without those of sums. */
export function listDataRows({ sheet, headerRow }: HeadedSheet): Row[] {
  const isSumWord = (cell: string) => SUM_WORDS.includes(normaliseHeader(cell).replace(/:$/, ''));
  return sheet.rows.filter(({ number, cells }) => number > headerRow.number && !cells.some(isSumWord));
}

/** Normalises a header for comparison; empty if it is too long to be one. */
export function normaliseHeader(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? normaliseKey(text).replace(/[\s\uFEFF]/g, '') : '';
}

/** Names a column by its header or, without one, by its letter. */
export function nameColumn(headerRow: Row, index: number): string {
  const text = headerRow.cells[index] ?? '';
  return normaliseHeader(text) === '' ? toColumnLetters(index) : normaliseText(text);
}

/** Lists the keys of the columns in their order. */
export function listColumnKeys<Key extends string>(columns: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(columns).filter((key): key is Key => key in columns);
}
