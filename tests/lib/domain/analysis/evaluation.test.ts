import { expect, it } from 'vitest';
import { firstLevel, type Made } from './made.ts';

const foods: NonNullable<Made['foods']> = {
  rice: { is: ['谷类'] },
  pork: { is: ['畜禽肉类'] },
  liver: { is: ['动物肝脏'] },
  milk: { is: ['奶类及奶制品'] },
  tofu: { is: ['大豆类及其制品'] },
  greens: { is: ['蔬菜类'], dark: true },
  apple: { is: ['水果类'] },
  peanut: { is: ['坚果类'] },
  sugar: { is: ['糖'], category: '糖蜜饯类' },
  oil: { is: ['植物油'] },
};

it('an evaluation tells how many of four groups each meal has at least 5 g of, over the days that serve it', () => {
  const { groupsByMeal } = firstLevel({
    foods,
    standard: null,
    dishes: {
      1: { of: { rice: 100, pork: 20, greens: 100, tofu: 30 } },
      2: { of: { rice: 50, milk: 200 } },
      3: { of: { rice: 80, apple: 60, liver: 4.9, peanut: 5 } },
      4: { of: { sugar: 20, oil: 5 } },
    },
    days: 2,
    items: [
      [1, 'breakfast', 2],
      [1, 'lunch', 1],
      [2, 'lunch', 3],
      [2, 'dinner', 4],
    ],
  }).average.evaluation;
  expect(groupsByMeal).toMatchObject([
    { meal: 'breakfast', value: 2, below: ['2026-11-23'] },
    { meal: 'lunch', value: 3.5 },
    { meal: 'dinner', value: 0, below: ['2026-11-24'] },
  ]);
  expect(groupsByMeal[1]?.below).toBeUndefined();
});
