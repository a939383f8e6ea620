import { Random } from '../random.ts';
import { type Board, NOTHING } from './board.ts';
import { tolerableLoss } from './chance.ts';
import type { Effort } from './problem.ts';
import { rankOptions } from './ranking.ts';
import { Sums } from './sums.ts';

/** How many moves a search makes for each course that fits a place, and at most for a place. */
export interface Moves {
  readonly perOption: number;
  readonly most: number;
}

export const MOVES: Readonly<Record<Effort, Moves>> = {
  quick: { perOption: 300, most: 15_000 },
  thorough: { perOption: 1500, most: 75_000 },
};
const STEPS = 500;
/** At first a loss of that is taken about every third time, in parts of what a menu costs; in each step of less. */
const HOT = 0.004;
const COOLING = 1 - 3 / STEPS;
/**
 * Rules are gentle at first, so that one dish can make room for another, and grow to their weight in the second half:
 * `[first, growth]`, in parts of it.
 */
const PRESSURE = {
  repeats: [0.0003, 1.035],
  amounts: [0.01, 1.02],
  sameness: [0.4, 1.015],
} as const;
/** Of 16 moves so many change two places. */
const SWAPS = 4;
/** Of 16 moves at a place that may stay empty so many take away what is there. */
const CLEARINGS = 3;
const MOST_SWEEPS = 30;
/** Less than that is no gain, but what doubles leave. */
const LEAST_GAIN = 1e-9;
const NO_OPTIONS = new Int32Array(0);

/** Looks for the courses that cost least, with a fixed number of moves: the same seed finds the same. */
export function anneal(board: Board, seed: number, moves: Moves): Int32Array {
  const sums = new Sums(board);
  const search = new Search(board, sums, new Random(seed));
  search.fill();
  search.cool(Math.ceil(movesFor(board, moves) / STEPS));
  search.descend();
  return sums.all();
}

function movesFor({ optionsOf }: Board, { perOption, most }: Moves): number {
  return optionsOf.reduce((sum, { length }) => sum + Math.min(most, perOption * length), 0);
}

/** The moves of a search, and the places where they are made. */
class Search {
  readonly #board: Board;
  readonly #sums: Sums;
  readonly #random: Random;
  /** Places where something may be changed. */
  readonly #free: Int32Array;
  /** By free place, other places for which the same courses fit. */
  readonly #alike: readonly Int32Array[];
  /** By place, its options, the likeliest first. */
  readonly #ranked: readonly Int32Array[];

  constructor(board: Board, sums: Sums, random: Random) {
    this.#board = board;
    this.#sums = sums;
    this.#random = random;
    this.#free = Int32Array.from([...board.optionsOf.keys()].filter((place) => this.#optionsOf(place).length > 0));
    this.#ranked = rankOptions(board);
    const byOptions = Map.groupBy([...this.#free], (place) => board.optionsOf[place]);
    this.#alike = board.optionsOf.map((options) => Int32Array.from(byOptions.get(options) ?? []));
  }

  #optionsOf(place: number): Int32Array {
    return this.#board.optionsOf[place] ?? NO_OPTIONS;
  }

  /** Gives each place that needs one the course that costs least there, in turn. */
  fill(): void {
    for (const place of this.#free) if (this.#board.isRequired[place] === 1) this.#improve(place);
  }

  /** Whether there was anything better for the place. */
  #improve(place: number): boolean {
    let [best, least] = [-1, -LEAST_GAIN];
    const now = this.#sums.at(place);
    const consider = (course: number) => {
      if (course === now || (course !== NOTHING && !this.#sums.isFree(place, course))) return;
      const change = this.#sums.change(place, course, least);
      if (change < least) [best, least] = [course, change];
    };
    for (const course of this.#optionsOf(place)) consider(course);
    if (this.#board.isRequired[place] !== 1) consider(NOTHING);
    if (best >= 0) this.#sums.set(place, best);
    return best >= 0;
  }

  /** Makes so many moves in each step, and takes less and less for them. */
  cool(movesPerStep: number): void {
    if (this.#free.length === 0) return;
    let temperature = HOT;
    let [repeats, amounts, sameness]: [number, number, number] = [
      PRESSURE.repeats[0],
      PRESSURE.amounts[0],
      PRESSURE.sameness[0],
    ];
    for (let step = 0; step < STEPS; step += 1) {
      this.#sums.press({ repeats, amounts, sameness });
      for (let move = 0; move < movesPerStep; move += 1) this.#move(temperature);
      temperature *= COOLING;
      if (step <= STEPS / 2) continue;
      repeats = Math.min(1, repeats * PRESSURE.repeats[1]);
      amounts = Math.min(1, amounts * PRESSURE.amounts[1]);
      sameness = Math.min(1, sameness * PRESSURE.sameness[1]);
    }
    this.#sums.press({ repeats: 1, amounts: 1, sameness: 1 });
  }

  #move(temperature: number): void {
    const random = this.#random;
    const place = this.#free[random.below(this.#free.length)] ?? 0;
    const kind = random.below(16);
    const most = tolerableLoss(random.fraction()) * temperature;
    if (kind < SWAPS) this.#swap(place, most);
    else this.#replace(place, kind >= 16 - CLEARINGS, most);
  }

  #replace(place: number, isClearing: boolean, most: number): void {
    const options = this.#ranked[place] ?? NO_OPTIONS;
    const now = this.#sums.at(place);
    const isCleared = isClearing && now !== NOTHING && this.#board.isRequired[place] !== 1;
    const course = isCleared ? NOTHING : (options[this.#draw(options.length)] ?? NOTHING);
    if (course === now || (!isCleared && !this.#sums.isFree(place, course))) return;
    if (this.#sums.change(place, course, most) <= most) this.#sums.set(place, course);
  }

  /** A number below the end, small ones more often. */
  #draw(end: number): number {
    const fraction = this.#random.fraction();
    return Math.floor(fraction * fraction * end);
  }

  /** Lets two places change what they have. */
  #swap(place: number, most: number): void {
    const alike = this.#alike[place];
    if (!alike || alike.length < 2) return;
    const other = alike[this.#random.below(alike.length)] ?? place;
    const { mealOf, isRequired } = this.#board;
    const [a, b] = [this.#sums.at(place), this.#sums.at(other)];
    if (a === b || mealOf[place] === mealOf[other]) return;
    if ((a === NOTHING && isRequired[other] === 1) || (b === NOTHING && isRequired[place] === 1)) return;
    if (!this.#sums.isFree(place, b) || !this.#sums.isFree(other, a)) return;
    this.#trySwap(place, other, most);
  }

  #trySwap(place: number, other: number, most: number): boolean {
    const [a, b] = [this.#sums.at(place), this.#sums.at(other)];
    const first = this.#sums.change(place, b, Number.POSITIVE_INFINITY);
    this.#sums.set(place, b);
    if (first + this.#sums.change(other, a, most - first) <= most) {
      this.#sums.set(other, a);
      return true;
    }
    this.#sums.set(place, a);
    return false;
  }

  /** Changes single places as long as that helps. */
  descend(): void {
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
      let isBetter = false;
      for (const place of this.#free) if (this.#improve(place)) isBetter = true;
      if (!isBetter) return;
    }
  }
}
