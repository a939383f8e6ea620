import { dishId, locateDish } from '../../domain/dish.ts';
import type { DishNames } from '../../domain/menu/menu.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { findRows } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { dishCollection } from './dish.ts';

/**
 * Finds the names of dishes by id, from their rows. A unit may serve its own dishes and those of the library. Other
 * dishes and deleted ones are absent.
 */
export async function findDishNames(db: Database, unit: number, dishes: readonly number[]): Promise<DishNames> {
  const wanted = new Set(dishes);
  const owners = [...new Set(dishes.map((dish) => locateDish(dish).unit))];
  const serving = owners.filter((one) => one === unit || one === PLATFORM);
  const found = serving.map(async (one) => {
    const rows = await findRows(db, dishCollection(one), ({ number }) => wanted.has(dishId(one, number)));
    return rows.map(({ number, name }) => [dishId(one, number), name] as const);
  });
  return new Map((await Promise.all(found)).flat());
}
