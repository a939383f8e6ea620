import { tuned } from './tuned.ts';

/**
 * The numbers on which the search depends. Those that were found by trial are marked, see `tuned.ts`; a plain number follows from
 * another, or turns something off. The weights of a rule are in its own file (`rules/`).
 * Money, temperatures and penalties have the unit of the objective: what a menu of average dishes costs. Work has the unit
 * of `WorkCounter`.
 */

/** The limits of the search for a plan. */
export interface WorkLimits {
  /** The maximum number of repairs: further searches, each with its own random seed, while the best plan breaks a rule. */
  readonly maxRepairs: number;
  /** The number of moves of a search for each option of each slot. */
  readonly movesPerOption: number;
  /** The maximum work of the moves of a search, for each slot. A search of few slots has at least `minMoveWork` in all. */
  readonly moveWorkPerSlot: number;
  readonly minMoveWork: number;
  /** The maximum work of one search, and of all searches together. */
  readonly workPerSearch: number;
  readonly totalWork: number;
}

/**
 * The limits of a plan. Where rules leave few plans, a search often finds none of them. A repair searches again with another seed.
 * Bench: 1,000 moves per option end at 2.4 % above the bound, six times as many no lower. Lunches of 300 dishes, 16 seeds: two repairs
 * leave six plans that break a rule, five repairs leave three and cost 15 % less in the mean.
 */
export const WORK_LIMITS: WorkLimits = {
  maxRepairs: tuned(5, [0, 50]),
  movesPerOption: tuned(1000, [1, 100_000]),
  moveWorkPerSlot: tuned(930_000, [1000, 1e8]),
  /** Lunches of 300 dishes: with a third of this number, plans cost 1 % more. With three times as much, they cost 1 % less, but take 2.7 s. */
  minMoveWork: tuned(100e6, [0, 1e10]),
  /** With these limits a plan takes at most 4 s of a core, see `WorkCounter`. Without this one, 315 slots of 10 groups took 259 s. */
  workPerSearch: tuned(400e6, [1e6, 1e10]),
  totalWork: tuned(600e6, [1e6, 1e10]),
};

/** Substitutes for a diet fill few slots. `moveWorkPerSlot` stays: it counts locked slots, too, so the other limits mostly come first. */
export const SUBSTITUTE_WORK_LIMITS: WorkLimits = {
  ...WORK_LIMITS,
  maxRepairs: 0,
  movesPerOption: WORK_LIMITS.movesPerOption / 10,
  minMoveWork: 0,
  workPerSearch: WORK_LIMITS.workPerSearch / 10,
  totalWork: WORK_LIMITS.workPerSearch / 10,
};

/** The work of all weeks of a cycle together: a call has to answer within 15 s. */
export const CYCLE_WORK = tuned(1600e6, [1e7, 1e10]);

/** Rounds of annealing with the same schedule. */
export interface Phase {
  readonly roundCount: number;
  /** The fraction of a search's moves, and of the work of all its rounds, that the rounds of the phase take together. */
  readonly fraction: number;
  /** The temperature at which a round begins, for one slot. In a menu of more slots a dish is a smaller part of the cost. */
  readonly initialTemperature: number;
  /** How many times the temperature falls to 1/e in a round. */
  readonly decay: number;
  /** Whether each round restarts from the incumbent and mostly proposes what earlier rounds have served. */
  readonly isRestart: boolean;
}

/** The first phase's fraction of the moves, see `PHASES`. */
const FIRST_PHASE_FRACTION = tuned(0.3, [0, 1]);

/**
 * First exploration, then intensification around the incumbent. A few expensive dishes decide most of a plan, and one long
 * round finds the right ones in half of the cases only. Bench: 4 or 8 rounds of the first phase gain nothing, nor do 2 or 4
 * of the second. With 0.6 of the moves for the first phase, one plan in 70 misses a rule by far. Lunches of 300 dishes cost 2 % less
 * with these temperatures than with half of them.
 */
export const PHASES: readonly Phase[] = [
  {
    roundCount: tuned(6, [1, 50]),
    fraction: FIRST_PHASE_FRACTION,
    initialTemperature: tuned(1.25, [0.01, 100]),
    decay: tuned(3.5, [1, 20]),
    isRestart: false,
  },
  {
    roundCount: tuned(3, [1, 50]),
    fraction: 1 - FIRST_PHASE_FRACTION,
    initialTemperature: tuned(0.6, [0.01, 100]),
    decay: tuned(3, [1, 20]),
    isRestart: true,
  },
];

/** The number of steps of a round. Temperature and penalties are constant within a step. */
export const STEPS_PER_ROUND = tuned(500, [10, 10_000]);

/**
 * A bound is tight if the initial penalty p for missing all of it is above this number t: hardly any plan is within it. The rounds
 * of the first phase then begin hotter: at max(1, p / t − 1) times their temperature. Demo: plans cost 5 % less in the mean of eight
 * seeds. Five times the moves did not find them.
 */
export const TIGHT_BOUND_PENALTY = tuned(1 / 3, [0.01, 10]);

/**
 * Some penalties begin below their weight, so that one dish can make room for another. They grow towards it in the second half of a
 * round, and get the rest at the end. `initial` is the fraction of the weight at first. For ranges it is a multiple of the fraction
 * that `INITIAL_RANGE_FACTOR` gives them. Each step multiplies it by `growthPerStep`: repeats end at 0.15, unless a tight bound lets
 * them begin higher. Bench: with full weights from the beginning plans cost 5 to 10 % more. Other penalties have their weight from the
 * beginning: lunches of 300 dishes broke a rule in 5 of 30 searches where it began at a seventh.
 */
export const PENALTY_SCHEDULES = {
  repeats: { initial: tuned(0.00003, [0, 1]), growthPerStep: tuned(1.035, [1, 2]) },
  ranges: { initial: 1, growthPerStep: tuned(1.02, [1, 2]) },
};
export type PenaltySchedule = keyof typeof PENALTY_SCHEDULES;

/**
 * The initial penalty of a range as a multiple of its Lagrange multiplier (`relaxation.ts`). With less a plan breaks the range, and
 * mends it too late: of 40 searches for lunches of 300 dishes 14 broke a rule with a factor of 2 and a `dayFactor` of 2.5, one with 4 and 5.
 */
export const INITIAL_RANGE_FACTOR = tuned(4, [1, 100]);

/** The maximum fraction of a bound that one dish brings. At first a repetition costs as much as missing this fraction of the tightest bound. */
export const MAX_BOUND_FRACTION_OF_DISH = tuned(0.36, [0, 1]);

/** The fractions of the work of a search. What is left is for pairs of moves. */
export const WORK_FRACTIONS = {
  construction: tuned(0.1, [0, 1]),
  /** Up to the end of the last round, the construction included. */
  rounds: tuned(0.9, [0, 1]),
  /** The maximum of each descent after a round. Later rounds share what it leaves. */
  descent: tuned(0.1, [0, 1]),
  /** The maximum of a step, as a multiple of an even part of what is left of the round. Moves take longer while it is hot. */
  stepWork: tuned(1.5, [1, 10]),
};

/** Kinds of moves, and of proposals, are drawn by their shares, in sixteenths. This is the number of all. */
export const SIXTEENTHS = 16;

/** The shares of the kinds of moves. Bench: more or fewer swaps gain nothing. */
export const MOVE_SIXTEENTHS = {
  swap: tuned(4, [0, SIXTEENTHS]),
  replace: tuned(9, [1, SIXTEENTHS]),
  clear: tuned(3, [0, SIXTEENTHS]),
  replaceSeveral: 0,
  copyMeal: 0,
};

/**
 * The shares of the first, third and fifth repair. Bench weeks, only with these shares, penalties included: of the lunches of five cycles
 * (six searches each), three cost 7 to 37 % less, and one 15 % more. If every search has them, some lunches of 300 dishes cost 40 % more.
 */
export const COMPOUND_MOVE_SIXTEENTHS: typeof MOVE_SIXTEENTHS = {
  ...MOVE_SIXTEENTHS,
  replace: tuned(5, [1, SIXTEENTHS]),
  replaceSeveral: tuned(4, [0, SIXTEENTHS]),
};

/**
 * The shares of all searches if every dish may be served every day. Published instances, with three seeds: with these shares all plans are
 * feasible, and end 1.0 %, 0.8 % and 0.9 % above the optimum; with `COMPOUND_MOVE_SIXTEENTHS` one is not, and they end 1 to 4 % above it.
 */
export const COPYING_MOVE_SIXTEENTHS: typeof MOVE_SIXTEENTHS = {
  swap: tuned(2, [0, SIXTEENTHS]),
  replace: tuned(4, [1, SIXTEENTHS]),
  clear: tuned(2, [0, SIXTEENTHS]),
  replaceSeveral: tuned(4, [0, SIXTEENTHS]),
  copyMeal: tuned(4, [0, SIXTEENTHS]),
};

/** The maximum number of slots of a meal that get other candidates at once. */
export const MAX_REPLACED_SLOTS = tuned(3, [2, 10]);

/** The share of the proposals in restarts that are drawn from the plans of earlier rounds. */
export const RECORDED_SIXTEENTHS = tuned(14, [0, SIXTEENTHS]);

/** The local search after a round. */
export const DESCENT = {
  /** The maximum number of passes over all slots. */
  maxSweepCount: tuned(30, [1, 1000]),
  /** The maximum delta of the first of a pair of moves. Demo: it mended a day without its calcium. */
  maxLoss: tuned(0.005, [0, 1]),
};

/** The subgradient method that finds the multipliers of the ranges, see `relaxation.ts`. */
export const SUBGRADIENT = {
  iterationCount: tuned(150, [1, 10_000]),
  /** The change of a multiplier in the first iteration, if its bound is missed by as much as the bound itself. */
  initialStepSize: tuned(0.1, [1e-4, 1]),
  /** The number of iterations after which the change is half as large. */
  halvingIterationCount: tuned(10, [1, 1000]),
  /** The maximum number of amounts of sampled options, of all classes of slots together. */
  maxSampledAmounts: tuned(250_000, [1000, 1e8]),
  /** The minimum of a multiplier as a fraction of the penalty: the method is not exact. */
  minFraction: tuned(0.005, [0, 1]),
  /** The initial range fraction of a day, as a multiple of that of its week. */
  dayFactor: tuned(5, [0, 100]),
};

/** For a slot at most this many options are proposed, the most promising ones. A week has 315 slots at most: each can still get its own dish. */
export const MAX_RANKED_OPTIONS = tuned(1000, [315, 100_000]);

/** The work of parts of the search, in the unit of `WorkCounter`. */
export const WORK_UNITS = {
  /** Drawing a move in a round. */
  move: tuned(60, [1, 1000]),
  /** For each slot of a move: evaluating it without the sums of ranges and kinds. */
  delta: tuned(60, [1, 1000]),
  /** An iteration without one sum for each measure. It is not charged, but the number of moves follows from it. */
  iteration: tuned(70, [1, 1000]),
  /** A sum that is out of range, whose penalty has to be found. */
  penalty: tuned(4, [1, 100]),
  /** Before the search, for each measure: reading a kind of food of a candidate. */
  kind: tuned(5, [1, 100]),
  /** Before the search, for each measure: ranking an option. */
  option: tuned(8, [1, 100]),
  /** The maximum for finding the multipliers. */
  multipliers: tuned(30e6, [0, 1e9]),
  /** The analysis of the finished plan: for each group and day, each kind of food and each measure. */
  analysis: tuned(500, [1, 1e6]),
};
