import type { Group } from '../analysis/content.ts';
import { type Meal, meals } from '../meal.ts';
import { type Ratio, sumRatios } from '../values/ratio.ts';
import type { PlanProblem } from './problem.ts';
import type { Slot } from './slots.ts';

/** Groups that take the same meals. Their food differs only by their factors, so one sum of a measure serves the whole cohort. */
export interface Cohort {
  readonly meals: readonly Meal[];
  readonly groups: readonly Group[];
  /** By day, the part of a day's food that the meals with dishes give, from 0 to 1. Exact: as a double, `0.28 * 25` would be above 7. */
  readonly mealShareByDay: readonly Ratio[];
  /** The number of days for which there is a dish, at least 1. Means are taken over these days, without days off. */
  readonly servedDayCount: number;
}

/** Lists the cohorts of the problem's groups. A meal is served on a day if one of its slots can have a dish. */
export function listCohorts({ content, shares }: PlanProblem, slots: readonly Slot[]): Cohort[] {
  const groupsByMeals = Map.groupBy(content.groups, (group) =>
    meals.filter((meal) => group.meals.includes(meal)).join(),
  );
  const sumShares = (mealsToSum: readonly Meal[]) => sumRatios(mealsToSum.map((meal) => shares[meal]));
  const wholeDayShare = sumShares(meals);
  const servableSlots = slots.filter(({ fittingDishIds, lockedItem }) => fittingDishIds.length > 0 || lockedItem);
  return [...groupsByMeals.values()].map((groups) => {
    const cohortMeals = meals.filter((meal) => groups[0]?.meals.includes(meal));
    const servedMealsByDay = Array.from({ length: content.days }, (_, dayIndex) =>
      cohortMeals.filter((meal) => servableSlots.some((slot) => slot.day === dayIndex + 1 && slot.meal === meal)),
    );
    const mealShareByDay = servedMealsByDay.map((servedMeals) => sumShares(servedMeals).per(wholeDayShare));
    const servedDayCount = Math.max(1, servedMealsByDay.filter(({ length }) => length > 0).length);
    return { meals: cohortMeals, groups, mealShareByDay, servedDayCount };
  });
}
