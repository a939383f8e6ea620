import { type Allergen, sumAllergens } from '../ingredient/allergen.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import type { AnalysedDish, AnalysisInput, Group } from './content.ts';

/** Why somebody must not eat a dish. */
export interface Harm {
  /** Code of the food; absent where nobody knows what the dish is made of. */
  readonly code?: string;
  /** What of the avoided is in it; empty where nobody knows (不明), which counts as all of it. */
  readonly allergens: readonly Allergen[];
}

/** Why people who avoid these allergens must not eat the dish; nothing where they may. */
export function findHarms(
  { ingredient }: Pick<AnalysedDish, 'ingredient'>,
  foods: AnalysisInput['foods'],
  avoid: readonly Allergen[],
): Harm[] {
  if (avoid.length === 0) return [];
  if (ingredient.length === 0) return [{ allergens: [] }];
  return ingredient.flatMap(({ key: code }): Harm[] => {
    const { allergens: known, isUnclear } = sumAllergens([foods.get(code)]);
    const allergens = avoid.filter((allergen) => known.includes(allergen));
    return isUnclear || allergens.length > 0 ? [{ code, allergens }] : [];
  });
}

/** A dish that reaches a group which must not eat it. */
export interface AllergenFinding extends Harm {
  readonly item: MenuItem;
  /** Number of the item in the menu. */
  readonly index: number;
  readonly group: Group;
}

/** All that reaches a group which must not eat it, in the order served. */
export function findAllergens({ content, dishes, foods }: Pick<AnalysisInput, 'content' | 'dishes' | 'foods'>) {
  const avoiding = content.groups.filter(({ avoid }) => avoid.length > 0);
  return content.items.flatMap((item, index): AllergenFinding[] => {
    const dish = dishes.get(item.dish);
    if (!dish) return [];
    return avoiding
      .filter((group) => reaches(item, group))
      .flatMap((group) => findHarms(dish, foods, group.avoid).map((harm) => ({ ...harm, item, index, group })));
  });
}
