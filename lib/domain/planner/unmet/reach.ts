import { type Board, NOTHING, setUp } from '../board.ts';
import type { PlanProblem } from '../problem.ts';
import { avoidedIn } from '../traits.ts';
import { type Aim, aimAt, kindsBy, type Wrong } from './aims.ts';

/** How a figure is told. */
export interface Shown {
  /** In the unit, as they are told. */
  readonly value: number;
  readonly bound: number;
  readonly unit: string;
  /** What a part of it for factor 1 counts in it. */
  readonly scale: number;
}

/** How far the dishes go, where no choice of them would do. */
export interface Limit {
  readonly isShort: boolean;
  /** As decimal text. */
  readonly reach: string;
  readonly unit: string;
  /** Codes of foods to avoid without which there would be more; whether there would be without what is locked. */
  readonly avoided: readonly string[];
  readonly isLocked: boolean;
}

/** Tells how far the dishes go where they do not go as far as is asked for. */
export type FindLimit = (wrong: Wrong, shown: Shown) => Limit | undefined;

/** A place by itself could have any course that fits, or none where none is required: other rules are left aside. */
export function limitsOf(problem: PlanProblem, board: Board, stand: Int32Array): FindLimit {
  const unlocked = onceAsked(() => (problem.locked.length > 0 ? setUp({ ...problem, locked: [] }) : undefined));
  const unspoilt = onceAsked(() => (isSpoilt(problem) ? setUp({ ...problem, marks: new Map() }) : undefined));
  return (wrong, { value, bound, unit, scale }) => {
    const isShort = wrong.kind === 'kinds' || (wrong.kind === 'figure' && wrong.isShort);
    const reachIn = (other: Board) => {
      return wrong.kind === 'kinds' ? kindsIn(other, wrong) : reachOf(aimAt(wrong, other, stand), other) * scale;
    };
    const reach = reachIn(board);
    if (isShort ? reach >= bound : reach <= bound) return undefined;
    const isNearer = (other: Board | undefined) => other && (isShort ? reachIn(other) > reach : reachIn(other) < reach);
    const avoided = isShort && isNearer(unspoilt()) ? avoidedFor(wrong, problem, unspoilt()) : [];
    // Rounded otherwise, it would be less than what is there.
    const told = isShort ? Math.max(reach, value) : Math.min(reach, value);
    return {
      isShort,
      reach: wrong.kind === 'kinds' ? String(told) : told.toFixed(2),
      unit,
      avoided,
      isLocked: isNearer(unlocked()) ?? false,
    };
  };
}

function onceAsked<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The most that there can be of what is too little, or the least of what is too much. */
function reachOf({ amountAt, isShort }: Aim, { places, optionsOf, lockedAt, isRequired }: Board): number {
  const further = isShort ? Math.max : Math.min;
  let reach = 0;
  for (const place of places.keys()) {
    const [options, locked] = [optionsOf[place] ?? [], lockedAt[place] ?? NOTHING];
    const [first = locked] = options;
    let best = amountAt(place, first) ?? 0;
    for (const course of options) best = further(best, amountAt(place, course) ?? 0);
    const isFree = options.length > 0 && isRequired[place] !== 1;
    reach += isFree ? further(best, 0) : best;
  }
  return reach;
}

/** How many kinds the dishes have together, if there were room for all. */
function kindsIn(board: Board, { meals, day, factor }: Extract<Wrong, { kind: 'kinds' }>): number {
  const kindsOf = kindsBy(factor, board);
  const courses = board.places.flatMap((place, at) => {
    const isEaten = meals.includes(place.meal) && (day === undefined || place.day === day);
    return isEaten ? [...(board.optionsOf[at] ?? []), board.lockedAt[at] ?? NOTHING] : [];
  });
  return new Set([...new Set(courses)].flatMap(kindsOf)).size;
}

function isSpoilt({ dishes, marks }: PlanProblem): boolean {
  return [...dishes.values()].some((dish) => avoidedIn(dish, marks).length > 0);
}

/** Codes of foods to avoid in dishes that have some of what there is too little of. */
function avoidedFor(wrong: Wrong, { dishes, marks }: PlanProblem, board: Board | undefined): string[] {
  const column = wrong.kind === 'figure' ? (board?.measures.indexOf(wrong.measure) ?? -1) : -1;
  const useful = new Set(board?.courses.flatMap(({ dish, amounts }) => ((amounts[column] ?? 0) > 0 ? [dish] : [])));
  const codes = [...dishes].flatMap(([id, dish]) => (useful.has(id) ? avoidedIn(dish, marks) : []));
  return [...new Set(codes)].sort();
}
