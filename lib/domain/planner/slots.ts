import { findHarms } from '../analysis/allergens.ts';
import { findBans, findStandards } from '../analysis/forbidden.ts';
import { findMonth, isOfMonth } from '../analysis/warnings/warnings.ts';
import { type Meal, meals, suitsMeal } from '../meal.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlannerDish, PlanProblem, TemplateRow } from './problem.ts';
import { isRice, listAvoidedFoods } from './traits.ts';

/** A slot of the menu: room for one dish in a row of a meal on a day. */
export interface Slot {
  readonly day: number;
  readonly meal: Meal;
  /** The row of the meal's template; undefined for a locked dish that no row has room for. */
  readonly row?: number | undefined;
  /** Whether the template requires a dish. */
  readonly isRequired: boolean;
  /** Ids of the dishes that may be served, ascending. Slots with the same dishes share the list. */
  readonly fittingDishes: readonly number[];
  /** The item that is locked in the slot. */
  readonly lockedItem?: MenuItem | undefined;
}

const NO_DISHES: readonly number[] = [];

/** Finds the ids, ascending, of the dishes of these marks that may be served in the meal. */
type FindFittingDishes = (day: number, meal: Meal, marks: readonly string[]) => readonly number[];

/** Finds all slots of the menu, in the order in which they are served. In each row the locked dishes come first. */
export function findSlots(problem: PlanProblem): Slot[] {
  const { content } = problem;
  const mealsOfDay = meals.filter((meal) => content.meals.includes(meal));
  const findFittingDishes = createFittingDishFinder(problem);
  return Array.from({ length: content.days }, (_, index) => index + 1).flatMap((day) => {
    return mealsOfDay.flatMap((meal) => findMealSlots(day, meal, findFittingDishes, problem));
  });
}

/** Whether a rule bars the dish from the meal: rice from breakfast, porridge from lunch. */
export function isBarred(dish: PlannerDish, meal: Meal, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>) {
  if (meal === 'breakfast') return rules.riceAtBreakfast === 0 && isRice(dish, foods);
  return meal === 'lunch' && rules.porridgeAtLunch === 0 && dish.mark === '粥';
}

/** Makes a function that finds the dishes of a meal and caches them. A dish without ingredients is never served. */
export function createFittingDishFinder(problem: PlanProblem): FindFittingDishes {
  const { content, dishes, foods, marks: foodMarks } = problem;
  const isSuitable = (dish: PlannerDish, meal: Meal) => suitsMeal(dish, meal) && !isBarred(dish, meal, problem);
  const servable = [...dishes].filter(
    ([id, dish]) =>
      dish.ingredient.length > 0 && listAvoidedFoods(dish, foodMarks).length === 0 && !problem.lockedOnlyIds?.has(id),
  );
  const sortedDishes = servable.sort(([a], [b]) => a - b);
  const cache = new Map<string, readonly number[]>();
  const listByJoinedIds = new Map<string, readonly number[]>();
  return (day, meal, rowMarks) => {
    const month = findMonth(content, day);
    const key = `${month} ${meal} ${rowMarks.join()}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const groupsOfMeal = content.groups.filter((group) => group.meals.includes(meal));
    const standards = findStandards(groupsOfMeal, problem);
    const isAllowed = (dish: PlannerDish) => findBans(dish, foods, standards).length === 0;
    const suitsSomeGroup = (dish: PlannerDish) =>
      groupsOfMeal.length === 0 || groupsOfMeal.some(({ avoid }) => findHarms(dish, foods, avoid).length === 0);
    const ids = sortedDishes
      .filter(([, dish]) => rowMarks.includes(dish.mark) && isOfMonth(dish, month) && isSuitable(dish, meal))
      .filter(([, dish]) => suitsSomeGroup(dish) && isAllowed(dish))
      .map(([id]) => id);
    const list = listByJoinedIds.get(ids.join()) ?? ids;
    listByJoinedIds.set(ids.join(), list);
    cache.set(key, list);
    return list;
  };
}

function findMealSlots(day: number, meal: Meal, findFittingDishes: FindFittingDishes, problem: PlanProblem): Slot[] {
  const { locked, dishes, daysOff = [] } = problem;
  // A day off has only what is locked.
  const rows = daysOff.includes(day) ? [] : (problem.template[meal] ?? []);
  const lockedItems = locked.filter((item) => item.day === day && item.meal === meal);
  const lockedMarks = lockedItems.map(({ dish }) => dishes.get(dish)?.mark);
  const rowByItem = assignRows(lockedMarks, rows);
  const slots = rows.flatMap(({ marks, min, max }, row) => {
    const lockedInRow = lockedItems.filter((_, index) => rowByItem[index] === row);
    const fittingDishes = findFittingDishes(day, meal, marks);
    const freeCount = Math.max(0, max - lockedInRow.length);
    return [
      ...lockedInRow.map(
        (item): Slot => ({ day, meal, row, isRequired: false, fittingDishes: NO_DISHES, lockedItem: item }),
      ),
      ...Array.from({ length: freeCount }, (_, index): Slot => {
        return { day, meal, row, isRequired: lockedInRow.length + index < min, fittingDishes };
      }),
    ];
  });
  const surplusItems = lockedItems.filter((_, index) => rowByItem[index] === undefined);
  const surplusSlots = surplusItems.map(
    (item): Slot => ({ day, meal, isRequired: false, fittingDishes: NO_DISHES, lockedItem: item }),
  );
  return [...slots, ...surplusSlots];
}

/**
 * Assigns dishes to rows of a template by their marks, at most `max` to a row, so that as many dishes as possible have a row:
 * a bipartite matching by augmenting paths. Returns the row of each dish.
 */
export function assignRows(
  marks: readonly (string | undefined)[],
  rows: readonly TemplateRow[],
): (number | undefined)[] {
  const rowByDish: (number | undefined)[] = marks.map(() => undefined);
  const assign = (dish: number, triedRows: Set<number>): boolean => {
    const mark = marks[dish];
    return rows.some(({ marks: rowMarks, max }, row) => {
      if (mark === undefined || triedRows.has(row) || !rowMarks.includes(mark)) return false;
      triedRows.add(row);
      const dishesInRow = rowByDish.flatMap((assignedRow, index) => (assignedRow === row ? [index] : []));
      if (dishesInRow.length >= max && !dishesInRow.some((other) => assign(other, triedRows))) return false;
      rowByDish[dish] = row;
      return true;
    });
  };
  for (const dish of marks.keys()) assign(dish, new Set());
  return rowByDish;
}
