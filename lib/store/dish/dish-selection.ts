import { dishKey, dishPartition } from '../../../tables/keys.ts';
import { Dish } from '../../domain/dish.ts';
import { meals } from '../../domain/meal.ts';
import type { NameByDish } from '../../domain/menu/menu.ts';
import type { Template } from '../../domain/planner/problem.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { locate, toId } from '../../domain/values/id.ts';
import { AppError } from '../../errors.ts';
import { readHead } from '../../table/collection/collection.ts';
import { findRows, passesFilter, type RowFilter } from '../../table/collection/page.ts';
import { readBlocks } from '../../table/collection/rows.ts';
import type { Database } from '../../table/database.ts';
import { fitOneAnswer } from '../item-size.ts';
import {
  type DishFilter,
  type DishRow,
  dishCollection,
  makeDishRowFilter,
  toDishRow,
  toMealBits,
  toMonthBits,
} from './dish.ts';

/** Has every bit set: a dish that names no months or no meals suits all of them. */
const ALL_BITS = -1;
/** The bytes that one read capacity unit of DynamoDB pays for. */
const READ_CAPACITY_UNIT_BYTES = 4096;

/** What makes a dish one that a plan may serve. */
export interface PlanDishFilter {
  /** A dish must have a mark that a meal of the template asks for, and suit that meal. */
  readonly template: Template;
  /** The months of the plan. A dish must be meant for one of them, or for all months. */
  readonly months: readonly number[];
}

/** Reads dishes that pass the filter, newest first, without icons; throws `too_many_matches` beyond `maxMatches`. */
export async function selectDishes(db: Database, unit: number, filter: DishFilter, maxMatches: number) {
  return readMatchingDishes(db, unit, Promise.resolve(makeDishRowFilter(filter)), maxMatches);
}

/** Reads the units' dishes that pass the filter, by id, without icons; throws as `listDishesByNumber` does. */
export async function readPlanDishes(db: Database, units: readonly number[], filterPromise: Promise<PlanDishFilter>) {
  const rowFilterPromise = filterPromise.then(({ template, months }): RowFilter<DishRow> => {
    const planMonthBits = toMonthBits(months);
    const mealBitsByMark = toMealBitsByMark(template);
    return ({ mark, months: monthBits = ALL_BITS, meals: mealBits = ALL_BITS }) => {
      const wantedMealBits = mealBitsByMark.get(mark) ?? 0;
      return (monthBits & planMonthBits) !== 0 && (mealBits & wantedMealBits) !== 0;
    };
  });
  const dishesOfUnits = await Promise.all(units.map((unit) => readMatchingDishes(db, unit, rowFilterPromise)));
  return new Map(dishesOfUnits.flat().map((dish) => [toId(dish.vender, dish.number), dish]));
}

/** By mark, the meals whose template asks for it, one bit for each meal. */
function toMealBitsByMark(template: Template): ReadonlyMap<string, number> {
  const mealBitsByMark = new Map<string, number>();
  for (const meal of meals) {
    for (const mark of (template[meal] ?? []).flatMap(({ marks }) => marks)) {
      mealBitsByMark.set(mark, (mealBitsByMark.get(mark) ?? 0) | toMealBits([meal]));
    }
  }
  return mealBitsByMark;
}

/** Reads dishes of a unit by their numbers, without icons; throws `too_many_matches` if they are larger than an answer. */
export async function listDishesByNumber(db: Database, unit: number, numbers: ReadonlySet<number>) {
  if (numbers.size === 0) return new Map<number, Dish>();
  const filter: RowFilter<DishRow> = ({ number }) => numbers.has(number);
  const dishes = await readMatchingDishes(db, unit, Promise.resolve(filter));
  return new Map(dishes.map((dish) => [dish.number, dish]));
}

/**
 * Finds the rows that pass the filter, newest first, and reads their dishes. Dishes that no longer pass it are left
 * out. The rows are read while the filter is still pending.
 * @throws AppError `too_many_matches` beyond `maxMatches`, or where the dishes are larger than an answer, before any is read.
 */
async function readMatchingDishes(
  db: Database,
  unit: number,
  filterPromise: Promise<RowFilter<DishRow> | undefined>,
  maxMatches = Number.POSITIVE_INFINITY,
): Promise<Dish[]> {
  const collection = dishCollection(unit);
  const blocksPromise = readHead(db, collection.partition).then((head) => readBlocks(db, collection, head));
  const [blocks, filter = () => true] = await Promise.all([blocksPromise, filterPromise]);
  const blockMatches = blocks.map(({ rows, searchTexts }) => {
    return { rows, matches: rows.filter((row, index) => filter(row, searchTexts[index] ?? '')) };
  });
  const matchingRows = blockMatches.flatMap(({ matches }) => matches);
  if (matchingRows.length > maxMatches || !fitOneAnswer(matchingRows, ({ size }) => size))
    throw new AppError('too_many_matches');
  const dishPromises = blockMatches.map(({ rows, matches }) => readBlockDishes(db, unit, rows, matches));
  const dishes = (await Promise.all(dishPromises)).flat();
  const dishByNumber = new Map(dishes.map((dish) => [dish.number, dish]));
  return matchingRows.flatMap((row) => {
    const dish = dishByNumber.get(row.number);
    return dish && passesFilter(collection, filter, row, toDishRow(dish)) ? [dish] : [];
  });
}

/** Reads dishes of one block, each by its key or all in their range, whichever costs less. `rows` are all of the block. */
async function readBlockDishes(db: Database, unit: number, rows: readonly DishRow[], matches: readonly DishRow[]) {
  const newest = matches.at(0);
  const oldest = matches.at(-1);
  if (!newest || !oldest) return [];
  const rowsInRange = rows.slice(rows.indexOf(newest), rows.indexOf(oldest) + 1);
  const rangeReadBytes = rowsInRange.reduce((bytes, { size }) => bytes + size, 0);
  const singleReadsBytes = matches.reduce((bytes, { size }) => bytes + Math.max(size, READ_CAPACITY_UNIT_BYTES), 0);
  const toDishKey = ({ number }: DishRow) => dishKey(unit, number);
  const items =
    rangeReadBytes < singleReadsBytes
      ? await db.query(dishPartition(unit), { between: [toDishKey(oldest).sk, toDishKey(newest).sk] })
      : await db.getMany(matches.map(toDishKey));
  return items.flatMap((item) => (item ? [Dish.parse(item)] : []));
}

/** Reads the names of dishes by id, from their rows. Deleted dishes, and those that the unit may not serve, are absent. */
export async function readDishNames(db: Database, unit: number, ids: readonly number[]): Promise<NameByDish> {
  const wantedIds = new Set(ids);
  const owners = [...new Set(ids.map((id) => locate(id).unit))];
  const allowedOwners = owners.filter((owner) => owner === unit || owner === PLATFORM);
  const entriesOfOwners = await Promise.all(
    allowedOwners.map(async (owner) => {
      const rows = await findRows(db, dishCollection(owner), ({ number }) => wantedIds.has(toId(owner, number)));
      return rows.map(({ number, name }) => [toId(owner, number), name] as const);
    }),
  );
  return new Map(entriesOfOwners.flat());
}
