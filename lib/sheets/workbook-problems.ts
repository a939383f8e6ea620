import type { FieldProblem, Language, Problem, Reason } from '../errors.ts';
import { AppError, describeProblem, describeReason } from '../errors.ts';
import { describeFileProblem, FileProblem } from '../spreadsheet/problem.ts';

const FILES_FIELD = 'files';
const MAX_LISTED_PROBLEMS = 100;

/** A position in a file whose name is known. A problem of the whole file has an empty one. */
export type FilePosition = Omit<NonNullable<FieldProblem['position']>, 'file'>;

/** A problem of the content, one of reading the file, or the reason why a change is refused. */
export type SheetProblem = Problem | FileProblem | Reason;

/** A problem with its position. It is described only if it is listed: there may be a hundred thousand problems. */
interface LocatedProblem {
  readonly fileName: string;
  readonly position: FilePosition;
  readonly problem: SheetProblem;
  readonly refusalReason: Reason | undefined;
}

/** The problems of an uploaded file, with their positions. */
export class WorkbookProblems {
  readonly #fileName: string;
  readonly #problems: LocatedProblem[] = [];

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** Adds a problem. `refusalReason` is why a change is refused, where `problem` says it more precisely or is that reason. */
  add(position: FilePosition, problem: SheetProblem, refusalReason?: Reason): void {
    const ownReason = typeof problem === 'string' ? problem : undefined;
    this.#problems.push({ fileName: this.#fileName, position, problem, refusalReason: refusalReason ?? ownReason });
  }

  /** Throws the error of all problems, if there are any, as `toUploadError` makes it. */
  throwIfAny(): void {
    if (!this.isEmpty) throw toUploadError([this]);
  }

  /** Adds a problem, and throws the error of all. */
  fail(position: FilePosition, problem: SheetProblem): never {
    this.add(position, problem);
    throw toUploadError([this]);
  }

  /** Lists the problems by worksheet, then by row; those of the whole file first. */
  listSorted(): LocatedProblem[] {
    const compareRows = (a: LocatedProblem, b: LocatedProblem) => (a.position.row ?? 0) - (b.position.row ?? 0);
    const sheetNames = new Set([undefined, ...this.#problems.map(({ position }) => position.sheet)]);
    return [...sheetNames].flatMap((sheetName) =>
      this.#problems.filter(({ position }) => position.sheet === sheetName).sort(compareRows),
    );
  }
}

/** Makes an upload's error: its first problems, the number of others, and the first reason if all are refused changes. */
export function toUploadError(problemsByFile: readonly WorkbookProblems[]): AppError {
  const problems = problemsByFile.flatMap((fileProblems) => fileProblems.listSorted());
  const reason = problems.every(({ refusalReason }) => refusalReason) ? problems[0]?.refusalReason : undefined;
  const fields: FieldProblem[] = problems.slice(0, MAX_LISTED_PROBLEMS).map(({ fileName, position, problem }) => {
    const toText = (language: Language) =>
      `${fileName}${describePosition(position, language)}${describeSheetProblem(problem, language)}`;
    const text = { zh: toText('zh'), en: toText('en') };
    return { field: FILES_FIELD, problem: { text }, position: { file: fileName, ...position } };
  });
  const unlistedCount = problems.length - fields.length;
  if (unlistedCount > 0) {
    const text = { zh: `另有 ${unlistedCount} 处错误未列出`, en: `${unlistedCount} more mistakes are not listed` };
    fields.push({ field: FILES_FIELD, problem: { text } });
  }
  return new AppError(reason ?? 'invalid_input', { fields });
}

function describeSheetProblem(problem: SheetProblem, language: Language): string {
  if (typeof problem === 'string') return describeReason(problem, language);
  return problem instanceof FileProblem ? describeFileProblem(problem, language) : describeProblem(problem, language);
}

function describePosition({ sheet, row, column }: FilePosition, language: Language): string {
  const isChinese = language === 'zh';
  const parts = [
    ...(sheet === undefined ? [] : [isChinese ? ` 工作表「${sheet}」` : ` sheet "${sheet}"`]),
    ...(row === undefined ? [] : [isChinese ? ` 第 ${row} 行` : ` row ${row}`]),
    ...(column === undefined ? [] : [isChinese ? `「${column}」` : ` "${column}"`]),
  ];
  return `${parts.join('')}${isChinese ? '：' : ': '}`;
}
