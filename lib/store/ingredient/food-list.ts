import { StoredFood } from '../../domain/ingredient/food.ts';
import type { Marks } from '../../domain/ingredient/mark.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { makePage, type Page, type PageRequest } from '../../domain/values/page.ts';
import { readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter } from '../../table/collection/page.ts';
import { readRowRange } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { type FoodFilter, foodCollection, makeFoodRowFilter } from './food.ts';

interface ListedFood {
  readonly food: StoredFood;
  /** Whether it is the unit's and not the catalogue's; false for the platform. */
  readonly isOwn: boolean;
}

type FoodRowFilter = ReturnType<typeof makeFoodRowFilter>;

const NO_MARKS: Marks = new Map();

/**
 * Reads one page of the foods that pass the filter. The unit's own foods come before those of the catalogue, each
 * newest first. `marks` are the marks of the unit. Only a filter by mark waits for them.
 */
export async function listFoods(
  db: Database,
  unit: number,
  request: PageRequest,
  { filter, marks }: { readonly filter: FoodFilter; readonly marks: Promise<Marks> },
): Promise<Page<ListedFood>> {
  const filterReading = Promise.resolve(filter.mark === undefined ? NO_MARKS : marks).then((filterMarks) =>
    makeFoodRowFilter(filter, filterMarks),
  );
  const owners = unit === PLATFORM ? [PLATFORM] : [unit, PLATFORM];
  const sources = await Promise.all(owners.map((owner) => readListedCollection(db, owner, filterReading)));
  const readings: Promise<ListedFood[]>[] = [];
  let skip = request.pageNo * request.pageSize;
  let remaining = request.pageSize;
  let listTotal = 0;
  for (const source of sources) {
    const total = source.matches?.length ?? source.head.total;
    const take = Math.min(remaining, Math.max(0, total - skip));
    if (take > 0) readings.push(readFoodRange(db, source, { skip, take }));
    skip = Math.max(0, skip - total);
    remaining -= take;
    listTotal += total;
  }
  return makePage(request, listTotal, (await Promise.all(readings)).flat());
}

/** Reads the head of a collection that the list joins, and its rows that pass the filter; undefined: there is no filter. */
async function readListedCollection(db: Database, owner: number, filterReading: Promise<FoodRowFilter>) {
  const collection = foodCollection(owner);
  const [head, rowFilter] = await Promise.all([readHead(db, collection.partition), filterReading]);
  const matches = rowFilter && (await findRows(db, collection, rowFilter, head));
  return { owner, head, rowFilter, matches };
}

/** Reads the foods in a range of one source, newest first. Foods that no longer pass the filter are left out. */
async function readFoodRange(
  db: Database,
  { owner, head, rowFilter, matches }: Awaited<ReturnType<typeof readListedCollection>>,
  range: { readonly skip: number; readonly take: number },
): Promise<ListedFood[]> {
  const collection = foodCollection(owner);
  const rows = matches?.slice(range.skip, range.skip + range.take) ?? (await readRowRange(db, collection, head, range));
  const items = await db.getMany(rows.map(collection.memberKey));
  return rows.flatMap((row, index) => {
    const item = items[index];
    const food = item && StoredFood.parse(item);
    const isListed = food && passesFilter(collection, rowFilter, row, collection.toRow(food));
    return isListed ? [{ food, isOwn: owner !== PLATFORM }] : [];
  });
}
