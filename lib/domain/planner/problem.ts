import type { AnalysedDish, AnalysedFood, AnalysisInput } from '../analysis/content.ts';
import type { Dish } from '../dish.ts';
import type { Ingredient } from '../ingredient/ingredient.ts';
import type { Meal } from '../meal.ts';
import type { MenuContent, MenuItem } from '../menu/menu.ts';

/** How much work the search spends on a plan, see `EFFORTS`. */
export const efforts = ['quick', 'thorough'] as const;
export type Effort = (typeof efforts)[number];

/** The most weeks of a cycle. */
export const MOST_WEEKS = 4;

/** A meal has at least `min` and at most `max` dishes of these marks. A dish counts for one row only. */
export interface TemplateRow {
  readonly marks: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** What each meal is made of. An absent meal has only locked dishes. */
export type Template = Readonly<Partial<Record<Meal, readonly TemplateRow[]>>>;

/** The settings of rules that are whole numbers: the default, and the maximum. */
export const SETTINGS = {
  /**
   * In so many days in a row no dish is served twice; 1: not twice a day, 0: without limit. 主食, 粥, 奶类 and 饮品 may come
   * every day, but not twice on one day.
   */
  repeatDays: { usual: 3, most: 7 },
  /** Least kinds of food for a whole day's meals, and for the menu. */
  kindsPerDay: { usual: 12, most: 100 },
  kindsPerWeek: { usual: 25, most: 500 },
  /** How often a food is a main ingredient. */
  mainPerMeal: { usual: 1, most: 50 },
  mainPerDay: { usual: 1, most: 50 },
  mainPerWeek: { usual: 2, most: 350 },
  /** How often one way of cooking comes in a meal and in a day, and frying in the menu. */
  methodPerMeal: { usual: 1, most: 50 },
  methodPerDay: { usual: 2, most: 50 },
  friedPerWeek: { usual: 2, most: 350 },
  /** Least dishes with a helping of dark vegetables at each lunch. */
  darkAtLunch: { usual: 1, most: 10 },
  /** Whether there may be rice at breakfast, and porridge at lunch: 1 or 0. */
  riceAtBreakfast: { usual: 0, most: 1 },
  porridgeAtLunch: { usual: 0, most: 1 },
} as const;
export type Setting = keyof typeof SETTINGS;

/** What a plan has to observe in addition to the standard. */
export interface PlanRules extends Readonly<Record<Setting, number>> {
  /** By mark, how often one dish of it may be served in the whole menu. Plain rice is not counted. */
  readonly perWeek: Readonly<Record<string, number>>;
  /** Most yuan per head and day, as decimal text; absent: without limit. */
  readonly budget?: string | undefined;
}

/** A dish as a planner sees it. */
export type PlannedDish = AnalysedDish & Pick<Dish, 'poly' | 'meals'>;

/** A food as a planner sees it. */
type PlannedFood = AnalysedFood & Pick<Ingredient, 'edible'>;

/** A serving on a day near by: of another live menu, or of another week of the cycle. */
export interface NearServing {
  /** Counted like the menu's days: its first day is 1, the day before that 0. */
  readonly day: number;
  readonly dish: number;
}

/** Everything that a plan depends on. */
export interface PlanProblem extends Omit<AnalysisInput, 'content' | 'dishes' | 'foods' | 'nutrient'> {
  /** The menu without its items. */
  readonly content: Omit<MenuContent, 'items'>;
  /** By id, the dishes that may be served, and the locked dishes. A deleted dish is absent. */
  readonly dishes: ReadonlyMap<number, PlannedDish>;
  /** Ids of locked dishes that may be served in no other slot: dishes of the library, unless it is to be used. */
  readonly onlyLocked?: ReadonlySet<number> | undefined;
  /** How many dishes are not considered, see `chooseCandidates`. */
  readonly leftOut?: number | undefined;
  readonly foods: ReadonlyMap<string, PlannedFood>;
  /** By code of the food, yuan per kg as bought, as decimal text; a food without a price is absent. */
  readonly prices: ReadonlyMap<string, string>;
  readonly template: Template;
  readonly rules: PlanRules;
  /** Items that stay as they are. */
  readonly locked: readonly MenuItem[];
  /** What is served on days outside of this menu. */
  readonly near?: readonly NearServing[] | undefined;
  readonly seed: number;
  readonly effort: Effort;
}

/** The rules of a plan by default. */
export const DEFAULT_RULES: PlanRules = {
  ...(Object.fromEntries(Object.entries(SETTINGS).map(([name, { usual }]) => [name, usual])) as Record<
    Setting,
    number
  >),
  perWeek: { 主食: 3, 粥: 2 },
};
