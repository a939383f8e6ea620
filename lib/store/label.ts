import { type DishCaller, locateDish, servedBy } from '../domain/dish.ts';
import { type LabelledDish, type WeighedDish, weighDish } from '../domain/label/label.ts';
import type { Database } from '../table/database.ts';
import { findIngredients } from './ingredient/ingredient.ts';
import { findUnits } from './unit/unit.ts';

/** Weighs dishes by the figures of their foods. */
export async function weighDishes<D extends LabelledDish>(
  db: Database,
  dishes: readonly D[],
): Promise<(D & WeighedDish)[]> {
  const codes = dishes.flatMap((dish) => dish.ingredient.map(({ key }) => key));
  const foods = await findIngredients(db, codes);
  return dishes.map((dish) => weighDish(dish, foods));
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
