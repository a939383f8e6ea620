import { Random } from '../../values/random.ts';
import type { Model } from '../model.ts';
import { AnnealingSearch } from './annealing-search.ts';
import { COMPOUND_MOVE_KIND_BY_DRAW, COPYING_MOVE_KIND_BY_DRAW, MOVE_KIND_BY_DRAW, type MoveKind } from './moves.ts';
import { WORK_UNITS, type WorkLimits } from './parameters.ts';
import { relaxRanges } from './relaxation.ts';
import { estimateWorkOutsideSearch, WorkCounter } from './work.ts';

/** The best plan that was found. */
export interface SearchResult {
  /** By slot, its candidate. */
  readonly plan: Int32Array;
  /** The work of all searches, and of the steps before and after them. */
  readonly spentWork: number;
  /** Whether a limit of work ended the first search before it had made all its moves. Repairs are extra, so they do not count. */
  readonly isCutShort: boolean;
}

/** Searches for the plan with the least objective, by simulated annealing and repairs. The same seed finds the same plan on any machine. */
export function anneal(model: Model, seed: number, limits: WorkLimits): SearchResult {
  const relaxation = relaxRanges(model);
  const work = new WorkCounter();
  work.spent = estimateWorkOutsideSearch(model);
  const moveCount = budgetMoves(model, limits);
  const runSearch = (searchIndex: number) => {
    // The first search draws from the seed alone, so a seed's first plan does not depend on repairs.
    const random = searchIndex === 0 ? new Random(seed) : new Random(seed, searchIndex);
    // Only the first search pays for the work outside of the search.
    const paidWork = searchIndex === 0 ? work.spent : 0;
    const maxWork = Math.min(limits.workPerSearch - paidWork, limits.totalWork - work.spent);
    const settings = { moveCount, moveKindByDraw: chooseMoveKinds(model, searchIndex), maxWork, work };
    return new AnnealingSearch(model, relaxation, random, settings).run();
  };
  let incumbent = runSearch(0);
  // Both are read before the repairs. `workOfFirst` includes the work outside of the search.
  const { spent: workOfFirst, isCutShort } = work;
  for (let searchIndex = 1; searchIndex <= limits.maxRepairs && incumbent.breaksRule; searchIndex += 1) {
    // With less work than the first search had, a repair would hardly find a better plan.
    if (limits.totalWork - work.spent < workOfFirst) break;
    const repaired = runSearch(searchIndex);
    if (repaired.objectiveValue < incumbent.objectiveValue) incumbent = repaired;
  }
  return { plan: incumbent.plan, spentWork: work.spent, isCutShort };
}

/**
 * Chooses the kinds of moves of the search with that index. If every dish may come each day, moves also copy meals. Otherwise the first,
 * third and fifth repair also replace several dishes of a meal at once: some problems need it, some do better without.
 */
function chooseMoveKinds({ candidates }: Model, searchIndex: number): readonly MoveKind[] {
  if (candidates.every(({ minDaysApart }) => minDaysApart <= 1)) return COPYING_MOVE_KIND_BY_DRAW;
  return searchIndex % 2 === 1 ? COMPOUND_MOVE_KIND_BY_DRAW : MOVE_KIND_BY_DRAW;
}

/** The number of moves of one search, which may be a fraction: as many as its options ask for, but no more than its work allows. */
export function budgetMoves({ slots, optionsBySlot, measures }: Model, limits: WorkLimits): number {
  const workForMoves = Math.max(limits.minMoveWork, limits.moveWorkPerSlot * slots.length);
  const maxMoves = workForMoves / (WORK_UNITS.iteration + measures.length);
  return Math.min(maxMoves, limits.movesPerOption * optionsBySlot.reduce((sum, { length }) => sum + length, 0));
}
