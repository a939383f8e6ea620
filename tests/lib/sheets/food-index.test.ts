import { expect, it } from 'vitest';
import { FoodIndex } from '../../../lib/sheets/food-index.ts';

it('a food is found by its kitchen name and by its catalogue name', () => {
  const index = new FoodIndex(
    new Map([
      ['012001x', { name: '大米', others: ['稻米（代表值）'] }],
      ['043119', { name: '番茄', others: [] }],
    ]),
  );
  expect([index.findMismatch('012001x', '大米'), index.findMismatch('012001x', '稻米(代表值)')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(index.findMismatch('043119', '稻米（代表值）')).toEqual({
    code: 'other_food',
    names: '043119 番茄',
    meant: '012001x 大米',
  });
});
