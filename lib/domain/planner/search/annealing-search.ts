import type { Random } from '../../values/random.ts';
import type { Model } from '../model.ts';
import { repetitionRule } from '../rules/repetition.ts';
import { runRound } from './cooling.ts';
import { LocalSearch } from './local-search.ts';
import type { MoveKind } from './moves.ts';
import { Neighbourhood } from './neighbourhood.ts';
import { Objective } from './objective.ts';
import {
  INITIAL_RANGE_FACTOR,
  MAX_BOUND_FRACTION_OF_DISH,
  PHASES,
  type Phase,
  STEPS_PER_ROUND,
  TIGHT_BOUND_PENALTY,
  WORK_FRACTIONS,
} from './parameters.ts';
import type { Relaxation } from './relaxation.ts';
import type { WorkCounter } from './work.ts';

interface SearchSettings {
  /** The number of moves that its annealing draws. */
  readonly moveCount: number;
  /** See `MOVE_KIND_BY_DRAW`. */
  readonly moveKindByDraw: readonly MoveKind[];
  readonly maxWork: number;
  /** Counts the work of the whole plan. */
  readonly work: WorkCounter;
}

/** The best plan that a search has found so far. */
interface Incumbent {
  /** By slot, its candidate. */
  readonly plan: Int32Array;
  readonly objectiveValue: number;
  /** See `Objective.hasBrokenRule`. */
  readonly breaksRule: boolean;
}

/** One search: greedy construction, then annealing in two phases with a descent after each round, then pairs of moves if a rule is still broken. */
export class AnnealingSearch {
  readonly #settings: SearchSettings;
  readonly #slotCount: number;
  /** The spent work at which the rounds end. */
  readonly #roundsEnd: number;
  /** The spent work at which the whole search ends. */
  readonly #searchEnd: number;
  readonly #objective: Objective;
  readonly #neighbourhood: Neighbourhood;
  readonly #localSearch: LocalSearch;
  /** The initial penalty for missing all of the tightest bound of the week. */
  readonly #penaltyOfTightestBound: number;
  /** The sum of the fractions of the rounds to come, see `Phase.fraction`. Those of all phases add up to 1. */
  #remainingFraction = 1;
  #incumbent: Incumbent | undefined;

  constructor(model: Model, relaxation: Relaxation, random: Random, settings: SearchSettings) {
    const { work, maxWork } = settings;
    const { rangeFractions, rankedOptionsBySlot } = relaxation;
    this.#settings = settings;
    this.#slotCount = model.slots.length;
    this.#searchEnd = work.spent + maxWork;
    this.#roundsEnd = work.spent + maxWork * WORK_FRACTIONS.rounds;
    // At most the whole weight.
    const initialRangeFractions = rangeFractions.map((fraction) => Math.min(1, fraction * INITIAL_RANGE_FACTOR));
    this.#penaltyOfTightestBound = penaltyOfTightestBound(model, initialRangeFractions);
    this.#objective = new Objective(model, work, initialRangeFractions);
    this.#neighbourhood = new Neighbourhood(model, this.#objective, rankedOptionsBySlot, random);
    this.#localSearch = new LocalSearch(this.#neighbourhood);
  }

  run(): Incumbent {
    this.#localSearch.construct((this.#settings.maxWork * WORK_FRACTIONS.construction) / this.#slotCount);
    for (const phase of PHASES) {
      for (let round = 0; round < phase.roundCount; round += 1) this.#runRound(phase);
    }
    return this.#polish();
  }

  #runRound({ roundCount, fraction, initialTemperature, decay, isRestart }: Phase): void {
    const { work, maxWork } = this.#settings;
    if (isRestart) {
      // From now on most proposals are what the plans of earlier rounds had.
      if (this.#incumbent) this.#neighbourhood.restore(this.#incumbent.plan);
      this.#neighbourhood.proposals.startProposingRecorded();
    }
    const temperatureFactor = isRestart ? 1 : Math.max(1, this.#penaltyOfTightestBound / TIGHT_BOUND_PENALTY - 1);
    // The round gets its part of the work that is left.
    const roundWork = ((this.#roundsEnd - work.spent) * fraction) / roundCount / this.#remainingFraction;
    this.#remainingFraction -= fraction / roundCount;
    const moveCount = (this.#settings.moveCount * fraction) / roundCount;
    const initialRepeatsPenalty = MAX_BOUND_FRACTION_OF_DISH * this.#penaltyOfTightestBound;
    runRound(this.#neighbourhood, {
      initialTemperature: (initialTemperature * temperatureFactor) / this.#slotCount,
      decay,
      movesPerStep: Math.ceil(moveCount / STEPS_PER_ROUND),
      moveKindByDraw: this.#settings.moveKindByDraw,
      initialRepeatsFraction: initialRepeatsPenalty / repetitionRule.weights.serving,
      workLimit: work.spent + roundWork,
    });
    work.limit = Math.min(this.#roundsEnd, work.spent + maxWork * WORK_FRACTIONS.descent);
    this.#localSearch.descend();
    this.#incumbent = betterOf(this.#incumbent, this.#objective);
  }

  /** Improves the incumbent by pairs of moves if it breaks a rule. Otherwise pairs gain only 0.03 %, too little for their time. */
  #polish(): Incumbent {
    if (this.#incumbent) this.#neighbourhood.restore(this.#incumbent.plan);
    if (this.#incumbent && !this.#incumbent.breaksRule) return this.#incumbent;
    this.#settings.work.limit = this.#searchEnd;
    this.#localSearch.descendByPairs(this.#settings.moveCount);
    return betterOf(this.#incumbent, this.#objective);
  }
}

/** Returns the incumbent, or the present plan if that is better. */
function betterOf(incumbent: Incumbent | undefined, objective: Objective): Incumbent {
  const objectiveValue = objective.total();
  if (incumbent && incumbent.objectiveValue <= objectiveValue) return incumbent;
  return { plan: objective.copyPlan(), objectiveValue, breaksRule: objective.hasBrokenRule() };
}

/**
 * The greatest initial penalty for missing all of a bound of the week; 0 if there is none. Judged bounds do not count: most of them
 * stand at the end of a tolerance, and repeat a bound that counts. Strict maxima and shares of the energy are left out with them.
 */
function penaltyOfTightestBound({ intakes, measures }: Model, initialRangeFractions: Float64Array): number {
  return Math.max(
    0,
    ...intakes.flatMap(({ dayIndex, softBounds }, intakeIndex) =>
      softBounds.map(({ measure, slope, bound, isJudged }) => {
        const fraction = initialRangeFractions[intakeIndex * measures.length + measures.indexOf(measure)] ?? 1;
        return dayIndex === undefined && !isJudged ? fraction * slope * bound : 0;
      }),
    ),
  );
}
