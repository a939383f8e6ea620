import type { Language } from '../../errors.ts';
import type { Dish } from '../dish.ts';
import type { Ingredient } from '../ingredient.ts';
import type { Marks } from '../mark.ts';
import type { MenuContent } from '../menu.ts';
import type { Prices } from '../price.ts';
import type { Standard } from '../standard.ts';
import type { MealConfig } from '../unit.ts';

/** People who eat the same. */
export type Group = MenuContent['groups'][number];

/** A dish as an analysis sees it. */
export type AnalysedDish = Pick<Dish, 'name' | 'mark' | 'month' | 'ingredient'>;

/** A food as an analysis sees it. */
export type AnalysedFood = Pick<Ingredient, 'name' | 'nutrients' | 'foodCategory' | 'dark' | 'edible'>;

/** All that an analysis is made of. */
export interface AnalysisInput {
  readonly content: MenuContent;
  /** By id. A dish that is gone is absent. */
  readonly dishes: ReadonlyMap<number, AnalysedDish>;
  /** By code. A food outside the catalogue is absent. */
  readonly foods: ReadonlyMap<string, AnalysedFood>;
  readonly marks: Marks;
  /** Absent where the unit has none, and in what was submitted before there were any. */
  readonly prices?: Prices | undefined;
  /** Shares of the three meals in what is eaten in a day. */
  readonly shares: MealConfig;
  /** Absent where the menu has none, or one that is not the unit's any more. */
  readonly standard?: Pick<Standard, 'overflow' | 'foodCategoryDay' | 'foodCategoryWeek' | 'ingredient'> | undefined;
  /** The key of the nutrient of which is told what brings it. */
  readonly nutrient?: string | undefined;
  /** In which warnings speak; Chinese unless told otherwise. */
  readonly language?: Language | undefined;
}
