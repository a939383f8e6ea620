import { describe, expect, it } from 'vitest';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import { makeProblem } from '../../../bench/planner/instances.ts';

/** Wherever it runs, a plan is the same: a change of these is a change of what users get for the same seed. */
describe('a plan', () => {
  it.each([
    {
      size: { dishes: 40, days: 2, groups: ['1'] },
      seed: 1,
      golden: [
        28, 20, 14, 2, 11, 21, 12, 38, 19, 7, 20, 21, 32, 39, 11, 21, 20, 13, 11, 21, 16, 9, 23, 20, 21, 29, 37, 17, 11,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        21, 20, 14, 19, 11, 21, 52, 38, 17, 13, 21, 29, 53, 47, 51, 21, 20, 44, 59, 31, 41, 12, 9, 43, 33, 21, 54, 37,
        51, 21, 20, 7, 57, 11, 21, 56, 2, 39, 60, 21, 46, 23, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it('keeps locked items when it is made again, and mends the rest', () => {
    const problem = makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1);
    const first = planMenu(problem);
    const lunch = first.items.filter(({ day, meal }) => day === 1 && meal === 'lunch');
    const [gone] = first.items.filter(({ day, meal }) => day === 2 && meal === 'lunch').slice(1);
    const dishes = new Map([...problem.dishes].filter(([id]) => id !== gone?.dish));
    const again = planMenu({ ...problem, dishes, locked: lunch, seed: 2 });
    expect(again.items.filter(({ day, meal }) => day === 1 && meal === 'lunch')).toEqual(lunch);
    expect(again.items.some(({ dish }) => dish === gone?.dish)).toBe(false);
    expect(again.unmet.filter(({ rule }) => ['template', 'repeat'].includes(rule))).toEqual([]);
  });
});
