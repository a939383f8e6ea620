import type { AnalysedDish, AnalysedFood, AnalysisInput } from '../analysis/content.ts';
import type { Dish } from '../dish.ts';
import type { StoredFood } from '../ingredient/food.ts';
import type { Template } from '../meal-pattern.ts';
import type { MenuContent, MenuItem } from '../menu/menu.ts';

export type { Template, TemplateRow } from '../meal-pattern.ts';

/** The maximum number of weeks of a cycle, which is a plan of several weeks with a menu for each. */
export const MAX_WEEKS = 4;

/** A setting that is a whole number from 0 to `max`. The document of the API has the description. */
const wholeNumber = (defaultValue: number, max: number, description: string) => ({ defaultValue, max, description });

/**
 * The rule settings that are whole numbers. `PerWeek` in a name means in the menu, which is a week at most. `perCycle` means in
 * four weeks, however many are planned together.
 */
export const SETTINGS = {
  repeatDays: wholeNumber(
    3,
    7,
    'consecutive days in which no dish comes twice, 1: not twice a day, 0: no limit; 主食, 粥, 奶类 and 饮品 may come every day, but only once a day; plain rice may come at each meal',
  ),
  kindsPerDay: wholeNumber(12, 100, 'the minimum number of kinds of food in all meals of a day'),
  kindsPerWeek: wholeNumber(25, 500, 'the minimum number of kinds of food in the menu'),
  mainPerMeal: wholeNumber(1, 50, 'the maximum number of servings with the same main ingredient in a meal'),
  mainPerDay: wholeNumber(1, 50, 'the maximum number of servings with the same main ingredient on a day'),
  mainPerWeek: wholeNumber(2, 350, 'the maximum number of servings with the same main ingredient in the menu'),
  methodPerMeal: wholeNumber(1, 50, 'the maximum number of servings that are cooked in the same way in a meal'),
  methodPerDay: wholeNumber(2, 50, 'the maximum number of servings that are cooked in the same way on a day'),
  friedPerWeek: wholeNumber(2, 350, 'the maximum number of fried servings'),
  perDish: wholeNumber(
    1,
    50,
    'the maximum number of servings of a dish in the menu, where there are enough other dishes. Plain rice, plain buns, 奶类, 饮品 and the marks of `perWeek` are not counted',
  ),
  perCycle: wholeNumber(2, 350, 'the maximum number of servings of such a dish in four weeks'),
  sharedPerLunch: wholeNumber(
    2,
    50,
    'the maximum number of dishes, of those that `perDish` counts, that two lunches have in common',
  ),
  foodPerMeal: wholeNumber(1, 50, 'the maximum number of dishes of a meal with 15 g of the same food'),
  eggsPerMeal: wholeNumber(1, 50, 'the maximum number of dishes of eggs in a meal'),
  milkPerMeal: wholeNumber(1, 50, 'the maximum number of dishes of milk or soy milk in a meal'),
  ricePerMeal: wholeNumber(1, 50, 'the maximum number of dishes of rice or porridge in a meal'),
  fruitPerMeal: wholeNumber(1, 50, 'the maximum number of dishes of fruit in a meal'),
  liking: wholeNumber(1, 1, '1 where dishes that are liked are preferred'),
  darkAtLunch: wholeNumber(1, 10, 'the minimum number of dishes with 30 g of dark vegetables at each lunch'),
  riceAtBreakfast: wholeNumber(0, 1, '1 where there may be rice at breakfast'),
  porridgeAtLunch: wholeNumber(0, 1, '1 where there may be porridge at lunch'),
};
export type Setting = keyof typeof SETTINGS;

/** The settings of the rules that a plan observes besides the standard. */
export interface RuleSettings extends Readonly<Record<Setting, number>> {
  /** By mark, how often one dish of it may be served in the menu, in place of `perDish` and `perCycle`. Plain rice has no limit. */
  readonly perWeek: Readonly<Record<string, number>>;
  /** By category of food, which the contract calls a class here: how many servings of the whole menu may have it. */
  readonly classPerWeek: Readonly<Record<string, number>>;
  /** By way of cooking, and in `all`, how many dishes of a meal the kitchen can cook. */
  readonly capacity: Readonly<Record<string, number>>;
  /** The cost per head and day in yuan, as decimal text; absent: no limit. Below `min` a menu is not better for costing less. */
  readonly budget?: { readonly min: string; readonly max: string } | undefined;
}

export type PlannerDish = AnalysedDish & Pick<Dish, 'poly' | 'meals'> & Partial<Pick<Dish, 'liking' | 'notFor'>>;

/** A serving in the weeks before or after the menu: in another menu, or in another week of the cycle. */
export interface AdjacentServing {
  /** Counted as the days of the menu: its first day is 1, the day before that is 0. */
  readonly day: number;
  /** Id of the dish, as `dish` of an item: servings and items are counted together. */
  readonly dish: number;
}

/** Everything that a plan depends on. */
export interface PlanProblem extends Omit<AnalysisInput, 'content' | 'dishes' | 'foods' | 'nutrient'> {
  /** The menu without its items. */
  readonly content: Omit<MenuContent, 'items'>;
  /** By id, the dishes that may be served, and the locked dishes. A deleted dish is absent. */
  readonly dishes: ReadonlyMap<number, PlannerDish>;
  /** Ids of dishes that may be served only where they are locked. */
  readonly lockedOnlyIds?: ReadonlySet<number> | undefined;
  /** The number of usable dishes that are not considered, see `chooseCandidateDishes`. */
  readonly leftOutDishCount?: number | undefined;
  /** By code, the foods of the dishes, and all foods that have a price: missing prices are estimated from those. */
  readonly foods: ReadonlyMap<string, AnalysedFood & Pick<StoredFood, 'edible'>>;
  /** By code of the food, yuan per kg as bought, as decimal text; a food without a price is absent. */
  readonly prices: ReadonlyMap<string, string>;
  readonly template: Template;
  readonly rules: RuleSettings;
  /** The items that stay as they are. */
  readonly locked: readonly MenuItem[];
  readonly adjacentServings?: readonly AdjacentServing[] | undefined;
  /** Which of many good plans is found. The same seed finds the same plan. */
  readonly seed: number;
}

export const DEFAULT_RULE_SETTINGS: RuleSettings = {
  ...(Object.fromEntries(Object.entries(SETTINGS).map(([name, { defaultValue }]) => [name, defaultValue])) as Record<
    Setting,
    number
  >),
  perWeek: { 水果: 2 },
  classPerWeek: { 动物肝脏: 1 },
  capacity: {},
};
