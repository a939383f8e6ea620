import { listAllergenFindings, listHarms } from '../analysis/allergens.ts';
import type { Group } from '../analysis/content.ts';
import { toEnglish } from '../meal.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { itemKey } from '../menu/menu-fields.ts';
import type { Unmet } from './answer.ts';
import { EMPTY, toModel } from './model.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';
import { describeLockedDish, describeSpan, inLanguage } from './rules/phrases.ts';
import { anneal } from './search/anneal.ts';
import { SUBSTITUTE_WORK_LIMITS } from './search/parameters.ts';
import { createFittingDishLister, type DayMeal, type Slot } from './slots.ts';

const texts = {
  zh: {
    allergen: (lockedDishText: string, groupName: string, allergens: string | undefined) =>
      allergens === undefined
        ? `${lockedDishText}致敏物不明，“${groupName}”须忌食`
        : `${lockedDishText}含${allergens}，“${groupName}”须忌食`,
    noSubstitute: (dayMeal: DayMeal, { name, mark }: Pick<PlannerDish, 'name' | 'mark'>, groupName: string) =>
      `${describeSpan.zh(dayMeal)}“${groupName}”不能吃“${name}”，没有可替代的菜品（${mark}）`,
  },
  en: {
    allergen: (lockedDishText: string, groupName: string, allergens: string | undefined) =>
      allergens === undefined
        ? `${lockedDishText} has allergens that nobody knows: "${groupName}" must avoid it`
        : `${lockedDishText} has ${allergens}, which "${groupName}" must avoid`,
    noSubstitute: ({ day, meal }: DayMeal, { name, mark }: Pick<PlannerDish, 'name' | 'mark'>, groupName: string) =>
      `"${groupName}" must not eat "${name}" for ${toEnglish(meal)} on day ${day}, and there is no substitute (${mark})`,
  },
};

/** Lists the items that the largest group of each meal gets. By these the plan is made and judged. Others may get substitutes. */
export function listLargestGroupItems(items: readonly MenuItem[], groups: readonly Group[]): MenuItem[] {
  const groupsByPeople = groups.toSorted((a, b) => b.people - a.people);
  return items.filter((item) => {
    const largest = groupsByPeople.find(({ meals }) => meals.includes(item.meal));
    return largest === undefined || reaches(item, largest);
  });
}

/**
 * Takes from each group the dishes that it must avoid, and gives it others of the same mark instead. A diet is the allergens that a
 * group avoids: groups with the same diet get the same dishes. Locked items stay. `unmet` reports those that are harmful, and the dishes without a substitute.
 */
export function substituteHarmfulItems(problem: PlanProblem, plannedItems: readonly MenuItem[]) {
  const { content } = problem;
  const avoidingGroups = content.groups.filter(({ avoid }) => avoid.length > 0);
  let items = plannedItems;
  const unmet: Unmet[] = [];
  for (const dietGroups of Map.groupBy(avoidingGroups, ({ avoid }) => avoid.join()).values()) {
    const substitution = substituteForDiet(problem, items, dietGroups);
    items = substitution.items;
    unmet.push(...substitution.unmet);
  }
  return { items: mergeGroups(items, content.groups), unmet: [...reportHarmfulLockedItems(items, problem), ...unmet] };
}

function substituteForDiet(problem: PlanProblem, items: readonly MenuItem[], dietGroups: readonly Group[]) {
  const lockedKeys = new Set(problem.locked.map(itemKey));
  const harmfulItems = items.filter((item) => !lockedKeys.has(itemKey(item)) && isHarmful(item, dietGroups, problem));
  if (harmfulItems.length === 0) return { items, unmet: [] };
  const otherItems = items.filter((item) => !harmfulItems.includes(item));
  // The search gives these groups the same dishes, so its locked items are those of the largest.
  const locked = listLargestGroupItems(otherItems, dietGroups);
  const dietProblem = { ...problem, content: { ...problem.content, groups: dietGroups }, locked };
  const substituteByItem = findSubstitutes(harmfulItems, dietProblem);
  const substitutedItems = items.flatMap((item) => {
    if (!harmfulItems.includes(item)) return [item];
    const otherGroups = problem.content.groups.filter((group) => reaches(item, group) && !dietGroups.includes(group));
    const substitute = substituteByItem.get(item);
    const itemForOtherGroups = otherGroups.length > 0 ? [{ ...item, groups: otherGroups.map(({ name }) => name) }] : [];
    return [...itemForOtherGroups, ...(substitute ? [substitute] : [])];
  });
  const unmet = harmfulItems.flatMap((item) =>
    substituteByItem.has(item) ? [] : dietGroups.flatMap((group) => reportNoSubstitute(item, group, problem)),
  );
  return { items: substitutedItems, unmet };
}

/** Whether the item reaches groups that must not eat it. */
export function isHarmful(
  item: Pick<MenuItem, 'meal' | 'dish' | 'groups'>,
  groups: readonly Group[],
  { dishes, foods }: PlanProblem,
): boolean {
  const dish = dishes.get(item.dish);
  const reachedGroups = groups.filter((group) => reaches(item, group));
  return dish !== undefined && reachedGroups.some(({ avoid }) => listHarms(dish, foods, avoid).length > 0);
}

/** Finds the substitutes of harmful items, by item, where there are any. The problem has the groups with the diet. Their other items are locked. */
function findSubstitutes(harmfulItems: readonly MenuItem[], problem: PlanProblem): ReadonlyMap<MenuItem, MenuItem> {
  const { content, locked, seed } = problem;
  const listFittingDishIds = createFittingDishLister(problem);
  const freeSlots = harmfulItems.map(({ day, meal, dish: dishId }): Slot => {
    const mealItems = [...locked, ...harmfulItems].filter((item) => item.day === day && item.meal === meal);
    const servedIds = new Set(mealItems.map((item) => item.dish));
    const fittingDishIds = listFittingDishIds(day, meal, [problem.dishes.get(dishId)?.mark ?? '']);
    return { day, meal, isRequired: true, fittingDishIds: fittingDishIds.filter((id) => !servedIds.has(id)) };
  });
  const lockedSlots = locked.map(
    (item): Slot => ({ day: item.day, meal: item.meal, isRequired: false, fittingDishIds: [], lockedItem: item }),
  );
  // The free slots come first, in the order of `harmfulItems`: below, the index of an item is the number of its slot.
  const model = toModel(problem, [...freeSlots, ...lockedSlots]);
  const { plan } = anneal(model, seed, SUBSTITUTE_WORK_LIMITS);
  return new Map(
    harmfulItems.flatMap((item, slot) => {
      const candidate = plan[slot] ?? EMPTY;
      const chosen = model.candidates[candidate];
      if (!chosen || candidate === EMPTY) return [];
      const groups = content.groups.filter(({ meals }) => meals.includes(item.meal)).map(({ name }) => name);
      return [[item, { ...item, dish: chosen.dishId, portion: '1', groups }]];
    }),
  );
}

/** Merges the items of a meal that have the same dish for several groups. */
function mergeGroups(items: readonly MenuItem[], groups: readonly Group[]): MenuItem[] {
  return [...Map.groupBy(items, itemKey).values()].flatMap((sameItems) => {
    const [first, ...others] = sameItems;
    if (!first || others.length === 0) return sameItems;
    const reachedGroups = groups.filter((group) => sameItems.some((item) => reaches(item, group)));
    return [{ ...first, groups: reachedGroups.map(({ name }) => name) }];
  });
}

/** Reports that the group gets no dish in place of this one, if it takes the meal. */
function reportNoSubstitute({ day, meal, dish: dishId }: MenuItem, group: Group, problem: PlanProblem): Unmet[] {
  if (!group.meals.includes(meal)) return [];
  const namedDish = problem.dishes.get(dishId) ?? { name: '', mark: '' };
  const text = inLanguage(problem, texts).noSubstitute({ day, meal }, namedDish, group.name);
  return [{ rule: 'allergen', text, reason: 'diet', level: group.level, group: group.name, day, meal, dish: dishId }];
}

/** Reports the locked items that reach groups which must not eat them. Harmful items that were not locked are gone by now. */
function reportHarmfulLockedItems(items: readonly MenuItem[], problem: PlanProblem): Unmet[] {
  const harms = listAllergenFindings({ ...problem, content: { ...problem.content, items } });
  const harmsByItemAndGroup = Map.groupBy(harms, ({ itemIndex, group }) => `${itemIndex} ${group.name}`);
  return [...harmsByItemAndGroup.values()].flatMap((groupHarms): Unmet[] => {
    const [first] = groupHarms;
    if (!first) return [];
    const { day, meal, dish } = first.item;
    const { name, level, avoid } = first.group;
    const allergens = avoid.filter((allergen) => groupHarms.some((harm) => harm.allergens.includes(allergen)));
    const dishName = problem.dishes.get(dish)?.name ?? '';
    const lockedDishText = inLanguage(problem, describeLockedDish)({ day, meal }, dishName);
    const text = inLanguage(problem, texts).allergen(lockedDishText, name, allergens.join('、') || undefined);
    return [{ rule: 'allergen', text, level, group: name, day, meal, dish }];
  });
}
