import { meals } from '../meal.ts';
import { type Course, courseKey, findCourses } from './courses.ts';
import { type Eaters, findEaters } from './eaters.ts';
import { findInSameWeek } from './near.ts';
import type { PlanProblem, PlanRules } from './problem.ts';
import { findSpans, limitSlopes, type Span } from './rules/bounds.ts';
import { findSlots, type Slot } from './slots.ts';
import { NO_TRAITS } from './traits.ts';

/** The course of an empty slot. Courses are counted from 1. */
export const EMPTY = 0;

/** A problem as numbers, for the search. */
export interface Model {
  readonly days: number;
  readonly rules: PlanRules;
  readonly slots: readonly Slot[];
  /** By slot, its day, from 0. */
  readonly dayOf: Int32Array;
  /** By slot, its meal of the menu: the day times the meals of a day, plus the number of the meal. */
  readonly mealOf: Int32Array;
  /** By slot, 1 where the template asks for a dish. */
  readonly isRequired: Uint8Array;
  /** By slot, the numbers of the courses that fit; slots with the same ones share the list. */
  readonly optionsOf: readonly Int32Array[];
  /** By slot, the course that is locked there, or `EMPTY`. */
  readonly lockedAt: Int32Array;
  /** The first is `EMPTY`. */
  readonly courses: readonly Course[];
  /** By course, the number of its dish. A dish has a course for each of its portions. */
  readonly dishOf: Int32Array;
  readonly nearDishes: readonly NearDish[];
  readonly eaters: readonly Eaters[];
  readonly spans: readonly Span[];
  /** What courses have amounts of, see `Side`. */
  readonly measures: readonly string[];
  /** By meal of the day, the weight of a course's cost in the cost per head and day. */
  readonly mealWeights: readonly number[];
}

/** A serving of a dish of the model on a day near by, outside of the menu; see `NearServing`. */
interface NearDish {
  /** The number of the dish. */
  readonly dish: number;
  /** From 0, as the days of slots are. */
  readonly day: number;
  /** Whether the serving counts for how often the dish may come in a week. */
  readonly isInWeek: boolean;
}

/** Turns a problem into numbers. The slots are those of its template, unless others are given. */
export function toModel(problem: PlanProblem, slots: readonly Slot[] = findSlots(problem)): Model {
  const eaters = findEaters(problem, slots);
  const spans = findSpans(problem, eaters);
  const measures = [...new Set(spans.flatMap(({ sides }) => sides.map(({ measure }) => measure)))];
  const courses = [emptyCourse(measures), ...findCourses(problem, slots, measures)];
  const courseNumbers = new Map(courses.map(({ dish, portion }, number) => [courseKey(dish, portion), number]));
  const dishNumbers = new Map([...new Set(courses.map(({ dish }) => dish))].map((id, index) => [id, index]));
  const optionLists = new Map(
    [...new Set(slots.map(({ fitting }) => fitting))].map((fitting) => [
      fitting,
      Int32Array.from(fitting, (dish) => courseNumbers.get(courseKey(dish, '1')) ?? EMPTY),
    ]),
  );
  const largestAmounts = new Map(
    measures.map((measure, index) => [measure, Math.max(...courses.map(({ amounts }) => amounts[index] ?? 0))]),
  );
  return {
    days: problem.content.days,
    rules: problem.rules,
    slots,
    dayOf: Int32Array.from(slots, ({ day }) => day - 1),
    mealOf: Int32Array.from(slots, ({ day, meal }) => (day - 1) * meals.length + meals.indexOf(meal)),
    isRequired: Uint8Array.from(slots, ({ isRequired }) => Number(isRequired)),
    optionsOf: slots.map(({ fitting }) => optionLists.get(fitting) ?? new Int32Array(0)),
    lockedAt: Int32Array.from(slots, ({ locked }) =>
      locked ? (courseNumbers.get(courseKey(locked.dish, locked.portion)) ?? EMPTY) : EMPTY,
    ),
    courses,
    dishOf: Int32Array.from(courses, ({ dish }) => dishNumbers.get(dish) ?? 0),
    nearDishes: findNearDishes(problem, dishNumbers),
    eaters,
    spans: spans.map((span) => limitSlopes(span, largestAmounts)),
    measures,
    mealWeights: weighMeals(problem, eaters),
  };
}

function findNearDishes(problem: PlanProblem, dishNumbers: ReadonlyMap<number, number>): NearDish[] {
  const inWeek = new Set(findInSameWeek(problem));
  return (problem.near ?? []).flatMap((serving) => {
    const dish = dishNumbers.get(serving.dish);
    return dish === undefined ? [] : [{ dish, day: serving.day - 1, isInWeek: inWeek.has(serving) }];
  });
}

function emptyCourse(measures: readonly string[]): Course {
  const nothing = { dish: 0, portion: '', cost: 0, ...NO_TRAITS, isDark: false, isUnusual: false };
  const unlimited = { daysApart: 0, maxServings: Number.MAX_SAFE_INTEGER };
  return { ...nothing, ...unlimited, amounts: measures.map(() => 0), kinds: new Map() };
}

/** A head is the mean of all people, or of all groups where no group has people. */
function weighMeals({ content: { groups } }: PlanProblem, eaters: readonly Eaters[]): number[] {
  const heads = groups.reduce((sum, { people }) => sum + people, 0);
  return meals.map((meal) =>
    eaters.reduce((sum, { meals: taken, groups: own, shares }) => {
      if (!taken.includes(meal)) return sum;
      const weight = own.reduce((total, { people, factor }) => total + (heads > 0 ? people : 1) * Number(factor), 0);
      return sum + weight / (heads > 0 ? heads : groups.length) / shares.length;
    }, 0),
  );
}
