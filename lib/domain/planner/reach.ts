import type { Board } from './board.ts';
import type { PlanProblem } from './problem.ts';

/** What the dishes of a plan could bring at least and at most, whatever else that would break. */
export interface Reach {
  readonly least: number;
  readonly most: number;
}

/** How far a measure can be brought for a group, on a day (from 1) or on the mean of all. */
type FindReach = (group: number, day: number | undefined, measure: string) => Reach | undefined;

/** Tells for any group and measure how far it can be brought, with all places served or only those that must be. */
export function reachOf(problem: PlanProblem, board: Board): FindReach {
  return (group, day, measure) => {
    const column = board.measures.indexOf(measure);
    const found = problem.content.groups[group];
    if (column < 0 || !found) return undefined;
    const days = day === undefined ? problem.content.days : 1;
    const scale = Number(found.factor) / days;
    const mine = board.places.flatMap((place, at) => {
      return found.meals.includes(place.meal) && (day === undefined || place.day === day)
        ? [rangeAt(board, at, column)]
        : [];
    });
    return {
      least: mine.reduce((sum, { least }) => sum + least, 0) * scale,
      most: mine.reduce((sum, { most }) => sum + most, 0) * scale,
    };
  };
}

function rangeAt({ courses, optionsOf, lockedAt, isRequired }: Board, place: number, column: number): Reach {
  const amountOf = (course: number) => courses[course]?.amounts[column] ?? 0;
  const options = optionsOf[place] ?? [];
  if (options.length === 0) {
    const fixed = amountOf(lockedAt[place] ?? 0);
    return { least: fixed, most: fixed };
  }
  const amounts = Array.from(options, amountOf);
  return { least: isRequired[place] === 1 ? Math.min(...amounts) : 0, most: Math.max(...amounts) };
}
