import { MAX_ANSWER_BYTES } from '../text/answer-size.ts';

/** The estimated bytes of an item's keys and of the attributes that every member has. */
const OVERHEAD_BYTES = 100;
/** What DynamoDB counts for a list or map besides its elements. */
const LIST_OR_MAP_BYTES = 3;
/** What DynamoDB counts for each element of a list or map besides its content. */
const ELEMENT_BYTES = 1;

/** Estimates the bytes of an item: rather more than DynamoDB counts. */
export function estimateItemSize(content: Readonly<Record<string, unknown>>): number {
  return OVERHEAD_BYTES + estimateValueBytes(content);
}

/** The minimum bytes of an item's content in an answer. `size` is its `estimateItemSize`; undefined where there is no item. */
export function toMinAnswerBytes(size: number = 0): number {
  // As JSON the content is nearly always longer: it has quotation marks, and all digits of numbers.
  return Math.max(0, size - OVERHEAD_BYTES);
}

/** Whether the members of these rows can fit into one answer. Their minimum bytes say so before they are read. */
export function fitOneAnswer<Row>(rows: readonly Row[], toMinBytes: (row: Row) => number): boolean {
  return rows.reduce((sum, row) => sum + toMinBytes(row), 0) <= MAX_ANSWER_BYTES;
}

function estimateValueBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // Two digits take a byte, and each number one more.
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (Array.isArray(value))
    return value.reduce((sum: number, element) => sum + estimateValueBytes(element) + ELEMENT_BYTES, LIST_OR_MAP_BYTES);
  // Null, true and false take a byte.
  if (typeof value !== 'object' || value === null) return 1;
  const attributes = Object.entries(value).filter(([, attribute]) => attribute !== undefined);
  return attributes.reduce(
    (sum, [name, attribute]) => sum + Buffer.byteLength(name) + estimateValueBytes(attribute) + ELEMENT_BYTES,
    LIST_OR_MAP_BYTES,
  );
}
