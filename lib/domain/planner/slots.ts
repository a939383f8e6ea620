import { listHarms } from '../analysis/allergens.ts';
import type { AnalysedStandard } from '../analysis/content.ts';
import { listForbidden, listJudgingStandards } from '../analysis/forbidden.ts';
import { isOfMonth, toMonth } from '../analysis/warnings/warnings.ts';
import { type Meal, meals, suitsMeal } from '../meal.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlannerDish, PlanProblem } from './problem.ts';
import { assignRows } from './row-assignment.ts';
import { isRice, listAvoidedCodes } from './traits.ts';

/** One meal of one day. */
export type DayMeal = Pick<MenuItem, 'day' | 'meal'>;

/** The place of one dish in a meal of a day. Each row of the meal's template has `max` slots. */
export interface Slot {
  /** From 1. */
  readonly day: number;
  readonly meal: Meal;
  /** The index of the row in the meal's template; undefined where it is in no row: a surplus locked dish, or a slot of `substitutes.ts`. */
  readonly rowIndex?: number | undefined;
  /** Whether the template requires a dish. */
  readonly isRequired: boolean;
  /** Ids of dishes that may fill it, ascending; none where an item is locked. Slots of `listSlots` with equal ids share the list: it is a key, see `cached`. */
  readonly fittingDishIds: readonly number[];
  readonly lockedItem?: MenuItem | undefined;
}

/** The fitting ids of a locked slot: none. All locked slots of `listSlots` share this list, see `cached`. */
const NO_DISH_IDS: readonly number[] = [];

/** Lists all slots of the menu, in the order in which they are served. In each row the locked dishes come first. */
export function listSlots(problem: PlanProblem): Slot[] {
  const listFittingDishIds = createFittingDishLister(problem);
  return listDayMeals(problem).flatMap((dayMeal) => listMealSlots(dayMeal, listFittingDishIds, problem));
}

/** Lists the meals of all days, in the order in which they are served. */
export function listDayMeals({ content }: PlanProblem): DayMeal[] {
  const mealsOfDay = meals.filter((meal) => content.meals.includes(meal));
  const days = Array.from({ length: content.days }, (_, dayIndex) => dayIndex + 1);
  return days.flatMap((day) => mealsOfDay.map((meal) => ({ day, meal })));
}

/** Finds the rule that bars the dish from the meal: rice from breakfast, porridge from lunch; undefined if none does. */
export function findMealBan(dish: PlannerDish, meal: Meal, { foods, rules }: PlanProblem) {
  if (meal === 'breakfast' && rules.riceAtBreakfast === 0 && isRice(dish, foods)) return 'rice';
  return meal === 'lunch' && rules.porridgeAtLunch === 0 && dish.mark === '粥' ? 'porridge' : undefined;
}

/** Lists the age bands of these standards that the dish is not for. */
export function listUnsuitedBands({ notFor = [] }: PlannerDish, standards: Iterable<AnalysedStandard | undefined>) {
  return [...standards].flatMap((standard) => notFor.filter((band) => band === standard?.band));
}

type FittingDishLister = ReturnType<typeof createFittingDishLister>;

/**
 * Makes a function that lists the ids of the dishes that fit a row of a meal's template on a day, ascending. A dish without
 * ingredients, with a food to avoid, or only for locked slots never fits. A dish that is forbidden for one group fits no meal of that group.
 */
export function createFittingDishLister(problem: PlanProblem) {
  const { content, dishes, foods, marks: markByCode, lockedOnlyIds } = problem;
  const isUsable = (dishId: number, dish: PlannerDish) =>
    dish.ingredient.length > 0 && listAvoidedCodes(dish, markByCode).length === 0 && !lockedOnlyIds?.has(dishId);
  const sortedDishes = [...dishes].filter(([dishId, dish]) => isUsable(dishId, dish)).sort(([a], [b]) => a - b);
  const idsByKey = new Map<string, readonly number[]>();
  const idsByJoinedIds = new Map<string, readonly number[]>();
  return (day: number, meal: Meal, rowMarks: readonly string[]): readonly number[] => {
    const month = toMonth(content, day);
    const key = `${month} ${meal} ${rowMarks.join()}`;
    const knownIds = idsByKey.get(key);
    if (knownIds) return knownIds;
    const groups = content.groups.filter((group) => group.meals.includes(meal));
    const standards = listJudgingStandards(groups, problem);
    const fitsMeal = (dish: PlannerDish) =>
      isOfMonth(dish, month) && suitsMeal(dish, meal) && !findMealBan(dish, meal, problem);
    // Of the groups that avoid allergens, one that may eat the dish is enough: the others get substitutes.
    const fitsGroups = (dish: PlannerDish) =>
      (groups.length === 0 || groups.some(({ avoid }) => listHarms(dish, foods, avoid).length === 0)) &&
      listForbidden(dish, foods, standards).length === 0 &&
      listUnsuitedBands(dish, standards).length === 0;
    const ids = sortedDishes
      .filter(([, dish]) => rowMarks.includes(dish.mark) && fitsMeal(dish) && fitsGroups(dish))
      .map(([dishId]) => dishId);
    // Other months or marks may have given equal ids: the list that came first is shared.
    const sharedIds = idsByJoinedIds.get(ids.join()) ?? ids;
    idsByJoinedIds.set(ids.join(), sharedIds);
    idsByKey.set(key, sharedIds);
    return sharedIds;
  };
}

function listMealSlots({ day, meal }: DayMeal, listFittingDishIds: FittingDishLister, problem: PlanProblem): Slot[] {
  const { locked, dishes, daysOff = [] } = problem;
  // A day off has only what is locked.
  const rows = daysOff.includes(day) ? [] : (problem.template[meal] ?? []);
  const lockedItems = locked.filter((item) => item.day === day && item.meal === meal);
  const lockedMarks = lockedItems.map(({ dish }) => dishes.get(dish)?.mark);
  const rowIndexByItem = assignRows(lockedMarks, rows);
  const toLockedSlot = (lockedItem: MenuItem, rowIndex?: number): Slot => {
    return { day, meal, rowIndex, isRequired: false, fittingDishIds: NO_DISH_IDS, lockedItem };
  };
  const slots = rows.flatMap(({ marks, min, max }, rowIndex) => {
    const lockedInRow = lockedItems.filter((_, index) => rowIndexByItem[index] === rowIndex);
    const fittingDishIds = listFittingDishIds(day, meal, marks);
    const freeCount = Math.max(0, max - lockedInRow.length);
    return [
      ...lockedInRow.map((item) => toLockedSlot(item, rowIndex)),
      ...Array.from({ length: freeCount }, (_, index): Slot => {
        return { day, meal, rowIndex, isRequired: lockedInRow.length + index < min, fittingDishIds };
      }),
    ];
  });
  const surplusItems = lockedItems.filter((_, index) => rowIndexByItem[index] === undefined);
  return [...slots, ...surplusItems.map((item) => toLockedSlot(item))];
}
