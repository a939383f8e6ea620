import type { Objective } from './objective.ts';

/** The best plan that a search has found so far. */
export interface Incumbent {
  /** By slot, its candidate. */
  readonly plan: Int32Array;
  /** The value of the objective. */
  readonly cost: number;
  /** Whether it breaks a rule, see `Objective.hasBrokenRule`. */
  readonly breaksRule: boolean;
}

/** Returns the incumbent, or the present plan if that is better. */
export function updateIncumbent(incumbent: Incumbent | undefined, objective: Objective): Incumbent {
  const cost = objective.total();
  if (incumbent && incumbent.cost <= cost) return incumbent;
  return { plan: objective.copyPlan(), cost, breaksRule: objective.hasBrokenRule() };
}
