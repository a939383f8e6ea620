import { describe, expect, it } from 'vitest';
import { type Meal, meals } from '../../../../lib/domain/meal.ts';
import { listAlternatives } from '../../../../lib/domain/planner/alternatives.ts';
import { PlanCost } from '../../../../lib/domain/planner/answer.ts';
import { DEFAULT_TEMPLATE } from '../../../../lib/domain/planner/default-template.ts';
import { toModel } from '../../../../lib/domain/planner/model.ts';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import type { PlanProblem, Template } from '../../../../lib/domain/planner/problem.ts';
import { relaxRanges } from '../../../../lib/domain/planner/search/relaxation.ts';
import { makeProblem } from '../../../support/planner/instances.ts';
import { type MadeProblem, pose } from './made.ts';

const lunch: Template = {
  lunch: [
    { marks: ['主食'], min: 1, max: 1 },
    { marks: ['荤菜', '大荤'], min: 1, max: 2 },
  ],
};

/** A standard that asks for nothing. */
const standard = { levels: { 小学: {} } };

/** What is planned, in short, and what is not met. */
function planned(made: MadeProblem) {
  const { items, unmet } = JSON.parse(JSON.stringify(planMenu(pose({ standard, ...made }))));
  return { dishes: items.map(({ day, dish }: { day: number; dish: number }) => [day, dish]), unmet };
}

const rice = { mark: '主食', of: { rice: 100 } };

describe('a planned menu', () => {
  it('has what the template asks for', () => {
    const dishes = { 1: rice, 2: { of: { pork: 80 } } };
    expect(planned({ dishes, template: lunch })).toEqual({
      dishes: [
        [1, 1],
        [1, 2],
      ],
      unmet: [],
    });
  });

  it('has it, too, where each dish is far beyond the most of a range', () => {
    const dishes = { 1: rice, 2: { of: { pork: 80 } }, 3: { of: { beef: 80 } } };
    const foods = Object.fromEntries(['rice', 'pork', 'beef'].map((code) => [code, { has: { protein: 20, iron: 5 } }]));
    const low = { levels: { 小学: { 蛋白质: { max: 0.01 }, 铁: { max: 0.001 } } } };
    const made = { dishes, foods, template: lunch, standard: low, days: 2 };
    expect(planned(made).dishes.map(([day, dish]: number[]) => [day, dish === 1 ? '主食' : '荤菜'])).toEqual([
      [1, '主食'],
      [1, '荤菜'],
      [2, '主食'],
      [2, '荤菜'],
    ]);
    const twice = planned({ ...made, dishes: { 1: rice, 2: { of: { pork: 80 } }, 3: { of: { pork: 800 } } } });
    expect(twice.dishes).toEqual([
      [1, 1],
      [1, 3],
      [2, 1],
      [2, 2],
    ]);
  });

  it.each([
    { where: 'serves the cheaper dishes where days stay within the tolerance', first: 91, second: 109, dishes: [1, 2] },
    { where: 'pays for a more expensive one where a day would be beyond it', first: 88, second: 112, dishes: [2, 3] },
  ])('$where', ({ first, second, dishes }) => {
    // Lunch is to have 40 % of the day's 250 g.
    const made = {
      days: 2,
      dishes: { 1: { of: { pork: 100 } }, 2: { of: { duck: 100 } }, 3: { of: { beef: 100 } } },
      foods: { pork: { has: { protein: first } }, duck: { has: { protein: second } }, beef: { has: { protein: 100 } } },
      prices: { pork: '10.00', duck: '10.00', beef: '10.20' },
      template: { lunch: [{ marks: ['荤菜'], min: 1, max: 1 }] },
      standard: { overflow: '0.1', levels: { 小学: { 蛋白质: { min: 250, max: 275 } } } },
    };
    const plan = planned(made);
    expect(plan.dishes.map(([, dish]: number[]) => dish).sort()).toEqual(dishes);
    expect(plan.unmet).toEqual([]);
  });

  it('leaves a slot empty rather than serve what is to be avoided, or is not of the month or the meal', () => {
    const ofOtherMeals: Meal[] = ['breakfast', 'dinner'];
    const dishes = {
      ...{ 1: { ...rice, meals: [...meals] }, 2: { of: { pork: 80 } }, 3: { of: { beef: 80 }, month: [1, 2] } },
      ...{ 4: { of: {} }, 5: { of: { fish: 80 }, meals: ofOtherMeals } },
    };
    const found = planned({ dishes, template: lunch, marks: { pork: '忌用' } });
    expect(found.dishes).toEqual([[1, 1]]);
    expect(found.unmet.map(({ text }: { text: string }) => text)).toEqual([
      '第 1 天午餐缺少 1 道菜品（荤菜、大荤）：可用的有 0 道',
    ]);
  });

  it('leaves days off empty but for what is locked there, and misses nothing on them', () => {
    const dishes = { 1: rice, 2: { of: { pork: 80 } }, 3: { of: { beef: 80 } } };
    const locked = [{ day: 2, meal: 'lunch', dish: 1, portion: '1' }] as const;
    const made = { dishes, template: lunch, days: 4, daysOff: [1, 2, 4], locked };
    const { dishes: found, unmet } = planned(made);
    expect([found.map(([day]: number[]) => day), unmet]).toEqual([[2, 3, 3, 3], []]);
  });

  it('asks a week with days off for as many kinds as one without, and for none more than is judged', () => {
    const codes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const rows = [{ marks: ['荤菜'], min: 1, max: 1 }];
    const found = planned({
      ...{ days: 7, daysOff: [7], meals: ['breakfast', 'lunch'], template: { breakfast: rows, lunch: rows } },
      dishes: Object.fromEntries(codes.map((code, index) => [index + 1, { of: { [code]: 80 } }])),
      foods: Object.fromEntries(codes.map((code) => [code, { is: ['谷类'] } as const])),
      prices: Object.fromEntries(codes.map((code) => [code, code === 'a' ? '1' : '1.1'])),
      // Breakfast and lunch are 70 % of a day, so that seven kinds are required.
      rules: { kindsPerWeek: 10, repeatDays: 0, mainPerWeek: 12 },
    });
    expect(new Set(found.dishes.map(([, dish]: number[]) => dish)).size).toBe(7);
    expect(found.unmet).toEqual([]);
  });

  it('keeps locked items, whatever they are, and says what is wrong with them', () => {
    const supper: Meal[] = ['supper'];
    const dishes = { 1: rice, 2: { of: { pork: 80 } }, 3: { of: { beef: 80 }, month: [1, 2], meals: supper } };
    const locked = [
      { day: 1, meal: 'lunch', dish: 3, portion: '1.5' },
      { day: 1, meal: 'lunch', dish: 2, portion: '1' },
    ] as const;
    const { items, unmet } = planMenu(pose({ dishes, template: lunch, locked, marks: { pork: '忌用' }, standard }));
    expect(items).toEqual([{ day: 1, meal: 'lunch', dish: 1, portion: '1' }, ...locked]);
    expect(unmet).toEqual([
      { rule: 'season', text: '第 1 天午餐锁定的“菜3”不适合 11 月', day: 1, meal: 'lunch', dish: 3 },
      { rule: 'meal', text: '第 1 天午餐锁定的“菜3”不适合这一餐', day: 1, meal: 'lunch', dish: 3 },
      { rule: 'avoided', text: '第 1 天午餐锁定的“菜2”含有忌用食材“pork”', day: 1, meal: 'lunch', dish: 2, of: 'pork' },
    ]);
  });

  it('goes by ranks and weights that are numbers where a standard wants nothing of a nutrient', () => {
    const foods = { salty: { has: { sodium: 900 } }, plain: { has: { sodium: 0 } } };
    const dishes = { 1: rice, 2: { of: { salty: 80 } }, 3: { of: { plain: 80 } } };
    const standard = { levels: { 小学: { 钠: { max: 0 } } } };
    const problem = pose({ dishes, foods, standard, template: lunch, prices: { salty: '1', plain: '9' } });
    const { rankedOptionsBySlot, rangeFractions } = relaxRanges(toModel(problem));
    expect([...rangeFractions].every(Number.isFinite)).toBe(true);
    expect(rankedOptionsBySlot.map((ranked) => ranked.length)).toEqual([1, 2, 2]);
    expect(planMenu(problem).items.map(({ dish }) => dish)).toEqual([1, 3]);
  });

  it('meets a budget that a plan with another seed is known to meet', () => {
    const planWith = (seed: number, budget?: PlanProblem['rules']['budget']) => {
      const problem = makeProblem({ dishes: 60, days: 2, groups: ['1'] }, seed);
      const { cost, unmet } = planMenu({ ...problem, rules: { ...problem.rules, budget } });
      return { yuan: Number(cost?.estimate.rawJSON), isOver: unmet.some(({ rule }) => rule === 'budget') };
    };
    const seeds = [1, 2, 3];
    const max = Math.min(...seeds.map((seed) => planWith(seed).yuan)) + 0.01;
    const found = seeds.map((seed) => planWith(seed, { min: '0', max: String(max) }));
    expect(found).toEqual(seeds.map(() => ({ yuan: expect.toSatisfy((yuan: number) => yuan <= max), isOver: false })));
  });

  it('costs what its foods cost as bought, in the mean of all heads', () => {
    const foods = { rice: {}, pork: { edible: '80' } };
    const dishes = { 1: rice, 2: { of: { pork: 80, salt: 1 } } };
    const groups = [['小学'], ['中学', '1.5']] as const;
    const { cost } = planMenu(
      pose({ dishes, foods, groups, template: lunch, prices: { rice: '5.00', pork: '30.00' } }),
    );
    // Rice is 0.50, 100 g of pork as bought 3.00, salt at most 0.03; half of the people eat half as much again.
    expect(JSON.stringify(cost)).toBe('{"value":4.38,"estimate":4.41,"missing":["salt"],"missingCount":1}');
    expect(PlanCost.safeParse(cost).success).toBe(true);
  });

  it('has lunch of a school by default', () => {
    const marks = ['主食', '荤菜', '半荤', '素菜'];
    const dishes = Object.fromEntries(marks.map((mark, index) => [index + 1, { mark, of: { [`f${index}`]: 80 } }]));
    expect(planned({ dishes, template: DEFAULT_TEMPLATE }).dishes).toEqual([1, 2, 3, 4].map((dish) => [1, dish]));
  });
});

it('alternatives that are similar come first, however much they exceed, and last those that come too soon', () => {
  const ranges = { 蛋白质: { max: 1 }, 脂肪: { max: 1 }, 碳水化合物: { max: 1 }, 钠: { max: 1 }, 铁: { max: 0.1 } };
  const has = { protein: 50, fat: 50, carbohydrate: 50, sodium: 50, iron: 50 };
  const meat = { is: ['畜禽肉类'] as const };
  const problem = pose({
    standard: { levels: { 小学: ranges } },
    foods: { pork: meat, rich: { ...meat, has } },
    dishes: { 1: { of: { pork: 50 } }, 2: { of: { rich: 100 } }, 3: { of: { pork: 60 } }, 4: { of: { leek: 50 } } },
    locked: [{ day: 1, meal: 'lunch', dish: 1, portion: '1' }],
    adjacentServings: [{ day: 0, dish: 3 }],
    rules: { repeatDays: 3 },
  });
  const offered = listAlternatives(problem, { day: 1, meal: 'lunch', dish: 1 }, 10);
  expect(offered.map(({ dish, isSimilar }) => [dish, isSimilar])).toEqual([
    [2, true],
    [4, false],
    [3, true],
  ]);
});

it('alternatives are ranked by what the days need that are not off', () => {
  const problem = pose({
    days: 4,
    daysOff: [2, 3, 4],
    standard: { levels: { 小学: { 钙: { min: 500 } } } },
    foods: { kale: { has: { calcium: 900 } }, leek: { has: { calcium: 210 } } },
    dishes: { 1: { of: { pork: 50 } }, 2: { of: { leek: 100 } }, 3: { of: { kale: 100 } }, 4: { of: { cress: 100 } } },
    locked: [{ day: 1, meal: 'lunch', dish: 1, portion: '1' }],
  });
  const offer = (prices: Readonly<Record<string, string>>) =>
    listAlternatives({ ...problem, prices: new Map(Object.entries(prices)) }, { day: 1, meal: 'lunch', dish: 1 }, 10);
  // What a dish costs less never comes before what the day needs.
  for (const prices of [{}, { pork: '30', leek: '9', kale: '9', cress: '1' }])
    expect(offer(prices).map(({ dish }) => dish)).toEqual([2, 3, 4]);
});
