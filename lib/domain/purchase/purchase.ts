import { edibleShare, kilogramsToBuyPerGram } from '../analysis/cost.ts';
import type { Dish } from '../dish.ts';
import { kitchenName, type StoredFood } from '../ingredient/food.ts';
import { isWater } from '../ingredient/kind.ts';
import type { Prices } from '../ingredient/price.ts';
import { listGroupsOfDay } from '../menu/day-people.ts';
import { exactNumber, toTwoDecimals } from '../values/decimal.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { listServedDays, listServings, type ServingInput, type Span } from './servings.ts';
import type { Purchase, PurchaseFlag, PurchaseRow } from './shape.ts';

/** What a purchase is calculated from. */
export interface PurchaseInput extends ServingInput {
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, Pick<Dish, 'ingredient'>>;
  /** By code. A food outside the catalogue is absent. */
  readonly foods: ReadonlyMap<string, Pick<StoredFood, 'name' | 'alias' | 'category' | 'edible'>>;
  readonly prices?: Prices | undefined;
}

/** Which days of a menu are bought for, and with how much reserve. */
export interface PurchaseRequest extends Span {
  /** Percent, as decimal text. */
  readonly reserve: string;
  /** Whether prices and costs are answered. */
  readonly isPriced: boolean;
}

/** Grams by code. */
type Amounts = ReadonlyMap<string, Ratio>;

/** What is known of an ingredient apart from its amount. */
interface BoughtFood {
  readonly facts: Omit<PurchaseRow, 'grams' | 'kg' | 'cost' | 'flags'>;
  readonly flags: readonly PurchaseFlag[];
  /** Kilograms to buy per gram eaten, with the reserve. */
  readonly kgPerGram: Ratio;
}

/**
 * Calculates what to buy for the chosen days of a menu. Amounts are exact sums, rounded in the answer. Money is
 * calculated from the rounded figures, so that a reader who multiplies and adds up finds the same.
 */
export function purchase(facts: PurchaseInput, request: PurchaseRequest): Purchase {
  const { isPriced } = request;
  const input = isPriced ? facts : { ...facts, prices: undefined };
  const { content, dishes } = input;
  const days = listServedDays(input, request);
  const amounts = days.map(({ day }) => weighDay(input, day));
  const totals = addUp(amounts.flatMap((dayAmounts) => [...dayAmounts]));
  const foods = new Map([...totals.keys()].map((code) => [code, describeBoughtFood(code, input, request.reserve)]));
  const toRows = (list: Amounts) => sortFoods(list, foods).map(([code, food]) => toRow(food, list.get(code) ?? ZERO));
  const total = toRows(totals);
  const chosenDays = new Set(days.map(({ day }) => day));
  const missing = content.items.filter(({ day, dish }) => chosenDays.has(day) && !dishes.has(dish));
  return {
    days: days.map((day, index) => ({
      ...day,
      ...listChangedPeople(input, day.day),
      ingredients: toRows(amounts[index] ?? new Map()),
    })),
    total,
    ...(isPriced ? { cost: toTwoDecimals(sumRatios(total.flatMap(({ cost }) => cost?.rawJSON ?? []))) } : {}),
    ...(missing.length > 0 ? { missingDishes: missing.map(({ day, meal, dish }) => ({ day, meal, dish })) } : {}),
  };
}

/** The groups of which more or fewer people eat on a day than usually. */
function listChangedPeople(
  { content, people: entries }: PurchaseInput,
  day: number,
): Pick<Purchase['days'][number], 'people'> {
  const changed = listGroupsOfDay(content, day, entries).filter(
    ({ people }, index) => people !== content.groups[index]?.people,
  );
  return changed.length > 0 ? { people: changed.map(({ name, people }) => ({ group: name, people })) } : {};
}

/** Weighs what is bought for all people on a day: what they are served, without water. */
function weighDay(input: PurchaseInput, day: number): Amounts {
  const served = listServings(input, day).flatMap(({ item, portions }) => {
    const parts = input.dishes.get(item.dish)?.ingredient ?? [];
    const bought = parts.filter(({ key }) => !isWater(input.foods.get(key)));
    return bought.map(({ key, value }): [string, Ratio] => [key, portions.times(value)]);
  });
  return addUp(served);
}

function addUp(served: Iterable<readonly [code: string, grams: Ratio]>): Amounts {
  const amounts = new Map<string, Ratio>();
  for (const [code, grams] of served) amounts.set(code, grams.plus(amounts.get(code) ?? ZERO));
  return amounts;
}

function describeBoughtFood(code: string, { foods, prices }: PurchaseInput, reserve: string): BoughtFood {
  const [food, price] = [foods.get(code), prices?.get(code)];
  const { name, flags } = describeFood(code, foods);
  return {
    facts: {
      code,
      name,
      category: food?.category ?? '',
      edible: food?.edible === undefined ? null : exactNumber(food.edible),
      ...(price === undefined ? {} : { price: exactNumber(price) }),
    },
    flags,
    kgPerGram: kilogramsToBuyPerGram(food).times(ratio(reserve).plus(100).per(100)).reduced(),
  };
}

/** Names a food (by its code if it is outside the catalogue), and lists what a buyer must know about it. */
export function describeFood(
  code: string,
  foods: PurchaseInput['foods'],
): { readonly name: string; readonly flags: readonly PurchaseFlag[] } {
  const food = foods.get(code);
  const flags = [...(edibleShare(food) ? [] : ['edible_unknown' as const]), ...(food ? [] : ['unlisted' as const])];
  return { name: kitchenName(food, code), flags };
}

/** Sorts the foods with an amount by code. Ingredients that are not in the catalogue come last. */
function sortFoods(amounts: Amounts, foods: ReadonlyMap<string, BoughtFood>): (readonly [string, BoughtFood])[] {
  const rank = ({ flags }: BoughtFood) => (flags.includes('unlisted') ? 1 : 0);
  return [...foods]
    .filter(([code]) => amounts.has(code))
    .sort(([a, one], [b, other]) => rank(one) - rank(other) || (a < b ? -1 : 1));
}

function toRow({ facts, flags, kgPerGram }: BoughtFood, grams: Ratio): PurchaseRow {
  const { price, ...food } = facts;
  const kg = grams.times(kgPerGram).toFixedUp(2);
  return {
    ...food,
    grams: toTwoDecimals(grams),
    kg: exactNumber(kg),
    ...(price ? { price, cost: toTwoDecimals(ratio(kg).times(price.rawJSON)) } : {}),
    ...(flags.length > 0 ? { flags: [...flags] } : {}),
  };
}
