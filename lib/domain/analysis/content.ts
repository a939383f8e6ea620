import type { Language } from '../../errors.ts';
import type { Dish } from '../dish.ts';
import type { StoredFood } from '../ingredient/food.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { Prices } from '../ingredient/price.ts';
import type { MenuContent } from '../menu/menu.ts';
import type { Standard } from '../standard.ts';
import type { MealConfig } from '../unit.ts';

/** The maximum number of different foods of an analysed menu. No catalogue of foods that schools cook with has more. */
export const MAX_FOODS = 2000;

/** People who eat the same. */
export type Group = MenuContent['groups'][number];

/** The facts of a dish that an analysis needs. */
export type AnalysedDish = Pick<Dish, 'name' | 'mark' | 'month' | 'ingredient'> & Partial<Pick<Dish, 'poly'>>;

/** The facts of a food that an analysis needs. */
export type AnalysedFood = Pick<
  StoredFood,
  'name' | 'alias' | 'category' | 'nutrients' | 'foodCategory' | 'dark' | 'edible' | 'allergens' | 'mayHaveOthers'
>;

/** The facts of a standard that an analysis needs. */
export type AnalysedStandard = Omit<Standard, 'id' | 'name' | 'vendors' | 'unitCategories' | 'version'>;

/** The standards that judge a menu. */
interface Standards<Found> {
  /** The menu's; absent if it has none, or one that is not assigned to the unit any more. */
  readonly standard?: Found | undefined;
  /** Those of single groups by id. One that is not assigned to the unit any more is absent. */
  readonly standards?: ReadonlyMap<number, Found> | undefined;
}

/** The version of the rules of the analysis. Raise it with any change of the answers. */
export const RULES_VERSION = 3;

/** Everything that an analysis needs. */
export interface AnalysisInput extends Standards<AnalysedStandard> {
  /** The version of the rules that a revision was frozen with; the present one where it is absent. */
  readonly rulesVersion?: number | undefined;
  readonly content: MenuContent;
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, AnalysedDish>;
  /** By code. A food outside the catalogue is absent. */
  readonly foods: ReadonlyMap<string, AnalysedFood>;
  readonly marks: Marks;
  /** Absent where the unit has none. */
  readonly prices?: Prices | undefined;
  /** The share of each meal in a day's food. */
  readonly shares: MealConfig;
  /** Days off of the menu, from 1. Where nothing is served on one, no meal of it counts as missing. */
  readonly daysOff?: readonly number[] | undefined;
  /** The key of the nutrient whose sources are listed. */
  readonly nutrient?: string | undefined;
  /** The language of the warnings; Chinese where it is absent. */
  readonly language?: Language | undefined;
}

/** Finds the standard that judges a group: its own, or else the menu's. */
export function findGroupStandard<Found>(group: Pick<Group, 'standard'>, { standard, standards }: Standards<Found>) {
  return group.standard === undefined ? standard : standards?.get(group.standard);
}

/**
 * Whether a menu is judged by the rules from before version 3. They counted each code as a kind of food, put fungi and
 * pulses in no wider category, and took an oil of unknown energy and fat as complete. A revision keeps its rules.
 */
export function isBeforeVersion3({ rulesVersion = RULES_VERSION }: Pick<AnalysisInput, 'rulesVersion'>): boolean {
  return rulesVersion < 3;
}
