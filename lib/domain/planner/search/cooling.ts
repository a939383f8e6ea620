import { maxAcceptedIncrease } from './acceptance.ts';
import type { MoveKind } from './moves.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import {
  PENALTY_SCHEDULES,
  type PenaltySchedule,
  STEPS_PER_ROUND,
  TOTAL_SHARES,
  WORK_COSTS,
  WORK_FRACTIONS,
} from './parameters.ts';
import type { WorkCounter } from './work.ts';

/** What is set for a round of annealing. */
export interface RoundSettings {
  /** A move that costs as much as the temperature is accepted about every third time, at first. */
  readonly initialTemperature: number;
  /** How many times the temperature falls to 1/e in the whole round. */
  readonly decay: number;
  readonly movesPerStep: number;
  readonly moveKindByDraw: readonly MoveKind[];
  /** A repetition initially counts for this fraction of its weight, if that is more than its schedule says. */
  readonly initialRepeatsFraction: number;
  /** The round ends when the spent work reaches this. */
  readonly workLimit: number;
}

/** By schedule, the fraction of the weight that counts. For ranges it passes 1, up to their own weight: see `Penalty.scale`. */
type WeightFractions = Record<PenaltySchedule, number>;

/** Runs a round of annealing. The temperature falls in steps. In the second half the penalties grow to their weight. */
export function coolDown(neighbourhood: Neighbourhood, settings: RoundSettings): void {
  const { objective } = neighbourhood;
  const { repeats, ranges } = PENALTY_SCHEDULES;
  const fractions: WeightFractions = {
    repeats: Math.min(1, Math.max(repeats.initial, settings.initialRepeatsFraction)),
    ranges: ranges.initial,
  };
  let temperature = settings.initialTemperature;
  for (let step = 0; step < STEPS_PER_ROUND; step += 1) {
    objective.scale(fractions);
    objective.work.limit = findStepWorkLimit(step, settings.workLimit, objective.work);
    for (let moveIndex = 0; moveIndex < settings.movesPerStep && !objective.work.mustEnd(); moveIndex += 1) {
      tryRandomMove(neighbourhood, settings.moveKindByDraw, temperature);
    }
    temperature *= 1 - settings.decay / STEPS_PER_ROUND;
    if (step <= STEPS_PER_ROUND / 2) continue;
    neighbourhood.recordPlan();
    growFractions(fractions);
  }
  // Each range has its whole weight now, however small the fraction was that it began with.
  objective.scale({ repeats: 1, ranges: Number.MAX_VALUE });
}

function findStepWorkLimit(step: number, roundLimit: number, { spent }: WorkCounter): number {
  return Math.min(roundLimit, spent + (WORK_FRACTIONS.step * (roundLimit - spent)) / (STEPS_PER_ROUND - step));
}

/** One iteration: draws a slot and a kind of move, and makes the move if it is accepted at the temperature. */
function tryRandomMove(neighbourhood: Neighbourhood, moveKindByDraw: readonly MoveKind[], temperature: number): void {
  const { freeSlots, random, objective } = neighbourhood;
  if (freeSlots.length === 0) return;
  objective.work.spent += WORK_COSTS.move;
  const slot = freeSlots[random.below(freeSlots.length)] ?? 0;
  const tryMove = moveKindByDraw[random.below(TOTAL_SHARES)];
  tryMove?.(neighbourhood, slot, maxAcceptedIncrease(random.fraction(), temperature));
}

/** Lets the penalties grow for a step. */
function growFractions(fractions: WeightFractions): void {
  const { repeats, ranges } = PENALTY_SCHEDULES;
  fractions.repeats = Math.min(1, fractions.repeats * repeats.factor);
  fractions.ranges *= ranges.factor;
}
