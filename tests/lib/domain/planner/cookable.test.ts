import { describe, expect, it } from 'vitest';
import { PriceEstimator } from '../../../../lib/domain/planner/menu-cost.ts';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import { DEFAULT_RULE_SETTINGS } from '../../../../lib/domain/planner/problem.ts';
import { type MadeProblem, pose } from './made.ts';

/** The rules that tests of other things leave aside. */
const { mainPerMeal, methodPerMeal, darkAtLunch } = DEFAULT_RULE_SETTINGS;
const row = (mark: string, min = 1) => ({ marks: [mark], min, max: Math.max(1, min) });
const rice = { mark: '主食', poly: '蒸', of: { rice: 100 } };
const foods = { rice: { name: '稻米' } };

function plan(made: MadeProblem) {
  const { items, unmet: all } = planMenu(pose(made));
  const unmet = all.flatMap(({ rule, text, day, meal, dish, of, by }) =>
    rule === 'standard'
      ? []
      : [{ rule, text, day, meal, dish, of, by: by === undefined ? undefined : Number(by.rawJSON) }],
  );
  return { served: items.map(({ day, meal, dish }) => `${day} ${meal} ${dish}`), unmet };
}

const locked = (meal: 'breakfast' | 'lunch' | 'dinner', ...dishes: number[]) =>
  dishes.map((dish) => ({ day: 1, meal, dish, portion: '1' }));

describe('a plan that can be cooked', () => {
  it('has plain rice at each lunch and dinner, another staple three times, and says where that is too few', () => {
    const meals = ['lunch', 'dinner'] as const;
    const template = { lunch: [row('主食')], dinner: [row('主食')] };
    const made = { days: 7, meals, foods, template, rules: { perWeek: { 主食: 3 } } };
    expect(plan({ ...made, dishes: { 1: rice } }).unmet).toEqual([]);
    const { unmet } = plan({ ...made, days: 4, meals: ['lunch'], dishes: { 2: { mark: '主食', of: { flour: 90 } } } });
    expect(unmet).toMatchObject([{ rule: 'perWeek', text: '“菜2”（主食）共 4 次，超过 3 次', dish: 2, by: 1 }]);
  });

  it('has no dish twice on a day, though it may come every day; but plain rice does, and all dishes without the rule', () => {
    const meals = ['lunch', 'dinner'] as const;
    const milk = { mark: '奶类', of: { milk: 200 } };
    const template = { lunch: [row('奶类'), row('主食')], dinner: [row('奶类'), row('主食')] };
    const made = { days: 2, meals, foods, dishes: { 1: rice, 2: milk, 3: milk }, template };
    const { served, unmet } = plan(made);
    expect([
      new Set(served.filter((one) => /[23]$/.test(one)).map((one) => one.replace(/ .* /, ' '))).size,
      unmet,
    ]).toEqual([4, []]);
    expect(plan({ ...made, dishes: { 1: rice, 2: milk } }).unmet).toMatchObject([
      { rule: 'repeat', day: 1, meal: 'dinner', dish: 2, by: 1 },
      { rule: 'repeat', day: 2, meal: 'dinner', dish: 2, by: 1 },
    ]);
    expect(plan({ ...made, dishes: { 1: rice, 2: milk }, rules: { repeatDays: 0 } }).unmet).toEqual([]);
  });

  it('has no rice at breakfast and no porridge at lunch, unless they are wanted or locked, which it says', () => {
    const meals = ['breakfast', 'lunch'] as const;
    const dishes = { 1: rice, 2: { mark: '粥', of: { rice: 40 } }, 3: { mark: '主食', of: { rice: 60, yam: 70 } } };
    const template = { breakfast: [row('主食', 0)], lunch: [row('粥', 0)] };
    const prices = { rice: '1' };
    const made = { meals, foods, dishes, template, prices };
    expect(plan({ ...made, template: { breakfast: [row('主食')], lunch: [row('粥')] } }).served).toEqual([]);
    const wanted = {
      template: { breakfast: [row('主食')], lunch: [row('粥')] },
      rules: { riceAtBreakfast: 1, porridgeAtLunch: 1 },
    };
    expect(plan({ ...made, ...wanted })).toEqual({ served: ['1 breakfast 1', '1 lunch 2'], unmet: [] });
    const { unmet } = plan({ ...made, locked: [...locked('breakfast', 1), ...locked('lunch', 2)] });
    expect(unmet).toMatchObject([
      { rule: 'rice', text: '第 1 天早餐锁定的“菜1”是米饭，早餐不安排', day: 1, meal: 'breakfast', dish: 1 },
      { rule: 'porridge', text: '第 1 天午餐锁定的“菜2”是粥，午餐不安排', day: 1, meal: 'lunch', dish: 2 },
    ]);
  });

  it('has no two dishes of one main ingredient in a meal, of several main ones any', () => {
    const egg = { of: { egg: 60, tomato: 80 }, main: ['egg', 'tomato'] };
    const soup = { of: { tomato: 50, tofu: 60 }, main: ['tofu', 'tomato'] };
    const dishes = { 1: egg, 2: soup, 3: { of: { pork: 60 } } };
    const template = { lunch: [{ marks: ['荤菜'], min: 2, max: 2 }] };
    const rules = { mainPerMeal };
    expect(plan({ dishes, template, rules }).unmet).toEqual([]);
    expect(plan({ dishes: { 1: egg, 2: soup }, template, rules }).unmet).toMatchObject([
      { rule: 'main', text: '第 1 天午餐“tomato”作主料 2 次，超过 1 次', day: 1, meal: 'lunch', of: 'tomato', by: 1 },
    ]);
  });

  it('spreads ways of cooking over a meal', () => {
    const fry = (food: string) => ({ poly: '炒', of: { [food]: 80 } });
    const template = { lunch: [{ marks: ['荤菜'], min: 2, max: 2 }] };
    const rules = { methodPerMeal };
    const dishes = { 1: fry('a'), 2: fry('b'), 3: { poly: '蒸', of: { c: 80 } } };
    expect(plan({ dishes, template, rules }).unmet).toEqual([]);
    expect(plan({ dishes: { 1: fry('a'), 2: fry('b') }, template, rules }).unmet).toMatchObject([
      { rule: 'method', text: '第 1 天午餐烹调方式“炒” 2 次，超过 1 次', day: 1, meal: 'lunch', of: '炒', by: 1 },
    ]);
  });

  it('has a dark vegetable at lunch even if that costs more, and says where there is none', () => {
    const vegetables = { spinach: { dark: true, is: ['蔬菜类'] as const }, cabbage: { is: ['蔬菜类'] as const } };
    const dishes = {
      1: { mark: '素菜', of: { cabbage: 100 } },
      2: { mark: '素菜', of: { spinach: 100 } },
      3: { mark: '素菜', of: { cabbage: 80, spinach: 20 } },
    };
    const template = { lunch: [row('素菜')] };
    const made = { foods: vegetables, template, prices: { cabbage: '1', spinach: '1.2' }, rules: { darkAtLunch } };
    expect(plan({ ...made, dishes }).served).toEqual(['1 lunch 2']);
    expect(plan({ ...made, dishes: { 1: dishes[1], 3: dishes[3] } }).unmet).toMatchObject([
      { rule: 'dark', text: '第 1 天午餐深色蔬菜 0 道，少于 1 道', day: 1, meal: 'lunch', by: 1 },
    ]);
    expect(plan({ ...made, dishes: { 1: dishes[1] }, rules: { darkAtLunch: 0 } }).unmet).toEqual([]);
    const onlyAtDinner = { 1: dishes[1], 2: { ...dishes[2], meals: ['dinner' as const] } };
    const meals = ['lunch', 'dinner'] as const;
    const problem = pose({ ...made, meals, template: { ...template, dinner: template.lunch }, dishes: onlyAtDinner });
    expect(planMenu(problem).unmet).toContainEqual(expect.objectContaining({ rule: 'dark', reason: 'impossible' }));
  });
});

describe('a food without a price', () => {
  const problem = pose({
    dishes: {},
    foods: {
      beef: { category: '畜肉类及其制品', edible: '50' },
      lamb: { category: '畜肉类及其制品' },
      pork: { category: '畜肉类及其制品' },
      kale: { category: '蔬菜类及其制品' },
      salt: { category: '调味品类' },
      soy: { category: '调味品类' },
    },
    prices: { beef: '60', pork: '30', salt: '4' },
  });
  const yuanOfKilogram = (code: string) => new PriceEstimator(problem).estimatePerGram(code).times(1000).toFixed(2);

  it('counts at the highest price of its category among the priced, or of all where its category has none', () => {
    const yuan = ['beef', 'pork', 'lamb', 'kale', 'soy', 'gone'].map(yuanOfKilogram);
    expect(yuan).toEqual(['120.00', '30.00', '60.00', '60.00', '4.00', '60.00']);
    expect(new PriceEstimator(problem).findPricePerGram('lamb')).toBeUndefined();
  });

  it('is not served for being free, and is named where a budget was asked for', () => {
    const dishes = { 1: { of: { lamb: 80 } }, 2: { of: { pork: 80 } } };
    const made = { dishes, template: { lunch: [row('荤菜')] }, prices: { beef: '60', pork: '30' } };
    const classes = {
      beef: { is: ['畜禽肉类'] as const },
      lamb: { is: ['畜禽肉类'] as const },
      pork: { is: ['畜禽肉类'] as const },
    };
    expect(plan({ ...made, foods: classes }).served).toEqual(['1 lunch 2']);
    const { unmet } = plan({
      ...made,
      foods: classes,
      locked: locked('lunch', 1),
      rules: { budget: { min: '0', max: '9' } },
    });
    expect(unmet).toMatchObject([{ rule: 'price', text: '1 种食材没有价格，按同类最高价估算：食材lamb', by: 1 }]);
  });
});
