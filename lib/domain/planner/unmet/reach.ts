import type { Meal } from '../../menu/menu.ts';
import { type Board, NOTHING } from '../board.ts';
import type { Course } from '../courses.ts';
import { LEAST_GRAMS } from '../search/kinds-part.ts';

/** What counts: of those who eat these meals, on one day or on all. */
interface Counted {
  readonly meals: readonly Meal[];
  readonly day?: number | undefined;
}

/**
 * How far the dishes go, other rules left aside: the most that there can be of what is too little, or the least of what
 * is too much. Each place could have any course that fits, or none where none is required.
 */
export function reachOf(board: Board, isShort: boolean, amountAt: (place: number, course: Course) => number): number {
  const further = isShort ? Math.max : Math.min;
  return board.places.reduce((reach, { isRequired }, place) => {
    const options = coursesAt(board, place).map((course) => amountAt(place, course));
    const isFree = board.optionsOf[place]?.length !== 0 && !isRequired;
    return options.length === 0 ? reach : reach + further(...options, ...(isFree ? [0] : []));
  }, 0);
}

/** How much of a nutrient or category they can get, for factor 1. */
export function reachOfMeasure(board: Board, measure: string, isShort: boolean, counted: Counted): number {
  const column = board.measures.indexOf(measure);
  return reachOf(board, isShort, (place, { amounts }) => (counts(board, place, counted) ? (amounts[column] ?? 0) : 0));
}

/** How many kinds of food the dishes have together for a group, if there were room for all. */
export function reachOfKinds(board: Board, factor: string, counted: Counted): number {
  const courses = board.places.flatMap((_, place) => (counts(board, place, counted) ? coursesAt(board, place) : []));
  const kinds = [...new Set(courses)].flatMap((course) => [...course.kinds]);
  return new Set(kinds.flatMap(([code, grams]) => (grams * Number(factor) >= LEAST_GRAMS ? [code] : []))).size;
}

function counts({ places }: Board, place: number, { meals, day }: Counted): boolean {
  const at = places[place];
  return at !== undefined && meals.includes(at.meal) && (day === undefined || day === at.day);
}

function coursesAt({ optionsOf, lockedAt, courses }: Board, place: number): Course[] {
  const locked = lockedAt[place] ?? NOTHING;
  const numbers = locked === NOTHING ? [...(optionsOf[place] ?? [])] : [locked];
  return numbers.flatMap((number) => courses[number] ?? []);
}
