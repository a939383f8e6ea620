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
export const MOST_PROBLEMS = 100;

/** A place in a workbook. */
export interface WorkbookPlace {
  readonly sheet?: string | undefined;
  /** Counted from 1, as in a spreadsheet. */
  readonly row?: number | undefined;
  /** The column's header where it is known, otherwise its letter. */
  readonly column?: string | undefined;
}

/** The problems of a workbook, with their places. */
export class WorkbookProblems {
  readonly #file: string;
  readonly #found: FieldProblem[] = [];
  /** Reasons other than bad input. */
  readonly #reasons: Reason[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Notes what is wrong at a place. */
  add(place: WorkbookPlace, problem: Problem): void {
    this.#note(place, (language) => describeProblem(problem, language));
  }

  /** Notes what is wrong with a file, or with a cell of it. */
  addOfFile(place: WorkbookPlace, problem: FileProblem): void {
    this.#note(place, (language) => describeFileProblem(problem, language));
  }

  /** Notes the reason why what is asked for at a place is refused. */
  addReason(place: WorkbookPlace, reason: Reason): void {
    this.#reasons.push(reason);
    this.#note(place, (language) => describeReason(reason, language));
  }

  /** The failure that names all problems, the first hundred in the order of the rows. */
  toError(): AppError {
    const order = (one: FieldProblem) => one.place?.row ?? 0;
    const sheets = [...new Set(this.#found.map(({ place }) => place?.sheet))];
    const sorted = sheets.flatMap((sheet) =>
      this.#found.filter(({ place }) => place?.sheet === sheet).sort((a, b) => order(a) - order(b)),
    );
    const [reason = 'invalid_input'] = this.#reasons.length === this.#found.length ? this.#reasons : [];
    return new AppError(reason, { fields: sorted.slice(0, MOST_PROBLEMS) });
  }

  #note(place: WorkbookPlace, describe: (language: Language) => string): void {
    this.#found.push(tellProblem(this.#file, place, describe));
  }
}

/** A problem of a file with its place, as text. */
export function tellProblem(
  file: string,
  place: WorkbookPlace,
  describe: (language: Language) => string,
): FieldProblem {
  const tell = (language: Language) => `${file}${describePlace(place, language)}${describe(language)}`;
  return { field: FIELD, problem: { text: { zh: tell('zh'), en: tell('en') } }, place: { file, ...place } };
}

function describePlace({ sheet, row, column }: WorkbookPlace, language: Language): string {
  if (language === 'zh') {
    const inSheet = sheet === undefined ? '' : ` 工作表「${sheet}」`;
    return `${inSheet}${row === undefined ? '' : ` 第 ${row} 行`}${column === undefined ? '' : `「${column}」`}：`;
  }
  const inSheet = sheet === undefined ? '' : ` sheet "${sheet}"`;
  return `${inSheet}${row === undefined ? '' : ` row ${row}`}${column === undefined ? '' : ` "${column}"`}: `;
}
