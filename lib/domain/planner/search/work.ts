import type { Model } from '../model.ts';
import { WORK_COSTS } from './parameters.ts';

/**
 * The budget of work. Work is counted, not timed, so that a search ends at the same point on any machine. The unit is the
 * evaluation of one sum: about 2.5 ns.
 */
export class WorkBudget {
  spent = 0;
  /** The present part of the search ends when `spent` reaches this. */
  limit = Number.POSITIVE_INFINITY;
  /** Whether any part ended early, for lack of work. */
  isCutShort = false;

  /** Whether the present part must end now. If so, it is noted as cut short. */
  mustEnd(): boolean {
    if (this.spent < this.limit) return false;
    this.isCutShort = true;
    return true;
  }
}

/**
 * Estimates the work before and after the search: reading the problem, ranking options, finding the multipliers,
 * analysing the menu.
 */
export function estimateWorkOutsideSearch({
  candidates,
  measures,
  optionsBySlot,
  mealBySlot,
  cohorts,
  dayCount,
}: Model): number {
  const groupCount = cohorts.reduce((sum, { groups }) => sum + groups.length, 0);
  const kindCount = new Set(candidates.flatMap(({ gramsByKind }) => [...gramsByKind.keys()])).size;
  const foodReadingCount = candidates.reduce((sum, { gramsByKind }) => sum + gramsByKind.size, 0);
  // Slots with the same options share the list, which is ranked once for each meal.
  const mealsByOptions = new Map<Int32Array, Set<number>>();
  for (const [slot, options] of optionsBySlot.entries()) {
    mealsByOptions.set(options, (mealsByOptions.get(options) ?? new Set()).add(mealBySlot[slot] ?? 0));
  }
  const rankingCount = [...mealsByOptions].reduce((sum, [{ length }, meals]) => sum + length * meals.size, 0);
  // Each day is analysed, and the mean of all.
  const analysisWork = WORK_COSTS.analysis * groupCount * (dayCount + 1) * (kindCount + measures.length);
  const workPerMeasure = WORK_COSTS.food * foodReadingCount + WORK_COSTS.option * rankingCount;
  return measures.length * workPerMeasure + WORK_COSTS.multipliers + analysisWork;
}
