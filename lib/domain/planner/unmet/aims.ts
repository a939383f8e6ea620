import { type Meal, meals } from '../../menu/menu.ts';
import { type Board, NOTHING } from '../board.ts';
import type { Course } from '../courses.ts';
import { LEAST_GRAMS } from '../search/kinds-part.ts';

/** What is wrong with a plan, in a way in which another plan can be better. */
export type Wrong =
  /** A figure of those who eat these meals, of a day (from 1) or of all together, is too low or too high. */
  | {
      readonly kind: 'figure';
      readonly meals: readonly Meal[];
      readonly day: number | undefined;
      readonly measure: string;
      readonly isShort: boolean;
      /** By how much, for factor 1 and in the sum of the days. */
      readonly gap: number;
    }
  /** There are so many such courses too many. */
  | { readonly kind: 'servings'; readonly isMeant: (course: Course, day: number) => boolean; readonly gap: number }
  /** Those who eat these meals have so many kinds of food too few, on a day or on all together. */
  | {
      readonly kind: 'kinds';
      readonly meals: readonly Meal[];
      readonly day: number | undefined;
      readonly factor: string;
      readonly gap: number;
    }
  /** So many yuan per head and day are too much. */
  | { readonly kind: 'cost'; readonly gap: number };

/** Something that is to be more than it is, or less. */
export interface Aim {
  /** What the course counts for it at the place; undefined where it is of no matter what stands there. */
  readonly amountAt: (place: number, course: number) => number | undefined;
  readonly isShort: boolean;
  /** How much is missing, or too much. */
  readonly gap: number;
}

/** What has to change, where that stands. */
export function aimAt(wrong: Wrong, board: Board, stand: Int32Array): Aim {
  const { gap } = wrong;
  if (wrong.kind === 'cost') return { isShort: false, gap, amountAt: (at, course) => costAt(board, at, course) };
  const { courses, places } = board;
  if (wrong.kind === 'servings') {
    const amountAt = (at: number, number: number) => {
      const [course, place] = [courses[number], places[at]];
      return Number(course !== undefined && place !== undefined && wrong.isMeant(course, place.day));
    };
    return { isShort: false, gap, amountAt };
  }
  const isEaten = places.map(({ day, meal }) => {
    return wrong.meals.includes(meal) && (wrong.day === undefined || wrong.day === day);
  });
  if (wrong.kind === 'kinds') {
    const kindsOf = kindsBy(wrong.factor, board);
    const servings = new Map<string, number>();
    const eaten = [...stand].flatMap((course, at) => (isEaten[at] ? kindsOf(course) : []));
    for (const code of eaten) servings.set(code, (servings.get(code) ?? 0) + 1);
    // Only what no other place brings is one kind more.
    const amountAt = (at: number, course: number) => {
      const here = new Set(kindsOf(stand[at] ?? NOTHING));
      const isOwn = (code: string) => (servings.get(code) ?? 0) === Number(here.has(code));
      return isEaten[at] ? kindsOf(course).filter(isOwn).length : undefined;
    };
    return { isShort: true, gap, amountAt };
  }
  const column = board.measures.indexOf(wrong.measure);
  const amountAt = (at: number, course: number) => (isEaten[at] ? courses[course]?.amounts[column] : undefined);
  return { isShort: wrong.isShort, gap, amountAt };
}

/** Tells of which foods a course has enough to make them kinds. */
export function kindsBy(factor: string, { courses }: Board): (course: number) => string[] {
  return (course) => {
    const kinds = [...(courses[course]?.kinds ?? [])];
    return kinds.flatMap(([code, grams]) => (grams * Number(factor) >= LEAST_GRAMS ? [code] : []));
  };
}

/** What a course at the place counts for what a head's day costs, in yuan. */
export function costAt({ mealOf, mealWeights, courses }: Board, place: number, course: number): number {
  return (courses[course]?.cost ?? 0) * (mealWeights[(mealOf[place] ?? 0) % meals.length] ?? 0);
}
