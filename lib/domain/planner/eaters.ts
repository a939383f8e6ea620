import type { Group } from '../analysis/content.ts';
import { type Meal, meals } from '../meal.ts';
import { sumOf } from '../values/ratio.ts';
import type { PlanProblem } from './problem.ts';
import type { Slot } from './slots.ts';

/** Groups that take the same meals: what they eat differs by their factors alone, so that one sum does for all. */
export interface Eaters {
  readonly meals: readonly Meal[];
  readonly groups: readonly Group[];
  /** By day, the part of a whole day that its meals are; 0 where nothing can be served. */
  readonly shares: readonly number[];
}

/** Who eats, by the meals that they take. */
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
export function takersOf(eaters: readonly Eaters[]): number[][] {
  return meals.map((meal) => eaters.flatMap((one, index) => (one.meals.includes(meal) ? [index] : [])));
}

function isServed({ day, meal, fits, locked }: Slot, onDay: number, atMeal: Meal): boolean {
  return day === onDay && meal === atMeal && (fits.length > 0 || locked !== undefined);
}
