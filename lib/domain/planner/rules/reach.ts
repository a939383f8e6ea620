import { type Meal, meals } from '../../meal.ts';
import { EMPTY, type Model } from '../model.ts';
import type { PlanProblem } from '../problem.ts';
import { inLanguage } from './phrases.ts';

/** Least grams in a day that make a food one of its kinds. */
export const LEAST_GRAMS = 5;

/** What counts: of those who eat these meals, on one day or on all. */
interface Counted {
  readonly meals: readonly Meal[];
  readonly day?: number | undefined;
}

/** Tells of a problem how far its dishes go, other rules left aside. What it has found once it keeps. */
export class Reach {
  readonly #model: Model;
  /** By slot, the courses that it could have; slots with the same ones share the list. */
  readonly #coursesOf: readonly Int32Array[];
  /** By list and what is asked of it. */
  readonly #furthest = new Map<Int32Array, Map<string, number>>();
  /** By list, the most grams of each food that one course has. */
  readonly #grams = new Map<Int32Array, ReadonlyMap<string, number>>();

  constructor(model: Model) {
    this.#model = model;
    this.#coursesOf = model.optionsOf.map((options, slot) => {
      const locked = model.lockedAt[slot] ?? EMPTY;
      return locked === EMPTY ? options : Int32Array.of(locked);
    });
  }

  /** How much of a nutrient or category they can get, for factor 1: the most where it is too little, else the least. */
  ofMeasure(measure: string, isShort: boolean, counted: Counted): number {
    const { courses, measures } = this.#model;
    const column = measures.indexOf(measure);
    const amountOf = (course: number) => courses[course]?.amounts[column] ?? 0;
    return this.#sum((slot) => {
      return this.#counts(slot, counted) ? this.#furthestAt(slot, isShort, `${isShort} ${measure}`, amountOf) : 0;
    });
  }

  /** The least that a head's day can cost. */
  ofCost(): number {
    const { courses, mealOf, mealWeights } = this.#model;
    const costOf = (course: number) => courses[course]?.cost ?? 0;
    return this.#sum((slot) => {
      const weight = mealWeights[(mealOf[slot] ?? 0) % meals.length] ?? 0;
      return this.#furthestAt(slot, false, 'cost', costOf) * weight;
    });
  }

  #sum(reachAt: (slot: number) => number): number {
    return this.#coursesOf.reduce((sum, _, slot) => sum + reachAt(slot), 0);
  }

  /** Any course that fits, or none where none is required. */
  #furthestAt(slot: number, isShort: boolean, key: string, of: (course: number) => number): number {
    const courses = this.#coursesOf[slot];
    if (!courses || courses.length === 0) return 0;
    const found = this.#furthest.get(courses) ?? new Map<string, number>();
    this.#furthest.set(courses, found);
    const furthest = found.get(key) ?? further(isShort, courses, of);
    found.set(key, furthest);
    const { slots, lockedAt } = this.#model;
    const isFree = lockedAt[slot] === EMPTY && !slots[slot]?.isRequired;
    return isFree ? (isShort ? Math.max : Math.min)(furthest, 0) : furthest;
  }

  /** How many kinds of food the dishes have together for a group, if there were room for all. */
  ofKinds(factor: string, counted: Counted): number {
    const lists = new Set(this.#coursesOf.filter((_, slot) => this.#counts(slot, counted)));
    const kinds = [...lists].flatMap((courses) => [...this.#mostGramsIn(courses)]);
    return new Set(kinds.flatMap(([code, grams]) => (grams * Number(factor) >= LEAST_GRAMS ? [code] : []))).size;
  }

  #mostGramsIn(courses: Int32Array): ReadonlyMap<string, number> {
    const known = this.#grams.get(courses);
    if (known) return known;
    const found = new Map<string, number>();
    for (const course of courses) {
      for (const [code, grams] of this.#model.courses[course]?.kinds ?? []) {
        if (grams > (found.get(code) ?? 0)) found.set(code, grams);
      }
    }
    this.#grams.set(courses, found);
    return found;
  }

  #counts(slot: number, { meals, day }: Counted): boolean {
    const at = this.#model.slots[slot];
    return at !== undefined && meals.includes(at.meal) && (day === undefined || day === at.day);
  }
}

function further(isShort: boolean, courses: Int32Array, of: (course: number) => number): number {
  return courses.reduce(
    (reach, course) => {
      return (isShort ? Math.max : Math.min)(reach, of(course));
    },
    of(courses[0] ?? EMPTY),
  );
}

/** A figure that is not as it should be, and how far the dishes go. */
interface Reached {
  readonly value: string;
  readonly bound: string;
  readonly unit: string;
  readonly isShort: boolean;
  readonly reach: number;
  readonly digits: number;
}

const texts = {
  zh: (text: string, isShort: boolean, reach: string, unit: string) =>
    `${text}：可选菜品${isShort ? '最多只能达到' : '最少也有'} ${reach} ${unit}`,
  en: (text: string, isShort: boolean, reach: string, unit: string) =>
    `${text}: the dishes that may be served bring at ${isShort ? 'most' : 'least'} ${reach} ${unit}`,
};

/** The text, and how far the dishes go, if that is not as far as the bound. */
export function withReach(text: string, reached: Reached, problem: Pick<PlanProblem, 'language'>): string {
  const { value, bound, unit, isShort, reach, digits } = reached;
  if (isShort ? reach >= Number(bound) : reach <= Number(bound)) return text;
  // Rounded otherwise, it would be less than what is there.
  const possible = isShort ? Math.max(reach, Number(value)) : Math.min(reach, Number(value));
  return inLanguage(problem, texts)(text, isShort, possible.toFixed(digits), unit);
}
