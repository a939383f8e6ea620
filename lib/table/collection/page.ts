import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../database.ts';
import { type Collection, type CollectionRow, type Head, readHead } from './collection.ts';
import { readBlocks, readRowRange } from './rows.ts';

/** Whether a search finds the row. `text` is the row's `searchText`. */
export type RowFilter<Row> = (row: Row, text: string) => boolean;

interface PageOptions<Row, Member> {
  /** Absent: all members. */
  readonly filter?: RowFilter<Row> | undefined;
  /** The maximum number of members that may pass the filter; absent: any number. */
  readonly maxMatches?: number | undefined;
  /** The head, where the caller has read it. */
  readonly knownHead?: Head | undefined;
  /** Reads the member of each row; `undefined` where it was deleted. */
  readonly readMembers: (rows: readonly Row[]) => Promise<(Member | undefined)[]>;
  /** The row of a member as it is now. It is not the collection's `toRow` where `readMembers` returns more than members. */
  readonly toRow: (member: Member) => Row;
}

/**
 * Reads one page of members, newest first. Members that were deleted meanwhile, or that no longer pass the filter, are
 * left out, since a filter may decide what the caller is allowed to see.
 * @throws AppError `too_many_matches`.
 */
export async function readPage<Row extends CollectionRow, Member>(
  db: Database,
  collection: Collection<Row>,
  request: PageRequest,
  { filter, knownHead, maxMatches = Number.POSITIVE_INFINITY, readMembers, toRow }: PageOptions<Row, Member>,
): Promise<Page<Member>> {
  const head = knownHead ?? (await readHead(db, collection.partition));
  const matches = filter && (await findRows(db, collection, filter, head));
  const total = matches?.length ?? head.total;
  if (total > maxMatches) throw new AppError('too_many_matches');
  const skip = request.pageNo * request.pageSize;
  const take = request.pageSize;
  const rows = matches?.slice(skip, skip + take) ?? (await readRowRange(db, collection, head, { skip, take }));
  const members = await readMembers(rows);
  const content = rows.flatMap((row, index) => {
    const member = members[index];
    return member !== undefined && passesFilter(collection, filter, row, toRow(member)) ? [member] : [];
  });
  return makePage(request, total, content);
}

/**
 * Finds all rows that pass the filter, newest first; without a filter, all rows. Changes in progress may be missing. A
 * caller that must see every row passes the head that `readHeadSnapshot` returned.
 */
export async function findRows<Row extends CollectionRow>(
  db: Database,
  collection: Collection<Row>,
  filter: RowFilter<Row> = () => true,
  knownHead?: Head,
): Promise<Row[]> {
  const head = knownHead ?? (await readHead(db, collection.partition));
  const blocks = await readBlocks(db, collection, head);
  return blocks.flatMap(({ rows, searchTexts }) => rows.filter((row, index) => filter(row, searchTexts[index] ?? '')));
}

/**
 * Whether a member passes the filter with its present row. That row gets the stored row's pinyin while the search text is
 * the same. A member that was renamed meanwhile is not found by pinyin.
 */
export function passesFilter<Row extends CollectionRow>(
  { searchText }: Collection<Row>,
  filter: RowFilter<Row> | undefined,
  storedRow: Row,
  presentRow: Row,
): boolean {
  const text = searchText(presentRow);
  const pinyin = searchText(storedRow) === text ? storedRow.pinyin : undefined;
  return filter?.({ ...presentRow, pinyin }, text) ?? true;
}
