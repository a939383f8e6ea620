import * as z from 'zod/mini';
import { blockOf, headKey, type Key, rowKey } from '../../../tables/keys.ts';
import type { Kind } from '../../../tables/place.ts';
import { toPinyin } from '../../text/pinyin.ts';
import type { Database } from '../database.ts';
import { type Item, insert, put, remove, type Step, update } from '../steps.ts';

/** Rows by number, which are read and kept by blocks. */
export interface Rows<Row extends CollectionRow> {
  readonly partition: string;
  readonly Row: z.ZodMiniType<Row>;
  /** Where the row of a number lies that others write; absent: where `rowSteps` writes it. */
  rowKey?(number: number): Key;
  /** The text in which a keyword is looked up, normalised by `normaliseKey`. */
  textOf(row: Row): string;
}

/**
 * A collection pages by number, counts exactly and matches substrings. Its members are numbered from 1 in order of
 * creation. Each has a slim row with what filters need. `rowSteps` writes rows and head in the transaction that writes
 * the members, `readPage` answers a page of members, and `findRows` all rows that pass a filter. Small members are
 * their own rows: `rowKey` is theirs.
 */
export interface Collection<Row extends CollectionRow, Member = unknown> extends Rows<Row> {
  readonly Member: z.ZodMiniType<Member>;
  /** The kind of a member's item, see `tables/place.ts`. */
  readonly kind: Kind;
  /**
   * The prefix of the sort keys of members that lie beside their rows; absent where each member has a partition of its
   * own.
   */
  readonly memberPrefix?: string;
  memberKey(row: Row): Key;
  /** The row of a member, without pinyin. */
  toRow(member: Member): Row;
  /** Whether a member has a row; absent: all of them have one. */
  isListed?(member: Member): boolean;
  /** The name whose pinyin is in the stored row, for keywords typed as pinyin; absent: rows have no pinyin. */
  nameOf?(row: Row): string;
}

/** What every row has. A collection adds the fields that its filters and lists need. */
export interface CollectionRow {
  readonly number: number;
  /** See `toPinyin`. Absent where the name has none. */
  readonly pinyin?: string | undefined;
}

/** Any collection, as code that works on all of them sees it. */
export type AnyCollection = Collection<CollectionRow>;

const Head = z.object({
  /** The number of the next member. */
  next: z.int(),
  total: z.int(),
  /**
   * For each block of 1,000 numbers: how many members it has, its version, and when it was changed last, in seconds
   * since the epoch.
   */
  blocks: z.record(z.string(), z.tuple([z.int(), z.int(), z.int()])),
});
export type Head = z.output<typeof Head>;

/** The head of a collection that has never had a member. */
const NEW_HEAD: Head = { next: 1, total: 0, blocks: {} };

/** What one transaction does to the members of a collection. */
interface Changes<Member> {
  /** New members, ascending, numbered from the head's `next` on. The next number follows the last one. */
  readonly add?: readonly Member[];
  /** Members before and after a change. Those whose row stays the same need no step. */
  readonly change?: readonly { readonly before: Member; readonly after: Member }[];
  /** The members as they are. */
  readonly remove?: readonly Member[];
}

/** The head as it is now. */
export async function readHead(db: Database, partition: string): Promise<Head> {
  return parseHead(await db.get(headKey(partition)));
}

/**
 * The head while no transaction is changing it: all rows that it counts are visible then. For writers that rely on
 * having seen every row.
 * @throws LostRace while somebody is changing it.
 */
export async function readIdleHead(db: Database, partition: string): Promise<Head> {
  const [item] = await db.getIdle([headKey(partition)]);
  return parseHead(item);
}

/** The head of an item that was read by `headKey`. */
export function parseHead(item: Item | undefined): Head {
  return item ? Head.parse(item) : NEW_HEAD;
}

/**
 * The head for these rows, ascending. Its blocks have higher versions than in the head that it replaces, and numbers
 * that were given stay given.
 */
export function headOf(rows: readonly CollectionRow[], before: Head = NEW_HEAD): Head {
  const rowsByBlock = Map.groupBy(rows, ({ number }) => String(blockOf(number)));
  const blocks = [...new Set([...Object.keys(before.blocks), ...rowsByBlock.keys()])];
  const entryOf = (block: string): Head['blocks'][string] => {
    const [, version = 0] = before.blocks[block] ?? [];
    return [rowsByBlock.get(block)?.length ?? 0, version + 1, nowInSeconds()];
  };
  return {
    next: Math.max(before.next, (rows.at(-1)?.number ?? 0) + 1),
    total: rows.length,
    blocks: Object.fromEntries(blocks.map((block) => [block, entryOf(block)])),
  };
}

/**
 * The steps that change the rows of members and the head; none where no row changes. Other steps must guard the
 * members. Additions need the head that was read: if somebody else takes the number first, that is a lost race.
 */
export function rowSteps<Row extends CollectionRow, Member>(
  collection: Collection<Row, Member>,
  changes: Changes<Member>,
  head: Head = NEW_HEAD,
): Step[] {
  const { partition } = collection;
  const toRow = (member: Member) => collection.toRow(member);
  const added = (changes.add ?? []).map(toRow);
  const removed = (changes.remove ?? []).map(toRow);
  const changed = (changes.change ?? []).flatMap(({ before, after }) => {
    const row = toRow(after);
    return JSON.stringify(toRow(before)) === JSON.stringify(row) ? [] : [row];
  });
  if (added.length + changed.length + removed.length === 0) return [];
  const isFirst = added.length > 0 && head.next === 1;
  const counted = isFirst
    ? insert({ ...headKey(partition), ...headOf(added) })
    : headStep(partition, { added, changed, removed }, head);
  if (collection.rowKey) return [counted];
  return [
    counted,
    ...added.map((row) => insert({ ...rowKey(partition, row.number), ...toStored(collection, row) })),
    ...changed.map((row) => put({ ...rowKey(partition, row.number), ...toStored(collection, row) })),
    ...removed.map(({ number }) => remove(rowKey(partition, number))),
  ];
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
function toStored<Row extends CollectionRow>({ nameOf }: Collection<Row>, row: Row): Row {
  const pinyin = nameOf && toPinyin(nameOf(row));
  return pinyin === undefined ? row : { ...row, pinyin };
}

interface ChangedRows {
  readonly added: readonly CollectionRow[];
  readonly changed: readonly CollectionRow[];
  readonly removed: readonly CollectionRow[];
}

/** The step that tells that a row changes of which the collection knows nothing: nobody goes on believing its block. */
export function touchStep(partition: string, number: number): Step {
  return headStep(partition, { added: [], changed: [{ number }], removed: [] }, NEW_HEAD);
}

/** Counts are added to, not replaced: so changes of other members at the same moment do not conflict. */
function headStep(partition: string, { added, changed, removed }: ChangedRows, head: Head): Step {
  const set = ['#total = #total + :total'];
  const conditions = ['attribute_exists(pk)'];
  const names: Record<string, string> = { '#total': 'total', '#blocks': 'blocks' };
  const values: Record<string, unknown> = { ':total': added.length - removed.length };
  for (const block of new Set([...added, ...changed, ...removed].map(({ number }) => blockOf(number)))) {
    const countIn = (rows: readonly CollectionRow[]) => rows.filter(({ number }) => blockOf(number) === block).length;
    const count = countIn(added) - countIn(removed);
    const entry = `#blocks.#block${block}`;
    names[`#block${block}`] = String(block);
    if (added.length > 0 && !head.blocks[block]) {
      set.push(`${entry} = :block${block}`);
      values[`:block${block}`] = [count, 1, nowInSeconds()];
    } else {
      set.push(`${entry}[0] = ${entry}[0] + :block${block}, ${entry}[1] = ${entry}[1] + :one, ${entry}[2] = :now`);
      Object.assign(values, { [`:block${block}`]: count, ':one': 1, ':now': nowInSeconds() });
    }
  }
  if (added.length > 0) {
    set.push('#next = :after');
    conditions.push('#next = :next');
    names['#next'] = 'next';
    Object.assign(values, { ':next': head.next, ':after': headOf(added).next });
  }
  return update(headKey(partition), { set: set.join(', '), condition: conditions.join(' AND '), names, values });
}

/** Seconds since the epoch. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
