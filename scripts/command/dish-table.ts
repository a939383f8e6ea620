import type { DishContent } from '../../lib/domain/dish.ts';
import type { Meal } from '../../lib/domain/meal.ts';
import { foodCode, parsePairs } from './food-words.ts';

/** A dish of a table: grams of the edible raw portion, for one meal of a pupil. */
export interface TableDish {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  /** Empty: all. */
  readonly meals: readonly Meal[];
  /** Grams by everyday words. */
  readonly foods: Readonly<Record<string, number>>;
  /** Those of the foods that give the dish its character. */
  readonly mains: readonly string[];
  /** The months in which it is cooked; empty: all year. */
  readonly month: readonly number[];
  readonly icon: string;
}

/** Without a main ingredient of its own, a dish has those of at least this share. */
const MAIN_SHARE = 0.25;

/** Months by their word in a table. */
const seasons: Readonly<Record<string, readonly number[]>> = {
  '': [],
  春: [3, 4, 5],
  夏: [6, 7, 8, 9],
  秋: [9, 10, 11],
  冬: [11, 12, 1, 2],
  至冬: [9, 10, 11, 12],
  至春: [11, 12, 1, 2, 3],
};

/** Meals by their letter in a table, in the order of the day. */
const mealLetters: readonly (readonly [letter: string, meal: Meal])[] = [
  ['早', 'breakfast'],
  ['点', 'morningSnack'],
  ['午', 'lunch'],
  ['点', 'afternoonSnack'],
  ['晚', 'dinner'],
  ['夜', 'supper'],
];

/** Reads a table of dishes as `tables/starter/dishes.txt` describes it. Columns at the end may be missing. */
export function readDishes(table: string): readonly TableDish[] {
  const rows = table.split('\n').filter((row) => row.trim() !== '' && !row.startsWith('#'));
  return rows.map((row) => {
    const [name = '', mark = '', poly = '', suited = '', foods = '', season = '', icon = ''] = row
      .split('|')
      .map((cell) => cell.trim());
    const meals = mealLetters.filter(([letter]) => suited.includes(letter)).map(([, meal]) => meal);
    return { name, mark, poly, meals, ...readFoods(foods), month: seasons[season] ?? [], icon };
  });
}

function readFoods(text: string): Pick<TableDish, 'foods' | 'mains'> {
  const pairs = parsePairs(text).map(([word, amount]) => ({
    word,
    food: word.replace('*', ''),
    grams: Number(amount),
  }));
  const total = pairs.reduce((sum, { grams }) => sum + grams, 0);
  const named = pairs.filter(({ word, food }) => word !== food);
  const mains = named.length > 0 ? named : pairs.filter(({ grams }) => grams >= total * MAIN_SHARE);
  return {
    foods: Object.fromEntries(pairs.map(({ food, grams }) => [food, grams])),
    mains: mains.map(({ food }) => food),
  };
}

/** What a dish of a table is made of, as the service keeps it. */
export function toIngredients({ foods, mains }: TableDish): DishContent['ingredient'] {
  return Object.entries(foods).map(([food, grams]) => ({
    key: foodCode(food),
    value: String(grams),
    ...(mains.includes(food) ? { isMain: true } : {}),
  }));
}
