import { blockPrefix, headKey } from '../../../tables/keys.ts';
import { batchesOf } from '../batches.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../faults.ts';
import { type Block, keepBlock, keptBlock, makeBlock } from './cache.ts';
import { type Collection, type CollectionRow, type Head, knownSum, parseHead, readHead, sumOf } from './collection.ts';
import { type BlockVersion, FEWEST_ROWS, findCopies, leaveCopy } from './copies.ts';

/** How many blocks without copies are read at once: what is on its way must fit into memory beside what is kept. */
const AT_ONCE = 16;

/** Most read units that the rows of a bounded collection may take of one call: see decision 029. */
const MOST_ROW_UNITS = 380;
/** How many copies of a bounded collection are read at once: 384 read units at most, 20 of ordinary dishes. */
const COPIES_AT_ONCE = 8;
/** Most read units that the copies of a bounded collection may take of one call. */
const MOST_COPY_UNITS = 400;

/** Where a call is bounded, more changed blocks than these are read one after the other. */
const MOST_CHANGED = 1;

/** What the head says of a block. */
export interface BlockCount extends BlockVersion {
  readonly count: number;
}

/**
 * Seconds after which all of a transaction can be seen. A writer takes the time before he sends it and repeats it for
 * some 13 seconds at most; the store makes all of it visible well within the rest.
 */
const SETTLED_AFTER_S = 20;

/** A block whose rows were read. A second look at the head has to confirm it. */
export interface ReadBlock<Row> extends BlockVersion {
  /** All its rows; undefined where only a stretch of them was read. */
  readonly content: Block<Row> | undefined;
  /** Whether a copy was looked for in vain, so that it is worth leaving one. */
  readonly isCopyMissing: boolean;
}

interface LoadedBlocks<Row> {
  /** In the order of what was asked for. */
  readonly blocks: readonly Block<Row>[];
  readonly read: readonly ReadBlock<Row>[];
}

/** The blocks of a head that have members, newest first. */
export function blocksNewestFirst(head: Head): BlockCount[] {
  return Object.entries(head.blocks)
    .map(([block, [count, version]]) => ({ block: Number(block), count, version }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.block - a.block);
}

/** The block from memory, where it is kept as of this version. */
export function cachedBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version }: BlockVersion,
): Block<Row> | undefined {
  const kept = keptBlock(db, collection, block);
  return kept?.version === version ? kept : undefined;
}

/**
 * Whole blocks as of these versions. They come from memory; where this function has never had the block, from its copy;
 * else row by row, to be confirmed.
 */
export async function loadBlocks<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockCount[],
): Promise<LoadedBlocks<Row>> {
  const kept = new Map(wanted.map(({ block }) => [block, keptBlock(db, collection, block)]));
  const unread = wanted.filter(({ block, version }) => kept.get(block)?.version !== version);
  // A block that was kept and is another now has changed lately: there is hardly a copy of it yet.
  const cold = unread.filter(({ block, count }) => count >= FEWEST_ROWS && !kept.get(block));
  const others = unread.filter((one) => !cold.includes(one));
  const isBounded = collection.isBounded === true && others.length > MOST_CHANGED;
  const [copies, read] = await Promise.all([
    readCopies(db, collection, cold),
    readBlocks(db, collection, isBounded ? [] : others, false),
  ]);
  const uncopied = cold.filter(({ block }) => !copies.has(block));
  read.push(...(await readUncopied(db, collection, isBounded ? [...others, ...uncopied] : uncopied)));
  const fresh = new Map([...copies, ...read.map(({ block, content }) => [block, content] as const)]);
  const blocks = wanted.map(({ block }) => fresh.get(block) ?? kept.get(block));
  return { blocks: blocks.filter((content) => content !== undefined), read };
}

/**
 * Reads copies, those of a bounded collection group by group.
 * @throws AppError `unavailable` where the next group would be more than a call may read. The next call finds in memory
 * what this one has read, and goes on from there.
 */
async function readCopies<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockVersion[],
): Promise<Map<number, Block<Row>>> {
  const before = db.request.usage.readUnits;
  const blocks = new Map<number, Block<Row>>();
  let done = 0;
  for (const group of collection.isBounded ? batchesOf(wanted, COPIES_AT_ONCE) : [wanted]) {
    const perCopy = (db.request.usage.readUnits - before) / Math.max(1, done);
    if (perCopy * (done + group.length) > MOST_COPY_UNITS) throw unavailable();
    const copies = await findCopies(db, collection, group);
    for (const { block, version } of group) {
      const rows = copies.get(block);
      if (!rows) continue;
      const content = makeBlock(collection, version, rows);
      keepBlock(db, collection, block, content);
      blocks.set(block, content);
    }
    done += group.length;
  }
  return blocks;
}

/**
 * Whether the last change of a block is so old that all of it can be seen. A block that does not say when it changed is
 * settled.
 */
export function isSettled([, , , changedAt = 0]: Head['blocks'][string]): boolean {
  return Date.now() / 1000 - changedAt > SETTLED_AFTER_S;
}

/** Why the rows that were read are not those of their version, and the head as it is now. */
export interface Doubt {
  readonly head: Head | undefined;
  /**
   * `changed`: somebody has finished a change. `torn`: some rows of a transaction can be seen already and others
   * cannot.
   */
  readonly cause: 'changed' | 'torn';
}

/**
 * Looks at the head again and tells what speaks against the blocks that were read; undefined where nothing does. Sound
 * blocks are kept, and copies of them left where there were none.
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
  const verdicts = read.map((one) => judge(one, head));
  const right = read.filter((_, index) => verdicts[index] === 'right');
  for (const { block, content } of right) if (content) keepBlock(db, collection, block, content);
  const worthACopy = right.filter(({ isCopyMissing }) => isCopyMissing);
  await Promise.all(worthACopy.map((one) => leaveCopy(db, collection, one, one.content?.rows ?? [])));
  const cause = verdicts.includes('changed') ? 'changed' : verdicts.find((verdict) => verdict === 'torn');
  return cause && { head, cause };
}

/**
 * The head, provided that no transaction is changing it: then none has changed rows and not yet the head, which a
 * stretch of rows would not show. Undefined where a transaction is.
 */
export async function readIdleHead(db: Database, partition: string): Promise<Head | undefined> {
  const found = await db.getIdle([headKey(partition)]);
  return found && parseHead(found[0]);
}

/** What the head says of a block that was read. `open`: nobody can tell yet; it may be answered with, but not kept. */
function judge<Row extends CollectionRow>(
  { block, version, content }: ReadBlock<Row>,
  { blocks }: Head,
): 'right' | 'open' | Doubt['cause'] {
  const entry = blocks[block];
  if (entry?.[1] !== version) return 'changed';
  if (!content) return 'right';
  if (content.rows.length !== entry[0]) return 'torn';
  const sum = knownSum(entry);
  if (sum === undefined) return isSettled(entry) ? 'right' : 'open';
  return sum === sumOf(content.rows) ? 'right' : 'torn';
}

/**
 * Reads blocks that have no copy, group by group. Each group is confirmed and left as copies before the next one is
 * read: so nothing is lost when time runs out, or what one call may read.
 * @throws AppError `unavailable` where a bounded call has read as much as it may. The next call goes on from there.
 */
async function readUncopied<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockCount[],
): Promise<ReadBlock<Row>[]> {
  const before = db.request.usage.readUnits;
  const read: ReadBlock<Row>[] = [];
  // The first block tells how long rows are.
  let size = collection.isBounded ? 1 : AT_ONCE;
  for (let left = wanted; left.length > 0; ) {
    const blocks = await readBlocks(db, collection, left.slice(0, size), true);
    left = left.slice(size);
    if (left.length === 0) return [...read, ...blocks];
    await findDoubt(db, collection, blocks);
    read.push(...blocks.map((one) => ({ ...one, isCopyMissing: false })));
    if (collection.isBounded)
      size = howManyMore(left, countRows(wanted) - countRows(left), db.request.usage.readUnits - before);
    if (size === 0) throw unavailable();
  }
  return read;
}

/** How many of the blocks left a call may still read, given how many units so many rows have taken. */
function howManyMore(left: readonly BlockCount[], rows: number, units: number): number {
  const perRow = units / Math.max(1, rows);
  let [fitting, expected] = [0, units];
  for (const { count } of left.slice(0, AT_ONCE)) {
    expected += count * perRow;
    if (expected > MOST_ROW_UNITS) break;
    fitting += 1;
  }
  return fitting;
}

function countRows(blocks: readonly BlockCount[]): number {
  return blocks.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Leaves copies of all blocks that have none. Whoever has loaded much calls this, so that the first search costs no
 * more than later ones. Blocks that change meanwhile are left to readers.
 */
export async function leaveCopies<Row extends CollectionRow>(db: Database, collection: Collection<Row>): Promise<void> {
  const blocks = blocksNewestFirst(await readHead(db, collection.partition)).filter(
    ({ count }) => count >= FEWEST_ROWS,
  );
  for (const group of batchesOf(blocks, AT_ONCE)) {
    const copies = await findCopies(db, collection, group);
    const missing = group.filter(({ block }) => !copies.has(block));
    await findDoubt(db, collection, await readBlocks(db, collection, missing, true));
  }
}

/** Reads blocks row by row. They have yet to be confirmed. */
export async function readBlocks<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockVersion[],
  isCopyMissing: boolean,
): Promise<ReadBlock<Row>[]> {
  const blocks = wanted.map(async ({ block, version }) => {
    const items = await db.query(collection.partition, { prefix: blockPrefix(block) });
    const rows = items.map((item) => collection.Row.parse(item));
    return { block, version, content: makeBlock(collection, version, rows), isCopyMissing };
  });
  return Promise.all(blocks);
}
