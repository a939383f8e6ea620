import { fillIn, type Language } from '../errors.ts';
import problems from './problems.json' with { type: 'json' };

/**
 * What can be wrong with any file, or with one of its cells. `problems.json` has the texts, in which `{max}` stands for
 * the problem's property of that name. The position goes before them, so English texts are predicates.
 */
export type FileProblemCode = keyof typeof problems;

type ProblemDetails = Pick<FileProblem, 'row' | 'column' | 'max'>;

/** A problem of an uploaded file. It is thrown if the whole file cannot be read, otherwise collected. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly code: FileProblemCode;
  /** Counted from 1, as in a spreadsheet. */
  readonly row: number | undefined;
  /** The column's letters. */
  readonly column: string | undefined;
  /** The limit that was exceeded. */
  readonly max: number | undefined;

  constructor(code: FileProblemCode, { row, column, max }: Partial<ProblemDetails> = {}, cause?: unknown) {
    // The problem is in a file, not in our code. Every cell may have one, and stacks would take most of the memory.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.row = row;
    this.column = column;
    this.max = max;
  }
}

/** Describes a problem without its position. */
export function describeFileProblem({ code, max }: FileProblem, language: Language): string {
  return fillIn(problems[code][language], { max });
}
