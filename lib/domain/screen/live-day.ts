import * as z from 'zod/mini';
import { badField } from '../../errors.ts';
import type { FrozenAmount } from '../analysis/frozen-days.ts';
import { judgements } from '../analysis/shape.ts';
import { AllergenName } from '../ingredient/allergen.ts';
import { kitchenName } from '../ingredient/ingredient.ts';
import { meals } from '../meal.ts';
import { MAX_DAYS, type Menu } from '../menu/menu.ts';
import { nutrients } from '../nutrient/nutrient.ts';
import type { Revision } from '../revision.ts';
import { dayAfter } from '../values/calendar.ts';
import { ExactNumber, exactNumber } from '../values/decimal.ts';
import { toId } from '../values/id.ts';
import { type Ratio, ratio, sumOf } from '../values/ratio.ts';
import { nameSchemas } from '../values/schema-name.ts';
import { type FrozenMenu, type ServedDish, serveDays } from './served-day.ts';

const LiveIngredient = z.object({ code: z.string(), name: z.string(), grams: ExactNumber });

/** A dish as one head of a group gets it. */
export const LiveDish = z.object({
  id: z.int(),
  name: z.string(),
  grams: ExactNumber,
  /** kJ; a lower bound where a food's is unknown, absent where nothing is known. */
  energy: z.optional(ExactNumber),
  ingredients: z.array(LiveIngredient),
  allergens: z.array(AllergenName),
  /** False where it may have others, too (不明). */
  allergensKnown: z.boolean(),
});

/** A nutrient of a group's day, judged against the range of the eaten meals. */
export const LiveNutrient = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  /** A lower bound where `known` is false. */
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
  /** Name of the standard that judges it, where it is not the menu's. */
  standard: z.optional(z.string()),
  people: z.int(),
  /** `energy` in kJ. */
  meals: z.array(LiveMeal),
  nutrients: z.array(LiveNutrient),
  /** Grams of salt with as much sodium as the day has. */
  salt: ExactNumber,
  /** Kinds of food. */
  kinds: z.int(),
});

const LiveMenu = z.object({
  id: z.int(),
  name: z.string(),
  revision: z.int(),
  /** Name of the standard that judges it. */
  standard: z.optional(z.string()),
  groups: z.array(LiveGroup),
});

/** What is served on one day, by menu and group. */
export const LiveDay = z.object({ date: z.string(), menus: z.array(LiveMenu) });
nameSchemas({ LiveDay, LiveMenu, LiveGroup, LiveMeal, LiveDish, LiveIngredient, LiveNutrient });
type LiveDay = z.input<typeof LiveDay>;

/** A live revision, and what was found of it when it was frozen. */
export interface LiveFrozen extends FrozenMenu {
  readonly unit: number;
  readonly live: Pick<NonNullable<Menu['live']>, 'revision' | 'since' | 'swapped'> & { readonly number: number };
}

/**
 * The days from `from` to `to`; without `to` one day.
 * @throws AppError `invalid_input` where they are none, or more than `max`.
 */
export function listDates(from: string, to = from, max = MAX_DAYS): string[] {
  const dates = Array.from({ length: max }, (_, index) => dayAfter(from, index));
  const last = dates.indexOf(to);
  if (last < 0) throw badField('to', { code: 'days', names: `${from} – ${dates.at(-1)}` });
  return dates.slice(0, last + 1);
}

/** What live menus serve on a day, to all groups. */
export function describeLiveDay(date: string, menus: readonly LiveFrozen[]): LiveDay {
  return { date, menus: menus.flatMap((menu) => describeMenu(date, menu)) };
}

function describeMenu(date: string, menu: LiveFrozen): LiveDay['menus'] {
  const { unit, live, revision, found } = menu;
  const day = serveDays(menu, [date], () => true).get(date);
  if (!day) return [];
  const describe = dishDescriber(revision);
  const groups = day.groups.flatMap(({ standard: own, ...group }, index): z.input<typeof LiveGroup>[] => {
    const frozen = found[index]?.find((one) => one.date === date);
    if (!frozen) return [];
    const { energy, nutrients: amounts, salt, kinds } = frozen;
    const eaten = energy.map(([meal, kJ]) => {
      const dishes = day.meals.find((one) => one.meal === meal)?.dishes ?? [];
      return { meal, energy: exactNumber(kJ), dishes: dishes.flatMap((dish) => describe(dish, index)) };
    });
    return [
      {
        ...group,
        ...(own === undefined || own === day.standard ? {} : { standard: own }),
        meals: eaten,
        nutrients: amounts.flatMap(describeNutrient),
        salt: exactNumber(salt),
        kinds,
      },
    ];
  });
  const { menu: name, standard } = day;
  const judged = standard === undefined ? {} : { standard };
  return [{ id: toId(unit, live.number), name, revision: live.revision, ...judged, groups }];
}

/** Describes a dish as the group of that index gets it. */
function dishDescriber({ dishes, foods, values }: Revision) {
  const recipes = new Map(dishes.map(({ id, ingredient }) => [id, ingredient]));
  const energies = values['energy']?.split(',') ?? [];
  const foodOf = new Map(foods.map((food, index) => [food.code, { ...food, energy: energies[index] }]));
  return (dish: ServedDish, index: number): z.input<typeof LiveDish>[] => {
    const { id, name, allergens, isUnclear } = dish;
    const grams = dish.grams[index];
    if (grams === undefined) return [];
    const recipe = recipes.get(id) ?? [];
    const share = ratio(grams).per(sumOf(recipe.map(({ value }) => value)));
    const parts = recipe.map(({ key, value }) => ({ code: key, food: foodOf.get(key), grams: share.times(value) }));
    const energy = parts.flatMap((part) => (part.food?.energy ? [part.grams.times(part.food.energy).per(100)] : []));
    return [
      {
        id,
        name,
        grams: print(ratio(grams)),
        ...(energy.length > 0 ? { energy: print(sumOf(energy)) } : {}),
        ingredients: parts.map((part) => ({
          code: part.code,
          name: kitchenName(part.food, part.code),
          grams: print(part.grams),
        })),
        allergens: [...allergens],
        allergensKnown: !isUnclear,
      },
    ];
  };
}

/** A nutrient that is judged; nothing of one that is not. */
export function describeNutrient({ key, value, min, max, judgement, aboveUl, isAtLeast }: FrozenAmount) {
  const nutrient = nutrients.find((one) => one.key === key);
  if (!nutrient || !judgement) return [];
  return [
    {
      key,
      name: nutrient.value,
      unit: nutrient.unit,
      value: exactNumber(value),
      ...(min === undefined ? {} : { min: exactNumber(min) }),
      ...(max === undefined ? {} : { max: exactNumber(max) }),
      judgement,
      aboveUl: aboveUl ?? false,
      known: !isAtLeast,
    },
  ];
}

function print(number: Ratio) {
  return exactNumber(number.toFixed(2));
}
