import { BLOCK_SIZE, blockPrefix, rowKey } from '../../../tables/keys.ts';
import { Allowance, takeFitting } from '../allowance.ts';
import { batchesOf } from '../batches.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../faults.ts';
import { type BlockCount, blocksNewestFirst, findDoubt, type ReadBlock } from './blocks.ts';
import { type Block, keepBlock, keptBlock, makeBlock } from './cache.ts';
import { type Collection, type CollectionRow, readHead } from './collection.ts';
import { type BlockVersion, FEWEST_ROWS, findCopies } from './copies.ts';

/** How many blocks without copies are read at once: they must fit into memory beside the blocks that are kept. */
const AT_ONCE = 16;

/**
 * The most read units that one call spends on a bounded collection. A call may spend 500: the rest is for the caller's
 * check, the head and what follows. See decision 029.
 */
const MOST_READ_UNITS = 460;
/** Read units of the longest possible row, and of the largest copy: an unread one is counted as such. */
const MOST_ROW_READ_UNITS = 0.38;
const MOST_COPY_READ_UNITS = 49;
/** The most copies that are read at once. */
const COPIES_AT_ONCE = 8;
/** Rows of a part of a block. A block is read in parts where the whole may cost more than the call has left. */
const PART_ROWS = 250;

interface LoadedBlocks<Row> {
  /** In the order of the wanted blocks. */
  readonly blocks: readonly Block<Row>[];
  readonly read: readonly ReadBlock<Row>[];
}

/**
 * Whole blocks as of these versions. They come from memory; if this function has never had the block, from its copy;
 * otherwise row by row, to be confirmed. `allowance` is what the call may still spend, by `allowanceOf`.
 * @throws AppError `unavailable` where they would cost more. The next call finds in memory what this one has read, and
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
  // A block that was kept at an older version has changed lately: it hardly has a copy yet.
  const cold = unread.filter(({ block, count }) => count >= FEWEST_ROWS && !kept.get(block));
  const others = unread.filter((one) => !cold.includes(one));
  // How much more may be read depends on what the copies have cost.
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

/** What one call may spend on a collection. It is bounded where a unit decides the collection's size. */
export function allowanceOf(db: Database, { isBounded = false }: { readonly isBounded?: boolean }): Allowance {
  return new Allowance(db, isBounded ? MOST_READ_UNITS : Number.POSITIVE_INFINITY);
}

/**
 * The first members of the list that fit into what is left even if they are as large as can be.
 * @throws AppError `unavailable` where none does.
 */
function fitting<T>(list: readonly T[], { readUnits }: Allowance, mostOf: (one: T) => number): readonly T[] {
  const some = takeFitting(list, readUnits, mostOf);
  if (some.length === 0) throw unavailable();
  return some;
}

/**
 * Reads copies, in groups where the call is bounded.
 * @throws AppError `unavailable`.
 */
async function readCopies<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly BlockVersion[],
  allowance: Allowance,
): Promise<Map<number, Block<Row>>> {
  const blocks = new Map<number, Block<Row>>();
  for (let left = wanted; left.length > 0; ) {
    const group = collection.isBounded
      ? fitting(left, allowance, () => MOST_COPY_READ_UNITS).slice(0, COPIES_AT_ONCE)
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
  /** Whether a copy was looked for but not found. */
  readonly isCopyMissing: boolean;
}

/**
 * Reads blocks row by row, in groups. Each group is confirmed, and left as copies where there were none, before the
 * next one is read: so nothing is lost when time or the call's allowance runs out.
 * @throws AppError `unavailable` where a bounded call has spent its allowance.
 */
async function readRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  wanted: readonly WantedRows[],
  allowance: Allowance,
): Promise<ReadBlock<Row>[]> {
  const read: ReadBlock<Row>[] = [];
  for (let left = wanted; left.length > 0; ) {
    const group = takeFitting(left, allowance.readUnits, ({ count }) => count * MOST_ROW_READ_UNITS).slice(0, AT_ONCE);
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

/**
 * Reads a block in parts, since it may be larger than what is left.
 * @throws AppError `unavailable` where the next part may be, too.
 */
async function readInParts<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version, isCopyMissing }: WantedRows,
  allowance: Allowance,
): Promise<ReadBlock<Row>> {
  const firsts = Array.from({ length: BLOCK_SIZE / PART_ROWS }, (_, index) => block * BLOCK_SIZE + index * PART_ROWS);
  const rows: Row[] = [];
  for (let left: readonly number[] = firsts; left.length > 0; ) {
    const group = fitting(left, allowance, () => PART_ROWS * MOST_ROW_READ_UNITS);
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
 * Leaves copies of all blocks that have none. Bulk loads call this, so that the first search costs no more than later
 * ones. Blocks that change meanwhile are left to readers.
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

/** Reads a block row by row. It must still be confirmed. */
export async function readBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, version, isCopyMissing = false }: BlockVersion & { readonly isCopyMissing?: boolean },
): Promise<ReadBlock<Row>> {
  const items = await db.query(collection.partition, { prefix: blockPrefix(block) });
  const rows = items.map((item) => collection.Row.parse(item));
  return { block, version, content: makeBlock(collection, version, rows), isCopyMissing };
}
