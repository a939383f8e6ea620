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
const MOST_TOLD = 100;

/** A place in a workbook. */
export interface WorkbookPlace {
  readonly sheet?: string | undefined;
  /** Counted from 1, as in a spreadsheet. */
  readonly row?: number | undefined;
  /** The column's header where it is known, otherwise its letter. */
  readonly column?: string | undefined;
}

/** A problem at a place of a file. It is put into words only where it is told: there may be a hundred thousand. */
export interface PlacedProblem {
  readonly file: string;
  readonly place: WorkbookPlace;
  readonly describe: (language: Language) => string;
}

/** The problems of a workbook, with their places. */
export class WorkbookProblems {
  readonly #file: string;
  readonly #found: PlacedProblem[] = [];
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

  /** Notes the reason why what is asked for at a place is refused, in the words of the problem where there is one. */
  addReason(place: WorkbookPlace, reason: Reason, problem?: Problem): void {
    this.#reasons.push(reason);
    this.#note(place, (language) => (problem ? describeProblem(problem, language) : describeReason(reason, language)));
  }

  /** The failure that names all problems in the order of the rows: the first hundred, and how many more there are. */
  toError(): AppError {
    const order = (one: PlacedProblem) => one.place.row ?? 0;
    const sheets = [...new Set(this.#found.map(({ place }) => place.sheet))];
    const sorted = sheets.flatMap((sheet) =>
      this.#found.filter(({ place }) => place.sheet === sheet).sort((a, b) => order(a) - order(b)),
    );
    const [reason = 'invalid_input'] = this.#reasons.length === this.#found.length ? this.#reasons : [];
    return new AppError(reason, { fields: tellProblems(sorted) });
  }

  #note(place: WorkbookPlace, describe: (language: Language) => string): void {
    this.#found.push({ file: this.#file, place, describe });
  }
}

/** The first hundred problems as text, each with its place, and how many more there are. */
export function tellProblems(found: readonly PlacedProblem[]): FieldProblem[] {
  const told = found.slice(0, MOST_TOLD).map(tellProblem);
  const more = found.length - told.length;
  if (more === 0) return told;
  const text = { zh: `另有 ${more} 处错误未列出`, en: `${more} more mistakes are not listed` };
  return [...told, { field: FIELD, problem: { text } }];
}

function tellProblem({ file, place, describe }: PlacedProblem): FieldProblem {
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
