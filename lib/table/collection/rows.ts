import { type Key, lastNumberOf, rowKey } from '../../../tables/keys.ts';
import type { Database } from '../database.ts';
import { type CollectionRow, type Head, nowInSeconds, type Rows } from './collection.ts';

/**
 * Seconds after which a whole transaction is visible. A writer takes the time before he sends it and repeats it for at
 * most 13 seconds; the store makes it visible well within the rest.
 */
const RESTED_AFTER_S = 20;

/** The most blocks that a function keeps: 200,000 rows, or about 50 MB. */
const MOST_BLOCKS = 200;

/** A block with its number and version, and when it was changed last, in seconds since the epoch. */
export interface Block {
  readonly block: number;
  readonly version: number;
  readonly changed: number;
  /** How many rows it has; absent where nobody counts them. */
  readonly count?: number;
}
type CountedBlock = Required<Block>;

/** All rows of a block, newest first. */
interface BlockRows<Row> {
  readonly version: number;
  readonly rows: readonly Row[];
  /** By row, the text in which keywords are looked up. It is kept because making it takes longer than searching it. */
  readonly texts: readonly string[];
}

/** The rows that a function keeps, by partition and block; those unused for longest come first. */
const keptBy = new WeakMap<Database, Map<string, BlockRows<CollectionRow>>>();

/** The rows of all blocks, the newest block first. */
export function readBlocks<Row extends CollectionRow>(
  db: Database,
  rows: Rows<Row>,
  head: Head,
): Promise<BlockRows<Row>[]> {
  return Promise.all(blocksNewestFirst(head).map((one) => readBlock(db, rows, one)));
}

/** The rows at a place of the list, newest first, without a filter. The head's counts tell in which blocks they lie. */
export async function findRowsAt<Row extends CollectionRow>(
  db: Database,
  rows: Rows<Row>,
  head: Head,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  let skip = first;
  let wanted = count;
  for (const block of blocksNewestFirst(head)) {
    const taken = Math.min(wanted, Math.max(0, block.count - skip));
    if (taken > 0) parts.push(readStretch(db, rows, { ...block, skip, taken }, head.next));
    skip = Math.max(0, skip - block.count);
    wanted -= taken;
  }
  return (await Promise.all(parts)).flat();
}

/**
 * Whether everything that a head tells of has been visible for long enough to be kept. Beside a transaction that is
 * becoming visible the new head may be seen with an old row: what is not kept then cannot stay wrong.
 */
export function hasRested(changed: number): boolean {
  return nowInSeconds() - changed > RESTED_AFTER_S;
}

function blocksNewestFirst(head: Head): CountedBlock[] {
  return Object.entries(head.blocks)
    .map(([block, [count, version, changed]]) => ({ block: Number(block), count, version, changed }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.block - a.block);
}

/** All rows of a block, from memory where they are kept at its version. */
export async function readBlock<Row extends CollectionRow>(
  db: Database,
  rows: Rows<Row>,
  { block, count, version, changed }: Block,
): Promise<BlockRows<Row>> {
  const kept = keptRows(db, rows, block, version);
  if (kept) return kept;
  const between = [keyOf(rows, firstNumberOf(block)).sk, keyOf(rows, lastNumberOf(block)).sk] as const;
  const items = await db.query(rows.partition, { between, descending: true });
  const found = items.map((item) => rows.Row.parse(item));
  const read = { version, rows: found, texts: found.map((row) => rows.textOf(row)) };
  if ((count ?? found.length) === found.length && hasRested(changed)) keepRows(db, rows, block, read);
  return read;
}

/** Where the row of a number lies. */
function keyOf<Row extends CollectionRow>(rows: Rows<Row>, number: number): Key {
  return rows.rowKey?.(number) ?? rowKey(rows.partition, number);
}

const firstNumberOf = (block: number) => Math.max(lastNumberOf(block - 1) + 1, 1);

interface Stretch extends CountedBlock {
  /** How many of the newest members of the block to skip. */
  readonly skip: number;
  readonly taken: number;
}

/**
 * A stretch of one block, newest first. Where no number is missing, the place tells the numbers. Otherwise the rows are
 * read from the nearer end of the block. Numbers from `next` on were given after the head was read and must not shift
 * the page.
 */
async function readStretch<Row extends CollectionRow>(
  db: Database,
  rows: Rows<Row>,
  { block, count, version, skip, taken }: Stretch,
  next: number,
): Promise<Row[]> {
  const kept = keptRows(db, rows, block, version);
  if (kept) return kept.rows.slice(skip, skip + taken);
  const last = Math.min(lastNumberOf(block), next - 1);
  const first = firstNumberOf(block);
  const read = async (from: number, to: number, descending: boolean, limit: number) => {
    const between = [keyOf(rows, from).sk, keyOf(rows, to).sk] as const;
    const items = await db.query(rows.partition, { between, descending, limit });
    return items.map((item) => rows.Row.parse(item));
  };
  if (last - first + 1 === count) return read(last - skip - taken + 1, last - skip, true, taken);
  const after = count - skip - taken;
  if (skip <= after) return (await read(first, last, true, taken + skip)).slice(skip);
  return (await read(first, last, false, taken + after)).toReversed().slice(0, taken);
}

function keptRows<Row extends CollectionRow>(
  db: Database,
  { partition }: Rows<Row>,
  block: number,
  version: number,
): BlockRows<Row> | undefined {
  const blocks = keptBy.get(db.root);
  const name = `${partition}\n${block}`;
  const kept = blocks?.get(name);
  if (kept?.version !== version) return undefined;
  blocks?.delete(name);
  blocks?.set(name, kept);
  // Only `keepRows` keeps rows, and it does so under the partition of their collection.
  return kept as BlockRows<Row>;
}

function keepRows<Row extends CollectionRow>(
  db: Database,
  { partition }: Rows<Row>,
  block: number,
  rows: BlockRows<Row>,
): void {
  const blocks = keptBy.get(db.root) ?? new Map<string, BlockRows<CollectionRow>>();
  keptBy.set(db.root, blocks.set(`${partition}\n${block}`, rows));
  const [longestUnused] = blocks.keys();
  if (blocks.size > MOST_BLOCKS && longestUnused !== undefined) blocks.delete(longestUnused);
}
