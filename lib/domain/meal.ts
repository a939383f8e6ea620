import { field, withoutBlanks } from './values/fields.ts';
import { listOf } from './values/list-fields.ts';

/** The meals of a day in their order, named as in the configuration of a unit. */
export const meals = ['breakfast', 'morningSnack', 'lunch', 'afternoonSnack', 'dinner', 'supper'] as const;
export type Meal = (typeof meals)[number];

/** The meals of the contract. A menu has these unless it names others. */
export const usualMeals = ['breakfast', 'lunch', 'dinner'] as const satisfies readonly Meal[];

/** The Chinese names of the meals. */
export const mealNames: Readonly<Record<Meal, string>> = {
  breakfast: '早餐',
  morningSnack: '早点',
  lunch: '午餐',
  afternoonSnack: '午点',
  dinner: '晚餐',
  supper: '夜宵',
};
/** Returns the English name of a meal, such as `morning snack`. */
export const toEnglish = (meal: Meal) => meal.replace('Snack', ' snack');

/** Makes the field of meals, separated by commas. They are read in the order of the day, each once. */
export function mealList({ isRequired = false } = {}) {
  return field(listOf(meals.join('|'), { isRequired }), (value, fail): Meal[] => {
    const sentNames = value.split(',').map(withoutBlanks);
    if (sentNames.every((name) => name === '')) return isRequired ? fail({ code: 'empty' }) : [];
    const found = meals.filter((meal) => sentNames.includes(meal));
    return sentNames.every((name) => found.some((meal) => meal === name))
      ? found
      : fail({ code: 'choice', names: meals.join(' ') });
  });
}

/** Whether a dish suits the meal. A dish that names no meals suits all. */
export function suitsMeal(dish: { readonly meals: readonly Meal[] }, meal: Meal): boolean {
  return dish.meals.length === 0 || dish.meals.includes(meal);
}
