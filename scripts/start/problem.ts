/** Something that the person at the terminal can put right. It is shown as one line, without a stack. */
export class CommandProblem extends Error {
  override readonly name = 'CommandProblem';
}

/** Describes an error in one line of text. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && !error.message) return error.errors.map(describeError).join('; ');
  const text = error.message || error.name;
  return error.cause === undefined ? text : `${text} (${describeError(error.cause)})`;
}

/** Returns the `code` of a system error, such as `EADDRINUSE`, or the name of an SDK error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
