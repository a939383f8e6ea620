import { CODE_MAX, isPlain, NAME_MAX, toCode, withoutBlanks } from '../domain/fields.ts';
import { Mark } from '../domain/mark.ts';
import { type Allowance, toLetter } from '../spreadsheet/cell.ts';
import { FileProblem } from '../spreadsheet/problem.ts';
import { type Row, readRows } from '../spreadsheet/rows.ts';
import { normaliseKey, normaliseText } from '../text/normal-form.ts';

/** The columns of a mark sheet, by any of their headers in lower case. */
const HEADERS = { code: ['编码', 'code'], mark: ['标记', 'mark'] } as const;

/** What a row asks for: to set a mark, or to remove it where the mark is absent. */
export interface MarkRow {
  readonly row: number;
  readonly code: string;
  readonly mark: Mark | undefined;
}

/** A mark sheet as it was read. It is applied only if it has no problems. */
export interface MarkSheet {
  readonly marks: readonly MarkRow[];
  /** Header of the column that they stand in. */
  readonly column: string;
  readonly problems: readonly FileProblem[];
}

interface Column {
  readonly index: number;
  /** The header as the file has it. */
  readonly header: string;
}

/**
 * Reads a .csv or .xlsx file of marks: columns 编码/code and 标记/mark in any order; further ones are ignored unless they
 * hold formulas. Every bad row is a problem.
 * @throws FileProblem where the file as a whole cannot be taken.
 */
export function readMarkSheet(name: string, bytes: Uint8Array, allowance?: Allowance): MarkSheet {
  const { rows, problems: cellProblems } = readRows(name, bytes, allowance);
  const [header, ...data] = rows;
  if (header === undefined) throw new FileProblem(name, 'no_header');
  const code = findColumn(name, header, HEADERS.code);
  const mark = findColumn(name, header, HEADERS.mark);
  const unusable = cellProblems.flatMap((problem) => {
    const column = [code, mark].find(({ index }) => toLetter(index) === problem.column);
    if (column === undefined) return problem.code === 'formula' ? [problem] : [];
    return [problem.inColumn(column.header)];
  });
  const passedOver = new Set(unusable.map(({ row }) => row));
  const bad: FileProblem[] = [];
  const marks: MarkRow[] = [];
  for (const row of data) {
    if (passedOver.has(row.number)) continue;
    const result = readMark(name, row, code, mark);
    if (result instanceof FileProblem) bad.push(result);
    else marks.push(result);
  }
  const problems = [...unusable, ...bad, ...findConflicts(name, marks, mark)];
  return { marks, column: mark.header, problems: problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0)) };
}

function findColumn(file: string, header: Row, names: readonly string[]): Column {
  const found = header.cells.flatMap((text, index): Column[] => {
    const isNamed = text.length <= NAME_MAX && names.includes(normaliseKey(text).replace(/[\s\uFEFF]/g, ''));
    return isNamed ? [{ index, header: normaliseText(text) }] : [];
  });
  const [column, second] = found;
  const place = { row: header.number, column: names.join('/') };
  if (column === undefined) throw new FileProblem(file, 'missing_column', place);
  if (second !== undefined) throw new FileProblem(file, 'repeated_column', place);
  return column;
}

function readMark(file: string, { number, cells }: Row, codeColumn: Column, markColumn: Column): MarkRow | FileProblem {
  const sent = cells[codeColumn.index] ?? '';
  const text = cells[markColumn.index] ?? '';
  const inCode = { row: number, column: codeColumn.header, max: CODE_MAX };
  if (withoutBlanks(sent) === '') return new FileProblem(file, 'empty_code', inCode);
  const code = toCode(sent);
  if (code === undefined) return new FileProblem(file, 'bad_code', inCode);
  if (withoutBlanks(text) === '') return { row: number, code, mark: undefined };
  const mark = Mark.safeParse(isPlain(text) ? normaliseText(text) : text);
  if (!mark.success) return new FileProblem(file, 'unknown_mark', { row: number, column: markColumn.header });
  return { row: number, code, mark: mark.data };
}

function findConflicts(file: string, marks: readonly MarkRow[], column: Column): FileProblem[] {
  const first = new Map<string, MarkRow>();
  return marks.flatMap((row) => {
    const earlier = first.get(row.code);
    if (earlier === undefined) first.set(row.code, row);
    if (earlier === undefined || earlier.mark === row.mark) return [];
    const place = { row: row.row, column: column.header, other: earlier.row };
    return [new FileProblem(file, 'conflicting_mark', place)];
  });
}
