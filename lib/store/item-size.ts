import type { AppError } from '../errors.ts';
import { MAX_ANSWER_BYTES } from '../text/answer-size.ts';

/** The estimated bytes of an item's keys and of the attributes that every member has. */
const OVERHEAD = 100;

/** The estimated bytes of an item with this content as DynamoDB counts them. The estimate is rather too high. */
export function itemSize(content: Readonly<Record<string, unknown>>): number {
  return OVERHEAD + byteSize(content);
}

/** The minimum bytes of an answer with the content of an item of this size. */
export function minAnswerSize(size: number | undefined): number {
  return Math.max(0, (size ?? 0) - OVERHEAD);
}

/**
 * Requires that the members of these rows fit into one answer, before they are read. `estimateBytes` returns the minimum
 * bytes of a member in the answer.
 * @throws AppError that `refuse` makes.
 */
export function requireFitsInAnswer<Row>(
  rows: readonly Row[],
  estimateBytes: (row: Row) => number,
  refuse: () => AppError,
): void {
  const total = rows.reduce((sum, row) => sum + estimateBytes(row), 0);
  if (total > MAX_ANSWER_BYTES) throw refuse();
}

function byteSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + byteSize(one) + 1, 3);
  if (typeof value !== 'object' || value === null) return 1;
  const present = Object.entries(value).filter(([, one]) => one !== undefined);
  return present.reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + byteSize(one) + 1, 3);
}
