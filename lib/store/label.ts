import { findServingUnit } from '../domain/dish.ts';
import { type LabelledDish, type WeighedDish, weighDish } from '../domain/label/label.ts';
import type { CallingUnit } from '../domain/unit.ts';
import { locate } from '../domain/values/id.ts';
import type { Database } from '../table/database.ts';
import { findCatalogueFoods, listOwnFoods } from './ingredient/food.ts';
import { findUnits } from './unit/unit.ts';

/** Weighs dishes by the figures of their foods. The own foods of a dish's unit come before those of the catalogue. */
export async function weighDishes<D extends LabelledDish & { readonly vender: number }>(
  db: Database,
  dishes: readonly D[],
): Promise<(D & WeighedDish)[]> {
  const codes = dishes.flatMap((dish) => dish.ingredient.map(({ key }) => key));
  const units = [...new Set(dishes.map(({ vender }) => vender))];
  const [foods, ...ownFoods] = await Promise.all([
    findCatalogueFoods(db, codes),
    ...units.map((unit) => listOwnFoods(db, unit)),
  ]);
  const ownFoodsByUnit = new Map(units.map((unit, index) => [unit, ownFoods[index] ?? new Map()]));
  return dishes.map((dish) => weighDish(dish, new Map([...foods, ...(ownFoodsByUnit.get(dish.vender) ?? [])])));
}

/**
 * Reads the names of the units that serve these dishes. The returned function maps the unit that owns a dish to the
 * name of the unit that serves it, which is empty while that unit is being deleted.
 */
export async function readServingNames(
  db: Database,
  caller: CallingUnit,
  dishIds: readonly number[],
): Promise<(owner: number) => string> {
  const servingUnits = [...new Set(dishIds.map((id) => findServingUnit(caller, locate(id).unit)))];
  const units = await findUnits(db, servingUnits);
  const nameByUnit = new Map(units.flatMap((unit) => (unit ? [[unit.id, unit.name]] : [])));
  return (owner) => nameByUnit.get(findServingUnit(caller, owner)) ?? '';
}
