import * as z from 'zod/mini';
import { type AnalysisInput, isBeforeVersion3, RULES_VERSION } from './analysis/content.ts';
import { DishContent } from './dish.ts';
import { StoredFood } from './ingredient/food.ts';
import { mayHaveOthers } from './ingredient/food-class.ts';
import { Mark } from './ingredient/mark.ts';
import { Price } from './ingredient/price.ts';
import { MenuContent } from './menu/menu.ts';
import { nutrients } from './nutrient/nutrient.ts';
import { Standard } from './standard.ts';
import { MealConfig } from './unit.ts';

/** The facts of a dish that answers about a menu depend on. */
const FrozenDish = z.omit(DishContent, {
  meals: true,
  liking: true,
  notFor: true,
  iconFile: true,
  hasIcon: true,
  iconSize: true,
  iconVersion: true,
  modify: true,
});
const FrozenDishItem = z.extend(FrozenDish, { id: z.int() });
type FrozenDish = z.output<typeof FrozenDish>;

/** The facts of a food but its nutrients, which `Revision.values` has. */
const FrozenFood = z.omit(StoredFood, { version: true, number: true, nutrients: true, traces: true, source: true });

type FoodWithNutrients = z.output<typeof FrozenFood> & Pick<StoredFood, 'nutrients'>;

const FrozenStandard = z.omit(Standard, { vendors: true, unitCategories: true, version: true });

/** A menu with everything that its analysis needs, as it was when it was submitted. Nothing later changes its judgement. */
export const Revision = z.object({
  /** The version of the analysis's rules at that time; `rules` is the stored word. */
  rules: z.int(),
  content: MenuContent,
  dishes: z.array(FrozenDishItem),
  foods: z.array(FrozenFood),
  /**
   * By nutrient, the values per 100 g of the foods in their order, separated by commas; nothing between two commas
   * means unknown. Such columns take a sixth less space than rows.
   */
  values: z.record(z.string(), z.string()),
  /** Codes of foods, each with its mark. */
  marks: z.array(z.tuple([z.string(), Mark])),
  /** Codes of foods, each with its price; absent if the unit had none. */
  prices: z.optional(z.array(z.tuple([z.string(), Price]))),
  shares: MealConfig,
  /** Days of the menu, from 1, that were off; absent if there were none. */
  daysOff: z.optional(z.array(z.int())),
  standard: z.optional(FrozenStandard),
  /** The standards of the groups that have their own. */
  standards: z.array(FrozenStandard),
});
export type Revision = z.output<typeof Revision>;

/** A menu with everything that it refers to. An analysis reads it, and a revision freezes it. */
export interface ResolvedMenu extends AnalysisInput {
  readonly dishes: ReadonlyMap<number, FrozenDish>;
  readonly foods: ReadonlyMap<string, FoodWithNutrients>;
  readonly standard?: z.output<typeof FrozenStandard> | undefined;
  readonly standards?: ReadonlyMap<number, z.output<typeof FrozenStandard>> | undefined;
}

/** Copies what the answers of a menu depend on. Only served dishes and their foods are copied. */
export function freeze(menu: ResolvedMenu): Revision {
  const { content, dishes, foods, marks, prices = new Map(), shares, daysOff = [] } = menu;
  const { standard, standards = new Map() } = menu;
  const dishIds = [...new Set(content.items.map(({ dish }) => dish))];
  const servedDishes = dishIds.flatMap((id) => {
    const dish = dishes.get(id);
    return dish ? [FrozenDishItem.parse({ ...dish, id })] : [];
  });
  const codes = [...new Set(servedDishes.flatMap(({ ingredient }) => ingredient.map(({ key }) => key)))].sort();
  const knownFoods = codes.flatMap((code) => foods.get(code) ?? []);
  return {
    rules: menu.rulesVersion ?? RULES_VERSION,
    content: MenuContent.parse(content),
    dishes: servedDishes,
    foods: knownFoods.map((food) => FrozenFood.parse(food)),
    values: toColumns(knownFoods),
    marks: pickByCode(marks, codes),
    prices: prices.size > 0 ? pickByCode(prices, codes) : undefined,
    shares: MealConfig.parse(shares),
    daysOff: daysOff.length > 0 ? [...daysOff] : undefined,
    standard: standard && FrozenStandard.parse(standard),
    standards: [...standards.values()].map((groupStandard) => FrozenStandard.parse(groupStandard)),
  };
}

/** Adds a dish, and its foods as they are now. A dish or food that the revision has already stays as it was frozen. */
export function withDish(
  thawed: ResolvedMenu,
  { foods, marks, prices = new Map() }: Pick<ResolvedMenu, 'foods' | 'marks' | 'prices'>,
  { id, dish }: { readonly id: number; readonly dish: FrozenDish },
): ResolvedMenu {
  const knownCodes = new Set([...thawed.dishes.values()].flatMap(({ ingredient }) => ingredient.map(({ key }) => key)));
  const withNew = <Value>(
    frozenByCode: ReadonlyMap<string, Value> | undefined,
    presentByCode: ReadonlyMap<string, Value>,
  ) => new Map([...(frozenByCode ?? []), ...[...presentByCode].filter(([code]) => !knownCodes.has(code))]);
  return {
    ...thawed,
    dishes: new Map([[id, dish], ...thawed.dishes]),
    foods: withNew(thawed.foods, foods),
    marks: withNew(thawed.marks, marks),
    prices: withNew(thawed.prices, prices),
  };
}

/** Removes the prices, for callers who may not see them. */
export function withoutPrices({ prices: _, ...revision }: Revision): Revision {
  return revision;
}

function pickByCode<Value>(valueByCode: ReadonlyMap<string, Value>, codes: readonly string[]): [string, Value][] {
  return codes.flatMap((code) => {
    const value = valueByCode.get(code);
    return value === undefined ? [] : [[code, value]];
  });
}

/** Makes the columns of `Revision.values`. A nutrient that is known of no food has none. */
function toColumns(foods: readonly FoodWithNutrients[]): Revision['values'] {
  const readValue = ({ nutrients: values }: FoodWithNutrients, key: string) =>
    Object.hasOwn(values, key) ? values[key] : '';
  const columns = nutrients.map(({ key }) => [key, foods.map((food) => readValue(food, key))] as const);
  return Object.fromEntries(
    columns.filter(([, values]) => values.some(Boolean)).map(([key, values]) => [key, values.join()]),
  );
}

/**
 * Returns the foods of a menu with what is known of their allergens. Before version 3 of the rules a revision did not freeze
 * `mayHaveOthers`: it is derived from the frozen name, category and carbohydrate. The analysis of such a revision stays.
 */
export function toAllergenFacts({ foods, rulesVersion }: Pick<ResolvedMenu, 'foods' | 'rulesVersion'>) {
  if (!isBeforeVersion3({ rulesVersion })) return foods;
  return new Map([...foods].map(([code, food]) => [code, { ...food, mayHaveOthers: mayHaveOthers(food) }]));
}

/** Restores the menu as it was frozen, with the rules of its time. */
export function thaw(revision: Revision): ResolvedMenu {
  const { rules: rulesVersion, content, prices, shares, daysOff, standard, standards } = revision;
  const columns = Object.entries(revision.values).map(([key, column]) => [key, column.split(',')] as const);
  const foods = revision.foods.map((food, index): [string, FoodWithNutrients] => {
    const values = columns.map(([key, column]) => [key, column[index] ?? ''] as const);
    return [food.code, { ...food, nutrients: Object.fromEntries(values.filter(([, value]) => value !== '')) }];
  });
  return {
    rulesVersion,
    content,
    dishes: new Map(revision.dishes.map(({ id, ...dish }) => [id, dish])),
    foods: new Map(foods),
    marks: new Map(revision.marks),
    prices: prices && new Map(prices),
    shares,
    daysOff,
    standard,
    standards: new Map(standards.map((groupStandard) => [groupStandard.id, groupStandard])),
  };
}
