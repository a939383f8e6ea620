import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';
import { type Collection, type CollectionRow, type Head, readHead } from './collection.ts';
import { findRowsAt, readBlocks } from './rows.ts';

/** Whether a search finds the row. `text` is the row's text in which keywords are looked up. */
export type RowFilter<Row> = (row: Row, text: string) => boolean;

interface PageOptions<Row, Member> {
  /** Absent: all members. */
  readonly filter?: RowFilter<Row> | undefined;
  /** The most members that may be found. */
  readonly most?: number | undefined;
  readonly firstHead?: Head | undefined;
  /** Reads the member of each row; `undefined` where it is gone. */
  readonly readMembers: (rows: readonly Row[]) => Promise<(Member | undefined)[]>;
  /** The row that a member has now. */
  readonly rowOf: (member: Member) => Row;
}

/**
 * One page of members, newest first. A member that is gone by now, or no longer passes the filter, is left out: filters
 * are permissions.
 * @throws AppError `too_many_matches`.
 */
export async function readPage<Row extends CollectionRow, Member>(
  db: Database,
  collection: Collection<Row>,
  request: PageRequest,
  { filter, firstHead, most = Number.POSITIVE_INFINITY, readMembers, rowOf }: PageOptions<Row, Member>,
): Promise<Page<Member>> {
  const head = firstHead ?? (await readHead(db, collection.partition));
  const place = { first: request.pageNo * request.pageSize, count: request.pageSize };
  const found = filter && (await findRows(db, collection, filter, head));
  const total = found?.length ?? head.total;
  if (total > most) throw new AppError('too_many_matches');
  const rows = found?.slice(place.first, place.first + place.count) ?? (await findRowsAt(db, collection, head, place));
  const members = await readMembers(rows);
  const passing = rows.flatMap((row, index) => {
    const member = members[index];
    return member !== undefined && passes(collection, filter, row, rowOf(member)) ? [member] : [];
  });
  return makePage(request, total, passing);
}

/**
 * All rows that pass the filter, newest first. A row may be older than a change that is not answered yet. Where every
 * row must have been seen, give the head that `readIdleHead` has read.
 */
export async function findRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: RowFilter<Row>,
  knownHead?: Head,
): Promise<Row[]> {
  const head = knownHead ?? (await readHead(db, collection.partition));
  const blocks = await readBlocks(db, collection, head);
  return blocks.flatMap(({ rows, texts }) => rows.filter((row, index) => filter(row, texts[index] ?? '')));
}

/**
 * Whether a member passes the filter by the row that it has now. Only a row that was read has pinyin: if the name has
 * changed, the pinyin is unknown.
 */
export function passes<Row extends CollectionRow>(
  { textOf }: Collection<Row>,
  filter: RowFilter<Row> | undefined,
  read: Row,
  now: Row,
): boolean {
  const text = textOf(now);
  return filter?.({ ...now, pinyin: textOf(read) === text ? read.pinyin : undefined }, text) ?? true;
}
