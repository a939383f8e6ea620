import * as z from 'zod/mini';
import type { ItemKind } from '../../../tables/item-kinds.ts';
import { headKey, type Key, rowKey, toBlockNumber } from '../../../tables/keys.ts';
import { toPinyin } from '../../text/pinyin.ts';
import type { Database } from '../database.ts';
import { EXISTS, type Item, insertStep, putStep, removeStep, type Step, updateStep } from '../steps.ts';

/** A set of rows, one for each number. Rows are read and cached by blocks of 1,000 numbers. */
export interface RowSet<Row extends CollectionRow> {
  readonly partition: string;
  readonly Row: z.ZodMiniType<Row>;
  /** The key of a row that is the item of a small member. Absent: `rowSteps` writes rows under `rowKey`. */
  foreignRowKey?(number: number): Key;
  /** The text that keywords are matched against, normalised by `normaliseKey`. */
  searchText(row: Row): string;
}

/**
 * A collection of members that are numbered from 1 in order of creation. It can be paged by number, counted exactly and
 * searched for substrings. Each member has a slim row with the fields that filters need. `rowSteps` writes rows and
 * head in the transaction that writes the members, `readPage` reads one page of members, and `findRows` finds all rows
 * that pass a filter. A small member is its own row: see `foreignRowKey`.
 */
export interface Collection<Row extends CollectionRow, Member = unknown> extends RowSet<Row> {
  readonly Member: z.ZodMiniType<Member>;
  /** The kind of a member's item: see `tables/item-kinds.ts`. */
  readonly kind: ItemKind;
  /** The prefix of the members' sort keys; absent where each member has a partition of its own. */
  readonly memberPrefix?: string;
  memberKey(row: Row): Key;
  /** The row of a member, without pinyin. */
  toRow(member: Member): Row;
  /** Whether a member has a row; absent: every member has one. Callers of `rowSteps` pass only members with rows. */
  hasRow?(member: Member): boolean;
  /** The name whose pinyin the stored row has, for keywords in pinyin; absent: rows have no pinyin. */
  nameForPinyin?(row: Row): string;
}

/** The fields of every row. A collection adds the fields that its filters and lists need. */
export interface CollectionRow {
  readonly number: number;
  /** See `toPinyin`. Absent where the name has none. */
  readonly pinyin?: string | undefined;
}

/** A collection of any noun. */
export type AnyCollection = Collection<CollectionRow>;

const Head = z.object({
  /** The number of the next member. */
  next: z.int(),
  total: z.int(),
  /** By the number of a block: its count of members, its version, and when it last changed, in seconds since the epoch. */
  blocks: z.record(z.string(), z.tuple([z.int(), z.int(), z.int()])),
});
export type Head = z.output<typeof Head>;

/** The head of a collection that has never had a member. */
const NEW_HEAD: Head = { next: 1, total: 0, blocks: {} };

/** The changes that one transaction makes to the members of a collection. */
interface Changes<Member> {
  /** New members, ascending, numbered from the head's `next` on. */
  readonly add?: readonly Member[];
  /** Members that get back their numbers, all below the head's `next`. They have no rows yet. */
  readonly restore?: readonly Member[];
  /** Members before and after their change. Where the row stays the same, it is not written. */
  readonly change?: readonly { readonly before: Member; readonly after: Member }[];
  /** Removed members, as they were read. */
  readonly remove?: readonly Member[];
}

/** Reads the head of a collection. */
export async function readHead(db: Database, partition: string): Promise<Head> {
  return parseHead(await db.get(headKey(partition)));
}

/**
 * Reads the head while no transaction is changing it. All rows that it counts are visible then. A writer that must
 * have seen every row uses it.
 * @throws RepeatableError while a transaction is changing the head.
 */
export async function readHeadSnapshot(db: Database, partition: string): Promise<Head> {
  const [item] = await db.getSnapshot([headKey(partition)]);
  return parseHead(item);
}

/** Parses the item of a head; an absent item is the head of a collection without members. */
export function parseHead(item: Item | undefined): Head {
  return item ? Head.parse(item) : NEW_HEAD;
}

/** Makes the head for ascending rows. Its blocks get higher versions than in `headBefore`; no number is assigned twice. */
export function makeHead(rows: readonly CollectionRow[], headBefore: Head = NEW_HEAD): Head {
  const rowsByBlock = Map.groupBy(rows, ({ number }) => String(toBlockNumber(number)));
  const blockKeys = [...new Set([...Object.keys(headBefore.blocks), ...rowsByBlock.keys()])];
  const makeBlock = (blockKey: string): Head['blocks'][string] => {
    const [, version = 0] = headBefore.blocks[blockKey] ?? [];
    return [rowsByBlock.get(blockKey)?.length ?? 0, version + 1, nowInSeconds()];
  };
  const blocks = Object.fromEntries(blockKeys.map((blockKey) => [blockKey, makeBlock(blockKey)]));
  return { next: Math.max(headBefore.next, nextAfter(rows)), total: rows.length, blocks };
}

/** The number that follows those of these rows, which are ascending. */
const nextAfter = (rows: readonly CollectionRow[]) => (rows.at(-1)?.number ?? 0) + 1;

/**
 * The steps that write the rows of changed members and the head; none where no row changes. The same transaction must
 * check that the members are as they were read. New and restored members need the head that was read. If another writer
 * has taken their numbers since, the transaction fails as a lost race.
 */
export function rowSteps<Row extends CollectionRow, Member>(
  collection: Collection<Row, Member>,
  changes: Changes<Member>,
  head?: Head,
): Step[] {
  const { partition } = collection;
  const toRows = (members: readonly Member[] = []) => members.map((member) => collection.toRow(member));
  const added = toRows(changes.add);
  const restored = toRows(changes.restore);
  const removed = toRows(changes.remove);
  const changed = (changes.change ?? []).flatMap(({ before, after }) => {
    const row = collection.toRow(after);
    return JSON.stringify(collection.toRow(before)) === JSON.stringify(row) ? [] : [row];
  });
  if (added.length + restored.length + changed.length + removed.length === 0) return [];
  if (!head && added.length + restored.length > 0) throw new Error('added and restored members need the head');
  const isFirstAddition = added.length > 0 && head?.next === 1;
  const headStep = isFirstAddition
    ? insertStep({ ...headKey(partition), ...makeHead(added) })
    : updateHeadStep(partition, { added, restored, changed, removed }, head);
  if (collection.foreignRowKey) return [headStep];
  const toItem = (row: Row) => ({ ...rowKey(partition, row.number), ...withPinyin(collection, row) });
  return [
    headStep,
    ...[...added, ...restored].map((row) => insertStep(toItem(row))),
    ...changed.map((row) => putStep(toItem(row))),
    ...removed.map(({ number }) => removeStep(rowKey(partition, number))),
  ];
}

/** The row that a member's item must have in the table; undefined: none. @throws Error where the item is not a member. */
export function toStoredRow<Row extends CollectionRow>(collection: Collection<Row>, item: Item): Row | undefined {
  const member = collection.Member.parse(item);
  return collection.hasRow?.(member) === false ? undefined : withPinyin(collection, collection.toRow(member));
}

/** The row with the pinyin of its name, as the table stores it. */
function withPinyin<Row extends CollectionRow>({ nameForPinyin }: Collection<Row>, row: Row): Row {
  const pinyin = nameForPinyin && toPinyin(nameForPinyin(row));
  return pinyin === undefined ? row : { ...row, pinyin };
}

/** The rows that a transaction changes, by what happens to them. */
type RowsByChange = Partial<Record<'added' | 'restored' | 'changed' | 'removed', readonly CollectionRow[]>>;

/** The step that makes the cached block of the row with this number stale, where `rowSteps` does not write that row. */
export function invalidateBlockStep(partition: string, number: number): Step {
  return updateHeadStep(partition, { changed: [{ number }] });
}

/** The step that updates the head. It increments counts, so that concurrent changes of other members succeed. */
function updateHeadStep(partition: string, rowsByChange: RowsByChange, head?: Head): Step {
  const { added = [], restored = [], changed = [], removed = [] } = rowsByChange;
  const additions = [...added, ...restored];
  const assignments = ['#total = #total + :total'];
  const conditions = [EXISTS];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = { ':total': additions.length - removed.length };
  const rows = [...additions, ...changed, ...removed];
  for (const blockNumber of new Set(rows.map(({ number }) => toBlockNumber(number)))) {
    const isInBlock = ({ number }: CollectionRow) => toBlockNumber(number) === blockNumber;
    const countChange = additions.filter(isInBlock).length - removed.filter(isInBlock).length;
    const path = `#blocks.#block${blockNumber}`;
    names[`#block${blockNumber}`] = String(blockNumber);
    // A block is [count, version, changedAt]. Only additions begin one.
    if (additions.length > 0 && !head?.blocks[blockNumber]) {
      assignments.push(`${path} = :block${blockNumber}`);
      conditions.push(`attribute_not_exists(${path})`);
      values[`:block${blockNumber}`] = [countChange, 1, nowInSeconds()];
    } else {
      const changeName = `:change${blockNumber}`;
      assignments.push(`${path}[0] = ${path}[0] + ${changeName}, ${path}[1] = ${path}[1] + :one, ${path}[2] = :now`);
      Object.assign(values, { [changeName]: countChange, ':one': 1, ':now': nowInSeconds() });
    }
  }
  if (head && added.length > 0) {
    assignments.push('#next = :nextAfter');
    conditions.push('#next = :nextBefore');
    Object.assign(values, { ':nextBefore': head.next, ':nextAfter': nextAfter(added) });
  }
  const expressions = { assignments: assignments.join(', '), condition: conditions.join(' AND ') };
  return updateStep(headKey(partition), { ...expressions, names, values });
}

/** Seconds since the epoch. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
