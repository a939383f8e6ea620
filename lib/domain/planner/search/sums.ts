import { type Board, NOTHING } from '../board.ts';
import { WEIGHTS } from '../weights.ts';
import { Amounts } from './amounts-part.ts';
import { Dark } from './dark-part.ts';
import { Kinds } from './kinds-part.ts';
import { Money } from './money-part.ts';
import { Repeats } from './repeats-part.ts';
import { Sameness } from './sameness-part.ts';
import { Work } from './work.ts';

/** Looking at a change takes as long as so many sums, beside those of amounts and kinds. */
const SUMS_OF_A_CHANGE = 60;

/** What stands at each place, and what it costs, kept up to date with each change. */
export class Sums {
  readonly work: Work;
  readonly #courses: Int32Array;
  readonly #dishOf: Int32Array;
  readonly #repeats: Repeats;
  readonly #sameness: Sameness;
  readonly #dark: Dark;
  readonly #money: Money;
  readonly #amounts: Amounts;
  readonly #kinds: Kinds;
  readonly #parts: readonly (Repeats | Sameness | Dark | Money | Amounts | Kinds)[];
  /** By meal of the menu, its places. */
  readonly #beside: readonly Int32Array[];

  /** With what is locked, and no more. */
  constructor(board: Board, work = new Work()) {
    this.work = work;
    this.#dishOf = board.dishOf;
    this.#courses = new Int32Array(board.places.length);
    this.#repeats = new Repeats(board);
    this.#sameness = new Sameness(board);
    this.#dark = new Dark(board);
    this.#money = new Money(board);
    this.#amounts = new Amounts(board, work);
    this.#kinds = new Kinds(board, work);
    this.#parts = [this.#repeats, this.#sameness, this.#dark, this.#money, this.#amounts, this.#kinds];
    this.#beside = Array.from(board.mealOf, (meal) =>
      Int32Array.from([...board.mealOf.keys()].filter((place) => board.mealOf[place] === meal)),
    );
    for (const [place, course] of board.lockedAt.entries()) this.set(place, course);
  }

  at(place: number): number {
    return this.#courses[place] ?? NOTHING;
  }

  /** What stands at all places. */
  all(): Int32Array {
    return this.#courses.slice();
  }

  /** Whether no other place of the same meal has the course, as no meal has a dish twice. */
  isFree(place: number, course: number): boolean {
    const beside = this.#beside[place];
    if (!beside || course === NOTHING) return true;
    this.work.spent += beside.length;
    for (let index = 0; index < beside.length; index += 1) {
      const other = beside[index] ?? 0;
      if (other !== place && this.#dishOf[this.#courses[other] ?? 0] === this.#dishOf[course]) return false;
    }
    return true;
  }

  /** What rules that are broken now cost: the most that a change can save of it. */
  get #brokenRules(): number {
    return this.#repeats.present + this.#sameness.present + this.#dark.present;
  }

  /** What another course at the place costs more; where that is more than `most`, some number that is more, too. */
  change(place: number, to: number, most: number): number {
    const from = this.at(place);
    this.work.spent += SUMS_OF_A_CHANGE;
    // What is broken now is the most that can be saved.
    const kinds = this.#kinds.present(place);
    const amounts = this.#amounts.present(place);
    const rest = amounts + kinds;
    let change = this.#money.change(place, from, to);
    if (change > most + rest + this.#brokenRules) return change;
    change += this.#repeats.change(place, from, to) + this.#sameness.change(place, from, to);
    change += this.#dark.change(place, from, to);
    if (change > most + rest) return change;
    const room = most + kinds;
    change += this.#amounts.change(place, from, to, room - change + amounts);
    if (change > room) return change;
    return change + this.#kinds.change(place, from, to);
  }

  /** Lets two places change what they have, where that costs at most so much more. Tells whether it did. */
  swap(place: number, other: number, most: number): boolean {
    const [from, to] = [this.at(place), this.at(other)];
    this.work.spent += 2 * SUMS_OF_A_CHANGE;
    const present = this.#kinds.present(place) + this.#kinds.present(other) + this.#brokenRules;
    let change = this.#money.change(place, from, to) + this.#money.change(other, to, from);
    change += this.#amounts.changeOfSwap({ place, from, to }, other, most + present - change);
    if (change > most + present) return false;
    const tried = [this.#repeats, this.#sameness, this.#dark, this.#kinds];
    for (const part of tried) {
      change += part.change(place, from, to);
      part.set(place, from, to);
      change += part.change(other, to, from);
      part.set(other, to, from);
    }
    if (change > most) {
      for (const part of tried) {
        part.set(other, from, to);
        part.set(place, to, from);
      }
      return false;
    }
    for (const part of [this.#money, this.#amounts]) {
      part.set(place, from, to);
      part.set(other, to, from);
    }
    this.#courses[place] = to;
    this.#courses[other] = from;
    return true;
  }

  set(place: number, to: number): void {
    const from = this.at(place);
    if (from === to) return;
    for (const part of this.#parts) part.set(place, from, to);
    this.#courses[place] = to;
  }

  /** See `Amounts`. */
  ease(first: Float64Array): void {
    this.#amounts.ease(first);
  }

  /** Makes rules count for a part of their weight only. */
  press({ repeats, amounts, sameness }: Readonly<Record<'repeats' | 'amounts' | 'sameness', number>>): void {
    this.#repeats.weight = repeats * WEIGHTS.repeat;
    this.#amounts.press(amounts);
    this.#sameness.weight = sameness;
    this.#dark.weight = sameness;
  }

  /** Whether rules and ranges are broken that count: more than days do that are out of range within the tolerance. */
  isBroken(): boolean {
    const rules = [this.#repeats, this.#sameness, this.#dark, this.#amounts, this.#kinds];
    return rules.some((part) => part.total() > WEIGHTS.days.within);
  }

  /** What all that stands costs together, summed up anew. */
  total(): number {
    return this.#parts.reduce((sum, part) => sum + part.total(), 0);
  }
}
