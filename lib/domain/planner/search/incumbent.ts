import type { Objective } from './objective.ts';

/** The best plan that a search has found so far. */
export interface Incumbent {
  /** By slot, its course. */
  readonly plan: Int32Array;
  /** Its objective. */
  readonly cost: number;
}

/** The better one of the incumbent and the present plan. */
export function better(incumbent: Incumbent | undefined, objective: Objective): Incumbent {
  const cost = objective.total();
  return incumbent && incumbent.cost <= cost ? incumbent : { plan: objective.plan(), cost };
}
