import type { Meal } from '../../../lib/domain/meal.ts';
import {
  DEFAULT_RULE_SETTINGS,
  type Effort,
  type PlannerDish,
  type PlanProblem,
} from '../../../lib/domain/planner/problem.ts';
import { INITIAL_CONFIG } from '../../../lib/domain/unit.ts';
import { addDays } from '../../../lib/domain/values/calendar.ts';
import { at, Random } from '../../../lib/domain/values/random.ts';
import { makeProblem, SMALLER } from '../../../tests/support/planner/instances.ts';
import { type Needs, needs, toFigures } from '../../../tests/support/planner/standards.ts';
import { toIngredients } from '../../command/dish-table.ts';
import { demoDishes } from '../../start/demo-dishes.ts';
import { findPrices, regions } from '../../start/demo-prices.ts';

/** The kind of week of a school: its days, its meals and its budget. */
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

/** The forms of the weeks. Most schools have one of the first two. */
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

/** Pupils of an age: their needs, and the factor of dishes that are written for 9 to 11 years. */
interface Age extends Needs {
  readonly name: string;
  readonly factor: string;
}

/**
 * The project's facts about 6 to 8 years have only the energy. The other figures are nine tenths of those for 9 to 11
 * years. Those of kindergartens are two thirds.
 */
const ages: readonly Age[] = [
  {
    name: '4–5',
    factor: '0.65',
    kcal: [1250, 1400],
    nutrients: '蛋白质 30 钙 600 铁 9 锌 5.5 维生素A 370 维生素B1 0.7 维生素B2 0.7 维生素C 50',
    categories: '谷薯类 180 蔬菜类 200 深色蔬菜 100 水果类 100 蛋类 30 奶类及奶制品 130 植物油 20 盐 3',
  },
  {
    name: '6–8',
    factor: '1',
    kcal: [1550, 1700],
    nutrients: '蛋白质 45 钙 765 铁 12.6 锌 7.2 维生素A 495 维生素B1 0.99 维生素B2 0.99 维生素C 67.5 膳食纤维 18',
    categories:
      '谷薯类 250 蔬菜类 300 深色蔬菜 150 水果类 150 畜禽肉类 30 鱼虾类 30 蛋类 50 奶类及奶制品 200 植物油 25 盐 5',
  },
  { name: '9–11', factor: '1', ...needs['9–11'] },
  { name: '12–14', factor: '1', ...needs['12–14'] },
];

/** Every tenth week is a kindergarten's, the others take the forms in turn. */
const KINDERGARTEN_EACH = 10;
const PUPILS = ages.length - 1;
const FIRST_MONDAY = '2026-01-05';
const WEEKS_OF_YEAR = 52;
const HIDDEN_SHARE = 0.2;

/** A week to plan. */
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
    .map((dish, index): [number, PlannerDish] => {
      const { name, mark, poly, month, meals } = dish;
      return [index + 1, { name, mark, poly, month: [...month], meals: [...meals], ingredient: toIngredients(dish) }];
    }),
);

/** The week of that number, from 0: regions, ages and forms take turns, and the weeks go through the year. */
export function poseWeek(number: number, effort: Effort): PosedWeek {
  const isKindergarten = number % KINDERGARTEN_EACH === KINDERGARTEN_EACH - 1;
  const form = at(forms, isKindergarten ? 2 : Math.floor(number / 9) % 2);
  const age = at(ages, form.age ?? 1 + (Math.floor(number / regions.length) % PUPILS));
  const prices = findPrices(at(regions, number % regions.length));
  const random = new Random(number + 1);
  const knownPrices = [...prices].filter(() => random.fraction() >= HIDDEN_SHARE);
  const template = makeProblem(SMALLER, number + 1, effort);
  const group = { name: age.name, level: age.name, people: 300, factor: age.factor, meals: form.meals, avoid: [] };
  const problem: PlanProblem = {
    ...template,
    content: {
      ...template.content,
      start: addDays(FIRST_MONDAY, 7 * ((number * 7) % WEEKS_OF_YEAR)),
      days: form.days,
      meals: form.meals,
      groups: [group],
    },
    dishes,
    prices: new Map(knownPrices),
    shares: form.shares ?? template.shares,
    standard: toStandard(age),
    rules: { ...DEFAULT_RULE_SETTINGS, budget: { min: '0', max: form.budget } },
  };
  return { number, form, age, problem, prices };
}

function toStandard(age: Age): PlanProblem['standard'] {
  const { overflow, foodCategoryDay: grams, ingredient } = toFigures(age.name, age);
  const [foodCategoryDay, foodCategoryWeek] = [JSON.stringify(grams), '{}'];
  return { overflow, foodCategoryDay, foodCategoryWeek, ingredient: JSON.stringify(ingredient) };
}
