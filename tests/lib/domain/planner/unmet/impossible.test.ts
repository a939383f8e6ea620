import { describe, expect, it } from 'vitest';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import type { PlanProblem } from '../../../../../lib/domain/planner/problem.ts';
import { type MadeProblem, pose } from '../made.ts';

const row = (...marks: string[]) => ({ marks, min: 1, max: 1 });
const meals = ['breakfast', 'lunch', 'dinner'] as const;
const plain = { levels: { 小学: {} } };

/** How many items are planned, and all that is told of what could not be. */
function planned(made: MadeProblem, change: Partial<PlanProblem> = {}) {
  const { items, unmet } = JSON.parse(JSON.stringify(planMenu({ ...pose({ standard: plain, ...made }), ...change })));
  return { items: items.length, unmet };
}

const few = {
  dishes: { 1: { mark: '主食', of: { rice: 100 } }, 2: { mark: '荤菜', of: { pork: 80 } } },
  foods: {
    rice: { name: '大米', has: { protein: 8 } },
    pork: { name: '猪肉', has: { protein: 20 } },
  },
  template: { lunch: [row('主食'), row('荤菜')] },
};

/** An empty place at lunch. */
const lacking = (marks: string, why: string, day = 1) => {
  const text = `第 ${day} 天午餐缺少 1 道菜品（${marks}）：当月没有可用的菜品${why}`;
  return { rule: 'template', text, day, meal: 'lunch', by: 1 };
};

describe('rules that cannot be kept are named, where and by how much', () => {
  it('where six staples are to do for fifteen meals, twice each', () => {
    const staples = Object.fromEntries([1, 2, 3, 4, 5, 6].map((id) => [id, { mark: '主食', of: { rice: 80 + id } }]));
    const template = { breakfast: [row('主食')], lunch: [row('主食')], dinner: [row('主食')] };
    const often = (dish: number, times: number, others: string) => {
      const against = `${others}等菜品超过次数`;
      const text = `“菜${dish}”（主食）共 ${times} 次，超过 2 次：若换菜改善，会使${against}`;
      return { rule: 'perWeek', text, dish, by: times - 2, against: [{ rule: 'perWeek', text: against }] };
    };
    const made = { ...few, days: 5, meals, dishes: staples, template, rules: { perWeek: { 主食: 2 } } };
    expect(planned(made)).toEqual({
      items: 15,
      unmet: [often(3, 3, '“菜1”、“菜2”'), often(1, 4, '“菜2”、“菜3”')],
    });
  });

  it('where all dishes have something to avoid, or there are none', () => {
    const why = '，1 道含忌用食材';
    expect(planned({ ...few, marks: { rice: '忌用', pork: '忌用' } })).toEqual({
      items: 0,
      unmet: [lacking('主食', why), lacking('荤菜', why)],
    });
    expect(planned({ ...few, dishes: {} })).toEqual({ items: 0, unmet: [lacking('主食', ''), lacking('荤菜', '')] });
  });

  it('where the template is empty, or has but what may stay away', () => {
    const none = (day: number, why: string) => {
      return { rule: 'template', text: `第 ${day} 天午餐没有菜品：${why}`, day, meal: 'lunch', by: 1 };
    };
    const why = '模板中没有这一餐的菜品';
    expect(planned({ ...few, days: 2, template: {} })).toEqual({ items: 0, unmet: [none(1, why), none(2, why)] });
    const optional = { lunch: [{ marks: ['水果'], min: 0, max: 1 }] };
    expect(planned({ ...few, template: optional })).toEqual({ items: 0, unmet: [none(1, '当月没有可用的菜品')] });
  });

  it('where a day may cost one yuan, whether or not people are counted', () => {
    const made = { ...few, prices: { rice: '6', pork: '40' }, rules: { budget: '1' } };
    const text = '每人每日 3.80 元，超过预算 1.00 元：可选菜品最少也有 3.80 元';
    const told = { items: 2, unmet: [{ rule: 'budget', text, by: 2.8 }] };
    expect(planned(made)).toEqual(told);
    const { content } = pose(made);
    const groups = content.groups.map((group) => ({ ...group, people: 0 }));
    expect(planned(made, { content: { ...content, groups } })).toEqual(told);
    const [unpriced] = planned({ ...made, prices: { rice: '20' } }).unmet;
    expect(unpriced.text).toBe('每人每日 2.00 元，超过预算 1.00 元：没有其他菜品可换');
  });

  it('where what is locked breaks them', () => {
    const at = { meal: 'lunch', dish: 2 } as const;
    const locked = [
      { ...at, day: 1, portion: '1' },
      { ...at, day: 2, portion: '2' },
      { ...at, day: 2, dish: 3, portion: '1' },
    ];
    const dishes = { ...few.dishes, 3: { mark: '点心', of: { rice: 50 }, month: [1] } };
    const [avoided, isLocked] = ['锁定的“菜2”含有忌用食材“猪肉”', '部分菜品已锁定'];
    expect(planned({ ...few, dishes, days: 2, marks: { pork: '忌用' }, locked })).toEqual({
      items: 5,
      unmet: [
        { rule: 'template', text: '第 2 天午餐锁定的“菜3”在模板中没有位置', ...at, day: 2, dish: 3 },
        { rule: 'avoided', text: `第 1 天午餐${avoided}`, ...at, day: 1, of: 'pork' },
        { rule: 'avoided', text: `第 2 天午餐${avoided}`, ...at, day: 2, of: 'pork' },
        { rule: 'season', text: '第 2 天午餐锁定的“菜3”不适合 11 月', ...at, day: 2, dish: 3 },
        {
          rule: 'repeat',
          text: `第 2 天午餐“菜2” 3 天内重复（第 1 天已有）：${isLocked}`,
          ...at,
          day: 2,
          by: 2,
          against: [{ rule: 'locked', text: isLocked }],
        },
      ],
    });
  });

  it('where there is no standard, or none for who eats', () => {
    const told = (text: string, rest: object = {}) => ({ items: 2, unmet: [{ rule: 'standard', text, ...rest }] });
    expect(planned(few, { standard: undefined })).toEqual(told('没有营养标准，营养素和食物类别未评判'));
    const text = '标准中没有“中学”，其营养素和食物类别未评判';
    expect(planned({ ...few, groups: [['中学'], ['中学', '1.5']] })).toEqual(told(text, { level: '中学' }));
  });

  it('where there is nothing but one fried dish', () => {
    const dishes = { 1: few.dishes[1], 2: { mark: '荤菜', poly: '炸', of: { pork: 80 } } };
    const rules = { friedPerWeek: 1, mainPerWeek: 1, methodPerDay: 0, kindsPerDay: 12, repeatDays: 1 };
    const why = '没有其他菜品可换';
    const kinds = (day: number) => {
      const text = `小学第 ${day} 天食物 2 种，少于 5 种：可选菜品最多只能达到 2 种`;
      return { rule: 'kinds', text, level: '小学', day, by: 3 };
    };
    const method = (day: number) => {
      return { rule: 'method', text: `第 ${day} 天烹调方式“炸” 1 次，超过 0 次：${why}`, day, of: '炸', by: 1 };
    };
    expect(planned({ ...few, days: 2, dishes, rules })).toEqual({
      items: 4,
      unmet: [
        kinds(1),
        kinds(2),
        method(1),
        method(2),
        { rule: 'main', text: `“猪肉”作主料共 2 次，超过 1 次：${why}`, of: 'pork', by: 1 },
        { rule: 'fried', text: `油炸菜品共 2 次，超过 1 次：${why}`, of: '炸', by: 1 },
      ],
    });
  });
});
