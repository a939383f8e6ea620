import { findAllergens, findHarms } from '../analysis/allergens.ts';
import type { Group } from '../analysis/content.ts';
import type { Allergen } from '../ingredient/allergen.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { itemKey } from '../menu/menu-fields.ts';
import type { Unmet } from './answer.ts';
import { EMPTY, toModel } from './model.ts';
import type { PlanProblem } from './problem.ts';
import { type AtMeal, atZh, inLanguage, lockedDish } from './rules/phrases.ts';
import { anneal } from './search/anneal.ts';
import { SUBSTITUTES } from './search/parameters.ts';
import { fittingDishFinder, type Slot } from './slots.ts';

/** What `unmet` says of dishes that groups must not eat. */
const texts = {
  zh: {
    allergen: (locked: string, group: string, allergens: string) =>
      allergens === '' ? `${locked}致敏物不明，“${group}”须忌食` : `${locked}含${allergens}，“${group}”须忌食`,
    noSubstitute: (at: AtMeal, dish: string, group: string, mark: string) =>
      `${atZh(at)}“${group}”不能吃“${dish}”，没有可替代的菜品（${mark}）`,
  },
  en: {
    allergen: (locked: string, group: string, allergens: string) =>
      allergens === ''
        ? `${locked} has allergens that nobody knows: "${group}" must avoid it`
        : `${locked} has ${allergens}, which "${group}" must avoid`,
    noSubstitute: ({ day, meal }: AtMeal, dish: string, group: string, mark: string) =>
      `"${group}" must not eat "${dish}" for ${meal} on day ${day}, and there is no substitute (${mark})`,
  },
};

/** A menu in which no group gets what it avoids, unless that is locked; and the groups for which there was no way. */
interface Substituted {
  readonly items: readonly MenuItem[];
  readonly unmet: readonly Unmet[];
}

/**
 * What the largest group gets: in each meal, the largest of the groups that take it. The plan is made and judged by these
 * items; other groups may get substitutes.
 */
export function commonItems(items: readonly MenuItem[], groups: readonly Group[]): MenuItem[] {
  const sorted = groups.toSorted((a, b) => b.people - a.people);
  return items.filter((item) => {
    const largest = sorted.find(({ meals }) => meals.includes(item.meal));
    return largest === undefined || reaches(item, largest);
  });
}

/**
 * Takes from each group the dishes that it must avoid, and gives it others of the same mark instead. Groups that avoid the
 * same allergens get the same dishes. Locked items stay.
 */
export function substitute(problem: PlanProblem, planned: readonly MenuItem[]): Substituted {
  const { locked, content } = problem;
  const careful = content.groups.filter(({ avoid }) => avoid.length > 0);
  const lockedKeys = new Set(locked.map(itemKey));
  let items: readonly MenuItem[] = planned;
  const unmet: Unmet[] = [];
  for (const groups of Map.groupBy(careful, ({ avoid }) => avoid.join()).values()) {
    const forbidden = items.filter((item) => !lockedKeys.has(itemKey(item)) && isForbidden(item, groups, problem));
    if (forbidden.length === 0) continue;
    const rest = items.filter((item) => !forbidden.includes(item));
    const found = findSubstitutes(forbidden, groups, commonItems(rest, groups), problem);
    const names = groups.map(({ name }) => name);
    items = items.flatMap((item) => {
      if (!forbidden.includes(item)) return [item];
      const instead = found.get(item);
      if (!instead) unmet.push(...groups.flatMap((group) => reportMissing(item, group, problem)));
      const others = content.groups.filter((group) => reaches(item, group) && !names.includes(group.name));
      const left = others.length > 0 ? [{ ...item, groups: others.map(({ name }) => name) }] : [];
      return instead ? [...left, instead] : left;
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

/** Searches for dishes that these groups get instead, while everything else that they get stays. */
function findSubstitutes(
  forbidden: readonly MenuItem[],
  groups: readonly Group[],
  rest: readonly MenuItem[],
  problem: PlanProblem,
): ReadonlyMap<MenuItem, MenuItem> {
  const theirs = { ...problem, content: { ...problem.content, groups }, locked: rest };
  const findFitting = fittingDishFinder(theirs);
  const free = forbidden.map(({ day, meal, dish }): Slot => {
    const served = new Set(
      [...rest, ...forbidden].flatMap((one) => (one.day === day && one.meal === meal ? [one.dish] : [])),
    );
    const marks = [problem.dishes.get(dish)?.mark ?? ''];
    return { day, meal, isRequired: true, fitting: findFitting(day, meal, marks).filter((id) => !served.has(id)) };
  });
  const lockedSlots = rest.map(
    (item): Slot => ({ day: item.day, meal: item.meal, isRequired: false, fitting: [], locked: item }),
  );
  const model = toModel(theirs, [...free, ...lockedSlots]);
  const { plan } = anneal(model, problem.seed, SUBSTITUTES);
  return new Map(
    forbidden.flatMap((item, slot) => {
      const course = model.courses[plan[slot] ?? EMPTY];
      const takers = groups.filter(({ meals }) => meals.includes(item.meal)).map(({ name }) => name);
      if (!course || course.portion === '') return [];
      return [[item, { ...item, dish: course.dish, portion: '1', groups: takers }]];
    }),
  );
}

/** Merges the items of a meal that have the same dish for several groups. */
function mergeGroups(items: readonly MenuItem[], groups: readonly Group[]): MenuItem[] {
  return [...Map.groupBy(items, itemKey).values()].flatMap((same) => {
    const [first, ...others] = same;
    if (!first || others.length === 0) return same;
    return [
      { ...first, groups: groups.flatMap((group) => (same.some((one) => reaches(one, group)) ? [group.name] : [])) },
    ];
  });
}

function reportMissing({ day, meal, dish }: MenuItem, { name, level, meals }: Group, problem: PlanProblem): Unmet[] {
  if (!meals.includes(meal)) return [];
  const { name: called = '', mark = '' } = problem.dishes.get(dish) ?? {};
  const text = inLanguage(problem, texts).noSubstitute({ day, meal }, called, name, mark);
  return [{ rule: 'allergen', text, level, group: name, day, meal, dish }];
}

/** The locked items that reach groups which must not eat them. */
function reportLocked(items: readonly MenuItem[], problem: PlanProblem): Unmet[] {
  const found = findAllergens({ ...problem, content: { ...problem.content, items } });
  const perGroup = Map.groupBy(found, ({ index, group }) => `${index} ${group.name}`);
  const say = inLanguage(problem, texts);
  return [...perGroup.values()].flatMap((same) =>
    same.slice(0, 1).map(({ item: { day, meal, dish }, group: { name, level, avoid } }): Unmet => {
      const allergens: readonly Allergen[] = avoid.filter((one) => same.some((harm) => harm.allergens.includes(one)));
      const locked = inLanguage(problem, lockedDish)({ day, meal }, problem.dishes.get(dish)?.name ?? '');
      const text = say.allergen(locked, name, allergens.join('、'));
      return { rule: 'allergen', text, level, group: name, day, meal, dish };
    }),
  );
}
