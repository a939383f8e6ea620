import { isFigureMaximum } from '../../../lib/domain/analysis/categories.ts';
import { type Meal, usualMeals } from '../../../lib/domain/meal.ts';
import { toGroups } from '../../../lib/domain/menu/menu-groups.ts';
import { DEFAULT_TEMPLATE } from '../../../lib/domain/planner/default-template.ts';
import { DEFAULT_RULE_SETTINGS, type PlannerDish, type PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { INITIAL_CONFIG } from '../../../lib/domain/unit.ts';
import { DAYS_OF_WEEK } from '../../../lib/domain/values/calendar.ts';
import { Random } from '../../../lib/domain/values/random.ts';
import { getFoodCode } from '../../../scripts/command/food-words.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { createDishGenerator } from '../../../scripts/seed/dishes.ts';
import { plainStandards } from './standards.ts';

/** The size of a problem. */
export interface Size {
  readonly dishes: number;
  readonly days: number;
  /** The factor of each group's figures and portions. */
  readonly groups: readonly string[];
  /** Absent: breakfast, lunch and dinner. */
  readonly meals?: readonly Meal[];
}

export const SMALLER: Size = { dishes: 300, days: 5, groups: ['1'] };
export const LARGER: Size = { dishes: 1000, days: 7, groups: ['0.85', '1', '1.2'] };
export const LUNCHES: Size = { ...SMALLER, meals: ['lunch'] };

/** The usual price of foods by category, in yuan per kg. Others cost about 10. */
const usualPrices: Readonly<Record<string, number>> = {
  谷类及其制品: 6,
  薯类淀粉及其制品: 5,
  干豆类及其制品: 9,
  蔬菜类及其制品: 6,
  菌藻类: 18,
  水果类及其制品: 9,
  坚果种子类: 40,
  畜肉类及其制品: 45,
  禽肉类及其制品: 24,
  乳类及其制品: 11,
  蛋类及其制品: 11,
  鱼虾蟹贝类: 48,
};

/** By food, the fraction of the fat and salt of seeded dishes that a kitchen uses if it observes WS/T 554-2017. */
const reductions: ReadonlyMap<string, number> = new Map(
  [
    ['油', 0.5],
    ['盐', 0.4],
    ['酱油', 0.4],
  ].map(([food, fraction]) => [getFoodCode(String(food)), Number(fraction)]),
);

function lighten(dish: PlannerDish): PlannerDish {
  const ingredient = dish.ingredient.map(({ value, ...entry }) => {
    const fraction = reductions.get(entry.key);
    if (fraction === undefined) return { ...entry, value };
    return { ...entry, value: String(Math.max(1, Math.round(Number(value) * fraction * 10)) / 10) };
  });
  return { ...dish, ingredient };
}

/** A problem of seeded dishes with prices for all foods, drawn for each price list, by the standard for 9 to 11 years. */
export function makeProblem(
  { dishes, days, groups, meals = usualMeals }: Size,
  seed: number,
  priceList = 7,
): PlanProblem {
  const makeDish = createDishGenerator(1, 1);
  const random = new Random(priceList);
  const prices = starterFoods.map(({ code, category }) => {
    const usualPrice = usualPrices[category] ?? 10;
    return [code, (usualPrice * (0.6 + 0.8 * random.fraction())).toFixed(2)] as const;
  });
  const level = (factor: string) => `${factor} 份`;
  return {
    content: {
      name: '一周',
      start: '2026-09-07',
      days,
      meals,
      groups: toGroups(
        groups.map((factor) => ({ level: level(factor), people: 300, factor })),
        () => meals,
      ),
      standard: 1,
    },
    dishes: new Map(Array.from({ length: dishes }, (_, index) => [index + 1, lighten(makeDish(index + 1))])),
    foods: new Map(starterFoods.map((food) => [food.code, food])),
    prices: new Map(prices),
    marks: new Map(),
    shares: INITIAL_CONFIG,
    standard: standardFor(groups, level),
    template: DEFAULT_TEMPLATE,
    // Costs are compared with those of linear programs, which know no likings.
    rules: { ...DEFAULT_RULE_SETTINGS, liking: 0 },
    locked: [],
    seed,
  };
}

function standardFor(groups: readonly string[], level: (factor: string) => string) {
  const [standard] = plainStandards;
  const [ranges = {}] = Object.values(standard?.ingredient ?? {});
  const scaleRanges = (factor: number) =>
    Object.entries(ranges).map(([name, range]) => {
      const bounds = Object.entries(range).map(([side, bound]) => [side, Math.round(bound * factor * 100) / 100]);
      return [name, Object.fromEntries(bounds)];
    });
  const levels = groups.map((factor) => [level(factor), Object.fromEntries(scaleRanges(Number(factor)))]);
  // A standard has one figure of a category for all groups: a minimum is that of the smallest, a maximum that of the largest.
  const smallest = Math.min(...groups.map(Number));
  const largest = Math.max(...groups.map(Number));
  const perDay = Object.entries(standard?.foodCategoryDay ?? {}).map(
    ([name, grams]) => [name, grams * DAYS_OF_WEEK] as const,
  );
  const perWeek = [...perDay, ...Object.entries(standard?.foodCategoryWeek ?? {})].map(
    ([name, grams]) => [name, grams * (isFigureMaximum(name) ? largest : smallest)] as const,
  );
  return {
    overflow: standard?.overflow ?? '0',
    foodCategoryDay: '{}',
    foodCategoryWeek: JSON.stringify(Object.fromEntries(perWeek)),
    ingredient: JSON.stringify(Object.fromEntries(levels)),
  };
}
