import { meals as allMeals, type Meal } from '../meal.ts';
import type { MealConfig } from '../unit.ts';
import { addDays } from '../values/calendar.ts';
import { type Ratio, sumRatios } from '../values/ratio.ts';
import { type Sums, sumMeal, sumUp, type WeighedMenu } from './amounts.ts';
import type { AnalysisInput, Group } from './content.ts';

/** The food of a group on one day, or on all its days together. */
export interface EatenFood {
  readonly sums: Sums;
  readonly dayCount: number;
  /** The sum of the shares of the eaten meals in each day: 1 for a day on which all meals are eaten. */
  readonly share: Ratio;
}

/** One day on which a group has items, with the food of each meal. */
export type EatenDay = ReturnType<typeof listEatenDays>[number];

/** Lists the days on which a group has items, with what it eats in the order of the meals. */
export function listEatenDays(group: Group, { content, shares }: AnalysisInput, weighed: WeighedMenu) {
  const groupMeals = allMeals.filter((meal) => group.meals.includes(meal));
  return Array.from({ length: content.days }, (_, dayIndex) => dayIndex + 1).flatMap((day) => {
    const meals = groupMeals.flatMap((meal) => {
      const sums = sumMeal({ day, meal }, group, weighed);
      return sums ? [{ meal, sums }] : [];
    });
    if (meals.length === 0) return [];
    const sums = sumUp(meals.map((meal) => [meal.sums, 1n]));
    const date = addDays(content.start, day - 1);
    return [{ day, date, meals, sums, dayCount: 1, share: mealShare(meals, shares) }];
  });
}

/** Adds up the days. */
export function sumDays(days: readonly EatenDay[]): EatenFood {
  return {
    sums: sumUp(days.map(({ sums }) => [sums, 1n])),
    dayCount: days.length,
    share: sumRatios(days.map(({ share }) => share)),
  };
}

/** Returns the share of these meals in the day; 0 if the unit's shares are all 0. */
export function mealShare(meals: readonly { readonly meal: Meal }[], shares: MealConfig): Ratio {
  return sumRatios(meals.map(({ meal }) => shares[meal])).per(sumRatios(allMeals.map((meal) => shares[meal])));
}
