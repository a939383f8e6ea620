import { type Meal, meals } from '../../meal.ts';
import { EMPTY, type Model } from '../model.ts';
import type { PlanProblem } from '../problem.ts';
import { inLanguage } from './phrases.ts';

/** Least grams in a day that make a food one of its kinds. */
export const MIN_GRAMS = 5;

/** Which slots count: those of these meals, on one day or on all days. */
interface Counted {
  readonly meals: readonly Meal[];
  readonly day?: number | undefined;
}

/** How far the dishes of a problem go, other rules left aside. What is found is cached. */
export class Reach {
  readonly #model: Model;
  /** By slot, the courses that it could have; slots with the same ones share the list. */
  readonly #coursesOf: readonly Int32Array[];
  /** A cache by list and figure. */
  readonly #furthestCache = new Map<Int32Array, Map<string, number>>();
  /** A cache by list: the most grams of each food that one course has. */
  readonly #gramsCache = new Map<Int32Array, ReadonlyMap<string, number>>();

  constructor(model: Model) {
    this.#model = model;
    this.#coursesOf = model.optionsOf.map((options, slot) => {
      const locked = model.lockedAt[slot] ?? EMPTY;
      return locked === EMPTY ? options : Int32Array.of(locked);
    });
  }

  /** How much of a nutrient or category eaters with factor 1 can get: the most where it is too little, else the least. */
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

  /** The most or the least of any course that fits the slot; nothing, too, where no course is required. */
  #furthestAt(slot: number, isShort: boolean, key: string, amountOf: (course: number) => number): number {
    const courses = this.#coursesOf[slot];
    if (!courses || courses.length === 0) return 0;
    const found = this.#furthestCache.get(courses) ?? new Map<string, number>();
    this.#furthestCache.set(courses, found);
    const furthest = found.get(key) ?? findFurthest(isShort, courses, amountOf);
    found.set(key, furthest);
    const { slots, lockedAt } = this.#model;
    const isFree = lockedAt[slot] === EMPTY && !slots[slot]?.isRequired;
    return isFree ? (isShort ? Math.max : Math.min)(furthest, 0) : furthest;
  }

  /** How many kinds of food the dishes have together for a group, if there were room for all. */
  ofKinds(factor: string, counted: Counted): number {
    const lists = new Set(this.#coursesOf.filter((_, slot) => this.#counts(slot, counted)));
    const kinds = [...lists].flatMap((courses) => [...this.#mostGramsIn(courses)]);
    return new Set(kinds.flatMap(([code, grams]) => (grams * Number(factor) >= MIN_GRAMS ? [code] : []))).size;
  }

  #mostGramsIn(courses: Int32Array): ReadonlyMap<string, number> {
    const known = this.#gramsCache.get(courses);
    if (known) return known;
    const found = new Map<string, number>();
    for (const course of courses) {
      for (const [code, grams] of this.#model.courses[course]?.kinds ?? []) {
        if (grams > (found.get(code) ?? 0)) found.set(code, grams);
      }
    }
    this.#gramsCache.set(courses, found);
    return found;
  }

  #counts(slot: number, { meals, day }: Counted): boolean {
    const at = this.#model.slots[slot];
    return at !== undefined && meals.includes(at.meal) && (day === undefined || day === at.day);
  }
}

function findFurthest(isShort: boolean, courses: Int32Array, amountOf: (course: number) => number): number {
  const further = isShort ? Math.max : Math.min;
  return courses.reduce((reach, course) => further(reach, amountOf(course)), amountOf(courses[0] ?? EMPTY));
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
  // The reach is a rounded sum: it must not seem to be less than what the menu has.
  const possible = isShort ? Math.max(reach, Number(value)) : Math.min(reach, Number(value));
  return inLanguage(problem, texts)(text, isShort, possible.toFixed(digits), unit);
}
