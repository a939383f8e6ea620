import * as z from 'zod/mini';
import type { ItemKind } from '../../../tables/item-kinds.ts';
import { headKey, type Key, rowKey, toBlockNumber } from '../../../tables/keys.ts';
import { toPinyin } from '../../text/pinyin.ts';
import { nowInSeconds } from '../clock.ts';
import type { Database } from '../database.ts';
import { EXISTS, type Item, insertStep, putStep, removeStep, type Step, updateStep } from '../steps.ts';

/** A set of rows, one for each number. Rows are read and cached by blocks of 1,000 numbers. */
export interface RowSet<Row extends CollectionRow> {
  readonly partition: string;
  readonly Row: z.ZodMiniType<Row>;
  /** The key of a row that is an item of another kind, such as a small member; absent: `rowKey` makes the keys of rows. */
  externalRowKey?(number: number): Key;
  /** The text that keywords are matched against, normalised by `normaliseKey`. */
  searchText(row: Row): string;
}

/**
 * A collection of members that are numbered from 1 in order of creation. It can be paged by number, counted exactly and
 * searched for substrings. Each member has a slim row with the fields that filters need. `collectionSteps` writes rows
 * and head in the transaction that writes the members, `readPage` reads one page of members, and `findRows` finds all
 * rows that pass a filter. A small member is its own row: see `externalRowKey`.
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
  /** Whether a member has a row; absent: every member has one. `collectionSteps` may get only members with rows. */
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

/** A collection of any noun, for code that handles all nouns alike. */
export type AnyCollection = Collection<CollectionRow>;

const Head = z.object({
  /** The number of the next member. */
  next: z.int(),
  /** The number of members. */
  total: z.int(),
  /** By the number of a block: its count of members, its version, and when it last changed, in seconds since the epoch. */
  blocks: z.record(z.string(), z.tuple([z.int(), z.int(), z.int()])),
});
export type Head = z.output<typeof Head>;

/** A block of rows, as the head of its collection describes it. */
export interface Block {
  /** From 0 on, see `toBlockNumber`. */
  readonly blockNumber: number;
  readonly version: number;
  /** The time of the last change, in seconds since the epoch. */
  readonly changedAt: number;
  /** The number of its rows; absent where they are not counted. */
  readonly count?: number;
}
export type CountedBlock = Required<Block>;

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

/** Lists the blocks of a head in the order of their numbers, also those that have lost all members. */
export function listBlocks({ blocks }: Head): CountedBlock[] {
  return Object.entries(blocks).map(([blockNumber, [count, version, changedAt]]) => {
    return { blockNumber: Number(blockNumber), count, version, changedAt };
  });
}

/** A block that changes now, as the item of the head has it. */
const makeStoredBlock = (count: number, version: number): Head['blocks'][string] => [count, version, nowInSeconds()];

/** Makes the head for ascending rows. Its `next` never falls, and each block gets a higher version, at least `minVersion`. */
export function makeHead(rows: readonly CollectionRow[], headBefore = NEW_HEAD, minVersion = 1): Head {
  const rowsByBlock = Map.groupBy(rows, ({ number }) => toBlockNumber(number));
  const versionByBlock = new Map(listBlocks(headBefore).map(({ blockNumber, version }) => [blockNumber, version]));
  const blocks = [...new Set([...versionByBlock.keys(), ...rowsByBlock.keys()])].map((blockNumber) => {
    const count = rowsByBlock.get(blockNumber)?.length ?? 0;
    const version = Math.max(minVersion, (versionByBlock.get(blockNumber) ?? 0) + 1);
    return [blockNumber, makeStoredBlock(count, version)] as const;
  });
  const next = Math.max(headBefore.next, numberAfter(rows));
  return { next, total: rows.length, blocks: Object.fromEntries(blocks) };
}

/** The number that follows those of these rows, which are ascending. */
const numberAfter = (rows: readonly CollectionRow[]) => (rows.at(-1)?.number ?? 0) + 1;

/**
 * The steps that write the rows of changed members and the head; none where no row changes. The same transaction must
 * check that the members are as they were read. New and restored members need the head that was read. If another writer
 * has taken their numbers since, the transaction fails as a lost race.
 */
export function collectionSteps<Row extends CollectionRow, Member>(
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
  if (collection.externalRowKey) return [headStep];
  const toItem = (row: Row) => ({ ...rowKey(partition, row.number), ...withPinyin(collection, row) });
  return [
    headStep,
    ...[...added, ...restored].map((row) => insertStep(toItem(row))),
    ...changed.map((row) => putStep(toItem(row))),
    ...removed.map(({ number }) => removeStep(rowKey(partition, number))),
  ];
}

/** The row that a member's item must have in the table; undefined where it has none. Throws where it is no member. */
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

/** The step that makes the cached block of the row with this number stale, where no `collectionSteps` write that row. */
export function invalidateBlockStep(partition: string, number: number): Step {
  return updateHeadStep(partition, { changed: [{ number }] });
}

/** A part of the update of a head, as expressions of DynamoDB. */
interface HeadChange {
  readonly assignments: string;
  readonly condition?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The step that updates the head. It increments counts, so that concurrent changes of other members succeed. */
function updateHeadStep(partition: string, rowsByChange: RowsByChange, head?: Head): Step {
  const { added = [], restored = [], changed = [], removed = [] } = rowsByChange;
  const additions = [...added, ...restored];
  const values = { ':growth': additions.length - removed.length };
  const headChanges: HeadChange[] = [{ assignments: '#total = #total + :growth', condition: EXISTS, values }];
  const rows = [...additions, ...changed, ...removed];
  for (const blockNumber of new Set(rows.map(({ number }) => toBlockNumber(number)))) {
    const isInBlock = ({ number }: CollectionRow) => toBlockNumber(number) === blockNumber;
    const growth = additions.filter(isInBlock).length - removed.filter(isInBlock).length;
    // Only additions begin a block.
    const isNew = additions.length > 0 && !head?.blocks[blockNumber];
    headChanges.push(isNew ? beginBlock(blockNumber, growth) : changeBlock(blockNumber, growth));
  }
  if (head && added.length > 0) {
    const nextValues = { ':nextBefore': head.next, ':nextAfter': numberAfter(added) };
    headChanges.push({ assignments: '#next = :nextAfter', condition: '#next = :nextBefore', values: nextValues });
  }
  return updateStep(headKey(partition), {
    assignments: headChanges.map(({ assignments }) => assignments).join(', '),
    condition: headChanges.flatMap(({ condition }) => condition ?? []).join(' AND '),
    values: Object.assign({}, ...headChanges.map((headChange) => headChange.values)),
  });
}

/** Begins a block with this count of members, unless another writer has begun it since the head was read. */
function beginBlock(blockNumber: number, count: number): HeadChange {
  const [path, name] = [`#blocks.#${blockNumber}`, `:block${blockNumber}`];
  const values = { [name]: makeStoredBlock(count, 1) };
  return { assignments: `${path} = ${name}`, condition: `attribute_not_exists(${path})`, values };
}

/** Changes the count of a block by `growth`, and gives the block the next version. `makeStoredBlock` has its parts in order. */
function changeBlock(blockNumber: number, growth: number): HeadChange {
  const [path, name] = [`#blocks.#${blockNumber}`, `:growth${blockNumber}`];
  const [count, version, changedAt] = [`${path}[0]`, `${path}[1]`, `${path}[2]`];
  const assignments = `${count} = ${count} + ${name}, ${version} = ${version} + :one, ${changedAt} = :now`;
  return { assignments, values: { [name]: growth, ':one': 1, ':now': nowInSeconds() } };
}
