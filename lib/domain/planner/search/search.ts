import type { Random } from '../../values/random.ts';
import { type Board, NOTHING } from '../board.ts';
import { tolerableLoss } from './chance.ts';
import { Proposals } from './proposals.ts';
import type { Sums } from './sums.ts';
import type { Work } from './work.ts';

/** Of 16 moves so many change two places. */
const SWAPS = 4;
/** Of 16 moves at a place that may stay empty so many take away what is there. */
const CLEARINGS = 3;
const MOST_SWEEPS = 30;
/** Choosing a move takes as long as looking at so many sums. */
const SUMS_OF_A_MOVE = 60;
/** Less than that is no gain, but what doubles leave. */
const ROUNDING = 1e-9;

/** A first change of two may cost so much, in parts of what a menu costs. */
const SMALL_LOSS = 0.005;

/** Another course at a place, and what it costs more. */
interface Change {
  readonly place: number;
  readonly course: number;
  readonly cost: number;
}

/** The moves of a search, and the places where they are made. */
export class Search {
  readonly #board: Board;
  readonly #sums: Sums;
  readonly #work: Work;
  readonly #random: Random;
  readonly #proposals: Proposals;
  /** Places where something may be changed. */
  readonly #free: Int32Array;
  /** By place, what may stand there: also nothing, where the place may stay empty. */
  readonly #candidates: readonly Int32Array[];
  /** By free place, other places for which the same courses fit. */
  readonly #alike: readonly Int32Array[];
  /** How many changes of single places have been looked at, to improve them. */
  #tried = 0;

  constructor(board: Board, sums: Sums, ranked: readonly Int32Array[], random: Random) {
    this.#board = board;
    this.#sums = sums;
    this.#work = sums.work;
    this.#random = random;
    this.#proposals = new Proposals(ranked, random);
    const { optionsOf, isRequired } = board;
    this.#candidates = ranked.map((options, place) => {
      const inOrder = options.toSorted();
      return isRequired[place] === 1 ? inOrder : Int32Array.of(...inOrder, NOTHING);
    });
    this.#free = Int32Array.from([...optionsOf.keys()].filter((place) => (optionsOf[place]?.length ?? 0) > 0));
    const byOptions = Map.groupBy([...this.#free], (place) => optionsOf[place]);
    this.#alike = optionsOf.map((options) => Int32Array.from(byOptions.get(options) ?? []));
  }

  /** Gives each place that needs one the course that costs least there, in turn: for each it may take so much work. */
  fill(most = Number.POSITIVE_INFINITY): void {
    for (const place of this.#free) {
      this.#work.end = this.#work.spent + most;
      if (this.#board.isRequired[place] === 1) this.#improve(place);
    }
  }

  /** Whether there was anything better for the place. */
  #improve(place: number): boolean {
    const better = this.#findCheapest(place, -ROUNDING);
    if (better) this.#sums.set(place, better.course);
    return better !== undefined;
  }

  /** The change of a place that costs least, if that is less than `most`. */
  #findCheapest(place: number, most: number): Change | undefined {
    let cheapest: Change | undefined;
    for (const course of this.#candidates[place] ?? []) {
      const limit = cheapest?.cost ?? most;
      const cost = this.#costOf(place, course, limit);
      if (cost < limit) cheapest = { place, course, cost };
      if (cheapest && this.#work.isOver()) break;
    }
    return cheapest;
  }

  /** What another course at the place costs more, as `Sums.change` tells it; infinitely much where it may not stand. */
  #costOf(place: number, course: number, most: number): number {
    this.#tried += 1;
    if (course === this.#sums.at(place) || !this.#sums.isFree(place, course)) return Number.POSITIVE_INFINITY;
    return this.#sums.change(place, course, most);
  }

  /** Puts another course at a place, or lets two change what they have, if that costs no more than chance allows. */
  move(temperature: number): void {
    if (this.#free.length === 0) return;
    this.#work.spent += SUMS_OF_A_MOVE;
    const random = this.#random;
    const place = this.#free[random.below(this.#free.length)] ?? 0;
    const kind = random.below(16);
    const most = tolerableLoss(random.fraction()) * temperature;
    if (kind < SWAPS) this.#swap(place, most);
    else this.#replace(place, kind >= 16 - CLEARINGS, most);
  }

  #replace(place: number, isClearing: boolean, most: number): void {
    const now = this.#sums.at(place);
    const isCleared = isClearing && now !== NOTHING && this.#board.isRequired[place] !== 1;
    const course = isCleared ? NOTHING : this.#proposals.draw(place);
    if (course === now || !this.#sums.isFree(place, course)) return;
    if (this.#sums.change(place, course, most) <= most) this.#sums.set(place, course);
  }

  #swap(place: number, most: number): void {
    const alike = this.#alike[place];
    if (!alike || alike.length < 2) return;
    const other = alike[this.#random.below(alike.length)] ?? place;
    if (this.#canSwap(place, other)) this.#sums.swap(place, other, most);
  }

  #canSwap(place: number, other: number): boolean {
    const { mealOf, isRequired } = this.#board;
    const [a, b] = [this.#sums.at(place), this.#sums.at(other)];
    if (a === b || mealOf[place] === mealOf[other]) return false;
    if ((a === NOTHING && isRequired[other] === 1) || (b === NOTHING && isRequired[place] === 1)) return false;
    return this.#sums.isFree(place, b) && this.#sums.isFree(other, a);
  }

  /** Changes single places, and swaps two, as long as that helps and there is work left. */
  descend(): void {
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
      let isBetter = false;
      for (const place of this.#free) {
        if (this.#work.isOver()) return;
        if (this.#improve(place)) isBetter = true;
        for (const other of this.#alike[place] ?? []) {
          if (this.#canSwap(place, other) && this.#sums.swap(place, other, -ROUNDING)) isBetter = true;
        }
      }
      if (!isBetter) return;
    }
  }

  /**
   * Changes two places at once, as long as that helps: the first change costs little, the second gains more than that. It
   * ends after about so many tries at the latest, or when no work is left; the first changes that cost least are tried
   * first.
   */
  descendByPairs(tries: number): void {
    const end = this.#tried + tries;
    let isBetter = true;
    while (isBetter && this.#tried < end && !this.#work.isOver()) {
      isBetter = false;
      for (const first of this.#smallLosses()) {
        if (this.#tried >= end || this.#work.isOver()) break;
        if (this.#pairUp(first)) isBetter = true;
      }
      this.descend();
    }
  }

  /** Single changes that cost little, those that cost least first. */
  #smallLosses(): Change[] {
    const losses: Change[] = [];
    for (const place of this.#free) {
      if (this.#work.isOver()) return [];
      for (const course of this.#candidates[place] ?? []) {
        const cost = this.#costOf(place, course, SMALL_LOSS);
        if (cost <= SMALL_LOSS) losses.push({ place, course, cost });
      }
    }
    return losses.sort((a, b) => a.cost - b.cost);
  }

  /** Makes the change and the best one at another place, if they cost less together; otherwise neither. */
  #pairUp({ place, course }: Change): boolean {
    const before = this.#sums.at(place);
    const cost = this.#costOf(place, course, SMALL_LOSS);
    if (cost > SMALL_LOSS) return false;
    this.#sums.set(place, course);
    let second: Change | undefined;
    for (const other of this.#free) {
      if (this.#work.isOver()) break;
      if (other !== place) second = this.#findCheapest(other, second?.cost ?? -cost - ROUNDING) ?? second;
    }
    if (second) this.#sums.set(second.place, second.course);
    else this.#sums.set(place, before);
    return second !== undefined;
  }

  /** Puts courses back that stood before. */
  putBack(stand: Int32Array): void {
    for (const place of this.#free) this.#sums.set(place, NOTHING);
    for (const place of this.#free) this.#sums.set(place, stand[place] ?? NOTHING);
  }

  /** Remembers what stands now, for `learn`. */
  remember(): void {
    for (const place of this.#free) this.#proposals.remember(place, this.#sums.at(place));
  }

  /** From now on mostly tries what it remembers. */
  learn(): void {
    this.#proposals.learn();
  }
}
