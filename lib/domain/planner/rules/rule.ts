import type { PlannedMenu, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { PenaltySchedule } from '../search/parameters.ts';
import type { Penalty, Term } from '../search/penalty.ts';
import type { WorkCounter } from '../search/work.ts';
import type { TagLimit } from './limits.ts';

/**
 * One rule of a plan: the penalty for breaking it, how a move changes that, and the entries of `unmet`. A rule's file has first the
 * rule itself, then its penalty for the search, then its texts, and last the functions that judge the finished menu.
 */
export interface Rule {
  /**
   * The penalties for breaking each part of the rule, in the unit of the objective: 0.01 is 1 % of the cost of a menu of average dishes.
   * The penalty of a hard rule is so great that the rule is broken only where it cannot be kept. Limits bring their own weights.
   */
  readonly weights?: Readonly<Record<string, unknown>>;
  readonly createPenalty?: (model: Model, context: PenaltyContext) => Penalty;
  /** A rule that only counts tags in spans lists limits instead of a penalty. */
  readonly listLimits?: (model: Model) => readonly TagLimit[];
  /** Makes a term of the cost that dishes have whether or not a rule is broken. */
  readonly createCostTerm?: (model: Model) => Term;
  /** How the penalty's weight grows in a round of annealing, see `PENALTY_SCHEDULES`. Absent: the weight is constant. */
  readonly schedule?: PenaltySchedule | undefined;
  /** Whether the delta takes long to find: it comes last. If not, `Objective` asks for `savingBound` at slot 0 only, and never for `swapDelta`. */
  readonly isSlow?: boolean;
  /** Lists the entries of `unmet`: a list for each group, for each span, or only one. Rules in one row of `RULES` take turns with theirs. */
  readonly listUnmet?: (menu: PlannedMenu) => readonly (readonly Unmet[])[];
}

/** Everything that a penalty needs besides the model. */
export interface PenaltyContext {
  /** Counts the work that the penalty takes. */
  readonly work: WorkCounter;
  /** At `intake * measures.length + measure`, the fraction of a range's weight that counts at first; absent: all of it. For the ranges rule. */
  readonly initialRangeFractions?: Float64Array | undefined;
}
