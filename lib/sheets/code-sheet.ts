import { isPlain, MAX_CODE_LENGTH, toCode, withoutBlanks } from '../domain/values/fields.ts';
import { toColumnLetters, type UploadBudget } from '../spreadsheet/cell.ts';
import { FileProblem, type FileProblemCode } from '../spreadsheet/problem.ts';
import { type Row, readSheets, type Sheet } from '../spreadsheet/rows.ts';
import { comparableText, normaliseText } from '../text/normal-form.ts';
import { findHeader, hasColumn, listDataRows, nameColumn, normaliseHeader } from './sheet-header.ts';

/** The headers of the column of codes, in lower case. */
const CODE_HEADERS = ['编码', '食材编码', 'code'] as const;

/** A kind of worksheet with a column of ingredient codes and a column of values. */
export interface CodeSheetForm<Value extends string> {
  /** The headers of the column of values, in lower case. */
  readonly headers: readonly [string, ...string[]];
  /** Parses a normalised, non-empty text; undefined if it is not a value. */
  readonly toValue: (text: string) => Value | undefined;
  /** Headers and values of another meaning, and their problem. */
  readonly refused?: { readonly pattern: RegExp; readonly problem: FileProblemCode };
  readonly problems: {
    /** The problem of a text that is not a value. */
    readonly badValue: FileProblemCode;
    /** The problems of a code with two different values: in one file, and in two files. */
    readonly conflict: FileProblemCode;
    readonly conflictOfFiles: FileProblemCode;
  };
}

/** A row: it sets a value or, without one, removes it. */
export interface CodeRow<Value extends string> {
  readonly row: number;
  readonly code: string;
  readonly value: Value | undefined;
}

/** A worksheet as it was read. It is applied only if it has no problems. */
export interface CodeSheet<Value extends string> {
  /** Name of the worksheet; undefined in a CSV file. */
  readonly name: string | undefined;
  readonly rows: readonly CodeRow<Value>[];
  /** Header of the column with the values. */
  readonly column: string;
  readonly problems: readonly FileProblem[];
}

interface Column {
  readonly index: number;
  /** The header as it is in the file. */
  readonly header: string;
}

/**
 * Reads a .csv or .xlsx file of values: its first worksheet that has the header. The two columns may be in any order.
 * Other columns are ignored unless they hold formulas. Every bad row is a problem.
 * @throws FileProblem if the whole file cannot be read
 */
export function readCodeSheet<Value extends string>(
  form: CodeSheetForm<Value>,
  name: string,
  bytes: Uint8Array,
  budget?: UploadBudget,
): CodeSheet<Value> {
  const { sheet, header } = findSheet(form, name, bytes, budget);
  const columns = [findColumn(name, header, CODE_HEADERS), findValueColumn(form, name, header)] as const;
  const [codeColumn, valueColumn] = columns;
  if (codeColumn instanceof FileProblem || valueColumn instanceof FileProblem) {
    const problems = columns.flatMap((column) => (column instanceof FileProblem ? [column.at(sheet.name)] : []));
    return { name: sheet.name, rows: [], column: '', problems };
  }
  const data = listDataRows(sheet, header);
  const readNumbers = new Set([header, ...data].map(({ number }) => number));
  const usedLetters = [codeColumn, valueColumn].map(({ index }) => toColumnLetters(index));
  const nameByLetter = new Map(header.cells.map((_, index) => [toColumnLetters(index), nameColumn(header, index)]));
  const unreadable = sheet.problems
    .filter(({ row = 0 }) => readNumbers.has(row))
    .filter(({ code, column }) => code === 'formula' || usedLetters.includes(column ?? ''))
    .map((problem) => problem.at(sheet.name, nameByLetter.get(problem.column ?? '')));
  const unreadableCells = new Set(unreadable.map(({ row, column }) => `${row} ${column}`));
  const unreadableRows = new Set(unreadable.map(({ row }) => row));
  const rows: CodeRow<Value>[] = [];
  const invalidValues: FileProblem[] = [];
  for (const row of data) {
    const [code, value] = [readCode(name, row, codeColumn), readValue(form, name, row, valueColumn)];
    if (code instanceof FileProblem || value instanceof FileProblem || unreadableRows.has(row.number)) {
      invalidValues.push(...[code, value].filter((result) => result instanceof FileProblem));
    } else rows.push({ row: row.number, code, value });
  }
  // One mistake gives one error. An unreadable cell has its error already, and explains a missing code in its row.
  const furtherProblems = invalidValues.filter(({ row, column, code }) => {
    return !unreadableCells.has(`${row} ${column}`) && !(code === 'empty_code' && unreadableRows.has(row));
  });
  return {
    name: sheet.name,
    rows,
    column: valueColumn.header,
    problems: [...unreadable, ...furtherProblems.map((problem) => problem.at(sheet.name))],
  };
}

/** Finds the first worksheet with the header; without any, the first one and its first row. */
function findSheet<Value extends string>(
  { headers, refused }: CodeSheetForm<Value>,
  name: string,
  bytes: Uint8Array,
  budget?: UploadBudget,
): { readonly sheet: Sheet; readonly header: Row } {
  let first: { sheet: Sheet; header: Row } | undefined;
  const columns = { code: { headers: CODE_HEADERS }, value: { headers } };
  for (const sheet of readSheets(name, bytes, budget)) {
    const header = findHeader({ columns, identifyingColumns: ['code'] }, sheet);
    const isRead = header?.cells.some(
      (cell) => hasColumn([cell], headers) || refused?.pattern.test(normaliseHeader(cell)),
    );
    if (header && isRead) return { sheet, header };
    const [top] = sheet.rows;
    if (top) first ??= { sheet, header: header ?? top };
  }
  if (first) return first;
  throw new FileProblem(name, 'no_header');
}

function findValueColumn<Value extends string>(
  { headers, refused }: CodeSheetForm<Value>,
  file: string,
  header: Row,
): Column | FileProblem {
  const wrong = header.cells.find((cell) => refused?.pattern.test(normaliseHeader(cell)));
  if (!refused || wrong === undefined || hasColumn(header.cells, headers)) return findColumn(file, header, headers);
  return new FileProblem(file, refused.problem, { row: header.number, column: normaliseText(wrong) });
}

function findColumn(file: string, header: Row, headers: readonly string[]): Column | FileProblem {
  const [first, second] = header.cells.flatMap((text, index): Column[] =>
    hasColumn([text], headers) ? [{ index, header: normaliseText(text) }] : [],
  );
  const position = { row: header.number, column: headers[0] };
  if (first === undefined) return new FileProblem(file, 'missing_column', position);
  return second === undefined ? first : new FileProblem(file, 'repeated_column', position);
}

function readCode(file: string, { number, cells }: Row, { index, header }: Column): string | FileProblem {
  const text = cells[index] ?? '';
  const position = { row: number, column: header, max: MAX_CODE_LENGTH };
  if (withoutBlanks(text) === '') return new FileProblem(file, 'empty_code', position);
  return toCode(text) ?? new FileProblem(file, 'bad_code', position);
}

function readValue<Value extends string>(
  { toValue, refused, problems }: CodeSheetForm<Value>,
  file: string,
  { number, cells }: Row,
  { index, header }: Column,
): Value | undefined | FileProblem {
  const text = cells[index] ?? '';
  if (withoutBlanks(text) === '') return undefined;
  const value = toValue(isPlain(text) ? comparableText(text) : text);
  const problem = refused?.pattern.test(normaliseHeader(text)) ? refused.problem : problems.badValue;
  return value ?? new FileProblem(file, problem, { row: number, column: header });
}
