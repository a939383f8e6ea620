import { field, withoutBlanks } from './values/fields.ts';
import { listOf } from './values/list-fields.ts';

/** The meals of a day in their order, named as in the configuration of a unit. */
export const meals = ['breakfast', 'morningSnack', 'lunch', 'afternoonSnack', 'dinner', 'supper'] as const;
export type Meal = (typeof meals)[number];

/** The meals of the contract, which a menu has unless it says otherwise. */
export const usualMeals = ['breakfast', 'lunch', 'dinner'] as const satisfies readonly Meal[];

export const mealNames: Readonly<Record<Meal, string>> = {
  breakfast: '早餐',
  morningSnack: '早点',
  lunch: '午餐',
  afternoonSnack: '午点',
  dinner: '晚餐',
  supper: '夜宵',
};
/** The English name of a meal, such as `morning snack`. */
export const mealEn = (meal: Meal) => meal.replace('Snack', ' snack');

/** The field of meals, separated by commas, at least `min` (0 or 1). They are read in the order of the day, each once. */
export function mealList(min = 0) {
  return field(listOf(meals.join('|'), min), (value, fail): Meal[] => {
    const named = value.split(',').map(withoutBlanks);
    if (named.every((name) => name === '')) return min > 0 ? fail({ code: 'empty' }) : [];
    const found = meals.filter((meal) => named.includes(meal));
    return named.every((name) => found.some((meal) => meal === name))
      ? found
      : fail({ code: 'choice', names: meals.join(' ') });
  });
}

/** Whether a dish suits the meal. A dish that names no meals suits all. */
export function suitsMeal(dish: { readonly meals: readonly Meal[] }, meal: Meal): boolean {
  return dish.meals.length === 0 || dish.meals.includes(meal);
}
