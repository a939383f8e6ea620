import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { blockOf, headKey, type Key, rowKey } from '../../../tables/keys.ts';
import type { Kind } from '../../../tables/place.ts';
import { toPinyin } from '../../text/pinyin.ts';
import type { Database } from '../database.ts';
import { type Item, insert, put, remove, type Step, update } from '../steps.ts';

/**
 * A collection pages by number, counts exactly and matches substrings. Its members are numbered from 1 in order of
 * creation. Each has a slim row with what filters need. The row is written in the same transaction as the member and
 * the head. The head counts the members per block of 1,000 numbers and gives each block a version.
 */
export interface Collection<Row extends CollectionRow, Member = unknown> {
  readonly partition: string;
  readonly Row: z.ZodMiniType<Row>;
  readonly Member: z.ZodMiniType<Member>;
  /** The kind of a member's item, see `tables/place.ts`. */
  readonly kind: Kind;
  /**
   * The prefix of the sort keys of members that lie beside their rows; absent where each member has a partition of its
   * own.
   */
  readonly memberPrefix?: string;
  memberKey(row: Row): Key;
  toRow(member: Member): Row;
  /** Whether a member has a row; absent: all of them have one. */
  isListed?(member: Member): boolean;
  /** The text in which a keyword is looked up, normalised by `normaliseKey`. */
  textOf(row: Row): string;
  /** The name whose pinyin is in the stored row, for keywords typed as pinyin; absent: rows have no pinyin. */
  nameOf?(row: Row): string;
  /** Whether one call reads only a bounded part of the rows, since a unit decides how many and how long they are. */
  readonly isBounded?: boolean;
  /** Fields that copies of rows leave out: readers of this collection do without them. */
  readonly leftOut?: readonly string[];
  /** Tells the copies of these rows apart from copies that leave out other fields. */
  readonly view?: string;
}

/** What every row has. A collection adds the fields that its filters and lists need. */
export interface CollectionRow {
  readonly number: number;
  /** See `toPinyin`. Absent where the name has none, and in rows of a table that is not yet at version 1. */
  readonly pinyin?: string | undefined;
}

const Head = z.object({
  next: z.int(),
  total: z.int(),
  /**
   * For each block: the number of its members, its version, the sum of its rows' stamps, and when it was changed last,
   * in seconds since the epoch. The latter two tell whether rows that were read are those of this version. See decision
   * 027.
   */
  blocks: z.record(z.string(), z.tuple([z.int(), z.int()], z.number())),
});
export type Head = z.output<typeof Head>;

const EMPTY: Head = { next: 1, total: 0, blocks: {} };

/** Any collection, as code that works on all of them sees it. */
export type AnyCollection = Collection<CollectionRow>;

/** A thing before and after a change. A step beside it must guard the former. */
interface Replaced<T> {
  readonly before: T;
  readonly after: T;
}

/** What one transaction does to the members of a collection, or to their rows. */
interface Changes<T> {
  /** New members, ascending, numbered from the head's `next` on. The next number follows the last one. */
  readonly add?: readonly T[];
  readonly change?: readonly Replaced<T>[];
  /** The members as they are. */
  readonly remove?: readonly T[];
}

/** Stands for a sum that nobody knows. It is far from any real sum: what is added to it later leaves it unknown. */
const UNKNOWN_SUM = 2 ** 52;
const LARGEST_SUM = 2 ** 51;
const STAMP_DIGITS = 10;

/**
 * The stamp of a row: 40 bits of a hash of its content. The sum of a block's stamps tells the states of its rows apart.
 */
function stampOf(row: CollectionRow): number {
  return Number.parseInt(hash('sha1', contentOf(row)).slice(0, STAMP_DIGITS), 16);
}

/** The content of a row as text, the same for every order of its fields. */
function contentOf({ pinyin: _, ...row }: CollectionRow): string {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined);
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The sum of the stamps of rows. */
export function sumOfStamps(rows: readonly CollectionRow[]): number {
  return rows.reduce((sum, row) => sum + stampOf(row), 0);
}

/** The head's entry of a block, for members in a table that nobody else writes. */
export function blockEntry(version: number, rows: readonly CollectionRow[]): Head['blocks'][string] {
  return [rows.length, version, sumOfStamps(rows), secondsNow()];
}

/** The sum of the stamps of a block's rows, by its head; undefined where it is not known. */
export function knownSum([, , sum = UNKNOWN_SUM]: Head['blocks'][string]): number | undefined {
  return Math.abs(sum) > LARGEST_SUM ? undefined : sum;
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The head as it is now. */
export async function readHead(db: Database, partition: string): Promise<Head> {
  return parseHead(await db.get(headKey(partition)));
}

/** The head of an item that was read by `headKey`. */
export function parseHead(item: Item | undefined): Head {
  return item ? Head.parse(item) : EMPTY;
}

/**
 * The steps that change the rows of members and the head; none where nothing changes. Other steps must guard the
 * members. Additions need the head that was read: if somebody else takes the number first, that is a lost race.
 */
export function rowSteps<Row extends CollectionRow, Member>(
  collection: Collection<Row, Member>,
  changes: Changes<Member>,
  head: Head = EMPTY,
): Step[] {
  const { partition } = collection;
  const rows = toRows(collection, changes);
  const { add, change, remove: removed } = rows;
  if (add.length + change.length + removed.length === 0) return [];
  return [
    add.length > 0 && head.next === 1 ? createHead(partition, add) : updateHead(partition, rows, head),
    ...add.map((row) => insert({ ...rowKey(partition, row.number), ...toStored(collection, row) })),
    ...change.map(({ after }) => put({ ...rowKey(partition, after.number), ...toStored(collection, after) })),
    ...removed.map(({ number }) => remove(rowKey(partition, number))),
  ];
}

/** The same for a member that replaces another; none where its row stays the same. */
export function changeSteps<Row extends CollectionRow, Member>(
  collection: Collection<Row, Member>,
  before: Member,
  after: Member,
): Step[] {
  const isSame = contentOf(collection.toRow(before)) === contentOf(collection.toRow(after));
  return isSame ? [] : rowSteps(collection, { change: [{ before, after }] });
}

function toRows<Row extends CollectionRow, Member>(
  collection: Collection<Row, Member>,
  { add = [], change = [], remove: removed = [] }: Changes<Member>,
): Required<Changes<Row>> {
  const toRow = (member: Member) => collection.toRow(member);
  return {
    add: add.map(toRow),
    change: change.map(({ before, after }) => ({ before: toRow(before), after: toRow(after) })),
    remove: removed.map(toRow),
  };
}

/**
 * The row that a member's item must have in the table; undefined where it must have none.
 * @throws Error where the item is no member.
 */
export function storedRowOf<Row extends CollectionRow>(collection: Collection<Row>, item: Item): Row | undefined {
  const member = collection.Member.parse(item);
  return collection.isListed?.(member) === false ? undefined : toStored(collection, collection.toRow(member));
}

/** A row as the table holds it: with the pinyin of its name, which only writers know. */
export function toStored<Row extends CollectionRow>({ nameOf }: Collection<Row>, row: Row): Row {
  const pinyin = nameOf && toPinyin(nameOf(row));
  return pinyin === undefined ? row : { ...row, pinyin };
}

/**
 * Gives a block a new version, for rows that other steps change under conditions of their own. These steps do not know
 * the old stamps, so the sum becomes unknown.
 */
export function raiseBlock(partition: string, block: number): Step {
  return update(headKey(partition), {
    set: '#blocks.#block[1] = #blocks.#block[1] + :one, #blocks.#block[2] = :unknown, #blocks.#block[3] = :now',
    condition: 'attribute_exists(#blocks.#block)',
    names: { '#blocks': 'blocks', '#block': String(block) },
    values: { ':one': 1, ':unknown': UNKNOWN_SUM, ':now': secondsNow() },
  });
}

function createHead(partition: string, add: readonly CollectionRow[]): Step {
  const rowsByBlock = Map.groupBy(add, (row) => String(blockOf(row.number)));
  const blocks = Object.fromEntries([...rowsByBlock].map(([block, rows]) => [block, blockEntry(1, rows)]));
  return insert({ ...headKey(partition), next: numberAfter(add), total: add.length, blocks });
}

/**
 * The number after the added ones. Numbers may be left out: some dishes that keep their numbers were deleted before.
 */
function numberAfter(add: readonly CollectionRow[]): number {
  return (add.at(-1)?.number ?? 0) + 1;
}

/** How many members each changed block gains or loses, and by how much its sum changes. */
function countByBlock({ add = [], change = [], remove: removed = [] }: Changes<CollectionRow>) {
  const counts = new Map<number, { members: number; sum: number }>();
  const count = ({ number }: CollectionRow, members: number, sum: number) => {
    const before = counts.get(blockOf(number)) ?? { members: 0, sum: 0 };
    counts.set(blockOf(number), { members: before.members + members, sum: before.sum + sum });
  };
  for (const row of add) count(row, 1, stampOf(row));
  for (const { before, after } of change) count(after, 0, stampOf(after) - stampOf(before));
  for (const row of removed) count(row, -1, -stampOf(row));
  return counts;
}

/** Counts are added to, not replaced: so changes of other members at the same moment do not conflict. */
function updateHead(partition: string, changes: Changes<CollectionRow>, head: Head): Step {
  const { add = [], remove: removed = [] } = changes;
  const set = ['#total = #total + :total'];
  const conditions = ['attribute_exists(pk)'];
  const names: Record<string, string> = { '#total': 'total', '#blocks': 'blocks' };
  const values: Record<string, unknown> = { ':total': add.length - removed.length };
  for (const [block, { members, sum }] of countByBlock(changes)) {
    const name = `#block${block}`;
    names[name] = String(block);
    if (add.length > 0 && !head.blocks[block]) {
      set.push(`#blocks.${name} = :block${block}`);
      values[`:block${block}`] = [members, 1, sum, secondsNow()];
      continue;
    }
    const entry = `#blocks.${name}`;
    set.push(`${entry}[0] = ${entry}[0] + :block${block}`, `${entry}[1] = ${entry}[1] + :one`);
    // A block that was written before there were sums has none to add to.
    set.push(`${entry}[2] = if_not_exists(${entry}[2], :unknown) + :sum${block}`, `${entry}[3] = :now`);
    Object.assign(values, { [`:block${block}`]: members, [`:sum${block}`]: sum });
    Object.assign(values, { ':one': 1, ':unknown': UNKNOWN_SUM, ':now': secondsNow() });
  }
  if (add.length > 0) {
    names['#next'] = 'next';
    set.push('#next = :after');
    conditions.push('#next = :next');
    values[':next'] = head.next;
    values[':after'] = numberAfter(add);
  }
  return update(headKey(partition), { set: set.join(', '), condition: conditions.join(' AND '), names, values });
}
