import type * as z from 'zod/mini';
import { withoutBlanks } from '../domain/values/fields.ts';
import type { Problem, Reason } from '../errors.ts';
import { lettersToIndex } from '../spreadsheet/cell.ts';
import type { ListSheet } from '../spreadsheet/list-sheet.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { type Row, readSheets, type Sheet } from '../spreadsheet/rows.ts';
import type { SheetColumn } from '../spreadsheet/xlsx-sheet.ts';
import type { ColumnForm, HeadedSheet, TableHeader, WorksheetForm } from './sheet-header.ts';
import { findHeader, listColumnKeys, listDataRows, nameColumn, readHeader } from './sheet-header.ts';
import type { WorkbookProblems } from './workbook-problems.ts';

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A column to be read and written. The first of its headers is written. */
export interface TableColumn extends ColumnForm, Omit<SheetColumn, 'header'> {}

/** A kind of worksheet to be read and written. */
export interface TableForm<Key extends string> extends WorksheetForm<Key> {
  /** The name of a written worksheet, and in the message that the worksheet is missing. */
  readonly name: string;
  readonly columns: Readonly<Record<Key, TableColumn>>;
}

/** A field of the domain, which parses a text. */
export interface Field<T> {
  safeParse(text: string): z.core.util.SafeParseResult<T>;
}

/** A row that is not empty. Only the public members: then a row of more columns is accepted where one of fewer is expected. */
export type TableRow<Key extends string> = Pick<RowReader<Key>, keyof RowReader<Key>>;

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

  /** Reports the first problem of a cell. `refusalReason` is why a change is refused, if `problem` says it more precisely. */
  reportProblem(key: Key, problem: Problem | Reason, refusalReason?: Reason): void {
    const { header, row, reportedColumns, problems } = this.#context;
    const column = header.columnByKey.get(key);
    if (!column) this.#reportMissingColumn(key);
    else if (!reportedColumns.has(key)) {
      reportedColumns.add(key);
      problems.add({ sheet: header.sheetName, row: row.number, column: column.name }, problem, refusalReason);
    }
  }

  /** Reports that an optional column is missing, once for all rows. A missing required one is reported with the header. */
  #reportMissingColumn(key: Key): void {
    const { sheetName: sheet, missingHeaderByKey, rowNumber: row } = this.#context.header;
    const column = missingHeaderByKey.get(key);
    if (missingHeaderByKey.delete(key)) this.#context.problems.add({ sheet, row, column }, { code: 'missing_column' });
  }
}

/** Returns the problem of an issue. The fields of the domain add one to each of their issues. */
function toProblem(issue: z.core.$ZodIssue | undefined): Problem {
  const problem = issue?.code === 'custom' ? (issue.params?.['problem'] as Problem | undefined) : undefined;
  return problem ?? { code: 'malformed' };
}

export interface Table<Key extends string> {
  /** Undefined for a CSV file. */
  readonly sheetName: string | undefined;
  readonly hasColumn: (key: Key) => boolean;
  readonly rows: readonly TableRow<Key>[];
  /** The headers of the columns that are not read. */
  readonly unreadColumns: string[];
}

/** Reads all visible worksheets of a workbook, or a CSV file. @throws AppError if the whole file cannot be read */
export function readWorksheets(file: NamedFile, problems: WorkbookProblems): Sheet[] {
  try {
    return [...readSheets(file.name, file.bytes)];
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return problems.fail({ row: error.row, column: error.column }, error);
  }
}

/** Reads a worksheet, whatever its name and the order of its columns; undefined if it is of another kind. Reports problems. */
export function readTable<Key extends string>(
  form: WorksheetForm<Key>,
  sheet: Sheet,
  problems: WorkbookProblems,
): Table<Key> | undefined {
  const headedSheet = findHeader(form, sheet);
  return headedSheet && readTableBelow(form, headedSheet, problems);
}

/** Reads a worksheet as `readTable` does, below a header that was found already. @throws AppError if it has too many rows */
export function readTableBelow<Key extends string>(
  form: WorksheetForm<Key>,
  headedSheet: HeadedSheet,
  problems: WorkbookProblems,
): Table<Key> {
  const { sheet, headerRow } = headedSheet;
  const dataRows = listDataRows(headedSheet);
  if (dataRows.length > form.maxRows)
    problems.fail({ sheet: sheet.name }, new FileProblem('too_many_rows', { max: form.maxRows }));
  const header = readHeader(form, headedSheet, problems);
  const readIndexes = new Set([...header.columnByKey.values()].map(({ index }) => index));
  const isFilled = ({ cells }: Row) =>
    cells.some((cell, index) => withoutBlanks(cell) !== '' && (form.countsUnreadTexts || readIndexes.has(index)));
  const readRows = () => {
    const unreadableKeysByRow = reportCellProblems({ ...headedSheet, dataRows, header, problems });
    return dataRows.flatMap((row) => {
      const reportedColumns = unreadableKeysByRow.get(row.number);
      if (!isFilled(row) && !reportedColumns) return [];
      return new RowReader({ header, row, reportedColumns: reportedColumns ?? new Set<Key>(), problems });
    });
  };
  return {
    sheetName: sheet.name,
    hasColumn: (key) => header.columnByKey.has(key),
    rows: form.needsSoundHeader && !header.isSound ? [] : readRows(),
    unreadColumns: headerRow.cells.filter((cell, index) => cell !== '' && !readIndexes.has(index)),
  };
}

interface SheetWithData<Key extends string> extends HeadedSheet, Pick<RowContext<Key>, 'header' | 'problems'> {
  readonly dataRows: readonly Row[];
}

/** Reports unreadable cells in read columns, and formulas in any. Returns the read columns with such cells, by row number. */
function reportCellProblems<Key extends string>({ sheet, headerRow, dataRows, header, problems }: SheetWithData<Key>) {
  const keyByIndex = new Map([...header.columnByKey].map(([key, { index }]) => [index, key]));
  const rowNumbers = new Set([headerRow, ...dataRows].map(({ number }) => number));
  const unreadableKeysByRow = new Map<number, Set<Key>>();
  for (const problem of sheet.problems) {
    const { row = 0, column: letters = '', code } = problem;
    const index = lettersToIndex(letters);
    const key = keyByIndex.get(index);
    if (!rowNumbers.has(row) || (key === undefined && code !== 'formula')) continue;
    problems.add({ sheet: sheet.name, row, column: nameColumn(headerRow, index) }, problem);
    if (key !== undefined) unreadableKeysByRow.set(row, (unreadableKeysByRow.get(row) ?? new Set<Key>()).add(key));
  }
  return unreadableKeysByRow;
}

/** Makes a worksheet of this form from rows of texts by column. */
export function toListSheet<Key extends string>(form: TableForm<Key>, rows: readonly Record<Key, string>[]): ListSheet {
  const { name, columns } = form;
  const keys = listColumnKeys(columns);
  const listColumns = keys.map((key) => ({ ...columns[key], header: columns[key].headers[0] }));
  return { name, columns: listColumns, rows: rows.map((row) => keys.map((key) => row[key])) };
}
