import { dishPartition, headKey } from '../../../tables/keys.ts';
import { dishId, locateDish } from '../../domain/dish.ts';
import type { DishNames } from '../../domain/menu/menu.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { type Head, parseHead } from '../../table/collection/collection.ts';
import { findRows } from '../../table/collection/page.ts';
import type { Database } from '../../table/database.ts';
import { dishesOf } from './dish.ts';

/** The heads of the dishes of some units, by unit. */
export type DishHeads = ReadonlyMap<number, Head>;

/**
 * The units whose dishes this unit may serve, itself and the library, as far as any of these dishes belongs to them.
 */
function servingUnits(unit: number, dishes: readonly number[]): number[] {
  return [...new Set(dishes.map((dish) => locateDish(dish).unit))].filter((one) => one === unit || one === PLATFORM);
}

/** The heads that tell which of these dishes exist. */
export async function readDishHeads(db: Database, unit: number, dishes: readonly number[]): Promise<DishHeads> {
  const units = servingUnits(unit, dishes);
  const items = await db.getMany(units.map((one) => headKey(dishPartition(one))));
  return new Map(units.map((one, index) => [one, parseHead(items[index])]));
}

/**
 * The names of these dishes by id. Dishes that are gone, or that the unit may not serve, are absent. The names come
 * from the rows as of these heads or later.
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
