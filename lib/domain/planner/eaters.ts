import type { Group } from '../analysis/content.ts';
import { type Meal, meals } from '../meal.ts';
import { sumOf } from '../values/ratio.ts';
import type { PlanProblem } from './problem.ts';
import type { Slot } from './slots.ts';

/** Groups that take the same meals. What they eat differs only by their factors, so that they share their sums. */
export interface Eaters {
  readonly meals: readonly Meal[];
  readonly groups: readonly Group[];
  /** By day, which part of a whole day the served meals are; 0 where nothing can be served. */
  readonly shares: readonly number[];
}

/** The groups of the problem, together where they take the same meals. */
export function findEaters({ content, shares }: PlanProblem, slots: readonly Slot[]): Eaters[] {
  const sets = Map.groupBy(content.groups, (group) => meals.filter((meal) => group.meals.includes(meal)).join());
  const partOf = (some: readonly Meal[]) => sumOf(some.map((meal) => shares[meal]));
  const whole = partOf(meals);
  return [...sets.values()].map((groups) => {
    const mine = meals.filter((meal) => groups[0]?.meals.includes(meal));
    const perDay = Array.from({ length: content.days }, (_, index) => {
      const served = mine.filter((meal) => slots.some((slot) => isServed(slot, index + 1, meal)));
      return partOf(served).per(whole).toNumber();
    });
    return { meals: mine, groups, shares: perDay };
  });
}

/** By meal of the day, the numbers of the eaters who take it. */
export function eatersByMeal(eaters: readonly Eaters[]): number[][] {
  return meals.map((meal) => eaters.flatMap((one, index) => (one.meals.includes(meal) ? [index] : [])));
}

function isServed({ day, meal, fitting, locked }: Slot, onDay: number, atMeal: Meal): boolean {
  return day === onDay && meal === atMeal && (fitting.length > 0 || locked !== undefined);
}
