import { compareNutrients } from '../nutrient/nutrient.ts';
import { isSame } from '../values/change.ts';
import { type FoodFacts, toValueSources, type ValueSources } from './food.ts';

/** The facts that have a source as the nutrients have: every source can set them. */
const VALUE_FACTS = ['edible'] as const;
/** The other facts. Only the source `own` names them if a person has corrected them. No import overwrites the alias. */
const OTHER_FACTS = ['name', 'category', 'foodCategory', 'dark', 'allergens'] as const;

/** Finds the keys of the nutrients, in their order, and of the facts that differ between two states of a food. */
export function findChangedKeys(before: FoodFacts, after: FoodFacts): string[] {
  const allNutrients = { ...before.nutrients, ...after.nutrients };
  const changedNutrients = Object.keys(allNutrients).filter((key) => before.nutrients[key] !== after.nutrients[key]);
  // A food that is not dark may say so or say nothing. Whether it may have other allergens belongs to its allergens.
  const read = (food: FoodFacts, key: (typeof VALUE_FACTS | typeof OTHER_FACTS)[number]) =>
    [food[key], key === 'allergens' && food.mayHaveOthers].map((fact) => fact || null);
  const changedFacts = [...VALUE_FACTS, ...OTHER_FACTS].filter((key) => !isSame(read(before, key), read(after, key)));
  return [...changedNutrients.sort(compareNutrients), ...changedFacts];
}

/** Returns the food after a change, with `source` as the source of the changed values and facts. */
export function withSource(before: FoodFacts, after: FoodFacts, source: keyof ValueSources): FoodFacts {
  const changed = findChangedKeys(before, after);
  const isFact = (key: string) => OTHER_FACTS.some((fact) => fact === key);
  const added = changed.filter((key) => source === 'own' || !isFact(key));
  const others = (name: keyof ValueSources) => (before.source?.[name] ?? []).filter((key) => !changed.includes(key));
  const listKeys = (name: keyof ValueSources) => (name === source ? [...others(name), ...added] : others(name));
  return { ...after, source: toValueSources(listKeys) };
}
