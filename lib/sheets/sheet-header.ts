import { MAX_NAME_LENGTH } from '../domain/values/fields.ts';
import { toColumnLetters } from '../spreadsheet/cell.ts';
import type { Row, Sheet } from '../spreadsheet/rows.ts';
import { normaliseKey, normaliseText } from '../text/normal-form.ts';

/** A title may stand above the header: it is looked for down to this row. */
const LAST_HEADER_ROW = 10;
/** A row with one of these is no thing, but a sum. */
const SUMS = ['合计', '小计', '总计', '共计'];

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
    const found = new Set(columnKeys(columns).filter((key) => hasColumn(cells, columns[key]?.headers ?? [])));
    return identifyingColumns.some((key) => found.has(key)) ? found.size : 0;
  };
  const counted = rows
    .filter(({ number }) => number <= LAST_HEADER_ROW)
    .map((row) => [row, countColumns(row)] as const);
  const most = Math.max(1, ...counted.map(([, count]) => count));
  return counted.find(([, count]) => count === most)?.[0];
}

/** Whether a header has a column of one of these names. */
export function hasColumn(cells: readonly string[], headers: readonly string[]): boolean {
  const names = headers.map(normaliseHeader);
  return cells.some((cell) => names.includes(normaliseHeader(cell)));
}

/** Returns the rows below the header, without those of sums. */
export function listDataRows({ rows }: Pick<Sheet, 'rows'>, header: Row): Row[] {
  return rows.filter(({ number, cells }) => {
    return number > header.number && !cells.some((cell) => SUMS.includes(normaliseHeader(cell).replace(/:$/, '')));
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
export function columnKeys<Key extends string>(columns: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(columns).filter((key): key is Key => key in columns);
}
