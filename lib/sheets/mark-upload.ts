import type { Mark } from '../domain/mark.ts';
import { AppError, type FieldProblem, type Language } from '../errors.ts';
import { type Allowance, fullAllowance, MOST_ROWS } from '../spreadsheet/cell.ts';
import { describeFileProblem, FileProblem } from '../spreadsheet/problem.ts';
import { type MarkRow, readMarkSheet } from './mark-sheet.ts';

/** The form field that uploaded files come in. */
const FIELD = 'files';

/** Most problems one answer lists. */
const MOST_PROBLEMS = 100;

/** A file of an upload. */
interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A row of one of the files. */
interface PlacedRow extends MarkRow {
  readonly file: string;
  /** Header of the column that its mark stands in. */
  readonly column: string;
}

/** What the files of an upload ask for. */
interface MarkUpload {
  /** Marks by code as the files have them; undefined where a mark is to be removed. */
  readonly changes: ReadonlyMap<string, Mark | undefined>;
  /** Makes the failure for codes that mean the same as earlier ones and have other marks. */
  readonly refuse: (conflicts: readonly (readonly [code: string, earlier: string])[]) => AppError;
}

/**
 * Reads the marks that the files set and remove. All files are taken or none.
 * @throws AppError `invalid_input` naming in field `files` file, row and problem, the first 100 of them;
 * `payload_too_large` where a file is too large.
 */
export function readMarkUpload(files: readonly NamedFile[]): MarkUpload {
  const allowance = fullAllowance();
  const sheets = files.map((file) => readSheet(file, allowance));
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const problems = [...sheets.flatMap((sheet) => sheet.problems), ...findConflicts(rows)];
  if (rows.length > MOST_ROWS)
    problems.unshift(new FileProblem(files[0]?.name ?? '', 'too_many_rows', { max: MOST_ROWS }));
  if (problems.length > 0) throw toError(problems);
  return {
    changes: new Map(rows.map(({ code, mark }) => [code, mark])),
    refuse: (conflicts) => toError(placeConflicts(rows, conflicts)),
  };
}

function toError(problems: readonly FileProblem[]): AppError {
  const isTooLarge = problems.some((problem) => problem.code === 'too_large');
  const fields = problems.slice(0, MOST_PROBLEMS).map(toFieldProblem);
  return new AppError(isTooLarge ? 'payload_too_large' : 'invalid_input', { fields });
}

/** Finds the places where the codes stand first. */
function placeConflicts(
  rows: readonly PlacedRow[],
  conflicts: readonly (readonly [code: string, earlier: string])[],
): FileProblem[] {
  const first = new Map(rows.toReversed().map((row) => [row.code, row]));
  return conflicts.flatMap(([code, earlier]) => {
    const [row, other] = [first.get(code), first.get(earlier)];
    return row && other ? [toConflict(row, other)] : [];
  });
}

function readSheet({ name, bytes }: NamedFile, allowance: Allowance): { rows: PlacedRow[]; problems: FileProblem[] } {
  try {
    const { marks, column, problems } = readMarkSheet(name, bytes, allowance);
    return { rows: marks.map((row) => ({ ...row, file: name, column })), problems: [...problems] };
  } catch (error) {
    if (error instanceof FileProblem) return { rows: [], problems: [error] };
    throw error;
  }
}

/** Finds codes with different marks in two files. Within one file the sheet has found them already. */
function findConflicts(rows: readonly PlacedRow[]): FileProblem[] {
  const first = new Map<string, PlacedRow>();
  return rows.flatMap((row) => {
    const earlier = first.get(row.code) ?? row;
    first.set(row.code, earlier);
    if (earlier.mark === row.mark || earlier.file === row.file) return [];
    return [toConflict(row, earlier)];
  });
}

function toConflict({ file, row, column }: PlacedRow, earlier: PlacedRow): FileProblem {
  const place = { row, column, other: earlier.row };
  if (file === earlier.file) return new FileProblem(file, 'conflicting_mark', place);
  return new FileProblem(file, 'conflicting_file', { ...place, otherFile: earlier.file });
}

function toFieldProblem(problem: FileProblem): FieldProblem {
  const tell = (language: Language) => `${placeOf(problem, language)}${describeFileProblem(problem, language)}`;
  const { file, row, column } = problem;
  return { field: FIELD, problem: { text: { zh: tell('zh'), en: tell('en') } }, place: { file, row, column } };
}

function placeOf({ file, row, column }: FileProblem, language: Language): string {
  if (language === 'zh') {
    return `${file}${row === undefined ? '' : ` 第 ${row} 行`}${column === undefined ? '' : `「${column}」`}：`;
  }
  return `${file}${row === undefined ? '' : ` row ${row}`}${column === undefined ? '' : ` "${column}"`}: `;
}
