import { describe, expect, it } from 'vitest';
import { firstLevel, type Made } from './made.ts';

describe('contributions', () => {
  const made: Made = {
    foods: {
      salt: { name: '盐', has: { sodium: '39000' } },
      rice: { name: '大米', has: { sodium: '2' } },
      oil: { name: '油', has: { sodium: '0' } },
      wild: { name: '野菜' },
    },
    dishes: { 1: { of: { rice: 100, salt: 1, wild: 50, oil: 5, OWN: 3 } }, 2: { of: { salt: 2 } } },
    days: 2,
    groups: [['小学', '0.5', ['lunch', 'dinner']]],
    items: [
      [1, 'lunch', 1],
      [2, 'lunch', 1],
      [2, 'dinner', 2, '1.5'],
      [2, 'breakfast', 2],
    ],
    nutrient: 'sodium',
  };

  it('say where a nutrient comes from, the largest first, equal ones as served; sources of nothing or of an unknown amount are left out', () => {
    expect(firstLevel(made).contributions).toEqual({
      key: 'sodium',
      largest: [
        { day: 2, meal: 'dinner', dish: 2, ingredient: 'salt', name: '盐', value: 585 }, // 0.5 × 1.5 × 2 × 390
        { day: 1, meal: 'lunch', dish: 1, ingredient: 'salt', name: '盐', value: 195 },
        { day: 2, meal: 'lunch', dish: 1, ingredient: 'salt', name: '盐', value: 195 },
        { day: 1, meal: 'lunch', dish: 1, ingredient: 'rice', name: '大米', value: 1 },
        { day: 2, meal: 'lunch', dish: 1, ingredient: 'rice', name: '大米', value: 1 },
      ],
      rest: 0,
    });
  });

  it('are the twenty largest and the sum of the rest', () => {
    const codes = Array.from({ length: 23 }, (_, index) => `f${index}`);
    const foods = Object.fromEntries(codes.map((code) => [code, { has: { zinc: '1' } }]));
    const of = Object.fromEntries(codes.map((code, index) => [code, (index + 1) * 10]));
    const { contributions } = firstLevel({ foods, dishes: { 1: { of } }, nutrient: 'zinc' });
    expect(contributions).toEqual({
      key: 'zinc',
      largest: codes
        .toReversed()
        .slice(0, 20)
        .map((code) => ({
          day: 1,
          meal: 'lunch',
          dish: 1,
          ingredient: code,
          name: `食材${code}`,
          value: (Number(code.slice(1)) + 1) / 10,
        })),
      rest: 0.6, // 0.1 + 0.2 + 0.3
    });
  });

  it('are answered only on request', () => {
    const { nutrient: _, ...unasked } = made;
    expect(Object.hasOwn(firstLevel(unasked), 'contributions')).toBe(false);
  });
});
