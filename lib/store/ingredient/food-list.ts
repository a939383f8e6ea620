import type { StoredFood } from '../../domain/ingredient/food.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { type Head, readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter } from '../../table/collection/page.ts';
import { readRowRange } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { type FoodFilter, foodCollection, makeFoodRowFilter, readFoodsByRow } from './food.ts';

interface ListedFood {
  readonly food: StoredFood;
  readonly isOwn: boolean;
}

/** One of the collections that the list joins, with its owner: the unit or the platform. */
interface FoodSource {
  readonly unit: number;
  readonly head: Head;
  readonly filter: ReturnType<typeof makeFoodRowFilter>;
}

/**
 * Reads one page of the foods that pass the filter. The unit's own foods come before those of the catalogue, each
 * newest first. `marks` are the marks of the unit.
 */
export async function listFoods(
  db: Database,
  unit: number,
  request: PageRequest,
  { filter, marks }: { readonly filter: FoodFilter; readonly marks: Promise<Marks> },
): Promise<Page<ListedFood>> {
  const units = unit === PLATFORM ? [PLATFORM] : [unit, PLATFORM];
  const [owners, filterMarks] = await Promise.all([
    Promise.all(
      units.map(async (owner) => ({ unit: owner, head: await readHead(db, foodCollection(owner).partition) })),
    ),
    // Only a search by mark waits for the marks.
    filter.mark === undefined ? NO_MARKS : marks,
  ]);
  const rowFilter = makeFoodRowFilter(filter, filterMarks);
  const sources = owners.map((owner): FoodSource => ({ ...owner, filter: rowFilter }));
  const matchesBySource = await Promise.all(sources.map((source) => findMatchingRows(db, source)));
  const totals = sources.map(({ head }, index) => matchesBySource[index]?.length ?? head.total);
  const pageStart = request.pageNo * request.pageSize;
  const parts: ListedFood[][] = await Promise.all(
    sources.map(async (source, index) => {
      // Where this source begins in the joined list.
      const offset = totals.slice(0, index).reduce((sum, total) => sum + total, 0);
      const skip = Math.max(0, pageStart - offset);
      const end = Math.max(skip, pageStart + request.pageSize - offset);
      const foods = await readFoodRange(db, source, matchesBySource[index], { skip, take: end - skip });
      return foods.map((food) => ({ food, isOwn: source.unit !== PLATFORM }));
    }),
  );
  const listTotal = totals.reduce((sum, total) => sum + total, 0);
  return makePage(request, listTotal, parts.flat());
}

const NO_MARKS: Marks = new Map();

/** The rows that pass the filter; undefined where there is no filter. */
async function findMatchingRows(db: Database, { unit, head, filter }: FoodSource) {
  return filter && findRows(db, foodCollection(unit), filter, head);
}

/** Reads the foods in a range of one source, newest first. Foods that no longer pass the filter are left out. */
async function readFoodRange(
  db: Database,
  { unit, head, filter }: FoodSource,
  matches: Awaited<ReturnType<typeof findMatchingRows>>,
  range: { readonly skip: number; readonly take: number },
): Promise<StoredFood[]> {
  if (range.take === 0) return [];
  const collection = foodCollection(unit);
  const rows = matches?.slice(range.skip, range.skip + range.take) ?? (await readRowRange(db, collection, head, range));
  const foods = await readFoodsByRow(db, unit, rows);
  return rows.flatMap((row, index) => {
    const food = foods[index];
    return food && passesFilter(collection, filter, row, collection.toRow(food)) ? [food] : [];
  });
}
