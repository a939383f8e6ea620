import * as z from 'zod';
import { blockOf, headKey, rowKey } from '../../tables/keys.ts';
import type { Database } from './database.ts';
import { toPinyin } from './pinyin.ts';
import { type Item, insert, put, remove, type Step, update } from './steps.ts';

/**
 * A collection pages by number, counts exactly and matches substrings. Its members are numbered from 1
 * in order of creation; each has a slim row with what filters need, written in the same transaction as the member
 * and as the head, which counts the members per block of 1,000 numbers and gives each block a version.
 */
export interface Collection<Row extends CollectionRow> {
  readonly partition: string;
  readonly Row: z.ZodType<Row>;
  /** What a keyword is looked for in, as `normaliseKey` has it. */
  readonly textOf: (row: Row) => string;
  /** The name whose pinyin stands in a stored row, for keywords typed as pinyin; absent: rows have none. */
  readonly nameOf?: (row: Row) => string;
}

/** What every row has; a collection adds the fields its filters and lists need. */
export interface CollectionRow {
  readonly number: number;
  /** See `toPinyin`. Absent where the name has none, and in rows of a table that is not yet at version 1. */
  readonly pinyin?: string | undefined;
}

const Head = z.object({
  next: z.int(),
  total: z.int(),
  /** By block: number of members, version. */
  blocks: z.record(z.string(), z.tuple([z.int(), z.int()])),
});
export type Head = z.output<typeof Head>;

const EMPTY: Head = { next: 1, total: 0, blocks: {} };

/** What one transaction does to the rows of a collection. */
export interface RowChanges<Row> {
  /** New rows, ascending, numbered from the head's `next` on; the next number follows on the last one. */
  readonly add?: readonly Row[];
  readonly change?: readonly Row[];
  readonly remove?: readonly number[];
}

/** The head as it is now. */
export async function readHead(db: Database, partition: string): Promise<Head> {
  return parseHead(await db.get(headKey(partition)));
}

/** The head of an item read by `headKey`. */
export function parseHead(item: Item | undefined): Head {
  return item ? Head.parse(item) : EMPTY;
}

/**
 * Steps that change rows and the head with them; none where nothing changes. Steps beside them must guard the members.
 * Additions need the head as it was read: losing a number to somebody else is a lost race.
 */
export function rowSteps<Row extends CollectionRow>(
  collection: Collection<Row>,
  changes: RowChanges<Row>,
  head: Head = EMPTY,
): Step[] {
  const { partition } = collection;
  const { add = [], change = [], remove: removed = [] } = changes;
  if (add.length + change.length + removed.length === 0) return [];
  return [
    add.length > 0 && head.next === 1 ? createHead(partition, add) : updateHead(partition, changes, head),
    ...add.map((row) => insert({ ...rowKey(partition, row.number), ...toStored(collection, row) })),
    ...change.map((row) => put({ ...rowKey(partition, row.number), ...toStored(collection, row) })),
    ...removed.map((number) => remove(rowKey(partition, number))),
  ];
}

/** A row as it lies in the table: with the pinyin of its name, which only writers can tell. */
export function toStored<Row extends CollectionRow>({ nameOf }: Collection<Row>, row: Row): Row {
  const pinyin = nameOf && toPinyin(nameOf(row));
  return pinyin === undefined ? row : { ...row, pinyin };
}

/** Gives a block a new version, for rows that are changed beside it under conditions of their own. */
export function raiseBlock(partition: string, block: number): Step {
  return update(headKey(partition), {
    set: '#blocks.#block[1] = #blocks.#block[1] + :one',
    condition: 'attribute_exists(#blocks.#block)',
    names: { '#blocks': 'blocks', '#block': String(block) },
    values: { ':one': 1 },
  });
}

function createHead(partition: string, add: readonly CollectionRow[]): Step {
  const counts = Map.groupBy(add, (row) => String(blockOf(row.number)));
  const blocks = Object.fromEntries([...counts].map(([block, rows]) => [block, [rows.length, 1]]));
  return insert({ ...headKey(partition), next: numberAfter(add), total: add.length, blocks });
}

/** Numbers may be left out: of dishes that keep theirs in another unit, some have been deleted before. */
function numberAfter(add: readonly CollectionRow[]): number {
  return (add.at(-1)?.number ?? 0) + 1;
}

/** How many members each touched block gains or loses. */
function countByBlock({ add = [], change = [], remove: removed = [] }: RowChanges<CollectionRow>): Map<number, number> {
  const counts = new Map<number, number>();
  const count = (number: number, by: number) => counts.set(blockOf(number), (counts.get(blockOf(number)) ?? 0) + by);
  for (const row of add) count(row.number, 1);
  for (const row of change) count(row.number, 0);
  for (const number of removed) count(number, -1);
  return counts;
}

/** Counts are added to, not replaced: changes of other members at the same moment do not get in each other's way. */
function updateHead(partition: string, changes: RowChanges<CollectionRow>, head: Head): Step {
  const { add = [] } = changes;
  const added = add.length;
  const set = ['#total = #total + :total'];
  const conditions = ['attribute_exists(pk)'];
  const names: Record<string, string> = { '#total': 'total', '#blocks': 'blocks' };
  const values: Record<string, unknown> = { ':total': added - (changes.remove?.length ?? 0) };
  for (const [block, by] of countByBlock(changes)) {
    const name = `#block${block}`;
    names[name] = String(block);
    if (added > 0 && !head.blocks[block]) {
      set.push(`#blocks.${name} = :block${block}`);
      values[`:block${block}`] = [by, 1];
      continue;
    }
    set.push(`#blocks.${name}[0] = #blocks.${name}[0] + :block${block}`);
    set.push(`#blocks.${name}[1] = #blocks.${name}[1] + :one`);
    values[`:block${block}`] = by;
    values[':one'] = 1;
  }
  if (added > 0) {
    names['#next'] = 'next';
    set.push('#next = :after');
    conditions.push('#next = :next');
    values[':next'] = head.next;
    values[':after'] = numberAfter(add);
  }
  return update(headKey(partition), { set: set.join(', '), condition: conditions.join(' AND '), names, values });
}
