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
        21, 20, 39, 11, 21, 16, 9, 17, 37, 20, 1, 2, 23, 11, 28, 20, 14, 11, 21, 18, 32, 7, 13, 20, 21, 38, 19, 33, 11,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        28, 60, 9, 11, 21, 54, 14, 43, 60, 21, 52, 23, 33, 11, 48, 60, 13, 19, 31, 21, 46, 38, 37, 17, 21, 2, 3, 11, 21,
        60, 53, 39, 21, 56, 44, 59, 45, 21, 29, 57, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        61, 80, 123, 0, 131, 61, 234, 152, 143, 0, 205, 90, 61, 149, 0, 13, 0, 11, 0, 61, 100, 267, 0, 11, 61, 132, 76,
        113, 0, 0, 210, 61, 14, 0, 37, 0, 11, 170, 201, 100, 243, 0, 131, 181, 86, 106, 17, 0, 0, 0, 101, 122, 0, 137,
        0, 131, 0, 148, 120, 127, 0, 11, 61, 224, 149, 247, 0, 0, 90, 61, 222, 0, 123, 0, 11, 0, 168, 60, 197, 0, 0, 61,
        234, 14, 297, 0, 0, 210, 61, 274, 0, 53, 0, 11, 170,
      ],
    },
    {
      size: LARGER,
      golden: [
        301, 100, 963, 0, 11, 301, 572, 14, 697, 0, 205, 590, 541, 396, 0, 493, 0, 615, 0, 301, 120, 137, 0, 731, 301,
        406, 698, 163, 0, 0, 0, 301, 152, 0, 323, 0, 0, 510, 541, 80, 503, 0, 0, 301, 69, 122, 563, 0, 825, 210, 301,
        546, 0, 113, 0, 0, 430, 301, 100, 839, 0, 611, 661, 912, 106, 77, 0, 655, 310, 301, 870, 0, 53, 0, 731, 0, 428,
        100, 119, 297, 0, 301, 572, 898, 627, 0, 735, 0, 301, 804, 0, 523, 0, 611, 350, 421, 100, 797, 0, 611, 301, 69,
        426, 957, 0, 325, 0, 541, 504, 0, 997, 0, 731, 510, 421, 100, 879, 123, 611, 301, 994, 870, 699, 0, 365, 0, 301,
        396, 0, 77, 0, 0, 430,
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
    const board = setUp(makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1));
    const [one] = board.eaters;
    const [eaters, measures] = [Array.from({ length: 7 }, () => one ?? []).flat(), Array(85).fill('energy')];
    const manyFit = { optionsOf: Array(40).fill(new Int32Array(1000)), places: Array(40).fill(board.places[0]) };
    const lengthy = { ...board, ...manyFit, eaters, measures };
    const longer = { ...lengthy, places: Array(315).fill(board.places[0]) };
    expect(countMoves(board, MOVES.quick)).toBe(600 * board.optionsOf.reduce((sum, { length }) => sum + length, 0));
    expect(countMoves(lengthy, MOVES.quick)).toBe((40 * 900e3) / (70 + 7 * 85));
    expect(countMoves(longer, MOVES.quick)).toBe(160e6 / (70 + 7 * 85));
  });

  it('costs no more where it is looked for thoroughly, since that begins with the quick search', () => {
    const board = setUp(makeProblem({ dishes: 40, days: 1, groups: ['1'] }, 1));
    const few = { ...MOVES.quick, perOption: 20 };
    const costs = [1, 5].map((searches) => costOf(board, anneal(board, 3, { ...few, searches })));
    expect(costs[1]).toBeLessThan(costs[0] ?? 0);
    expect(MOVES.thorough).toEqual({ ...MOVES.quick, searches: 5 });
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
