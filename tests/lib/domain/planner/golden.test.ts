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
        28, 20, 33, 31, 1, 26, 32, 19, 7, 1, 38, 37, 11, 10, 21, 40, 3, 27, 21, 9, 14, 39, 25, 40, 1, 29, 13, 11, 30,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        21, 60, 13, 53, 11, 21, 52, 32, 59, 40, 21, 14, 27, 11, 10, 41, 60, 43, 11, 21, 38, 29, 33, 30, 21, 22, 19, 51,
        21, 60, 57, 3, 50, 21, 9, 44, 37, 5, 41, 26, 7, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        61, 120, 153, 133, 251, 101, 112, 118, 217, 0, 0, 0, 181, 74, 0, 277, 0, 0, 110, 1, 60, 119, 0, 111, 61, 86,
        286, 139, 0, 285, 150, 61, 129, 0, 167, 0, 251, 290, 61, 260, 57, 0, 251, 61, 282, 209, 203, 0, 0, 0, 61, 142,
        0, 199, 0, 11, 0, 181, 120, 219, 0, 251, 61, 72, 194, 187, 0, 0, 0, 61, 118, 0, 133, 0, 251, 50, 188, 60, 13, 0,
        251, 61, 166, 286, 33, 0, 0, 150, 61, 238, 0, 217, 0, 11, 110,
      ],
    },
    {
      size: LARGER,
      golden: [
        661, 80, 403, 0, 0, 541, 142, 589, 27, 0, 885, 0, 301, 149, 0, 539, 0, 731, 670, 301, 620, 323, 0, 0, 541, 314,
        994, 579, 0, 285, 630, 301, 118, 0, 687, 0, 491, 0, 301, 300, 507, 0, 0, 61, 752, 436, 119, 0, 125, 390, 541,
        644, 0, 19, 0, 731, 0, 541, 300, 403, 0, 731, 541, 749, 158, 997, 0, 0, 290, 541, 378, 0, 533, 0, 731, 0, 301,
        60, 187, 0, 731, 301, 536, 194, 417, 0, 285, 0, 301, 118, 0, 797, 0, 731, 0, 661, 620, 719, 0, 0, 541, 342, 994,
        873, 0, 0, 590, 541, 746, 0, 567, 0, 0, 430, 541, 360, 13, 0, 731, 541, 378, 922, 893, 0, 525, 830, 541, 149, 0,
        119, 0, 731, 530,
      ],
    },
  ])(
    'is the same on any machine for what is measured, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const board = setUp(makeProblem(size, 1));
      const few = { ...MOVES.quick, perOption: 10, sumsPerPlace: 1e7 / board.places.length };
      const { stand } = anneal(board, 1, few);
      expect([...stand].map((course) => board.courses[course]?.dish)).toEqual(golden);
    },
  );

  it('is looked for with fewer moves where each takes longer', () => {
    const board = setUp(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const measures = Array(85).fill('energy');
    const manyFit = { optionsOf: Array(40).fill(new Int32Array(1000)), places: Array(40).fill(board.places[0]) };
    expect(countMoves(board, MOVES.quick)).toBe(1000 * board.optionsOf.reduce((sum, { length }) => sum + length, 0));
    expect(countMoves({ ...board, ...manyFit, measures }, MOVES.quick)).toBe((40 * 930e3) / (70 + 85));
  });

  it('costs no more where it is looked for thoroughly, since that begins with the quick search', () => {
    const board = setUp(makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1));
    const few = { ...MOVES.quick, perOption: 20 };
    const costs = [1, 6].map((searches) => costOf(board, anneal(board, 1, { ...few, searches }).stand));
    expect(costs[1]).toBeLessThan(costs[0] ?? 0);
    expect(MOVES.thorough).toEqual({ ...MOVES.quick, searches: 6, workOfAll: MOVES.thorough.workOfAll });
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
