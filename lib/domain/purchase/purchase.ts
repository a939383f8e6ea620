import { ediblePercent, kilogramsToBuyPerGram } from '../analysis/cost.ts';
import type { Dish } from '../dish.ts';
import { kitchenName, type StoredFood } from '../ingredient/food.ts';
import { isWater } from '../ingredient/kind.ts';
import type { Prices } from '../ingredient/price.ts';
import { listGroupsOfDay } from '../menu/day-people.ts';
import { exactNumber, toTwoDecimals } from '../values/output.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { type DateSpan, listServedDays, listServings, type ServingInput } from './servings.ts';
import type { Purchase, PurchaseFlag, PurchaseRow } from './shape.ts';

/** The data that a purchase is calculated from. */
export interface PurchaseInput extends ServingInput {
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, Pick<Dish, 'ingredient'>>;
  /** By code. A food outside the catalogue is absent. */
  readonly foods: ReadonlyMap<string, Pick<StoredFood, 'name' | 'alias' | 'category' | 'edible'>>;
  /** By code; absent: the unit has none. */
  readonly prices?: Prices | undefined;
}

/** The days of a menu for which food is bought, and the reserve. */
export interface PurchaseRequest extends DateSpan {
  /** How much more is bought than is needed, in per cent as decimal text. */
  readonly reserve: string;
  /** Whether prices and costs are answered. */
  readonly isPriced: boolean;
}

type GramsByCode = ReadonlyMap<string, Ratio>;

/** Calculates a purchase from exact sums. Costs are those of the rounded kilograms, so that a reader can check them. */
export function makePurchase(input: PurchaseInput, request: PurchaseRequest): Purchase {
  const { isPriced, reserve } = request;
  const { content, dishes, foods, prices } = input;
  const servedDays = listServedDays(input, request);
  const weighedDays = servedDays.map((servedDay) => ({ servedDay, gramsByCode: weighDay(input, servedDay.day) }));
  const totalGrams = addUp(weighedDays.flatMap(({ gramsByCode }) => [...gramsByCode]));
  const rowContext = { foods, prices: isPriced ? prices : undefined, reserve };
  const listRows = (gramsByCode: GramsByCode) =>
    sortCodes(gramsByCode.keys(), foods).map((code) => describeRow(code, gramsByCode.get(code) ?? ZERO, rowContext));
  const total = listRows(totalGrams);
  const boughtDays = new Set(servedDays.map(({ day }) => day));
  const missing = content.items.filter(({ day, dish }) => boughtDays.has(day) && !dishes.has(dish));
  return {
    days: weighedDays.map(({ servedDay, gramsByCode }) => ({
      ...servedDay,
      ...reportChangedPeople(input, servedDay.day),
      ingredients: listRows(gramsByCode),
    })),
    total,
    ...(isPriced ? { cost: toTwoDecimals(sumRatios(total.flatMap(({ cost }) => cost?.rawJSON ?? []))) } : {}),
    ...(missing.length > 0 ? { missingDishes: missing.map(({ day, meal, dish }) => ({ day, meal, dish })) } : {}),
  };
}

/** Reports the groups of which more or fewer people eat on a day than usual; an empty object if there are none. */
function reportChangedPeople({ content, people: peopleEntries }: PurchaseInput, day: number) {
  const groups = listGroupsOfDay(content, day, peopleEntries);
  // `listGroupsOfDay` keeps the order of the menu's groups.
  const changedGroups = groups.filter(({ people }, index) => people !== content.groups[index]?.people);
  return changedGroups.length > 0 ? { people: changedGroups.map(({ name, people }) => ({ group: name, people })) } : {};
}

/** Weighs what all people are served on a day: grams by code. Water is left out, since nobody buys it. */
function weighDay(input: PurchaseInput, day: number): GramsByCode {
  const amounts = listServings(input, day).flatMap(({ item, portions }) => {
    const ingredients = input.dishes.get(item.dish)?.ingredient ?? [];
    return ingredients.map(({ key, value }) => [key, portions.times(value)] as const);
  });
  return addUp(amounts.filter(([code]) => !isWater(input.foods.get(code))));
}

function addUp(amounts: Iterable<readonly [code: string, grams: Ratio]>): GramsByCode {
  const gramsByCode = new Map<string, Ratio>();
  for (const [code, grams] of amounts) gramsByCode.set(code, grams.plus(gramsByCode.get(code) ?? ZERO));
  return gramsByCode;
}

/** Names a food (by its code if it is outside the catalogue), and lists its flags for buyers. */
export function describeFood(code: string, foods: PurchaseInput['foods']) {
  const food = foods.get(code);
  const flags: PurchaseFlag[] = [];
  if (!ediblePercent(food)) flags.push('edible_unknown');
  if (!food) flags.push('unlisted');
  return { name: kitchenName(food, code), flags };
}

/** Sorts codes as texts. Those of foods outside the catalogue come last. */
function sortCodes(codes: Iterable<string>, foods: PurchaseInput['foods']): string[] {
  const toRank = (code: string) => (foods.has(code) ? 0 : 1);
  return [...codes].sort((a, b) => toRank(a) - toRank(b) || (a < b ? -1 : 1));
}

type RowContext = Pick<PurchaseInput, 'foods' | 'prices'> & Pick<PurchaseRequest, 'reserve'>;

function describeRow(code: string, grams: Ratio, { foods, prices, reserve }: RowContext): PurchaseRow {
  const food = foods.get(code);
  const price = prices?.get(code);
  const { name, flags } = describeFood(code, foods);
  const kg = grams.times(kilogramsToBuyPerGram(food)).times(ratio(reserve).plus(100).per(100)).toFixedUp(2);
  return {
    code,
    name,
    category: food?.category ?? '',
    edible: food?.edible === undefined ? null : exactNumber(food.edible),
    grams: toTwoDecimals(grams),
    kg: exactNumber(kg),
    ...(price === undefined ? {} : { price: exactNumber(price), cost: toTwoDecimals(ratio(kg).times(price)) }),
    ...(flags.length > 0 ? { flags } : {}),
  };
}
