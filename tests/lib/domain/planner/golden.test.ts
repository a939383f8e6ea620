import { describe, expect, it } from 'vitest';
import { type Board, setUp } from '../../../../lib/domain/planner/board.ts';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import { anneal, countMoves, MOVES } from '../../../../lib/domain/planner/search/anneal.ts';
import { Sums } from '../../../../lib/domain/planner/search/sums.ts';
import { LARGER, makeProblem, SMALLER } from '../../../bench/planner/instances.ts';

function costOf(board: Board, stand: Int32Array): number {
  const sums = new Sums(board);
  for (const [place, course] of stand.entries()) sums.set(place, course);
  return sums.total();
}

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
        21, 20, 17, 21, 52, 2, 59, 39, 21, 54, 57, 53, 11, 28, 20, 3, 14, 31, 21, 56, 38, 19, 45, 21, 29, 37, 11, 21,
        60, 44, 43, 11, 21, 46, 9, 23, 60, 21, 32, 47, 13, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        121, 100, 77, 0, 291, 61, 69, 152, 13, 0, 0, 0, 181, 44, 0, 243, 0, 131, 90, 148, 120, 67, 0, 251, 61, 224, 242,
        123, 0, 0, 210, 61, 244, 0, 127, 0, 251, 170, 101, 20, 137, 17, 0, 61, 254, 76, 159, 0, 0, 130, 61, 124, 0, 133,
        0, 131, 0, 61, 100, 119, 0, 111, 181, 234, 14, 53, 0, 0, 90, 161, 69, 152, 247, 0, 131, 0, 61, 100, 123, 0, 131,
        61, 266, 258, 127, 0, 285, 0, 61, 242, 0, 197, 0, 111, 210,
      ],
    },
    {
      size: LARGER,
      golden: [
        881, 60, 819, 0, 0, 101, 86, 898, 897, 0, 655, 0, 301, 69, 0, 493, 0, 871, 430, 901, 60, 77, 0, 371, 301, 572,
        258, 133, 0, 325, 590, 301, 870, 0, 687, 0, 731, 0, 301, 80, 159, 0, 0, 901, 614, 504, 513, 0, 365, 310, 301,
        396, 0, 313, 713, 731, 130, 661, 100, 137, 0, 371, 781, 889, 466, 523, 0, 615, 690, 301, 69, 0, 887, 0, 131,
        510, 681, 120, 447, 0, 731, 541, 789, 424, 537, 0, 0, 0, 541, 224, 0, 93, 467, 731, 0, 301, 80, 199, 0, 470,
        541, 406, 546, 319, 0, 285, 0, 541, 870, 0, 433, 0, 731, 0, 301, 80, 813, 0, 231, 901, 572, 898, 459, 0, 655, 0,
        301, 152, 0, 439, 0, 491, 590,
      ],
    },
  ])(
    'is the same on any machine for what is measured, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const board = setUp(makeProblem(size, 1));
      const stand = anneal(board, 1, { searches: 1, perOption: 10, mostSums: 1e7 });
      expect([...stand].map((course) => board.courses[course]?.dish)).toEqual(golden);
    },
  );

  it('is looked for with fewer moves where each takes longer, as it is answered within seconds', () => {
    const board = setUp(makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1));
    const [one] = board.eaters;
    const [eaters, measures] = [Array.from({ length: 7 }, () => one ?? []).flat(), Array(85).fill('energy')];
    const lengthy = { ...board, optionsOf: Array(315).fill(new Int32Array(1000)), eaters, measures };
    expect(countMoves(board, MOVES.quick)).toBe(600 * board.optionsOf.reduce((sum, { length }) => sum + length, 0));
    expect(Math.round(countMoves(lengthy, MOVES.quick))).toBe(Math.round(260e6 / (70 + 7 * 85)));
  });

  it('costs no more where it is looked for thoroughly, since that begins with the quick search', () => {
    const board = setUp(makeProblem({ dishes: 40, days: 1, groups: ['1'] }, 1));
    const few = { perOption: 20, mostSums: 1e9 };
    const costs = [1, 4].map((searches) => costOf(board, anneal(board, 3, { ...few, searches })));
    expect(costs[1]).toBeLessThan(costs[0] ?? 0);
    expect(MOVES.thorough).toEqual({ ...MOVES.quick, searches: 4 });
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
