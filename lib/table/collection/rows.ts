import { lastNumberInBlock, rowKey } from '../../../tables/keys.ts';
import { type Range, splitRange } from '../../domain/values/page.ts';
import { TableCache } from '../cache.ts';
import { nowInSeconds } from '../clock.ts';
import type { Database } from '../database.ts';
import { type Block, type CollectionRow, type CountedBlock, type Head, listBlocks, type RowSet } from './collection.ts';

/**
 * The seconds after which all items of a transaction are visible. A writer reads the clock for `changedAt`, and then
 * sends and retries the transaction for at most 13 seconds. DynamoDB makes it visible well within the other seven.
 */
const SETTLED_AFTER_S = 20;

/** All rows of a block, newest first. */
interface BlockRows<Row> {
  /** The rows are valid while the head has this version of the block. */
  readonly version: number;
  readonly rows: readonly Row[];
  /** The `searchText` of each row. It is cached because making it takes longer than searching it. */
  readonly searchTexts: readonly string[];
}

/** The maximum number of cached blocks: 200,000 rows, or about 50 MB. */
const MAX_CACHED_BLOCKS = 200;

const cache = new TableCache<BlockRows<CollectionRow>>(MAX_CACHED_BLOCKS);

/** Reads the rows of all blocks, newest block first. */
export function readBlocks<Row extends CollectionRow>(db: Database, rowSet: RowSet<Row>, head: Head) {
  return Promise.all(listBlocksNewestFirst(head).map((block) => readBlock(db, rowSet, block)));
}

/** Reads a range of all rows, newest first, without a filter. The head's counts say in which blocks the range lies. */
export async function readRowRange<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  head: Head,
  range: Range,
): Promise<Row[]> {
  const blockRanges = splitRange(listBlocksNewestFirst(head), range);
  const rows = await Promise.all(blockRanges.map((blockRange) => readBlockRange(db, rowSet, blockRange, head.next)));
  return rows.flat();
}

/**
 * Whether the last change is old enough for its rows to be cached. While a transaction is becoming visible, a reader
 * may see the new head with an old row. Such rows are not cached, so that they cannot stay wrong.
 */
export function isSettled(changedAt: number): boolean {
  return nowInSeconds() - changedAt > SETTLED_AFTER_S;
}

function listBlocksNewestFirst(head: Head): CountedBlock[] {
  const blocks = listBlocks(head).filter(({ count }) => count > 0);
  return blocks.toReversed();
}

/** Reads all rows of a block, from the cache where it has them in this version. */
export async function readBlock<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  { blockNumber, count, version, changedAt }: Block,
): Promise<BlockRows<Row>> {
  const cachedRows = findCachedBlock(db, rowSet, blockNumber, version);
  if (cachedRows) return cachedRows;
  const numberRange = [firstNumberInBlock(blockNumber), lastNumberInBlock(blockNumber)] as const;
  const rows = await readRowsBetween(db, rowSet, numberRange, { descending: true });
  const blockRows = { version, rows, searchTexts: rows.map((row) => rowSet.searchText(row)) };
  // Where there are fewer or more rows than the head counts, a change is in progress.
  const isComplete = count === undefined || count === rows.length;
  if (isComplete && isSettled(changedAt)) cache.set(db, toCacheKey(rowSet.partition, blockNumber), blockRows);
  return blockRows;
}

/** Reads the rows from the first to the last number, both included. */
async function readRowsBetween<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  [firstNumber, lastNumber]: readonly [number, number],
  order: { readonly descending: boolean; readonly limit?: number },
): Promise<Row[]> {
  const toKey = (number: number) => rowSet.externalRowKey?.(number) ?? rowKey(rowSet.partition, number);
  const items = await db.query(rowSet.partition, { between: [toKey(firstNumber).sk, toKey(lastNumber).sk], ...order });
  return items.map((item) => rowSet.Row.parse(item));
}

/** Members are numbered from 1, so the first block has no number 0. */
const firstNumberInBlock = (blockNumber: number) => Math.max(lastNumberInBlock(blockNumber - 1) + 1, 1);

/**
 * Reads a range of the rows of one block, newest first. If no number of the block is missing, the range says which
 * numbers to read. Otherwise the rows are read from the nearer end of the block. `nextNumber` is that of the
 * collection's next member: numbers from there on were assigned after the head was read, and must not shift the page.
 */
async function readBlockRange<Row extends CollectionRow>(
  db: Database,
  rowSet: RowSet<Row>,
  { blockNumber, count, version, skip, take }: CountedBlock & Range,
  nextNumber: number,
): Promise<Row[]> {
  const cachedRows = findCachedBlock(db, rowSet, blockNumber, version);
  if (cachedRows) return cachedRows.rows.slice(skip, skip + take);
  const firstNumber = firstNumberInBlock(blockNumber);
  const lastNumber = Math.min(lastNumberInBlock(blockNumber), nextNumber - 1);
  const readNewestBetween = (from: number, to: number, limit: number) =>
    readRowsBetween(db, rowSet, [from, to], { descending: true, limit });
  const newestNumber = lastNumber - skip;
  if (lastNumber - firstNumber + 1 === count) return readNewestBetween(newestNumber - take + 1, newestNumber, take);
  const olderCount = count - skip - take;
  if (skip <= olderCount) return (await readNewestBetween(firstNumber, lastNumber, take + skip)).slice(skip);
  const oldestFirst = { descending: false, limit: take + olderCount };
  return (await readRowsBetween(db, rowSet, [firstNumber, lastNumber], oldestFirst)).toReversed().slice(0, take);
}

function findCachedBlock<Row extends CollectionRow>(
  db: Database,
  { partition }: RowSet<Row>,
  blockNumber: number,
  version: number,
): BlockRows<Row> | undefined {
  const cached = cache.find(db, toCacheKey(partition, blockNumber));
  // The rows of a partition are cached by `readBlock` alone, so they are of its type.
  return cached?.version === version ? (cached as BlockRows<Row>) : undefined;
}

const toCacheKey = (partition: string, blockNumber: number) => `${partition}\n${blockNumber}`;
