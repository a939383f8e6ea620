import { menuNutrients } from '../../../lib/domain/analysis/foods.ts';
import { dishMarks } from '../../../lib/domain/dish.ts';
import { enumLists } from '../../../lib/domain/enum.ts';
import { usualMeals as meals } from '../../../lib/domain/meal.ts';
import type { MenuItem } from '../../../lib/domain/menu/menu.ts';
import type { PlannerDish, PlanProblem, Template } from '../../../lib/domain/planner/problem.ts';
import { at, Random } from '../../../lib/domain/values/random.ts';
import { starterFoods } from '../../../scripts/command/starter.ts';
import { makeProblem } from './instances.ts';

/** The facts that make a problem larger than those of schools. All others are those of the smaller measured problem. */
interface Extreme {
  readonly dishes?: number;
  readonly days?: number;
  readonly groups?: number;
  /** Whether groups take other meals than each other. */
  readonly hasMixedMeals?: boolean;
  /** Dishes of each meal; absent: the usual template. */
  readonly perMeal?: number;
  /** Nutrients of the standard, each with a minimum and a maximum, and all categories for day and week; absent: the usual ones. */
  readonly nutrients?: number;
  /** Foods of each dish, of 2,000 different ones; absent: as they are seeded. */
  readonly foods?: number;
  readonly areAllAvoided?: boolean;
  readonly isUnmeetable?: boolean;
  readonly areAllLocked?: boolean;
}

/** The largest problems that can be posed, and some between these and the usual one. */
export const extremes: Readonly<Record<string, Extreme>> = {
  'as usual': {},
  '10 groups': { groups: 10 },
  '10 groups, 39 nutrients': { groups: 10, nutrients: 39 },
  '147 slots': { days: 7, perMeal: 7 },
  '147 slots, 10 groups': { days: 7, perMeal: 7, groups: 10 },
  '147 slots, 39 nutrients': { days: 7, perMeal: 7, nutrients: 39 },
  '147 slots, 10 groups, 39 nutrients': { days: 7, perMeal: 7, groups: 10, nutrients: 39 },
  '147 slots, 10 groups of other meals, 60 nutrients': {
    days: 7,
    perMeal: 7,
    groups: 10,
    hasMixedMeals: true,
    nutrients: 60,
  },
  '315 slots, 10 groups of other meals, 60 nutrients': {
    days: 7,
    perMeal: 15,
    groups: 10,
    hasMixedMeals: true,
    nutrients: 60,
    dishes: 1000,
  },
  '60 dishes': { dishes: 60 },
  '1,000 dishes, 147 slots': { dishes: 1000, days: 7, perMeal: 7 },
  '20,000 dishes': { dishes: 20_000 },
  '20,000 dishes, 147 slots, 10 groups, 39 nutrients': {
    dishes: 20_000,
    days: 7,
    perMeal: 7,
    groups: 10,
    nutrients: 39,
  },
  '20,000 dishes, 147 slots, 10 groups of other meals, 60 nutrients': {
    dishes: 20_000,
    days: 7,
    perMeal: 7,
    groups: 10,
    hasMixedMeals: true,
    nutrients: 60,
  },
  '300 dishes of 100 foods, 147 slots': { days: 7, perMeal: 7, foods: 100 },
  '3,000 dishes of 100 foods, 147 slots, 10 groups of other meals, 60 nutrients': {
    dishes: 3000,
    days: 7,
    perMeal: 7,
    foods: 100,
    groups: 10,
    hasMixedMeals: true,
    nutrients: 60,
  },
  'all to be avoided, 147 slots': { dishes: 1000, days: 7, perMeal: 7, areAllAvoided: true },
  'nothing fits, 147 slots, 10 groups': { days: 7, perMeal: 7, groups: 10, isUnmeetable: true },
  'all locked, 147 slots, 10 groups, 39 nutrients': {
    days: 7,
    perMeal: 7,
    groups: 10,
    nutrients: 39,
    areAllLocked: true,
  },
};

/** Poses an extreme problem. */
export function poseExtreme(extreme: Extreme): PlanProblem {
  const { dishes = 300, days = 5, groups = 1, nutrients } = extreme;
  const factors = Array.from({ length: groups }, (_, index) => String(0.8 + index / 20));
  const template = makeProblem({ dishes, days, groups: factors }, 1);
  const mixedGroups = template.content.groups.map((group, index) => {
    return { ...group, meals: meals.filter((_, meal) => ((index % 7) + 1) & (1 << meal)) };
  });
  const problem: PlanProblem = {
    ...template,
    content: { ...template.content, groups: extreme.hasMixedMeals ? mixedGroups : template.content.groups },
    ...(extreme.foods === undefined ? {} : withFoods(template, extreme.foods)),
    ...(extreme.areAllAvoided ? { marks: new Map(starterFoods.map(({ code }) => [code, '忌用' as const])) } : {}),
    ...(nutrients === undefined ? {} : { standard: largeStandard(template, nutrients) }),
    ...(extreme.isUnmeetable ? { standard: makeUnmeetable(template) } : {}),
    template: makeTemplate(extreme, template),
  };
  return extreme.areAllLocked ? { ...problem, locked: lockAll(problem, extreme.perMeal ?? 5) } : problem;
}

/** All slots of a meal may have any dish, in rows of different marks. This gives the longest lists of options. */
function makeTemplate({ perMeal }: Extreme, { template }: PlanProblem): Template {
  if (perMeal === undefined) return template;
  const rows = Array.from({ length: Math.min(perMeal, 10) }, (_, row) => {
    const max = Math.floor(perMeal / 10) + Number(row < perMeal % 10 || perMeal <= 10);
    return { marks: dishMarks.filter((_mark, index) => index !== row), min: 1, max };
  });
  return Object.fromEntries(meals.map((meal) => [meal, rows]));
}

function largeStandard({ content, standard }: PlanProblem, nutrients: number): PlanProblem['standard'] {
  const levels = content.groups.map(({ level, factor }) => {
    const ranges = menuNutrients.slice(0, nutrients).map(({ value }, index) => {
      const min = Math.round((5 + (index % 7) * 20) * Number(factor));
      return [value, { min, max: min * 3, ul: min * 9 }];
    });
    return [level, Object.fromEntries(ranges)];
  });
  const categories = JSON.stringify(Object.fromEntries(enumLists.foodCategory.map(({ key }) => [key, 100])));
  return {
    overflow: standard?.overflow ?? '0',
    foodCategoryDay: categories,
    foodCategoryWeek: categories,
    ingredient: JSON.stringify(Object.fromEntries(levels)),
  };
}

/** Raises all minimums to a hundred times the usual ones, so that no plan can meet the standard. */
function makeUnmeetable({ standard }: PlanProblem): PlanProblem['standard'] {
  if (!standard) return standard;
  const ingredient = standard.ingredient?.replace(/"(min|max)":([\d.]+)/g, (_, side, bound) => {
    return `"${side}":${side === 'min' ? 100 * Number(bound) : 100 * Number(bound) + 1}`;
  });
  return { ...standard, ...(ingredient === undefined ? {} : { ingredient }) };
}

/** Dishes of many foods, of 2,000 different ones. */
function withFoods({ dishes }: PlanProblem, foodsPerDish: number): Pick<PlanProblem, 'dishes' | 'foods' | 'prices'> {
  const random = new Random(11);
  const foods = Array.from({ length: 2000 }, (_, index) => {
    const original = at(starterFoods, index % starterFoods.length);
    return { ...original, code: index < starterFoods.length ? original.code : `${original.code} ${index}` };
  });
  const largeDishes = [...dishes].map(([id, dish]): [number, PlannerDish] => {
    const keys = new Set<string>();
    while (keys.size < foodsPerDish) keys.add(at(foods, random.below(foods.length)).code);
    const ingredient = [...keys].map((key) => ({ key, value: (1 + random.below(90) / 10).toFixed(1) }));
    return [id, { ...dish, ingredient }];
  });
  return {
    dishes: new Map(largeDishes),
    foods: new Map(foods.map((food) => [food.code, food])),
    prices: new Map(foods.map(({ code }, index) => [code, (5 + (index % 40)).toFixed(2)])),
  };
}

function lockAll({ content, dishes }: PlanProblem, perMeal: number): MenuItem[] {
  const ids = [...dishes.keys()];
  let next = 0;
  return Array.from({ length: content.days }, (_, day) =>
    meals.flatMap((meal) =>
      Array.from({ length: perMeal }, (): MenuItem => {
        next += 1;
        return { day: day + 1, meal, dish: at(ids, next % Math.min(150, ids.length)), portion: '1' };
      }),
    ),
  ).flat();
}
