import {
  AppError,
  describeProblem,
  describeReason,
  type FieldProblem,
  type Language,
  type Problem,
  type Reason,
} from '../errors.ts';
import { describeFileProblem, type FileProblem } from '../spreadsheet/problem.ts';

/** The form field of uploaded files. */
const FIELD = 'files';
/** The maximum number of problems that one answer lists. */
const MAX_LISTED = 100;

export interface FilePosition {
  readonly sheet?: string | undefined;
  /** The row number, from 1 as in a spreadsheet. */
  readonly row?: number | undefined;
  /** The column's header or, if it is unknown, its letter. */
  readonly column?: string | undefined;
}

/** A problem with its position. It is described only if it is listed: there may be a hundred thousand problems. */
export interface LocatedProblem {
  readonly file: string;
  readonly position: FilePosition;
  readonly describe: (language: Language) => string;
}

/** The problems of a workbook, with their positions. */
export class WorkbookProblems {
  readonly #file: string;
  readonly #problems: LocatedProblem[] = [];
  /** The reasons of refused changes. */
  readonly #reasons: Reason[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** Adds a problem of the content. */
  add(position: FilePosition, problem: Problem): void {
    this.#add(position, (language) => describeProblem(problem, language));
  }

  /** Adds a problem of the file, or of a cell in it. */
  addFileProblem(position: FilePosition, problem: FileProblem): void {
    this.#add(position, (language) => describeFileProblem(problem, language));
  }

  /** Adds the reason why the change in a cell is refused. The problem, if any, describes it more precisely. */
  addRefusal(position: FilePosition, reason: Reason, problem?: Problem): void {
    this.#reasons.push(reason);
    this.#add(position, (language) =>
      problem ? describeProblem(problem, language) : describeReason(reason, language),
    );
  }

  /**
   * Makes the error with the first hundred problems in the order of the rows, and the number of further ones. If all
   * problems are refused changes, its reason is that of the first one.
   */
  toError(): AppError {
    const rowNumber = (problem: LocatedProblem) => problem.position.row ?? 0;
    const sheets = [...new Set(this.#problems.map(({ position }) => position.sheet))];
    const sorted = sheets.flatMap((sheet) =>
      this.#problems.filter(({ position }) => position.sheet === sheet).sort((a, b) => rowNumber(a) - rowNumber(b)),
    );
    const areAllRefusals = this.#reasons.length === this.#problems.length;
    const reason = (areAllRefusals ? this.#reasons[0] : undefined) ?? 'invalid_input';
    return new AppError(reason, { fields: describeProblems(sorted) });
  }

  #add(position: FilePosition, describe: (language: Language) => string): void {
    this.#problems.push({ file: this.#file, position, describe });
  }
}

/** Describes the first hundred problems with their positions, and the number of further ones. */
export function describeProblems(problems: readonly LocatedProblem[]): FieldProblem[] {
  const listedFields = problems.slice(0, MAX_LISTED).map(toFieldProblem);
  const unlistedCount = problems.length - listedFields.length;
  if (unlistedCount === 0) return listedFields;
  const text = { zh: `另有 ${unlistedCount} 处错误未列出`, en: `${unlistedCount} more mistakes are not listed` };
  return [...listedFields, { field: FIELD, problem: { text } }];
}

function toFieldProblem({ file, position, describe }: LocatedProblem): FieldProblem {
  const describeIn = (language: Language) => `${file}${describePosition(position, language)}${describe(language)}`;
  return {
    field: FIELD,
    problem: { text: { zh: describeIn('zh'), en: describeIn('en') } },
    position: { file, ...position },
  };
}

function describePosition({ sheet, row, column }: FilePosition, language: Language): string {
  if (language === 'zh') {
    const inSheet = sheet === undefined ? '' : ` 工作表「${sheet}」`;
    return `${inSheet}${row === undefined ? '' : ` 第 ${row} 行`}${column === undefined ? '' : `「${column}」`}：`;
  }
  const inSheet = sheet === undefined ? '' : ` sheet "${sheet}"`;
  return `${inSheet}${row === undefined ? '' : ` row ${row}`}${column === undefined ? '' : ` "${column}"`}: `;
}
