import { meals } from '../../menu/menu.ts';
import { type Board, NOTHING } from '../board.ts';
import { takersOf } from '../eaters.ts';
import type { Fault, Replacement } from './faults.ts';

/** Sums are of doubles: what was added up in another order differs by less than that part of a bound. */
const LEAST_PART = 1e-9;

/** One side of a range, and what is said of it. */
interface Judged {
  /** Number of the measure. */
  readonly column: number;
  readonly isLeast: boolean;
  readonly bound: number;
  readonly fault: Fault;
}

/** Tells which figures would be further out of their ranges. */
export class FigureFaults {
  readonly #board: Board;
  /** By span, what is eaten of each measure, and what would be while something else is tried. */
  readonly #sums: readonly Float64Array[];
  readonly #tried: readonly Float64Array[];
  /** By span, the sides of its ranges: those beyond which a figure is judged to be outside, and the others. */
  readonly #judged: readonly (readonly Judged[])[];
  readonly #tolerated: readonly (readonly Judged[])[];
  /** By meal of the day, numbers of the eaters who take it. */
  readonly #takers: readonly (readonly number[])[];

  constructor(board: Board, stand: Int32Array) {
    this.#board = board;
    this.#sums = board.spans.map(() => new Float64Array(board.measures.length));
    this.#judged = sidesOf(board, true);
    this.#tolerated = sidesOf(board, false);
    this.#takers = takersOf(board.eaters);
    for (const [place, course] of stand.entries()) this.#add(this.#sums, place, NOTHING, course);
    this.#tried = this.#sums.map((sums) => sums.slice());
  }

  /** What would be worse, of what is judged to be outside, or of what is tolerated. */
  of(replacements: readonly Replacement[], at: (place: number) => number, isTolerated: boolean): Fault[] {
    const spans = new Set(replacements.flatMap(({ place }) => this.#spansAt(place)));
    for (const { place, to } of replacements) this.#add(this.#tried, place, at(place), to);
    const sides = isTolerated ? this.#tolerated : this.#judged;
    const faults = [...spans].flatMap((span) => this.#worse(span, sides[span] ?? []));
    for (const span of spans) this.#tried[span]?.set(this.#sums[span] ?? []);
    return faults;
  }

  #worse(span: number, sides: readonly Judged[]): Fault[] {
    const [before, after] = [this.#sums[span], this.#tried[span]];
    return sides.flatMap(({ column, isLeast, bound, fault }) => {
      const [old, now] = [before?.[column] ?? 0, after?.[column] ?? 0];
      const least = LEAST_PART * (bound + 1);
      const [beyond, more] = isLeast ? [bound - now, old - now] : [now - bound, now - old];
      return beyond > least && more > least ? [fault] : [];
    });
  }

  /** Of each of the eaters, the day and all days together. */
  #spansAt(place: number): number[] {
    const { dayOf, mealOf, days } = this.#board;
    const takers = this.#takers[(mealOf[place] ?? 0) % meals.length] ?? [];
    return takers.flatMap((eaters) => [eaters * (days + 1) + (dayOf[place] ?? 0), eaters * (days + 1) + days]);
  }

  #add(all: readonly Float64Array[], place: number, from: number, to: number): void {
    const { courses } = this.#board;
    const [old, now] = [courses[from]?.amounts ?? [], courses[to]?.amounts ?? []];
    for (const span of this.#spansAt(place)) {
      const sums = all[span];
      if (!sums) continue;
      for (let column = 0; column < sums.length; column += 1) {
        sums[column] = (sums[column] ?? 0) + (now[column] ?? 0) - (old[column] ?? 0);
      }
    }
  }
}

function sidesOf({ spans, measures }: Board, isJudged: boolean): Judged[][] {
  return spans.map(({ day, sides }) =>
    sides
      .filter((side) => side.isJudged === isJudged)
      .map(({ measure, isLeast, bound, group }) => {
        const on = day === undefined ? {} : { day: day + 1 };
        const fault: Fault = { rule: 'figure', of: measure, group, isShort: isLeast, isTolerated: !isJudged, ...on };
        return { column: measures.indexOf(measure), isLeast, bound, fault };
      }),
  );
}
