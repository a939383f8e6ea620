import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toMenuCost } from '../../../../lib/domain/planner/menu-cost.ts';
import type { PlannerDish } from '../../../../lib/domain/planner/problem.ts';
import { calculateCost } from '../analysis/calculator.ts';
import { randomMenu } from '../analysis/random-menu.ts';
import { pose } from './made.ts';

it('of a plan is what an independent calculator finds with fractions', () => {
  const price = fc.integer({ min: 0, max: 999_999 }).map((cents) => (cents / 100).toFixed(2));
  const prices = fc.dictionary(fc.constantFrom('012001x', '041101', '091101', 'OWN-1', 'OWN-9'), price, { minKeys: 1 });
  const people = fc.array(fc.constantFrom(0, 0, 1, 300), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(randomMenu, prices, people, (input, priced, counts) => {
      const groups = input.content.groups.map((group, index) => ({ ...group, people: counts[index] ?? 0 }));
      const menu = { ...input, content: { ...input.content, groups }, prices: new Map(Object.entries(priced)) };
      const dishes = new Map(
        [...menu.dishes].map(([id, dish]) => [id, { ...dish, poly: '', meals: [] }] satisfies [number, PlannerDish]),
      );
      const problem = { ...pose({ dishes: {} }), ...menu, dishes };
      const { knownCost, unpricedCodes } = toMenuCost(menu.content.items, problem);
      const names = unpricedCodes.map((code) => menu.foods.get(code)?.name ?? code);
      expect({ value: knownCost.toFixed(2), missing: names.slice(0, 10), missingCount: String(names.length) }).toEqual(
        calculateCost(menu),
      );
    }),
    { numRuns: 100 },
  );
});

it('counts the price of water, where it has one, in the estimate too; without one, water costs nothing', () => {
  const foods = { water: { category: '水' }, rice: {}, millet: {}, oats: {} };
  const made = { dishes: { 1: { of: { water: 500, rice: 100, millet: 10, oats: 10 } } }, foods };
  const items = [{ day: 1, meal: 'lunch', dish: 1, portion: '1' }] as const;
  const costs = (prices: Readonly<Record<string, string>>) => {
    const { knownCost, estimatedCost } = toMenuCost(items, pose({ ...made, prices }));
    return [knownCost.toFixed(2), estimatedCost.toFixed(2)];
  };
  expect(costs({ water: '2' })).toEqual(['1.00', '1.24']);
  expect(costs({ rice: '6' })).toEqual(['0.60', '0.72']);
  expect(costs({ rice: '6', millet: '9' })).toEqual(['0.69', '0.78']);
});
