import { compareNutrients } from '../nutrient/nutrient.ts';
import { isSame } from '../values/change.ts';
import { type FoodFacts, toValueSources, type ValueSources } from './food.ts';

/** The facts that have a source as nutrients have: any source may set them. */
const VALUE_FACTS = ['edible'] as const;
/** The other facts. Only the source `own` names them if a person has corrected them. No import overwrites the alias. */
const OTHER_FACTS = ['name', 'category', 'foodCategory', 'dark', 'allergens'] as const;

/** Lists the keys of what differs between two states of a food: nutrients in their order, then facts. */
export function listChangedKeys(before: FoodFacts, after: FoodFacts): string[] {
  const allNutrients = { ...before.nutrients, ...after.nutrients };
  const changedNutrients = Object.keys(allNutrients).filter((key) => before.nutrients[key] !== after.nutrients[key]);
  // A false fact and an absent one are the same. `mayHaveOthers` belongs to the allergens.
  const read = (food: FoodFacts, key: (typeof VALUE_FACTS | typeof OTHER_FACTS)[number]) =>
    [food[key], key === 'allergens' && food.mayHaveOthers].map((fact) => fact || null);
  const changedFacts = [...VALUE_FACTS, ...OTHER_FACTS].filter((key) => !isSame(read(before, key), read(after, key)));
  return [...changedNutrients.sort(compareNutrients), ...changedFacts];
}

/** Returns the food after a change, with `source` as the source of the changed values and facts. */
export function withSource(before: FoodFacts, after: FoodFacts, source: keyof ValueSources): FoodFacts {
  const changed = listChangedKeys(before, after);
  const isFact = (key: string) => OTHER_FACTS.some((fact) => fact === key);
  const added = changed.filter((key) => source === 'own' || !isFact(key));
  const others = (name: keyof ValueSources) => (before.source?.[name] ?? []).filter((key) => !changed.includes(key));
  const listKeys = (name: keyof ValueSources) => (name === source ? [...others(name), ...added] : others(name));
  return { ...after, source: toValueSources(listKeys) };
}
