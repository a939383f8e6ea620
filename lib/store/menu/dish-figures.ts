import type { Dish } from '../../domain/dish.ts';
import { toId } from '../../domain/values/id.ts';
import type { Database } from '../../table/database.ts';
import { listOwnFoods } from '../ingredient/food.ts';
import { listMarksByUnit } from '../ingredient/mark.ts';
import { listPricesByUnit } from '../ingredient/price.ts';
import { findFoodsInDishes } from './resolved-menu.ts';

/** Reads the figures of the foods in these dishes, and the unit's marks and, if the caller may see them, its prices. */
export async function readFoodFacts(db: Database, unit: number, dishes: readonly Dish[], seesPrices: boolean) {
  const [ownFoods, marks, prices] = await Promise.all([
    listOwnFoods(db, unit),
    listMarksByUnit(db, unit),
    seesPrices ? listPricesByUnit(db, unit) : undefined,
  ]);
  const dishById = new Map(dishes.map((dish) => [toId(dish.vender, dish.number), dish]));
  return { foods: await findFoodsInDishes(db, dishById, ownFoods), marks, prices };
}
