import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DishContent, DishFacts } from '../../lib/domain/dish.ts';
import type { Meal } from '../../lib/domain/meal.ts';
import { getFoodCode, parsePairs } from './food-words.ts';

/** A dish of a table: grams of the edible raw portion, for one meal of a pupil. */
export interface TableDish {
  readonly name: string;
  readonly mark: string;
  readonly poly: string;
  /** The meals that it suits; empty: all. */
  readonly meals: readonly Meal[];
  /** Grams by the everyday word of the food. */
  readonly gramsByFood: Readonly<Record<string, number>>;
  /** The foods that give the dish its character. */
  readonly mains: readonly string[];
  /** The months in which it is cooked; empty: all year. */
  readonly month: readonly number[];
  readonly icon: string;
  readonly liking: number | undefined;
  readonly notFor: readonly string[] | undefined;
}

/** If a dish marks no main ingredient, the ingredients of at least this share are main ones. Water is none. */
const MAIN_SHARE = 0.25;

const monthsBySeason: Readonly<Record<string, readonly number[]>> = {
  '': [],
  春: [3, 4, 5],
  夏: [6, 7, 8, 9],
  秋: [9, 10, 11],
  冬: [11, 12, 1, 2],
  至冬: [9, 10, 11, 12],
  至春: [11, 12, 1, 2, 3],
  夏秋: [5, 6, 7, 8, 9, 10],
  秋冬: [9, 10, 11, 12, 1, 2, 3],
  冬春: [11, 12, 1, 2, 3, 4, 5],
};

/** The band of age that 幼 in a table means. */
const SMALL_CHILDREN = ['3–5'];

/** Vegetables that are sold all year are absent. */
const seasonByVegetable = new Map(
  parsePairs(`
    茄子 夏秋 冬瓜 夏秋 丝瓜 夏 苦瓜 夏 秋葵 夏 长豇豆 夏 毛豆 夏 红薯叶 夏 木耳菜 夏 空心菜 夏 苋菜 夏 佛手瓜 秋 栗子 秋
    白萝卜 至春 菠菜 至春 芥菜 至春 茼蒿 至春 藕 秋冬 山药 秋冬 芋头 秋冬 红薯 秋冬 白薯 秋冬 芥蓝 秋冬
    荷兰豆 冬春 韭菜 冬春 韭黄 冬春 蒜苗 冬春 莴笋 冬春 竹笋 春 蚕豆 春 蒜薹 春`),
);

/** The letter of each meal in a table, in the order of the day. 点 means both snacks. */
const mealLetters: readonly (readonly [letter: string, meal: Meal])[] = [
  ['早', 'breakfast'],
  ['点', 'morningSnack'],
  ['午', 'lunch'],
  ['点', 'afternoonSnack'],
  ['晚', 'dinner'],
  ['夜', 'supper'],
];

/** Reads the rows of a text file, by its path below the root, without empty rows and comments, which begin with `#`. */
export function readTextRows(path: string): string[] {
  const rows = readFileSync(join(import.meta.dirname, '../..', path), 'utf8').split('\n');
  return rows.filter((row) => row.trim() !== '' && !row.startsWith('#'));
}

/** Reads dishes from a file such as `tables/starter/dishes.txt`, which describes the columns. */
export function readDishFile(path: string): readonly TableDish[] {
  return readTextRows(path).map(readDish);
}

/** Reads a row, which may lack its last columns. A dish is offered in its season, while its main vegetables are sold. */
export function readDish(row: string): TableDish {
  const cells = row.split('|').map((cell) => cell.trim());
  const [name = '', mark = '', poly = '', mealText = '', foodText = '', season = ''] = cells;
  const [icon = '', likingText = '', bandText = ''] = cells.slice(6);
  const meals = mealLetters.filter(([letter]) => mealText.includes(letter)).map(([, meal]) => meal);
  const { gramsByFood, mains } = readFoods(foodText);
  const liking = likingText === '' ? undefined : Number(likingText);
  const notFor = bandText === '' ? undefined : SMALL_CHILDREN;
  const month = intersectMonths([season, ...mains.map((food) => seasonByVegetable.get(food) ?? '')]);
  return { name, mark, poly, meals, gramsByFood, mains, month, icon, liking, notFor };
}

/** Lists the months that all these seasons have; empty: all year. */
function intersectMonths(seasonNames: readonly string[]): readonly number[] {
  const monthLists = seasonNames.map((name) => monthsBySeason[name] ?? []).filter((months) => months.length > 0);
  const [first = [], ...others] = monthLists;
  return first.filter((month) => others.every((months) => months.includes(month)));
}

/** Reads foods and grams. A `*` marks main foods. */
function readFoods(text: string): Pick<TableDish, 'gramsByFood' | 'mains'> {
  const amounts = parsePairs(text).map(([word, grams]) => {
    return { food: word.replace('*', ''), grams: Number(grams), isMarked: word.includes('*') };
  });
  const dryAmounts = amounts.filter(({ food }) => food !== '水');
  const totalGrams = dryAmounts.reduce((sum, { grams }) => sum + grams, 0);
  const marked = amounts.filter(({ isMarked }) => isMarked);
  const mains = marked.length > 0 ? marked : dryAmounts.filter(({ grams }) => grams >= totalGrams * MAIN_SHARE);
  return {
    gramsByFood: Object.fromEntries(amounts.map(({ food, grams }) => [food, grams])),
    mains: mains.map(({ food }) => food),
  };
}

/** Makes the facts that every dish of a table has, as the service stores them. */
export function toDishFacts(dish: TableDish): DishFacts {
  const { name, mark, poly, month, meals } = dish;
  return { name, mark, poly, month: [...month], meals: [...meals], ingredient: toIngredients(dish) };
}

/** Makes the ingredients of a dish, as the service stores them. */
export function toIngredients({ gramsByFood, mains }: TableDish): DishContent['ingredient'] {
  return Object.entries(gramsByFood).map(([food, grams]) => ({
    key: getFoodCode(food),
    value: String(grams),
    ...(mains.includes(food) ? { isMain: true } : {}),
  }));
}
