import { AppError, type Reason } from '../errors.ts';
import { MOST_ANSWER_BYTES } from '../text/answer-size.ts';

/** About the bytes of an item's keys and of the attributes that every member has. */
const OVERHEAD = 100;

/** About the bytes of an item with this content as DynamoDB counts them, rather more than less. */
export function itemSize(content: Readonly<Record<string, unknown>>): number {
  return OVERHEAD + sizeOf(content);
}

/** About the bytes of an icon's item; undefined where there is no icon. */
export function iconSize(icon: string): number | undefined {
  return icon === '' ? undefined : itemSize({ icon });
}

/**
 * Demands that the members of these rows fit into one answer, before they are read.
 * @throws AppError with this reason.
 */
export function demandAnswerable<Row>(
  rows: readonly Row[],
  bytesOf: (row: Row) => number,
  reason: Extract<Reason, 'page_too_large' | 'too_many_matches'> = 'page_too_large',
): void {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0);
  if (bytes > MOST_ANSWER_BYTES) throw new AppError(reason);
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + sizeOf(one) + 1, 3);
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  return Object.entries(value).reduce((sum, [name, one]) => sum + Buffer.byteLength(name) + sizeOf(one) + 1, 3);
}
