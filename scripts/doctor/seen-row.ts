import { platformCollections, unitCollections } from '../../lib/store/nouns.ts';
import { type AnyCollection, type CollectionRow, toStored } from '../../lib/table/collection/collection.ts';
import { decodeCopy } from '../../lib/table/collection/copies.ts';
import type { Item } from '../../lib/table/steps.ts';
import { blockOf } from '../../tables/keys.ts';
import type { Place } from '../../tables/place.ts';

/** A row as it was read. Its text has its fields without the pinyin in a fixed order, so that texts can be compared. */
interface SeenRow {
  readonly text: string;
  readonly pinyin: string | undefined;
  /** The pinyin that it should have. */
  readonly wanted: string | undefined;
}

/** The collection of a head, row, copy or member; undefined for other items. */
export function collectionAt({ kind, unit, partition }: Place): AnyCollection | undefined {
  const all = unit === undefined ? platformCollections : [...platformCollections, ...unitCollections(unit)];
  const isMachinery = kind === 'head' || kind === 'row' || kind === 'copy';
  return all.find((one) => (isMachinery ? one.partition === partition : one.kind === kind));
}

/**
 * A row as the table holds it.
 * @throws Error where it cannot be parsed.
 */
export function readRow(collection: AnyCollection, item: Item): SeenRow {
  return see(collection, collection.Row.parse(item));
}

/** The rows of a copy; undefined where it is of another version, or readers cannot read it either. */
export function readCopy(collection: AnyCollection, item: Item, version: number): readonly SeenRow[] | undefined {
  return decodeCopy(item, version, collection)?.map((row) => see(collection, row));
}

function see(collection: AnyCollection, row: CollectionRow): SeenRow {
  const wanted = toStored(collection, { ...row, pinyin: undefined }).pinyin;
  return { text: textOf(row), pinyin: row.pinyin, wanted };
}

/** A row as text, without its pinyin and without undefined fields. */
export function textOf({ pinyin: _, ...row }: CollectionRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Parses the text of a row. */
export function rowOf(text: string): CollectionRow {
  return JSON.parse(text);
}

/** For each block the number of these numbers in it. */
export function countByBlock(numbers: Iterable<number>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(blockOf(number), (counts.get(blockOf(number)) ?? 0) + 1);
  return counts;
}

/** The greatest of the numbers; 0 where there is none. */
export function lastOf(numbers: Iterable<number>): number {
  let last = 0;
  for (const number of numbers) last = Math.max(last, number);
  return last;
}
