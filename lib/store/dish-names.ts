import { dishPartition, headKey } from '../../tables/keys.ts';
import { dishId, locateDish } from '../domain/dish.ts';
import type { DishNames } from '../domain/menu.ts';
import { PLATFORM } from '../domain/unit.ts';
import { type Head, parseHead } from '../table/collection/collection.ts';
import { findRows } from '../table/collection/page.ts';
import type { Database } from '../table/database.ts';
import { dishesOf } from './dish.ts';

/** Heads of the dishes of some units. */
export type DishHeads = ReadonlyMap<number, Head>;

/** The units of whose dishes a unit may serve any: itself and the library; of those only the ones that are meant. */
function servingUnits(unit: number, dishes: readonly number[]): number[] {
  return [...new Set(dishes.map((dish) => locateDish(dish).unit))].filter((one) => one === unit || one === PLATFORM);
}

/** The heads that tell which of these dishes there are. */
export async function readDishHeads(db: Database, unit: number, dishes: readonly number[]): Promise<DishHeads> {
  const units = servingUnits(unit, dishes);
  const items = await db.getMany(units.map((one) => headKey(dishPartition(one))));
  return new Map(units.map((one, index) => [one, parseHead(items[index])]));
}

/**
 * By id, the names of those of the dishes that there are and that the unit may serve, told from the rows of dishes: as
 * of the heads or later.
 */
export async function findDishNames(
  db: Database,
  unit: number,
  dishes: readonly number[],
  heads: DishHeads,
): Promise<DishNames> {
  const wanted = new Set(dishes);
  const found = servingUnits(unit, dishes).map(async (one) => {
    const head = heads.get(one);
    if (!head) return [];
    const rows = await findRows(db, dishesOf(one), ({ number }) => wanted.has(dishId(one, number)), head);
    return rows.map(({ number, name }) => [dishId(one, number), name] as const);
  });
  return new Map((await Promise.all(found)).flat());
}
