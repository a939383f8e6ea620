import type { Group } from '../analysis/content.ts';
import { meals } from '../meal.ts';
import { listServingsOfSameWeek } from './adjacent-servings.ts';
import { type Candidate, candidateKey, createEmptyCandidate, findCandidates } from './candidates.ts';
import { type Cohort, findCohorts } from './cohorts.ts';
import type { PlanProblem, RuleSettings } from './problem.ts';
import { findIntakes, type Intake, limitSlopes } from './rules/soft-bounds.ts';
import { findSlots, type Slot } from './slots.ts';

/** The number of the candidate that stands for an empty slot. The other candidates are counted from 1. */
export const EMPTY = 0;

/**
 * A problem as numbers, for the search. A plan is an array with the number of a candidate for each slot. Days, slots, dishes
 * and cohorts are numbered from 0.
 */
export interface Model {
  readonly dayCount: number;
  readonly rules: RuleSettings;
  readonly slots: readonly Slot[];
  readonly dayBySlot: Int32Array;
  /** By slot, the index of its meal in `meals`. */
  readonly mealBySlot: Int32Array;
  /** By slot, the number of its meal on its day: `day * meals.length + meal`. */
  readonly dayMealBySlot: Int32Array;
  /** By slot, 1 where the template requires a dish. */
  readonly isRequiredBySlot: Uint8Array;
  /** By slot, its options: the candidates that may fill it, ascending. Slots with the same options share the list. */
  readonly optionsBySlot: readonly Int32Array[];
  /** By slot, the candidate that is locked there, or `EMPTY`. */
  readonly lockedCandidateBySlot: Int32Array;
  /** The first is `EMPTY`. */
  readonly candidates: readonly Candidate[];
  /** By candidate, the number of its dish. A dish has a candidate for each of its portions. */
  readonly dishByCandidate: Int32Array;
  readonly adjacentServings: readonly NumberedServing[];
  readonly cohorts: readonly Cohort[];
  readonly intakes: readonly Intake[];
  /** The measures of all soft bounds, see `SoftBound.measure`. Amounts are in this order. */
  readonly measures: readonly string[];
  /** By meal of the day, the weight of a candidate's cost in the cost per head and day. */
  readonly costWeightByMeal: readonly number[];
}

/** An `AdjacentServing` of a dish of the model. */
interface NumberedServing {
  readonly dish: number;
  readonly day: number;
  /** Whether the serving counts for how often the dish may be served in the week of the menu. */
  readonly isOfSameWeek: boolean;
}

/** Turns a problem into numbers. By default the slots are those of its template. */
export function toModel(problem: PlanProblem, slots: readonly Slot[] = findSlots(problem)): Model {
  const cohorts = findCohorts(problem, slots);
  const intakes = findIntakes(problem, cohorts);
  const measures = [...new Set(intakes.flatMap(({ softBounds }) => softBounds.map(({ measure }) => measure)))];
  const candidates = [createEmptyCandidate(measures), ...findCandidates(problem, slots, measures)];
  const candidateByKey = new Map(candidates.map(({ dish, portion }, number) => [candidateKey(dish, portion), number]));
  const dishNumberById = new Map([...new Set(candidates.map(({ dish }) => dish))].map((id, index) => [id, index]));
  const optionsByDishIds = new Map(
    [...new Set(slots.map(({ fittingDishIds }) => fittingDishIds))].map((dishIds) => [
      dishIds,
      Int32Array.from(dishIds, (dish) => candidateByKey.get(candidateKey(dish, '1')) ?? EMPTY),
    ]),
  );
  const maxAmountByMeasure = new Map(
    measures.map((measure, index) => [measure, Math.max(...candidates.map(({ amounts }) => amounts[index] ?? 0))]),
  );
  return {
    dayCount: problem.content.days,
    rules: problem.rules,
    slots,
    dayBySlot: Int32Array.from(slots, ({ day }) => day - 1),
    mealBySlot: Int32Array.from(slots, ({ meal }) => meals.indexOf(meal)),
    dayMealBySlot: Int32Array.from(slots, ({ day, meal }) => (day - 1) * meals.length + meals.indexOf(meal)),
    isRequiredBySlot: Uint8Array.from(slots, ({ isRequired }) => Number(isRequired)),
    optionsBySlot: slots.map(({ fittingDishIds }) => optionsByDishIds.get(fittingDishIds) ?? new Int32Array(0)),
    lockedCandidateBySlot: Int32Array.from(slots, ({ lockedItem }) =>
      lockedItem ? (candidateByKey.get(candidateKey(lockedItem.dish, lockedItem.portion)) ?? EMPTY) : EMPTY,
    ),
    candidates,
    dishByCandidate: Int32Array.from(candidates, ({ dish }) => dishNumberById.get(dish) ?? 0),
    adjacentServings: toNumberedServings(problem, dishNumberById),
    cohorts,
    // No candidate may cost too much by exceeding one range.
    intakes: intakes.map((intake) => limitSlopes(intake, maxAmountByMeasure)),
    measures,
    costWeightByMeal: findCostWeights(problem, cohorts),
  };
}

function toNumberedServings(problem: PlanProblem, dishNumberById: ReadonlyMap<number, number>): NumberedServing[] {
  const servingsOfSameWeek = new Set(listServingsOfSameWeek(problem));
  return (problem.adjacentServings ?? []).flatMap((serving) => {
    const dish = dishNumberById.get(serving.dish);
    return dish === undefined ? [] : [{ dish, day: serving.day - 1, isOfSameWeek: servingsOfSameWeek.has(serving) }];
  });
}

/**
 * Finds `costWeightByMeal`: the portions of the meal that a person takes on average, divided by the days. Where no group has
 * people, all groups weigh the same.
 */
function findCostWeights({ content: { groups, days } }: PlanProblem, cohorts: readonly Cohort[]): number[] {
  const hasPeople = groups.some(({ people }) => people > 0);
  const findGroupWeight = ({ people }: Group) => (hasPeople ? people : 1);
  const totalWeight = groups.reduce((sum, group) => sum + findGroupWeight(group), 0);
  return meals.map((meal) =>
    cohorts.reduce((sum, cohort) => {
      if (!cohort.meals.includes(meal)) return sum;
      const weightedPortions = cohort.groups.reduce(
        (total, group) => total + findGroupWeight(group) * Number(group.factor),
        0,
      );
      return sum + weightedPortions / totalWeight / days;
    }, 0),
  );
}
