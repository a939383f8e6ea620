import { Random } from '../../values/random.ts';
import type { Model } from '../model.ts';
import { AnnealingSearch } from './annealing-search.ts';
import type { Incumbent } from './incumbent.ts';
import { COPYING_MOVES_BY_DRAW, MOVES_BY_DRAW, type Move, REGROUPING_MOVES_BY_DRAW } from './moves.ts';
import { findMultipliers } from './multipliers.ts';
import { MIN_SEARCH_FRACTION, WORK_COSTS, type WorkLimits } from './parameters.ts';
import { estimateWorkOutsideSearch, WorkCounter } from './work.ts';

/** The best plan that was found. */
export interface SearchResult {
  /** By slot, its candidate. */
  readonly plan: Int32Array;
  /** The work of all searches, and of the steps before and after them. */
  readonly spentWork: number;
  /** Whether the limits of work ended the search before it had made all its moves. */
  readonly isCutShort: boolean;
}

/** Searches for the plan that costs least, by simulated annealing. The same seed finds the same plan on any machine. */
export function anneal(model: Model, seed: number, limits: WorkLimits): SearchResult {
  const multipliers = findMultipliers(model);
  const work = new WorkCounter();
  work.spent = estimateWorkOutsideSearch(model);
  const moveCount = countMoves(model, limits);
  let best: Incumbent | undefined;
  let mayRegroup = false;
  for (let index = 0; index < countSearches(limits, best); index += 1) {
    // Only the first search pays for the work outside of the search. So the first search is the same for any effort.
    const maxWork = Math.min(limits.workPerSearch - (index === 0 ? work.spent : 0), limits.totalWork - work.spent);
    const hasTooLittleWork = index > 0 && maxWork < limits.workPerSearch * MIN_SEARCH_FRACTION;
    // A repair is an extra search, so a missing one cuts nothing short.
    work.isCutShort ||= hasTooLittleWork && index < limits.searchCount;
    if (hasTooLittleWork) break;
    // The first search draws as in releases that had no other, so that a seed keeps its plan.
    const random = index === 0 ? new Random(seed) : new Random(seed, index);
    const settings = { moveCount, movesByDraw: chooseMoves(model, index, mayRegroup), maxWork, work };
    const incumbent: Incumbent = new AnnealingSearch(model, multipliers, random, settings).run();
    if (!best || incumbent.cost < best.cost) best = incumbent;
    mayRegroup ||= best.breaksRule;
  }
  return { plan: best?.plan ?? model.lockedCandidateBySlot, spentWork: work.spent, isCutShort: work.isCutShort };
}

/**
 * Chooses the kinds of moves of the search with that index. If every dish may come each day, moves also copy meals. Otherwise every
 * other search may regroup: some problems need it, some do better without.
 */
function chooseMoves({ candidates }: Model, index: number, mayRegroup: boolean): readonly Move[] {
  if (candidates.every(({ minDaysApart }) => minDaysApart <= 1)) return COPYING_MOVES_BY_DRAW;
  return mayRegroup && index % 2 === 1 ? REGROUPING_MOVES_BY_DRAW : MOVES_BY_DRAW;
}

/** Counts the searches to make. Repairs end as soon as the best plan breaks no rule. */
function countSearches({ searchCount, repairCount }: WorkLimits, best: Incumbent | undefined): number {
  return best?.breaksRule ? searchCount + repairCount : searchCount;
}

/** Finds the number of moves that one search draws: the longer a move takes, the fewer. */
export function countMoves({ slots, optionsBySlot, measures }: Model, limits: WorkLimits): number {
  const maxMoves = (limits.moveWorkPerSlot * slots.length) / (WORK_COSTS.iteration + measures.length);
  return Math.min(maxMoves, limits.movesPerOption * optionsBySlot.reduce((sum, { length }) => sum + length, 0));
}
