import { withoutBlanks } from '../domain/values/fields.ts';
import type { Problem, Reason } from '../errors.ts';
import { toColumnLetters } from '../spreadsheet/cell.ts';
import type { ListColumn } from '../spreadsheet/list-sheet.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { type Row, readSheets, type Sheet } from '../spreadsheet/rows.ts';
import {
  columnKeys,
  findHeader,
  listDataRows,
  nameColumn,
  nameColumnsByLetter,
  normaliseHeader,
} from './sheet-header.ts';
import type { FilePosition, WorkbookProblems } from './workbook-problems.ts';

/** A column to be read and written. */
export interface TableColumn extends Omit<ListColumn, 'header'> {
  /** The first header is written; the others, in lower case, are also read. */
  readonly headers: readonly [string, ...string[]];
}
type TableColumns<Key extends string> = Readonly<Record<Key, TableColumn>>;

/** A kind of worksheet: a header, and a row for each thing. */
export interface TableForm<Key extends string> {
  /** The name in the message that the worksheet is missing. */
  readonly name: string;
  /** The columns in their order. */
  readonly columns: TableColumns<Key>;
  /** The header of a worksheet of this kind has one of these columns. */
  readonly identifyingColumns: readonly Key[];
  /** The columns that must be present. */
  readonly requiredColumns: readonly Key[];
  readonly maxRows: number;
}

/** A field of the domain, which parses a text. */
export interface Field<T> {
  safeParse(text: string): {
    readonly data?: T | undefined;
    readonly error?: { readonly issues: readonly object[] } | undefined;
  };
}

/**
 * A row that is not empty. Only the first problem of each cell, and of each missing column, is reported. Without the
 * private members a row of more columns is also a row of fewer.
 */
export type TableRow<Key extends string> = Pick<
  RowReader<Key>,
  'number' | 'text' | 'isEmpty' | 'read' | 'reportProblem' | 'reportRefusal'
>;

class RowReader<Key extends string> {
  readonly number: number;
  readonly #header: TableHeader<Key>;
  readonly #cells: ReadonlyMap<Key, string>;
  /** The columns whose cells have a reported problem. */
  readonly #reportedColumns: Set<Key>;
  readonly #problems: WorkbookProblems;

  constructor(header: TableHeader<Key>, row: Row, unreadableColumns: ReadonlySet<Key>, problems: WorkbookProblems) {
    this.number = row.number;
    this.#header = header;
    this.#cells = new Map([...header.columns].map(([key, { index }]) => [key, row.cells[index] ?? '']));
    this.#reportedColumns = new Set(unreadableColumns);
    this.#problems = problems;
  }

  /** Returns the text of a cell; undefined if the column is missing or the cell has a problem. */
  text(key: Key): string | undefined {
    return this.#reportedColumns.has(key) ? undefined : this.#cells.get(key);
  }

  /** Whether a cell is empty or absent, and has no reported problem. */
  isEmpty(key: Key): boolean {
    return !this.#reportedColumns.has(key) && withoutBlanks(this.#cells.get(key) ?? '') === '';
  }

  /** Parses a cell; undefined if the column is missing or the cell is wrong. A wrong cell is reported. */
  read<T>(key: Key, field: Field<T>): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const parsed = field.safeParse(text);
    if (parsed.error) this.reportProblem(key, toProblem(parsed.error.issues[0]));
    return parsed.data;
  }

  /** Reports a problem of a cell. */
  reportProblem(key: Key, problem: Problem): void {
    const position = this.#claimPosition(key);
    if (position) this.#problems.add(position, problem);
  }

  /** Reports that the change in a cell is refused, and for which reason. */
  reportRefusal(key: Key, reason: Reason, problem?: Problem): void {
    const position = this.#claimPosition(key);
    if (position) this.#problems.addRefusal(position, reason, problem);
  }

  /** Returns the position for a new problem; undefined if the cell or column has one already. */
  #claimPosition(key: Key): FilePosition | undefined {
    const { sheet, columns, missingHeaders, rowNumber } = this.#header;
    const column = columns.get(key);
    if (!column) {
      const position = { sheet, row: rowNumber, column: missingHeaders.get(key) };
      if (missingHeaders.delete(key)) this.#problems.addFileProblem(position, new FileProblem('', 'missing_column'));
      return undefined;
    }
    if (this.#reportedColumns.has(key)) return undefined;
    this.#reportedColumns.add(key);
    return { sheet, row: this.number, column: column.name };
  }
}

interface TableHeader<Key extends string> {
  readonly sheet: string | undefined;
  readonly rowNumber: number;
  /** The index of each present column, and its name in the file. */
  readonly columns: ReadonlyMap<Key, { readonly index: number; readonly name: string }>;
  /** The headers of the missing columns that are not reported yet. */
  readonly missingHeaders: Map<Key, string>;
}

/** Returns the problem of an issue. The fields of the domain add one to each of their issues. */
function toProblem(issue: object | undefined): Problem {
  const params: unknown = issue && 'params' in issue ? issue.params : undefined;
  const problem: unknown = typeof params === 'object' && params && 'problem' in params ? params.problem : undefined;
  return isProblem(problem) ? problem : { code: 'malformed' };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** A worksheet as it was read. */
export interface Table<Key extends string> {
  readonly name: string | undefined;
  /** Whether it has the column. */
  readonly has: (key: Key) => boolean;
  readonly rows: readonly TableRow<Key>[];
  /** The headers of the columns that are not read. */
  readonly unreadColumns: readonly string[];
}

/**
 * Reads all visible worksheets of a workbook, or a CSV file.
 * @throws AppError if the whole file cannot be read
 */
export function readWorksheets(
  file: { readonly name: string; readonly bytes: Uint8Array },
  problems: WorkbookProblems,
): Sheet[] {
  try {
    return [...readSheets(file.name, file.bytes)];
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problems.addFileProblem({ row: error.row, column: error.column }, error);
    throw problems.toError();
  }
}

/**
 * Reads a worksheet of a kind. It may have any name, and its columns any order. Problems are reported. Undefined if it
 * has no header of that kind.
 * @throws AppError if it has too many rows
 */
export function readTable<Key extends string>(
  form: TableForm<Key>,
  sheet: Sheet,
  problems: WorkbookProblems,
): Table<Key> | undefined {
  const headerRow = findHeader(form, sheet);
  if (!headerRow) return undefined;
  const dataRows = listDataRows(sheet, headerRow);
  if (dataRows.length > form.maxRows) {
    problems.addFileProblem({ sheet: sheet.name }, new FileProblem('', 'too_many_rows', { max: form.maxRows }));
    throw problems.toError();
  }
  const header = readHeader(form, sheet, headerRow, problems);
  const unreadableByRow = reportCellProblems({ sheet, headerRow, dataRows, header }, problems);
  const indexes = [...header.columns.values()].map(({ index }) => index);
  const isFilled = ({ cells }: Row) => indexes.some((index) => withoutBlanks(cells[index] ?? '') !== '');
  const rows = dataRows
    .filter((row) => isFilled(row) || unreadableByRow.has(row.number))
    .map((row) => new RowReader(header, row, unreadableByRow.get(row.number) ?? new Set(), problems));
  const unreadColumns = headerRow.cells.filter((cell, index) => cell !== '' && !indexes.includes(index));
  return { name: sheet.name, has: (key) => header.columns.has(key), rows, unreadColumns };
}

function readHeader<Key extends string>(
  { columns, requiredColumns }: TableForm<Key>,
  { name: sheet }: Sheet,
  header: Row,
  problems: WorkbookProblems,
): TableHeader<Key> {
  const present = new Map<Key, { index: number; name: string }>();
  const missingHeaders = new Map<Key, string>();
  const headerCells = header.cells.map(normaliseHeader);
  for (const key of columnKeys(columns)) {
    const { headers } = columns[key];
    const takenIndexes = new Set([...present.values()].map(({ index }) => index));
    const findIndexes = (name: string) => {
      const indexes = headerCells.flatMap((cell, index) => (cell === normaliseHeader(name) ? [index] : []));
      return indexes.filter((index) => !takenIndexes.has(index));
    };
    // If several headers of the form are present, the first one is meant. The others may be other columns.
    const [first, second] = headers.map(findIndexes).find(({ length }) => length > 0) ?? [];
    const position = { sheet, row: header.number, column: headers[0] };
    if (first !== undefined) present.set(key, { index: first, name: nameColumn(header, first) });
    else if (requiredColumns.includes(key)) problems.addFileProblem(position, new FileProblem('', 'missing_column'));
    else missingHeaders.set(key, headers[0]);
    if (second !== undefined) problems.addFileProblem(position, new FileProblem('', 'repeated_column'));
  }
  return { sheet, rowNumber: header.number, columns: present, missingHeaders };
}

interface SheetWithHeader<Key extends string> {
  readonly sheet: Sheet;
  readonly headerRow: Row;
  readonly dataRows: readonly Row[];
  readonly header: TableHeader<Key>;
}

/**
 * Reports unreadable cells in the columns of the form, and formulas in any column. Returns the columns of the form with
 * unreadable cells by row number.
 */
function reportCellProblems<Key extends string>(
  { sheet, headerRow, dataRows, header: { columns } }: SheetWithHeader<Key>,
  problems: WorkbookProblems,
): Map<number, Set<Key>> {
  const keyByLetter = new Map([...columns].map(([key, { index }]) => [toColumnLetters(index), key]));
  const nameByLetter = nameColumnsByLetter(headerRow);
  const rowNumbers = new Set([headerRow, ...dataRows].map(({ number }) => number));
  const unreadableByRow = new Map<number, Set<Key>>();
  for (const problem of sheet.problems) {
    const { row = 0, column = '', code } = problem;
    const key = keyByLetter.get(column);
    if (!rowNumbers.has(row) || (key === undefined && code !== 'formula')) continue;
    problems.addFileProblem({ sheet: sheet.name, row, column: nameByLetter.get(column) ?? column }, problem);
    if (key !== undefined) unreadableByRow.set(row, (unreadableByRow.get(row) ?? new Set<Key>()).add(key));
  }
  return unreadableByRow;
}
