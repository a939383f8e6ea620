import { type Allergen, combineAllergens } from '../ingredient/allergen.ts';
import { reaches } from '../menu/menu.ts';
import type { AnalysedDish, AnalysisInput } from './content.ts';

/** A reason why somebody must not eat a dish. */
export interface Harm {
  /** Code of the food; absent if the ingredients of the dish are unknown. */
  readonly code?: string;
  /** The avoided allergens in it; empty if they are unknown (不明). Then it counts as having all. */
  readonly allergens: readonly Allergen[];
}

/** Lists the reasons why people who avoid these allergens must not eat the dish; empty if they may. */
export function listHarms(
  { ingredient }: Pick<AnalysedDish, 'ingredient'>,
  foods: AnalysisInput['foods'],
  avoid: readonly Allergen[],
): Harm[] {
  if (avoid.length === 0) return [];
  if (ingredient.length === 0) return [{ allergens: [] }];
  return ingredient.flatMap(({ key: code }): Harm[] => {
    const { allergens: foodAllergens, hasUnknownAllergens } = combineAllergens([foods.get(code)]);
    const allergens = avoid.filter((allergen) => foodAllergens.includes(allergen));
    return hasUnknownAllergens || allergens.length > 0 ? [{ code, allergens }] : [];
  });
}

/** Lists the harms of the dish of each item, in the order of the items, to each group that gets it. */
export function listAllergenFindings({ content, dishes, foods }: Pick<AnalysisInput, 'content' | 'dishes' | 'foods'>) {
  const avoidingGroups = content.groups.filter(({ avoid }) => avoid.length > 0);
  return content.items.flatMap((item, itemIndex) => {
    const dish = dishes.get(item.dish);
    if (!dish) return [];
    return avoidingGroups
      .filter((group) => reaches(item, group))
      .flatMap((group) => listHarms(dish, foods, group.avoid).map((harm) => ({ ...harm, item, itemIndex, group })));
  });
}
