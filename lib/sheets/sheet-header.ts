import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import { toColumnLetters } from '../spreadsheet/cell.ts';
import type { Row, Sheet } from '../spreadsheet/rows.ts';
import { normaliseKey, normaliseText } from '../text/normal-form.ts';

/** The last row that may be the header. Titles may be above it. */
const LAST_HEADER_ROW = 10;
/** A row with one of these words has sums. */
const SUM_WORDS = ['合计', '小计', '总计', '共计'];

interface HeaderForm {
  readonly columns: Readonly<Record<string, { readonly headers: readonly string[] }>>;
  readonly identifyingColumns: readonly string[];
}

/** Finds the header of a worksheet: the row with the most columns of the form, one that identifies it among them. */
export function findHeader(
  { columns, identifyingColumns }: HeaderForm,
  { rows }: Pick<Sheet, 'rows'>,
): Row | undefined {
  const countColumns = ({ cells }: Row) => {
    const found = columnKeys(columns).filter((key) => hasColumn(cells, columns[key]?.headers ?? []));
    return identifyingColumns.some((key) => found.includes(key)) ? found.length : 0;
  };
  const candidates = rows.filter(({ number }) => number <= LAST_HEADER_ROW);
  const maxCount = Math.max(1, ...candidates.map(countColumns));
  return candidates.find((row) => countColumns(row) === maxCount);
}

/** Whether one of the cells is one of these headers. */
export function hasColumn(cells: readonly string[], headers: readonly string[]): boolean {
  const names = headers.map(normaliseHeader);
  return cells.some((cell) => names.includes(normaliseHeader(cell)));
}

/** Returns the rows below the header, without those of sums. */
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

/** Names the columns by letter, as `nameColumn` does. */
export function nameColumnsByLetter(header: Row): ReadonlyMap<string, string> {
  return new Map(header.cells.map((_, index) => [toColumnLetters(index), nameColumn(header, index)]));
}

/** Lists the keys of the columns in their order. */
export function columnKeys<Key extends string>(columns: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(columns).filter((key): key is Key => key in columns);
}
