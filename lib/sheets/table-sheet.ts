import { MAX_NAME_LENGTH, withoutBlanks } from '../domain/values/fields.ts';
import type { Problem, Reason } from '../errors.ts';
import { toColumnLetters } from '../spreadsheet/cell.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { type NamedSheet, type Row, readWorkbook } from '../spreadsheet/rows.ts';
import type { ListColumn } from '../spreadsheet/xlsx-writer.ts';
import { normaliseKey, normaliseText } from '../text/normal-form.ts';
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
  /** A worksheet of this kind has one of these columns, and none of `foreignHeaders`. */
  readonly identifyingColumns: readonly Key[];
  readonly foreignHeaders?: readonly string[];
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

/** A row that is not empty. Only the first problem of each cell, and of each missing column, is reported. */
export class TableRow<Key extends string> {
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
    const { sheet, columns, missing, row } = this.#header;
    const column = columns.get(key);
    if (!column) {
      const position = { sheet, row, column: missing.get(key) };
      if (missing.delete(key)) this.#problems.addFileProblem(position, new FileProblem('', 'missing_column'));
      return undefined;
    }
    if (this.#reportedColumns.has(key)) return undefined;
    this.#reportedColumns.add(key);
    return { sheet, row: this.number, column: column.name };
  }
}

/** The header of a worksheet. */
interface TableHeader<Key extends string> {
  readonly sheet: string;
  /** The row number of the header. */
  readonly row: number;
  /** The index of each present column, and its header in the file. */
  readonly columns: ReadonlyMap<Key, { readonly index: number; readonly name: string }>;
  /** The names of the missing columns that are not reported yet. */
  readonly missing: Map<Key, string>;
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
  readonly name: string;
  /** Whether it has the column. */
  readonly has: (key: Key) => boolean;
  readonly rows: readonly TableRow<Key>[];
}

/**
 * Reads all worksheets of a workbook. `readTable` finds those of a kind.
 * @throws AppError if the whole file cannot be read
 */
export function readWorksheets(
  file: { readonly name: string; readonly bytes: Uint8Array },
  problems: WorkbookProblems,
): NamedSheet[] {
  try {
    return readWorkbook(file.name, file.bytes);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problems.addFileProblem({ row: error.row, column: error.column }, error);
    throw problems.toError();
  }
}

/**
 * Reads the worksheet of a kind. It may have any name, and its columns any order. Problems are reported. Undefined if
 * there is no such worksheet.
 * @throws AppError if it has too many rows
 */
export function readTable<Key extends string>(
  form: TableForm<Key>,
  sheets: readonly NamedSheet[],
  problems: WorkbookProblems,
): Table<Key> | undefined {
  const [sheet, second] = sheets.filter((candidate) => matchesForm(form, candidate));
  if (second) problems.addFileProblem({ sheet: second.name }, new FileProblem('', 'repeated_sheet'));
  const [headerRow, ...data] = sheet?.rows ?? [];
  if (!sheet || !headerRow) return undefined;
  if (data.length > form.maxRows) {
    problems.addFileProblem({ sheet: sheet.name }, new FileProblem('', 'too_many_rows', { max: form.maxRows }));
    throw problems.toError();
  }
  const header = readHeader(form, sheet, headerRow, problems);
  const unreadableByRow = reportCellProblems(sheet, headerRow, header, problems);
  const indexes = [...header.columns.values()].map(({ index }) => index);
  const rows = data
    .filter(({ number, cells }) => {
      return unreadableByRow.has(number) || indexes.some((index) => withoutBlanks(cells[index] ?? '') !== '');
    })
    .map((row) => new TableRow(header, row, unreadableByRow.get(row.number) ?? new Set(), problems));
  return { name: sheet.name, has: (key) => header.columns.has(key), rows };
}

function matchesForm<Key extends string>(
  { columns, identifyingColumns, foreignHeaders = [] }: TableForm<Key>,
  sheet: NamedSheet,
): boolean {
  const names = new Set(sheet.rows[0]?.cells.map(normaliseHeader));
  const has = (headers: readonly string[]) => headers.some((header) => names.has(normaliseHeader(header)));
  return identifyingColumns.some((key) => has(columns[key].headers)) && !has(foreignHeaders);
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

function readHeader<Key extends string>(
  { columns, requiredColumns }: TableForm<Key>,
  { name: sheet }: NamedSheet,
  header: Row,
  problems: WorkbookProblems,
): TableHeader<Key> {
  const present = new Map<Key, { index: number; name: string }>();
  const missing = new Map<Key, string>();
  const cells = header.cells.map(normaliseHeader);
  for (const key of columnKeys(columns)) {
    const { headers } = columns[key];
    const names = headers.map(normaliseHeader);
    const [first, second] = cells.flatMap((cell, index) => (names.includes(cell) ? [index] : []));
    const position = { sheet, row: header.number, column: headers[0] };
    if (first !== undefined) present.set(key, { index: first, name: nameColumn(header, first) });
    else if (requiredColumns.includes(key)) problems.addFileProblem(position, new FileProblem('', 'missing_column'));
    else missing.set(key, headers[0]);
    if (second !== undefined) problems.addFileProblem(position, new FileProblem('', 'repeated_column'));
  }
  return { sheet, row: header.number, columns: present, missing };
}

/** Lists the keys of the columns in their order. */
export function columnKeys<Key extends string>(columns: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(columns).filter((key): key is Key => key in columns);
}

/** Reports unreadable cells: in the columns of the form, and formulas in any. Returns the former by row. */
function reportCellProblems<Key extends string>(
  { name: sheet, problems: cellProblems }: NamedSheet,
  headerRow: Row,
  { columns }: TableHeader<Key>,
  problems: WorkbookProblems,
): Map<number, Set<Key>> {
  const keyByLetter = new Map([...columns].map(([key, { index }]) => [toColumnLetters(index), key]));
  const nameByLetter = new Map(
    headerRow.cells.map((_, index) => [toColumnLetters(index), nameColumn(headerRow, index)]),
  );
  const unreadableByRow = new Map<number, Set<Key>>();
  for (const problem of cellProblems) {
    const { row = 0, column = '', code } = problem;
    const key = keyByLetter.get(column);
    if (key === undefined && code !== 'formula') continue;
    problems.addFileProblem({ sheet, row, column: nameByLetter.get(column) ?? column }, problem);
    if (key !== undefined) unreadableByRow.set(row, (unreadableByRow.get(row) ?? new Set<Key>()).add(key));
  }
  return unreadableByRow;
}
