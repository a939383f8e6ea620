import * as z from 'zod/mini';
import { catalogueKey, cataloguePartition, foodKey, foodPartition, type Key, prefixes } from '../../../tables/keys.ts';
import { StoredFood } from '../../domain/ingredient/food.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { TableCache } from '../../table/cache.ts';
import { type Collection, type Head, listBlocks, readHead } from '../../table/collection/collection.ts';
import { isSettled } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import type { Item } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

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

/** The maximum number of foods that are read by their keys. For more of them the whole catalogue is read. */
const MAX_SINGLE_READS = 100;
/** The number of partitions whose foods are cached. */
const MAX_CACHED_PARTITIONS = 100;

type FoodByCode = ReadonlyMap<string, StoredFood>;
const NO_FOODS: FoodByCode = new Map();

/** By partition, all or some of its foods. They are valid while the head that was just read has this version. */
const cache = new TableCache<{ readonly version: string; readonly foodByCode: FoodByCode }>(MAX_CACHED_PARTITIONS);

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
    // The kind of the catalogue's foods in `tables/item-kinds.ts`.
    kind: isCatalogue ? 'ingredient' : 'food',
    memberPrefix: prefixes.food,
    memberKey: ({ code }) => foodItemKey(unit, code),
    toRow: ({ number, version, code, name, alias, category }) => ({ number, version, code, name, alias, category }),
    searchText: foodSearchText,
    nameForPinyin: ({ name, alias = '' }) => `${alias}${name}`,
  };
}

export const catalogueCollection = foodCollection(PLATFORM);

/** The text in which keywords are searched. Keywords have no line break, so none matches across name, alias and code. */
export function foodSearchText({ name, alias = '', code }: Pick<FoodRow, 'name' | 'alias' | 'code'>): string {
  return [name, alias, code].map(normaliseKey).join('\n');
}

/** Reads the foods with these codes, by code: the unit's own food, or else the one of the catalogue. */
export async function findFoods(db: Database, unit: number, codes: readonly string[]): Promise<FoodByCode> {
  const [ownByCode, catalogueByCode] = await Promise.all([readOwnFoods(db, unit), findCatalogueFoods(db, codes)]);
  return pickByCodes(new Map([...catalogueByCode, ...ownByCode]), codes);
}

/** Reads the unit's own foods by code; none for the platform, whose foods are the catalogue. */
export async function readOwnFoods(db: Database, unit: number): Promise<FoodByCode> {
  return unit === PLATFORM ? NO_FOODS : readAllFoods(db, unit);
}

/**
 * Reads the foods of the catalogue with these codes, by code. The head is read together with the foods that are not
 * cached. If the head shows that the cache is stale, all foods with these codes are read again.
 */
export async function findCatalogueFoods(db: Database, codes: readonly string[]): Promise<FoodByCode> {
  const cached = cache.find(db, cataloguePartition);
  const uncachedCodes = [...new Set(codes)].filter((code) => !cached?.foodByCode.has(code));
  if (uncachedCodes.length > MAX_SINGLE_READS) return pickByCodes(await readAllFoods(db, PLATFORM), codes);
  const [head, items] = await Promise.all([
    readHead(db, cataloguePartition),
    db.getMany(uncachedCodes.map(catalogueKey)),
  ]);
  const uncachedFoodByCode = parseFoods(items);
  if (cached && cached.version !== toFoodsVersion(head)) {
    // The other cached foods may have changed too. The repeated call comes here again only if foods change meanwhile.
    cacheFoods(db, cataloguePartition, head, uncachedFoodByCode);
    return findCatalogueFoods(db, codes);
  }
  const foodByCode = new Map([...(cached?.foodByCode ?? []), ...uncachedFoodByCode]);
  if (uncachedFoodByCode.size > 0) cacheFoods(db, cataloguePartition, head, foodByCode);
  return pickByCodes(foodByCode, codes);
}

/** Reads all foods of a unit, or of the catalogue, by code. They are cached if they are as many as the head counts. */
export async function readAllFoods(db: Database, unit: number): Promise<FoodByCode> {
  const { partition } = foodCollection(unit);
  const head = await readHead(db, partition);
  if (head.total === 0) return NO_FOODS;
  const cached = cache.find(db, partition);
  if (cached?.version === toFoodsVersion(head) && cached.foodByCode.size === head.total) return cached.foodByCode;
  const foodByCode = parseFoods(await db.query(partition, { prefix: prefixes.food }));
  if (foodByCode.size === head.total) cacheFoods(db, partition, head, foodByCode);
  return foodByCode;
}

/** Replaces the cached foods of a partition. Where the last change is not settled, none are cached. */
function cacheFoods(db: Database, partition: string, head: Head, foodByCode: FoodByCode): void {
  const areSettled = listBlocks(head).every(({ changedAt }) => isSettled(changedAt));
  if (areSettled) cache.set(db, partition, { version: toFoodsVersion(head), foodByCode });
  else cache.delete(db, partition);
}

/** The version of a collection of foods. It changes with each change of a food. */
const toFoodsVersion = ({ blocks }: Head): string => JSON.stringify(blocks);

export function parseFoods(items: readonly (Item | undefined)[]): FoodByCode {
  return mapByCode(items.flatMap((item) => (item ? [StoredFood.parse(item)] : [])));
}

function pickByCodes(foodByCode: FoodByCode, codes: readonly string[]): FoodByCode {
  return mapByCode([...new Set(codes)].flatMap((code) => foodByCode.get(code) ?? []));
}

const mapByCode = (foods: readonly StoredFood[]): FoodByCode => new Map(foods.map((food) => [food.code, food]));
