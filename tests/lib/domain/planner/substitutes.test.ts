import { describe, expect, it } from 'vitest';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import { type MadeProblem, pose } from './made.ts';

const avoiding = (name: string, avoid: readonly ('花生' | '乳')[]) =>
  ['小学', '1', ['lunch'], { name, avoid }] as const;

/** Two days of staple and dish; the cheapest dishes have peanuts or milk. */
const made: MadeProblem = {
  days: 2,
  groups: [['小学'], avoiding('避花生', ['花生']), avoiding('避乳', ['乳']), avoiding('都避', ['花生', '乳'])],
  foods: {
    r: { name: '米', allergens: [] },
    p: { name: '花生', allergens: ['花生'] },
    m: { name: '奶', allergens: ['乳'] },
    v: { name: '菜', allergens: [] },
    w: { name: '瓜', allergens: [] },
    x: { name: '卤' },
  },
  dishes: {
    1: { mark: '主食', of: { r: 100 } },
    2: { mark: '素菜', of: { p: 50 } },
    3: { mark: '素菜', of: { m: 50 } },
    4: { mark: '素菜', of: { v: 50 } },
    5: { mark: '素菜', of: { w: 50 } },
    6: { mark: '素菜', of: { x: 50 } },
    7: { mark: '汤', of: { v: 10 } },
  },
  prices: { r: '1', p: '1', m: '2', v: '30', w: '31', x: '1.5' },
  template: {
    lunch: [
      { marks: ['主食'], min: 1, max: 1 },
      { marks: ['素菜'], min: 1, max: 1 },
    ],
  },
  rules: { repeatDays: 2 },
};

const summarise = (problem: MadeProblem) => {
  const { items, unmet } = planMenu(pose(problem));
  return {
    items: items.map(({ day, dish, groups }) => [day, dish, groups]),
    allergen: unmet.filter(({ rule }) => rule === 'allergen'),
    template: unmet.filter(({ rule }) => rule === 'template'),
  };
};

describe('who avoids what the others eat', () => {
  it('gets another dish of the mark, which is known to have nothing of it; those who may eat the same get the same', () => {
    const { items, allergen, template } = summarise(made);
    expect([allergen, template]).toEqual([[], []]);
    const common = new Map(items.filter(([, dish]) => dish === 1).map(([day, , groups]) => [day, groups]));
    expect(common).toEqual(
      new Map([
        [1, undefined],
        [2, undefined],
      ]),
    );
    for (const day of [1, 2]) {
      const dishes = items.filter(([on, dish]) => on === day && dish !== 1);
      // Each group has one dish, and nobody what it avoids.
      const got = (name: string) =>
        dishes.flatMap(([, dish, groups]) => ((groups as string[]).includes(name) ? [dish] : []));
      for (const name of ['小学', '避花生', '避乳', '都避']) expect(got(name)).toHaveLength(1);
      expect([2, 6]).not.toContain(got('避花生')[0]);
      expect([3, 6]).not.toContain(got('避乳')[0]);
      expect([4, 5]).toContain(got('都避')[0]);
      expect(new Set(dishes.map(([, dish]) => dish)).size).toBe(dishes.length);
    }
    expect(summarise(made).items).toEqual(items);
  });

  it('gets nothing where there is no such dish, and the answer says so', () => {
    const { 4: _, 5: __, ...few } = made.dishes;
    const groups: MadeProblem['groups'] = [['小学'], avoiding('都避', ['花生', '乳'])];
    const { items, allergen } = summarise({ ...made, days: 1, groups, dishes: few });
    expect(items).toEqual([
      [1, 1, undefined],
      [1, 2, ['小学']],
    ]);
    expect(allergen).toEqual([
      {
        ...{ rule: 'allergen', level: '小学', group: '都避', day: 1, meal: 'lunch', dish: 2 },
        ...{ text: '第 1 天午餐“都避”不能吃“菜2”，没有可替代的菜品（素菜）', reason: 'diet' },
      },
    ]);
  });

  it('is never served what all avoid; a locked dish stays, and the answer says so', () => {
    const alone: MadeProblem = { ...made, days: 1, groups: [avoiding('避花生', ['花生'])] };
    expect(summarise(alone)).toEqual({
      items: [
        [1, 1, undefined],
        [1, 3, undefined],
      ],
      allergen: [],
      template: [],
    });
    const locked = [{ day: 1, meal: 'lunch' as const, dish: 2, portion: '1' }];
    expect(summarise({ ...alone, locked })).toEqual({
      items: [
        [1, 1, undefined],
        [1, 2, undefined],
      ],
      allergen: [
        {
          ...{ rule: 'allergen', level: '小学', group: '避花生', day: 1, meal: 'lunch', dish: 2 },
          text: '第 1 天午餐锁定的“菜2”含花生，“避花生”须忌食',
        },
      ],
      template: [],
    });
  });

  it('keeps a locked substitute, while the others get another dish', () => {
    const locked = [{ day: 1, meal: 'lunch' as const, dish: 5, portion: '0.5', groups: ['避花生'] }];
    const few: MadeProblem = {
      ...made,
      days: 1,
      groups: [['小学'], ['小学', '2'], avoiding('避花生', ['花生'])],
      locked,
    };
    const { items, template } = summarise(few);
    expect(template).toEqual([]);
    expect(items).toContainEqual([1, 5, ['避花生']]);
    expect(items.filter(([, dish]) => dish !== 5 && dish !== 1)).toHaveLength(2);
  });
});
