import { acceptedIncrease } from './acceptance.ts';
import { MOVE_OF_DRAW } from './moves/moves.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { DRAWS, type Growth, PENALTY_GROWTH, STEPS, WORK_OF, WORK_SHARES } from './parameters.ts';
import type { WorkBudget } from './work.ts';

/** How a round cools. */
export interface CoolingSchedule {
  /** The temperature at first: an increase of so much is accepted about every third time. */
  readonly temperature: number;
  /** How often the temperature falls to 1/e, in all. */
  readonly decay: number;
  readonly movesPerStep: number;
  /** A repeat counts at first for this part of its weight, if that is more than usual. */
  readonly repeatsAtFirst: number;
  /** How much work may have been spent when it is cool. */
  readonly workLimit: number;
}

type Parts = Record<Growth, number>;

/** One round of annealing: temperatures fall step by step, penalties grow to their weight in the second half. */
export function coolDown(neighbourhood: Neighbourhood, schedule: CoolingSchedule): void {
  const { objective } = neighbourhood;
  const { repeats, ranges, variety } = PENALTY_GROWTH;
  const parts: Parts = {
    repeats: Math.min(1, Math.max(repeats.first, schedule.repeatsAtFirst)),
    ranges: ranges.first,
    variety: variety.first,
  };
  let { temperature } = schedule;
  for (let step = 0; step < STEPS; step += 1) {
    objective.scale(parts);
    objective.work.limit = workLimitOf(step, schedule.workLimit, objective.work);
    for (let move = 0; move < schedule.movesPerStep && !objective.work.isExhausted(); move += 1) {
      iterate(neighbourhood, temperature);
    }
    temperature *= 1 - schedule.decay / STEPS;
    if (step <= STEPS / 2) continue;
    neighbourhood.record();
    grow(parts);
  }
  objective.scale({ repeats: 1, ranges: Number.MAX_VALUE, variety: 1 });
}

/** How much work may have been spent at the end of a step. */
function workLimitOf(step: number, workLimit: number, { spent }: WorkBudget): number {
  return Math.min(workLimit, spent + (WORK_SHARES.step * (workLimit - spent)) / (STEPS - step));
}

/** One iteration: draws a move, and makes it if it is accepted at this temperature. */
function iterate(neighbourhood: Neighbourhood, temperature: number): void {
  const { free, random, objective } = neighbourhood;
  if (free.length === 0) return;
  objective.work.spent += WORK_OF.move;
  const slot = free[random.below(free.length)] ?? 0;
  const kind = MOVE_OF_DRAW[random.below(DRAWS)];
  kind?.attempt(neighbourhood, slot, acceptedIncrease(random.fraction(), temperature));
}

/** Ranges stop growing by themselves, each at its weight. */
function grow(parts: Parts): void {
  const { repeats, ranges, variety } = PENALTY_GROWTH;
  parts.repeats = Math.min(1, parts.repeats * repeats.factor);
  parts.ranges *= ranges.factor;
  parts.variety = Math.min(1, parts.variety * variety.factor);
}
