import { blockPrefix, lastNumberOf, rowKey } from '../../tables/keys.ts';
import { makePage, type Page, type PageRequest } from '../domain/page.ts';
import { AppError } from '../errors.ts';
import { type Collection, type CollectionRow, type Head, readHead } from './collection.ts';
import { blocksNewestFirst, cachedBlock, findChange, loadBlocks, type ReadBlock } from './collection-blocks.ts';
import type { Database } from './database.ts';
import { unavailable } from './faults.ts';

/** Which rows are looked for; `text` is what the collection's keywords are looked for in. */
export type RowFilter<Row> = (row: Row, text: string) => boolean;

/** How often rows are read anew because the collection changed while they were read; then it is too busy to be read. */
const TRIES = 40;

/** Rows for one head, and what of them has to be confirmed by a second look at the head. */
interface Found<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly read: readonly ReadBlock<Row>[];
}

interface PageOptions<Row, Member> {
  readonly filter?: RowFilter<Row> | undefined;
  /** More members than this are too many to be answered. */
  readonly most?: number | undefined;
  /** A head read beside the caller's check. */
  readonly firstHead?: Head | undefined;
  /** The member of each row, `undefined` where it is gone. */
  readonly readMembers: (rows: readonly Row[]) => Promise<(Member | undefined)[]>;
  /** The row that a member has by now. */
  readonly rowOf: (member: Member) => Row;
}

/**
 * One page of members, newest first, as the collection was at one moment: the head is read once more beside the
 * members, and where a block has changed or a member is gone the page is read anew.
 * @throws AppError `unavailable` where the collection changes faster than it can be read; `too_many_matches`.
 */
export async function readPage<Row extends CollectionRow, Member>(
  db: Database,
  collection: Collection<Row>,
  request: PageRequest,
  { filter, firstHead, most = Number.POSITIVE_INFINITY, readMembers, rowOf }: PageOptions<Row, Member>,
): Promise<Page<Member>> {
  let head = firstHead ?? (await readHead(db, collection.partition));
  for (let tries = 1; ; tries++) {
    const found = filter
      ? slicePage(await findInBlocks(db, collection, filter, head), request)
      : await findOnPage(db, collection, request, head);
    if (found.total > most) throw new AppError('too_many_matches');
    const [members, changed] = await Promise.all([readMembers(found.rows), findChange(db, collection, found.read)]);
    // A member that the filter no longer lets through has changed since its row was read: as good as gone.
    const present = members.filter((member, index): member is Awaited<Member> => {
      const row = found.rows[index];
      return member !== undefined && row !== undefined && isMeant(collection, filter, row, rowOf(member));
    });
    const expected = Math.min(request.pageSize, Math.max(0, found.total - request.pageNo * request.pageSize));
    const isWhole = present.length === expected;
    if (!changed && isWhole) return makePage(request, found.total, present);
    const next = changed ?? (await readHead(db, collection.partition));
    // A member that is gone while its row has not changed since will not come back: the table is damaged.
    if (!changed && isSame(head, next)) return makePage(request, found.total, present);
    if (tries === TRIES) throw unavailable();
    head = next;
  }
}

/**
 * All rows the filter lets through, newest first, as the collection was at one moment.
 * @throws AppError `unavailable` where the collection changes faster than it can be read.
 */
export async function findRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: RowFilter<Row>,
  firstHead: Head,
): Promise<readonly Row[]> {
  let head = firstHead;
  for (let tries = 1; ; tries++) {
    const { rows, read } = await findInBlocks(db, collection, filter, head);
    const changed = await findChange(db, collection, read);
    if (!changed) return rows;
    if (tries === TRIES) throw unavailable();
    head = changed;
  }
}

/** Whether the filter lets a row through as it is now. Pinyin stands in read rows only: with another name it is unknown. */
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

function slicePage<Row>({ rows, read }: Found<Row>, { pageNo, pageSize }: PageRequest): Found<Row> {
  return { rows: rows.slice(pageNo * pageSize, (pageNo + 1) * pageSize), total: rows.length, read };
}

/** Filtered rows of all blocks, newest first. */
async function findInBlocks<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: RowFilter<Row>,
  head: Head,
): Promise<Found<Row>> {
  const { blocks, read } = await loadBlocks(db, collection, blocksNewestFirst(head));
  const found: Row[] = [];
  for (const { rows, texts } of blocks) {
    found.push(...rows.filter((row, index) => filter(row, texts[index] ?? '')).reverse());
  }
  return { rows: found, total: found.length, read };
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
      const rows = cachedBlock(db, collection, { block, version })?.rows;
      if (!rows) read.push({ block, version, content: undefined, isChunkMissing: false });
      const stretch = { block, count, skip, taken, below: head.next };
      parts.push(
        rows ? Promise.resolve(rows.toReversed().slice(skip, skip + taken)) : readStretch(db, collection, stretch),
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
