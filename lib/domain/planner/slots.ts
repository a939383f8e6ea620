import { findHarms } from '../analysis/allergens.ts';
import { findBans, findStandards } from '../analysis/forbidden.ts';
import { findMonth, isOfMonth } from '../analysis/warnings/warnings.ts';
import { type Meal, meals, suitsMeal } from '../meal.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlannerDish, PlanProblem, TemplateRow } from './problem.ts';
import { avoidedIn, isRice } from './traits.ts';

/** A slot of the week: one dish is served there. */
export interface Slot {
  readonly day: number;
  readonly meal: Meal;
  /** The row of the meal's template; undefined for a locked dish that no row has room for. */
  readonly row?: number | undefined;
  /** Whether the template asks for a dish. */
  readonly isRequired: boolean;
  /** Ids of the dishes that may be served, ascending. Slots with the same dishes share the list. */
  readonly fitting: readonly number[];
  /** The item that is locked in the slot. */
  readonly locked?: MenuItem | undefined;
}

const NO_DISHES: readonly number[] = [];

/** Finds the dishes of these marks that may be served in the meal: their ids, ascending. */
type FindFitting = (day: number, meal: Meal, marks: readonly string[]) => readonly number[];

/** All slots of the menu in the order in which they are served. In each row the locked dishes come first. */
export function findSlots(problem: PlanProblem): Slot[] {
  const { content } = problem;
  const served = meals.filter((meal) => content.meals.includes(meal));
  const findFitting = fittingDishFinder(problem);
  return Array.from({ length: content.days }, (_, index) => index + 1).flatMap((day) => {
    return served.flatMap((meal) => findMealSlots(day, meal, findFitting, problem));
  });
}

/** Whether a rule bars the dish from the meal: rice from breakfast, porridge from lunch. */
export function isBarred(dish: PlannerDish, meal: Meal, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>) {
  if (meal === 'breakfast') return rules.riceAtBreakfast === 0 && isRice(dish, foods);
  return meal === 'lunch' && rules.porridgeAtLunch === 0 && dish.mark === '粥';
}

/** A function that finds the dishes of a meal; what it finds is cached. A dish without ingredients is never served. */
export function fittingDishFinder(problem: PlanProblem): FindFitting {
  const { content, dishes, foods, marks } = problem;
  const suits = (dish: PlannerDish, meal: Meal) => suitsMeal(dish, meal) && !isBarred(dish, meal, problem);
  const usable = [...dishes].filter(
    ([id, dish]) => dish.ingredient.length > 0 && avoidedIn(dish, marks).length === 0 && !problem.lockedOnly?.has(id),
  );
  const sorted = usable.sort(([a], [b]) => a - b);
  const cache = new Map<string, readonly number[]>();
  const sharedLists = new Map<string, readonly number[]>();
  return (day, meal, rowMarks) => {
    const month = findMonth(content, day);
    const key = `${month} ${meal} ${rowMarks.join()}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const groupsOfMeal = content.groups.filter((group) => group.meals.includes(meal));
    const standards = findStandards(groupsOfMeal, problem);
    const isAllowed = (dish: PlannerDish) => findBans(dish, foods, standards).length === 0;
    const isForSome = (dish: PlannerDish) =>
      groupsOfMeal.length === 0 || groupsOfMeal.some(({ avoid }) => findHarms(dish, foods, avoid).length === 0);
    const ids = sorted
      .filter(([, dish]) => rowMarks.includes(dish.mark) && isOfMonth(dish, month) && suits(dish, meal))
      .filter(([, dish]) => isForSome(dish) && isAllowed(dish))
      .map(([id]) => id);
    const list = sharedLists.get(ids.join()) ?? ids;
    sharedLists.set(ids.join(), list);
    cache.set(key, list);
    return list;
  };
}

function findMealSlots(day: number, meal: Meal, findFitting: FindFitting, problem: PlanProblem): Slot[] {
  const { locked, dishes, daysOff = [] } = problem;
  // A day off has only what is locked.
  const rows = daysOff.includes(day) ? [] : (problem.template[meal] ?? []);
  const lockedItems = locked.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    lockedItems.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const slots = rows.flatMap(({ marks, min, max }, row) => {
    const lockedInRow = lockedItems.filter((_, index) => rowOf[index] === row);
    const fitting = findFitting(day, meal, marks);
    const free = Math.max(0, max - lockedInRow.length);
    return [
      ...lockedInRow.map((item): Slot => ({ day, meal, row, isRequired: false, fitting: NO_DISHES, locked: item })),
      ...Array.from({ length: free }, (_, index): Slot => {
        return { day, meal, row, isRequired: lockedInRow.length + index < min, fitting };
      }),
    ];
  });
  const surplus = lockedItems.filter((_, index) => rowOf[index] === undefined);
  const rowless = surplus.map((item): Slot => ({ day, meal, isRequired: false, fitting: NO_DISHES, locked: item }));
  return [...slots, ...rowless];
}

/**
 * Assigns dishes to rows of a template by their marks, at most `max` to a row, so that as many dishes as possible have a row:
 * a bipartite matching by augmenting paths. Returns the row of each dish.
 */
export function assignRows(
  marks: readonly (string | undefined)[],
  rows: readonly TemplateRow[],
): (number | undefined)[] {
  const rowOf: (number | undefined)[] = marks.map(() => undefined);
  const assign = (dish: number, seen: Set<number>): boolean => {
    const mark = marks[dish];
    return rows.some(({ marks: rowMarks, max }, row) => {
      if (mark === undefined || seen.has(row) || !rowMarks.includes(mark)) return false;
      seen.add(row);
      const assigned = rowOf.flatMap((other, index) => (other === row ? [index] : []));
      if (assigned.length >= max && !assigned.some((other) => assign(other, seen))) return false;
      rowOf[dish] = row;
      return true;
    });
  };
  for (const dish of marks.keys()) assign(dish, new Set());
  return rowOf;
}
