import problems from './problems.json' with { type: 'json' };
import reasons from './reasons.json' with { type: 'json' };

/** The languages of `desc` and of field messages. */
export type Language = 'zh' | 'en';

/** The same languages as HTTP and HTML name them. */
export const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };

export type Text = Readonly<Record<Language, string>>;

/** A reason for which the service fails, with HTTP status and texts. A noun without its own text says `thing_not_found`. */
export type Reason = keyof typeof reasons;

/** A problem of one field. In its texts `{name}` stands for what has that name. English texts are predicates of the field. */
export type Problem = { readonly code: keyof typeof problems } & {
  readonly [Figure in 'min' | 'max' | 'digits' | 'maxCreated' | 'otherRow' | 'version']?: number;
} & { readonly [Word in 'names' | 'meant' | 'otherFile']?: string };

export interface FieldProblem {
  readonly field: string;
  /** A problem in a row of a file has a text of its own. */
  readonly problem: Problem | { readonly text: Text };
  /** The position in an uploaded file. Sheet and row are absent where the problem concerns the whole file. */
  readonly position?: {
    readonly file: string;
    /** Absent in a CSV file. */
    readonly sheet?: string | undefined;
    /** Counted from 1, as in a spreadsheet. */
    readonly row?: number | undefined;
    /** The column's header where it is known, otherwise its letter. */
    readonly column?: string | undefined;
  };
}

/** A failure whose reason is answered to the caller. Any other error is our defect, answered as `internal`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly reason: Reason;
  readonly fields: readonly FieldProblem[];
  /** Seconds after which another attempt makes sense. */
  readonly retryAfter: number | undefined;

  constructor(reason: Reason, detail: Partial<Pick<AppError, 'fields' | 'retryAfter' | 'cause'>> = {}) {
    super(reason, { cause: detail.cause });
    this.reason = reason;
    this.fields = detail.fields ?? [];
    this.retryAfter = detail.retryAfter;
  }
}

/** Bad input in one field: 400 `invalid_input` unless another reason fits better. */
export function badField(field: string, problem: Problem, reason: Reason = 'invalid_input', cause?: unknown): AppError {
  return new AppError(reason, { fields: [{ field, problem }], cause });
}

/** Returns the status of a failure, which is also the `code` of its envelope. */
export function toHttpStatus(reason: Reason): number {
  return reasons[reason].code;
}

export function describeReason(reason: Reason, language: Language): string {
  return reasons[reason][language];
}

/** Says what is wrong with a field, with the figures and words of the problem filled in. */
export function describeProblem(problem: FieldProblem['problem'], language: Language): string {
  if ('text' in problem) return problem.text[language];
  return fillIn(problems[problem.code][language], { ...problem });
}

/** Replaces each `{name}` in a text by the replacement of that name; by nothing where it is absent. */
export function fillIn(text: string, replacements: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(replacements[name] ?? ''));
}

/** Every reason, for the generated documentation. */
export const allReasons = Object.keys(reasons).filter((key): key is Reason => key in reasons);
