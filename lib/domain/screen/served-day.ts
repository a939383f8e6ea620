import { SALT, saltFromSodium, saltNames } from '../analysis/categories.ts';
import { findGroupStandard } from '../analysis/content.ts';
import { type FrozenAmount, type FrozenDay, type FrozenDays, MAIN_NUTRIENTS } from '../analysis/frozen-days.ts';
import { toBounds, toTolerance } from '../analysis/judgement.ts';
import { type Allergen, combineAllergens } from '../ingredient/allergen.ts';
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

export interface ServedDish {
  readonly id: number;
  readonly name: string;
  /** The groups that get it, such as `（教师）`; empty if all who take the meal do. */
  readonly recipientsSuffix: string;
  /** Grams per person by group, as decimal text; undefined for a group that does not get it. */
  readonly gramsByGroup: readonly (string | undefined)[];
  readonly allergens: readonly Allergen[];
  readonly hasUnknownAllergens: boolean;
}

export type ServedAmount = ReturnType<typeof describeAmount>;

/** A nutrient, with the amount of each group. An amount is undefined if nothing is known, or if the group gets nothing. */
type ServedNutrient = NonNullable<ReturnType<typeof describeNutrient>>;

/** What a live menu serves on one day, with its nutrients. */
export interface ServedDay {
  readonly menuName: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The groups that the screen shows, each with the name of its standard. Arrays "by group" have their order. */
  readonly groups: readonly (Pick<MenuGroup, 'name' | 'level' | 'people'> & {
    readonly standardName: string | undefined;
  })[];
  readonly meals: readonly { readonly meal: Meal; readonly dishes: readonly ServedDish[] }[];
  readonly nutrients: readonly ServedNutrient[];
  /** The salt that the kitchen adds if the standard has a figure for it, otherwise the salt equivalent of all sodium. */
  readonly salt: ServedNutrient;
  readonly foodKindCountByGroup: readonly (number | undefined)[];
  readonly standardName: string | undefined;
}

export type ShowsGroup = (group: MenuGroup) => boolean;

/** Describes these days of a submitted menu for the shown groups, by date. Days without food are absent. */
export function describeServedDays(menu: FrozenMenu, dates: readonly string[], isShown: ShowsGroup) {
  const { revision, frozenDays } = menu;
  const thawed = thaw(revision);
  const { content, standard } = thawed;
  const shownGroups = content.groups.flatMap((group, indexInMenu) => (isShown(group) ? [{ group, indexInMenu }] : []));
  const groups = shownGroups.map(({ group }) => group);
  const standardByGroup = groups.map((group) => findGroupStandard(group, thawed));
  const overflowByGroup = standardByGroup.map((groupStandard) => groupStandard?.overflow);
  const describeDish = makeServedDishDescriber(thawed, groups);
  const servedDays = dates.flatMap((date): [string, ServedDay][] => {
    const items = listItems(content, date, groups);
    if (items.length === 0) return [];
    const dayByGroup = shownGroups.map(({ indexInMenu }) => frozenDays[indexInMenu]?.find((day) => day.date === date));
    const servedDay = {
      menuName: content.name,
      date,
      groups: groups.map(({ name, level, people }, groupIndex) => {
        return { name, level, people, standardName: standardByGroup[groupIndex]?.name };
      }),
      meals: meals.flatMap((meal) => {
        const dishes = items.filter((item) => item.meal === meal).flatMap((item) => describeDish(item) ?? []);
        return dishes.length === 0 ? [] : [{ meal, dishes }];
      }),
      nutrients: MAIN_NUTRIENTS.flatMap((key) => describeNutrient(key, dayByGroup, overflowByGroup) ?? []),
      salt: describeSalt(dayByGroup),
      foodKindCountByGroup: dayByGroup.map((day) => day?.kinds),
      standardName: standard?.name,
    };
    return servedDay.meals.length === 0 ? [] : [[date, servedDay]];
  });
  return new Map(servedDays);
}

/** Names the dishes of a submitted menu on a date, by meal. A name lists the groups that get the dish if not all do. */
export function nameServedDishes({ content, dishes }: Revision, date: string, isShown: ShowsGroup) {
  const groups = content.groups.filter(isShown);
  const nameById = new Map(dishes.map(({ id, name }) => [id, name]));
  const namesByMeal = new Map<Meal, string[]>();
  for (const item of listItems(content, date, groups)) {
    const name = `${nameById.get(item.dish) ?? ''}${describeRecipients(item, groups)}`;
    namesByMeal.set(item.meal, [...(namesByMeal.get(item.meal) ?? []), name]);
  }
  return namesByMeal;
}

/** Lists the items of a date that reach one of the groups. */
function listItems({ start, items }: MenuContent, date: string, groups: readonly MenuGroup[]): readonly MenuItem[] {
  const dayNumber = countDaysBetween(start, date) + 1;
  return items.filter((item) => item.day === dayNumber && groups.some((group) => reaches(item, group)));
}

/** Makes a function that describes the dish of an item; it returns undefined for a deleted dish. */
function makeServedDishDescriber(menu: ResolvedMenu, groups: readonly MenuGroup[]) {
  const allergensByCode = toAllergenFacts(menu);
  return (item: MenuItem): ServedDish | undefined => {
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
  };
}

function describeNutrient(
  key: string,
  dayByGroup: readonly (FrozenDay | undefined)[],
  overflowByGroup: readonly (string | undefined)[],
) {
  const amounts = dayByGroup.map((day) => day?.nutrients.find((amount) => amount.key === key));
  const nutrient = nutrients.find((candidate) => candidate.key === key);
  if (!nutrient || amounts.every((amount) => amount === undefined)) return undefined;
  return {
    // Screens have no room for remarks, such as the form of a vitamin.
    name: nutrient.value.replace(/（.*）$/, ''),
    unit: nutrient.unit.replace(/ .*/, ''),
    amountByGroup: amounts.map((amount, groupIndex) => amount && describeAmount(amount, overflowByGroup[groupIndex])),
  };
}

/**
 * Describes an amount, as decimal text, with the standard's range and the range by which it is judged: widened by `overflow`,
 * the deviation that the standard tolerates. With `isAtLeast` the amount may be larger, since a food's value is unknown.
 */
function describeAmount({ key, value, min, max, judgement, isAtLeast }: FrozenAmount, overflow?: string) {
  const bounds = toBounds(key, { min, max }, toTolerance(overflow));
  const tolerated = { toleratedMin: bounds.min?.toText(), toleratedMax: bounds.max?.toText() };
  return { value, min, max, ...tolerated, judgement, isAtLeast: isAtLeast ?? false };
}

/** Describes the salt, judged by the standard's figure for added salt, else for sodium. Neither maximum is widened. */
function describeSalt(dayByGroup: readonly (FrozenDay | undefined)[]) {
  const hasAddedSalt = dayByGroup.some((day) => day?.addedSalt);
  const amountByGroup = dayByGroup.map((day) => {
    const salt = hasAddedSalt ? day?.addedSalt : toSaltEquivalent(day);
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
