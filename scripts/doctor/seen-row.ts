import { platformCollections, unitCollections } from '../../lib/store/nouns.ts';
import { type AnyCollection, type CollectionRow, toStored } from '../../lib/table/collection/collection.ts';
import { decodeCopy } from '../../lib/table/collection/copies.ts';
import type { Item } from '../../lib/table/steps.ts';
import { blockOf } from '../../tables/keys.ts';
import type { Place } from '../../tables/place.ts';

/** A row as it was found. As text it has its fields but the pinyin, in one order, so that texts compare. */
interface SeenRow {
  readonly text: string;
  readonly pinyin: string | undefined;
  /** The pinyin that it must have. */
  readonly wanted: string | undefined;
}

/** The collection that a head, row, copy or member belongs to; undefined where an item belongs to none. */
export function collectionAt({ kind, unit, partition }: Place): AnyCollection | undefined {
  const all = unit === undefined ? platformCollections : [...platformCollections, ...unitCollections(unit)];
  const isMachinery = kind === 'head' || kind === 'row' || kind === 'copy';
  return all.find((one) => (isMachinery ? one.partition === partition : one.kind === kind));
}

/** A row as it lies in the table. @throws where it has not the form of one. */
export function readRow(collection: AnyCollection, item: Item): SeenRow {
  return see(collection, collection.Row.parse(item));
}

/** Rows of a copy, undefined where it is of another version or readers cannot read it either. */
export function readCopy(collection: AnyCollection, item: Item, version: number): readonly SeenRow[] | undefined {
  return decodeCopy(item, version, collection)?.map((row) => see(collection, row));
}

function see(collection: AnyCollection, row: CollectionRow): SeenRow {
  const wanted = toStored(collection, { ...row, pinyin: undefined }).pinyin;
  return { text: textOf(row), pinyin: row.pinyin, wanted };
}

/** A row as text without its pinyin; what has no value leaves no trace. */
export function textOf({ pinyin: _, ...row }: CollectionRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** A row that was turned into text, as keys of members need it. */
export function rowOf(text: string): CollectionRow {
  return JSON.parse(text);
}

/** The blocks of these numbers, each with how many of them lie in it. */
export function countByBlock(numbers: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(blockOf(number), (counts.get(blockOf(number)) ?? 0) + 1);
  return counts;
}

/** Greatest of the numbers, 0 where there is none. */
export function lastOf(numbers: Iterable<number>): number {
  let last = 0;
  for (const number of numbers) last = Math.max(last, number);
  return last;
}
