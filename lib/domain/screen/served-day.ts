import { analyse } from '../analysis/analyse.ts';
import type { Day, Judgement, NutrientFinding } from '../analysis/shape.ts';
import type { Allergen } from '../ingredient/allergen.ts';
import type { Meal, MenuContent } from '../menu/menu.ts';
import { meals } from '../menu/menu.ts';
import type { Unfrozen } from '../revision.ts';
import { dayAfter } from '../values/calendar.ts';
import { sumOf } from '../values/ratio.ts';

/** Nutrients that a screen shows, energy first. */
const MAIN = [
  'energy',
  'protein',
  'fat',
  'carbohydrate',
  'calcium',
  'iron',
  'zinc',
  'vitamin-a-rae',
  'vitamin-b1',
  'vitamin-b2',
  'vitamin-c',
];

/** People who are served the same. */
interface ServedGroup {
  readonly level: string;
  readonly people: number;
}

/** A dish as it is served. */
export interface ServedDish {
  readonly name: string;
  /** By group: grams per person, as decimal text; undefined where the group does not take the meal. */
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
  /** By group: the number of kinds of food, and grams of salt as decimal text. */
  readonly kinds: readonly (number | undefined)[];
  readonly salt: readonly (string | undefined)[];
  /** Name of the standard that judges it. */
  readonly standard: string | undefined;
}

type Group = MenuContent['groups'][number];
type ShowsLevel = (level: string) => boolean;

/** What a submitted menu serves to the shown groups on these days, by date. Days without food are absent. */
export function serveDays(menu: Unfrozen, dates: readonly string[], shows: ShowsLevel): ReadonlyMap<string, ServedDay> {
  const { content, standard } = menu;
  const shown = content.groups.flatMap((group, place) => (shows(group.level) ? [{ group, place }] : []));
  const groups = shown.map(({ group }) => group);
  const served = dates.flatMap((date) => {
    const found = serveMeals(menu, date, groups);
    return found.length === 0 ? [] : [{ date, meals: found }];
  });
  const { levels } = served.length === 0 ? { levels: [] } : analyse(menu);
  const told = served.map(({ date, meals: found }): [string, ServedDay] => {
    const days = shown.map(({ place }) => levels[place]?.days.find((one) => one.date === date));
    const day = {
      menu: content.name,
      date,
      groups: groups.map(({ level, people }) => ({ level, people })),
      meals: found,
      nutrients: MAIN.flatMap((key) => describeNutrient(key, days)),
      kinds: days.map((one) => one?.kinds),
      salt: days.map((one) => one?.salt.rawJSON),
      standard: standard?.name,
    };
    return [date, day];
  });
  return new Map(told);
}

/** The names of what a submitted menu serves on a day, by meal. */
export function nameServed(
  { content, dishes }: Unfrozen,
  date: string,
  shows: ShowsLevel,
): ReadonlyMap<Meal, readonly string[]> {
  const groups = content.groups.filter(({ level }) => shows(level));
  const names = new Map<Meal, string[]>();
  for (const { meal, dish } of itemsOn(content, date, groups)) {
    names.set(meal, [...(names.get(meal) ?? []), dishes.get(dish)?.name ?? '']);
  }
  return names;
}

function itemsOn({ start, items }: MenuContent, date: string, groups: readonly Group[]): MenuContent['items'] {
  return items.filter(({ day, meal }) => {
    return dayAfter(start, day - 1) === date && groups.some((group) => group.meals.includes(meal));
  });
}

function serveMeals(frozen: Unfrozen, date: string, groups: readonly Group[]): ServedMeal[] {
  const items = itemsOn(frozen.content, date, groups);
  return meals.flatMap((meal) => {
    const dishes = items.filter((item) => item.meal === meal).flatMap((item) => serveDish(item, frozen, groups));
    return dishes.length === 0 ? [] : [{ meal, dishes }];
  });
}

function serveDish(
  { dish: id, meal, portion }: MenuContent['items'][number],
  { dishes, foods }: Unfrozen,
  groups: readonly Group[],
): ServedDish[] {
  const dish = dishes.get(id);
  if (!dish) return [];
  const weight = sumOf(dish.ingredient.map(({ value }) => value)).times(portion);
  const known = dish.ingredient.map(({ key }) => foods.get(key)?.allergens);
  const grams = (group: Group) => (group.meals.includes(meal) ? weight.times(group.factor).toText() : undefined);
  return [
    {
      name: dish.name,
      grams: groups.map(grams),
      allergens: [...new Set(known.flatMap((allergens) => allergens ?? []))],
      isUnclear: known.includes(undefined),
    },
  ];
}

function describeNutrient(key: string, days: readonly (Day | undefined)[]): ServedNutrient[] {
  const findings = days.map((day) => day?.nutrients.find((one) => one.key === key));
  const [known] = findings.filter((finding) => finding !== undefined);
  if (!known) return [];
  const name = known.name.replace(/（.*）$/, '');
  return [{ name, unit: known.unit.replace(/ .*/, ''), amounts: findings.map(describeAmount) }];
}

function describeAmount(finding: NutrientFinding | undefined): ServedAmount | undefined {
  if (!finding) return undefined;
  const { value, min, max, judgement, missingCount } = finding;
  return {
    value: value.rawJSON,
    min: min?.rawJSON,
    max: max?.rawJSON,
    judgement,
    isAtLeast: missingCount !== undefined,
  };
}
