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

/** The form field that uploaded files come in. */
const FIELD = 'files';
/** The most problems that one answer lists. */
const MOST_LISTED = 100;

/** A position in a file. */
export interface FilePosition {
  readonly sheet?: string | undefined;
  /** Counted from 1, as in a spreadsheet. */
  readonly row?: number | undefined;
  /** The column's header where it is known, otherwise its letter. */
  readonly column?: string | undefined;
}

/** A problem at a position of a file. Only the listed ones are put into words: there may be a hundred thousand. */
export interface LocatedProblem {
  readonly file: string;
  readonly position: FilePosition;
  readonly describe: (language: Language) => string;
}

/** The problems of a workbook, with their positions. */
export class WorkbookProblems {
  readonly #file: string;
  readonly #found: LocatedProblem[] = [];
  /** Reasons other than bad input. */
  readonly #reasons: Reason[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Notes what is wrong at a position. */
  add(position: FilePosition, problem: Problem): void {
    this.#note(position, (language) => describeProblem(problem, language));
  }

  /** Notes what is wrong with a file, or with a cell of it. */
  addFileProblem(position: FilePosition, problem: FileProblem): void {
    this.#note(position, (language) => describeFileProblem(problem, language));
  }

  /** Notes why what a cell asks for is refused: in the words of the problem, or else of the reason. */
  addReason(position: FilePosition, reason: Reason, problem?: Problem): void {
    this.#reasons.push(reason);
    this.#note(position, (language) =>
      problem ? describeProblem(problem, language) : describeReason(reason, language),
    );
  }

  /** The failure that names all problems in the order of the rows: the first hundred, and how many more there are. */
  toError(): AppError {
    const order = (one: LocatedProblem) => one.position.row ?? 0;
    const sheets = [...new Set(this.#found.map(({ position }) => position.sheet))];
    const sorted = sheets.flatMap((sheet) =>
      this.#found.filter(({ position }) => position.sheet === sheet).sort((a, b) => order(a) - order(b)),
    );
    const [reason = 'invalid_input'] = this.#reasons.length === this.#found.length ? this.#reasons : [];
    return new AppError(reason, { fields: describeProblems(sorted) });
  }

  #note(position: FilePosition, describe: (language: Language) => string): void {
    this.#found.push({ file: this.#file, position, describe });
  }
}

/** Describes the first hundred problems with their positions, and says how many more there are. */
export function describeProblems(found: readonly LocatedProblem[]): FieldProblem[] {
  const listed = found.slice(0, MOST_LISTED).map(toFieldProblem);
  const more = found.length - listed.length;
  if (more === 0) return listed;
  const text = { zh: `另有 ${more} 处错误未列出`, en: `${more} more mistakes are not listed` };
  return [...listed, { field: FIELD, problem: { text } }];
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
