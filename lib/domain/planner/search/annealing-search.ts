import type { Random } from '../../values/random.ts';
import type { Model } from '../model.ts';
import { repeats } from '../rules/repeats.ts';
import { coolDown } from './cooling.ts';
import { type Incumbent, updateIncumbent } from './incumbent.ts';
import { LocalSearch } from './local-search.ts';
import type { Multipliers } from './multipliers.ts';
import { Neighbourhood } from './neighbourhood.ts';
import { Objective } from './objective.ts';
import { BOUND_OF_A_DISH, PHASES, type Phase, RANGE_OVER_MULTIPLIER, STEPS, TIGHT, WORK_SHARES } from './parameters.ts';
import type { WorkBudget } from './work.ts';

/** What one search may spend. */
interface AnnealingBudget {
  /** Moves that its annealing draws. */
  readonly moves: number;
  /** The units of work that this search may spend. */
  readonly ownWork: number;
  /** Counts the work of the whole plan. */
  readonly work: WorkBudget;
}

/** One search: greedy construction, then rounds of annealing in two phases, each round with a descent, then pairs of moves. */
export class AnnealingSearch {
  readonly #moves: number;
  readonly #ownWork: number;
  readonly #work: WorkBudget;
  readonly #slotCount: number;
  /** How much work may have been spent when the last round ends, and when the search ends. */
  readonly #roundsLimit: number;
  readonly #limit: number;
  readonly #objective: Objective;
  readonly #neighbourhood: Neighbourhood;
  readonly #localSearch: LocalSearch;
  /** The initial penalty for missing the whole of the week's tightest bound. */
  readonly #tightest: number;
  /** The sum of the shares of the rounds to come. */
  #shareLeft = 1;
  #incumbent: Incumbent | undefined;

  constructor(model: Model, multipliers: Multipliers, random: Random, { moves, ownWork, work }: AnnealingBudget) {
    this.#moves = moves;
    this.#ownWork = ownWork;
    this.#work = work;
    this.#slotCount = model.slots.length;
    this.#limit = work.spent + ownWork;
    this.#roundsLimit = work.spent + ownWork * WORK_SHARES.rounds;
    const initialParts = multipliers.rangeMultipliers.map((one) => Math.min(1, one * RANGE_OVER_MULTIPLIER));
    this.#tightest = tightestPenalty(model, initialParts);
    this.#objective = new Objective(model, work, initialParts);
    this.#neighbourhood = new Neighbourhood(model, this.#objective, multipliers.rankedOptions, random);
    this.#localSearch = new LocalSearch(this.#neighbourhood);
  }

  /** Searches once, and returns the best plan that it finds. */
  run(): Incumbent {
    this.#localSearch.construct((this.#ownWork * WORK_SHARES.construction) / this.#slotCount);
    for (const phase of PHASES) for (let round = 0; round < phase.rounds; round += 1) this.#runRound(phase);
    return this.#polish();
  }

  #runRound({ rounds, share, temperature, decay, isRestart }: Phase): void {
    if (isRestart) this.#restart();
    const temperatureFactor = isRestart ? 1 : Math.max(1, this.#tightest / TIGHT - 1);
    const roundWork = ((this.#roundsLimit - this.#work.spent) * share) / rounds / this.#shareLeft;
    this.#shareLeft -= share / rounds;
    coolDown(this.#neighbourhood, {
      temperature: temperature * temperatureFactor,
      decay,
      movesPerStep: Math.ceil((this.#moves * share) / rounds / STEPS),
      initialRepeats: (BOUND_OF_A_DISH * this.#tightest) / repeats.weights.serving,
      workLimit: this.#work.spent + roundWork,
    });
    this.#work.limit = Math.min(this.#roundsLimit, this.#work.spent + this.#ownWork * WORK_SHARES.descent);
    this.#localSearch.descend();
    this.#incumbent = updateIncumbent(this.#incumbent, this.#objective);
  }

  /** Goes back to the incumbent. From then on most proposals are what earlier rounds have served. */
  #restart(): void {
    if (this.#incumbent) this.#neighbourhood.restore(this.#incumbent.plan);
    this.#neighbourhood.proposals.remember();
  }

  /** Improves the incumbent by pairs of moves if it breaks a rule. Otherwise pairs gain too little for their time: 0.03 %. */
  #polish(): Incumbent {
    if (this.#incumbent) this.#neighbourhood.restore(this.#incumbent.plan);
    if (this.#incumbent && !this.#objective.isBroken()) return this.#incumbent;
    this.#work.limit = this.#limit;
    this.#localSearch.descendByPairs(this.#moves);
    return updateIncumbent(this.#incumbent, this.#objective);
  }
}

/** See `#tightest`. Only the sides within the tolerance count. */
function tightestPenalty({ spans, measures }: Model, initialParts: Float64Array): number {
  return Math.max(
    0,
    ...spans.flatMap(({ day, sides }, span) =>
      sides.map(({ measure, slope, bound, isJudged }) => {
        const part = initialParts[span * measures.length + measures.indexOf(measure)] ?? 1;
        return day === undefined && !isJudged ? part * slope * bound : 0;
      }),
    ),
  );
}
