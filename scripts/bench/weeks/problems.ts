import type { Meal } from '../../../lib/domain/meal.ts';
import type { Effort, PlannedDish, PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { INITIAL_CONFIG } from '../../../lib/domain/unit.ts';
import { dayAfter } from '../../../lib/domain/values/calendar.ts';
import { at, Random } from '../../../lib/domain/values/random.ts';
import { makeProblem, SMALLER } from '../../../tests/support/planner/instances.ts';
import { toIngredients } from '../../command/dish-table.ts';
import { parsePairs } from '../../command/food-words.ts';
import { demoDishes } from '../../start/demo-dishes.ts';
import { pricesIn, regions } from '../../start/demo-prices.ts';

/** What a school serves in a week. */
interface Form {
  readonly name: string;
  readonly days: number;
  readonly meals: readonly Meal[];
  readonly shares?: PlanProblem['shares'];
  /** Pupils of the form; absent: each age in turn. */
  readonly age?: number;
  /** Yuan per head and day. */
  readonly budget: string;
}

/** The forms of which the weeks are; most schools have one of the first two. */
export const forms: readonly Form[] = [
  { name: 'lunches', days: 5, meals: ['lunch'], budget: '11' },
  { name: 'full board', days: 7, meals: ['breakfast', 'lunch', 'dinner'], budget: '24' },
  {
    name: 'kindergarten',
    days: 5,
    meals: ['breakfast', 'lunch', 'afternoonSnack', 'dinner'],
    shares: { ...INITIAL_CONFIG, breakfast: '25', lunch: '35', afternoonSnack: '10', dinner: '30' },
    age: 0,
    budget: '18',
  },
];

/** Those who eat: what they need on a day, the factor of dishes that are written for 9 to 11 years. */
interface Age {
  readonly name: string;
  readonly factor: string;
  /** Kilocalories, the girls' and the boys'. */
  readonly kcal: readonly [least: number, most: number];
  readonly least: string;
  /** Grams of a day: least ones, but of oil and salt the most. */
  readonly categories: string;
}

/**
 * WS/T 554-2017, as the standards of the demo are made of it. Of 6 to 8 years the facts of the project have energy alone:
 * the rest is nine tenths of what 9 to 11 years need. Kindergartens eat two thirds.
 */
const ages: readonly Age[] = [
  {
    name: '4–5',
    factor: '0.65',
    kcal: [1250, 1400],
    least: '蛋白质 30 钙 600 铁 9 锌 5.5 维生素A 370 维生素B1 0.7 维生素B2 0.7 维生素C 50',
    categories: '谷薯类 180 蔬菜类 200 深色蔬菜 100 水果类 100 蛋类 30 奶类及奶制品 130 植物油 20 盐 3',
  },
  {
    name: '6–8',
    factor: '1',
    kcal: [1550, 1700],
    least: '蛋白质 45 钙 765 铁 12.6 锌 7.2 维生素A 495 维生素B1 0.99 维生素B2 0.99 维生素C 67.5 膳食纤维 18',
    categories:
      '谷薯类 250 蔬菜类 300 深色蔬菜 150 水果类 150 畜禽肉类 30 鱼虾类 30 蛋类 50 奶类及奶制品 200 植物油 25 盐 5',
  },
  {
    name: '9–11',
    factor: '1',
    kcal: [1900, 2100],
    least: '蛋白质 50 钙 850 铁 14 锌 8 维生素A 550 维生素B1 1.1 维生素B2 1.1 维生素C 75 膳食纤维 20',
    categories:
      '谷薯类 300 蔬菜类 350 深色蔬菜 175 水果类 200 畜禽肉类 40 鱼虾类 40 蛋类 50 奶类及奶制品 200 大豆及坚果 35 植物油 25 盐 5',
  },
  {
    name: '12–14',
    factor: '1',
    kcal: [2100, 2450],
    least: '蛋白质 65 钙 950 铁 18 锌 10.5 维生素A 720 维生素B1 1.4 维生素B2 1.4 维生素C 95 膳食纤维 20',
    categories:
      '谷薯类 350 蔬菜类 400 深色蔬菜 200 水果类 250 畜禽肉类 50 鱼虾类 50 蛋类 75 奶类及奶制品 250 大豆及坚果 40 植物油 30 盐 5',
  },
];

/** Every tenth week is a kindergarten's, the others take the forms in turn. */
const KINDERGARTEN_EACH = 10;
const PUPILS = ages.length - 1;
const FIRST_MONDAY = '2026-01-05';
const WEEKS_OF_YEAR = 52;
const HIDDEN_SHARE = 0.2;

/** A week that is to be planned. */
export interface PosedWeek {
  readonly number: number;
  readonly form: Form;
  readonly age: Age;
  readonly problem: PlanProblem;
  /** All prices; those of the problem lack a fifth. */
  readonly prices: ReadonlyMap<string, string>;
}

const dishes = new Map(
  Object.values(demoDishes)
    .flat()
    .map((dish, index): [number, PlannedDish] => {
      const { name, mark, poly, month, meals } = dish;
      return [index + 1, { name, mark, poly, month: [...month], meals: [...meals], ingredient: toIngredients(dish) }];
    }),
);

/** The week of that number, from 0: regions, ages and forms take turns, and the weeks go through the year. */
export function poseWeek(number: number, effort: Effort): PosedWeek {
  const isSmall = number % KINDERGARTEN_EACH === KINDERGARTEN_EACH - 1;
  const form = at(forms, isSmall ? 2 : Math.floor(number / 9) % 2);
  const age = at(ages, form.age ?? 1 + (Math.floor(number / regions.length) % PUPILS));
  const prices = pricesIn(at(regions, number % regions.length));
  const random = new Random(number + 1);
  const known = [...prices].filter(() => random.fraction() >= HIDDEN_SHARE);
  const usual = makeProblem(SMALLER, number + 1, effort);
  const group = { name: age.name, level: age.name, people: 300, factor: age.factor, meals: form.meals, avoid: [] };
  const problem: PlanProblem = {
    ...usual,
    content: {
      ...usual.content,
      start: dayAfter(FIRST_MONDAY, 7 * ((number * 7) % WEEKS_OF_YEAR)),
      days: form.days,
      meals: form.meals,
      groups: [group],
    },
    dishes,
    prices: new Map(known),
    shares: form.shares ?? usual.shares,
    standard: standardOf(age),
    rules: { ...usual.rules, budget: form.budget },
  };
  return { number, form, age, problem, prices };
}

const KJ = 4.184;

function standardOf({ name, kcal: [least, most], least: nutrients, categories }: Age): PlanProblem['standard'] {
  const range = (from: number, to: number, perGram: number) => ({
    min: Math.round((least * KJ * from) / perGram),
    max: Math.round((most * KJ * to) / perGram),
  });
  const atLeast = parsePairs(nutrients).map(([key, min]) => [key, { min: Number(min) }] as const);
  const ranges = {
    能量: range(1, 1, 1),
    脂肪: range(0.2, 0.3, 37),
    碳水化合物: range(0.5, 0.65, 17),
    ...Object.fromEntries(atLeast),
  };
  const grams = parsePairs(categories).map(([category, amount]) => [category, Number(amount)] as const);
  return {
    overflow: '0.1',
    foodCategoryDay: JSON.stringify(Object.fromEntries(grams)),
    foodCategoryWeek: '{}',
    ingredient: JSON.stringify({ [name]: ranges }),
  };
}
