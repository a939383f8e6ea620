import { expect, it } from 'vitest';
import { meals } from '../../../../lib/domain/meal.ts';
import { chooseCandidateDishes } from '../../../../lib/domain/planner/candidate-dishes.ts';
import { limitDifferentDishes, limitSlots } from '../../../../lib/domain/planner/different-dishes.ts';
import { requirePlannable } from '../../../../lib/domain/planner/fields.ts';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import type { PlannerDish } from '../../../../lib/domain/planner/problem.ts';
import { pose } from './made.ts';

/** A dish of so many foods of its own, and salt. */
function dish(name: string, mark: string, foods: number): PlannerDish {
  const own = Array.from({ length: foods }, (_, index) => ({ key: `${name} ${index}`, value: '1' }));
  return { name, mark, poly: '', month: [], meals: [], ingredient: [...own, { key: 'salt', value: '1' }] };
}

const some = (mark: string, sizes: readonly number[], first: number) =>
  sizes.map((size, index) => [first + index, dish(`${mark}${index}`, mark, size)] as const);
const idsOf = ({ dishes }: ReturnType<typeof chooseCandidateDishes>) => [...dishes.keys()];

it('are all, as long as a menu can have all of their foods', () => {
  const candidates = new Map([...some('荤菜', [999], 1), ...some('素菜', [1000], 2)]);
  expect(chooseCandidateDishes(candidates, new Map(), new Map())).toEqual({ dishes: candidates });
});

it('are else those of few foods, of each mark in turn, and the locked ones', () => {
  const candidates = new Map([...some('荤菜', [900, 300, 100], 1), ...some('汤羹', [700, 800], 4)]);
  const locked = new Map(some('主食', [50], 9));
  // With each of them there are 51, 151, 851, 1,151 and 1,951 foods, which leaves no room for 900 more.
  const chosen = chooseCandidateDishes(candidates, locked, new Map());
  expect(idsOf(chosen)).toEqual([2, 3, 4, 5, 9]);
  expect(chosen.leftOutDishCount).toBe(1);
});

it('are those with something to avoid last', () => {
  const candidates = new Map([...some('荤菜', [100, 1500, 1200], 1)]);
  const marks = new Map([['荤菜0 3', '忌用' as const]]);
  expect(idsOf(chooseCandidateDishes(candidates, new Map(), marks))).toEqual([1, 3]);
  const most = new Map([...some('荤菜', [1999, 1500], 1)]);
  expect(idsOf(chooseCandidateDishes(most, new Map(), new Map([['荤菜1 3', '忌用' as const]])))).toEqual([1]);
});

it('a menu of more places than different dishes has fewer optional places, and all dishes to choose from', () => {
  const slots = Array.from({ length: 200 }, (_, index) => {
    return { day: 1, meal: 'lunch', isRequired: index < 100, fittingDishIds: [] } as const;
  });
  const limited = limitSlots(slots);
  expect(limited).toEqual(slots.filter((slot, index) => slot.isRequired || index % 2 === 1));
  expect(limitSlots(limited)).toBe(limited);
});

it('a locked dish in an optional place counts as one that the menu must serve', () => {
  const ids = Array.from({ length: 249 }, (_, index) => index + 1);
  const dishes = Object.fromEntries(ids.map((id) => [id, { mark: id < 50 ? '素菜' : '主食', of: { rice: 50 } }]));
  const lunch = [0, 15].map((min) => ({ marks: [min ? '主食' : '素菜'], min, max: min || 7 }));
  const locked = ids.slice(0, 49).map((dish) => ({ day: (dish % 7) + 1, meal: 'lunch', dish, portion: '1' }) as const);
  expect(limitDifferentDishes(pose({ days: 7, dishes, template: { lunch }, locked })).dishes.size).toBe(150);
});

it('seven days of six meals are planned, of at most 150 different dishes', () => {
  const marks = ['主食', '荤菜', '素菜', '汤羹', '水果'];
  const toDish = (_: unknown, index: number) =>
    [index + 1, { mark: marks[index % marks.length] ?? '', of: { [`f${index}`]: 50 } }] as const;
  const dishes = Object.fromEntries(Array.from({ length: 400 }, toDish));
  const row = (mark: string) => ({ marks: [mark], min: 1, max: 1 });
  const template = Object.fromEntries(meals.map((meal, index) => [meal, marks.slice(index > 2 ? 1 : 0).map(row)]));
  const problem = pose({ days: 7, meals, dishes, template, rules: { repeatDays: 1 } });
  requirePlannable(problem);
  const { items, unmet } = planMenu(problem);
  expect([items.length, unmet.filter(({ rule }) => rule === 'template')]).toEqual([7 * 27, []]);
  expect(new Set(items.map(({ dish }) => dish)).size).toBeLessThanOrEqual(150);
}, 120_000);
