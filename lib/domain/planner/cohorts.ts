import type { Group } from '../analysis/content.ts';
import { type Meal, meals } from '../meal.ts';
import { type Ratio, sumRatios } from '../values/ratio.ts';
import type { PlanProblem } from './problem.ts';
import type { Slot } from './slots.ts';

/** Groups that take the same meals. Their food differs only by their factors, so the search has one sum of each measure. */
export interface Cohort {
  readonly meals: readonly Meal[];
  readonly groups: readonly Group[];
  /** By day, the share of a day's food that its meals with dishes give. Exact: as a double, `0.28 * 25` would be above 7. */
  readonly shareByDay: readonly Ratio[];
  /** The number of days for which there is a dish, at least 1. Means are of these days: others, such as days off, do not count. */
  readonly servedDayCount: number;
}

/** Finds the cohorts of the problem's groups. */
export function findCohorts({ content, shares }: PlanProblem, slots: readonly Slot[]): Cohort[] {
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
    const shareByDay = servedMealsByDay.map((servedMeals) => sumShares(servedMeals).per(wholeDayShare));
    const servedDayCount = Math.max(1, servedMealsByDay.filter(({ length }) => length > 0).length);
    return { meals: cohortMeals, groups, shareByDay, servedDayCount };
  });
}
