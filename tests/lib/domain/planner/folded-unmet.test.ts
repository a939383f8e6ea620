import { expect, it } from 'vitest';
import type { Unmet } from '../../../../lib/domain/planner/answer.ts';
import { foldUnmet } from '../../../../lib/domain/planner/folded-unmet.ts';
import { exactNumber } from '../../../../lib/domain/values/output.ts';
import { pose } from './made.ts';

const avoiding = (name: string) => ['小学', '1', ['lunch'], { name, avoid: ['乳'] }] as const;
const problem = pose({ dishes: {}, groups: [['小学'], avoiding('避乳')] });
const by = exactNumber('2');
const figure = (of: string, day?: number, group = '小学'): Unmet => {
  const text = `${group}${day === undefined ? '日均' : `第 ${day} 天`}${of}不足`;
  return { rule: 'nutrient', text, level: '小学', group, of, by, ...(day === undefined ? {} : { day }) };
};

it('is one line a rule and group with its days, and says apart what no dish could meet', () => {
  const unmet: Unmet[] = [
    { ...figure('iron'), reason: 'impossible' },
    figure('iron', 1),
    { ...figure('iron', 3), reason: 'impossible' },
    figure('zinc', 2),
    figure('zinc', 4),
    figure('fibre', 4),
    { rule: 'method', text: '第 2 天午餐“炒” 2 次', day: 2, meal: 'lunch', of: '炒', by },
    { rule: 'season', text: '第 1 天午餐锁定的“菜1”不适合 11 月', day: 1, meal: 'lunch', dish: 1 },
  ];
  const group = { level: '小学', group: '小学' };
  expect(foldUnmet(unmet, problem)).toEqual([
    {
      ...{ rule: 'nutrient', reason: 'impossible', ...group, of: 'iron', by, days: [1, 3] },
      text: '小学日均iron不足（第 1、3 天也是）',
    },
    {
      ...{ rule: 'nutrient', reason: 'conflict', ...group, days: [2, 4] },
      text: '小学第 2 天zinc不足（第 4 天也是）；小学第 4 天fibre不足',
    },
    { ...unmet[6], reason: 'conflict', days: [2] },
    { ...unmet[7], days: [1] },
  ]);
  const [line] = foldUnmet([...unmet, { rule: 'search', text: '' }], { ...problem, language: 'en' }).slice(1);
  expect(line).toMatchObject({ reason: 'search', text: '小学第 2 天zinc不足 (and on days 4); 小学第 4 天fibre不足' });
});

it('says once what a diet makes impossible, and what those with a diet miss as others do', () => {
  const noSubstitute = (day: number): Unmet => {
    const where = { level: '小学', group: '避乳', day, meal: 'lunch', dish: 7 } as const;
    return { rule: 'allergen', text: `第 ${day} 天午餐“避乳”不能吃“牛奶”`, reason: 'diet', ...where };
  };
  const unmet = [
    noSubstitute(1),
    noSubstitute(2),
    figure('calcium', undefined, '避乳'),
    figure('iron'),
    figure('iron', undefined, '避乳'),
  ];
  expect(
    foldUnmet(unmet, problem).map(({ rule, reason, group, days, text }) => [rule, reason, group, days, text]),
  ).toEqual([
    ['allergen', 'diet', '避乳', [1, 2], '第 1 天午餐“避乳”不能吃“牛奶”（第 2 天也是）'],
    ['nutrient', 'diet', '避乳', undefined, '避乳日均calcium不足'],
    ['nutrient', 'conflict', '小学', undefined, '小学日均iron不足（避乳也是）'],
  ]);
});
