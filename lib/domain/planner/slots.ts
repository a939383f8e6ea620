import { findHarms } from '../analysis/allergens.ts';
import { isOfMonth, monthOf } from '../analysis/warnings/warnings.ts';
import { type Meal, meals, suitsMeal } from '../meal.ts';
import type { MenuItem } from '../menu/menu.ts';
import type { PlannedDish, PlanProblem, TemplateRow } from './problem.ts';
import { avoidedIn, isRice } from './traits.ts';

/** Where one dish is served. */
export interface Slot {
  readonly day: number;
  readonly meal: Meal;
  /** Which row of the meal's template it fills; undefined where a locked dish is outside of all. */
  readonly row?: number | undefined;
  /** Whether the template asks for a dish there. */
  readonly isRequired: boolean;
  /** Ids of the dishes that may be served there, ascending; slots with the same ones share the list. */
  readonly fits: readonly number[];
  /** The item that stays there. */
  readonly locked?: MenuItem | undefined;
}

const NO_FITS: readonly number[] = [];

/** Says which dishes of these marks may be served for that meal: their ids, ascending. */
type FindFits = (day: number, meal: Meal, marks: readonly string[]) => readonly number[];

/** All slots of the menu in the order in which they are served: in each row the locked dishes first. */
export function findSlots(problem: PlanProblem): Slot[] {
  const { content } = problem;
  const served = meals.filter((meal) => content.meals.includes(meal));
  const findFits = readFits(problem);
  return Array.from({ length: content.days }, (_, index) => index + 1).flatMap((day) => {
    return served.flatMap((meal) => slotsOf(day, meal, findFits, problem));
  });
}

/** Whether a rule bars the dish from the meal: rice from breakfast, porridge from lunch. */
export function isBarred(dish: PlannedDish, meal: Meal, { foods, rules }: Pick<PlanProblem, 'foods' | 'rules'>) {
  if (meal === 'breakfast') return rules.riceAtBreakfast === 0 && isRice(dish, foods);
  return meal === 'lunch' && rules.porridgeAtLunch === 0 && dish.mark === '粥';
}

/** Finds dishes for a meal. Of a dish without ingredients nobody knows what it is. */
export function readFits(problem: PlanProblem): FindFits {
  const { content, dishes, foods, marks } = problem;
  const suits = (dish: PlannedDish, meal: Meal) => suitsMeal(dish, meal) && !isBarred(dish, meal, problem);
  const usable = [...dishes].filter(
    ([id, dish]) => dish.ingredient.length > 0 && avoidedIn(dish, marks).length === 0 && !problem.onlyLocked?.has(id),
  );
  const sorted = usable.sort(([a], [b]) => a - b);
  const [found, lists] = [new Map<string, readonly number[]>(), new Map<string, readonly number[]>()];
  return (day, meal, marksOfRow) => {
    const month = monthOf(content, day);
    const key = `${month} ${meal} ${marksOfRow.join()}`;
    const known = found.get(key);
    if (known) return known;
    const takers = content.groups.filter((group) => group.meals.includes(meal));
    const isForSome = (dish: PlannedDish) =>
      takers.length === 0 || takers.some(({ avoid }) => findHarms(dish, foods, avoid).length === 0);
    const ids = sorted
      .filter(([, dish]) => marksOfRow.includes(dish.mark) && isOfMonth(dish, month) && suits(dish, meal))
      .filter(([, dish]) => isForSome(dish))
      .map(([id]) => id);
    const list = lists.get(ids.join()) ?? ids;
    lists.set(ids.join(), list);
    found.set(key, list);
    return list;
  };
}

function slotsOf(day: number, meal: Meal, findFits: FindFits, problem: PlanProblem): Slot[] {
  const { locked, dishes, daysOff = [] } = problem;
  // On a day off there is what is locked, and nothing else.
  const rows = daysOff.includes(day) ? [] : (problem.template[meal] ?? []);
  const here = locked.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    here.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const slots = rows.flatMap(({ marks, min, max }, row) => {
    const kept = here.filter((_, index) => rowOf[index] === row);
    const fits = findFits(day, meal, marks);
    const free = Math.max(0, max - kept.length);
    return [
      ...kept.map((item): Slot => ({ day, meal, row, isRequired: false, fits: NO_FITS, locked: item })),
      ...Array.from({ length: free }, (_, index): Slot => {
        return { day, meal, row, isRequired: kept.length + index < min, fits };
      }),
    ];
  });
  const surplus = here.filter((_, index) => rowOf[index] === undefined);
  return [...slots, ...surplus.map((item): Slot => ({ day, meal, isRequired: false, fits: NO_FITS, locked: item }))];
}

/** The row that each dish counts for, so that as many as possible count for one; of a row not more than its most. */
export function assignRows(
  marks: readonly (string | undefined)[],
  rows: readonly TemplateRow[],
): (number | undefined)[] {
  const rowOf: (number | undefined)[] = marks.map(() => undefined);
  const seat = (dish: number, seen: Set<number>): boolean => {
    const mark = marks[dish];
    return rows.some(({ marks: fitting, max }, row) => {
      if (mark === undefined || seen.has(row) || !fitting.includes(mark)) return false;
      seen.add(row);
      const seated = rowOf.flatMap((other, index) => (other === row ? [index] : []));
      if (seated.length >= max && !seated.some((other) => seat(other, seen))) return false;
      rowOf[dish] = row;
      return true;
    });
  };
  for (const dish of marks.keys()) seat(dish, new Set());
  return rowOf;
}
