import type { AppError } from '../errors.ts';
import { MOST_ANSWER_BYTES } from '../text/answer-size.ts';

/** About the bytes of an item's keys and of the attributes that every member has. */
const OVERHEAD = 100;

/** About the bytes of an item with this content as DynamoDB counts them, rather more than less. */
export function itemSize(content: Readonly<Record<string, unknown>>): number {
  return OVERHEAD + sizeOf(content);
}

/** The bytes that the content of an item of this size has at least in an answer. */
export function leastAnswered(size: number | undefined): number {
  return Math.max(0, (size ?? 0) - OVERHEAD);
}

/**
 * Demands that the members of these rows fit into one answer, before they are read. `bytesOf` tells how many bytes each
 * has there at least.
 * @throws AppError that `refuse` makes.
 */
export function demandAnswerable<Row>(
  rows: readonly Row[],
  bytesOf: (row: Row) => number,
  refuse: () => AppError,
): void {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
  if (bytes > MOST_ANSWER_BYTES) throw refuse();
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one) + 1, 3);
  if (typeof value !== 'object' || value === null) return 1;
  const present = Object.entries(value).filter(([, one]) => one !== undefined);
  return present.reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one) + 1, 3);
}
