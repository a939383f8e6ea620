import { blockPrefix, lastNumberOf, rowKey } from '../../tables/keys.ts';
import { makePage, type Page, type PageRequest } from '../domain/page.ts';
import { type Collection, type CollectionRow, type Head, readHead } from './collection.ts';
import { cachedBlock, keepBlock } from './collection-cache.ts';
import type { Database } from './database.ts';

/** How often rows are read anew because the collection changed while they were read. */
const TRIES = 4;

/** Rows that were read and not taken from memory, with the version their block had in the head read before. */
interface ReadBlock<Row> {
  readonly block: number;
  readonly version: number;
  /** All rows of the block, ascending; undefined where only a stretch was read. */
  readonly rows: readonly Row[] | undefined;
}

/** Rows for one head, and what of them has to be confirmed by a second look at the head. */
interface Found<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly read: readonly ReadBlock<Row>[];
}

interface PageOptions<Row, Member> {
  readonly filter?: ((row: Row) => boolean) | undefined;
  /** A head read beside the caller's check. */
  readonly firstHead?: Head | undefined;
  /** The member of each row, `undefined` where it is gone. */
  readonly readMembers: (rows: readonly Row[]) => Promise<(Member | undefined)[]>;
}

/**
 * One page of members, newest first, as the collection was at one moment: the head is read once more beside the
 * members, and where a block has changed or a member is gone the page is read anew.
 */
export async function readPage<Row extends CollectionRow, Member>(
  db: Database,
  collection: Collection<Row>,
  request: PageRequest,
  { filter, firstHead, readMembers }: PageOptions<Row, Member>,
): Promise<Page<Member>> {
  let head = firstHead ?? (await readHead(db, collection.partition));
  for (let tries = 1; ; tries++) {
    const found = filter
      ? slicePage(await findInBlocks(db, collection, filter, head), request)
      : await findOnPage(db, collection, request, head);
    const [members, changed] = await Promise.all([readMembers(found.rows), findChange(db, collection, found.read)]);
    const present = members.filter((member) => member !== undefined);
    const expected = Math.min(request.pageSize, Math.max(0, found.total - request.pageNo * request.pageSize));
    if ((!changed && present.length === expected) || tries === TRIES) return makePage(request, found.total, present);
    head = changed ?? (await readHead(db, collection.partition));
  }
}

/** All rows the filter lets through, newest first, as the collection was at one moment. */
export async function findRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: (row: Row) => boolean,
  firstHead: Head,
): Promise<readonly Row[]> {
  let head = firstHead;
  for (let tries = 1; ; tries++) {
    const { rows, read } = await findInBlocks(db, collection, filter, head);
    const changed = await findChange(db, collection, read);
    if (!changed || tries === TRIES) return rows;
    head = changed;
  }
}

function slicePage<Row>({ rows, read }: Found<Row>, { pageNo, pageSize }: PageRequest): Found<Row> {
  return { rows: rows.slice(pageNo * pageSize, (pageNo + 1) * pageSize), total: rows.length, read };
}

/**
 * The head as it is now, if a block has changed since its rows were read, undefined if none has. Whole blocks that have
 * not are kept in memory under their version.
 */
async function findChange<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  read: readonly ReadBlock<Row>[],
): Promise<Head | undefined> {
  if (read.length === 0) return undefined;
  const head = await readHead(db, collection.partition);
  const steady = read.filter(({ block, version }) => head.blocks[block]?.[1] === version);
  for (const { block, version, rows } of steady) if (rows) keepBlock(db, collection, block, { version, rows });
  return steady.length === read.length ? undefined : head;
}

/** Filtered rows of all blocks, newest first. Blocks unchanged since they were last read are not read again. */
async function findInBlocks<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: (row: Row) => boolean,
  head: Head,
): Promise<Found<Row>> {
  const read: ReadBlock<Row>[] = [];
  const blocks = await Promise.all(
    blocksNewestFirst(head).map(async ({ block, version }) => {
      const cached = cachedBlock(db, collection, block, version);
      if (cached) return cached;
      const items = await db.query(collection.partition, { prefix: blockPrefix(block) });
      const rows = items.map((item) => collection.Row.parse(item));
      read.push({ block, version, rows });
      return rows;
    }),
  );
  const rows = blocks.flatMap((block) => block.filter(filter).reverse());
  return { rows, total: rows.length, read };
}

/** The rows of an unfiltered page: the head's counts say in which blocks they lie and how deep. */
async function findOnPage<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { pageNo, pageSize }: PageRequest,
  head: Head,
): Promise<Found<Row>> {
  const parts: Promise<readonly Row[]>[] = [];
  const read: ReadBlock<Row>[] = [];
  let skip = pageNo * pageSize;
  let wanted = pageSize;
  for (const { block, count, version } of blocksNewestFirst(head)) {
    const taken = Math.min(wanted, Math.max(0, count - skip));
    if (taken > 0) {
      const cached = cachedBlock(db, collection, block, version);
      if (!cached) read.push({ block, version, rows: undefined });
      const stretch = { block, count, skip, taken, below: head.next };
      parts.push(
        cached ? Promise.resolve(cached.toReversed().slice(skip, skip + taken)) : readStretch(db, collection, stretch),
      );
    }
    skip = Math.max(0, skip - count);
    wanted -= taken;
    if (wanted === 0) break;
  }
  return { rows: (await Promise.all(parts)).flat(), total: head.total, read };
}

interface Stretch {
  readonly block: number;
  readonly count: number;
  /** Newest members of the block that come before the stretch. */
  readonly skip: number;
  readonly taken: number;
  /** Numbers from here on were given after the head was read, and must not shift the page. */
  readonly below: number;
}

/** A stretch of one block, newest first, by a query from the nearer end. */
async function readStretch<Row extends CollectionRow>(
  db: Database,
  { partition, Row }: Collection<Row>,
  { block, count, skip, taken, below }: Stretch,
): Promise<Row[]> {
  const after = count - skip - taken;
  const descending = skip <= after;
  const limit = taken + (descending ? skip : after);
  const last = rowKey(partition, Math.min(lastNumberOf(block), below - 1)).sk;
  const items = await db.query(partition, { between: [blockPrefix(block), last], descending, limit });
  const rows = items.map((item) => Row.parse(item));
  return descending ? rows.slice(skip) : rows.toReversed().slice(0, taken);
}

function blocksNewestFirst(head: Head): { block: number; count: number; version: number }[] {
  return Object.entries(head.blocks)
    .map(([block, [count, version]]) => ({ block: Number(block), count, version }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.block - a.block);
}
