import { SALT, saltFromSodium, saltNames } from '../analysis/categories.ts';
import { findGroupStandard } from '../analysis/content.ts';
import { type FrozenAmount, type FrozenDay, type FrozenDays, MAIN_NUTRIENTS } from '../analysis/frozen-days.ts';
import { toBounds, toTolerance } from '../analysis/judgement.ts';
import { type CombinedAllergens, combineAllergens } from '../ingredient/allergen.ts';
import { type Meal, meals } from '../meal.ts';
import { describeRecipients, type MenuContent, type MenuGroup, type MenuItem, reaches } from '../menu/menu.ts';
import { nutrients } from '../nutrient/nutrient.ts';
import { type ResolvedMenu, type Revision, thaw, toAllergenFacts } from '../revision.ts';
import { countDaysBetween } from '../values/calendar.ts';
import { ratio, sumRatios } from '../values/ratio.ts';

/** A revision with the figures of its days, as they were frozen with it. */
export interface FrozenMenu {
  readonly revision: Revision;
  /** The days of each group, by the index of the group in the menu. */
  readonly frozenDays: FrozenDays;
}

export interface ServedDish extends CombinedAllergens {
  readonly id: number;
  readonly name: string;
  /** The groups that get it, such as `（教师）`; empty if all who take the meal do. */
  readonly recipientsSuffix: string;
  /** Grams per person by group, as decimal text; undefined for a group that does not get it. */
  readonly gramsByGroup: readonly (string | undefined)[];
}

/** An amount with the standard's range, and with that by which it is judged: widened by what the standard tolerates. */
export interface ServedAmount extends Omit<FrozenAmount, 'key' | 'aboveUl'> {
  readonly toleratedMin: string | undefined;
  readonly toleratedMax: string | undefined;
}

interface ServedNutrient {
  readonly name: string;
  readonly unit: string;
  /** An amount is undefined if nothing is known, or if the group gets nothing. */
  readonly amountByGroup: readonly (ServedAmount | undefined)[];
}

/** A group that the screen shows, on one day. */
export interface ServedGroup extends MenuGroup {
  /** The standard that judges it: its own, or else the menu's. */
  readonly usedStandard: ResolvedMenu['standard'];
  /** Undefined if it gets nothing on the day. */
  readonly frozenDay: FrozenDay | undefined;
}

/** What a live menu serves on one day, with its nutrients. Arrays "by group" have the order of `groups`. */
export interface ServedDay {
  readonly menuName: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly groups: readonly ServedGroup[];
  readonly meals: readonly { readonly meal: Meal; readonly dishes: readonly ServedDish[] }[];
  readonly nutrients: readonly ServedNutrient[];
  /** The salt that the kitchen adds if the standard has a figure for it, otherwise the salt equivalent of all sodium. */
  readonly salt: ServedNutrient;
}

export type ShowsGroup = (group: MenuGroup) => boolean;

/** Describes these days of a submitted menu for the shown groups, by date. Days without food are absent. */
export function describeServedDays(frozen: FrozenMenu, dates: readonly string[], isShown: ShowsGroup) {
  const menu = thaw(frozen.revision);
  const allergensByCode = toAllergenFacts(menu);
  const shownGroups = menu.content.groups.flatMap((group, index) =>
    isShown(group) ? { ...group, usedStandard: findGroupStandard(group, menu), days: frozen.frozenDays[index] } : [],
  );
  const servedDays = dates.flatMap((date) => {
    const groups = shownGroups.map(({ days, ...group }) => {
      return { ...group, frozenDay: days?.find((day) => day.date === date) };
    });
    return describeServedDay(date, { menu, groups, allergensByCode }) ?? [];
  });
  return new Map(servedDays.map((servedDay) => [servedDay.date, servedDay]));
}

interface DayContext {
  readonly menu: ResolvedMenu;
  readonly groups: readonly ServedGroup[];
  readonly allergensByCode: ReturnType<typeof toAllergenFacts>;
}

/** Describes a day; undefined if it has no dishes. */
function describeServedDay(date: string, context: DayContext): ServedDay | undefined {
  const { menu, groups } = context;
  const items = listItems(menu.content, date, groups);
  const servedMeals = meals.flatMap((meal) => {
    const mealItems = items.filter((item) => item.meal === meal);
    const dishes = mealItems.flatMap((item) => describeDish(item, context) ?? []);
    return dishes.length === 0 ? [] : [{ meal, dishes }];
  });
  if (servedMeals.length === 0) return undefined;
  return {
    menuName: menu.content.name,
    date,
    groups,
    meals: servedMeals,
    nutrients: MAIN_NUTRIENTS.flatMap((key) => describeNutrient(key, groups) ?? []),
    salt: describeSalt(groups),
  };
}

/** Names the dishes of a submitted menu on a date, by meal. A name lists the groups that get the dish if not all do. */
export function nameServedDishes({ content, dishes }: Revision, date: string, isShown: ShowsGroup) {
  const groups = content.groups.filter(isShown);
  const nameById = new Map(dishes.map(({ id, name }) => [id, name]));
  const itemsByMeal = Map.groupBy(listItems(content, date, groups), ({ meal }) => meal);
  const nameItem = (item: MenuItem) => `${nameById.get(item.dish) ?? ''}${describeRecipients(item, groups)}`;
  return new Map([...itemsByMeal].map(([meal, items]) => [meal, items.map(nameItem)]));
}

/** Lists the items of a date that reach one of the groups. */
function listItems({ start, items }: MenuContent, date: string, groups: readonly MenuGroup[]): readonly MenuItem[] {
  const dayNumber = countDaysBetween(start, date) + 1;
  return items.filter((item) => item.day === dayNumber && groups.some((group) => reaches(item, group)));
}

/** Describes the dish of an item; undefined if it was deleted. */
function describeDish(item: MenuItem, { menu, groups, allergensByCode }: DayContext): ServedDish | undefined {
  const dish = menu.dishes.get(item.dish);
  if (!dish) return undefined;
  const rawGrams = sumRatios(dish.ingredient.map(({ value }) => value)).times(item.portion);
  return {
    id: item.dish,
    name: dish.name,
    recipientsSuffix: describeRecipients(item, groups),
    gramsByGroup: groups.map((group) => (reaches(item, group) ? rawGrams.times(group.factor).toText() : undefined)),
    ...combineAllergens(dish.ingredient.map(({ key }) => allergensByCode.get(key))),
  };
}

/** Describes a nutrient; undefined if it is known for no group. */
function describeNutrient(key: string, groups: readonly ServedGroup[]): ServedNutrient | undefined {
  const nutrient = nutrients.find((candidate) => candidate.key === key);
  const amountByGroup = groups.map(({ frozenDay, usedStandard }) => {
    const amount = frozenDay?.nutrients.find((candidate) => candidate.key === key);
    return amount && describeAmount(amount, usedStandard?.overflow);
  });
  if (!nutrient || amountByGroup.every((amount) => amount === undefined)) return undefined;
  // Screens have no room for remarks about the form of a nutrient, neither in its name nor in its unit: `μg RAE`.
  return { name: nutrient.value.replace(/（.*）$/, ''), unit: nutrient.unit.replace(/ .*/, ''), amountByGroup };
}

function describeAmount({ key, aboveUl: _, ...amount }: FrozenAmount, tolerance?: string): ServedAmount {
  const bounds = toBounds(key, amount, toTolerance(tolerance));
  return { ...amount, toleratedMin: bounds.min?.toText(), toleratedMax: bounds.max?.toText() };
}

/** Describes the salt, judged by the standard's figure for added salt, else for sodium. Neither maximum is widened. */
function describeSalt(groups: readonly ServedGroup[]): ServedNutrient {
  const hasAddedSalt = groups.some(({ frozenDay }) => frozenDay?.addedSalt);
  const amountByGroup = groups.map(({ frozenDay }) => {
    const salt = hasAddedSalt ? frozenDay?.addedSalt : toSaltEquivalent(frozenDay);
    return salt && describeAmount({ key: SALT, ...salt });
  });
  return { name: hasAddedSalt ? saltNames.added : saltNames.all, unit: 'g', amountByGroup };
}

/** Converts the day's sodium and the bounds by which it is judged to salt. */
function toSaltEquivalent(day: FrozenDay | undefined): Omit<FrozenAmount, 'key'> | undefined {
  if (!day) return undefined;
  const sodium = day.nutrients.find(({ key, judgement }) => key === 'sodium' && judgement !== undefined);
  const toSalt = (bound: string | undefined) => bound && saltFromSodium(ratio(bound)).toText();
  const { min, max, judgement, isAtLeast } = sodium ?? {};
  return { value: day.salt, min: toSalt(min), max: toSalt(max), judgement, isAtLeast };
}
