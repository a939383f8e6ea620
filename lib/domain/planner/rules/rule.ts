import type { PlannedMenu, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PenaltySchedule } from '../search/parameters.ts';
import type { Penalty, Term } from '../search/penalty.ts';
import type { WorkBudget } from '../search/work.ts';
import type { Limit } from './limits.ts';

/**
 * One rule of a plan: what it costs to break it, how a move changes that cost, and what `unmet` says of it. Each rule has a
 * file: first the rule itself, then its penalty for the search, then its texts, and last what judges the finished menu.
 */
export interface Rule {
  /**
   * What it costs to break the rule once. The unit is the cost of a menu of average dishes: a weight of 0.01 is one per
   * cent of that cost. A hard rule costs so much more than all others that it is broken only where it cannot be kept.
   */
  readonly weights: Readonly<Record<string, unknown>>;
  /** Makes the penalty of the rule. A rule that only counts servings lists `Limit`s instead. */
  readonly createPenalty?: (model: Model, context: PenaltyContext) => Penalty;
  readonly listLimits?: (model: Model) => readonly Limit[];
  /** Makes the term for what dishes cost whether or not a rule is broken. */
  readonly createCostTerm?: (model: Model) => Term;
  /** How the weight of the penalty grows during a round of the search; absent: it is constant. */
  readonly schedule?: PenaltySchedule;
  /** Whether the delta of the penalty takes long, so that it is evaluated last. */
  readonly isSlow?: boolean;
  /**
   * Returns what the menu does not meet: a list for each group of eaters, or for each span, or one list. For the rules of
   * one row of `RULES`, `unmet.ts` reports the first list of each, then the second, and so on.
   */
  readonly listUnmet?: (menu: PlannedMenu) => readonly (readonly Unmet[])[];
}

/** What a penalty needs beyond the model. */
export interface PenaltyContext {
  /** Counts the work that the penalty takes. */
  readonly work: WorkBudget;
  /**
   * Only for the ranges rule: the fraction of its weight that a range counts for when a round of annealing begins. The index
   * is `intake * measures.length + measure`. Absent: every range counts for its whole weight from the beginning.
   */
  readonly initialRangeFractions?: Float64Array | undefined;
}
