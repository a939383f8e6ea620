import type { Ingredient } from '../../domain/ingredient/ingredient.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter } from '../../table/collection/page.ts';
import { readRowRange } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { foodCollection, foodRowFilter, type IngredientFilter, readFoodsByRow } from './ingredient.ts';

/** A food as it is listed. */
interface ListedFood {
  readonly food: Ingredient;
  readonly isOwn: boolean;
}

/** Part of a list: which units' foods, where they begin, and how many. */
interface FoodSource {
  readonly unit: number;
  readonly head: Head;
  readonly filter: ReturnType<typeof foodRowFilter>;
}

/**
 * One page of the unit's own foods, which come first, and of the catalogue: of each the last added first, as far as they
 * pass the filter. `readMarks` reads the marks of the unit.
 */
export async function listFoods(
  db: Database,
  unit: number,
  request: PageRequest,
  { filter, marks }: { readonly filter: IngredientFilter; readonly marks: Promise<Marks> },
): Promise<Page<ListedFood>> {
  const units = unit === PLATFORM ? [PLATFORM] : [unit, PLATFORM];
  const [heads, known] = await Promise.all([
    Promise.all(units.map((one) => readHead(db, foodCollection(one).partition))),
    // Only a search by mark must wait for the marks.
    filter.mark === undefined ? NO_MARKS : marks,
  ]);
  const passing = foodRowFilter(filter, known);
  const sources = units.map(
    (one, index): FoodSource => ({ unit: one, head: heads[index] ?? NO_HEAD, filter: passing }),
  );
  const found = await Promise.all(sources.map((source) => findMatchingRows(db, source)));
  const totals = sources.map(({ head }, index) => found[index]?.length ?? head.total);
  const content: ListedFood[][] = await Promise.all(
    sources.map(async (source, index) => {
      const before = totals.slice(0, index).reduce((sum, total) => sum + total, 0);
      const first = request.pageNo * request.pageSize;
      const from = Math.max(0, first - before);
      const range = { first: from, count: Math.max(0, first + request.pageSize - before - from) };
      const foods = await readFoodRange(db, source, found[index], range);
      return foods.map((food) => ({ food, isOwn: source.unit !== PLATFORM }));
    }),
  );
  const total = totals.reduce((sum, one) => sum + one, 0);
  return makePage(request, total, content.flat());
}

const NO_MARKS: Marks = new Map();
const NO_HEAD: Head = { next: 1, total: 0, blocks: {} };

/** The rows that pass the filter; undefined where there is none. */
async function findMatchingRows(db: Database, { unit, head, filter }: FoodSource) {
  return filter && findRows(db, foodCollection(unit), filter, head);
}

/** The foods at a place of the list, as far as they pass the filter as they are now. */
async function readFoodRange(
  db: Database,
  { unit, head, filter }: FoodSource,
  found: Awaited<ReturnType<typeof findMatchingRows>>,
  range: { readonly first: number; readonly count: number },
): Promise<Ingredient[]> {
  if (range.count === 0) return [];
  const collection = foodCollection(unit);
  const rows =
    found?.slice(range.first, range.first + range.count) ?? (await readRowRange(db, collection, head, range));
  const foods = await readFoodsByRow(db, unit, rows);
  return rows.flatMap((row, index) => {
    const food = foods[index];
    return food && passesFilter(collection, filter, row, collection.toRow(food)) ? [food] : [];
  });
}
