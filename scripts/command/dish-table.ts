import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DishContent } from '../../lib/domain/dish.ts';
import type { Meal } from '../../lib/domain/meal.ts';
import { foodCode, parsePairs } from './food-words.ts';

/** A dish of a table: grams of the edible raw portion, for one meal of a pupil. */
export interface TableDish {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  /** The meals that it suits; empty: all. */
  readonly meals: readonly Meal[];
  /** Grams by everyday words. */
  readonly foods: Readonly<Record<string, number>>;
  /** The foods that give the dish its character. */
  readonly mains: readonly string[];
  /** The months in which it is cooked; empty: all year. */
  readonly month: readonly number[];
  readonly icon: string;
}

/** If a dish marks no main ingredient, the ingredients of at least this share are main ones. */
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

/** The rows of a text file, by its path below the root. Empty rows and comments, which begin with `#`, are left out. */
export function readTextRows(path: string): string[] {
  const rows = readFileSync(join(import.meta.dirname, '../..', path), 'utf8').split('\n');
  return rows.filter((row) => row.trim() !== '' && !row.startsWith('#'));
}

/** Reads dishes from a file such as `tables/starter/dishes.txt`, which describes the columns. Those at the end may be missing. */
export function readDishFile(path: string): readonly TableDish[] {
  return readTextRows(path).map((row) => {
    const [name = '', mark = '', poly = '', mealText = '', foods = '', season = '', icon = ''] = row
      .split('|')
      .map((cell) => cell.trim());
    const meals = mealLetters.filter(([letter]) => mealText.includes(letter)).map(([, meal]) => meal);
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
  const markedPairs = pairs.filter(({ word, food }) => word !== food);
  const mains = markedPairs.length > 0 ? markedPairs : pairs.filter(({ grams }) => grams >= total * MAIN_SHARE);
  return {
    foods: Object.fromEntries(pairs.map(({ food, grams }) => [food, grams])),
    mains: mains.map(({ food }) => food),
  };
}

/** The ingredients of a dish, as the service stores them. */
export function toIngredients({ foods, mains }: TableDish): DishContent['ingredient'] {
  return Object.entries(foods).map(([food, grams]) => ({
    key: foodCode(food),
    value: String(grams),
    ...(mains.includes(food) ? { isMain: true } : {}),
  }));
}
