import * as z from 'zod/mini';
import { type FoodFacts, StoredFood, toValueSources, type ValueSources } from '../../lib/domain/ingredient/food.ts';
import { classify } from '../../lib/domain/ingredient/food-class.ts';
import { StandardFacts } from '../../lib/domain/standard.ts';
import { PLATFORM } from '../../lib/domain/unit.ts';
import { at } from '../../lib/domain/values/random.ts';
import { createDishes } from '../../lib/store/dish/dish-placement.ts';
import type { Database } from '../../lib/table/database.ts';
import { catalogueKey } from '../../tables/keys.ts';
import catalogue from '../../tables/starter/ingredients.json' with { type: 'json' };
import standards from '../../tables/starter/standards.json' with { type: 'json' };
import { readDishFile, toDishFacts } from './dish-table.ts';
import { loadIngredients } from './load-foods.ts';

/** A food of the starter catalogue, without its sources, derived values and refused values. */
const StarterFood = z.omit(StoredFood, { version: true, number: true, source: true });

/** The kinds of the catalogue's sources by their names. A source of another name is a person. */
const kindBySource = new Map<string, keyof ValueSources>([
  ['cfct6', 'print'],
  ['stfcj8', 'print'],
  ['sr28', 'usda'],
]);

/** The foods of the built-in starter catalogue. */
export const starterFoods: readonly FoodFacts[] = catalogue.foods.map(
  ({ source, others = {}, refused = [], ...rest }) => {
    const food = StarterFood.parse({ ...rest, edible: String(rest.edible) });
    const otherSources = Object.entries<readonly string[]>(others);
    const otherKeys = otherSources.flatMap(([, keys]) => keys);
    const mainKeys = ['edible', ...Object.keys(food.nutrients)].filter((key) => !otherKeys.includes(key));
    // A refused value without a replacement counts as removed by a person, so that no import brings it back.
    const removedKeys = refused.filter((key) => !(key in food.nutrients));
    const keysBySource = [[source, mainKeys] as const, ...otherSources, ['own', removedKeys] as const];
    const listKeys = (kind: keyof ValueSources) =>
      keysBySource.flatMap(([name, keys]) =>
        (kindBySource.get(name.replace(/:.*/, '')) ?? 'own') === kind ? keys : [],
      );
    return { ...classify(food), source: toValueSources(listKeys) };
  },
);

export type OnProgress = (done: number, total: number) => void;

/**
 * Adds the foods of the starter catalogue whose codes are missing, and returns their number. Existing foods stay as
 * they are, whether they came from here or from a real food table. A repeated call completes a run that was cut short, and
 * adds the foods of a later starter catalogue. `onProgress` gets the number of missing foods that are done.
 */
export async function loadStarterFoods(db: Database, onProgress?: OnProgress): Promise<number> {
  const items = await db.getMany(starterFoods.map(({ code }) => catalogueKey(code)));
  const missing = starterFoods.filter((_, index) => items[index] === undefined);
  const { added } = await loadIngredients(db, missing, { onProgress: (done) => onProgress?.(done, missing.length) });
  return added.length;
}

/** The dishes with which the library of the platform begins. */
export const starterDishes = readDishFile('tables/starter/dishes.txt');

/**
 * Gives the platform's library its first dishes, and returns how many were added. They have the first numbers, so a repeated
 * call completes a run that was cut short, and touches no dish that the platform has changed or deleted. The platform must
 * exist.
 */
export async function loadStarterDishes(db: Database, now: number): Promise<number> {
  let addedCount = 0;
  const toContent = (number: number) => {
    const dish = at(starterDishes, number - 1);
    const { icon, liking, notFor } = dish;
    return { ...toDishFacts(dish), liking, notFor: notFor && [...notFor], iconFile: icon, hasIcon: false, modify: now };
  };
  await createDishes(db, PLATFORM, starterDishes.length, toContent, (count) => {
    addedCount += count;
  });
  return addedCount;
}

/** The standards with which a platform begins, assigned to no unit. The file says where their figures are from. */
export const starterStandards: readonly StandardFacts[] = standards.standards.map((facts) => {
  const { name, band, unitCategories, ...figures } = facts;
  const { overflow, forbidden, forbiddenMarks } = standards;
  // A stored standard has its figures as JSON texts.
  const texts = Object.entries(figures).map(([figure, value]) => [figure, JSON.stringify(value)]);
  const sharedFacts = { vendors: [], overflow, forbidden, forbiddenMarks };
  return StandardFacts.parse({ ...sharedFacts, name, band, unitCategories, ...Object.fromEntries(texts) });
});
