import { describe, expect, it } from 'vitest';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import type { PlanProblem } from '../../../../../lib/domain/planner/problem.ts';
import { type MadeProblem, pose } from '../made.ts';

const row = (...marks: string[]) => ({ marks, min: 1, max: 1 });
const meals = ['breakfast', 'lunch', 'dinner'] as const;

/** Everything that a plan could not meet. */
function reasonedUnmetOf(made: MadeProblem, change: Partial<PlanProblem> = {}) {
  const plain = { levels: { 小学: {} } };
  const { unmet } = planMenu({ ...pose({ standard: plain, ...made }), ...change });
  return JSON.parse(JSON.stringify(unmet));
}

/** The same without the reasons. */
const unmetOf: typeof reasonedUnmetOf = (...problem) =>
  reasonedUnmetOf(...problem).map(({ reason: _, ...one }: { reason: string }) => one);

const few = {
  dishes: { 1: { mark: '主食', of: { rice: 100 } }, 2: { mark: '荤菜', of: { pork: 80 } } },
  foods: { rice: { name: '大米', has: { protein: 8 } }, pork: { name: '猪肉', has: { protein: 20 } } },
  template: { lunch: [row('主食'), row('荤菜')] },
};

/** Kale has the calcium, leek the iron; lunch is 40 % of the day. */
const greens = {
  dishes: {
    1: { mark: '主食', of: { rice: 100 } },
    2: { mark: '素菜', of: { kale: 100 } },
    3: { mark: '素菜', of: { leek: 100 } },
  },
  foods: {
    rice: { name: '大米', has: { calcium: 10, iron: 1 } },
    kale: { name: '芥蓝', has: { calcium: 200, iron: 0 } },
    leek: { name: '韭菜', has: { calcium: 0, iron: 9 } },
  },
  template: { lunch: [row('主食'), row('素菜')] },
};

describe('what cannot be served is named, where and by how much', () => {
  it('staples that come too often, where six are to do for fifteen meals, twice each', () => {
    const staples = Object.fromEntries([1, 2, 3, 4, 5, 6].map((id) => [id, { mark: '主食', of: { flour: 80 + id } }]));
    const template = { breakfast: [row('主食')], lunch: [row('主食')], dinner: [row('主食')] };
    const often = (dish: number, times: number) => {
      return { rule: 'perWeek', text: `“菜${dish}”（主食）共 ${times} 次，超过 2 次`, dish, by: times - 2 };
    };
    const made = { ...few, days: 5, meals, dishes: staples, template, rules: { perWeek: { 主食: 2 } } };
    expect(unmetOf(made)).toEqual([often(1, 4), often(5, 3)]);
  });

  it('dishes that a meal lacks, with how many there are for it, and meals without any', () => {
    const lacking = (marks: string) => {
      const text = `第 1 天午餐缺少 1 道菜品（${marks}）：可用的有 0 道`;
      return { rule: 'template', text, reason: 'impossible', day: 1, meal: 'lunch', by: 1 };
    };
    const none = (day: number) => {
      const text = `第 ${day} 天午餐没有菜品`;
      return { rule: 'template', text, reason: 'impossible', day, meal: 'lunch', by: 1 };
    };
    expect(reasonedUnmetOf({ ...few, marks: { rice: '忌用', pork: '忌用' } })).toEqual([
      lacking('主食'),
      lacking('荤菜'),
    ]);
    expect(reasonedUnmetOf({ ...few, dishes: { 1: few.dishes[1] } })).toEqual([lacking('荤菜')]);
    expect(reasonedUnmetOf({ ...few, dishes: {} })).toEqual([lacking('主食'), lacking('荤菜')]);
    expect(reasonedUnmetOf({ ...few, days: 2, template: {} })).toEqual([none(1), none(2)]);
    expect(reasonedUnmetOf({ ...few, template: { lunch: [{ marks: ['水果'], min: 0, max: 1 }] } })).toEqual([none(1)]);
  });

  it('what is locked though no plan would serve it', () => {
    const at = { meal: 'lunch', dish: 2 } as const;
    const locked = [
      { ...at, day: 1, portion: '1' },
      { ...at, day: 2, portion: '2' },
      { ...at, day: 2, dish: 3, portion: '1' },
    ];
    const dishes = { ...few.dishes, 3: { mark: '点心', of: { rice: 50 }, month: [1] } };
    const avoided = '锁定的“菜2”含有忌用食材“猪肉”';
    expect(unmetOf({ ...few, dishes, days: 2, marks: { pork: '忌用' }, locked })).toEqual([
      { rule: 'template', text: '第 2 天午餐锁定的“菜3”在模板中没有位置', ...at, day: 2, dish: 3 },
      { rule: 'avoided', text: `第 1 天午餐${avoided}`, ...at, day: 1, of: 'pork' },
      { rule: 'avoided', text: `第 2 天午餐${avoided}`, ...at, day: 2, of: 'pork' },
      { rule: 'season', text: '第 2 天午餐锁定的“菜3”不适合 11 月', ...at, day: 2, dish: 3 },
      { rule: 'repeat', text: '第 2 天午餐“菜2” 3 天内重复（第 1 天已有）', ...at, day: 2, by: 2 },
    ]);
  });

  it('what is locked only for a smaller group', () => {
    const locked = [{ day: 1, meal: 'lunch', dish: 3, portion: '1', groups: ['小'] }] as const;
    const dishes = { ...few.dishes, 3: { mark: '荤菜', of: { beef: 80 } } };
    const { content } = pose({ ...few, groups: [['小学'], ['小学', '1', ['lunch'], { name: '小' }]] });
    const groups = content.groups.map((group, index) => ({ ...group, people: index === 0 ? 300 : 20 }));
    const text = '第 1 天午餐锁定的“菜3”含有忌用食材“beef”';
    expect(unmetOf({ ...few, dishes, marks: { beef: '忌用' }, locked }, { content: { ...content, groups } })).toEqual([
      { rule: 'avoided', text, day: 1, meal: 'lunch', dish: 3, of: 'beef' },
    ]);
  });

  it('what comes too often where there is nothing but one fried dish, and too few kinds of food', () => {
    const dishes = { 1: few.dishes[1], 2: { mark: '荤菜', poly: '炸', of: { pork: 80 } } };
    const rules = { friedPerWeek: 1, mainPerWeek: 1, methodPerDay: 0, kindsPerDay: 12, repeatDays: 1 };
    const kinds = (day: number) => {
      const text = `小学第 ${day} 天食物 2 种，少于 5 种：可选菜品最多只能达到 2 种`;
      return { rule: 'kinds', text, level: '小学', group: '小学', day, by: 3 };
    };
    const method = (day: number) => {
      return { rule: 'method', text: `第 ${day} 天烹调方式“炸” 1 次，超过 0 次`, day, of: '炸', by: 1 };
    };
    expect(unmetOf({ ...few, days: 2, dishes, rules })).toEqual([
      kinds(1),
      kinds(2),
      method(1),
      method(2),
      { rule: 'main', text: '“猪肉”作主料共 2 次，超过 1 次', of: 'pork', by: 1 },
      { rule: 'fried', text: '油炸菜品共 2 次，超过 1 次', of: '炸', by: 1 },
    ]);
  });

  it('too few kinds of food, of which two dishes of a day may bring one together', () => {
    const dishes = {
      1: few.dishes[1],
      2: { mark: '荤菜', of: { pork: 80, leek: 3 } },
      3: { mark: '素菜', of: { kale: 100, leek: 3 } },
      4: { mark: '素菜', of: { kale: 100 } },
    };
    const template = { lunch: [row('主食'), row('荤菜'), row('素菜')] };
    const unmet = unmetOf({
      dishes,
      foods: { ...few.foods, ...greens.foods },
      template,
      days: 2,
      rules: { kindsPerDay: 12 },
    });
    expect(
      unmet.filter(({ rule }: { rule: string }) => rule === 'kinds').map(({ text }: { text: string }) => text),
    ).toEqual([
      '小学第 1 天食物 3 种，少于 5 种：可选菜品最多只能达到 4 种',
      '小学第 2 天食物 4 种，少于 5 种：可选菜品最多只能达到 4 种',
    ]);
  });
});

describe('what is outside its range is named', () => {
  const asking = (figures: Readonly<Record<string, { min?: number; max?: number }>>) => ({
    standard: { levels: { 小学: figures } },
  });
  const calcium = { rule: 'nutrient', level: '小学', group: '小学', of: 'calcium' };

  it('by how much, and how far the dishes go where they do not go far enough', () => {
    const low = (when: string) => `小学${when}钙 210.00 mg，不足（至少 360.00）：可选菜品最多只能达到 210.00 mg`;
    expect(unmetOf({ ...greens, ...asking({ 钙: { min: 900 } }) })).toEqual([
      { ...calcium, text: low('日均'), by: 150 },
      { ...calcium, text: low('第 1 天'), day: 1, by: 150 },
    ]);
    const high = (when: string) => `小学${when}钙 10.00 mg，过量（至多 0.80）：可选菜品最少也有 10.00 mg`;
    expect(unmetOf({ ...greens, ...asking({ 钙: { max: 2 } }) })).toEqual([
      { ...calcium, text: high('日均'), by: 9.2 },
      { ...calcium, text: high('第 1 天'), day: 1, by: 9.2 },
    ]);
  });

  it('without that where the dishes could, but for other rules', () => {
    const both = asking({ 钙: { min: 500 }, 铁: { min: 10 } });
    const iron = { rule: 'nutrient', level: '小学', group: '小学', of: 'iron', by: 3 };
    expect(unmetOf({ ...greens, ...both })).toEqual([
      { ...iron, text: '小学日均铁 1.00 mg，不足（至少 4.00）' },
      { ...iron, text: '小学第 1 天铁 1.00 mg，不足（至少 4.00）', day: 1 },
    ]);
  });

  it('of what is locked it counts that alone, of an optional slot nothing', () => {
    const locked = [{ day: 1, meal: 'lunch', dish: 3, portion: '1' }] as const;
    const [least] = unmetOf({ ...greens, ...asking({ 钙: { min: 500 } }), locked });
    expect(least.text).toBe('小学日均钙 10.00 mg，不足（至少 200.00）：可选菜品最多只能达到 10.00 mg');
    const optional = { lunch: [row('主食'), { marks: ['素菜'], min: 0, max: 1 }] };
    const [most] = unmetOf({ ...greens, ...asking({ 钙: { max: 2 } }), template: optional, prices: { kale: '1' } });
    expect(most.text).toBe('小学日均钙 10.00 mg，过量（至多 0.80）：可选菜品最少也有 10.00 mg');
  });

  it('a budget that is passed, with how cheap the dishes are where all prices are known', () => {
    const made = { ...few, prices: { rice: '6', pork: '40' }, rules: { budget: { min: '0', max: '1' } } };
    const text = '每人每日 3.80 元，超过预算 1.00 元：可选菜品最少也有 3.80 元';
    expect(unmetOf(made)).toEqual([{ rule: 'budget', text, by: 2.8 }]);
    const { content } = pose(made);
    const groups = content.groups.map((group) => ({ ...group, people: 0 }));
    expect(unmetOf(made, { content: { ...content, groups } })).toEqual([{ rule: 'budget', text, by: 2.8 }]);
    const close = { ...made, prices: { rice: '6.01', pork: '40' }, rules: { budget: { min: '0', max: '3.8' } } };
    const closeText = '每人每日 3.81 元，超过预算 3.80 元：可选菜品最少也有 3.81 元';
    expect(unmetOf(close)).toEqual([{ rule: 'budget', text: closeText, by: 0.01 }]);
    const unpriced = { rule: 'price', text: '1 种食材没有价格，按同类最高价估算：猪肉', by: 1 };
    const estimated = '每人每日 3.60 元，超过预算 1.00 元：可选菜品最少也有 3.60 元';
    expect(unmetOf({ ...made, prices: { rice: '20' } })).toEqual([
      unpriced,
      { rule: 'budget', text: estimated, by: 2.6 },
    ]);
  });

  it('that nothing can judge: no standard, none for who eats, too little known in the mean or on a day', () => {
    const unjudged = { rule: 'standard', text: '没有营养标准，营养素和食物类别未评判' };
    expect(unmetOf(few, { standard: undefined })).toEqual([unjudged]);
    const text = '标准中没有“中学”，其营养素和食物类别未评判';
    const middle = { rule: 'standard', text, level: '中学' };
    expect(unmetOf({ ...few, groups: [['中学'], ['中学', '1.5']] })).toEqual([middle]);
    const foods = { ...greens.foods, kale: { has: { iodine: 3 } } };
    const iodine = { rule: 'nutrient', level: '小学', group: '小学', of: 'iodine' };
    expect(unmetOf({ ...greens, foods, days: 2, ...asking({ 碘: { min: 100 } }) })).toEqual([
      { ...iodine, text: '小学日均碘数据不足，不能判断是否达标' },
    ]);
    const dishes = { 1: { mark: '主食', of: { kale: 900 } }, 2: { mark: '主食', of: { leek: 30 } } };
    const locked = [1, 2].map((day) => ({ day, meal: 'lunch' as const, dish: day, portion: '1' }));
    const made = { dishes, foods, days: 2, locked, template: { lunch: [row('主食')] }, ...asking({ 碘: { min: 1 } }) };
    expect(unmetOf(made)).toEqual([{ ...iodine, text: '小学第 2 天碘数据不足，不能判断是否达标', day: 2 }]);
  });

  it('in English to who prefers that', () => {
    const dishes = { 1: greens.dishes[1], 2: { of: { pork: 80 } }, 3: { of: { beef: 80 }, month: [1, 2] } };
    const locked = [
      { day: 1, meal: 'lunch', dish: 3, portion: '1' },
      { day: 2, meal: 'lunch', dish: 2, portion: '1' },
      { day: 3, meal: 'lunch', dish: 2, portion: '1' },
    ] as const;
    const posed = { days: 3, dishes, locked, ...asking({ 蛋白质: { min: 1000 } }) };
    const rules = { mainPerWeek: 1, kindsPerDay: 12, budget: { min: '0', max: '0.1' } };
    const foods = { pork: { has: { protein: 20 } }, beef: { has: { protein: 20 } } };
    const made = { ...posed, rules, foods, marks: { pork: '忌用' as const }, prices: { pork: '40' } };
    const unmet: { text: string; day?: number }[] = unmetOf(made, { language: 'en' });
    expect(unmetOf({ ...few, meals: ['morningSnack'] }, { language: 'en' })[0].text).toContain('for morning snack on');
    expect(unmet.filter(({ day = 3 }) => day === 3).map(({ text }) => text)).toEqual([
      'The template of lunch on day 3 has no place for "菜2", which is locked',
      '"菜2", which is locked for lunch on day 3, has "食材pork", which is to be avoided',
      '"菜2" comes again within 3 days for lunch on day 3 (it was on day 2)',
      '蛋白质 for "小学" in the mean of the days: 16.00 g, too little (at least 400.00): the dishes that may be served bring at most 16.00 g',
      '蛋白质 for "小学" on day 3: 16.00 g, too little (at least 400.00): the dishes that may be served bring at most 16.00 g',
      'Kinds of food for "小学" on day 3: 1, fewer than 5: the dishes that may be served bring at most 1 of them',
      'Foods without a price, counted at the highest price of their category: 食材beef',
      'The menu costs 3.20 yuan per head and day, more than the budget of 0.10 yuan: the dishes that may be served bring at least 3.20 yuan',
      '"食材pork" is the main ingredient twice, more than once',
    ]);
  });
});
