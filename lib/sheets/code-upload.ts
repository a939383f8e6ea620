import { AppError, type Language } from '../errors.ts';
import { fullBudget, MAX_ROWS, type UploadBudget } from '../spreadsheet/cell.ts';
import { describeFileProblem, FileProblem } from '../spreadsheet/problem.ts';
import { type CodeRow, type CodeSheetForm, readCodeSheet } from './code-sheet.ts';
import type { UnreadPart } from './unread.ts';
import { describeProblems } from './workbook-problems.ts';

interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface FileRow<Value extends string> extends CodeRow<Value> {
  readonly file: string;
  readonly sheet: string | undefined;
  readonly valueHeader: string;
}

interface CodeUpload<Value extends string> {
  /** The new values by code; undefined removes the value. */
  readonly changes: ReadonlyMap<string, Value | undefined>;
  /** The columns that are not read. */
  readonly unread: readonly UnreadPart[];
  /** Makes the error for different codes of the same food with different values. */
  readonly toConflictError: (conflicts: readonly (readonly [code: string, earlierCode: string])[]) => AppError;
}

/**
 * Reads the values that the files set and remove. One bad file refuses them all.
 * @throws AppError `invalid_input` with the first 100 problems and their positions in field `files`;
 * `payload_too_large` if a file is too large
 */
export function readCodeUpload<Value extends string>(
  form: CodeSheetForm<Value>,
  files: readonly NamedFile[],
): CodeUpload<Value> {
  const budget = fullBudget();
  const sheets = files.map((file) => readSheet(form, file, budget));
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const unsortedProblems = [...sheets.flatMap((sheet) => sheet.problems), ...findConflicts(form, rows)];
  const fileNames = new Set(files.map(({ name }) => name));
  const problems = [...fileNames].flatMap((name) => {
    return unsortedProblems.filter(({ file }) => file === name).sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
  });
  if (rows.length > MAX_ROWS)
    problems.unshift(new FileProblem(files[0]?.name ?? '', 'too_many_rows', { max: MAX_ROWS }));
  if (problems.length > 0) throw toError(problems);
  return {
    changes: new Map(rows.map(({ code, value }) => [code, value])),
    unread: sheets.map(({ unread }) => unread),
    toConflictError: (conflicts) => toError(locateConflicts(form, rows, conflicts)),
  };
}

function toError(problems: readonly FileProblem[]): AppError {
  const isTooLarge = problems.some((problem) => problem.code === 'too_large');
  const located = problems.map((problem) => {
    const { file, sheet, row, column } = problem;
    return {
      file,
      position: { sheet, row, column },
      describe: (language: Language) => describeFileProblem(problem, language),
    };
  });
  return new AppError(isTooLarge ? 'payload_too_large' : 'invalid_input', { fields: describeProblems(located) });
}

/** Makes a problem for each conflict. Its position is the first row of each of the two codes. */
function locateConflicts<Value extends string>(
  form: CodeSheetForm<Value>,
  rows: readonly FileRow<Value>[],
  conflicts: readonly (readonly [code: string, earlierCode: string])[],
): FileProblem[] {
  const firstRowByCode = new Map(rows.toReversed().map((row) => [row.code, row]));
  return conflicts.flatMap(([code, earlierCode]) => {
    const row = firstRowByCode.get(code);
    const earlier = firstRowByCode.get(earlierCode);
    return row && earlier ? [toConflict(form, row, earlier)] : [];
  });
}

function readSheet<Value extends string>(
  form: CodeSheetForm<Value>,
  { name, bytes }: NamedFile,
  budget: UploadBudget,
): { rows: FileRow<Value>[]; problems: readonly FileProblem[]; unread: UnreadPart } {
  try {
    const {
      name: sheet,
      rows,
      valueHeader,
      unreadColumns: columns,
      problems,
    } = readCodeSheet(form, name, bytes, budget);
    const fileRows = rows.map((row) => ({ ...row, file: name, sheet, valueHeader }));
    return { rows: fileRows, problems, unread: { sheet, columns } };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { rows: [], problems: [error], unread: { columns: [] } };
  }
}

function findConflicts<Value extends string>(
  form: CodeSheetForm<Value>,
  rows: readonly FileRow<Value>[],
): FileProblem[] {
  const firstRowByCode = new Map<string, FileRow<Value>>();
  return rows.flatMap((row) => {
    const earlier = firstRowByCode.get(row.code) ?? row;
    firstRowByCode.set(row.code, earlier);
    return earlier.value === row.value ? [] : [toConflict(form, row, earlier)];
  });
}

function toConflict<Value extends string>(
  { problems }: CodeSheetForm<Value>,
  { file, sheet, row, valueHeader }: FileRow<Value>,
  earlier: FileRow<Value>,
): FileProblem {
  const position = { sheet, row, column: valueHeader, otherRow: earlier.row };
  if (file === earlier.file) return new FileProblem(file, problems.conflict, position);
  return new FileProblem(file, problems.conflictBetweenFiles, { ...position, otherFile: earlier.file });
}
