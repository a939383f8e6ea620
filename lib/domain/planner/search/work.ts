import type { Model } from '../model.ts';
import { WORK_UNITS } from './parameters.ts';

/**
 * Counts the work of the search up to a limit. Work is counted, not timed, so a search ends at the same point on any machine. The unit is the
 * evaluation of one sum: 2.5 ns in a tight loop, but 4 to 6 ns in a plan on the machine of the bench.
 */
export class WorkCounter {
  spent = 0;
  /** The present part of the search ends when `spent` reaches this. Each part sets it when it begins. */
  limit = Number.POSITIVE_INFINITY;
  /** Whether any part ended early, for lack of work. */
  isCutShort = false;

  /** Returns whether the work is spent and the present part must end. If so, notes that in `isCutShort`. */
  endIfSpent(): boolean {
    if (this.spent < this.limit) return false;
    this.isCutShort = true;
    return true;
  }
}

/** Estimates the work before and after the search: reading foods, `relaxRanges`, ranking options, and analysing the menu. */
export function estimateWorkOutsideSearch(model: Model): number {
  const { candidates, measures, optionsBySlot, mealIndexBySlot, cohorts, dayCount } = model;
  const groupCount = cohorts.reduce((sum, { groups }) => sum + groups.length, 0);
  // Kinds stand for foods: a candidate's foods of one kind are counted as one.
  const kindOccurrences = candidates.flatMap(({ gramsByKind }) => [...gramsByKind.keys()]);
  const kindCount = new Set(kindOccurrences).size;
  const readingWork = WORK_UNITS.kind * kindOccurrences.length * measures.length;
  // Slots with the same options share the list. It is ranked once for each meal.
  const slotsByOptions = Map.groupBy(optionsBySlot.keys(), (slot) => optionsBySlot[slot]);
  const rankedOptionCount = [...slotsByOptions].reduce((sum, [options, slots]) => {
    return sum + (options?.length ?? 0) * new Set(slots.map((slot) => mealIndexBySlot[slot])).size;
  }, 0);
  const rankingWork = WORK_UNITS.option * rankedOptionCount * measures.length;
  // Each day is analysed, and the mean of all.
  const analysisWork = WORK_UNITS.analysis * groupCount * (dayCount + 1) * (kindCount + measures.length);
  return readingWork + rankingWork + WORK_UNITS.multipliers + analysisWork;
}
