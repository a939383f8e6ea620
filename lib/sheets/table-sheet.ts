import { NAME_MAX, withoutBlanks } from '../domain/values/fields.ts';
import type { Problem, Reason } from '../errors.ts';
import { toLetter } from '../spreadsheet/cell.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { type NamedSheet, type Row, readWorkbook } from '../spreadsheet/rows.ts';
import { normaliseKey } from '../text/normal-form.ts';
import type { WorkbookPlace, WorkbookProblems } from './workbook-problems.ts';

/** By column, the headers that it may have. The first one is written; the others are also read, in lower case. */
type TableColumns<Key extends string> = Readonly<Record<Key, readonly [string, ...string[]]>>;

/** A kind of worksheet: a header, and below it one row for each thing. */
export interface TableForm<Key extends string> {
  /** Its name in the message that it is missing. */
  readonly name: string;
  readonly columns: TableColumns<Key>;
  /** A worksheet without these columns is not of this kind. One with a column of `foreign` is of another kind. */
  readonly telling: readonly Key[];
  readonly foreign?: readonly string[];
  /** Columns that must be there. */
  readonly required: readonly Key[];
  readonly mostRows: number;
}

/** A field of the domain, which makes a value from text. */
interface Field<T> {
  safeParse(text: string): {
    readonly data?: T | undefined;
    readonly error?: { readonly issues: readonly object[] } | undefined;
  };
}

/** A row that is not empty. */
export class TableRow<Key extends string> {
  readonly number: number;
  readonly #sheet: string;
  readonly #cells: ReadonlyMap<Key, string>;
  readonly #headers: ReadonlyMap<Key, string>;
  readonly #problems: WorkbookProblems;

  constructor(
    table: Pick<Table<Key>, 'name' | 'headers'>,
    row: Row,
    columns: ReadonlyMap<Key, number>,
    problems: WorkbookProblems,
  ) {
    this.number = row.number;
    this.#sheet = table.name;
    this.#headers = table.headers;
    this.#cells = new Map([...columns].map(([key, index]) => [key, row.cells[index] ?? '']));
    this.#problems = problems;
  }

  /** The text of a cell; undefined where the column is missing. */
  text(key: Key): string | undefined {
    return this.#cells.get(key);
  }

  /** Whether the cell of a column is empty or absent. */
  isEmpty(key: Key): boolean {
    return withoutBlanks(this.#cells.get(key) ?? '') === '';
  }

  /** The value of a cell; undefined where the column is missing, or where the cell is wrong, which is noted. */
  read<T>(key: Key, field: Field<T>): T | undefined {
    return this.readAs(key, field, (text) => text);
  }

  /** The same for a cell in the words that people use. */
  readAs<T>(key: Key, field: Field<T>, toPlain: (text: string) => string): T | undefined {
    const text = this.#cells.get(key);
    if (text === undefined) return undefined;
    const parsed = field.safeParse(toPlain(text));
    if (parsed.error) this.refuse(key, problemOf(parsed.error.issues[0]));
    return parsed.data;
  }

  /** Notes what is wrong in a column. */
  refuse(key: Key, problem: Problem): void {
    this.#problems.add(this.#placeOf(key), problem);
  }

  /** Notes the reason why a column's wish is refused. */
  forbid(key: Key, reason: Reason): void {
    this.#problems.addReason(this.#placeOf(key), reason);
  }

  #placeOf(key: Key): WorkbookPlace {
    return { sheet: this.#sheet, row: this.number, column: this.#headers.get(key) };
  }
}

function problemOf(issue: object | undefined): Problem {
  const params: unknown = issue && 'params' in issue ? issue.params : undefined;
  const problem: unknown = typeof params === 'object' && params && 'problem' in params ? params.problem : undefined;
  return isProblem(problem) ? problem : { code: 'malformed' };
}

/** The domain's fields add a problem to each issue. */
function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value;
}

/** A worksheet as it was read. */
export interface Table<Key extends string> {
  readonly name: string;
  /** For each present column its header as we write it. */
  readonly headers: ReadonlyMap<Key, string>;
  readonly rows: readonly TableRow<Key>[];
}

/**
 * Reads the worksheets of a workbook. Each form finds its own among them.
 * @throws AppError where the whole file cannot be read.
 */
export function openTables(
  file: { readonly name: string; readonly bytes: Uint8Array },
  problems: WorkbookProblems,
): NamedSheet[] {
  try {
    return readWorkbook(file.name, file.bytes);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problems.addOfFile({ row: error.row, column: error.column }, error);
    throw problems.toError();
  }
}

/**
 * Reads the worksheet of a kind, which has any name and its columns in any order. Problems are noted. Undefined where
 * there is none of this kind.
 */
export function readTable<Key extends string>(
  form: TableForm<Key>,
  sheets: readonly NamedSheet[],
  problems: WorkbookProblems,
): Table<Key> | undefined {
  const found = sheets.filter((sheet) => isOfForm(form, sheet));
  const [sheet, second] = found;
  if (second) problems.addOfFile({ sheet: second.name }, new FileProblem('', 'repeated_sheet'));
  if (!sheet) return undefined;
  const [header, ...data] = sheet.rows;
  const columns = header ? findColumns(form, sheet, header, problems) : new Map<Key, number>();
  const headers = new Map([...columns.keys()].map((key) => [key, form.columns[key][0]]));
  const passedOver = noteCellProblems(sheet, columns, headers, problems);
  if (data.length > form.mostRows) {
    problems.addOfFile({ sheet: sheet.name }, new FileProblem('', 'too_many_rows', { max: form.mostRows }));
  }
  const table = { name: sheet.name, headers };
  const rows = data
    .slice(0, form.mostRows)
    .filter(
      ({ number, cells }) =>
        !passedOver.has(number) && [...columns.values()].some((index) => withoutBlanks(cells[index] ?? '') !== ''),
    )
    .map((row) => new TableRow(table, row, columns, problems));
  return { ...table, rows };
}

function isOfForm<Key extends string>({ columns, telling, foreign = [] }: TableForm<Key>, sheet: NamedSheet): boolean {
  const names = new Set(sheet.rows[0]?.cells.map(toHeader));
  const has = (headers: readonly string[]) => headers.some((header) => names.has(toHeader(header)));
  return telling.every((key) => has(columns[key])) && !has(foreign);
}

/** A header as it is compared; empty for one that is too long to be a header. */
export function toHeader(text: string): string {
  return text.length <= NAME_MAX ? normaliseKey(text).replace(/[\s\uFEFF]/g, '') : '';
}

function findColumns<Key extends string>(
  { columns, required }: TableForm<Key>,
  { name: sheet }: NamedSheet,
  header: Row,
  problems: WorkbookProblems,
): Map<Key, number> {
  const found = new Map<Key, number>();
  for (const key of keysOf(columns)) {
    const names = columns[key].map(toHeader);
    const [first, second] = header.cells.flatMap((text, index) => (names.includes(toHeader(text)) ? [index] : []));
    const place = { sheet, row: header.number, column: columns[key][0] };
    if (first !== undefined) found.set(key, first);
    else if (required.includes(key)) problems.addOfFile(place, new FileProblem('', 'missing_column'));
    if (second !== undefined) problems.addOfFile(place, new FileProblem('', 'repeated_column'));
  }
  return found;
}

function keysOf<Key extends string>(columns: TableColumns<Key>): Key[] {
  return Object.keys(columns).filter((key): key is Key => key in columns);
}

/**
 * Notes cells that cannot be read: all cells with formulas, and other bad cells in the wanted columns. Their rows are
 * skipped.
 */
function noteCellProblems<Key extends string>(
  { name: sheet, problems: found }: NamedSheet,
  columns: ReadonlyMap<Key, number>,
  headers: ReadonlyMap<Key, string>,
  problems: WorkbookProblems,
): Set<number | undefined> {
  const byLetter = new Map([...columns].map(([key, index]) => [toLetter(index), headers.get(key)]));
  const passedOver = new Set<number | undefined>();
  for (const problem of found) {
    const { row, column = '', code } = problem;
    if (!byLetter.has(column) && code !== 'formula') continue;
    problems.addOfFile({ sheet, row, column: byLetter.get(column) ?? column }, problem);
    passedOver.add(row);
  }
  return passedOver;
}
