import { BLOCK_SIZE, blockPrefix, rowKey } from '../../../tables/keys.ts';
import { Allowance, takeFitting } from '../allowance.ts';
import { batchesOf } from '../batches.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../faults.ts';
import { type BlockCount, blocksNewestFirst, findDoubt, type ReadBlock } from './blocks.ts';
import { type Block, keepBlock, keptBlock, makeBlock } from './cache.ts';
import { type Collection, type CollectionRow, readHead } from './collection.ts';
import { type BlockVersion, FEWEST_ROWS, findCopies } from './copies.ts';

/** How many blocks without copies are read at once: what is on its way must fit into memory beside what is kept. */
const AT_ONCE = 16;

/**
 * Most read units that one call takes of a bounded collection: of the 500 that a call may read, the rest is for its check,
 * the head and what follows. See decision 029.
 */
const MOST_UNITS = 460;
/** Read units of the longest row that there can be, and of the largest copy: what nobody has read is taken to be so. */
const MOST_ROW_UNITS = 0.38;
const MOST_COPY_UNITS = 49;
/** Most copies that are read at once. */
const COPIES_AT_ONCE = 8;
/** Rows of a part of a block that is read by itself, where the whole may be more than a call has left. */
const PART_ROWS = 250;

interface LoadedBlocks<Row> {
  /** In the order of what was asked for. */
  readonly blocks: readonly Block<Row>[];
  readonly read: readonly ReadBlock<Row>[];
}

/**
 * Whole blocks as of these versions. They come from memory; where this function has never had the block, from its copy;
 * else row by row, to be confirmed. `allowance` is what the call may still take, by `allowanceOf`.
 * @throws AppError `unavailable` where it would take more. The next call finds in memory what this one has read, and
 * goes on from there.
 */
export async function loadBlocks<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockCount[],
  allowance: Allowance,
): Promise<LoadedBlocks<Row>> {
  const kept = new Map(wanted.map(({ block }) => [block, keptBlock(db, collection, block)]));
  const unread = wanted.filter(({ block, version }) => kept.get(block)?.version !== version);
  // A block that was kept and is another now has changed lately: there is hardly a copy of it yet.
  const cold = unread.filter(({ block, count }) => count >= FEWEST_ROWS && !kept.get(block));
  const others = unread.filter((one) => !cold.includes(one));
  // What the copies leave of the allowance tells how much more may be read.
  const [beside, after] = collection.isBounded ? [[], others] : [others, []];
  const [copies, read] = await Promise.all([
    readCopies(db, collection, cold, allowance),
    Promise.all(beside.map((one) => readBlock(db, collection, one))),
  ]);
  const wantedRows = [
    ...after.map((one) => ({ ...one, isCopyMissing: false })),
    ...cold.filter(({ block }) => !copies.has(block)).map((one) => ({ ...one, isCopyMissing: true })),
  ];
  read.push(...(await readRows(db, collection, wantedRows, allowance)));
  const fresh = new Map([...copies, ...read.map(({ block, content }) => [block, content] as const)]);
  const blocks = wanted.map(({ block }) => fresh.get(block) ?? kept.get(block));
  return { blocks: blocks.filter((content) => content !== undefined), read };
}

/** What one call may take of a collection: of one whose size a unit decides, no more than a call may read. */
export function allowanceOf(db: Database, { isBounded = false }: { readonly isBounded?: boolean }): Allowance {
  return new Allowance(db, isBounded ? MOST_UNITS : Number.POSITIVE_INFINITY);
}

/** Those of the list, from its beginning on, that fit into what is left however large they are. @throws `unavailable` where none does. */
function fitting<T>(list: readonly T[], { readUnits }: Allowance, mostOf: (one: T) => number): readonly T[] {
  const some = takeFitting(list, readUnits, mostOf);
  if (some.length === 0) throw unavailable();
  return some;
}

/** Reads copies, group by group where the call is bounded. @throws AppError `unavailable`. */
async function readCopies<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockVersion[],
  allowance: Allowance,
): Promise<Map<number, Block<Row>>> {
  const blocks = new Map<number, Block<Row>>();
  for (let left = wanted; left.length > 0; ) {
    const group = collection.isBounded
      ? fitting(left, allowance, () => MOST_COPY_UNITS).slice(0, COPIES_AT_ONCE)
      : left;
    left = left.slice(group.length);
    const copies = await findCopies(db, collection, group);
    for (const { block, version } of group) {
      const rows = copies.get(block);
      if (!rows) continue;
      const content = makeBlock(collection, version, rows);
      keepBlock(db, collection, block, content);
      blocks.set(block, content);
    }
  }
  return blocks;
}

/** A block to be read row by row. */
interface WantedRows extends BlockCount {
  /** Whether a copy was looked for in vain. */
  readonly isCopyMissing: boolean;
}

/**
 * Reads blocks row by row, group by group. Each group is confirmed, and left as copies where there were none, before
 * the next one is read: so nothing is lost when time runs out, or what one call may read.
 * @throws AppError `unavailable` where a bounded call has read as much as it may.
 */
async function readRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly WantedRows[],
  allowance: Allowance,
): Promise<ReadBlock<Row>[]> {
  const read: ReadBlock<Row>[] = [];
  for (let left = wanted; left.length > 0; ) {
    const group = takeFitting(left, allowance.readUnits, ({ count }) => count * MOST_ROW_UNITS).slice(0, AT_ONCE);
    const blocks = await Promise.all(
      group.length > 0
        ? group.map((one) => readBlock(db, collection, one))
        : left.slice(0, 1).map((one) => readInParts(db, collection, one, allowance)),
    );
    left = left.slice(blocks.length);
    if (left.length === 0) return [...read, ...blocks];
    await findDoubt(db, collection, blocks);
    read.push(...blocks.map((one) => ({ ...one, isCopyMissing: false })));
  }
  return read;
}

/** A block that may be larger than what is left, part by part. @throws AppError `unavailable` where the next part may be too. */
async function readInParts<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version, isCopyMissing }: WantedRows,
  allowance: Allowance,
): Promise<ReadBlock<Row>> {
  const firsts = Array.from({ length: BLOCK_SIZE / PART_ROWS }, (_, index) => block * BLOCK_SIZE + index * PART_ROWS);
  const rows: Row[] = [];
  for (let left: readonly number[] = firsts; left.length > 0; ) {
    const group = fitting(left, allowance, () => PART_ROWS * MOST_ROW_UNITS);
    left = left.slice(group.length);
    const parts = group.map((first) => {
      const between = [
        rowKey(collection.partition, first).sk,
        rowKey(collection.partition, first + PART_ROWS - 1).sk,
      ] as const;
      return db.query(collection.partition, { between });
    });
    rows.push(...(await Promise.all(parts)).flat().map((item) => collection.Row.parse(item)));
  }
  return { block, version, content: makeBlock(collection, version, rows), isCopyMissing };
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
    const read = await Promise.all(missing.map((one) => readBlock(db, collection, { ...one, isCopyMissing: true })));
    await findDoubt(db, collection, read);
  }
}

/** Reads a block row by row. It has yet to be confirmed. */
export async function readBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version, isCopyMissing = false }: BlockVersion & { readonly isCopyMissing?: boolean },
): Promise<ReadBlock<Row>> {
  const items = await db.query(collection.partition, { prefix: blockPrefix(block) });
  const rows = items.map((item) => collection.Row.parse(item));
  return { block, version, content: makeBlock(collection, version, rows), isCopyMissing };
}
