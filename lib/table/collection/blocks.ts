import { headKey } from '../../../tables/keys.ts';
import type { Database } from '../database.ts';
import { type Block, keepBlock, keptBlock } from './cache.ts';
import {
  type Collection,
  type CollectionRow,
  type Head,
  knownSum,
  parseHead,
  readHead,
  sumOfStamps,
} from './collection.ts';
import { type BlockVersion, leaveCopy } from './copies.ts';

/** What the head says of a block. */
export interface BlockCount extends BlockVersion {
  readonly count: number;
}

/**
 * Seconds after which a whole transaction is visible. A writer takes the time before he sends it and repeats it for at
 * most 13 seconds; the store makes it visible well within the rest.
 */
const SETTLED_AFTER_S = 20;

/** A block whose rows were read. A second look at the head must confirm it. */
export interface ReadBlock<Row> extends BlockVersion {
  /** All rows of the block; undefined where only a stretch of them was read. */
  readonly content: Block<Row> | undefined;
  /** Whether a copy was looked for but not found, so that it is worth leaving one. */
  readonly isCopyMissing: boolean;
}

/** The blocks of a head that have members, newest first. */
export function blocksNewestFirst(head: Head): BlockCount[] {
  return Object.entries(head.blocks)
    .map(([block, [count, version]]) => ({ block: Number(block), count, version }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.block - a.block);
}

/** The block from memory, if it is kept as of this version. */
export function cachedBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version }: BlockVersion,
): Block<Row> | undefined {
  const kept = keptBlock(db, collection, block);
  return kept?.version === version ? kept : undefined;
}

/**
 * Whether the last change of a block is so old that it is wholly visible. A block that does not say when it changed is
 * settled.
 */
export function isSettled([, , , changedAt = 0]: Head['blocks'][string]): boolean {
  return Date.now() / 1000 - changedAt > SETTLED_AFTER_S;
}

/** Why the rows that were read are not those of their version, and the head as it is now. */
export interface Doubt {
  readonly head: Head | undefined;
  /** `changed`: somebody has finished a change. `torn`: only some rows of a transaction are visible yet. */
  readonly cause: 'changed' | 'torn';
}

/**
 * Looks at the head again and tells why the blocks that were read cannot be trusted; undefined where they can. Sound
 * blocks are kept in memory, and copies are left where there were none.
 */
export async function findDoubt<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  read: readonly ReadBlock<Row>[],
): Promise<Doubt | undefined> {
  if (read.length === 0) return undefined;
  const hasStretch = read.some(({ content }) => !content);
  const head = await (hasStretch ? readIdleHead(db, collection.partition) : readHead(db, collection.partition));
  if (!head) return { head, cause: 'torn' };
  const judged = read.map((one) => ({ ...one, ...judge(one, head) }));
  for (const { block, known } of judged) if (known) keepBlock(db, collection, block, known);
  await leaveMissing(
    db,
    collection,
    judged.filter(({ verdict }) => verdict === 'right'),
  );
  const verdicts = judged.map(({ verdict }) => verdict);
  const cause = verdicts.includes('changed') ? 'changed' : verdicts.find((verdict) => verdict === 'torn');
  return cause && { head, cause };
}

/**
 * Keeps the blocks that a head proves that was read before them, leaves copies where there were none, and returns the
 * others. If the sum of the rows is that head's, they are those of its version, whatever has happened since.
 */
export async function keepProven<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  read: readonly ReadBlock<Row>[],
  { blocks }: Head,
): Promise<readonly ReadBlock<Row>[]> {
  const isProven = ({ block, version, content }: ReadBlock<Row>): boolean => {
    const entry = blocks[block];
    const isOfHead = entry?.[1] === version && knownSum(entry) !== undefined;
    return isOfHead && content !== undefined && judgeRows(content, entry) === 'right';
  };
  const { proven = [], open = [] } = Object.groupBy(read, (one) => (isProven(one) ? 'proven' : 'open'));
  for (const { block, content } of proven) if (content) keepBlock(db, collection, block, content);
  await leaveMissing(db, collection, proven);
  return open;
}

async function leaveMissing<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  read: readonly ReadBlock<Row>[],
): Promise<void> {
  const worthACopy = read.filter(({ isCopyMissing }) => isCopyMissing);
  await Promise.all(worthACopy.map((one) => leaveCopy(db, collection, one, one.content?.rows ?? [])));
}

/**
 * The head, unless a transaction is changing it: undefined then. Without a transaction on the head no rows are half
 * changed, which a stretch of rows would not show.
 */
export async function readIdleHead(db: Database, partition: string): Promise<Head | undefined> {
  const found = await db.getIdle([headKey(partition)]);
  return found && parseHead(found[0]);
}

/**
 * What the head says about a block that was read. `open`: nobody can tell yet, so the block may be answered but not
 * kept.
 */
interface BlockCheck<Row> {
  readonly verdict: 'right' | 'open' | Doubt['cause'];
  /**
   * The block, where its rows are those of the head. It may be a later head than the one that the rows were read for:
   * then the rows were read after the change and need not be read again.
   */
  readonly known?: Block<Row> | undefined;
}

function judge<Row extends CollectionRow>(
  { block, version, content }: ReadBlock<Row>,
  { blocks }: Head,
): BlockCheck<Row> {
  const entry = blocks[block];
  if (!entry) return { verdict: 'changed' };
  const verdict = content ? judgeRows(content, entry) : 'right';
  const known = content && verdict === 'right' ? { ...content, version: entry[1] } : undefined;
  return { verdict: entry[1] === version ? verdict : 'changed', known };
}

/** What the head says about rows. Without a sum, only the age of their version tells. */
function judgeRows<Row extends CollectionRow>(
  { rows, version }: Block<Row>,
  entry: Head['blocks'][string],
): 'right' | 'open' | 'torn' {
  if (rows.length !== entry[0]) return 'torn';
  const sum = knownSum(entry);
  if (sum === undefined) return version === entry[1] && isSettled(entry) ? 'right' : 'open';
  return sum === sumOfStamps(rows) ? 'right' : 'torn';
}
