import { type Dish, type DishCaller, locateDish, servedBy } from '../domain/dish.ts';
import { type WeighedDish, weighDish } from '../domain/label/label.ts';
import type { Head } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { findDishes } from './dish/dish.ts';
import { findIngredients, readListedCodes } from './ingredient/ingredient.ts';
import { findUnits } from './unit/unit.ts';

/**
 * The dishes of these ids in their order; `undefined` stands for one that does not exist. The codes of the catalogue
 * are read at the same time, since `weighDishes` needs them next.
 */
export async function readRecipes(db: Database, ids: readonly number[], head: Head): Promise<(Dish | undefined)[]> {
  const [dishes] = await Promise.all([findDishes(db, ids), readListedCodes(db, head)]);
  return dishes;
}

/**
 * Weighs the dishes by the catalogue as of the head.
 * @throws AppError `unavailable` where they have more foods than one call reads, and no packs exist yet.
 */
export async function weighDishes(db: Database, dishes: readonly Dish[], head: Head): Promise<WeighedDish[]> {
  const codes = dishes.flatMap((dish) => dish.ingredient.map(({ key }) => key));
  const catalogue = await findIngredients(db, codes, head);
  return dishes.map((dish) => weighDish(dish, catalogue));
}

/**
 * Reads the names of the units that serve these dishes. The result gives, for the unit that a dish belongs to, the name
 * of the unit that serves it; empty while that unit is being deleted.
 */
export async function readServingNames(
  db: Database,
  caller: DishCaller,
  ids: readonly number[],
): Promise<(owner: number) => string> {
  const serving = [...new Set(ids.map((id) => servedBy(caller, locateDish(id).unit)))];
  const units = await findUnits(db, serving);
  const names = new Map(units.flatMap((unit) => (unit ? [[unit.id, unit.name]] : [])));
  return (owner) => names.get(servedBy(caller, owner)) ?? '';
}
