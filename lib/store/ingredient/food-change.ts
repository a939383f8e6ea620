import { catalogueKey, unitKey } from '../../../tables/keys.ts';
import { type FoodFacts, isSameFood, StoredFood } from '../../domain/ingredient/food.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { AppError, badField } from '../../errors.ts';
import { collectionSteps, readHead } from '../../table/collection/collection.ts';
import type { Database } from '../../table/database.ts';
import { checkExistsStep, insertStep, removeStep, replaceStep, type Step } from '../../table/steps.ts';
import { foodCollection, foodItemKey } from './food.ts';

/** The step that checks that the unit exists; none for the platform, which cannot be deleted. */
function unitCheckSteps(unit: number): Step[] {
  return unit === PLATFORM ? [] : [checkExistsStep(unitKey(unit), 'unit_not_found')];
}

/**
 * Adds a food to the unit's own foods, or for the platform to the catalogue.
 * @throws AppError `duplicate_code` where the unit or the catalogue has the code; `quota_reached`, `unit_not_found`.
 */
export async function createFood(db: Database, unit: number, food: FoodFacts): Promise<void> {
  await db.retryLostRaces(async () => {
    const [head, itemsOfCode] = await Promise.all([
      readHead(db, foodCollection(unit).partition),
      db.getMany([foodItemKey(unit, food.code), catalogueKey(food.code)]),
    ]);
    if (itemsOfCode.some((item) => item !== undefined)) throw badField('code', { code: 'taken' }, 'duplicate_code');
    // Only the quota limits foods: their keys have the code, and not the number that `LAST_NUMBER` limits elsewhere.
    if (unit !== PLATFORM && head.total >= db.quotas.foods) throw new AppError('quota_reached');
    const stored: StoredFood = { ...food, version: 1, number: head.next };
    await db.write([
      ...unitCheckSteps(unit),
      insertStep({ ...foodItemKey(unit, food.code), ...stored }),
      ...collectionSteps(foodCollection(unit), { add: [stored] }, head),
    ]);
  });
}

/** Changes a food and returns it; throws `ingredient_not_found`, `unit_not_found`, and what `change` throws. */
export async function updateFood(db: Database, unit: number, code: string, change: (food: FoodFacts) => FoodFacts) {
  return db.retryLostRaces(async () => {
    const before = await getFood(db, unit, code);
    const after: StoredFood = { ...change(before), version: before.version + 1, number: before.number };
    if (isSameFood(before, after)) return before;
    await db.write([
      ...unitCheckSteps(unit),
      replaceStep({ ...foodItemKey(unit, code), ...after }, before.version),
      ...collectionSteps(foodCollection(unit), { change: [{ before, after }] }),
    ]);
    return after;
  });
}

/** Deletes a food; dishes and published menus keep its code. Throws `ingredient_not_found`. */
export async function deleteFood(db: Database, unit: number, code: string): Promise<void> {
  await db.retryLostRaces(async () => {
    const food = await getFood(db, unit, code);
    await db.write([
      removeStep(foodItemKey(unit, code), food.version),
      ...collectionSteps(foodCollection(unit), { remove: [food] }),
    ]);
  });
}

async function getFood(db: Database, unit: number, code: string): Promise<StoredFood> {
  const item = await db.get(foodItemKey(unit, code));
  if (!item) throw new AppError('ingredient_not_found');
  return StoredFood.parse(item);
}
