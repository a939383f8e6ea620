import { CODE_MAX, isPlain, toCode, withoutBlanks } from '../domain/values/fields.ts';
import { toLetter, type UploadAllowance } from '../spreadsheet/cell.ts';
import { FileProblem, type FileProblemCode } from '../spreadsheet/problem.ts';
import { type Row, readRows } from '../spreadsheet/rows.ts';
import { comparedText, normaliseText } from '../text/normal-form.ts';
import { toHeader } from './table-sheet.ts';

/** The headers of the column of codes, in lower case. */
const CODE = ['编码', 'code'] as const;

/** A kind of worksheet that gives ingredients values: one column of codes, and one of values. */
export interface CodeSheetForm<Value extends string> {
  /** The headers of the column of values, in lower case. */
  readonly headers: readonly string[];
  /** Reads the value from a text as it is compared, which is not empty; undefined where it is none. */
  readonly toValue: (text: string) => Value | undefined;
  readonly problems: {
    /** The problem of a text that is not a value. */
    readonly bad: FileProblemCode;
    /** The problems of a code with two different values: in two rows of a file, and in two files. */
    readonly conflict: FileProblemCode;
    readonly conflictOfFiles: FileProblemCode;
  };
}

/** What a row asks for: to set a value or, where it is absent, to remove it. */
export interface CodeRow<Value extends string> {
  readonly row: number;
  readonly code: string;
  readonly value: Value | undefined;
}

/** A worksheet as it was read. It is applied only if it has no problems. */
export interface CodeSheet<Value extends string> {
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
 * Reads a .csv or .xlsx file of values. Its two columns may be in any order. Other columns are ignored unless they hold
 * formulas. Every bad row is a problem.
 * @throws FileProblem where the whole file cannot be read.
 */
export function readCodeSheet<Value extends string>(
  form: CodeSheetForm<Value>,
  name: string,
  bytes: Uint8Array,
  allowance?: UploadAllowance,
): CodeSheet<Value> {
  const { rows: all, problems: cellProblems } = readRows(name, bytes, allowance);
  const [header, ...data] = all;
  if (header === undefined) throw new FileProblem(name, 'no_header');
  const code = findColumn(name, header, CODE);
  const value = findColumn(name, header, form.headers);
  const unusable = cellProblems.flatMap((problem) => {
    const column = [code, value].find(({ index }) => toLetter(index) === problem.column);
    if (column === undefined) return problem.code === 'formula' ? [problem] : [];
    return [problem.inColumn(column.header)];
  });
  const passedOver = new Set(unusable.map(({ row }) => row));
  const bad: FileProblem[] = [];
  const rows: CodeRow<Value>[] = [];
  for (const row of data) {
    if (passedOver.has(row.number)) continue;
    const result = readRow(form, name, row, [code, value]);
    if (result instanceof FileProblem) bad.push(result);
    else rows.push(result);
  }
  return { rows, column: value.header, problems: [...unusable, ...bad] };
}

function findColumn(file: string, header: Row, names: readonly string[]): Column {
  const found = header.cells.flatMap((text, index): Column[] =>
    names.includes(toHeader(text)) ? [{ index, header: normaliseText(text) }] : [],
  );
  const [column, second] = found;
  const place = { row: header.number, column: names.join('/') };
  if (column === undefined) throw new FileProblem(file, 'missing_column', place);
  if (second !== undefined) throw new FileProblem(file, 'repeated_column', place);
  return column;
}

function readRow<Value extends string>(
  { toValue, problems }: CodeSheetForm<Value>,
  file: string,
  { number, cells }: Row,
  [codeColumn, valueColumn]: readonly [Column, Column],
): CodeRow<Value> | FileProblem {
  const sent = cells[codeColumn.index] ?? '';
  const text = cells[valueColumn.index] ?? '';
  const inCode = { row: number, column: codeColumn.header, max: CODE_MAX };
  if (withoutBlanks(sent) === '') return new FileProblem(file, 'empty_code', inCode);
  const code = toCode(sent);
  if (code === undefined) return new FileProblem(file, 'bad_code', inCode);
  if (withoutBlanks(text) === '') return { row: number, code, value: undefined };
  const value = toValue(isPlain(text) ? comparedText(text) : text);
  if (value === undefined) return new FileProblem(file, problems.bad, { row: number, column: valueColumn.header });
  return { row: number, code, value };
}
