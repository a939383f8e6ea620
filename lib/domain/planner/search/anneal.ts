import { Random } from '../../values/random.ts';
import type { Model } from '../model.ts';
import { AnnealingSearch } from './annealing-search.ts';
import type { Incumbent } from './incumbent.ts';
import { findMultipliers } from './multipliers.ts';
import { MIN_PART_OF_A_SEARCH, type SearchBudget, WORK_OF } from './parameters.ts';
import { WorkBudget, workAroundSearch } from './work.ts';

/** The best plan that was found. */
export interface SearchResult {
  /** By slot, its course. */
  readonly plan: Int32Array;
  /** How much work the plan took. */
  readonly spent: number;
  /** Whether the budget ended the search before it had made all its moves. */
  readonly isCutShort: boolean;
}

/** Searches for the plan that costs least, by simulated annealing. The same seed finds the same plan on any machine. */
export function anneal(model: Model, seed: number, budget: SearchBudget): SearchResult {
  const multipliers = findMultipliers(model);
  const work = new WorkBudget();
  work.spent = workAroundSearch(model);
  const moves = countMoves(model, budget);
  let best: Incumbent | undefined;
  for (let index = 0; index < budget.searches; index += 1) {
    // The first search pays for reading and analysing the problem, whatever the effort is: so it is the same for any effort.
    const ownWork = Math.min(budget.workPerSearch - (index === 0 ? work.spent : 0), budget.work - work.spent);
    const isTooLittle = index > 0 && ownWork < budget.workPerSearch * MIN_PART_OF_A_SEARCH;
    work.isCutShort ||= isTooLittle;
    if (isTooLittle) break;
    const random = index === 0 ? new Random(seed) : new Random(seed, index);
    const found = new AnnealingSearch(model, multipliers, random, { moves, ownWork, work }).run();
    if (!best || found.cost < best.cost) best = found;
  }
  const { spent, isCutShort } = work;
  return { plan: best?.plan ?? model.lockedAt, spent, isCutShort };
}

/** How many moves one search draws: fewer where each takes longer. */
export function countMoves(
  { slots, optionsOf, measures }: Model,
  { movesPerOption, sumsPerSlot }: SearchBudget,
): number {
  const most = (sumsPerSlot * slots.length) / (WORK_OF.iteration + measures.length);
  return Math.min(most, movesPerOption * optionsOf.reduce((sum, { length }) => sum + length, 0));
}
