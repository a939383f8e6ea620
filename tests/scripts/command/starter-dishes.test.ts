import { describe, expect, it } from 'vitest';
import { dishMarks, dishPolys } from '../../../lib/domain/dish.ts';
import { isWater } from '../../../lib/domain/ingredient/kind.ts';
import { type Meal, suitsMeal } from '../../../lib/domain/meal.ts';
import { planMenu } from '../../../lib/domain/planner/plan.ts';
import type { PlannerDish, PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { toIngredients } from '../../../scripts/command/dish-table.ts';
import { loadStarterDishes, starterDishes, starterFoods } from '../../../scripts/command/starter.ts';
import { findPrices, regions } from '../../../scripts/start/demo-prices.ts';
import { makeProblem, SMALLER } from '../../support/planner/instances.ts';
import { plainStandards } from '../../support/planner/standards.ts';
import { openPlatform } from '../../support/service/open.ts';

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const foods = new Map(starterFoods.map((food) => [food.code, food]));

describe('the dishes of the library', () => {
  it('have marks and ways of cooking of the lists, some food, and figures for what judges them', () => {
    for (const dish of starterDishes) {
      expect(dishMarks).toContain(dish.mark);
      if (dish.poly !== '') expect(dishPolys).toContain(dish.poly);
      for (const { key, value } of toIngredients(dish)) {
        expect({ dish: dish.name, key, grams: Number(value) > 0 }).toEqual({ dish: dish.name, key, grams: true });
        const { nutrients = {} } = foods.get(key) ?? {};
        for (const known of ['energy', 'protein', 'fat', 'carbohydrate', 'sodium', 'calcium'])
          expect({ key, known, value: nutrients[known] }).toEqual({ key, known, value: expect.any(String) });
      }
    }
  });

  it('have a price in each region', () => {
    const isBought = (key: string) => !isWater(foods.get(key));
    const used = new Set(starterDishes.flatMap((dish) => toIngredients(dish).map(({ key }) => key)).filter(isBought));
    for (const region of regions) {
      const prices = findPrices(region);
      expect([...used].filter((key) => !(Number(prices.get(key)) > 0))).toEqual([]);
    }
  });

  it('do not serve 麻婆豆腐 at breakfast, nor boiled eggs at lunch, rice never at breakfast and porridge never at lunch', () => {
    const suit = (name: string, meal: Meal) => starterDishes.some((one) => one.name === name && suitsMeal(one, meal));
    expect([suit('麻婆豆腐', 'breakfast'), suit('麻婆豆腐', 'lunch')]).toEqual([false, true]);
    expect([suit('水煮蛋', 'breakfast'), suit('水煮蛋', 'lunch')]).toEqual([true, false]);
    const wrong = starterDishes.filter(
      (one) =>
        (one.mark === '主食' && one.name.endsWith('饭') && suitsMeal(one, 'breakfast')) ||
        (one.mark === '粥' && suitsMeal(one, 'lunch')),
    );
    expect(wrong).toEqual([]);
    expect(starterDishes.filter(({ gramsByFood }) => Object.hasOwn(gramsByFood, '四季豆'))).toEqual([]);
  });

  it.each(MONTHS)('have something different for each day of four weeks in month %i', (month) => {
    const count = (meal: Meal, marks: string) =>
      starterDishes.filter(
        (one) =>
          marks.split(' ').includes(one.mark) &&
          suitsMeal(one, meal) &&
          (one.month.length === 0 || one.month.includes(month)),
      ).length;
    const rows = [
      ['breakfast', '主食 点心', 21],
      ['breakfast', '小荤 半荤 凉菜 素菜', 15],
      ['breakfast', '奶类 饮品', 8],
      ['lunch', '主食', 11],
      ['lunch', '大荤 荤菜', 40],
      ['lunch', '小荤 半荤', 28],
      ['lunch', '素菜 凉菜', 28],
      ['lunch', '汤羹', 14],
      ['dinner', '主食 点心', 28],
      ['dinner', '粥', 7],
      ['afternoonSnack', '点心', 10],
      ['morningSnack', '水果', 5],
      ['supper', '粥 点心 主食', 7],
    ] as const;
    const short = rows.filter(([meal, marks, least]) => count(meal, marks) < least);
    expect(short.map(([meal, marks]) => [meal, marks, count(meal, marks)])).toEqual([]);
  });
});

const dishes = new Map(
  starterDishes.map((dish, index): [number, PlannerDish] => {
    const { name, mark, poly, month, meals } = dish;
    return [index + 1, { name, mark, poly, month: [...month], meals: [...meals], ingredient: toIngredients(dish) }];
  }),
);

/** A week from the library alone, by the standard for 9 to 11 years. */
function pose(start: string, meals: readonly Meal[], days: number): PlanProblem {
  const [standard] = plainStandards;
  const usual = makeProblem(SMALLER, 1);
  const groups = usual.content.groups.map((group) => ({ ...group, level: '中体力', meals }));
  return {
    ...usual,
    content: { ...usual.content, start, days, meals, groups },
    dishes,
    prices: findPrices('east coast'),
    standard: {
      overflow: standard?.overflow ?? '0',
      foodCategoryDay: JSON.stringify(standard?.foodCategoryDay),
      foodCategoryWeek: '{}',
      ingredient: JSON.stringify(standard?.ingredient),
    },
  };
}

const full: readonly Meal[] = ['breakfast', 'lunch', 'dinner'];
describe('a school can plan from the library alone', () => {
  it.each([
    ['a week of full board in January', pose('2026-01-05', full, 7)],
    ['a week of full board in April', pose('2026-04-06', full, 7)],
    ['a week of full board in July', pose('2026-07-06', full, 7)],
    ['a week of full board in October', pose('2026-10-12', full, 7)],
    ['lunches in March', pose('2026-03-02', ['lunch'], 5)],
    ['lunches in September', pose('2026-09-07', ['lunch'], 5)],
  ])('%s', (_, problem) => {
    const { analysis, unmet, cost } = planMenu(problem);
    const judged = analysis.levels.flatMap(({ average }) =>
      average.nutrients.flatMap(({ judgement }) => judgement ?? []),
    );
    expect(judged).toEqual(Array.from({ length: 12 }, () => '适量'));
    // Water has no price, and needs none.
    expect(cost?.missing).toEqual([]);
    expect(unmet.filter(({ rule }) => rule === 'template' || rule === 'repeat' || rule === 'season')).toEqual([]);
  });
});

describe('loadStarterDishes', async () => {
  const { service, admin } = await openPlatform();
  const { db } = service.deps;
  const library = async () => {
    const { json } = await service.call('GET /api/dish/select', {}, { token: admin });
    const listed: readonly { readonly id: number; readonly name: string }[] = json.body;
    return listed.toReversed();
  };

  it('gives the platform the dishes once: what it changes, adds and deletes stays', async () => {
    expect(await loadStarterDishes(db, 1)).toBe(starterDishes.length);
    expect((await library()).map(({ name }) => name)).toEqual(starterDishes.map(({ name }) => name));
    const [first, second] = await library();
    await service.call('POST /api/dish', { id: first?.id ?? 0, name: '白米饭' }, { token: admin });
    await service.call('DELETE /api/dish', { ids: second?.id ?? 0 }, { token: admin });
    const before = await library();
    expect(before).toHaveLength(starterDishes.length - 1);
    expect(await loadStarterDishes(db, 2)).toBe(0);
    expect(await library()).toEqual(before);
  });
});
