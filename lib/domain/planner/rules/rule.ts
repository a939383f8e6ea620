import type { PlannedMenu, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PenaltySchedule } from '../search/parameters.ts';
import type { Penalty, Term } from '../search/penalty.ts';
import type { WorkCounter } from '../search/work.ts';
import type { Limit } from './limits.ts';

/**
 * One rule of a plan: what it costs to break it, how a move changes that cost, and what `unmet` says of it. Each rule has a
 * file: first the rule itself, then its penalty for the search, then its texts, and last what judges the finished menu.
 */
export interface Rule {
  /**
   * By name, what it costs to break each part of the rule. Only the rule's own code and the search's tuning know the names. The
   * unit is the cost of a menu of average dishes: a weight of 0.01 is one per cent of that cost. A hard rule costs so much more
   * than all others that it is broken only where it cannot be kept.
   */
  readonly weights: Readonly<Record<string, unknown>>;
  /** Makes the penalty of the rule. A rule that only counts servings lists `Limit`s instead. */
  readonly createPenalty?: (model: Model, context: PenaltyContext) => Penalty;
  readonly listLimits?: (model: Model) => readonly Limit[];
  /** Makes the term for what dishes cost whether or not a rule is broken. */
  readonly createCostTerm?: (model: Model) => Term;
  /** How the weight of the penalty grows during a round of annealing; absent: it is constant, and that of limits grows as variety's. */
  readonly schedule?: PenaltySchedule;
  /** Whether the delta of the penalty takes long, so that it is evaluated last. */
  readonly isSlow?: boolean;
  /**
   * Returns what the menu does not meet, as lists: one for each group of eaters, one for each span, or only one. Where rules
   * share a row of `RULES`, the answer takes their lists alternately: the first of each rule, then the second of each.
   */
  readonly listUnmet?: (menu: PlannedMenu) => readonly (readonly Unmet[])[];
}

/** What a penalty needs beyond the model. */
export interface PenaltyContext {
  /** Counts the work that the penalty takes. */
  readonly work: WorkCounter;
  /**
   * Only the ranges rule reads this. By range, the fraction of its weight with which it begins a round of annealing. A range is
   * one measure of one intake, at `intake * measures.length + measure`. Absent: all ranges begin with their whole weight.
   */
  readonly initialRangeFractions?: Float64Array | undefined;
}
