import { boughtForGram, edibleOf } from '../analysis/cost.ts';
import { print } from '../analysis/findings.ts';
import type { Dish } from '../dish.ts';
import type { Ingredient } from '../ingredient/ingredient.ts';
import type { Prices } from '../ingredient/price.ts';
import { type Meal, type MenuContent, meals } from '../menu/menu.ts';
import { dayAfter } from '../values/calendar.ts';
import { exactNumber } from '../values/decimal.ts';
import {
  commonUnder,
  partsOf,
  plus,
  type Ratio,
  readDecimal,
  reduce,
  times,
  upToTwoDecimals,
  ZERO,
} from '../values/ratio.ts';
import type { Purchase, PurchaseFlag, PurchaseRow } from './shape.ts';

/** What a purchase is calculated from. */
export interface PurchaseInput {
  readonly content: MenuContent;
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, Pick<Dish, 'ingredient'>>;
  /** By code. A food outside the catalogue is absent. */
  readonly foods: ReadonlyMap<string, Pick<Ingredient, 'name' | 'category' | 'edible'>>;
  readonly prices?: Prices | undefined;
}

/** Which days of a menu are bought for, and with how much reserve. */
export interface PurchaseRequest {
  /** First and last day, both included; absent: those of the menu. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Percent, as decimal text. */
  readonly reserve: string;
}

/** Grams by code, as multiples of `1 / under`. */
interface Amounts {
  readonly grams: ReadonlyMap<string, bigint>;
  readonly under: bigint;
}

/** What is known of an ingredient beside its amount. */
interface Bought {
  readonly facts: Omit<PurchaseRow, 'grams' | 'kg' | 'cost' | 'flags'>;
  readonly flags: readonly PurchaseFlag[];
  /** Kilograms to buy per gram eaten, with the reserve. */
  readonly kgOfGram: Ratio;
  readonly price: Ratio | undefined;
}

/** Calculates what to buy for the chosen days of a menu. Sums are exact; figures are rounded in the answer. */
export function purchase(input: PurchaseInput, request: PurchaseRequest): Purchase {
  const { content, dishes } = input;
  const { from, to } = request;
  const days = Array.from({ length: content.days }, (_, index) => ({
    day: index + 1,
    date: dayAfter(content.start, index),
  })).filter(({ date }) => (from === undefined || from <= date) && (to === undefined || date <= to));
  const amounts = weighDays(
    input,
    days.map(({ day }) => day),
  );
  const all = addUp(amounts);
  const bought = new Map([...all.grams.keys()].map((code) => [code, describe(code, input, request.reserve)]));
  const rowsOf = (some: Amounts) => inOrder(some, bought).map(([code, one]) => toRow(one, gramsOf(some, code)));
  const cost = [...bought].reduce((sum, [code, one]) => {
    const own = costOf(one, gramsOf(all, code));
    return own ? reduce(plus(sum, own)) : sum;
  }, ZERO);
  const asked = new Set(days.map(({ day }) => day));
  const missing = content.items.filter(({ day, dish }) => asked.has(day) && !dishes.has(dish));
  return {
    days: days.map((day, index) => ({ ...day, ingredients: rowsOf(amounts[index] ?? NOTHING) })),
    total: rowsOf(all),
    cost: print(cost),
    ...(missing.length > 0 ? { missingDishes: missing.map(({ day, meal, dish }) => ({ day, meal, dish })) } : {}),
  };
}

const NOTHING: Amounts = { grams: new Map(), under: 1n };

/** Weighs what all people are served on each of the days. All amounts have the same denominator. */
function weighDays({ content, dishes }: PurchaseInput, days: readonly number[]): Amounts[] {
  const factors = content.groups.map(({ factor }) => readDecimal(factor));
  const portions = content.items.map(({ portion }) => readDecimal(portion));
  const recipes = new Map(
    [...dishes].map(([id, { ingredient }]) => [
      id,
      ingredient.map(({ key, value }) => [key, readDecimal(value)] as const),
    ]),
  );
  const gramUnder = commonUnder([...recipes.values()].flat().map(([, grams]) => grams));
  const [factorUnder, portionUnder] = [commonUnder(factors), commonUnder(portions)];
  const headsAt = (meal: Meal) =>
    content.groups.reduce(
      (sum, { people, factor, meals: taken }) =>
        taken.includes(meal) ? sum + BigInt(people) * partsOf(readDecimal(factor), factorUnder) : sum,
      0n,
    );
  const heads = new Map(meals.map((meal) => [meal, headsAt(meal)]));
  const itemsOf = Map.groupBy(content.items, ({ day }) => day);
  return days.map((day) => {
    const grams = new Map<string, bigint>();
    for (const { meal, dish, portion } of itemsOf.get(day) ?? []) {
      const served = (heads.get(meal) ?? 0n) * partsOf(readDecimal(portion), portionUnder);
      for (const [code, amount] of recipes.get(dish) ?? []) {
        grams.set(code, (grams.get(code) ?? 0n) + served * partsOf(amount, gramUnder));
      }
    }
    return { grams, under: gramUnder * portionUnder * factorUnder };
  });
}

function addUp(amounts: readonly Amounts[]): Amounts {
  const grams = new Map<string, bigint>();
  for (const day of amounts) {
    for (const [code, amount] of day.grams) grams.set(code, (grams.get(code) ?? 0n) + amount);
  }
  return { grams, under: amounts[0]?.under ?? 1n };
}

function describe(code: string, { foods, prices }: PurchaseInput, reserve: string): Bought {
  const [food, price] = [foods.get(code), prices?.get(code)];
  const { over, under } = readDecimal(reserve);
  const withReserve: Ratio = { over: 100n * under + over, under: 100n * under };
  return {
    facts: {
      code,
      name: food?.name ?? code,
      category: food?.category ?? '',
      edible: food?.edible === undefined ? null : exactNumber(food.edible),
      ...(price === undefined ? {} : { price: exactNumber(price) }),
    },
    flags: [...(edibleOf(food) ? [] : ['edible_unknown' as const]), ...(food ? [] : ['unlisted' as const])],
    kgOfGram: reduce(times(boughtForGram(food), withReserve)),
    price: price === undefined ? undefined : readDecimal(price),
  };
}

/** What is bought, ordered by code. Ingredients that are not in the catalogue come last. */
function inOrder({ grams }: Amounts, bought: ReadonlyMap<string, Bought>): (readonly [string, Bought])[] {
  const rank = ({ flags }: Bought) => (flags.includes('unlisted') ? 1 : 0);
  return [...bought]
    .filter(([code]) => grams.has(code))
    .sort(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1));
}

function gramsOf({ grams, under }: Amounts, code: string): Ratio {
  return { over: grams.get(code) ?? 0n, under };
}

function costOf({ kgOfGram, price }: Bought, grams: Ratio): Ratio | undefined {
  return price && times(times(grams, kgOfGram), price);
}

function toRow(bought: Bought, grams: Ratio): PurchaseRow {
  const { facts, flags, kgOfGram } = bought;
  const { price, ...food } = facts;
  const cost = costOf(bought, grams);
  return {
    ...food,
    grams: print(grams),
    kg: exactNumber(upToTwoDecimals(times(grams, kgOfGram))),
    ...(price && cost ? { price, cost: print(cost) } : {}),
    ...(flags.length > 0 ? { flags: [...flags] } : {}),
  };
}
