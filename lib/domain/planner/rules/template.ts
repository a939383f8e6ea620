import { type Meal, mealNames, meals } from '../../meal.ts';
import { exactNumber } from '../../values/decimal.ts';
import type { Planned, Unmet } from '../answer.ts';
import { EMPTY, type Model } from '../model.ts';
import type { Penalty } from '../search/penalty.ts';
import { tuned } from '../search/tuned.ts';
import { assignRows } from '../slots.ts';
import { type AtMeal, inLanguage } from './phrases.ts';
import type { Rule } from './rule.ts';

/** Each meal has the dishes that its template asks for. Hard. */
export const template = {
  /** A required slot, or a whole meal, is empty. That costs more than repeats, so that six staples fill fifteen meals. */
  weights: { empty: tuned(10_000, [1, 1e7]) },
  penalty: (model) => new EmptySlots(model),
  unmet: (planned) => [findMeals(planned).flatMap((at) => judgeMeal(at, planned))],
} satisfies Rule;

/** Counts the required slots that are empty, and the meals without any dish. */
class EmptySlots implements Penalty {
  readonly #mealOf: Int32Array;
  readonly #isRequired: Uint8Array;
  readonly #isServed: Uint8Array;
  /** By meal of the menu, how many dishes it has. */
  readonly #dishes: Int32Array;
  /** How many required slots are empty; and how many of these and of meals. */
  #emptySlots: number;
  #empty: number;

  constructor({ days, mealOf, isRequired }: Model) {
    this.#mealOf = mealOf;
    this.#isRequired = isRequired;
    this.#dishes = new Int32Array(days * meals.length);
    this.#isServed = new Uint8Array(days * meals.length);
    for (const meal of mealOf) this.#isServed[meal] = 1;
    this.#emptySlots = isRequired.reduce((sum, one) => sum + one, 0);
    this.#empty = this.#emptySlots + this.#isServed.reduce((sum, one) => sum + one, 0);
  }

  costAt(): number {
    return this.#empty * template.weights.empty;
  }

  delta(slot: number, from: number, to: number): number {
    return this.#emptied(slot, from, to) * template.weights.empty;
  }

  /** How many more slots and meals the move leaves empty. */
  #emptied(slot: number, from: number, to: number): number {
    const filled = Number(to !== EMPTY) - Number(from !== EMPTY);
    if (filled === 0) return 0;
    const others = (this.#dishes[this.#mealOf[slot] ?? 0] ?? 0) - Number(from !== EMPTY);
    return -filled * ((this.#isRequired[slot] ?? 0) + Number(others === 0));
  }

  apply(slot: number, from: number, to: number): void {
    const [meal, filled] = [this.#mealOf[slot] ?? 0, Number(to !== EMPTY) - Number(from !== EMPTY)];
    this.#empty += this.#emptied(slot, from, to);
    this.#dishes[meal] = (this.#dishes[meal] ?? 0) + filled;
    this.#emptySlots -= filled * (this.#isRequired[slot] ?? 0);
  }

  total(): number {
    const emptyMeals = this.#dishes.filter((dishes, meal) => dishes === 0 && this.#isServed[meal] === 1).length;
    return template.weights.empty * (this.#emptySlots + emptyMeals);
  }
}

const texts = {
  zh: {
    lacking: (day: number, meal: Meal, dishes: number, marks: readonly string[], usable: number) =>
      `第 ${day} 天${mealNames[meal]}缺少 ${dishes} 道菜品（${marks.join('、')}）：可用的有 ${usable} 道`,
    surplus: (day: number, meal: Meal, dish: string) => `第 ${day} 天${mealNames[meal]}锁定的“${dish}”在模板中没有位置`,
    empty: (day: number, meal: Meal) => `第 ${day} 天${mealNames[meal]}没有菜品`,
  },
  en: {
    lacking: (day: number, meal: Meal, dishes: number, marks: readonly string[], usable: number) =>
      `Dishes missing for ${meal} on day ${day}: ${dishes} of ${marks.join(', ')}: ${usable} may be served`,
    surplus: (day: number, meal: Meal, dish: string) =>
      `The template of ${meal} on day ${day} has no place for "${dish}", which is locked`,
    empty: (day: number, meal: Meal) => `There is no dish for ${meal} on day ${day}`,
  },
};

/** The meals of the days on which something is served. */
function findMeals({ problem: { content, daysOff } }: Planned): AtMeal[] {
  const inDay = meals.filter((meal) => content.meals.includes(meal));
  const days = Array.from({ length: content.days }, (_, index) => index + 1);
  return days.filter((day) => !daysOff?.includes(day)).flatMap((day) => inDay.map((meal) => ({ day, meal })));
}

function judgeMeal({ day, meal }: AtMeal, { problem, model, items }: Planned): Unmet[] {
  const { dishes } = problem;
  const say = inLanguage(problem, texts);
  const rows = problem.template[meal] ?? [];
  const here = items.filter((item) => item.day === day && item.meal === meal);
  const rowOf = assignRows(
    here.map(({ dish }) => dishes.get(dish)?.mark),
    rows,
  );
  const lacking = rows.flatMap(({ marks, min }, row): Unmet[] => {
    const missing = min - rowOf.filter((one) => one === row).length;
    if (missing <= 0) return [];
    const slot = model.slots.find((one) => one.day === day && one.meal === meal && one.row === row && !one.locked);
    const text = say.lacking(day, meal, missing, marks, slot?.fitting.length ?? 0);
    return [{ rule: 'template', text, day, meal, by: exactNumber(String(missing)) }];
  });
  const surplus = here.flatMap(({ dish }, index): Unmet[] => {
    if (rowOf[index] !== undefined) return [];
    return [
      { rule: 'template', text: say.surplus(day, meal, dishes.get(dish)?.name ?? String(dish)), day, meal, dish },
    ];
  });
  if (here.length > 0 || lacking.length > 0) return [...lacking, ...surplus];
  return [{ rule: 'template', text: say.empty(day, meal), day, meal, by: exactNumber('1') }];
}
