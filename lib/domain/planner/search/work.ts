import { meals } from '../../meal.ts';
import type { Model } from '../model.ts';
import { WORK_OF } from './parameters.ts';

/**
 * The budget of work. Work is counted, not timed, so that a search ends at the same point on any machine. The unit is one
 * sum that is looked at: about 2.5 ns.
 */
export class WorkBudget {
  spent = 0;
  /** How much may have been spent when the present part of the search ends. */
  limit = Number.POSITIVE_INFINITY;
  /** Whether any part ended early, for lack of work. */
  isCutShort = false;

  /** Whether the present part must end now. */
  isExhausted(): boolean {
    if (this.spent < this.limit) return false;
    this.isCutShort = true;
    return true;
  }
}

/** An estimate of the work before and after the search: reading the problem, ranking options, analysing the menu. */
export function workAroundSearch({ courses, measures, optionsOf, mealOf, eaters, days }: Model): number {
  const groups = eaters.reduce((sum, one) => sum + one.groups.length, 0);
  const foods = new Set(courses.flatMap(({ kinds }) => [...kinds.keys()])).size;
  const foodsRead = courses.reduce((sum, { kinds }) => sum + kinds.size, 0);
  const mealsOfList = new Map<Int32Array, Set<number>>();
  for (const [slot, options] of optionsOf.entries()) {
    mealsOfList.set(options, (mealsOfList.get(options) ?? new Set()).add((mealOf[slot] ?? 0) % meals.length));
  }
  const optionsRanked = [...mealsOfList].reduce((sum, [{ length }, inDay]) => sum + length * inDay.size, 0);
  const analysis = WORK_OF.analysis * groups * (days + 1) * (foods + measures.length);
  const perMeasure = WORK_OF.food * foodsRead + WORK_OF.option * optionsRanked;
  return measures.length * perMeasure + WORK_OF.multipliers + analysis;
}
