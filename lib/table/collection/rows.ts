import { type Key, lastNumberInBlock, rowKey } from '../../../tables/keys.ts';
import type { Database } from '../database.ts';
import { type CollectionRow, type Head, nowInSeconds, type RowSet } from './collection.ts';

/**
 * The seconds after which all items of a transaction are visible. A writer reads the clock for `changedAt`, and then
 * sends and retries the transaction for at most 13 seconds. DynamoDB makes it visible well within the other seven.
 */
const SETTLED_AFTER_S = 20;

/** The maximum number of cached blocks: 200,000 rows, or about 50 MB. */
const MAX_CACHED_BLOCKS = 200;

/** A block of rows, as the head of its collection describes it. */
export interface Block {
  readonly block: number;
  readonly version: number;
  /** The time of the last change, in seconds since the epoch. */
  readonly changedAt: number;
  /** The number of its rows; absent where they are not counted. */
  readonly count?: number;
}
type CountedBlock = Required<Block>;

/** All rows of a block, newest first. */
interface BlockRows<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
  /** The `searchText` of each row. It is cached because making it takes longer than searching it. */
  readonly searchTexts: readonly string[];
}

/** The blocks of each table, by partition and number, least recently used first. Each is valid while the head has its version. */
const caches = new WeakMap<Database, Map<string, BlockRows<CollectionRow>>>();

/** Reads the rows of all blocks, newest block first. */
export function readBlocks<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  head: Head,
): Promise<BlockRows<Row>[]> {
  return Promise.all(blocksNewestFirst(head).map((block) => readBlock(db, rowSet, block)));
}

/** Reads a range of all rows, newest first, without a filter. The head's counts say which blocks have them. */
export async function readRowRange<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  head: Head,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  let skip = first;
  let remaining = count;
  for (const block of blocksNewestFirst(head)) {
    const take = Math.min(remaining, Math.max(0, block.count - skip));
    if (take > 0) parts.push(readBlockRange(db, rowSet, { ...block, skip, take }, head.next));
    skip = Math.max(0, skip - block.count);
    remaining -= take;
  }
  return (await Promise.all(parts)).flat();
}

/**
 * Whether the last change is old enough for its rows to be cached. While a transaction is becoming visible, a reader
 * may see the new head with an old row. Such rows are not cached, so that they cannot stay wrong.
 */
export function isSettled(changedAt: number): boolean {
  return nowInSeconds() - changedAt > SETTLED_AFTER_S;
}

function blocksNewestFirst(head: Head): CountedBlock[] {
  return Object.entries(head.blocks)
    .map(([block, [count, version, changedAt]]) => ({ block: Number(block), count, version, changedAt }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.block - a.block);
}

/** Reads all rows of a block, from the cache where it has them in this version. */
export async function readBlock<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  { block, count, version, changedAt }: Block,
): Promise<BlockRows<Row>> {
  const cached = findCachedBlock(db, rowSet, block, version);
  if (cached) return cached;
  const between = [
    rowKeyFor(rowSet, firstNumberInBlock(block)).sk,
    rowKeyFor(rowSet, lastNumberInBlock(block)).sk,
  ] as const;
  const items = await db.query(rowSet.partition, { between, descending: true });
  const rows = items.map((item) => rowSet.Row.parse(item));
  const blockRows = { version, rows, searchTexts: rows.map((row) => rowSet.searchText(row)) };
  const isComplete = count === undefined || count === rows.length;
  if (isComplete && isSettled(changedAt)) cacheBlock(db, rowSet, block, blockRows);
  return blockRows;
}

/** The key of the row of a number. */
function rowKeyFor<Row extends CollectionRow>(rowSet: RowSet<Row>, number: number): Key {
  return rowSet.ownRowKey?.(number) ?? rowKey(rowSet.partition, number);
}

const firstNumberInBlock = (block: number) => Math.max(lastNumberInBlock(block - 1) + 1, 1);

interface BlockRange extends CountedBlock {
  /** How many of the newest rows of the block to skip. */
  readonly skip: number;
  /** How many of the next rows to read. */
  readonly take: number;
}

/**
 * Reads a range of the rows of one block, newest first. Where no number is missing, the numbers follow from the range.
 * Otherwise the rows are read from the nearer end of the block. Numbers from `next` on were assigned after the head was
 * read and must not shift the page.
 */
async function readBlockRange<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  { block, count, version, skip, take }: BlockRange,
  next: number,
): Promise<Row[]> {
  const cached = findCachedBlock(db, rowSet, block, version);
  if (cached) return cached.rows.slice(skip, skip + take);
  const last = Math.min(lastNumberInBlock(block), next - 1);
  const first = firstNumberInBlock(block);
  const readNumbers = async (from: number, to: number, descending: boolean, limit: number) => {
    const between = [rowKeyFor(rowSet, from).sk, rowKeyFor(rowSet, to).sk] as const;
    const items = await db.query(rowSet.partition, { between, descending, limit });
    return items.map((item) => rowSet.Row.parse(item));
  };
  if (last - first + 1 === count) return readNumbers(last - skip - take + 1, last - skip, true, take);
  const olderCount = count - skip - take;
  if (skip <= olderCount) return (await readNumbers(first, last, true, take + skip)).slice(skip);
  return (await readNumbers(first, last, false, take + olderCount)).toReversed().slice(0, take);
}

function findCachedBlock<Row extends CollectionRow>(
  db: Database,
  { partition }: RowSet<Row>,
  block: number,
  version: number,
): BlockRows<Row> | undefined {
  const cache = caches.get(db.root);
  const cacheKey = `${partition}\n${block}`;
  const cached = cache?.get(cacheKey);
  if (cached?.version !== version) return undefined;
  cache?.delete(cacheKey);
  cache?.set(cacheKey, cached);
  // Only `cacheBlock` fills the cache, under the partition of the rows.
  return cached as BlockRows<Row>;
}

function cacheBlock<Row extends CollectionRow>(
  db: Database,
  { partition }: RowSet<Row>,
  block: number,
  blockRows: BlockRows<Row>,
): void {
  const cache = caches.get(db.root) ?? new Map<string, BlockRows<CollectionRow>>();
  caches.set(db.root, cache.set(`${partition}\n${block}`, blockRows));
  const [leastRecentlyUsed] = cache.keys();
  if (cache.size > MAX_CACHED_BLOCKS && leastRecentlyUsed !== undefined) cache.delete(leastRecentlyUsed);
}
