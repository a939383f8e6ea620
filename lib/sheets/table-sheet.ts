import type * as z from 'zod/mini';
import { withoutBlanks } from '../domain/values/fields.ts';
import type { Problem, Reason } from '../errors.ts';
import { toColumnIndex } from '../spreadsheet/cell.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { type Row, readSheets, type Sheet } from '../spreadsheet/rows.ts';
import type { SheetColumn } from '../spreadsheet/xlsx-sheet.ts';
import {
  findHeader,
  type HeadedSheet,
  listDataRows,
  nameColumn,
  type ReadColumn,
  type ReadForm,
  readHeader,
  type TableHeader,
} from './sheet-header.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

/** A file as it was sent. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A column to be read and written. The first of its headers is written. */
export interface TableColumn extends ReadColumn, Omit<SheetColumn, 'header'> {}

/** A kind of worksheet to be read and written. */
export interface TableForm<Key extends string> extends ReadForm<Key> {
  /** The name of a written worksheet, and in the message that the worksheet is missing. */
  readonly name: string;
  readonly columns: Readonly<Record<Key, TableColumn>>;
}

/** A field of the domain, which parses a text. */
export interface Field<T> {
  safeParse(text: string): z.core.util.SafeParseResult<T>;
}

/**
 * A row that is not empty. Only the first problem of each cell, and of each missing column, is reported. Without the
 * private members a row of more columns is also a row of fewer.
 */
export type TableRow<Key extends string> = Pick<
  RowReader<Key>,
  'number' | 'text' | 'isEmpty' | 'read' | 'reportProblem'
>;

interface RowContext<Key extends string> {
  readonly header: TableHeader<Key>;
  readonly row: Row;
  /** The columns whose cells have a reported problem, at first those that cannot be read. */
  readonly reportedColumns: Set<Key>;
  readonly problems: WorkbookProblems;
}

class RowReader<Key extends string> {
  readonly #context: RowContext<Key>;

  constructor(context: RowContext<Key>) {
    this.#context = context;
  }

  get number(): number {
    return this.#context.row.number;
  }

  /** Returns the text of a cell; undefined if the column is missing or the cell has a problem. */
  text(key: Key): string | undefined {
    const { header, row, reportedColumns } = this.#context;
    const column = header.columnByKey.get(key);
    return !column || reportedColumns.has(key) ? undefined : (row.cells[column.index] ?? '');
  }

  /** Whether a cell is empty or absent, and has no reported problem. */
  isEmpty(key: Key): boolean {
    return !this.#context.reportedColumns.has(key) && withoutBlanks(this.text(key) ?? '') === '';
  }

  /** Parses the text of a cell; undefined if the column is missing or the text is wrong. A wrong text is reported. */
  read<T>(key: Key, field: Field<T>): T | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    const parsed = field.safeParse(text);
    if (parsed.error) this.reportProblem(key, toProblem(parsed.error.issues[0]));
    return parsed.data;
  }

  /**
   * Reports a problem of a cell, or the reason why its change is refused. `refusal` is this reason where `problem` only
   * says it more precisely. A cell or a missing column that has a problem already gets no other.
   */
  reportProblem(key: Key, problem: Problem | Reason, refusal?: Reason): void {
    const { header, row, reportedColumns, problems } = this.#context;
    const { sheet, columnByKey, missingHeaderByKey, rowNumber } = header;
    const column = columnByKey.get(key);
    if (!column) {
      const position = { sheet, row: rowNumber, column: missingHeaderByKey.get(key) };
      if (missingHeaderByKey.delete(key)) problems.add(position, { code: 'missing_column' });
    } else if (!reportedColumns.has(key)) {
      reportedColumns.add(key);
      problems.add({ sheet, row: row.number, column: column.name }, problem, refusal);
    }
  }
}

/** Returns the problem of an issue. The fields of the domain add one to each of their issues. */
function toProblem(issue: z.core.$ZodIssue | undefined): Problem {
  const problem = issue?.code === 'custom' ? (issue.params?.['problem'] as Problem | undefined) : undefined;
  return problem ?? { code: 'malformed' };
}

/** A worksheet as it was read. `unreadColumns` are the headers of the columns that are not read. */
export type Table<Key extends string> = ReturnType<typeof readTableBelow<Key>>;

/** Reads all visible worksheets of a workbook, or a CSV file. @throws AppError if the whole file cannot be read */
export function readWorksheets(file: NamedFile, problems: WorkbookProblems): Sheet[] {
  try {
    return [...readSheets(file.name, file.bytes)];
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return problems.fail({ row: error.row, column: error.column }, error);
  }
}

/**
 * Reads a worksheet of a kind. It may have any name, and its columns any order. Problems are reported. Undefined if it
 * has no header of that kind.
 * @throws AppError if it has too many rows
 */
export function readTable<Key extends string>(form: ReadForm<Key>, sheet: Sheet, problems: WorkbookProblems) {
  const headerRow = findHeader(form, sheet);
  return headerRow && readTableBelow(form, { sheet, headerRow }, problems);
}

/** Reads a worksheet of a kind as `readTable` does, below a header that was found already. */
export function readTableBelow<Key extends string>(
  form: ReadForm<Key>,
  { sheet, headerRow }: HeadedSheet,
  problems: WorkbookProblems,
) {
  const dataRows = listDataRows(sheet, headerRow);
  if (dataRows.length > form.maxRows)
    problems.fail({ sheet: sheet.name }, new FileProblem('too_many_rows', { max: form.maxRows }));
  const header = readHeader(form, { sheet, headerRow }, problems);
  const readIndexes = [...header.columnByKey.values()].map(({ index }) => index);
  const unreadColumns = headerRow.cells.filter((cell, index) => cell !== '' && !readIndexes.includes(index));
  const rows: TableRow<Key>[] = [];
  const table = { name: sheet.name, has: (key: Key) => header.columnByKey.has(key), rows, unreadColumns };
  if (form.isExact && !header.isSound) return table;
  const unreadableKeysByRow = reportCellProblems({ sheet, headerRow, dataRows, header, problems });
  const isFilled = ({ cells }: Row) =>
    cells.some((cell, index) => withoutBlanks(cell) !== '' && (form.isExact || readIndexes.includes(index)));
  for (const row of dataRows) {
    const reportedColumns = unreadableKeysByRow.get(row.number);
    if (isFilled(row) || reportedColumns)
      rows.push(new RowReader({ header, row, reportedColumns: reportedColumns ?? new Set(), problems }));
  }
  return table;
}

interface SheetWithData<Key extends string> extends HeadedSheet, Pick<RowContext<Key>, 'header' | 'problems'> {
  readonly dataRows: readonly Row[];
}

/**
 * Reports unreadable cells in the columns of the form, and formulas in any column. Returns the columns of the form with
 * unreadable cells by row number.
 */
function reportCellProblems<Key extends string>({ sheet, headerRow, dataRows, header, problems }: SheetWithData<Key>) {
  const keyByIndex = new Map([...header.columnByKey].map(([key, { index }]) => [index, key]));
  const rowNumbers = new Set([headerRow, ...dataRows].map(({ number }) => number));
  const unreadableKeysByRow = new Map<number, Set<Key>>();
  for (const problem of sheet.problems) {
    const { row = 0, column: letters = '', code } = problem;
    const index = toColumnIndex(`${letters}${row}`) ?? -1;
    const key = keyByIndex.get(index);
    if (!rowNumbers.has(row) || (key === undefined && code !== 'formula')) continue;
    problems.add({ sheet: sheet.name, row, column: nameColumn(headerRow, index) }, problem);
    if (key !== undefined) unreadableKeysByRow.set(row, (unreadableKeysByRow.get(row) ?? new Set<Key>()).add(key));
  }
  return unreadableKeysByRow;
}
