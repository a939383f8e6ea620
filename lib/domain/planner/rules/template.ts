import { mealNames, meals, toEnglish } from '../../meal.ts';
import { exactNumber } from '../../values/output.ts';
import type { PlannedMenu, Unmet } from '../answer.ts';
import { EMPTY, type Model } from '../model.ts';
import { assignRows } from '../row-assignment.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { type DayMeal, listDayMeals } from '../slots.ts';
import { inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** A hard rule: each meal has the dishes that its template requires. */
export const templateRule = {
  /** The penalty for an empty required slot, and for an empty meal. It is above that of a repetition: six staples rather repeat in fifteen meals. */
  weights: { empty: tuned(20_000, [1, 1e7]) },
  createPenalty: (model) => new EmptySlotsPenalty(model),
  listUnmet: (menu) => [listDayMeals(menu.problem).flatMap((dayMeal) => judgeMeal(dayMeal, menu))],
} satisfies Rule;

/** The penalty for required slots that are empty, and for meals without any dish. The number of a meal is that of `Model.dayMealBySlot`. */
class EmptySlotsPenalty implements Penalty {
  readonly #model: Model;
  /** The numbers of the meals that have slots. */
  readonly #dayMealNumbers: readonly number[];
  /** By number of the meal. */
  readonly #dishCountByDayMeal: Int32Array;
  #emptyRequiredSlotCount: number;
  /** The number of empty required slots, plus that of empty meals. */
  #violationCount: number;

  constructor(model: Model) {
    this.#model = model;
    this.#dayMealNumbers = [...new Set(model.dayMealBySlot)];
    this.#dishCountByDayMeal = new Int32Array(model.dayCount * meals.length);
    this.#emptyRequiredSlotCount = model.isRequiredBySlot.reduce((sum, isRequired) => sum + isRequired, 0);
    this.#violationCount = this.#emptyRequiredSlotCount + this.#dayMealNumbers.length;
  }

  savingBound(): number {
    return this.#violationCount * templateRule.weights.empty;
  }

  delta(slot: number, from: number, to: number): number {
    return this.#violationDelta(slot, from, to) * templateRule.weights.empty;
  }

  #violationDelta(slot: number, from: number, to: number): number {
    const dishCountChange = Number(to !== EMPTY) - Number(from !== EMPTY);
    if (dishCountChange === 0) return 0;
    const dishCount = this.#dishCountByDayMeal[this.#model.dayMealBySlot[slot] ?? 0] ?? 0;
    const otherDishCount = dishCount - Number(from !== EMPTY);
    // With a dish the slot adds no violation. Without one it may be an empty required slot, and leave an empty meal.
    const violationCountWithoutDish = (this.#model.isRequiredBySlot[slot] ?? 0) + Number(otherDishCount === 0);
    return -dishCountChange * violationCountWithoutDish;
  }

  apply(slot: number, from: number, to: number): void {
    const dayMealNumber = this.#model.dayMealBySlot[slot] ?? 0;
    const dishCountChange = Number(to !== EMPTY) - Number(from !== EMPTY);
    // The delta is found first: it needs the present count of dishes.
    this.#violationCount += this.#violationDelta(slot, from, to);
    this.#dishCountByDayMeal[dayMealNumber] = (this.#dishCountByDayMeal[dayMealNumber] ?? 0) + dishCountChange;
    this.#emptyRequiredSlotCount -= dishCountChange * (this.#model.isRequiredBySlot[slot] ?? 0);
  }

  /** Counts the empty meals anew. `apply` has kept up the number of empty required slots: no count by slot is stored. */
  total(): number {
    const emptyDayMealNumbers = this.#dayMealNumbers.filter((number) => this.#dishCountByDayMeal[number] === 0);
    return templateRule.weights.empty * (this.#emptyRequiredSlotCount + emptyDayMealNumbers.length);
  }
}

/** The dishes that a row of the template lacks, and how many dishes fit the row. */
interface MissingDishes {
  readonly count: number;
  readonly marks: readonly string[];
  readonly fittingCount: number;
}

const texts = {
  zh: {
    missing: ({ day, meal }: DayMeal, { count, marks, fittingCount }: MissingDishes) =>
      `第 ${day} 天${mealNames[meal]}缺少 ${count} 道菜品（${marks.join('、')}）：可用的有 ${fittingCount} 道`,
    surplus: ({ day, meal }: DayMeal, name: string) => `第 ${day} 天${mealNames[meal]}锁定的“${name}”在模板中没有位置`,
    empty: ({ day, meal }: DayMeal) => `第 ${day} 天${mealNames[meal]}没有菜品`,
  },
  en: {
    missing: ({ day, meal }: DayMeal, { count, marks, fittingCount }: MissingDishes) =>
      `Dishes missing for ${toEnglish(meal)} on day ${day}: ${count} of ${marks.join(', ')}: ${fittingCount} may be served`,
    surplus: ({ day, meal }: DayMeal, name: string) =>
      `The template of ${toEnglish(meal)} on day ${day} has no place for "${name}", which is locked`,
    empty: ({ day, meal }: DayMeal) => `There is no dish for ${toEnglish(meal)} on day ${day}`,
  },
};

/** Reports the dishes that a meal lacks, the locked dishes that its template has no row for, and a meal without any dish. */
function judgeMeal({ day, meal }: DayMeal, { problem, model, largestGroupItems }: PlannedMenu): Unmet[] {
  const { dishes, daysOff } = problem;
  if (daysOff?.includes(day)) return [];
  const phrases = inLanguage(problem, texts);
  const rows = problem.template[meal] ?? [];
  const items = largestGroupItems.filter((item) => item.day === day && item.meal === meal);
  const markByItem = items.map(({ dish }) => dishes.get(dish)?.mark);
  const rowIndexByItem = assignRows(markByItem, rows);
  const missing = rows.flatMap(({ min, marks }, rowIndex): Unmet[] => {
    const count = min - rowIndexByItem.filter((itemRowIndex) => itemRowIndex === rowIndex).length;
    if (count <= 0) return [];
    const freeSlot = model.slots.find(
      (slot) => slot.day === day && slot.meal === meal && slot.rowIndex === rowIndex && !slot.lockedItem,
    );
    const fittingCount = freeSlot?.fittingDishIds.length ?? 0;
    const text = phrases.missing({ day, meal }, { count, marks, fittingCount });
    const reason = fittingCount === 0 ? 'impossible' : undefined;
    return [{ rule: 'template', text, reason, day, meal, by: exactNumber(String(count)) }];
  });
  const surplus = items.flatMap(({ dish }, index): Unmet[] => {
    if (rowIndexByItem[index] !== undefined) return [];
    const text = phrases.surplus({ day, meal }, dishes.get(dish)?.name ?? String(dish));
    return [{ rule: 'template', text, reason: 'impossible', day, meal, dish }];
  });
  if (items.length > 0 || missing.length > 0) return [...missing, ...surplus];
  // The search leaves no meal empty for which it has a dish.
  const text = phrases.empty({ day, meal });
  return [{ rule: 'template', text, reason: 'impossible', day, meal, by: exactNumber('1') }];
}
