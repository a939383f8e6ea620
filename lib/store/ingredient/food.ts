import * as z from 'zod/mini';
import { catalogueKey, cataloguePartition, foodKey, foodPartition, type Key, prefixes } from '../../../tables/keys.ts';
import { type FoodNames, type foodFilter, kitchenName, StoredFood, UNMARKED } from '../../domain/ingredient/food.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makeKeywordMatcher, makeTextMatcher } from '../../domain/values/keyword.ts';
import { TableCache } from '../../table/cache.ts';
import { type Collection, type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, type RowFilter } from '../../table/collection/page.ts';
import { isSettled } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import type { Item } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

export type FoodFilter = Partial<z.output<z.ZodMiniObject<typeof foodFilter>>>;

const FoodRow = z.object({
  number: z.int(),
  /** The version of the food. So each change of the food changes its row and the version of the row's block. */
  version: z.int(),
  code: z.string(),
  name: z.string(),
  alias: z.optional(z.string()),
  category: z.string(),
  pinyin: z.optional(z.string()),
});
export type FoodRow = z.output<typeof FoodRow>;

/** A food that a unit can mark or price. Name and category are empty where no list of foods has its code. */
type MarkableFood = Pick<FoodRow, 'code' | 'name' | 'alias' | 'category' | 'pinyin'>;

/** The key of a unit's food. The foods of the platform are the catalogue. */
export function foodItemKey(unit: number, code: string): Key {
  return unit === PLATFORM ? catalogueKey(code) : foodKey(unit, code);
}

/** The own foods of a unit; of unit 0, the catalogue. */
export function foodCollection(unit: number): Collection<FoodRow, StoredFood> {
  const isCatalogue = unit === PLATFORM;
  return {
    partition: isCatalogue ? cataloguePartition : foodPartition(unit),
    Row: FoodRow,
    Member: StoredFood,
    kind: isCatalogue ? 'ingredient' : 'food',
    memberPrefix: prefixes.food,
    memberKey: ({ code }) => foodItemKey(unit, code),
    toRow: ({ number, version, code, name, alias, category }) => ({ number, version, code, name, alias, category }),
    searchText: foodSearchText,
    nameForPinyin: ({ name, alias = '' }) => `${alias}${name}`,
  };
}

export const catalogueCollection = foodCollection(PLATFORM);

/** The text that keywords are matched against. They have no line break, so none matches across name, alias and code. */
function foodSearchText({ name, alias = '', code }: MarkableFood): string {
  return [name, alias, code].map(normaliseKey).join('\n');
}

/** The maximum number of foods that are read by their keys. For more of them the whole catalogue is read. */
const MAX_SINGLE_READS = 100;

/** The maximum number of codes that are looked up by their keys. For more of them, reading all rows costs less. */
const MAX_CODE_LOOK_UPS = 25;

type FoodByCode = ReadonlyMap<string, StoredFood>;

const NO_FOODS: FoodByCode = new Map();

/** The number of partitions whose foods are cached. */
const MAX_CACHED_PARTITIONS = 100;

/** By partition, all or some of its foods. They are valid while the head that was just read has this version. */
const cache = new TableCache<{ readonly version: string; readonly foods: FoodByCode }>(MAX_CACHED_PARTITIONS);

/**
 * Lists, by code, the foods that pass the filter and that a unit can mark or price: its own, those of the catalogue,
 * and those with the `valuedCodes`, which it has already marked or priced.
 */
export async function listMarkableFoods(
  db: Database,
  unit: number,
  filter: FoodFilter,
  { marks, valuedCodes }: { readonly marks: Marks; readonly valuedCodes: Iterable<string> },
): Promise<readonly MarkableFood[]> {
  const rows = await listRows(db, unit);
  const listedCodes = new Set(rows.map(({ code }) => code));
  const unlistedCodes = [...valuedCodes].filter((code) => !listedCodes.has(code));
  const unlisted = unlistedCodes.map((code) => ({ code, name: '', category: '' }));
  const foods: readonly MarkableFood[] = [...rows, ...unlisted];
  const rowFilter = makeFoodRowFilter(filter, marks);
  const matches = rowFilter ? foods.filter((food) => rowFilter(food, foodSearchText(food))) : foods;
  return matches.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** The rows of the unit's own foods and of the catalogue. Where both have a code, the own row is listed. */
async function listRows(db: Database, unit: number): Promise<readonly FoodRow[]> {
  const [ownRows, catalogueRows] = await Promise.all([
    unit === PLATFORM ? [] : findRows(db, foodCollection(unit)),
    findRows(db, catalogueCollection),
  ]);
  const ownCodes = new Set(ownRows.map(({ code }) => code));
  return [...ownRows, ...catalogueRows.filter(({ code }) => !ownCodes.has(code))];
}

/** Lists the categories of the catalogue in the order in which they were added. */
export async function listCatalogueCategories(db: Database): Promise<string[]> {
  const rows = await findRows(db, catalogueCollection);
  return [...new Set(rows.toReversed().map(({ category }) => category))];
}

/** Reads the kitchen names and other names of the unit's own foods and of the catalogue, by code. */
export async function readFoodNames(db: Database, unit: number): Promise<ReadonlyMap<string, FoodNames>> {
  const rows = await listRows(db, unit);
  return new Map(
    rows.map((row) => {
      const { code, alias, name, category, pinyin } = row;
      return [code, { name: kitchenName(row, code), others: alias ? [name] : [], category, pinyin }];
    }),
  );
}

/** Finds those of the codes that the unit's foods or the catalogue have. */
export async function findListedCodes(db: Database, unit: number, codes: readonly string[]) {
  if (codes.length > MAX_CODE_LOOK_UPS) return new Set((await listRows(db, unit)).map(({ code }) => code));
  const items = await db.getMany(codes.flatMap((code) => [foodItemKey(unit, code), catalogueKey(code)]));
  return new Set(parseFoods(items).keys());
}

/** Reads the foods with these codes, by code: the unit's own food, or else the one of the catalogue. */
export async function findFoods(db: Database, unit: number, codes: readonly string[]): Promise<FoodByCode> {
  const [ownFoods, catalogueFoods] = await Promise.all([listOwnFoods(db, unit), findCatalogueFoods(db, codes)]);
  return pickByCodes(new Map([...catalogueFoods, ...ownFoods]), codes);
}

/** Reads the unit's own foods by code; none for the platform, whose foods are the catalogue. */
export async function listOwnFoods(db: Database, unit: number): Promise<FoodByCode> {
  return unit === PLATFORM ? NO_FOODS : readFoods(db, unit);
}

/**
 * Reads the foods of the catalogue with these codes, by code. The head is read together with the foods that are not
 * cached. If the head shows that the cache is stale, all of the foods are read.
 */
export async function findCatalogueFoods(db: Database, codes: readonly string[]): Promise<FoodByCode> {
  const cached = cache.find(db, cataloguePartition);
  const missingCodes = [...new Set(codes)].filter((code) => !cached?.foods.has(code));
  if (missingCodes.length > MAX_SINGLE_READS) return pickByCodes(await readFoods(db, PLATFORM), codes);
  const [head, items] = await Promise.all([
    readHead(db, cataloguePartition),
    db.getMany(missingCodes.map(catalogueKey)),
  ]);
  const newFoods = parseFoods(items);
  if (cached && cached.version !== toVersion(head)) {
    // The other cached foods may have changed. This call reads them again, beside the new ones.
    cacheFoods(db, cataloguePartition, head, newFoods);
    return findCatalogueFoods(db, codes);
  }
  const foods = new Map([...(cached?.foods ?? []), ...newFoods]);
  if (newFoods.size > 0) cacheFoods(db, cataloguePartition, head, foods);
  return pickByCodes(foods, codes);
}

/** Reads all foods of a unit, or of the catalogue, by code. */
export async function readFoods(db: Database, unit: number): Promise<FoodByCode> {
  const { partition } = foodCollection(unit);
  const head = await readHead(db, partition);
  if (head.total === 0) return NO_FOODS;
  const cached = cache.find(db, partition);
  if (cached?.version === toVersion(head) && cached.foods.size === head.total) return cached.foods;
  const foods = parseFoods(await db.query(partition, { prefix: prefixes.food }));
  if (foods.size === head.total) cacheFoods(db, partition, head, foods);
  return foods;
}

/** Replaces the cached foods of a partition. Where the last change is not settled, none are cached. */
function cacheFoods(db: Database, partition: string, head: Head, foods: FoodByCode): void {
  const areSettled = Object.values(head.blocks).every(([, , changedAt]) => isSettled(changedAt));
  if (areSettled) cache.set(db, partition, { version: toVersion(head), foods });
  else cache.delete(db, partition);
}

/** The version of a collection of foods. It changes with each change of a food. */
function toVersion({ blocks }: Head): string {
  return JSON.stringify(blocks);
}

function parseFoods(items: readonly (Item | undefined)[]): FoodByCode {
  const foods = items.flatMap((item) => (item ? [StoredFood.parse(item)] : []));
  return new Map(foods.map((food) => [food.code, food]));
}

function pickByCodes(foodByCode: FoodByCode, codes: readonly string[]): FoodByCode {
  const foods = [...new Set(codes)].flatMap((code) => foodByCode.get(code) ?? []);
  return new Map(foods.map((food) => [food.code, food]));
}

/** Makes a filter of rows that meet all conditions; undefined where there is none. A food outside `marks` is unmarked. */
export function makeFoodRowFilter(
  { keyword, category, mark }: FoodFilter,
  marks: Marks,
): RowFilter<MarkableFood> | undefined {
  if (keyword === undefined && category === undefined && mark === undefined) return undefined;
  const hasKeyword = makeKeywordMatcher(keyword);
  const isInCategory = makeTextMatcher(category);
  return (row, text) =>
    isInCategory(row.category) &&
    (mark === undefined || (marks.get(row.code) ?? UNMARKED) === mark) &&
    hasKeyword(text, row.pinyin);
}
