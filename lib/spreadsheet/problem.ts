import { fillIn, type Language } from '../errors.ts';
import problems from './problems.json' with { type: 'json' };

/**
 * What can be wrong with a file, or with one of its rows or cells. `problems.json` has the texts, in which `{max}` stands
 * for the problem's property of that name. The position goes before them, so English texts are predicates.
 */
export type FileProblemCode = keyof typeof problems;

/** The position of a problem, and the values in its text. */
interface ProblemDetails {
  /** Name of the worksheet. */
  readonly sheet?: string | undefined;
  /** The row, counted from 1 as in a spreadsheet. */
  readonly row?: number | undefined;
  /** The column's header or, if it is unknown, its letter. */
  readonly column?: string | undefined;
  /** The limit that was exceeded. */
  readonly max?: number | undefined;
  /** Another row that the problem concerns. */
  readonly otherRow?: number | undefined;
  /** The file of `otherRow`, if it is another file. */
  readonly otherFile?: string | undefined;
}

/** A problem of an uploaded file. It is thrown if the whole file cannot be read, otherwise collected. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** The file's name as given. */
  readonly file: string;
  readonly code: FileProblemCode;
  readonly sheet: string | undefined;
  readonly row: number | undefined;
  readonly column: string | undefined;
  readonly max: number | undefined;
  readonly otherRow: number | undefined;
  readonly otherFile: string | undefined;

  constructor(file: string, code: FileProblemCode, details: ProblemDetails = {}, cause?: unknown) {
    // The problem is in a file, not in our code. Every cell may have one, and stacks would take most of the memory.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.file = file;
    this.code = code;
    this.sheet = details.sheet;
    this.row = details.row;
    this.column = details.column;
    this.max = details.max;
    this.otherRow = details.otherRow;
    this.otherFile = details.otherFile;
  }

  /** Returns the same problem with the names of its worksheet and its column. */
  at(sheet: string | undefined, column = this.column): FileProblem {
    const { row, max, otherRow, otherFile } = this;
    return new FileProblem(this.file, this.code, { sheet, row, column, max, otherRow, otherFile }, this.cause);
  }
}

/** Describes a problem without its position. */
export function describeFileProblem(problem: FileProblem, language: Language): string {
  const { code, max, otherRow, otherFile } = problem;
  return fillIn(problems[code][language], { max, otherRow, otherFile });
}
