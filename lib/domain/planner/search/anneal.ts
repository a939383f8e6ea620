import { Random } from '../../values/random.ts';
import type { Board } from '../board.ts';
import type { Effort } from '../problem.ts';
import { WEIGHTS } from '../weights.ts';
import { type Ranking, rankOptions } from './ranking.ts';
import { Search } from './search.ts';
import { Sums } from './sums.ts';
import { Work, workBeside } from './work.ts';

/**
 * How many searches there are, of which the best counts; how many moves each makes for each course that fits a place; how
 * many sums these may take at most for each place of those who eat the same; and how much work a search may take, and all.
 */
export interface Moves {
  readonly searches: number;
  readonly perOption: number;
  readonly sumsPerPlace: number;
  readonly workOfSearch: number;
  readonly workOfAll: number;
}

const SEARCH = { perOption: 1000, sumsPerPlace: 930_000, workOfSearch: 400_000_000 } as const;

/** A thorough search is the quick one and others like it, so that it never ends worse. One long search ends no nearer. */
export const MOVES: Readonly<Record<Effort, Moves>> = {
  quick: { searches: 1, ...SEARCH, workOfAll: SEARCH.workOfSearch },
  thorough: { searches: 6, ...SEARCH, workOfAll: 1_100_000_000 },
};

/** A move takes as long as so many sums, and a sum for each measure. */
const SUMS_OF_A_MOVE = 70;

/**
 * A search cools several times. First rounds begin from anywhere and find which dishes go together at all; few dear dishes
 * decide that, and once it is cool they stay. Later rounds share the rest of the moves, begin with the best plan so far,
 * and mostly try what has stood in plans before. Where hardly any plan keeps a bound, it is dear, and first rounds are as
 * many times hotter.
 */
const FIRST_ROUNDS = { rounds: 6, share: 0.3, hot: 0.012, cooling: 3.5 };
const LATER_ROUNDS = { rounds: 3, share: 0.7, hot: 0.003, cooling: 3 };
/** What it costs at first to miss a dear bound by the whole of it, in parts of what a menu costs. */
const DEAR = 1 / 3;

const STEPS = 500;
/**
 * The first plan and rounds may take these parts of a search's work, the rest is for changes of two places. What is improved after a round may
 * take this part of all, as the rounds that follow share what is left; a step may take so many times its share of what is
 * left to its round, as moves are dearer while it is hot.
 */
const OF_FILLING = 0.1;
const OF_ROUNDS = 0.9;
const OF_IMPROVING = 0.1;
const OF_A_STEP = 1.5;
/**
 * Rules are gentle at first, so that one dish can make room for another, and grow to their weight in the second half:
 * `[first, growth]`, in parts of it; of ranges, in parts of what they count at first.
 */
const PRESSURE = {
  repeats: [0.00003, 1.035],
  amounts: [1, 1.02],
  sameness: [0.4, 1.015],
} as const;

/** At first a range counts so many times what it is worth to keep it: with less a plan would rather break it. */
const GENTLENESS = 2;

/** A dish brings so much of what a bound asks for, at most beyond its tolerance: no bound is worth a repetition for that. */
const DISH = 0.36;

/** What stands at the places, how much work it took to find, and whether that was all that there might be. */
export interface Annealed {
  readonly stand: Int32Array;
  readonly spent: number;
  readonly isCutShort: boolean;
}

/** Looks for the courses that cost least, with a fixed number of moves: the same seed finds the same. */
export function anneal(board: Board, seed: number, moves: Moves): Annealed {
  const ranking = rankOptions(board);
  const work = new Work();
  work.spent = workBeside(board);
  let best: Found | undefined;
  for (let index = 0; index < moves.searches; index += 1) {
    const most = Math.min(moves.workOfSearch, moves.workOfAll - work.spent);
    // A search of less than half of its work would hardly be the best.
    const isTooLittle = index > 0 && most < moves.workOfSearch / 2;
    work.isCutShort ||= isTooLittle;
    if (isTooLittle) break;
    const random = index === 0 ? new Random(seed) : new Random(seed, index);
    const one = searchOnce(board, ranking, random, { moves: countMoves(board, moves), work, most });
    if (!best || one.cost < best.cost) best = one;
  }
  const { spent, isCutShort } = work;
  return { stand: best?.stand ?? board.lockedAt, spent, isCutShort };
}

/** The best of all rounds, and what it costs. */
interface Found {
  readonly stand: Int32Array;
  readonly cost: number;
}

/** What a search may take: so many moves, and so much more work. */
interface Allowed {
  readonly moves: number;
  readonly work: Work;
  readonly most: number;
}

function searchOnce(board: Board, { options, worth }: Ranking, random: Random, allowed: Allowed): Found {
  const { moves, work } = allowed;
  const start = work.spent;
  const sums = new Sums(board, work);
  const search = new Search(board, sums, options, random);
  const first = worth.map((part) => Math.min(1, part * GENTLENESS));
  sums.ease(first);
  const most = dearest(board, first);
  const repeats = (DISH * most) / WEIGHTS.repeat;
  search.fill((allowed.most * OF_FILLING) / board.places.length);
  let best: Found = { stand: sums.all(), cost: Number.POSITIVE_INFINITY };
  const end = start + allowed.most * OF_ROUNDS;
  let left = 1;
  for (const kind of [FIRST_ROUNDS, LATER_ROUNDS]) {
    const movesPerStep = Math.ceil((moves * kind.share) / kind.rounds / STEPS);
    for (let round = 0; round < kind.rounds; round += 1) {
      if (kind === LATER_ROUNDS) {
        search.putBack(best.stand);
        search.learn();
      }
      const hot = kind === FIRST_ROUNDS ? kind.hot * Math.max(1, most / DEAR - 1) : kind.hot;
      const mine = ((end - work.spent) * kind.share) / kind.rounds / left;
      left -= kind.share / kind.rounds;
      cool(search, sums, { ...kind, hot, movesPerStep, repeatsAtFirst: repeats, end: work.spent + mine });
      work.end = Math.min(end, work.spent + allowed.most * OF_IMPROVING);
      search.descend();
      const cost = sums.total();
      if (cost < best.cost) best = { stand: sums.all(), cost };
    }
  }
  search.putBack(best.stand);
  // Where hardly more than money is left to gain, it gains too little for the time that it takes.
  if (!sums.isBroken()) return best;
  work.end = start + allowed.most;
  search.descendByPairs(moves);
  const cost = sums.total();
  return cost < best.cost ? { stand: sums.all(), cost } : best;
}

/** What it costs at first to miss the dearest bound of all days by the whole of it, within the tolerance. */
function dearest({ spans, measures }: Board, first: Float64Array): number {
  return Math.max(
    0,
    ...spans.flatMap(({ day, sides }, span) =>
      sides.map(({ measure, slope, bound, isJudged }) => {
        const part = first[span * measures.length + measures.indexOf(measure)] ?? 1;
        return day === undefined && !isJudged ? part * slope * bound : 0;
      }),
    ),
  );
}

/** How many moves one search of the board makes, see `Moves`. */
export function countMoves({ places, optionsOf, measures }: Board, { perOption, sumsPerPlace }: Moves): number {
  const most = (sumsPerPlace * places.length) / (SUMS_OF_A_MOVE + measures.length);
  return Math.min(most, perOption * optionsOf.reduce((sum, { length }) => sum + length, 0));
}

/** How a round cools: a loss of `hot`, in parts of what a menu costs, is taken about every third time at first. */
interface Cooling {
  readonly movesPerStep: number;
  readonly hot: number;
  /** In each step losses become smaller by this, divided by the number of steps. */
  readonly cooling: number;
  /** At first a repetition counts for this part of its weight, if that is more than usual. */
  readonly repeatsAtFirst: number;
  /** How much work may have been spent when it is cool. */
  readonly end: number;
}

function cool(search: Search, sums: Sums, { movesPerStep, hot, cooling, repeatsAtFirst, end }: Cooling): void {
  const { work } = sums;
  let temperature = hot;
  let [repeats, amounts, sameness]: [number, number, number] = [
    Math.min(1, Math.max(PRESSURE.repeats[0], repeatsAtFirst)),
    PRESSURE.amounts[0],
    PRESSURE.sameness[0],
  ];
  for (let step = 0; step < STEPS; step += 1) {
    sums.press({ repeats, amounts, sameness });
    work.end = Math.min(end, work.spent + (OF_A_STEP * (end - work.spent)) / (STEPS - step));
    for (let move = 0; move < movesPerStep && !work.isOver(); move += 1) search.move(temperature);
    temperature *= 1 - cooling / STEPS;
    if (step <= STEPS / 2) continue;
    search.remember();
    repeats = Math.min(1, repeats * PRESSURE.repeats[1]);
    amounts *= PRESSURE.amounts[1];
    sameness = Math.min(1, sameness * PRESSURE.sameness[1]);
  }
  sums.press({ repeats: 1, amounts: Number.MAX_VALUE, sameness: 1 });
}
