import type { Group } from '../analysis/content.ts';
import { meals } from '../meal.ts';
import { cached } from './cached.ts';
import { type Candidate, candidateKey, createEmptyCandidate, listCandidates } from './candidates.ts';
import { type Cohort, listCohorts } from './cohorts.ts';
import type { PlanProblem, RuleSettings } from './problem.ts';
import { isInFourWeeks, listServingsOfSameWeek } from './repetition-limits.ts';
import { type Intake, limitSlopes, listIntakes } from './rules/soft-bounds.ts';
import { listSlots, type Slot } from './slots.ts';

/** The number of the candidate that stands for an empty slot. The other candidates are counted from 1. */
export const EMPTY = 0;

/**
 * A problem as numbers, for the search. Slots, candidates, dishes, cohorts, intakes and measures are numbered from 0, and so is a
 * `dayIndex`. A `day` of the problem, of its slots and items is counted from 1. A date is a text. The words of the planner:
 * - A slot is what one dish of a meal fills. A candidate is a dish in a portion; the options of a slot are those that may fill it.
 * - A plan has a candidate for each slot, in an array. A move changes those of one or more slots. A replacement gives a slot `to` instead of `from`.
 * - A serving is a dish in a slot, or in another menu. An item is a serving of a menu. Its portion says how many times the grams of
 *   the dish are served.
 * - A rule is what a plan should keep. Breaking it has a penalty, in the unit of the objective, and an entry in `unmet`.
 * - The week is the whole menu, seven days at most. A cycle is several weeks that are planned together.
 * - A cohort is the groups that take the same meals. What it eats on a day, or in the week, is an intake.
 * - A measure is what is summed of food: a nutrient, a category of food, or energy beyond a share. Its sum in an intake has bounds.
 * - A mark of a dish is its place in a meal, such as 主食. A mark of a food says that the unit uses it often, or avoids it.
 */
export interface Model {
  readonly dayCount: number;
  readonly rules: RuleSettings;
  readonly slots: readonly Slot[];
  /** By slot, the index of its day: a slot, like an item, counts days from 1, but a `dayIndex` is from 0. */
  readonly dayIndexBySlot: Int32Array;
  /** By slot, the index of its meal in `meals`. */
  readonly mealIndexBySlot: Int32Array;
  /** By slot, the number of its meal among those of all days: `dayIndex * meals.length + mealIndex`. */
  readonly dayMealBySlot: Int32Array;
  /** By slot, 1 where the template requires a dish. */
  readonly isRequiredBySlot: Uint8Array;
  /** By slot, its options: the candidates that may fill it, ascending by the id of the dish. Slots with the same options share the list. */
  readonly optionsBySlot: readonly Int32Array[];
  /** By slot, the candidate that is locked there, or `EMPTY`. */
  readonly lockedCandidateBySlot: Int32Array;
  /** The first, at `EMPTY`, stands for an empty slot. */
  readonly candidates: readonly Candidate[];
  /** By candidate, the number of its dish; 0 for `EMPTY`, which comes first. A dish has a candidate for each of its portions. */
  readonly dishByCandidate: Int32Array;
  readonly adjacentServings: readonly NumberedServing[];
  readonly cohorts: readonly Cohort[];
  /** Of each cohort in turn: one for each day, and then that of the week. */
  readonly intakes: readonly Intake[];
  /** The measures of all soft bounds, see `SoftBound.measure`. Amounts are in this order. */
  readonly measures: readonly string[];
  /** By index of the meal in `meals`, the factor from a candidate's cost to its cost per head and day. */
  readonly costWeightByMeal: readonly number[];
}

/** An adjacent serving of a dish that a candidate has, in the numbers of the model. */
interface NumberedServing {
  /** The first day of the menu is 0, the day before that -1. */
  readonly dayIndex: number;
  readonly dishNumber: number;
  /** Whether it counts for how often the dish may be served in the week of the menu. */
  readonly isInCalendarWeek: boolean;
  /** Whether it counts for how often the dish may be served in four weeks. */
  readonly isInFourWeeks: boolean;
}

/** Numbers the parts of the problem. By default the slots are those of its template. */
export function toModel(problem: PlanProblem, slots: readonly Slot[] = listSlots(problem)): Model {
  const cohorts = listCohorts(problem, slots);
  const intakes = listIntakes(problem, cohorts);
  const measures = [...new Set(intakes.flatMap(({ softBounds }) => softBounds.map(({ measure }) => measure)))];
  const candidates = [createEmptyCandidate(measures), ...listCandidates(problem, slots, measures)];
  const candidateByKey = new Map(
    candidates.map(({ dishId, portion }, candidate) => [candidateKey(dishId, portion), candidate]),
  );
  const toOptions = cached((dishIds: readonly number[]) =>
    Int32Array.from(dishIds, (dishId) => candidateByKey.get(candidateKey(dishId, '1')) ?? EMPTY),
  );
  const dishIds = new Set(candidates.map(({ dishId }) => dishId));
  const dishNumberById = new Map([...dishIds].map((dishId, dish) => [dishId, dish]));
  const maxAmountByMeasure = new Map(
    measures.map((measure, index) => [measure, Math.max(...candidates.map(({ amounts }) => amounts[index] ?? 0))]),
  );
  return {
    dayCount: problem.content.days,
    rules: problem.rules,
    slots,
    dayIndexBySlot: Int32Array.from(slots, ({ day }) => day - 1),
    mealIndexBySlot: Int32Array.from(slots, ({ meal }) => meals.indexOf(meal)),
    dayMealBySlot: Int32Array.from(slots, ({ day, meal }) => (day - 1) * meals.length + meals.indexOf(meal)),
    isRequiredBySlot: Uint8Array.from(slots, ({ isRequired }) => Number(isRequired)),
    optionsBySlot: slots.map(({ fittingDishIds }) => toOptions(fittingDishIds)),
    lockedCandidateBySlot: Int32Array.from(slots, ({ lockedItem }) =>
      lockedItem ? (candidateByKey.get(candidateKey(lockedItem.dish, lockedItem.portion)) ?? EMPTY) : EMPTY,
    ),
    candidates,
    dishByCandidate: Int32Array.from(candidates, ({ dishId }) => dishNumberById.get(dishId) ?? 0),
    adjacentServings: toNumberedServings(problem, dishNumberById),
    cohorts,
    intakes: intakes.map((intake) => limitSlopes(intake, maxAmountByMeasure)),
    measures,
    costWeightByMeal: listCostWeights(problem, cohorts),
  };
}

function toNumberedServings(problem: PlanProblem, dishNumberById: ReadonlyMap<number, number>): NumberedServing[] {
  const servingsInWeek = new Set(listServingsOfSameWeek(problem));
  return (problem.adjacentServings ?? []).flatMap((serving) => {
    const dishNumber = dishNumberById.get(serving.dish);
    if (dishNumber === undefined) return [];
    const isInCalendarWeek = servingsInWeek.has(serving);
    return [{ dishNumber, dayIndex: serving.day - 1, isInCalendarWeek, isInFourWeeks: isInFourWeeks(serving) }];
  });
}

/** Lists by meal its portions per head (mean of all groups, weighed by people if there are any), divided by the served days. */
function listCostWeights({ content: { groups } }: PlanProblem, cohorts: readonly Cohort[]): number[] {
  const hasPeople = groups.some(({ people }) => people > 0);
  const weightOf = ({ people }: Group) => (hasPeople ? people : 1);
  const totalWeight = groups.reduce((sum, group) => sum + weightOf(group), 0);
  const weighPortions = (cohort: Cohort) =>
    cohort.groups.reduce((sum, group) => sum + weightOf(group) * Number(group.factor), 0);
  return meals.map((meal) => {
    const eatingCohorts = cohorts.filter((cohort) => cohort.meals.includes(meal));
    return eatingCohorts.reduce((sum, cohort) => sum + weighPortions(cohort) / totalWeight / cohort.servedDayCount, 0);
  });
}
