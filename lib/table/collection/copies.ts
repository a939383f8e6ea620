import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { copyKey } from '../../../tables/keys.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';
import type { Item } from '../steps.ts';
import type { Collection, CollectionRow } from './collection.ts';

/** A block of a collection at one of its versions. */
export interface BlockVersion {
  readonly block: number;
  readonly version: number;
}

/** A block of fewer rows has no copy: reading them costs about as little. */
export const FEWEST_ROWS = 100;
/**
 * Most bytes of a copy, since an item holds 400 KB. Larger blocks are read row by row; one of the longest names takes
 * 340 KB.
 */
const MOST_BYTES = 390_000;
/** Halfway between speed and size: compressing a block of units takes 8 ms and leaves a tenth of its bytes. */
const QUALITY = 5;
/** How long a copy is kept that nobody renews, so that nothing stays of a collection that is gone. */
const DAYS_KEPT = 90;

const Copy = z.object({ version: z.int(), data: z.instanceof(Uint8Array) });
/** The rows by column. Copies of an earlier form have the pinyin beside them and are not read. */
const Columns = z.strictObject({
  count: z.int().check(z.minimum(0)),
  columns: z.record(z.string(), z.array(z.unknown())),
});

/**
 * By block, the rows of the copies that are of just this version. Readers have left them: some may be absent, of
 * another version or unreadable.
 */
export async function findCopies<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  blocks: readonly BlockVersion[],
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const keys = blocks.map(({ block }) => copyKey(collection.partition, block, collection.view));
  // The version tells a stale copy, so that the read need not be consistent and costs half.
  const items = keys.length > 0 ? await db.getMany(keys, { isConsistent: false }) : [];
  const found = new Map<number, readonly Row[]>();
  for (const [index, { block, version }] of blocks.entries()) {
    const rows = decodeCopy(items[index], version, collection);
    if (rows) found.set(block, rows);
  }
  return found;
}

/** Leaves the rows of a block, as they were at its version, for functions that start later. A newer copy stays. */
export async function leaveCopy<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version }: BlockVersion,
  rows: readonly Row[],
): Promise<void> {
  const data = encodeRows(collection, rows);
  if (data.length > MOST_BYTES) return;
  const ttl = Math.floor(Date.now() / 1000) + DAYS_KEPT * 24 * 3600;
  try {
    await db.putLatest({ ...copyKey(collection.partition, block, collection.view), version, data, ttl });
  } catch (error) {
    // The answer does not need the copy. Where the store is too busy now, the next cold function leaves one.
    if (!(error instanceof AppError && error.reason === 'unavailable')) throw error;
  }
}

/** The rows of a copy, ascending by number; undefined where it is absent, of another version or unreadable. */
export function decodeCopy<Row extends CollectionRow>(
  item: Item | undefined,
  version: number,
  { Row }: Pick<Collection<Row>, 'Row'>,
): readonly Row[] | undefined {
  const copy = Copy.safeParse(item);
  if (copy.data?.version !== version) return undefined;
  try {
    const text = brotliDecompressSync(copy.data.data).toString();
    return z.array(Row).parse(toRows(Columns.parse(JSON.parse(text))));
  } catch {
    // Written by another release, or damaged.
    return undefined;
  }
}

/** Encodes rows by column: side by side, the values of one field compress to two thirds of what rows do. */
function encodeRows<Row extends CollectionRow>({ leftOut = [] }: Collection<Row>, rows: readonly Row[]): Uint8Array {
  const values = rows.map((row) => new Map<string, unknown>(Object.entries(row)));
  const fields = new Set(values.flatMap((row) => [...row.keys()]).filter((field) => !leftOut.includes(field)));
  const columns = [...fields].map((field) => [field, values.map((row) => row.get(field) ?? null)]);
  const text = JSON.stringify({ count: rows.length, columns: Object.fromEntries(columns) });
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

function toRows({ count, columns }: z.output<typeof Columns>): Record<string, unknown>[] {
  const fields = Object.entries(columns);
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const [field, values] of fields) {
      const value = values[index];
      if (value !== null && value !== undefined) row[field] = value;
    }
    return row;
  });
}
