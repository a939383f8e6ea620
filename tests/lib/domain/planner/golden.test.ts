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
        28, 20, 23, 11, 21, 16, 29, 7, 37, 20, 21, 9, 13, 11, 21, 20, 14, 33, 11, 21, 18, 2, 39, 20, 21, 38, 17, 11,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        21, 60, 7, 11, 21, 46, 2, 39, 53, 21, 9, 43, 17, 11, 28, 60, 19, 37, 31, 21, 56, 44, 47, 45, 21, 29, 3, 11, 21,
        60, 59, 13, 11, 21, 54, 38, 57, 60, 21, 14, 23, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        168, 100, 123, 0, 11, 61, 254, 9, 197, 0, 0, 170, 61, 152, 44, 37, 0, 0, 90, 61, 80, 77, 0, 11, 61, 266, 14, 53,
        0, 255, 0, 61, 258, 0, 163, 0, 11, 110, 61, 120, 119, 0, 11, 61, 69, 244, 113, 0, 0, 0, 61, 149, 0, 137, 0, 11,
        210, 201, 100, 123, 0, 11, 181, 254, 76, 127, 0, 0, 0, 61, 152, 0, 13, 0, 11, 130, 61, 60, 197, 0, 11, 61, 204,
        44, 17, 0, 0, 0, 181, 122, 0, 53, 77, 11, 90,
      ],
    },
    {
      size: LARGER,
      golden: [
        301, 100, 997, 0, 871, 841, 789, 466, 813, 0, 325, 310, 661, 504, 0, 439, 0, 871, 470, 301, 120, 313, 0, 731,
        661, 572, 424, 113, 0, 0, 210, 421, 396, 0, 543, 0, 11, 0, 301, 100, 623, 0, 0, 301, 981, 870, 77, 17, 735, 130,
        421, 518, 0, 57, 0, 695, 430, 301, 100, 879, 0, 731, 301, 994, 380, 523, 0, 0, 310, 421, 382, 0, 323, 0, 731, 0,
        541, 80, 297, 0, 731, 301, 406, 698, 13, 0, 0, 0, 301, 69, 0, 747, 0, 731, 0, 401, 100, 997, 0, 611, 421, 572,
        318, 119, 0, 205, 130, 681, 396, 0, 963, 0, 735, 0, 301, 100, 77, 0, 0, 301, 614, 898, 319, 957, 365, 210, 301,
        804, 0, 459, 0, 731, 0,
      ],
    },
  ])(
    'is the same on any machine for what is measured, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const board = setUp(makeProblem(size, 1));
      const stand = anneal(board, 1, { ...MOVES.quick, perOption: 10, mostSums: 1e7 });
      expect([...stand].map((course) => board.courses[course]?.dish)).toEqual(golden);
    },
  );

  it('is looked for with fewer moves where each takes longer, as it is answered within seconds', () => {
    const board = setUp(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const [one] = board.eaters;
    const [eaters, measures] = [Array.from({ length: 7 }, () => one ?? []).flat(), Array(85).fill('energy')];
    const manyFit = { optionsOf: Array(40).fill(new Int32Array(1000)), places: Array(40).fill(board.places[0]) };
    const lengthy = { ...board, ...manyFit, eaters, measures };
    const longer = { ...lengthy, places: Array(315).fill(board.places[0]) };
    expect(countMoves(board, MOVES.quick)).toBe(1000 * board.optionsOf.reduce((sum, { length }) => sum + length, 0));
    expect(countMoves(lengthy, MOVES.quick)).toBe((40 * 930e3) / (70 + 7 * 85));
    expect(countMoves(longer, MOVES.quick)).toBe(160e6 / (70 + 7 * 85));
  });

  it('costs no more where it is looked for thoroughly, since that begins with the quick search', () => {
    const board = setUp(makeProblem({ dishes: 40, days: 1, groups: ['1'] }, 1));
    const few = { ...MOVES.quick, perOption: 20 };
    const costs = [1, 6].map((searches) => costOf(board, anneal(board, 1, { ...few, searches })));
    expect(costs[1]).toBeLessThan(costs[0] ?? 0);
    expect(MOVES.thorough).toEqual({ ...MOVES.quick, searches: 6 });
  });

  it('keeps locked items when it is made again, and mends the rest', () => {
    const usual = makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1);
    // A lunch that is planned has all the dishes that it may have.
    const full = (usual.template.lunch ?? []).filter(({ min }) => min > 0).map((row) => ({ ...row, max: row.min }));
    const problem = { ...usual, template: { ...usual.template, lunch: full } };
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
