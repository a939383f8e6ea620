import { describe, expect, it } from 'vitest';
import { planCycle, planMenu } from '../../../../../lib/domain/planner/plan.ts';
import { DEFAULT_RULE_SETTINGS } from '../../../../../lib/domain/planner/problem.ts';
import { type MadeProblem, makeDishes, pose } from '../made.ts';

const row = (mark: string, min = 1, max = Math.max(1, min)) => ({ marks: [mark], min, max });

function plan(made: MadeProblem) {
  const { items, unmet: all, cost } = planMenu(pose(made));
  const unmet = all.filter(({ rule }) => rule !== 'standard').map(({ rule, text }) => `${rule} ${text}`);
  return { served: items.map(({ dish }) => dish), unmet, cost: Number(cost?.value.rawJSON) };
}

const lock = (day: number, ...dishes: number[]) =>
  dishes.map((dish) => ({ day, meal: 'lunch' as const, dish, portion: '1' }));

describe('what is liked', () => {
  const dishes = { 1: { of: { cheap: 100 }, liking: 1 }, 2: { of: { good: 100 }, liking: 5 } };
  const made = { dishes, template: { lunch: [row('荤菜')] }, prices: { cheap: '10', good: '80' } };

  it('is served for money that the budget has, and not for more; nothing is gained below the budget', () => {
    const generous = { liking: 1, budget: { min: '9', max: '10' } };
    expect(plan({ ...made, rules: generous })).toMatchObject({ served: [2], cost: 8 });
    expect(plan({ ...made, rules: { ...generous, liking: 0, budget: { min: '0', max: '10' } } }).served).toEqual([1]);
    expect(plan({ ...made, rules: { liking: 1, budget: { min: '1.8', max: '2' } } }).served).toEqual([1]);
    // In the mean of all days, those off included, the better dish would cost 4.
    const rules = { liking: 1, repeatDays: 0, budget: { min: '3.9', max: '4' } };
    const withDaysOff = plan({ ...made, days: 4, daysOff: [2, 4], rules });
    expect(withDaysOff).toMatchObject({ served: [1, 1], unmet: [] });
  });

  it('differs a little with the seed and the week, so that not all weeks have the same favourites', () => {
    const alike = { dishes: makeDishes(30), template: { lunch: [row('荤菜')] }, rules: { liking: 1 } };
    const served = Array.from({ length: 8 }, (_, number) => plan({ ...alike, seed: number }).served[0]);
    expect(new Set(served).size).toBeGreaterThan(4);
    expect(plan({ ...alike, seed: 3 })).toEqual(plan({ ...alike, seed: 3 }));
  });
});

describe('a dish that is no plain staple, milk, drink or fruit', () => {
  const usual = { perDish: 1, perCycle: 2, repeatDays: 1 };
  const template = { lunch: [row('荤菜')] };

  it('comes once a week, and twice where there are too few, which is said once', () => {
    expect(new Set(plan({ dishes: makeDishes(5), days: 5, template, rules: usual }).served).size).toBe(5);
    const { served, unmet } = plan({ dishes: makeDishes(3), days: 5, template, rules: usual });
    expect(served.map((dish) => served.filter((one) => one === dish).length).sort()).toEqual([1, 2, 2, 2, 2]);
    expect(unmet).toEqual([expect.stringMatching(/^perDish 2 道菜品一周超过 1 次：菜\d、菜\d$/)]);
    expect(plan({ dishes: makeDishes(3), days: 5, template, rules: { ...usual, perDish: 2 } }).unmet).toEqual([]);
  });

  it('comes twice in four weeks, and what was served lately comes last, the longer ago the sooner', () => {
    const earlier = (weeksAgo: number, dish: number) => ({ day: 1 - 7 * weeksAgo, dish });
    const made = { dishes: makeDishes(3), template, rules: usual };
    const twice = [earlier(1, 1), earlier(3, 1), earlier(3, 2), earlier(1, 3)];
    expect(plan({ ...made, adjacentServings: twice }).served).toEqual([2]);
    const { unmet } = plan({ ...made, dishes: makeDishes(1), adjacentServings: twice });
    expect(unmet).toEqual(['perCycle 1 道菜品四周内超过 2 次：菜1']);
    const far = [earlier(3, 1), earlier(3, 1), earlier(1, 2), earlier(1, 3)];
    expect(plan({ ...made, adjacentServings: far }).served).not.toEqual([1]);
    const older = Array(2).fill({ day: -21, dish: 1 });
    expect(plan({ ...made, dishes: makeDishes(1), adjacentServings: older }).unmet).toEqual([]);
    const weeks = Array.from({ length: 4 }, (_, week) => {
      const problem = pose({ ...made, dishes: makeDishes(2) });
      return { ...problem, content: { ...problem.content, start: `2026-11-${String(2 + 7 * week).padStart(2, '0')}` } };
    });
    const served = planCycle(weeks).flatMap(({ items }) => items.map(({ dish }) => dish));
    expect(served.toSorted()).toEqual([1, 1, 2, 2]);
  });

  it('is a flavoured staple, too, but no plain rice and no plain bun', () => {
    const foods = { r: { name: '稻米' }, w: { name: '小麦粉' }, o: { name: '小葱' } };
    const dishes = {
      1: { mark: '主食', poly: '蒸', of: { r: 100 } },
      2: { mark: '主食', poly: '蒸', of: { w: 90, s: 2 } },
      3: { mark: '主食', poly: '蒸', of: { w: 80, o: 10 } },
    };
    const of = (dish: number) => {
      const locked = [1, 2, 3].flatMap((day) => lock(day, dish));
      return plan({ dishes, foods, days: 3, template: { lunch: [row('主食')] }, rules: usual, locked }).unmet;
    };
    expect([of(1), of(2), of(3).map((text) => text.split(' ')[0])]).toEqual([[], [], ['perWeek']]);
  });

  it('is a fruit twice a week', () => {
    const made = {
      days: 3,
      template: { lunch: [row('水果')] },
      rules: { perWeek: DEFAULT_RULE_SETTINGS.perWeek, repeatDays: 1, mainPerWeek: 9 },
    };
    expect(plan({ ...made, dishes: makeDishes(2, '水果') }).unmet).toEqual([]);
    expect(plan({ ...made, dishes: makeDishes(1, '水果') }).unmet).toEqual(['perWeek “菜1”（水果）共 3 次，超过 2 次']);
  });

  it('is among no more than two that two lunches have in common', () => {
    const locked = [...lock(1, 1, 2, 3), ...lock(2, 1, 2)];
    const made = {
      dishes: makeDishes(6),
      days: 2,
      locked,
      template: { lunch: [row('荤菜', 3)] },
      rules: { repeatDays: 1 },
    };
    const rules = { repeatDays: 1, sharedPerLunch: 2 };
    expect(plan({ ...made, rules }).served.at(-1)).toBeGreaterThan(3);
    expect(plan({ ...made, rules, locked: [...locked, ...lock(2, 3)] }).unmet).toEqual([
      'sharedPerLunch 第 1 天与第 2 天午餐有 3 道相同的菜品，超过 2 道',
    ]);
  });
});

describe('a meal as people eat', () => {
  const foods = {
    egg: { name: '鸡蛋', is: ['蛋类'] as const },
    milk: { name: '牛乳', is: ['奶类及奶制品'] as const },
    soy: { name: '豆浆' },
    rice: { name: '稻米', is: ['谷类'] as const },
    liver: { name: '猪肝', is: ['动物肝脏'] as const },
  };
  const dishes = {
    1: { mark: '荤菜', of: { tomato: 60, pork: 40 }, main: ['pork'] },
    2: { mark: '荤菜', of: { tomato: 60, beef: 40 }, main: ['beef'] },
    3: { mark: '荤菜', of: { egg: 50 }, main: ['egg'] },
    4: { mark: '荤菜', of: { cod: 90, egg: 10 }, main: ['egg', 'cod'] },
    5: { mark: '奶类', of: { milk: 200 } },
    6: { mark: '饮品', of: { soy: 200 } },
    7: { mark: '主食', of: { rice: 100 } },
    8: { mark: '粥', of: { rice: 40 } },
    9: { mark: '水果', of: { apple: 100 } },
    10: { mark: '水果', of: { pear: 100 } },
    11: { mark: '荤菜', of: { liver: 20, leek: 60 } },
    12: { mark: '荤菜', of: { liver: 20, kale: 60 } },
  };

  it.each([
    ['foodPerMeal', [1, 2], '第 1 天午餐有 2 道含“tomato”的菜品，超过 1 道'],
    ['eggsPerMeal', [3, 4], '第 1 天午餐有 2 道蛋类菜品，超过 1 道'],
    ['milkPerMeal', [5, 6], '第 1 天午餐有 2 道奶或豆浆，超过 1 道'],
    ['ricePerMeal', [7, 8], '第 1 天午餐有 2 道米饭或粥，超过 1 道'],
    ['fruitPerMeal', [9, 10], '第 1 天午餐有 2 道水果，超过 1 道'],
  ] as const)('has %s, unless the rule is switched off', (rule, pair, text) => {
    const made = { dishes, foods, locked: lock(1, ...pair), rules: { porridgeAtLunch: 1, [rule]: 1 } };
    const mealUnmet = plan(made).unmet.filter((one) => !one.startsWith('template'));
    expect(mealUnmet).toEqual([`${rule} ${text}`]);
    expect(plan({ ...made, rules: { porridgeAtLunch: 1 } }).unmet.filter((one) => !one.startsWith('template'))).toEqual(
      [],
    );
    const [first, second] = pair;
    const marks = [...new Set(pair.map((id) => dishes[id].mark))];
    const other = { mark: dishes[second].mark, of: { other: 100 } };
    const choice = { [first]: dishes[first], [second]: dishes[second], 99: other };
    const rows = marks.length === 1 ? [row(marks[0] ?? '', 2)] : marks.map((mark) => row(mark));
    const free = { dishes: choice, foods, template: { lunch: rows }, rules: { porridgeAtLunch: 1, [rule]: 1 } };
    if (rule !== 'fruitPerMeal' && rule !== 'ricePerMeal') expect(plan(free).served).toContain(99);
  });

  it('is so before it is what the standard asks for', () => {
    const calcium = { has: { calcium: 100 } };
    const made = {
      dishes,
      foods: { ...foods, milk: { ...foods.milk, ...calcium }, soy: { ...foods.soy, ...calcium } },
      template: { lunch: [row('奶类'), row('饮品', 0)] },
      standard: { levels: { 小学: { calcium: { min: 1000 } } } },
    };
    expect(plan({ ...made, rules: { milkPerMeal: 2 } }).served).toEqual([5, 6]);
    expect(plan({ ...made, rules: { milkPerMeal: 1 } }).served).toEqual([5]);
  });

  it('has liver once a week, and other classes as often as the rules say', () => {
    const { classPerWeek } = DEFAULT_RULE_SETTINGS;
    const made = {
      dishes,
      foods,
      days: 2,
      locked: [...lock(1, 11), ...lock(2, 12)],
      template: { lunch: [row('荤菜')] },
    };
    expect(plan({ ...made, rules: { classPerWeek } }).unmet).toEqual(['classPerWeek 动物肝脏共 2 次，超过 1 次']);
    expect(plan({ ...made, rules: { classPerWeek: { 动物肝脏: 2 } } }).unmet).toEqual([]);
    expect(plan({ ...made, rules: { classPerWeek: { 畜禽肉类: 1 } } }).unmet).toHaveLength(1);
  });

  it('may have eggs as the main food on each day', () => {
    const made = { dishes, foods, days: 3, locked: [1, 2, 3].flatMap((day) => lock(day, 3)), rules: { repeatDays: 1 } };
    expect(plan({ ...made, template: { lunch: [row('荤菜')] } }).unmet).toEqual([]);
  });

  it('is what the kitchen can cook at once, in each way and in all', () => {
    const cooked = Object.fromEntries(
      ['炒', '炒', '蒸', '炸'].map((poly, id) => [id + 1, { poly, of: { [`f${id}`]: 90 } }]),
    );
    const made = { dishes: cooked, template: { lunch: [row('荤菜', 2)] } };
    const served = plan({ ...made, rules: { capacity: { 炒: 0, 炸: 1 } } }).served;
    expect(served.toSorted()).toEqual([3, 4]);
    expect(plan({ ...made, rules: { capacity: { 炒: 1, all: 2 } }, locked: lock(1, 1, 2, 3) }).unmet).toEqual(
      expect.arrayContaining([
        'capacity 第 1 天午餐“炒” 2 道菜品，厨房最多能做 1 道',
        'capacity 第 1 天午餐共 3 道菜品，厨房最多能做 2 道',
      ]),
    );
  });
});

it('a dish is not for groups of an age that it names, unless it is locked, which is said', () => {
  const dishes = { 1: { of: { squid: 50 }, notFor: ['3–5'] }, 2: { of: { cod: 50 } } };
  const made = { dishes, template: { lunch: [row('荤菜')] }, prices: { squid: '1', cod: '90' } };
  const small = pose({ ...made, standard: { levels: {} } });
  const of = (band: string) => {
    const { standard } = small;
    return planMenu({ ...small, standard: standard && { ...standard, band } }).items.map(({ dish }) => dish);
  };
  expect([of('3–5'), of('6–8')]).toEqual([[2], [1]]);
  const locked = pose({ ...made, standard: { levels: {} }, locked: lock(1, 1) });
  const { unmet } = planMenu({ ...locked, standard: locked.standard && { ...locked.standard, band: '3–5' } });
  expect(unmet.map(({ text }) => text)).toContain('第 1 天午餐锁定的“菜1”不适合3–5');
});
