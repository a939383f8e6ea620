import type { AnalysedDish, AnalysedFood, AnalysisInput } from '../analysis/content.ts';
import type { Dish } from '../dish.ts';
import type { StoredFood } from '../ingredient/food.ts';
import type { Template } from '../meal-pattern.ts';
import type { MenuContent, MenuItem } from '../menu/menu.ts';

export type { Template, TemplateRow } from '../meal-pattern.ts';

/** The levels of work that the search spends on a plan, see `WORK_LIMITS`. */
export const efforts = ['quick', 'thorough'] as const;
export type Effort = (typeof efforts)[number];

/** A plan of several weeks is a cycle: one menu for each week. This is the maximum number of its weeks. */
export const MAX_WEEKS = 4;

/**
 * The settings of rules that are whole numbers: the default and the maximum of each. `PerWeek` means in the whole menu, which
 * is a week at most.
 */
export const SETTINGS = {
  /**
   * The number of consecutive days in which no dish is served twice; 1: not twice a day, 0: no limit. 主食, 粥, 奶类 and 饮品
   * may be served every day, but not twice on one day. Plain rice may come at each meal.
   */
  repeatDays: { default: 3, max: 7 },
  /** The minimum number of kinds of food in a whole day's meals, and in the menu. */
  kindsPerDay: { default: 12, max: 100 },
  kindsPerWeek: { default: 25, max: 500 },
  /** The maximum number of servings with the same main ingredient. */
  mainPerMeal: { default: 1, max: 50 },
  mainPerDay: { default: 1, max: 50 },
  mainPerWeek: { default: 2, max: 350 },
  /** The maximum number of servings that are cooked in the same way, and of fried ones in the menu. */
  methodPerMeal: { default: 1, max: 50 },
  methodPerDay: { default: 2, max: 50 },
  friedPerWeek: { default: 2, max: 350 },
  /**
   * How often a dish is served in the menu, and in four weeks, where there are enough other dishes. Plain rice, plain buns,
   * milk, drinks and fruit are not counted.
   */
  perDish: { default: 1, max: 50 },
  perCycle: { default: 2, max: 350 },
  /** The maximum number of these dishes that two lunches have in common. */
  sharedPerLunch: { default: 2, max: 50 },
  /** The maximum number of dishes of a meal with a helping of the same food, of eggs, of milk or soy milk, of rice or porridge, of fruit. */
  foodPerMeal: { default: 1, max: 50 },
  eggsPerMeal: { default: 1, max: 50 },
  milkPerMeal: { default: 1, max: 50 },
  ricePerMeal: { default: 1, max: 50 },
  fruitPerMeal: { default: 1, max: 50 },
  /** Whether dishes that are liked are preferred: 1 or 0. */
  liking: { default: 1, max: 1 },
  /** The minimum number of dishes with a helping of dark vegetables at each lunch. */
  darkAtLunch: { default: 1, max: 10 },
  /** Whether there may be rice at breakfast, and porridge at lunch: 1 or 0. */
  riceAtBreakfast: { default: 0, max: 1 },
  porridgeAtLunch: { default: 0, max: 1 },
} as const;
export type Setting = keyof typeof SETTINGS;

/** The settings of the rules that a plan observes in addition to the standard. */
export interface RuleSettings extends Readonly<Record<Setting, number>> {
  /** By mark, how often one dish may be served in the whole menu. Plain rice has no limit. */
  readonly perWeek: Readonly<Record<string, number>>;
  /** By category of food, how many servings of the whole menu may have it. */
  readonly classPerWeek: Readonly<Record<string, number>>;
  /** By way of cooking, and in `all`, how many dishes of a meal the kitchen can cook. */
  readonly capacity: Readonly<Record<string, number>>;
  /** The cost per head and day in yuan, as decimal text; absent: no limit. Below `min` a menu is not better for costing less. */
  readonly budget?: { readonly min: string; readonly max: string } | undefined;
}

/** The facts of a dish that the planner needs. */
export type PlannerDish = AnalysedDish & Pick<Dish, 'poly' | 'meals'> & Partial<Pick<Dish, 'liking' | 'notFor'>>;

/** The facts of a food that the planner needs. */
type PlannerFood = AnalysedFood & Pick<StoredFood, 'edible'>;

/** A serving shortly before or after the menu: in another live menu, or in another week of the cycle. */
export interface AdjacentServing {
  /** Counted as the days of the menu: its first day is 1, the day before that is 0. */
  readonly day: number;
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
  /** The number of candidate dishes that are not considered, see `chooseCandidateDishes`. */
  readonly leftOutCount?: number | undefined;
  /** The foods of the dishes, and all foods that have a price: missing prices are estimated from those. */
  readonly foods: ReadonlyMap<string, PlannerFood>;
  /** By code of the food, yuan per kg as bought, as decimal text; a food without a price is absent. */
  readonly prices: ReadonlyMap<string, string>;
  readonly template: Template;
  readonly rules: RuleSettings;
  /** Items that stay as they are. */
  readonly locked: readonly MenuItem[];
  /** The servings of other menus in the weeks before and after this menu. */
  readonly adjacentServings?: readonly AdjacentServing[] | undefined;
  readonly seed: number;
  readonly effort: Effort;
}

const defaultEntries = Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default]);

/** The settings of the rules by default. */
export const DEFAULT_RULE_SETTINGS: RuleSettings = {
  ...(Object.fromEntries(defaultEntries) as Record<Setting, number>),
  perWeek: { 水果: 2 },
  classPerWeek: { 动物肝脏: 1 },
  capacity: {},
};
