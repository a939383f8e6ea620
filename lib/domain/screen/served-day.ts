import { SALT, saltFromSodium } from '../analysis/categories.ts';
import { type AnalysedStandard, findGroupStandard } from '../analysis/content.ts';
import { type FrozenAmount, type FrozenDay, type FrozenDays, MAIN_NUTRIENTS } from '../analysis/frozen-days.ts';
import { isStrict } from '../analysis/judgement.ts';
import type { Judgement } from '../analysis/shape.ts';
import { type Allergen, sumAllergens } from '../ingredient/allergen.ts';
import type { Meal } from '../meal.ts';
import { meals } from '../meal.ts';
import { describeRecipients, type MenuContent, reaches } from '../menu/menu.ts';
import { nutrients } from '../nutrient/nutrient.ts';
import type { Revision } from '../revision.ts';
import { dayAfter } from '../values/calendar.ts';
import { ONE, type Ratio, ratio, sumOf } from '../values/ratio.ts';
import { nameGroup } from './screen.ts';

/** A revision, and what was found of its days when it was frozen. */
export interface FrozenMenu {
  readonly revision: Revision;
  readonly found: FrozenDays;
}

/** People who are served the same. */
interface ServedGroup {
  readonly name: string;
  readonly level: string;
  /** Name of the standard that judges it. */
  readonly standard?: string | undefined;
  readonly people: number;
}

/** A dish as it is served. */
export interface ServedDish {
  readonly id: number;
  readonly name: string;
  /** Whom it is for, such as `（教师）`; empty where all who take the meal get it. */
  readonly whom: string;
  /** By group: grams per person, as decimal text; undefined where the group does not get it. */
  readonly grams: readonly (string | undefined)[];
  readonly allergens: readonly Allergen[];
  /** Whether some of its allergens are unknown. */
  readonly isUnclear: boolean;
}

interface ServedMeal {
  readonly meal: Meal;
  readonly dishes: readonly ServedDish[];
}

/** How much of something a group gets. */
export interface ServedAmount {
  /** Decimal text. */
  readonly value: string;
  /** The standard's range. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The range with the tolerance of the standard, which is what is judged. */
  readonly least?: string | undefined;
  readonly most?: string | undefined;
  readonly judgement?: Judgement | undefined;
  /** Whether some food's value is unknown, so that it may be more. */
  readonly isAtLeast: boolean;
}

export interface ServedNutrient {
  readonly name: string;
  readonly unit: string;
  /** By group; undefined where nothing is known, or the group gets nothing. */
  readonly amounts: readonly (ServedAmount | undefined)[];
}

/** What a live menu serves on one day. */
export interface ServedDay {
  /** Name of the menu. */
  readonly menu: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly groups: readonly ServedGroup[];
  readonly meals: readonly ServedMeal[];
  readonly nutrients: readonly ServedNutrient[];
  /** What the kitchen adds, where the standard has a figure for that, or else what all sodium makes. */
  readonly salt: ServedNutrient;
  /** By group: the number of kinds of food. */
  readonly kinds: readonly (number | undefined)[];
  /** Name of the menu's standard. */
  readonly standard: string | undefined;
}

const SODIUM = 'sodium';

type Group = MenuContent['groups'][number];
type Item = MenuContent['items'][number];
/** Whether a group is shown. */
export type ShowsGroup = (group: Group) => boolean;

/** What a submitted menu serves to the shown groups on these days, by date. Days without food are absent. */
export function serveDays(
  { revision, found }: FrozenMenu,
  dates: readonly string[],
  shows: ShowsGroup,
): ReadonlyMap<string, ServedDay> {
  const { content, standard } = revision;
  const standards = new Map(revision.standards.map((one) => [one.id, one]));
  const shown = content.groups.flatMap((group, index) => (shows(group) ? [{ group, index }] : []));
  const groups = shown.map(({ group }) => group);
  const judges = groups.map((group) => findGroupStandard(group, { standard, standards }));
  const describe = dishesOf(revision, groups);
  const served = dates.flatMap((date): [string, ServedDay][] => {
    const items = itemsOn(content, date, groups);
    if (items.length === 0) return [];
    const days = shown.map(({ index }) => found[index]?.find((one) => one.date === date));
    const day = {
      menu: content.name,
      date,
      groups: groups.map(({ name, level, people }, index) => ({ name, level, people, standard: judges[index]?.name })),
      meals: meals.flatMap((meal) => {
        const dishes = items.filter((item) => item.meal === meal).flatMap(describe);
        return dishes.length === 0 ? [] : [{ meal, dishes }];
      }),
      nutrients: MAIN_NUTRIENTS.flatMap((key) => describeNutrient(key, days, judges)),
      salt: describeSalt(days),
      kinds: days.map((one) => one?.kinds),
      standard: standard?.name,
    };
    return day.meals.length === 0 ? [] : [[date, day]];
  });
  return new Map(served);
}

/** The names of what a submitted menu serves on a day, by meal, with whom it is for where not all get it. */
export function nameServed(
  { content, dishes }: Revision,
  date: string,
  shows: ShowsGroup,
): ReadonlyMap<Meal, readonly string[]> {
  const groups = content.groups.filter(shows);
  const nameOf = new Map(dishes.map(({ id, name }) => [id, name]));
  const names = new Map<Meal, string[]>();
  for (const item of itemsOn(content, date, groups)) {
    const name = `${nameOf.get(item.dish) ?? ''}${describeRecipients(item, groups, nameGroup)}`;
    names.set(item.meal, [...(names.get(item.meal) ?? []), name]);
  }
  return names;
}

function itemsOn({ start, days, items }: MenuContent, date: string, groups: readonly Group[]): readonly Item[] {
  const index = Array.from({ length: days }, (_, index) => dayAfter(start, index)).indexOf(date);
  return items.filter((item) => item.day === index + 1 && groups.some((group) => reaches(item, group)));
}

/** Describes the dish of an item as these groups get it. */
function dishesOf({ dishes, foods }: Revision, groups: readonly Group[]): (item: Item) => ServedDish[] {
  const foodByCode = new Map(foods.map((food) => [food.code, food]));
  const byId = new Map(dishes.map((dish) => [dish.id, dish]));
  return (item) => {
    const { dish: id, portion } = item;
    const dish = byId.get(id);
    if (!dish) return [];
    const weight = sumOf(dish.ingredient.map(({ value }) => value)).times(portion);
    const grams = (group: Group) => (reaches(item, group) ? weight.times(group.factor).toText() : undefined);
    return [
      {
        id,
        name: dish.name,
        whom: describeRecipients(item, groups, nameGroup),
        grams: groups.map(grams),
        ...sumAllergens(dish.ingredient.map(({ key }) => foodByCode.get(key))),
      },
    ];
  };
}

function describeNutrient(
  key: string,
  days: readonly (FrozenDay | undefined)[],
  judges: readonly (Pick<AnalysedStandard, 'overflow'> | undefined)[],
): ServedNutrient[] {
  const amounts = days.map((day) => day?.nutrients.find((one) => one.key === key));
  const nutrient = nutrients.find((one) => one.key === key);
  if (!nutrient || amounts.every((amount) => amount === undefined)) return [];
  return [
    {
      name: nutrient.value.replace(/（.*）$/, ''),
      unit: nutrient.unit.replace(/ .*/, ''),
      amounts: amounts.map((amount, index) => {
        const overflow = judges[index]?.overflow ?? '0';
        const maxFactor = isStrict(key) ? ONE : ONE.plus(overflow);
        return amount && describeAmount(amount, ONE.minus(overflow), maxFactor);
      }),
    },
  ];
}

function describeAmount({ value, min, max, judgement, isAtLeast }: FrozenAmount, minFactor: Ratio, maxFactor: Ratio) {
  return {
    value,
    min,
    max,
    least: min && ratio(min).times(minFactor).toText(),
    most: max && ratio(max).times(maxFactor).toText(),
    judgement,
    isAtLeast: isAtLeast ?? false,
  };
}

/** Salt, judged by the standard's figure for what is added, or else by its figure for sodium. */
function describeSalt(days: readonly (FrozenDay | undefined)[]): ServedNutrient {
  const isAdded = days.some((day) => day?.addedSalt);
  const amounts = days.map((day) => {
    const salt = isAdded ? day?.addedSalt : saltOfSodium(day);
    return salt && describeAmount({ key: SALT, ...salt }, ONE, ONE);
  });
  return { name: isAdded ? SALT : '食盐', unit: 'g', amounts };
}

function saltOfSodium(day: FrozenDay | undefined): Omit<FrozenAmount, 'key'> | undefined {
  if (!day) return undefined;
  const sodium = day.nutrients.find(({ key, judgement }) => key === SODIUM && judgement !== undefined);
  const grams = (bound: string | undefined) => bound && saltFromSodium(ratio(bound)).toText();
  return { ...sodium, value: day.salt, min: grams(sodium?.min), max: grams(sodium?.max) };
}
