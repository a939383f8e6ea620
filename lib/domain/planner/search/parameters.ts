import type { Effort } from '../problem.ts';

/**
 * Every number of the search that was found by trial. What a rule weighs is in its own file (`rules/`).
 *
 * "Bench" is `npm run bench -- --only planner`: 300 dishes, 5 × 3 meals, five price lists, 20 seeds, as per cent above the
 * linear bound. "Demo" is the second demo school's week with factor 1, whose standard is tight.
 */

/** The value, which must lie in the range in which the search still makes sense. */
function tuned(value: number, [least, most]: readonly [least: number, most: number]): number {
  if (value < least || value > most) throw new RangeError(`A parameter is ${value}, outside of ${least} to ${most}`);
  return value;
}

/** The budget of a plan: how many searches there are, and how many iterations and how much work each may take. */
export interface SearchBudget {
  /** Independent searches, each from another random seed; the best incumbent is the plan. */
  readonly searches: number;
  /** Iterations of a search for each option of each slot. */
  readonly movesPerOption: number;
  /** The most sums that the iterations of a search may look at, for each slot. */
  readonly sumsPerSlot: number;
  /** The most work that one search may take, and the whole plan; see `WorkBudget`. */
  readonly workPerSearch: number;
  readonly work: number;
}

/** Bench: 1,000 moves an option end at 2.4 %; beyond that another search gains more than a longer one. */
const SEARCH = {
  movesPerOption: tuned(1000, [1, 100_000]),
  sumsPerSlot: tuned(930_000, [1000, 1e8]),
  /** 315 slots of 10 groups took 259 s before; with this a plan is to take 4 s of a core at most. */
  workPerSearch: tuned(400e6, [1e6, 1e10]),
};

/**
 * A thorough plan is the best of several searches of which the first is the quick one, so that it never ends worse.
 * Bench: six searches end at 1.9 % where one ends at 2.4 %; one search of six times the moves ends no lower.
 */
export const EFFORTS: Readonly<Record<Effort, SearchBudget>> = {
  quick: { searches: 1, ...SEARCH, work: SEARCH.workPerSearch },
  thorough: { searches: tuned(6, [2, 50]), ...SEARCH, work: tuned(1100e6, [SEARCH.workPerSearch, 1e10]) },
};

/** Substitutes for a diet fill few slots, so that they get a tenth of a plan's budget. */
export const SUBSTITUTES: SearchBudget = {
  searches: 1,
  movesPerOption: SEARCH.movesPerOption / 10,
  sumsPerSlot: SEARCH.sumsPerSlot,
  workPerSearch: SEARCH.workPerSearch / 10,
  work: SEARCH.workPerSearch / 10,
};

/** All weeks of a cycle together: a call has to answer within 15 s. */
export const WORK_OF_CYCLE = tuned(2400e6, [1e7, 1e10]);

/** Less than this part of a search's budget is not worth another search: it would hardly find the best plan. */
export const LEAST_PART_OF_A_SEARCH = tuned(1 / 2, [0, 1]);

/** Some rounds of annealing that share a part of a search's iterations. */
export interface Phase {
  readonly rounds: number;
  /** The part of the iterations that they share. */
  readonly share: number;
  /** The temperature at which a round begins, as a part of what an average menu costs. */
  readonly temperature: number;
  /** How often the temperature falls to 1/e of what it was, in a round. */
  readonly decay: number;
  /** Whether its rounds begin at the incumbent and mostly propose what earlier rounds have served. */
  readonly isRestart: boolean;
}

/**
 * First exploration: a few expensive dishes decide most of a plan, and one long round finds the right ones in half of the
 * cases. Then intensification around the incumbent. Bench: 4 or 8 rounds of the first and 2 or 4 of the second gain nothing; with
 * 0.6 of the moves for the first, one plan in 70 misses a rule by far; a temperature of 0.012 is better than 0.006.
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

/** The steps of a round: temperature and penalties are constant within one. */
export const STEPS = tuned(500, [10, 10_000]);

/**
 * Exploration begins hotter where a bound is tight: by as much as its penalty at first exceeds this part of an average menu,
 * which is to say, where hardly any plan keeps it. Demo: 5 % cheaper in the mean of eight seeds; five times the moves did
 * not find that.
 */
export const TIGHT = tuned(1 / 3, [0.01, 10]);

/** What grows during a round, see `PENALTY_GROWTH`. */
export type Growth = 'repeats' | 'ranges' | 'variety';

/**
 * Penalties that begin below their weight, so that one dish can make room for another, and grow to it in the second half of
 * a round: the part at first, and the growth in a step; of ranges in parts of what they begin with. Bench: with full
 * weights from the beginning plans cost 5 to 10 % more; half or twice the variety at first changes nothing.
 */
export const PENALTY_GROWTH: Readonly<Record<Growth, { readonly first: number; readonly factor: number }>> = {
  repeats: { first: tuned(0.00003, [0, 1]), factor: tuned(1.035, [1, 2]) },
  ranges: { first: 1, factor: tuned(1.02, [1, 2]) },
  variety: { first: tuned(0.4, [0, 1]), factor: tuned(1.015, [1, 2]) },
};

/** A range begins at so many times its multiplier. Bench: with less a plan breaks it, and mends it too cold to do so well. */
export const RANGE_OVER_MULTIPLIER = tuned(2, [1, 100]);

/** One dish brings at most this part of a bound beyond its tolerance: a repeat costs at first as much as that gains. */
export const BOUND_OF_A_DISH = tuned(0.36, [0, 1]);

/** How a search divides its work, in parts of it; what is left after the rounds is for pairs of moves. */
export const WORK_SHARES = {
  construction: tuned(0.1, [0, 1]),
  rounds: tuned(0.9, [0, 1]),
  /** Each descent after a round, as the rounds that follow share what is left. */
  descent: tuned(0.1, [0, 1]),
  /** A step, in parts of its share of what is left to its round: moves take longer while it is hot. */
  step: tuned(1.5, [1, 10]),
};

/** Kinds of moves and of proposals are drawn in sixteenths. */
export const DRAWS = 16;

/** So many sixteenths of the moves are of this kind. Bench: more or fewer swaps gain nothing. */
export const MOVE_SHARES = { swap: tuned(4, [0, DRAWS]), replace: tuned(9, [1, DRAWS]), clear: tuned(3, [0, DRAWS]) };

/** In restarts so many sixteenths of the proposals are what earlier rounds have served. */
export const REMEMBERED = tuned(12, [0, DRAWS]);
/** The local search after a round. */
export const DESCENT = {
  sweeps: tuned(30, [1, 1000]),
  /** A pair begins with a move that costs no more than this part of an average menu. Demo: a day without its calcium became whole. */
  loss: tuned(0.005, [0, 1]),
};

/** The subgradient method that finds the multipliers of the ranges, see `multipliers.ts`. */
export const SUBGRADIENT = {
  iterations: tuned(150, [1, 10_000]),
  step: tuned(0.1, [1e-4, 1]),
  /** After so many iterations the step is half as long. */
  half: tuned(10, [1, 1000]),
  /** It looks at options that have so many amounts, of all kinds of slots together. */
  sample: tuned(250_000, [1000, 1e8]),
  /** The least part of its weight that a bound is taken to be worth: the method is not exact. */
  least: tuned(0.005, [0, 1]),
  /** A day's bound is worth so many times the week's, in parts of their weights; by trial on the bench. */
  day: tuned(2.5, [0, 100]),
};

/** The options of a slot that are proposed: the most likely ones, and more than a week has slots. */
export const MOST_OPTIONS = tuned(1000, [315, 100_000]);

/** What parts of the search take, in units of work: one sum that is looked at, about 2.5 ns. */
export const WORK_OF = {
  /** To draw a move, and to evaluate one without the sums of ranges and kinds. */
  move: tuned(60, [1, 1000]),
  delta: tuned(60, [1, 1000]),
  /** An iteration without one sum for each measure: by this the number of iterations is found. */
  iteration: tuned(70, [1, 1000]),
  /** A sum that is out of range, as its penalty has to be found. */
  penalty: tuned(4, [1, 100]),
  /** For each measure: a food of a course to be read, and an option to be ranked. */
  food: tuned(5, [1, 100]),
  option: tuned(8, [1, 100]),
  /** The multipliers, at most. */
  multipliers: tuned(30e6, [0, 1e9]),
  /** The analysis of the finished plan, for each group and day, of each food and measure. */
  analysis: tuned(500, [1, 1e6]),
};
