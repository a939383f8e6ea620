import { setTimeout as sleep } from 'node:timers/promises';
import { blockPrefix, lastNumberOf, rowKey } from '../../../tables/keys.ts';
import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import type { Database } from '../database.ts';
import { unavailable } from '../faults.ts';
import {
  type BlockCount,
  blocksNewestFirst,
  cachedBlock,
  type Doubt,
  findDoubt,
  isSettled,
  keepProven,
  type ReadBlock,
} from './blocks.ts';
import type { Block } from './cache.ts';
import { type Collection, type CollectionRow, type Head, readHead } from './collection.ts';
import { allowanceOf, loadBlocks, readBlock } from './load.ts';

/** Whether a search finds the row. `text` is the row's text in which keywords are looked up. */
export type RowFilter<Row> = (row: Row, text: string) => boolean;

/**
 * How often rows are read again that do not fit together although the head stays the same, and the milliseconds before
 * the first time.
 */
const MOST_LOOKS = 6;
const FIRST_WAIT_MS = 4;
/** How often rows are read again because the collection has changed meanwhile. After that it is too busy to be read. */
const TRIES = 40;

/** The rows found as of one head, and the blocks among them that a second look at the head must confirm. */
interface Found<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly read: readonly ReadBlock<Row>[];
  /** Whole blocks that were searched, newest first; none where there was no filter. */
  readonly blocks: readonly Block<Row>[];
}

interface PageOptions<Row, Member> {
  readonly filter?: RowFilter<Row> | undefined;
  /** The most members that may be answered. */
  readonly most?: number | undefined;
  /** A head that was read beside the caller's check. */
  readonly firstHead?: Head | undefined;
  /** Reads the member of each row; `undefined` where it is gone. `blocks` are all blocks that were searched. */
  readonly readMembers: (rows: readonly Row[], blocks: readonly Block<Row>[]) => Promise<(Member | undefined)[]>;
  /** The row that a member has now. */
  readonly rowOf: (member: Member) => Row;
}

/**
 * One page of members, newest first, as the collection was at one moment. The head is read once more beside the
 * members. If it contradicts the rows, or a member is gone, the page is read again.
 * @throws AppError `unavailable` where the collection changes faster than it can be read; `too_many_matches`.
 */
export async function readPage<Row extends CollectionRow, Member>(
  db: Database,
  collection: Collection<Row>,
  request: PageRequest,
  { filter, firstHead, most = Number.POSITIVE_INFINITY, readMembers, rowOf }: PageOptions<Row, Member>,
): Promise<Page<Member>> {
  return untilOfOneMoment(db, collection, firstHead, async (head, allowance) => {
    const found = filter
      ? slicePage(await findInBlocks(db, collection, filter, head, allowance), request)
      : await findOnPage(db, collection, request, head);
    const looking = findDoubt(db, collection, found.read);
    const reading =
      found.total > most ? Promise.reject(new AppError('too_many_matches')) : readMembers(found.rows, found.blocks);
    // A refusal waits for the look, too, which keeps the blocks in memory: so the next one costs less.
    const members = await reading.finally(() => looking.catch(() => {}));
    const doubt = await looking;
    // A member that no longer passes the filter has changed since its row was read: it counts as gone.
    const present = members.filter((member, index): member is Awaited<Member> => {
      const row = found.rows[index];
      return member !== undefined && row !== undefined && isMeant(collection, filter, row, rowOf(member));
    });
    const expected = Math.min(request.pageSize, Math.max(0, found.total - request.pageNo * request.pageSize));
    const isWhole = present.length === expected;
    return { answer: makePage(request, found.total, present), doubt, isWhole };
  });
}

/**
 * All rows that pass the filter, newest first, as the collection was at one moment.
 * @throws AppError `unavailable` where the collection changes faster than it can be read.
 */
export async function findRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: RowFilter<Row>,
  firstHead: Head,
): Promise<readonly Row[]> {
  return untilOfOneMoment(db, collection, firstHead, async (head, allowance) => {
    const { rows, read } = await findInBlocks(db, collection, filter, head, allowance);
    const open = await keepProven(db, collection, read, head);
    return { answer: rows, doubt: await findDoubt(db, collection, open), isWhole: true };
  });
}

/** An answer as of one head, and whether it may be given. */
interface Attempt<T> {
  readonly answer: T;
  readonly doubt: Doubt | undefined;
  /** Whether every row has a member. */
  readonly isWhole: boolean;
}

/** Repeats an attempt until its answer holds. */
async function untilOfOneMoment<Row extends CollectionRow, T>(
  db: Database,
  collection: Collection<Row>,
  firstHead: Head | undefined,
  attempt: (head: Head, allowance: Allowance) => Promise<Attempt<T>>,
): Promise<T> {
  const { partition } = collection;
  // All repetitions share one allowance: they belong to one call.
  const allowance = allowanceOf(db, collection);
  let head = firstHead ?? (await readHead(db, partition));
  let looks = 0;
  for (let tries = 1; ; tries++) {
    const { answer, doubt, isWhole } = await attempt(head, allowance);
    if (!doubt && isWhole) return answer;
    const next = doubt?.head ?? (await readHead(db, partition));
    looks = isSame(head, next) ? looks + 1 : 0;
    // Rows that are still torn now will stay so: the table is damaged.
    if (looks > MOST_LOOKS && doubt?.cause !== 'changed') return answer;
    if (tries === TRIES) throw unavailable();
    // Part of somebody's transaction is visible: soon all of it will be.
    if (looks > 0) await sleep(FIRST_WAIT_MS * 2 ** (looks - 1));
    head = next;
  }
}

/**
 * Whether a row passes the filter as it is now. Only a row that was read has pinyin: if the name has changed, the
 * pinyin is unknown.
 */
function isMeant<Row extends CollectionRow>(
  { textOf }: Collection<Row>,
  filter: RowFilter<Row> | undefined,
  read: Row,
  now: Row,
): boolean {
  const text = textOf(now);
  return filter?.({ ...now, pinyin: textOf(read) === text ? read.pinyin : undefined }, text) ?? true;
}

/** Whether no row has changed between two heads. */
function isSame({ blocks: before }: Head, { blocks: after }: Head): boolean {
  const versions = Object.entries(after);
  return (
    versions.length === Object.keys(before).length &&
    versions.every(([block, [, version]]) => before[block]?.[1] === version)
  );
}

function slicePage<Row>({ rows, ...found }: Found<Row>, { pageNo, pageSize }: PageRequest): Found<Row> {
  return { ...found, rows: rows.slice(pageNo * pageSize, (pageNo + 1) * pageSize), total: rows.length };
}

/** Filtered rows of all blocks, newest first. */
async function findInBlocks<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: RowFilter<Row>,
  head: Head,
  allowance: Allowance,
): Promise<Found<Row>> {
  const { blocks, read } = await loadBlocks(db, collection, blocksNewestFirst(head), allowance);
  const found: Row[] = [];
  for (const { rows, texts } of blocks) {
    found.push(...rows.filter((row, index) => filter(row, texts[index] ?? '')).reverse());
  }
  return { rows: found, total: found.length, read, blocks };
}

/** The rows of an unfiltered page. The head's counts tell in which blocks they lie and how deep. */
async function findOnPage<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  { pageNo, pageSize }: PageRequest,
  head: Head,
): Promise<Found<Row>> {
  const parts: Promise<Part<Row>>[] = [];
  let skip = pageNo * pageSize;
  let wanted = pageSize;
  for (const blockCount of blocksNewestFirst(head)) {
    const { count } = blockCount;
    const taken = Math.min(wanted, Math.max(0, count - skip));
    if (taken > 0) parts.push(readPart(db, collection, head, { ...blockCount, skip, taken }));
    skip = Math.max(0, skip - count);
    wanted -= taken;
    if (wanted === 0) break;
  }
  const read = await Promise.all(parts);
  const rows = read.flatMap((part) => part.rows);
  return { rows, total: head.total, read: read.flatMap((part) => part.read ?? []), blocks: [] };
}

interface Stretch extends BlockCount {
  /** How many of the newest members of the block to skip. */
  readonly skip: number;
  readonly taken: number;
}

interface Part<Row> {
  readonly rows: readonly Row[];
  /** What of it must be confirmed. */
  readonly read?: ReadBlock<Row>;
}

/**
 * A stretch of one block, newest first: from memory, or by a query from the nearer end. A block that is not settled is
 * read whole, since only all rows together show whether they are of one moment.
 */
async function readPart<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  head: Head,
  stretch: Stretch,
): Promise<Part<Row>> {
  const { block, version, skip, taken } = stretch;
  const cut = (rows: readonly Row[]) => rows.toReversed().slice(skip, skip + taken);
  const kept = cachedBlock(db, collection, stretch);
  if (kept) return { rows: cut(kept.rows) };
  const entry = head.blocks[block];
  if (entry && !isSettled(entry)) {
    const read = await readBlock(db, collection, { block, version });
    return { rows: cut(read.content?.rows ?? []), read };
  }
  const rows = await readStretch(db, collection, stretch, head.next);
  return { rows, read: { block, version, content: undefined, isCopyMissing: false } };
}

/** Queries a stretch. Numbers from `next` on were given after the head was read and must not shift the page. */
async function readStretch<Row extends CollectionRow>(
  db: Database,
  { partition, Row }: Collection<Row>,
  { block, count, skip, taken }: Stretch,
  next: number,
): Promise<Row[]> {
  const after = count - skip - taken;
  const descending = skip <= after;
  const limit = taken + (descending ? skip : after);
  const last = rowKey(partition, Math.min(lastNumberOf(block), next - 1)).sk;
  const items = await db.query(partition, { between: [blockPrefix(block), last], descending, limit });
  const rows = items.map((item) => Row.parse(item));
  return descending ? rows.slice(skip) : rows.toReversed().slice(0, taken);
}
