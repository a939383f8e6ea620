import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import type { Problem } from '../errors.ts';
import { toColumnLetters } from '../spreadsheet/cell.ts';
import type { Row, Sheet } from '../spreadsheet/rows.ts';
import { normaliseKey, normaliseText } from '../text/normal-form.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/** The number of the last row that may be the header. Titles may be above it. */
const LAST_HEADER_ROW = 10;
/** A row with one of these words has sums. */
const SUM_WORDS = ['合计', '小计', '总计', '共计'];

/** A column to be read. */
export interface ReadColumn {
  /** The first header is the one that messages name. */
  readonly headers: readonly [string, ...string[]];
  /** Headers that would be misread as this one, such as of another unit. They count only if the column is required. */
  readonly mistakable?: { readonly pattern: RegExp; readonly problem: Problem };
}

/** A kind of worksheet to be read: a header, and a row for each thing. */
export interface ReadForm<Key extends string> {
  /** The columns in their order. */
  readonly columns: Readonly<Record<Key, ReadColumn>>;
  /** A worksheet is of this kind if its header has one of these columns. */
  readonly identifyingColumns: readonly Key[];
  readonly requiredColumns: readonly Key[];
  readonly maxRows: number;
  /** Whether two headers of a column are a problem, problems end the reading, and a row of only unread columns is filled. */
  readonly isExact?: boolean;
}

/** A worksheet with the row that is its header. */
export interface HeadedSheet {
  readonly sheet: Sheet;
  readonly headerRow: Row;
}

/** The columns of a worksheet as its header names them. */
export type TableHeader<Key extends string> = ReturnType<typeof readHeader<Key>>;

/** Finds the header: the row with most columns of the form, an identifying one among them; undefined if no row has any. */
export function findHeader<Key extends string>({ columns, identifyingColumns }: ReadForm<Key>, { rows }: Sheet) {
  const countColumns = ({ cells }: Row) => {
    const keys = listColumnKeys(columns).filter((key) => hasColumn(cells, columns[key].headers));
    return identifyingColumns.some((key) => keys.includes(key)) ? keys.length : 0;
  };
  const candidates = rows.filter(({ number }) => number <= LAST_HEADER_ROW);
  const maxCount = Math.max(1, ...candidates.map(countColumns));
  return candidates.find((row) => countColumns(row) === maxCount);
}

/** Reads the columns of a form in a header. Missing required columns, and the same header twice, are always reported. */
export function readHeader<Key extends string>(
  { columns, requiredColumns, isExact }: ReadForm<Key>,
  { sheet: { name: sheet }, headerRow }: HeadedSheet,
  problems: WorkbookProblems,
) {
  /** The index of each present column, and its name in the file. */
  const columnByKey = new Map<Key, { index: number; name: string }>();
  /** The headers of the missing columns that are not reported yet. */
  const missingHeaderByKey = new Map<Key, string>();
  let isSound = true;
  const report = (column: string, problem: Problem) => {
    problems.add({ sheet, row: headerRow.number, column }, problem);
    isSound = false;
  };
  const headerCells = headerRow.cells.map(normaliseHeader);
  for (const key of listColumnKeys(columns)) {
    const { headers, mistakable } = columns[key];
    const takenIndexes = [...columnByKey.values()].map(({ index }) => index);
    const findIndexes = (names: readonly string[]) =>
      headerCells.flatMap((cell, index) =>
        names.map(normaliseHeader).includes(cell) && !takenIndexes.includes(index) ? [index] : [],
      );
    // If several headers of the form are present, the first one is meant. The others may be those of later columns.
    const alternatives = isExact ? [headers] : headers.map((name) => [name]);
    const [foundIndex, secondIndex] = alternatives.map(findIndexes).find(({ length }) => length > 0) ?? [];
    if (foundIndex !== undefined) columnByKey.set(key, { index: foundIndex, name: nameColumn(headerRow, foundIndex) });
    else if (requiredColumns.includes(key)) {
      const mistakenHeader = headerRow.cells.find((cell) => mistakable?.pattern.test(normaliseHeader(cell)));
      if (mistakable && mistakenHeader !== undefined) report(normaliseText(mistakenHeader), mistakable.problem);
      else report(headers[0], { code: 'missing_column' });
    } else missingHeaderByKey.set(key, headers[0]);
    if (secondIndex !== undefined) report(headers[0], { code: 'repeated_column' });
  }
  return { sheet, rowNumber: headerRow.number, columnByKey, missingHeaderByKey, isSound };
}

/** Whether one of the cells is one of these headers. */
export function hasColumn(cells: readonly string[], headers: readonly string[]): boolean {
  const names = headers.map(normaliseHeader);
  return cells.some((cell) => names.includes(normaliseHeader(cell)));
}

/** Lists the rows below the header, without those of sums. */
export function listDataRows({ rows }: Pick<Sheet, 'rows'>, header: Row): Row[] {
  return rows.filter(({ number, cells }) => {
    return number > header.number && !cells.some((cell) => SUM_WORDS.includes(normaliseHeader(cell).replace(/:$/, '')));
  });
}

/** Normalises a header for comparison; empty if it is too long to be one. */
export function normaliseHeader(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? normaliseKey(text).replace(/[\s\uFEFF]/g, '') : '';
}

/** Names a column by its header or, without one, by its letter. */
export function nameColumn(header: Row, index: number): string {
  const text = header.cells[index] ?? '';
  return normaliseHeader(text) === '' ? toColumnLetters(index) : normaliseText(text);
}

/** Lists the keys of the columns in their order. */
export function listColumnKeys<Key extends string>(columns: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(columns).filter((key): key is Key => key in columns);
}
