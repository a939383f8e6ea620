import { describe, expect, it } from 'vitest';
import { type Model, toModel } from '../../../../../lib/domain/planner/model.ts';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import { anneal, countMoves } from '../../../../../lib/domain/planner/search/anneal.ts';
import { Objective } from '../../../../../lib/domain/planner/search/objective.ts';
import { SEARCH_BUDGETS } from '../../../../../lib/domain/planner/search/parameters.ts';
import { workAroundSearch } from '../../../../../lib/domain/planner/search/work.ts';
import { LARGER, makeProblem, SMALLER } from '../../../../support/planner/instances.ts';

function costOf(model: Model, plan: Int32Array): number {
  const objective = new Objective(model);
  for (const [slot, course] of plan.entries()) objective.apply(slot, course);
  return objective.total();
}

/** Wherever it runs, a plan is the same: a change of these is a change of what users get for the same seed. */
describe('a plan', () => {
  it.each([
    {
      size: { dishes: 40, days: 2, groups: ['1'] },
      seed: 1,
      golden: [
        8, 40, 2, 19, 11, 21, 38, 29, 33, 1, 16, 23, 13, 31, 30, 28, 20, 32, 39, 10, 21, 9, 14, 37, 3, 40, 1, 22, 27,
        11,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        8, 60, 29, 11, 1, 22, 58, 33, 57, 30, 21, 12, 59, 23, 31, 21, 60, 32, 51, 41, 42, 44, 39, 7, 5, 1, 52, 13, 53,
        11, 10, 1, 60, 14, 37, 41, 9, 2, 27, 19, 21, 49, 3, 43, 50,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        161, 120, 164, 217, 131, 61, 136, 178, 203, 0, 0, 0, 1, 286, 0, 67, 0, 71, 70, 201, 120, 118, 0, 150, 161, 142,
        209, 199, 153, 0, 0, 101, 238, 0, 133, 0, 191, 210, 101, 120, 298, 0, 131, 61, 282, 194, 77, 0, 0, 240, 201,
        284, 0, 27, 0, 71, 250, 101, 180, 178, 0, 70, 121, 254, 286, 217, 0, 205, 0, 1, 136, 0, 13, 0, 191, 10, 208,
        120, 238, 133, 11, 1, 142, 118, 153, 0, 0, 150, 61, 209, 0, 19, 0, 111, 0,
      ],
    },
    {
      size: LARGER,
      golden: [
        541, 120, 994, 0, 371, 681, 9, 692, 687, 0, 325, 70, 961, 874, 0, 519, 0, 611, 490, 961, 720, 194, 0, 611, 661,
        774, 572, 399, 0, 925, 870, 301, 904, 0, 533, 0, 351, 0, 681, 480, 694, 0, 0, 661, 142, 829, 323, 0, 965, 930,
        421, 736, 0, 583, 0, 131, 0, 421, 240, 922, 0, 731, 301, 772, 944, 519, 0, 325, 0, 541, 118, 0, 759, 0, 471, 0,
        1, 720, 904, 0, 91, 841, 774, 286, 533, 0, 0, 310, 301, 358, 0, 77, 0, 491, 0, 541, 480, 994, 0, 191, 101, 314,
        692, 873, 0, 0, 0, 961, 874, 0, 523, 0, 731, 390, 421, 780, 964, 0, 191, 1, 142, 329, 753, 0, 885, 450, 921,
        572, 0, 17, 0, 431, 490,
      ],
    },
  ])(
    'is the same on any machine for the problems of the bench, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const model = toModel(makeProblem(size, 1));
      const few = { ...SEARCH_BUDGETS.quick, movesPerOption: 10, sumsPerSlot: 1e7 / model.slots.length };
      const { plan } = anneal(model, 1, few);
      expect([...plan].map((course) => model.courses[course]?.dish)).toEqual(golden);
    },
  );

  it('is searched with fewer moves where each takes longer', () => {
    const model = toModel(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const measures = Array(85).fill('energy');
    const manyFit = { optionsOf: Array(40).fill(new Int32Array(1000)), slots: Array(40).fill(model.slots[0]) };
    const options = model.optionsOf.reduce((sum, { length }) => sum + length, 0);
    expect(countMoves(model, SEARCH_BUDGETS.quick)).toBe(1000 * options);
    expect(countMoves({ ...model, ...manyFit, measures }, SEARCH_BUDGETS.quick)).toBe((40 * 930e3) / (70 + 85));
  });

  it.each(Array.from({ length: 10 }, (_, number) => number))(
    'never costs more with effort thorough than with quick, with ten seeds and with little work, too: problem %i',
    (number) => {
      const size = { dishes: 30 + 3 * number, days: 2, groups: ['1'] };
      const model = toModel({ ...makeProblem(size, 1, 'quick', number), standard: undefined });
      const little = number % 2 === 0 ? {} : { workPerSearch: workAroundSearch(model) + 1e6 };
      const few = { ...SEARCH_BUDGETS.quick, movesPerOption: 3, ...little };
      for (let seed = 1; seed <= 10; seed += 1) {
        const quick = anneal(model, seed, { ...few, work: few.workPerSearch });
        const thorough = anneal(model, seed, { ...few, searches: 2, work: 2 * few.workPerSearch });
        expect([number % 2 === 1, costOf(model, thorough.plan)]).toEqual([
          quick.isCutShort,
          expect.toSatisfy((cost: number) => cost <= costOf(model, quick.plan) + 1e-9),
        ]);
      }
    },
  );

  it('is the best of six searches with effort thorough', () => {
    const { quick, thorough } = SEARCH_BUDGETS;
    expect(thorough).toEqual({ ...quick, searches: 6, work: thorough.work });
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
