import { meals } from '../../meal.ts';
import type { Model } from '../model.ts';
import { WORK_OF } from './parameters.ts';

/**
 * The budget of work, counted instead of timed, so that a search ends at the same point on any machine. A unit is a sum
 * that is looked at: about 2.5 ns.
 */
export class WorkBudget {
  spent = 0;
  /** How much may have been spent when the present part of a search ends. */
  limit = Number.POSITIVE_INFINITY;
  /** Whether anything ended for want of work. */
  isCutShort = false;

  /** Whether the present part has to end: whoever asks ends it then. */
  isExhausted(): boolean {
    if (this.spent < this.limit) return false;
    this.isCutShort = true;
    return true;
  }
}

/** About the work of a plan before and after its search: reading the problem, ranking options, analysing the menu. */
export function workAroundSearch({ courses, measures, optionsOf, mealOf, eaters, days }: Model): number {
  const groups = eaters.reduce((sum, one) => sum + one.groups.length, 0);
  const foods = new Set(courses.flatMap(({ kinds }) => [...kinds.keys()])).size;
  const read = courses.reduce((sum, { kinds }) => sum + kinds.size, 0);
  const lists = new Map<Int32Array, Set<number>>();
  for (const [slot, options] of optionsOf.entries()) {
    lists.set(options, (lists.get(options) ?? new Set()).add((mealOf[slot] ?? 0) % meals.length));
  }
  const ranked = [...lists].reduce((sum, [{ length }, inDay]) => sum + length * inDay.size, 0);
  const analysed = WORK_OF.analysis * groups * (days + 1) * (foods + measures.length);
  return measures.length * (WORK_OF.food * read + WORK_OF.option * ranked) + WORK_OF.multipliers + analysed;
}
