import type { Ingredient } from '../../domain/ingredient/ingredient.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter } from '../../table/collection/page.ts';
import { readRowRange } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { foodsOf, type IngredientFilter, readMembers, rowFilterOfFoods } from './ingredient.ts';

/** A food as it is listed. */
interface ListedFood {
  readonly food: Ingredient;
  readonly isOwn: boolean;
}

/** Part of a list: which units' foods, where they begin, and how many. */
interface Stretch {
  readonly unit: number;
  readonly head: Head;
  readonly filter: ReturnType<typeof rowFilterOfFoods>;
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
    Promise.all(units.map((one) => readHead(db, foodsOf(one).partition))),
    // Only a search by mark must wait for the marks.
    filter.mark === undefined ? NO_MARKS : marks,
  ]);
  const passing = rowFilterOfFoods(filter, known);
  const stretches = units.map((one, index): Stretch => ({ unit: one, head: heads[index] ?? NO_HEAD, filter: passing }));
  const found = await Promise.all(stretches.map((stretch) => findPassing(db, stretch)));
  const totals = stretches.map(({ head }, index) => found[index]?.length ?? head.total);
  const content: ListedFood[][] = await Promise.all(
    stretches.map(async (stretch, index) => {
      const before = totals.slice(0, index).reduce((sum, total) => sum + total, 0);
      const first = request.pageNo * request.pageSize;
      const from = Math.max(0, first - before);
      const place = { first: from, count: Math.max(0, first + request.pageSize - before - from) };
      const foods = await readStretch(db, stretch, found[index], place);
      return foods.map((food) => ({ food, isOwn: stretch.unit !== PLATFORM }));
    }),
  );
  const total = totals.reduce((sum, one) => sum + one, 0);
  return makePage(request, total, content.flat());
}

const NO_MARKS: Marks = new Map();
const NO_HEAD: Head = { next: 1, total: 0, blocks: {} };

/** The rows that pass the filter; undefined where there is none. */
async function findPassing(db: Database, { unit, head, filter }: Stretch) {
  return filter && findRows(db, foodsOf(unit), filter, head);
}

/** The foods at a place of the list, as far as they pass the filter as they are now. */
async function readStretch(
  db: Database,
  { unit, head, filter }: Stretch,
  found: Awaited<ReturnType<typeof findPassing>>,
  place: { readonly first: number; readonly count: number },
): Promise<Ingredient[]> {
  if (place.count === 0) return [];
  const collection = foodsOf(unit);
  const rows =
    found?.slice(place.first, place.first + place.count) ?? (await readRowRange(db, collection, head, place));
  const foods = await readMembers(db, unit, rows);
  return rows.flatMap((row, index) => {
    const food = foods[index];
    return food && passesFilter(collection, filter, row, collection.toRow(food)) ? [food] : [];
  });
}
