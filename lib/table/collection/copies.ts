import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { copyKey, type Key } from '../../../tables/keys.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';
import type { Item } from '../steps.ts';
import type { Collection, CollectionRow } from './collection.ts';

/** A block of a collection at one of its versions. */
export interface BlockVersion {
  readonly block: number;
  readonly version: number;
}

/** Blocks of fewer rows have no copy: reading the rows costs about as little. */
export const FEWEST_ROWS = 100;
/**
 * The most bytes of a copy, since an item holds 400 KB. Larger blocks are read row by row. A block of the longest names
 * takes 340 KB.
 */
const MOST_BYTES = 390_000;
/** Between speed and size: compressing a block of units takes 8 ms and leaves a tenth of its bytes. */
const QUALITY = 5;
/** How long a copy is kept that nobody renews, so that nothing remains of a collection that is gone. */
const DAYS_KEPT = 90;

/** How the rows of a copy are parsed. */
interface CopyForm<Row> {
  readonly Row: z.ZodMiniType<Row>;
}

/** The item of a copy. */
export const Copy = z.object({ version: z.int(), data: z.instanceof(Uint8Array) });
/** The rows by column. Copies of an earlier form have the pinyin beside them and are not read. */
const Columns = z.strictObject({
  count: z.int().check(z.minimum(0)),
  columns: z.record(z.string(), z.array(z.unknown())),
});

/**
 * The rows of those copies that are of exactly this version, by block. Readers have left them: some may be missing, of
 * another version or unreadable.
 */
export async function findCopies<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  blocks: readonly BlockVersion[],
): Promise<ReadonlyMap<number, readonly Row[]>> {
  return readCopies(db, blocks, (block) => copyKey(collection.partition, block, collection.view), collection);
}

/** The same for copies under other keys. */
export async function readCopies<Row>(
  db: Database,
  wanted: readonly BlockVersion[],
  keyOf: (block: number) => Key,
  form: CopyForm<Row>,
): Promise<ReadonlyMap<number, readonly Row[]>> {
  const keys = wanted.map(({ block }) => keyOf(block));
  // The version tells a stale copy, so the read need not be consistent and costs half.
  const items = keys.length > 0 ? await db.getMany(keys, { isConsistent: false }) : [];
  const found = new Map<number, readonly Row[]>();
  for (const [index, { block, version }] of wanted.entries()) {
    const rows = decodeCopy(items[index], version, form);
    if (rows) found.set(block, rows);
  }
  return found;
}

/** Leaves the rows of a block at its version, for functions that start later. A newer copy stays. */
export async function leaveCopy<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version }: BlockVersion,
  rows: readonly Row[],
): Promise<void> {
  const key = copyKey(collection.partition, block, collection.view);
  await putCopy(db, key, version, encodeRows(rows, collection.leftOut));
}

/** Leaves encoded rows under a key. A newer copy stays. */
export async function putCopy(db: Database, key: Key, version: number, data: Uint8Array): Promise<void> {
  if (data.length > MOST_BYTES) return;
  const ttl = Math.floor(Date.now() / 1000) + DAYS_KEPT * 24 * 3600;
  try {
    await db.putLatest({ ...key, version, data, ttl });
  } catch (error) {
    // The answer does not need the copy. If the store is too busy now, the next cold function leaves one.
    if (!(error instanceof AppError && error.reason === 'unavailable')) throw error;
  }
}

/** The rows of a copy, ascending by number; undefined where it is absent, of another version or unreadable. */
export function decodeCopy<Row>(
  item: Item | undefined,
  version: number,
  { Row }: CopyForm<Row>,
): readonly Row[] | undefined {
  const copy = Copy.safeParse(item);
  if (copy.data?.version !== version) return undefined;
  try {
    const text = brotliDecompressSync(copy.data.data).toString();
    return z.array(Row).parse(toRows(Columns.parse(JSON.parse(text))));
  } catch {
    // Another release wrote it, or it is damaged.
    return undefined;
  }
}

/** Encodes rows by column: side by side, the values of one field compress to two thirds of what rows take. */
export function encodeRows(rows: readonly object[], leftOut: readonly string[] = []): Uint8Array {
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
