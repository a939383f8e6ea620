/** A short form of an answer: `200`, or `409 duplicate_uid`. */
export function answerName(status: number, reason?: string): string {
  return reason === undefined ? String(status) : `${status} ${reason}`;
}

/** Answers of a call that gave up because too much happened at once. It has done either nothing or everything. */
export const refusals: ReadonlySet<string> = new Set(['503 unavailable', '409 changed_meanwhile']);
