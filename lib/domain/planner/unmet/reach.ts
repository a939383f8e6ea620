import { type Meal, meals } from '../../meal.ts';
import { type Board, NOTHING } from '../board.ts';
import { LEAST_GRAMS } from '../search/kinds-part.ts';

/** What counts: of those who eat these meals, on one day or on all. */
interface Counted {
  readonly meals: readonly Meal[];
  readonly day?: number | undefined;
}

/** Tells of a board how far its dishes go, other rules left aside. What it has found once it keeps. */
export class Reach {
  readonly #board: Board;
  /** By place, the courses that it could have; places with the same ones share the list. */
  readonly #coursesAt: readonly Int32Array[];
  /** By list and what is asked of it. */
  readonly #furthest = new Map<Int32Array, Map<string, number>>();
  /** By list, the most grams of each food that one course has. */
  readonly #grams = new Map<Int32Array, ReadonlyMap<string, number>>();

  constructor(board: Board) {
    this.#board = board;
    this.#coursesAt = board.optionsOf.map((options, place) => {
      const locked = board.lockedAt[place] ?? NOTHING;
      return locked === NOTHING ? options : Int32Array.of(locked);
    });
  }

  /** How much of a nutrient or category they can get, for factor 1: the most where it is too little, else the least. */
  ofMeasure(measure: string, isShort: boolean, counted: Counted): number {
    const { courses, measures } = this.#board;
    const column = measures.indexOf(measure);
    const amountOf = (course: number) => courses[course]?.amounts[column] ?? 0;
    return this.#sum((place) => {
      return this.#counts(place, counted) ? this.#furthestAt(place, isShort, `${isShort} ${measure}`, amountOf) : 0;
    });
  }

  /** The least that a head's day can cost. */
  ofCost(): number {
    const { courses, mealOf, mealWeights } = this.#board;
    const costOf = (course: number) => courses[course]?.cost ?? 0;
    return this.#sum((place) => {
      const weight = mealWeights[(mealOf[place] ?? 0) % meals.length] ?? 0;
      return this.#furthestAt(place, false, 'cost', costOf) * weight;
    });
  }

  #sum(reachAt: (place: number) => number): number {
    return this.#coursesAt.reduce((sum, _, place) => sum + reachAt(place), 0);
  }

  /** Any course that fits, or none where none is required. */
  #furthestAt(place: number, isShort: boolean, key: string, of: (course: number) => number): number {
    const courses = this.#coursesAt[place];
    if (!courses || courses.length === 0) return 0;
    const found = this.#furthest.get(courses) ?? new Map<string, number>();
    this.#furthest.set(courses, found);
    const furthest = found.get(key) ?? further(isShort, courses, of);
    found.set(key, furthest);
    const { places, lockedAt } = this.#board;
    const isFree = lockedAt[place] === NOTHING && !places[place]?.isRequired;
    return isFree ? (isShort ? Math.max : Math.min)(furthest, 0) : furthest;
  }

  /** How many kinds of food the dishes have together for a group, if there were room for all. */
  ofKinds(factor: string, counted: Counted): number {
    const lists = new Set(this.#coursesAt.filter((_, place) => this.#counts(place, counted)));
    const kinds = [...lists].flatMap((courses) => [...this.#mostGramsIn(courses)]);
    return new Set(kinds.flatMap(([code, grams]) => (grams * Number(factor) >= LEAST_GRAMS ? [code] : []))).size;
  }

  #mostGramsIn(courses: Int32Array): ReadonlyMap<string, number> {
    const known = this.#grams.get(courses);
    if (known) return known;
    const found = new Map<string, number>();
    for (const course of courses) {
      for (const [code, grams] of this.#board.courses[course]?.kinds ?? []) {
        if (grams > (found.get(code) ?? 0)) found.set(code, grams);
      }
    }
    this.#grams.set(courses, found);
    return found;
  }

  #counts(place: number, { meals, day }: Counted): boolean {
    const at = this.#board.places[place];
    return at !== undefined && meals.includes(at.meal) && (day === undefined || day === at.day);
  }
}

function further(isShort: boolean, courses: Int32Array, of: (course: number) => number): number {
  return courses.reduce(
    (reach, course) => {
      return (isShort ? Math.max : Math.min)(reach, of(course));
    },
    of(courses[0] ?? NOTHING),
  );
}
