import { describe, expect, it } from 'vitest';
import { dayAfter, findMisfits, type Meal, type MenuContent, meals } from '../../../lib/domain/menu.ts';

const content: MenuContent = {
  name: '第一周',
  start: '2026-09-07',
  days: 5,
  meals,
  groups: [{ level: '中体力', people: 120, factor: '1', meals }],
  items: [{ day: 5, meal: 'dinner', dish: 1_000_001, portion: '1' }],
};

describe('the days of a menu', () => {
  it.each([
    ['2026-02-27', 2, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -6, '2025-12-26'],
    ['0000-01-01', -6, '0000-01-01'],
    ['9999-12-30', 6, '9999-12-31'],
  ])('%s and %i days are %s', (day, days, after) => {
    expect(dayAfter(day, days)).toBe(after);
  });
});

describe('what does not fit together in a menu', () => {
  it('is nothing where each dish is served on a day and at a meal that there is', () => {
    expect(findMisfits(content)).toEqual([]);
  });

  it('is a dish on a day that comes after the last', () => {
    const items = [...content.items, { day: 6, meal: 'lunch' as Meal, dish: 1_000_001, portion: '1' }];
    expect(findMisfits({ ...content, items })).toEqual([
      { field: 'items.1.day', problem: { code: 'integer', min: 1, max: 5 } },
    ]);
  });

  it('is a dish, and a group, at a meal that is not served', () => {
    const problem = { code: 'choice', names: 'breakfast lunch' };
    expect(findMisfits({ ...content, meals: ['breakfast', 'lunch'] })).toEqual([
      { field: 'groups.0.meals', problem },
      { field: 'items.0.meal', problem },
    ]);
  });
});
