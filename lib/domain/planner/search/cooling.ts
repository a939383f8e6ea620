import { acceptedIncrease } from './acceptance.ts';
import { MOVE_OF_DRAW } from './moves.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { type Growth, PENALTY_GROWTH, STEPS, TOTAL_SHARES, WORK_OF, WORK_SHARES } from './parameters.ts';
import type { WorkBudget } from './work.ts';

/** How a round of annealing cools. */
export interface CoolingSchedule {
  /** The initial temperature: a move that costs so much is accepted about every third time. */
  readonly temperature: number;
  /** How often the temperature falls to 1/e of what it was, in the whole round. */
  readonly decay: number;
  readonly movesPerStep: number;
  /** A repeat initially counts for this part of its weight, where that is more than usual. */
  readonly initialRepeats: number;
  /** How much work may have been spent when the round ends. */
  readonly workLimit: number;
}

/** Which part of its weight each growing penalty counts for. */
type PenaltyParts = Record<Growth, number>;

/** One round of annealing. The temperature falls step by step; in the second half the penalties grow to their weight. */
export function coolDown(neighbourhood: Neighbourhood, schedule: CoolingSchedule): void {
  const { objective } = neighbourhood;
  const { repeats, ranges, variety } = PENALTY_GROWTH;
  const parts: PenaltyParts = {
    repeats: Math.min(1, Math.max(repeats.initial, schedule.initialRepeats)),
    ranges: ranges.initial,
    variety: variety.initial,
  };
  let { temperature } = schedule;
  for (let step = 0; step < STEPS; step += 1) {
    objective.scale(parts);
    objective.work.limit = stepWorkLimit(step, schedule.workLimit, objective.work);
    for (let move = 0; move < schedule.movesPerStep && !objective.work.isExhausted(); move += 1) {
      drawMove(neighbourhood, temperature);
    }
    temperature *= 1 - schedule.decay / STEPS;
    if (step <= STEPS / 2) continue;
    neighbourhood.record();
    grow(parts);
  }
  objective.scale({ repeats: 1, ranges: Number.MAX_VALUE, variety: 1 });
}

/** How much work may have been spent when the step ends. */
function stepWorkLimit(step: number, roundLimit: number, { spent }: WorkBudget): number {
  return Math.min(roundLimit, spent + (WORK_SHARES.step * (roundLimit - spent)) / (STEPS - step));
}

/** One iteration: draws a slot and a kind of move, and makes the move if it is accepted at this temperature. */
function drawMove(neighbourhood: Neighbourhood, temperature: number): void {
  const { free, random, objective } = neighbourhood;
  if (free.length === 0) return;
  objective.work.spent += WORK_OF.move;
  const slot = free[random.below(free.length)] ?? 0;
  const move = MOVE_OF_DRAW[random.below(TOTAL_SHARES)];
  move?.(neighbourhood, slot, acceptedIncrease(random.fraction(), temperature));
}

/** Each range stops growing by itself, at its weight. */
function grow(parts: PenaltyParts): void {
  const { repeats, ranges, variety } = PENALTY_GROWTH;
  parts.repeats = Math.min(1, parts.repeats * repeats.factor);
  parts.ranges *= ranges.factor;
  parts.variety = Math.min(1, parts.variety * variety.factor);
}
