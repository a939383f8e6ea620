import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import type { FrozenDay } from '../analysis/frozen-days.ts';
import { judgements } from '../analysis/shape.ts';
import { AllergenName } from '../ingredient/allergen.ts';
import { kitchenName } from '../ingredient/food.ts';
import { meals } from '../meal.ts';
import { MAX_DAYS, type Menu } from '../menu/menu.ts';
import { nutrients } from '../nutrient/nutrient.ts';
import { type ResolvedMenu, thaw } from '../revision.ts';
import { addDays, countDaysBetween } from '../values/calendar.ts';
import { toId } from '../values/id.ts';
import { ExactNumber, exactNumber, nameSchemas, toTwoDecimals } from '../values/output.ts';
import { ratio, sumRatios } from '../values/ratio.ts';
import { describeServedDays, type FrozenMenu, type ServedDay, type ServedDish } from './served-day.ts';

const LiveIngredient = z.object({ code: z.string(), name: z.string(), grams: ExactNumber });

/** A dish as one person of a group gets it. */
export const LiveDish = z.object({
  id: z.int(),
  name: z.string(),
  grams: ExactNumber,
  /** In kJ; a lower bound if the energy of a food is unknown; absent if no food has a known one. */
  energy: z.optional(ExactNumber),
  ingredients: z.array(LiveIngredient),
  allergens: z.array(AllergenName),
  /** Whether `allergens` are all; otherwise the dish may have others (不明). */
  allergensKnown: z.boolean(),
});

/** A nutrient of a group's day, judged by the standard's range for the meals that the group takes. */
export const LiveNutrient = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  /** A lower bound if `known` is false. */
  value: ExactNumber,
  min: z.optional(ExactNumber),
  max: z.optional(ExactNumber),
  judgement: z.enum(judgements),
  aboveUl: z.boolean(),
  known: z.boolean(),
});

const LiveMeal = z.object({ meal: z.enum(meals), energy: ExactNumber, dishes: z.array(LiveDish) });

const LiveGroup = z.object({
  name: z.string(),
  level: z.string(),
  /** The name of the standard that judges it; absent if that is the menu's. */
  standard: z.optional(z.string()),
  people: z.int(),
  /** `energy` in kJ. */
  meals: z.array(LiveMeal),
  nutrients: z.array(LiveNutrient),
  /** The salt equivalent of the day's sodium, in grams. */
  salt: ExactNumber,
  /** Kinds of food. */
  kinds: z.int(),
});

const LiveMenu = z.object({
  id: z.int(),
  name: z.string(),
  revision: z.int(),
  /** The number of the day in the menu, from 1. */
  day: z.int(),
  standard: z.optional(z.string()),
  groups: z.array(LiveGroup),
});

export const LiveDay = z.object({ date: z.string(), menus: z.array(LiveMenu) });
nameSchemas({ LiveDay, LiveMenu, LiveGroup, LiveMeal, LiveDish, LiveIngredient, LiveNutrient });
type LiveDay = z.input<typeof LiveDay>;
type LiveDish = z.input<typeof LiveDish>;

/** A live menu: its number, its revision with the frozen figures, and when it was published and a dish last swapped. */
export interface LiveFrozenMenu extends FrozenMenu {
  readonly unitId: number;
  readonly live: Pick<NonNullable<Menu['live']>, 'revision' | 'since' | 'swapped'> & { readonly number: number };
}

/** Lists the dates of a range. @throws AppError `invalid_input` if `to` is before `from` or there are more than `maxDays`. */
export function requireDates(from: string, to = from, maxDays = MAX_DAYS): string[] {
  const dates = Array.from({ length: maxDays }, (_, dayIndex) => addDays(from, dayIndex));
  const lastIndex = dates.indexOf(to);
  if (lastIndex < 0) throw badField('to', { code: 'days', names: `${from} – ${dates.at(-1)}` });
  return dates.slice(0, lastIndex + 1);
}

/** Describes what live menus serve on a date. A menu that serves nothing on it is left out. */
export function describeLiveDay(date: string, menus: readonly LiveFrozenMenu[]): LiveDay {
  return { date, menus: menus.flatMap((menu) => describeMenu(date, menu) ?? []) };
}

function describeMenu(date: string, menu: LiveFrozenMenu): LiveDay['menus'][number] | undefined {
  const { unitId, live, revision } = menu;
  const servedDay = describeServedDays(menu, [date], () => true).get(date);
  if (!servedDay) return undefined;
  const thawed = thaw(revision);
  return {
    id: toId(unitId, live.number),
    name: servedDay.menuName,
    revision: live.revision,
    day: countDaysBetween(revision.content.start, date) + 1,
    standard: thawed.standard?.name,
    groups: servedDay.groups.flatMap((group, groupIndex) => describeGroup(group, groupIndex, servedDay, thawed) ?? []),
  };
}

/** Describes what a group of the day, with its index there, gets; undefined if it gets nothing. */
function describeGroup(group: ServedDay['groups'][number], groupIndex: number, day: ServedDay, menu: ResolvedMenu) {
  const { name, level, people, usedStandard, frozenDay } = group;
  if (!frozenDay) return undefined;
  return {
    name,
    level,
    people,
    standard: usedStandard?.name === menu.standard?.name ? undefined : usedStandard?.name,
    meals: frozenDay.energy.map(([meal, kJ]) => {
      const servedDishes = day.meals.find((served) => served.meal === meal)?.dishes ?? [];
      const dishes = servedDishes.flatMap((dish) => describeDish(dish, groupIndex, menu) ?? []);
      return { meal, energy: exactNumber(kJ), dishes };
    }),
    nutrients: describeJudgedNutrients(frozenDay),
    salt: exactNumber(frozenDay.salt),
    kinds: frozenDay.kinds,
  };
}

/** Describes a dish for the group with an index; undefined if that group does not get it. */
function describeDish(dish: ServedDish, groupIndex: number, { dishes, foods }: ResolvedMenu): LiveDish | undefined {
  const dishGrams = dish.gramsByGroup[groupIndex];
  if (dishGrams === undefined) return undefined;
  const recipe = dishes.get(dish.id)?.ingredient ?? [];
  const scale = ratio(dishGrams).per(sumRatios(recipe.map(({ value }) => value)));
  const ingredients = recipe.map(({ key, value }) => ({ code: key, food: foods.get(key), grams: scale.times(value) }));
  const knownEnergies = ingredients.flatMap(({ food, grams }) => {
    const energy = food?.nutrients['energy'];
    return energy === undefined ? [] : grams.times(energy).per(100);
  });
  return {
    id: dish.id,
    name: dish.name,
    grams: toTwoDecimals(ratio(dishGrams)),
    energy: knownEnergies.length > 0 ? toTwoDecimals(sumRatios(knownEnergies)) : undefined,
    ingredients: ingredients.map(({ code, food, grams }) => {
      return { code, name: kitchenName(food, code), grams: toTwoDecimals(grams) };
    }),
    allergens: [...dish.allergens],
    allergensKnown: !dish.hasUnknownAllergens,
  };
}

export function describeJudgedNutrients(day: FrozenDay): z.input<typeof LiveNutrient>[] {
  return day.nutrients.flatMap(({ key, value, min, max, judgement, aboveUl = false, isAtLeast }) => {
    const nutrient = nutrients.find((candidate) => candidate.key === key);
    if (!nutrient || !judgement) return [];
    return {
      key,
      name: nutrient.value,
      unit: nutrient.unit,
      value: exactNumber(value),
      min: min === undefined ? undefined : exactNumber(min),
      max: max === undefined ? undefined : exactNumber(max),
      judgement,
      aboveUl,
      known: !isAtLeast,
    };
  });
}
