import type { Effort } from '../problem.ts';
import { tuned } from './tuned.ts';

/**
 * Every number of the search that was found by trial. What a rule weighs is in the rule's own file (`rules/`).
 *
 * "Bench" means measured by `npm run bench -- --only planner`: 300 dishes, 5 × 3 meals, five price lists, 20 seeds, costs as
 * per cent above the linear bound. "Demo" means measured with the week of the second demo school and factor 1: its standard
 * is tight.
 */

/** The budget of a plan: how many searches there are, and how many moves and how much work each may take. */
export interface SearchBudget {
  /** Independent searches, each from another random seed. The best of their incumbents is the plan. */
  readonly searches: number;
  /** Moves of a search for each option of each slot. */
  readonly movesPerOption: number;
  /** The most sums that the moves of a search may look at, for each slot. */
  readonly sumsPerSlot: number;
  /** The most work that one search may take, and the whole plan; see `WorkBudget`. */
  readonly workPerSearch: number;
  readonly work: number;
}

/** Bench: 1,000 moves an option end at 2.4 %. Beyond that a second search gains more than a longer one. */
const SEARCH = {
  movesPerOption: tuned(1000, [1, 100_000]),
  sumsPerSlot: tuned(930_000, [1000, 1e8]),
  /** A plan takes at most 4 s of a core; without this bound 315 slots of 10 groups took 259 s. */
  workPerSearch: tuned(400e6, [1e6, 1e10]),
};

/**
 * A thorough plan is the best of several searches. The first is the quick one, so that a thorough plan never ends worse.
 * Bench: six searches end at 1.9 % where one ends at 2.4 %; one search of six times the moves ends no lower.
 */
export const SEARCH_BUDGETS: Readonly<Record<Effort, SearchBudget>> = {
  quick: { searches: 1, ...SEARCH, work: SEARCH.workPerSearch },
  thorough: { searches: tuned(6, [2, 50]), ...SEARCH, work: tuned(1100e6, [SEARCH.workPerSearch, 1e10]) },
};

/** Substitutes for a diet fill few slots: they get a tenth of a plan's budget. */
export const SUBSTITUTES: SearchBudget = {
  searches: 1,
  movesPerOption: SEARCH.movesPerOption / 10,
  sumsPerSlot: SEARCH.sumsPerSlot,
  workPerSearch: SEARCH.workPerSearch / 10,
  work: SEARCH.workPerSearch / 10,
};

/** The work of all weeks of a cycle together: a call has to answer within 15 s. */
export const WORK_OF_CYCLE = tuned(2400e6, [1e7, 1e10]);

/** With less than this part of its work another search is not begun: it would hardly find the best plan. */
export const MIN_PART_OF_A_SEARCH = tuned(1 / 2, [0, 1]);

/** Some rounds of annealing that share a part of a search's moves. */
export interface Phase {
  readonly rounds: number;
  /** The part of the moves, and of the work of all rounds, that the rounds of the phase share. */
  readonly share: number;
  /** The temperature at which a round begins, in parts of what an average menu costs. */
  readonly temperature: number;
  /** How often the temperature falls to 1/e of what it was, in a round. */
  readonly decay: number;
  /** Whether each round restarts from the incumbent and mostly proposes what earlier rounds have served. */
  readonly isRestart: boolean;
}

/**
 * First exploration, then intensification around the incumbent. A few expensive dishes decide most of a plan, and one long
 * round finds the right ones in half of the cases only. Bench: 4 or 8 rounds of the first phase and 2 or 4 of the second gain
 * nothing; with 0.6 of the moves for the first, one plan in 70 misses a rule by far; 0.012 is a better temperature than 0.006.
 */
export const PHASES: readonly Phase[] = [
  {
    rounds: tuned(6, [1, 50]),
    share: 0.3,
    temperature: tuned(0.012, [1e-4, 1]),
    decay: tuned(3.5, [1, 20]),
    isRestart: false,
  },
  {
    rounds: tuned(3, [1, 50]),
    share: 0.7,
    temperature: tuned(0.003, [1e-4, 1]),
    decay: tuned(3, [1, 20]),
    isRestart: true,
  },
];

/** The steps of a round: temperature and penalties are constant within a step. */
export const STEPS = tuned(500, [10, 10_000]);

/**
 * A bound is tight if hardly any plan is within it: if the initial penalty for missing it is above this part of an average
 * menu. Exploration begins hotter where a bound is tight: by the excess over this part, in multiples of it. Demo: plans cost
 * 5 % less in the mean of eight seeds; five times the moves did not find that.
 */
export const TIGHT = tuned(1 / 3, [0.01, 10]);

/** The penalties that grow during a round, see `PENALTY_GROWTH`. */
export type Growth = 'repeats' | 'ranges' | 'variety';

/**
 * Some penalties begin below their weight, so that one dish can make room for another, and grow to it in the second half of a
 * round. `initial` is the part of the weight at first, for ranges in parts of what `RANGE_OVER_MULTIPLIER` gives them;
 * `factor` is the growth in a step. Bench: with full weights from the beginning plans cost 5 to 10 % more; half or twice the
 * initial variety changes nothing.
 */
export const PENALTY_GROWTH: Readonly<Record<Growth, { readonly initial: number; readonly factor: number }>> = {
  repeats: { initial: tuned(0.00003, [0, 1]), factor: tuned(1.035, [1, 2]) },
  ranges: { initial: 1, factor: tuned(1.02, [1, 2]) },
  variety: { initial: tuned(0.4, [0, 1]), factor: tuned(1.015, [1, 2]) },
};

/** The penalty of a range begins at so many times its multiplier. Bench: with less a plan breaks the range, and mends it when it is too cold to do that well. */
export const RANGE_OVER_MULTIPLIER = tuned(2, [1, 100]);

/** One dish brings at most this part of a bound beyond its tolerance. A repeat initially costs what a dish gains by that. */
export const BOUND_OF_A_DISH = tuned(0.36, [0, 1]);

/** How a search divides its work. What the rounds leave is for pairs of moves. */
export const WORK_SHARES = {
  construction: tuned(0.1, [0, 1]),
  rounds: tuned(0.9, [0, 1]),
  /** Each descent after a round, at most: later rounds share what it leaves. */
  descent: tuned(0.1, [0, 1]),
  /** A step may take so many times its even share of what is left to the round: moves take longer while it is hot. */
  step: tuned(1.5, [1, 10]),
};

/** Kinds of moves and of proposals are drawn by their shares, which are sixteenths. */
export const TOTAL_SHARES = 16;

/** The shares of the kinds of moves. Bench: more or fewer swaps gain nothing. */
export const MOVE_SHARES = {
  swap: tuned(4, [0, TOTAL_SHARES]),
  replace: tuned(9, [1, TOTAL_SHARES]),
  clear: tuned(3, [0, TOTAL_SHARES]),
};

/** The shares of the proposals in restarts that are courses which earlier rounds have served. */
export const REMEMBERED_SHARES = tuned(12, [0, TOTAL_SHARES]);

/** The local search after a round. */
export const DESCENT = {
  sweeps: tuned(30, [1, 1000]),
  /** The first of a pair of moves costs at most this part of an average menu. Demo: a day without its calcium became whole. */
  loss: tuned(0.005, [0, 1]),
};

/** The subgradient method that finds the multipliers of the ranges, see `multipliers.ts`. By trial on the bench. */
export const SUBGRADIENT = {
  iterations: tuned(150, [1, 10_000]),
  step: tuned(0.1, [1e-4, 1]),
  /** After so many iterations the step is half as long. */
  half: tuned(10, [1, 1000]),
  /** The method samples options that have so many amounts, of all kinds of slots together. */
  sample: tuned(250_000, [1000, 1e8]),
  /** The least part of its penalty that a bound is taken to be worth: the method is not exact. */
  least: tuned(0.005, [0, 1]),
  /** What a day's bound is worth in parts of its penalty is so many times what the week's is. */
  day: tuned(2.5, [0, 100]),
};

/** The options of a slot that are proposed, the most promising ones: more than a week has slots. */
export const MAX_OPTIONS = tuned(1000, [315, 100_000]);

/** What parts of the search take, in units of work; see `WorkBudget`. */
export const WORK_OF = {
  /** Drawing a move, and evaluating it without the sums of ranges and kinds. */
  move: tuned(60, [1, 1000]),
  delta: tuned(60, [1, 1000]),
  /** A whole iteration without one sum for each measure: the number of moves follows from it. */
  iteration: tuned(70, [1, 1000]),
  /** A sum that is out of range: its penalty has to be found. */
  penalty: tuned(4, [1, 100]),
  /** For each measure: a food of a course to be read, and an option to be ranked. */
  food: tuned(5, [1, 100]),
  option: tuned(8, [1, 100]),
  /** The multipliers, at most. */
  multipliers: tuned(30e6, [0, 1e9]),
  /** The analysis of the finished plan: for each group and day, each food and measure. */
  analysis: tuned(500, [1, 1e6]),
};
