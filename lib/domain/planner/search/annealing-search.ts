import type { Random } from '../../values/random.ts';
import type { Model } from '../model.ts';
import { repeats } from '../rules/repeats.ts';
import { coolDown } from './cooling.ts';
import { better, type Incumbent } from './incumbent.ts';
import { LocalSearch } from './local-search.ts';
import type { Multipliers } from './multipliers.ts';
import { Neighbourhood } from './neighbourhood.ts';
import { Objective } from './objective.ts';
import { BOUND_OF_A_DISH, PHASES, type Phase, RANGE_OVER_MULTIPLIER, STEPS, TIGHT, WORK_SHARES } from './parameters.ts';
import type { WorkBudget } from './work.ts';

/** What one search may take. */
interface Allowance {
  /** Iterations of the annealing. */
  readonly moves: number;
  /** How much more work, and where it is counted. */
  readonly most: number;
  readonly work: WorkBudget;
}

/** One search: a greedy plan, rounds of annealing of two phases, each with a descent after it, and pairs of moves at the end. */
export class AnnealingSearch {
  readonly #allowance: Allowance;
  readonly #work: WorkBudget;
  readonly #slots: number;
  /** How much work may have been spent when all rounds end, and at the end of the search. */
  readonly #roundsLimit: number;
  readonly #limit: number;
  readonly #objective: Objective;
  readonly #neighbourhood: Neighbourhood;
  readonly #localSearch: LocalSearch;
  /** The greatest penalty at first for missing a bound by the whole of it. */
  readonly #greatest: number;
  /** The part of the iterations that rounds have not had yet. */
  #left = 1;
  #incumbent: Incumbent | undefined;

  constructor(model: Model, { options, parts }: Multipliers, random: Random, allowance: Allowance) {
    this.#allowance = allowance;
    this.#work = allowance.work;
    this.#slots = model.slots.length;
    this.#limit = this.#work.spent + allowance.most;
    this.#roundsLimit = this.#work.spent + allowance.most * WORK_SHARES.rounds;
    const atFirst = parts.map((part) => Math.min(1, part * RANGE_OVER_MULTIPLIER));
    this.#greatest = greatestPenalty(model, atFirst);
    this.#objective = new Objective(model, this.#work, atFirst);
    this.#neighbourhood = new Neighbourhood(model, this.#objective, options, random);
    this.#localSearch = new LocalSearch(this.#neighbourhood);
  }

  run(): Incumbent {
    this.#localSearch.construct((this.#allowance.most * WORK_SHARES.construction) / this.#slots);
    for (const phase of PHASES) for (let round = 0; round < phase.rounds; round += 1) this.#runRound(phase);
    return this.#polish();
  }

  #runRound({ rounds, share, temperature, decay, isRestart }: Phase): void {
    if (isRestart) this.#restart();
    const hotter = isRestart ? 1 : Math.max(1, this.#greatest / TIGHT - 1);
    const mine = ((this.#roundsLimit - this.#work.spent) * share) / rounds / this.#left;
    this.#left -= share / rounds;
    coolDown(this.#neighbourhood, {
      temperature: temperature * hotter,
      decay,
      movesPerStep: Math.ceil((this.#allowance.moves * share) / rounds / STEPS),
      repeatsAtFirst: (BOUND_OF_A_DISH * this.#greatest) / repeats.weights.serving,
      workLimit: this.#work.spent + mine,
    });
    this.#work.limit = Math.min(this.#roundsLimit, this.#work.spent + this.#allowance.most * WORK_SHARES.descent);
    this.#localSearch.descend();
    this.#incumbent = better(this.#incumbent, this.#objective);
  }

  /** Goes back to the incumbent, and from now on mostly proposes what earlier rounds have served. */
  #restart(): void {
    if (this.#incumbent) this.#neighbourhood.restore(this.#incumbent.plan);
    this.#neighbourhood.proposals.remember();
  }

  /** The incumbent, improved by pairs of moves if it breaks a rule: otherwise they gain 0.03 % for the time that they take. */
  #polish(): Incumbent {
    if (this.#incumbent) this.#neighbourhood.restore(this.#incumbent.plan);
    if (this.#incumbent && !this.#objective.isBroken()) return this.#incumbent;
    this.#work.limit = this.#limit;
    this.#localSearch.descendByPairs(this.#allowance.moves);
    return better(this.#incumbent, this.#objective);
  }
}

/** What it costs at first to miss the week's tightest bound by the whole of it, within the tolerance. */
function greatestPenalty({ spans, measures }: Model, atFirst: Float64Array): number {
  return Math.max(
    0,
    ...spans.flatMap(({ day, sides }, span) =>
      sides.map(({ measure, slope, bound, isJudged }) => {
        const part = atFirst[span * measures.length + measures.indexOf(measure)] ?? 1;
        return day === undefined && !isJudged ? part * slope * bound : 0;
      }),
    ),
  );
}
