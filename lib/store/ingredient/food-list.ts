import type * as z from 'zod/mini';
import { catalogueKey } from '../../../tables/keys.ts';
import { type FoodNames, type foodFilter, kitchenName, StoredFood, UNMARKED } from '../../domain/ingredient/food.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makeKeywordMatcher, makeTextMatcher } from '../../domain/values/keyword.ts';
import { makePage, type Page, type PageRequest, type Range, splitRange } from '../../domain/values/page.ts';
import { type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter, type RowFilter } from '../../table/collection/page.ts';
import { readRowRange } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { catalogueCollection, type FoodRow, foodCollection, foodItemKey, foodSearchText, parseFoods } from './food.ts';

type FoodFilter = Partial<z.output<z.ZodMiniObject<typeof foodFilter>>>;

/** A food that a unit can mark or price. Name and category are empty where neither the unit nor the catalogue has its code. */
type MarkableFood = Pick<FoodRow, 'code' | 'name' | 'alias' | 'category' | 'pinyin'>;

interface ListedFood {
  readonly food: StoredFood;
  /** Whether it is the unit's and not the catalogue's; false for the platform. */
  readonly isOwn: boolean;
}

type FoodRowFilter = RowFilter<MarkableFood>;

/** The foods of one owner as a part of the list. */
interface FoodSource {
  /** The unit, or the platform for the catalogue. */
  readonly owner: number;
  readonly head: Head;
  /** Undefined: every food passes. */
  readonly rowFilter: FoodRowFilter | undefined;
  /** The rows that pass the filter, newest first; undefined without a filter. */
  readonly matches: FoodRow[] | undefined;
  /** How many foods it adds to the list. */
  readonly count: number;
}

const NO_MARKS: Marks = new Map();

/**
 * Reads one page of the foods that pass the filter. The unit's own foods come before those of the catalogue, each
 * newest first. `marksPromise` has the unit's marks. Only a filter by mark waits for them.
 */
export async function listFoods(
  db: Database,
  unit: number,
  request: PageRequest,
  { filter, marksPromise }: { readonly filter: FoodFilter; readonly marksPromise: Promise<Marks> },
): Promise<Page<ListedFood>> {
  const readFilter = async () => makeFoodRowFilter(filter, filter.mark === undefined ? NO_MARKS : await marksPromise);
  const filterPromise = readFilter();
  const owners = unit === PLATFORM ? [PLATFORM] : [unit, PLATFORM];
  const sources = await Promise.all(owners.map((owner) => readFoodSource(db, owner, filterPromise)));
  const pageRange = { skip: request.pageNo * request.pageSize, take: request.pageSize };
  const foods = await Promise.all(splitRange(sources, pageRange).map((source) => readFoodRange(db, source)));
  const total = sources.reduce((sum, { count }) => sum + count, 0);
  return makePage(request, total, foods.flat());
}

/** Reads the foods of one owner, the unit or the platform, as a part of the list. */
async function readFoodSource(db: Database, owner: number, filterPromise: Promise<FoodSource['rowFilter']>) {
  const collection = foodCollection(owner);
  const [head, rowFilter] = await Promise.all([readHead(db, collection.partition), filterPromise]);
  const matches = rowFilter && (await findRows(db, collection, rowFilter, head));
  return { owner, head, rowFilter, matches, count: matches?.length ?? head.total };
}

/** Reads the foods in a range of one source, newest first. Foods that no longer pass the filter are left out. */
async function readFoodRange(
  db: Database,
  { owner, head, rowFilter, matches, skip, take }: FoodSource & Range,
): Promise<ListedFood[]> {
  const collection = foodCollection(owner);
  const rows = matches?.slice(skip, skip + take) ?? (await readRowRange(db, collection, head, { skip, take }));
  const items = await db.getMany(rows.map(collection.memberKey));
  return rows.flatMap((row, index) => {
    const item = items[index];
    const food = item && StoredFood.parse(item);
    const isListed = food && passesFilter(collection, rowFilter, row, collection.toRow(food));
    return isListed ? [{ food, isOwn: owner !== PLATFORM }] : [];
  });
}

/**
 * Lists the foods that pass the filter and that a unit can mark or price, ordered by code: its own, those of the
 * catalogue, and those with the `valuedCodes`, which it has already marked or priced.
 */
export async function listMarkableFoods(
  db: Database,
  unit: number,
  filter: FoodFilter,
  { marks, valuedCodes }: { readonly marks: Marks; readonly valuedCodes: Iterable<string> },
): Promise<readonly MarkableFood[]> {
  const rows = await listFoodRows(db, unit);
  const listedCodes = new Set(rows.map(({ code }) => code));
  const unlistedCodes = [...valuedCodes].filter((code) => !listedCodes.has(code));
  const unlistedFoods = unlistedCodes.map((code) => ({ code, name: '', category: '' }));
  const foods: readonly MarkableFood[] = [...rows, ...unlistedFoods];
  const rowFilter = makeFoodRowFilter(filter, marks);
  const matches = rowFilter ? foods.filter((food) => rowFilter(food, foodSearchText(food))) : foods;
  return matches.toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** The rows of the unit's own foods and of the catalogue. Where both have a code, the own row is listed. */
async function listFoodRows(db: Database, unit: number): Promise<readonly FoodRow[]> {
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
  const rows = await listFoodRows(db, unit);
  return new Map(
    rows.map((row) => {
      const { code, alias, name, category, pinyin } = row;
      return [code, { name: kitchenName(row, code), others: alias ? [name] : [], category, pinyin }];
    }),
  );
}

/** The maximum number of codes that are looked up by their keys. For more of them, reading all rows costs less. */
const MAX_CODE_LOOK_UPS = 25;

/** Finds those of the codes that the unit's foods or the catalogue have. */
export async function findListedCodes(db: Database, unit: number, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length > MAX_CODE_LOOK_UPS) return new Set((await listFoodRows(db, unit)).map(({ code }) => code));
  const items = await db.getMany(codes.flatMap((code) => [foodItemKey(unit, code), catalogueKey(code)]));
  return new Set(parseFoods(items).keys());
}

/** Makes a filter of rows that meet all conditions; undefined without a condition. A food outside `marks` is unmarked. */
function makeFoodRowFilter({ keyword, category, mark }: FoodFilter, marks: Marks): FoodRowFilter | undefined {
  if (keyword === undefined && category === undefined && mark === undefined) return undefined;
  const hasKeyword = makeKeywordMatcher(keyword);
  const isInCategory = makeTextMatcher(category);
  return (row, searchText) =>
    isInCategory(row.category) &&
    (mark === undefined || (marks.get(row.code) ?? UNMARKED) === mark) &&
    hasKeyword(searchText, row.pinyin);
}
