import { maxAcceptedIncrease } from './acceptance.ts';
import type { Move } from './moves.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import {
  PENALTY_SCHEDULES,
  type PenaltySchedule,
  STEPS_PER_ROUND,
  TOTAL_SHARES,
  WORK_COSTS,
  WORK_SHARES,
} from './parameters.ts';
import type { WorkCounter } from './work.ts';

/** The cooling of a round of annealing. */
export interface CoolingSchedule {
  /** At this temperature a move that costs so much is accepted about every third time. */
  readonly initialTemperature: number;
  /** How many times the temperature falls to 1/e in the whole round. */
  readonly decay: number;
  readonly movesPerStep: number;
  readonly movesByDraw: readonly Move[];
  /** A repetition initially counts for this fraction of its weight, if that is more than its schedule says. */
  readonly initialRepeatsFraction: number;
  /** The round ends when the spent work reaches this. */
  readonly workLimit: number;
}

/** By schedule, the fraction of their weight that penalties count for. */
type WeightFractions = Record<PenaltySchedule, number>;

/** Runs a round of annealing. The temperature falls in steps. In the second half the penalties grow to their weight. */
export function coolDown(neighbourhood: Neighbourhood, schedule: CoolingSchedule): void {
  const { objective } = neighbourhood;
  const { repeats, ranges, variety } = PENALTY_SCHEDULES;
  const fractions: WeightFractions = {
    repeats: Math.min(1, Math.max(repeats.initial, schedule.initialRepeatsFraction)),
    ranges: ranges.initial,
    variety: variety.initial,
  };
  let temperature = schedule.initialTemperature;
  for (let step = 0; step < STEPS_PER_ROUND; step += 1) {
    objective.scale(fractions);
    objective.work.limit = findStepWorkLimit(step, schedule.workLimit, objective.work);
    for (let move = 0; move < schedule.movesPerStep && !objective.work.mustEnd(); move += 1) {
      tryRandomMove(neighbourhood, schedule.movesByDraw, temperature);
    }
    temperature *= 1 - schedule.decay / STEPS_PER_ROUND;
    if (step <= STEPS_PER_ROUND / 2) continue;
    neighbourhood.recordPlan();
    growFractions(fractions);
  }
  objective.scale({ repeats: 1, ranges: Number.MAX_VALUE, variety: 1 });
}

function findStepWorkLimit(step: number, roundLimit: number, { spent }: WorkCounter): number {
  return Math.min(roundLimit, spent + (WORK_SHARES.step * (roundLimit - spent)) / (STEPS_PER_ROUND - step));
}

/** One iteration: draws a slot and a kind of move, and makes the move if it is accepted at the temperature. */
function tryRandomMove(neighbourhood: Neighbourhood, movesByDraw: readonly Move[], temperature: number): void {
  const { freeSlots, random, objective } = neighbourhood;
  if (freeSlots.length === 0) return;
  objective.work.spent += WORK_COSTS.move;
  const slot = freeSlots[random.below(freeSlots.length)] ?? 0;
  const move = movesByDraw[random.below(TOTAL_SHARES)];
  move?.(neighbourhood, slot, maxAcceptedIncrease(random.fraction(), temperature));
}

/** Lets the penalties grow for a step. The fraction of ranges has no limit here: each range stops at its own weight. */
function growFractions(fractions: WeightFractions): void {
  const { repeats, ranges, variety } = PENALTY_SCHEDULES;
  fractions.repeats = Math.min(1, fractions.repeats * repeats.factor);
  fractions.ranges *= ranges.factor;
  fractions.variety = Math.min(1, fractions.variety * variety.factor);
}
