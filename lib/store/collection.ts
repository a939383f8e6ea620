import * as z from 'zod';
import { blockOf, blockPrefix, headKey, lastNumberOf, rowKey } from '../../tables/keys.ts';
import { makePage, type Page, type PageRequest } from '../domain/page.ts';
import type { Database } from './database.ts';
import { insert, put, remove, type Step, update } from './steps.ts';

/**
 * A collection pages by number, counts exactly and matches substrings. Its members are numbered from 1 without gaps
 * in order of creation; each has a slim row with what filters need, written in the same transaction as the member
 * and as the head, which counts the members per block of 1,000 numbers and gives each block a version.
 */
export interface Collection<Row extends CollectionRow> {
  readonly partition: string;
  readonly Row: z.ZodType<Row>;
}

/** What every row has; a collection adds the fields its filters and lists need. */
export interface CollectionRow {
  readonly number: number;
}

const Head = z.object({
  next: z.int(),
  total: z.int(),
  /** By block: number of members, version. */
  blocks: z.record(z.string(), z.tuple([z.int(), z.int()])),
});
export type Head = z.output<typeof Head>;

const EMPTY: Head = { next: 1, total: 0, blocks: {} };

/** Rows by number, ascending, as they were at a block's version. */
interface CachedBlock {
  readonly version: number;
  readonly rows: readonly CollectionRow[];
}

/** Blocks a warm function keeps, by database and partition; each is used only while the head has its version. */
const caches = new WeakMap<Database, Map<string, Map<number, CachedBlock>>>();

/** Most partitions kept at once; the longest unused is dropped first. */
const CACHED_PARTITIONS = 50;

/** How often a page is read anew because members vanished while it was read. */
const PAGE_TRIES = 4;

/** The head as it is now. */
export async function readHead(db: Database, partition: string): Promise<Head> {
  const item = await db.get(headKey(partition));
  return item ? Head.parse(item) : EMPTY;
}

/** Steps that add the member `row.number`, which must be the head's `next`. Losing the number is a lost race. */
export function addRow<Row extends CollectionRow>(collection: Collection<Row>, head: Head, row: Row): Step[] {
  return [growHead(collection.partition, head), insert({ ...rowKey(collection.partition, row.number), ...row })];
}

/** Steps that replace the row of a member; a step beside them must guard the member itself. */
export function changeRow<Row extends CollectionRow>(collection: Collection<Row>, row: Row): Step[] {
  return [
    touchBlock(collection.partition, row.number, 0),
    put({ ...rowKey(collection.partition, row.number), ...row }),
  ];
}

/** Steps that take a member out; a step beside them must guard the member itself. */
export function removeRow<Row extends CollectionRow>(collection: Collection<Row>, number: number): Step[] {
  return [touchBlock(collection.partition, number, -1), remove(rowKey(collection.partition, number))];
}

/**
 * One page of members, newest first. `readMembers` gets the page's rows and returns the member of each, `undefined`
 * where it is gone: the page is then read anew, so that it never shows a deleted member or a wrong total.
 * `firstHead` is a head read beside the caller's check.
 */
export async function readPage<Row extends CollectionRow, Member>(
  db: Database,
  collection: Collection<Row>,
  request: PageRequest,
  options: {
    readonly filter?: ((row: Row) => boolean) | undefined;
    readonly firstHead?: Head | undefined;
    readonly readMembers: (rows: readonly Row[]) => Promise<(Member | undefined)[]>;
  },
): Promise<Page<Member>> {
  for (let tries = 1; ; tries++) {
    const head = (tries === 1 ? options.firstHead : undefined) ?? (await readHead(db, collection.partition));
    const { rows, total } = options.filter
      ? slicePage(await findRows(db, collection, options.filter, head), request)
      : { rows: await readPageRows(db, collection, request, head), total: head.total };
    const members = await options.readMembers(rows);
    const present = members.filter((member) => member !== undefined);
    const expected = Math.min(request.pageSize, Math.max(0, total - request.pageNo * request.pageSize));
    if (present.length === expected || tries === PAGE_TRIES) return makePage(request, total, present);
  }
}

/** All rows the filter lets through, newest first. Blocks unchanged since they were last read are not read again. */
export async function findRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: (row: Row) => boolean,
  head: Head,
): Promise<Row[]> {
  const blocks = await Promise.all(
    blocksNewestFirst(head).map(async ([block, [, version]]) => readBlock(db, collection, block, version)),
  );
  return blocks.flatMap((rows) => rows.filter(filter).reverse());
}

function slicePage<Row>(rows: readonly Row[], { pageNo, pageSize }: PageRequest): { rows: Row[]; total: number } {
  return { rows: rows.slice(pageNo * pageSize, (pageNo + 1) * pageSize), total: rows.length };
}

/** The rows of an unfiltered page: the head's counts say in which blocks they lie and how deep. */
async function readPageRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { pageNo, pageSize }: PageRequest,
  head: Head,
): Promise<Row[]> {
  const parts: Promise<Row[]>[] = [];
  let skip = pageNo * pageSize;
  let wanted = pageSize;
  for (const [block, [count, version]] of blocksNewestFirst(head)) {
    const taken = Math.min(wanted, Math.max(0, count - skip));
    if (taken > 0) parts.push(readStretch(db, collection, { block, count, version, skip, taken, below: head.next }));
    skip = Math.max(0, skip - count);
    wanted -= taken;
    if (wanted === 0) break;
  }
  return (await Promise.all(parts)).flat();
}

interface Stretch {
  readonly block: number;
  readonly count: number;
  readonly version: number;
  /** Newest members of the block that come before the stretch. */
  readonly skip: number;
  readonly taken: number;
  /** Numbers from here on were given after the head was read. */
  readonly below: number;
}

/** A stretch of one block, newest first, from memory or by a query from the nearer end. */
async function readStretch<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { block, count, version, skip, taken, below }: Stretch,
): Promise<Row[]> {
  const cached = cachedBlock(db, collection, block, version);
  if (cached) return cached.toReversed().slice(skip, skip + taken);
  const after = count - skip - taken;
  const descending = skip <= after;
  const limit = taken + (descending ? skip : after);
  // Numbers given after the head was read must not shift the page.
  const last = rowKey(collection.partition, Math.min(lastNumberOf(block), below - 1)).sk;
  const items = await db.query(collection.partition, { between: [blockPrefix(block), last], descending, limit });
  const rows = items.map((item) => collection.Row.parse(item));
  return descending ? rows.slice(skip) : rows.toReversed().slice(0, taken);
}

async function readBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  block: number,
  version: number,
): Promise<readonly Row[]> {
  const cached = cachedBlock(db, collection, block, version);
  if (cached) return cached;
  const items = await db.query(collection.partition, { prefix: blockPrefix(block) });
  const rows = items.map((item) => collection.Row.parse(item));
  partitionCache(db, collection.partition).set(block, { version, rows });
  return rows;
}

function cachedBlock<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  block: number,
  version: number,
): readonly Row[] | undefined {
  const cached = partitionCache(db, collection.partition).get(block);
  // Rows of a partition are only ever put here by `readBlock` with that partition's schema.
  return cached?.version === version ? (cached.rows as readonly Row[]) : undefined;
}

function partitionCache(db: Database, partition: string): Map<number, CachedBlock> {
  const partitions = caches.get(db) ?? new Map<string, Map<number, CachedBlock>>();
  caches.set(db, partitions);
  const blocks = partitions.get(partition) ?? new Map<number, CachedBlock>();
  partitions.delete(partition);
  partitions.set(partition, blocks);
  const [longestUnused] = partitions.keys();
  if (partitions.size > CACHED_PARTITIONS && longestUnused !== undefined) partitions.delete(longestUnused);
  return blocks;
}

function blocksNewestFirst(head: Head): [number, readonly [number, number]][] {
  return Object.entries(head.blocks)
    .map(([block, entry]): [number, readonly [number, number]] => [Number(block), entry])
    .filter(([, [count]]) => count > 0)
    .sort(([a], [b]) => b - a);
}

/** The head takes one more member, under the number that was `next` when it was read. */
function growHead(partition: string, head: Head): Step {
  const block = String(blockOf(head.next));
  if (head.next === 1) {
    return insert({ ...headKey(partition), next: 2, total: 1, blocks: { [block]: [1, 1] } });
  }
  const names = { '#next': 'next', '#total': 'total', '#blocks': 'blocks', '#block': block };
  const growth = head.blocks[block]
    ? '#blocks.#block[0] = #blocks.#block[0] + :one, #blocks.#block[1] = #blocks.#block[1] + :one'
    : '#blocks.#block = :first';
  return update(headKey(partition), {
    set: `#next = :after, #total = #total + :one, ${growth}`,
    condition: '#next = :next',
    names,
    values: {
      ':next': head.next,
      ':after': head.next + 1,
      ':one': 1,
      ...(head.blocks[block] ? {} : { ':first': [1, 1] }),
    },
  });
}

/** The head's block has changed: a new version, and `by` more members. */
function touchBlock(partition: string, number: number, by: 0 | -1): Step {
  return update(headKey(partition), {
    set: '#total = #total + :by, #blocks.#block[0] = #blocks.#block[0] + :by, #blocks.#block[1] = #blocks.#block[1] + :one',
    condition: 'attribute_exists(#blocks.#block)',
    names: { '#total': 'total', '#blocks': 'blocks', '#block': String(blockOf(number)) },
    values: { ':by': by, ':one': 1 },
  });
}
