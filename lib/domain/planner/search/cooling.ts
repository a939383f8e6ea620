import { maxAcceptedIncrease } from './acceptance.ts';
import type { MoveKind } from './moves.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import {
  PENALTY_SCHEDULES,
  type PenaltySchedule,
  SIXTEENTHS,
  STEPS_PER_ROUND,
  WORK_FRACTIONS,
  WORK_UNITS,
} from './parameters.ts';

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

/** By schedule, what `Penalty.scale` gets: the fraction of the weight; for ranges a multiple of the initial fraction, capped at the whole weight. */
type PenaltyScales = Record<PenaltySchedule, number>;
/** A multiple that brings each range to its whole weight, however small its initial fraction is. */
const WHOLE_WEIGHT_OF_RANGES = Number.MAX_VALUE;

/** Runs a round of annealing in steps of falling temperature. From its middle on the penalties grow, and each plan is recorded. */
export function runRound(neighbourhood: Neighbourhood, settings: RoundSettings): void {
  const { objective } = neighbourhood;
  const { repeats, ranges } = PENALTY_SCHEDULES;
  const scales: PenaltyScales = {
    repeats: Math.min(1, Math.max(repeats.initial, settings.initialRepeatsFraction)),
    ranges: ranges.initial,
  };
  let temperature = settings.initialTemperature;
  for (let step = 0; step < STEPS_PER_ROUND; step += 1) {
    objective.scale(scales);
    const { spent } = objective.work;
    const maxStepWork = (WORK_FRACTIONS.stepWork * (settings.workLimit - spent)) / (STEPS_PER_ROUND - step);
    objective.work.limit = Math.min(settings.workLimit, spent + maxStepWork);
    for (let moveIndex = 0; moveIndex < settings.movesPerStep && !objective.work.endIfSpent(); moveIndex += 1) {
      tryRandomMove(neighbourhood, settings.moveKindByDraw, temperature);
    }
    temperature *= 1 - settings.decay / STEPS_PER_ROUND;
    if (step <= STEPS_PER_ROUND / 2) continue;
    neighbourhood.recordPlan();
    scales.repeats = Math.min(1, scales.repeats * repeats.growthPerStep);
    scales.ranges *= ranges.growthPerStep;
  }
  // The steps alone do not bring all penalties to their weight.
  objective.scale({ repeats: 1, ranges: WHOLE_WEIGHT_OF_RANGES });
}

/** One iteration: draws a slot and a kind of move, and makes the move if it is accepted at the temperature. */
function tryRandomMove(neighbourhood: Neighbourhood, moveKindByDraw: readonly MoveKind[], temperature: number): void {
  const { freeSlots, random, objective } = neighbourhood;
  if (freeSlots.length === 0) return;
  objective.work.spent += WORK_UNITS.move;
  const slot = freeSlots[random.below(freeSlots.length)] ?? 0;
  const tryMove = moveKindByDraw[random.below(SIXTEENTHS)];
  tryMove?.(neighbourhood, slot, maxAcceptedIncrease(random.fraction(), temperature));
}
