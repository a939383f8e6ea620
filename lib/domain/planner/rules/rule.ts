import type { Planned, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { Growth } from '../search/parameters.ts';
import type { Penalty, Term } from '../search/penalty.ts';
import type { WorkBudget } from '../search/work.ts';
import type { Limit } from './limits.ts';

/** One rule of a plan: what it weighs, what a move changes of it, and what `unmet` says when it is broken. */
export interface Rule {
  /**
   * What it costs to break it. The unit is what a menu of average dishes costs: 0.01 is worth one per cent of the money. What
   * is hard costs so much more than all else that it is broken only where it cannot be kept.
   */
  readonly weights: Readonly<Record<string, unknown>>;
  /** What its penalty keeps of a plan; `limits` is enough for what may come only so often. */
  readonly penalty?: (model: Model, context: PenaltyContext) => Penalty;
  readonly limits?: (model: Model) => readonly Limit[];
  /** Something that each dish costs, whether a rule is broken or not. */
  readonly cost?: (model: Model) => Term;
  /** How the penalty grows during a round of the search; absent: it has its weight from the beginning. */
  readonly growth?: Growth;
  /** Whether a delta of the penalty takes long, so that it is looked at last. */
  readonly isSlow?: boolean;
  /** What is not met, in batches: rules of one row of the list take turns with them. */
  readonly unmet?: (planned: Planned) => readonly (readonly Unmet[])[];
}

/** What a penalty needs beyond the model. */
export interface PenaltyContext {
  /** Where it counts the work that it takes. */
  readonly work: WorkBudget;
  /** By span and measure, the part of its weight with which a range begins; absent: all of it. */
  readonly rangeParts?: Float64Array | undefined;
}
