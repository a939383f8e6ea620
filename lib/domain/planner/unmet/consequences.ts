import { type Board, NOTHING } from '../board.ts';
import { Kinds } from '../search/kinds-part.ts';
import { costAt } from './aims.ts';
import { type Fault, isHard, type Replacement } from './faults.ts';
import { FigureFaults } from './figure-faults.ts';
import { SamenessFaults } from './sameness-faults.ts';

/** Sums of money and costs of kinds are doubles: less than that is no change. */
const LEAST_CHANGE = 1e-9;

/** A plan, and which rules would be kept less well if something else stood there. */
export class Consequences {
  readonly #board: Board;
  readonly #stand: Int32Array;
  /** What stands while something else is tried. */
  readonly #tried: Int32Array;
  readonly #sameness: SamenessFaults;
  readonly #figures: FigureFaults;
  readonly #kinds: Kinds;
  readonly #cost: number;

  constructor(board: Board, stand: Int32Array) {
    this.#board = board;
    this.#stand = stand;
    this.#tried = stand.slice();
    this.#sameness = new SamenessFaults(board, stand);
    this.#figures = new FigureFaults(board, stand);
    this.#kinds = new Kinds(board);
    for (const [place, course] of stand.entries()) this.#kinds.set(place, NOTHING, course);
    this.#cost = [...stand].reduce((sum, course, place) => sum + costAt(board, place, course), 0);
  }

  at(place: number): number {
    return this.#stand[place] ?? NOTHING;
  }

  /** Whether it costs more than the budget. */
  get isDear(): boolean {
    const { budget } = this.#board.rules;
    return budget !== undefined && this.#cost > Number(budget);
  }

  /** How many yuan per head and day all would cost more. */
  moreCost(replacements: readonly Replacement[]): number {
    return replacements.reduce((sum, { place, to }) => {
      return sum + costAt(this.#board, place, to) - costAt(this.#board, place, this.at(place));
    }, 0);
  }

  /**
   * What would be worse. Where a hard rule is broken the change is out of the question, and nothing else is told. That a
   * figure leaves its range, and is tolerated, is told where nothing else is.
   */
  faultsOf(replacements: readonly Replacement[]): readonly Fault[] {
    for (const { place, to } of replacements) this.#tried[place] = to;
    const counted = replacements.flatMap((one) => [...this.#lacking(one), ...this.#sameness.of(this.#tried, one)]);
    for (const { place } of replacements) this.#tried[place] = this.at(place);
    const broken = counted.filter(isHard);
    if (broken.length > 0) return broken;
    const at = (place: number) => this.at(place);
    const figures = this.#figures.of(replacements, at, false);
    const faults = [...counted, ...figures, ...this.#fewerKinds(replacements), ...this.#dearer(replacements)];
    return faults.length > 0 ? faults : this.#figures.of(replacements, at, true);
  }

  /** A row of the template lacks a dish beside those that are locked, or the meal has none. */
  #lacking({ place, to }: Replacement): Fault[] {
    const { isRequired, mealOf, places } = this.#board;
    if (to !== NOTHING) return [];
    let [inMeal, inRow, required] = [0, 0, 0];
    for (let other = 0; other < mealOf.length; other += 1) {
      if (mealOf[other] !== mealOf[place]) continue;
      const isLocked = places[other]?.locked !== undefined;
      const isServed = this.#tried[other] !== NOTHING;
      inMeal += Number(isServed || isLocked);
      if (places[other]?.row !== places[place]?.row) continue;
      inRow += Number(isServed && !isLocked);
      required += isRequired[other] ?? 0;
    }
    return inMeal === 0 || inRow < required ? [{ rule: 'template' }] : [];
  }

  /** Each is put there before the next is tried. */
  #fewerKinds(replacements: readonly Replacement[]): Fault[] {
    let change = 0;
    for (const { place, to } of replacements) {
      change += this.#kinds.change(place, this.at(place), to);
      this.#kinds.set(place, this.at(place), to);
    }
    for (const { place, to } of replacements) this.#kinds.set(place, to, this.at(place));
    return change > LEAST_CHANGE ? [{ rule: 'kinds' }] : [];
  }

  #dearer(replacements: readonly Replacement[]): Fault[] {
    const { budget } = this.#board.rules;
    const more = this.moreCost(replacements);
    const isBeyond = budget !== undefined && this.#cost + more > Number(budget);
    return isBeyond && more > LEAST_CHANGE ? [{ rule: 'budget' }] : [];
  }
}
