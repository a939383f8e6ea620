import { Dish } from '../../lib/domain/dish.ts';
import { Ingredient } from '../../lib/domain/ingredient.ts';
import { Standard } from '../../lib/domain/standard.ts';
import { PLATFORM, Unit } from '../../lib/domain/unit.ts';
import { dishesOf, toDishRow } from '../../lib/store/dish.ts';
import { ingredients, toRow as toIngredientRow } from '../../lib/store/ingredient.ts';
import { standards, toRow as toStandardRow } from '../../lib/store/standard.ts';
import { toRow as toUnitRow, units } from '../../lib/store/unit.ts';
import { type Collection, type CollectionRow, toStored } from '../../lib/table/collection/collection.ts';
import { decodeChunk } from '../../lib/table/collection/copies.ts';
import type { Item } from '../../lib/table/steps.ts';
import { blockOf, dishKey, ingredientKey, type Key, standardKey, unitKey } from '../../tables/keys.ts';
import type { Place } from '../../tables/place.ts';

/** A row as it was found. As text it has its fields but the pinyin, in one order, so that texts compare. */
interface SeenRow {
  readonly text: string;
  readonly pinyin: string | undefined;
  /** The pinyin that it must have. */
  readonly wanted: string | undefined;
}

/** What the doctor has to know of a collection. */
export interface Noun {
  readonly partition: string;
  /** A row as it lies in the table. @throws where it has not the form of one. */
  readRow(item: Item): SeenRow;
  /** Rows of a chunk, undefined where it is of another version or readers cannot read it either. */
  readChunk(item: Item, version: number): readonly SeenRow[] | undefined;
  /** The row that a member must have, undefined where it must have none. @throws where it is no member. */
  memberRow(item: Item): CollectionRow | undefined;
  /** How sort keys of members begin; undefined where members lie in partitions of their own. */
  readonly memberPrefix: string | undefined;
  /** Key of a row's member. */
  memberKey(row: Readonly<Record<string, unknown>>): Key;
}

/** Where a member lies, by the key of an item of the collection. */
export function nounOf({ partition, unit }: Pick<Place, 'partition' | 'unit'>): Noun | undefined {
  if (unit !== undefined && partition === dishesOf(unit).partition) return dishNoun(unit);
  return fixed.find((noun) => noun.partition === partition);
}

/** The collection of all units; the platform has no row, nor has a unit that is being deleted. */
export const unitNoun: Noun = {
  ...describe(units),
  memberPrefix: undefined,
  memberRow: (item) => {
    const unit = Unit.parse(item);
    return unit.id === PLATFORM || unit.deleting ? undefined : toStored(units, toUnitRow(unit));
  },
  memberKey: ({ number }) => unitKey(Number(number)),
};

const standardNoun: Noun = {
  ...describe(standards),
  memberPrefix: 'STANDARD#',
  memberRow: (item) => toStored(standards, toStandardRow(Standard.parse(item))),
  memberKey: ({ number }) => standardKey(Number(number)),
};

const ingredientNoun: Noun = {
  ...describe(ingredients),
  memberPrefix: 'CODE#',
  memberRow: (item) => toStored(ingredients, toIngredientRow(Ingredient.parse(item))),
  memberKey: ({ code }) => ingredientKey(String(code)),
};

const fixed = [unitNoun, standardNoun, ingredientNoun];

/** The dishes of a unit. */
function dishNoun(unit: number): Noun {
  const dishes = dishesOf(unit);
  return {
    ...describe(dishes),
    memberPrefix: 'DISH#',
    memberRow: (item) => toStored(dishes, toDishRow(Dish.parse(item))),
    memberKey: ({ number }) => dishKey(unit, Number(number)),
  };
}

function describe<Row extends CollectionRow>(collection: Collection<Row>) {
  const { partition, Row } = collection;
  const see = (row: Row): SeenRow => {
    const wanted = toStored(collection, { ...row, pinyin: undefined }).pinyin;
    return { text: textOf(row), pinyin: row.pinyin, wanted };
  };
  return {
    partition,
    readRow: (item: Item) => see(Row.parse(item)),
    readChunk: (item: Item, version: number) => decodeChunk(item, version, collection)?.map(see),
  };
}

/** A row as text without its pinyin; what has no value leaves no trace. */
export function textOf({ pinyin: _, ...row }: CollectionRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
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
