import type { AnalysedDish, AnalysedFood, AnalysisInput } from '../analysis/content.ts';
import type { Dish } from '../dish.ts';
import type { Ingredient } from '../ingredient/ingredient.ts';
import type { Meal } from '../meal.ts';
import type { MenuContent, MenuItem } from '../menu/menu.ts';

/** How long a better week is looked for, as a number of moves. */
export const efforts = ['quick', 'thorough'] as const;
export type Effort = (typeof efforts)[number];

/** The most weeks of a cycle. */
export const MOST_WEEKS = 4;

/** Dishes of these marks that a meal is to have: at least `min`, at most `max`. A dish counts for one row only. */
export interface TemplateRow {
  readonly marks: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** What each meal is made of. A meal that is absent has no dishes but those that are locked. */
export type Template = Readonly<Partial<Record<Meal, readonly TemplateRow[]>>>;

/** The settings of rules that are whole numbers: what is usual, and the most that may be asked for. */
export const SETTINGS = {
  /**
   * In so many days in a row no dish is served twice; 1: not twice a day, 0: as often as it comes. 主食, 粥, 奶类 and 饮品
   * may come on each day, but not twice on one.
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

/** What a plan has to observe beside the standard. */
export interface PlanRules extends Readonly<Record<Setting, number>> {
  /** By mark, how often one dish of it is served in the whole menu. Plain rice is not counted. */
  readonly perWeek: Readonly<Record<string, number>>;
  /** Most yuan per head and day, as decimal text; absent: as cheap as all else allows. */
  readonly budget?: string | undefined;
}

/** A dish as a planner sees it. */
export type PlannedDish = AnalysedDish & Pick<Dish, 'poly' | 'meals'>;

/** A food as a planner sees it. */
type PlannedFood = AnalysedFood & Pick<Ingredient, 'edible'>;

/** A dish that is served before or after the menu, by another one that is live, or in another week of its cycle. */
export interface NearServing {
  /** Counted as the menu's days are: its first is 1, the day before it is 0. */
  readonly day: number;
  readonly dish: number;
}

/** All that a plan is made of. */
export interface PlanProblem extends Omit<AnalysisInput, 'content' | 'dishes' | 'foods' | 'nutrient'> {
  /** What the menu is to be, without its items. */
  readonly content: Omit<MenuContent, 'items'>;
  /** By id, the dishes that may be served, and those that are locked. A locked dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, PlannedDish>;
  /** Ids of locked dishes that may be served nowhere else, as those of the library where that is not asked for. */
  readonly onlyLocked?: ReadonlySet<number> | undefined;
  /** How many more dishes there are that are not considered, see `chooseCandidates`. */
  readonly leftOut?: number | undefined;
  readonly foods: ReadonlyMap<string, PlannedFood>;
  /** Yuan per kg as bought, as decimal text, by code; a food without price is absent. */
  readonly prices: ReadonlyMap<string, string>;
  readonly template: Template;
  readonly rules: PlanRules;
  /** Items that stay as they are. */
  readonly locked: readonly MenuItem[];
  /** What is served on other days, on none of this menu. */
  readonly near?: readonly NearServing[] | undefined;
  readonly seed: number;
  readonly effort: Effort;
}

/** The rules of a plan, where nothing else is asked for. */
export const DEFAULT_RULES: PlanRules = {
  ...(Object.fromEntries(Object.entries(SETTINGS).map(([name, { usual }]) => [name, usual])) as Record<
    Setting,
    number
  >),
  perWeek: { 主食: 3, 粥: 2 },
};
