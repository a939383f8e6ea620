import type { Ingredient } from '../../domain/ingredient/ingredient.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter } from '../../table/collection/page.ts';
import { readRowRange } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { foodCollection, foodRowFilter, type IngredientFilter, readFoodsByRow } from './ingredient.ts';

/** A food of the list. */
interface ListedFood {
  readonly food: Ingredient;
  readonly isOwn: boolean;
}

/** One of the collections that the list joins. */
interface FoodSource {
  readonly unit: number;
  readonly head: Head;
  readonly filter: ReturnType<typeof foodRowFilter>;
}

/**
 * Reads one page of the foods that pass the filter. The unit's own foods come before those of the catalogue, each
 * newest first. `marks` are the marks of the unit.
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
    // Only a search by mark waits for the marks.
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

/** The rows that pass the filter; undefined where there is no filter. */
async function findMatchingRows(db: Database, { unit, head, filter }: FoodSource) {
  return filter && findRows(db, foodCollection(unit), filter, head);
}

/** Reads the foods in a range of the list. Foods that no longer pass the filter are left out. */
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
