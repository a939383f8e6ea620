import { describe, expect, it } from 'vitest';
import { type Meal, usualMeals as meals } from '../../../../lib/domain/meal.ts';
import type { MenuContent } from '../../../../lib/domain/menu/menu.ts';
import { findMisfits } from '../../../../lib/domain/menu/misfits.ts';

const content: MenuContent = {
  name: '第一周',
  start: '2026-09-07',
  days: 5,
  meals,
  groups: [{ name: '中体力', level: '中体力', people: 120, factor: '1', meals, avoid: [] }],
  items: [{ day: 5, meal: 'dinner', dish: 1_000_001, portion: '1' }],
};

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
