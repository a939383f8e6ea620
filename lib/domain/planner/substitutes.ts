import { findAllergenFindings, findHarms } from '../analysis/allergens.ts';
import type { Group } from '../analysis/content.ts';
import type { Allergen } from '../ingredient/allergen.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { itemKey } from '../menu/menu-fields.ts';
import type { Unmet } from './answer.ts';
import { EMPTY, toModel } from './model.ts';
import type { PlanProblem } from './problem.ts';
import { type DayMeal, inLanguage, lockedDishPhrase, spanZh } from './rules/phrases.ts';
import { anneal } from './search/anneal.ts';
import { SUBSTITUTE_WORK_LIMITS } from './search/parameters.ts';
import { createFittingDishIdFinder, type Slot } from './slots.ts';

/** The texts of `unmet` about dishes that groups must not eat. */
const texts = {
  zh: {
    allergen: (locked: string, group: string, allergens: string) =>
      allergens === '' ? `${locked}致敏物不明，“${group}”须忌食` : `${locked}含${allergens}，“${group}”须忌食`,
    noSubstitute: (dayMeal: DayMeal, dish: string, group: string, mark: string) =>
      `${spanZh(dayMeal)}“${group}”不能吃“${dish}”，没有可替代的菜品（${mark}）`,
  },
  en: {
    allergen: (locked: string, group: string, allergens: string) =>
      allergens === ''
        ? `${locked} has allergens that nobody knows: "${group}" must avoid it`
        : `${locked} has ${allergens}, which "${group}" must avoid`,
    noSubstitute: ({ day, meal }: DayMeal, dish: string, group: string, mark: string) =>
      `"${group}" must not eat "${dish}" for ${meal} on day ${day}, and there is no substitute (${mark})`,
  },
};

/**
 * Finds the items that the largest group gets: in each meal, the largest of the groups that take it. The plan is made and
 * judged by these items. Other groups may get substitutes.
 */
export function findLargestGroupItems(items: readonly MenuItem[], groups: readonly Group[]): MenuItem[] {
  const largestFirst = groups.toSorted((a, b) => b.people - a.people);
  return items.filter((item) => {
    const largest = largestFirst.find(({ meals }) => meals.includes(item.meal));
    return largest === undefined || reaches(item, largest);
  });
}

/**
 * Takes from each group the dishes that it must avoid, and gives it others of the same mark instead. Groups that avoid the
 * same allergens get the same dishes. Locked items stay. `unmet` has the dishes without a substitute, and the locked ones.
 */
export function substitute(
  problem: PlanProblem,
  plannedItems: readonly MenuItem[],
): { readonly items: readonly MenuItem[]; readonly unmet: readonly Unmet[] } {
  const { locked, content } = problem;
  const avoidingGroups = content.groups.filter(({ avoid }) => avoid.length > 0);
  const lockedKeys = new Set(locked.map(itemKey));
  let items: readonly MenuItem[] = plannedItems;
  const unmet: Unmet[] = [];
  for (const groups of Map.groupBy(avoidingGroups, ({ avoid }) => avoid.join()).values()) {
    const forbiddenItems = items.filter((item) => !lockedKeys.has(itemKey(item)) && isForbidden(item, groups, problem));
    if (forbiddenItems.length === 0) continue;
    const otherItems = items.filter((item) => !forbiddenItems.includes(item));
    const substituteByItem = findSubstitutes(
      forbiddenItems,
      groups,
      findLargestGroupItems(otherItems, groups),
      problem,
    );
    items = items.flatMap((item) => {
      if (!forbiddenItems.includes(item)) return [item];
      const replacement = substituteByItem.get(item);
      if (!replacement) unmet.push(...groups.flatMap((group) => reportMissing(item, group, problem)));
      const otherGroups = content.groups.filter((group) => reaches(item, group) && !groups.includes(group));
      const remaining = otherGroups.length > 0 ? [{ ...item, groups: otherGroups.map(({ name }) => name) }] : [];
      return replacement ? [...remaining, replacement] : remaining;
    });
  }
  return { items: mergeGroups(items, content.groups), unmet: [...reportLocked(items, problem), ...unmet] };
}

/** Whether the item reaches groups that must not eat it. */
function isForbidden(item: MenuItem, groups: readonly Group[], { dishes, foods }: PlanProblem): boolean {
  const dish = dishes.get(item.dish);
  return (
    dish !== undefined && groups.some((group) => reaches(item, group) && findHarms(dish, foods, group.avoid).length > 0)
  );
}

/** Searches for a substitute of each forbidden item for these groups. Their other items stay. An item without a substitute is absent. */
function findSubstitutes(
  forbiddenItems: readonly MenuItem[],
  groups: readonly Group[],
  otherItems: readonly MenuItem[],
  problem: PlanProblem,
): ReadonlyMap<MenuItem, MenuItem> {
  const groupProblem = { ...problem, content: { ...problem.content, groups }, locked: otherItems };
  const findFittingDishIds = createFittingDishIdFinder(groupProblem);
  const freeSlots = forbiddenItems.map(({ day, meal, dish }): Slot => {
    const mealItems = [...otherItems, ...forbiddenItems].filter((item) => item.day === day && item.meal === meal);
    const servedIds = new Set(mealItems.map((item) => item.dish));
    const fittingDishIds = findFittingDishIds(day, meal, [problem.dishes.get(dish)?.mark ?? '']);
    return { day, meal, isRequired: true, fittingDishIds: fittingDishIds.filter((id) => !servedIds.has(id)) };
  });
  const lockedSlots = otherItems.map(
    (item): Slot => ({ day: item.day, meal: item.meal, isRequired: false, fittingDishIds: [], lockedItem: item }),
  );
  const model = toModel(groupProblem, [...freeSlots, ...lockedSlots]);
  const { plan } = anneal(model, problem.seed, SUBSTITUTE_WORK_LIMITS);
  return new Map(
    forbiddenItems.flatMap((item, slot) => {
      const candidate = model.candidates[plan[slot] ?? EMPTY];
      const groupNames = groups.filter(({ meals }) => meals.includes(item.meal)).map(({ name }) => name);
      if (!candidate || candidate.portion === '') return [];
      return [[item, { ...item, dish: candidate.dish, portion: '1', groups: groupNames }]];
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

function reportMissing({ day, meal, dish }: MenuItem, { name, level, meals }: Group, problem: PlanProblem): Unmet[] {
  if (!meals.includes(meal)) return [];
  const { name: dishName = '', mark = '' } = problem.dishes.get(dish) ?? {};
  const text = inLanguage(problem, texts).noSubstitute({ day, meal }, dishName, name, mark);
  return [{ rule: 'allergen', text, reason: 'diet', level, group: name, day, meal, dish }];
}

/** Reports the locked items that reach groups which must not eat them. */
function reportLocked(items: readonly MenuItem[], problem: PlanProblem): Unmet[] {
  const harms = findAllergenFindings({ ...problem, content: { ...problem.content, items } });
  const harmsByGroup = Map.groupBy(harms, ({ index, group }) => `${index} ${group.name}`);
  const phrases = inLanguage(problem, texts);
  return [...harmsByGroup.values()].flatMap((groupHarms) =>
    groupHarms.slice(0, 1).map(({ item: { day, meal, dish }, group: { name, level, avoid } }): Unmet => {
      const allergens: readonly Allergen[] = avoid.filter((allergen) =>
        groupHarms.some((harm) => harm.allergens.includes(allergen)),
      );
      const locked = inLanguage(problem, lockedDishPhrase)({ day, meal }, problem.dishes.get(dish)?.name ?? '');
      const text = phrases.allergen(locked, name, allergens.join('、'));
      return { rule: 'allergen', text, level, group: name, day, meal, dish };
    }),
  );
}
