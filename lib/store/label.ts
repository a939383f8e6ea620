import { chooseServingUnit, requireAllVisible } from '../domain/dish.ts';
import { type LabelledDish, type WeighedDish, weighDish } from '../domain/label/label.ts';
import { type PrintedLabel, printLabel } from '../domain/label/printed-label.ts';
import type { Edition } from '../domain/nutrient/edition.ts';
import type { CallingUnit } from '../domain/unit.ts';
import { locate } from '../domain/values/id.ts';
import type { Database } from '../table/database.ts';
import { findDishes } from './dish/dish.ts';
import { findCatalogueFoods, readOwnFoods } from './ingredient/food.ts';
import { findUnits } from './unit/unit.ts';

/** Weighs dishes by the figures of their foods. The own foods of a dish's unit come before those of the catalogue. */
export async function weighDishes<D extends LabelledDish & { readonly vender: number }>(
  db: Database,
  dishes: readonly D[],
): Promise<(D & WeighedDish)[]> {
  const codes = dishes.flatMap((dish) => dish.ingredient.map(({ key }) => key));
  const unitIds = [...new Set(dishes.map(({ vender }) => vender))];
  const [catalogueFoodByCode, ownFoodEntries] = await Promise.all([
    findCatalogueFoods(db, codes),
    Promise.all(unitIds.map(async (unitId) => [unitId, await readOwnFoods(db, unitId)] as const)),
  ]);
  const ownFoodsByUnit = new Map(ownFoodEntries);
  return dishes.map((dish) => {
    return weighDish(dish, new Map([...catalogueFoodByCode, ...(ownFoodsByUnit.get(dish.vender) ?? [])]));
  });
}

/**
 * Prints the labels of dishes, each with the name of the unit that serves it. The name is empty while that unit is being
 * deleted. `field` is the parameter that named the dishes; absent: `ids`.
 * @throws AppError `dish_not_found` naming in that parameter the dishes that the caller does not see.
 */
export async function printLabels(
  db: Database,
  caller: CallingUnit,
  { ids, edition, field }: { readonly ids: readonly number[]; readonly edition: Edition; readonly field?: 'id' },
): Promise<PrintedLabel[]> {
  const servingUnitIds = [...new Set(ids.map((id) => chooseServingUnit(caller, locate(id).unit)))];
  const [dishes, units] = await Promise.all([findDishes(db, ids), findUnits(db, servingUnitIds)]);
  const weighedDishes = await weighDishes(db, requireAllVisible(caller, { ids, field }, dishes));
  const unitNameById = new Map(units.flatMap((unit) => (unit ? [[unit.id, unit.name]] : [])));
  return weighedDishes.map((dish) => {
    return printLabel(dish, unitNameById.get(chooseServingUnit(caller, dish.vender)) ?? '', edition);
  });
}
