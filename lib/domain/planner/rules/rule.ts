import type { Planned, Unmet } from '../answer.ts';
import type { Model } from '../model.ts';
import type { Growth } from '../search/parameters.ts';
import type { Penalty, Term } from '../search/penalty.ts';
import type { WorkBudget } from '../search/work.ts';
import type { Limit } from './limits.ts';

/** One rule of a plan: what it costs to break it, how a move changes that, and what `unmet` says of it. */
export interface Rule {
  /**
   * What it costs to break the rule. The unit is what a menu of average dishes costs: 0.01 is worth one per cent of the money.
   * A hard rule costs so much more than all others that it is broken only where it cannot be kept.
   *
   * "Weeks" means measured with 30 weeks of `npm run bench -- --only weeks` and a weight of a third and of three times this.
   */
  readonly weights: Readonly<Record<string, unknown>>;
  /** Makes its penalty. Where something may only come so often, `limits` is enough. */
  readonly penalty?: (model: Model, context: PenaltyContext) => Penalty;
  readonly limits?: (model: Model) => readonly Limit[];
  /** What dishes cost, whether a rule is broken or not. */
  readonly cost?: (model: Model) => Term;
  /** How the penalty grows during a round of the search; absent: it has its full weight from the beginning. */
  readonly growth?: Growth;
  /** Whether the delta of the penalty takes long, so that it is evaluated last. */
  readonly isSlow?: boolean;
  /** What is not met, in batches: the batches of rules that are reported together take turns. */
  readonly unmet?: (planned: Planned) => readonly (readonly Unmet[])[];
}

/** What a penalty needs beyond the model. */
export interface PenaltyContext {
  /** Where it counts the work that it takes. */
  readonly work: WorkBudget;
  /** By span and measure, the part of its weight that a range has at first; absent: all of it. */
  readonly initialParts?: Float64Array | undefined;
}
