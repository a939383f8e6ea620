import { describe, expect, it } from 'vitest';
import { type Model, toModel } from '../../../../../lib/domain/planner/model.ts';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import { anneal, countMoves } from '../../../../../lib/domain/planner/search/anneal.ts';
import { Objective } from '../../../../../lib/domain/planner/search/objective.ts';
import { SEARCH_BUDGETS } from '../../../../../lib/domain/planner/search/parameters.ts';
import { estimateWorkOutsideSearch } from '../../../../../lib/domain/planner/search/work.ts';
import { LARGER, makeProblem, SMALLER } from '../../../../support/planner/instances.ts';

function costOf(model: Model, plan: Int32Array): number {
  const objective = new Objective(model);
  for (const [slot, candidate] of plan.entries()) objective.apply(slot, candidate);
  return objective.total();
}

/** Wherever it runs, a plan is the same: a change of these is a change of what users get for the same seed. */
describe('a plan', () => {
  it.each([
    {
      size: { dishes: 40, days: 2, groups: ['1'] },
      seed: 1,
      golden: [
        8, 40, 14, 11, 1, 22, 32, 3, 27, 20, 21, 9, 39, 31, 10, 28, 40, 2, 23, 21, 38, 29, 33, 13, 30, 1, 26, 19, 37,
        11,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        21, 40, 14, 27, 1, 9, 2, 37, 10, 41, 52, 19, 57, 50, 8, 60, 32, 3, 51, 1, 26, 44, 53, 40, 21, 38, 39, 7, 11, 30,
        21, 40, 58, 59, 51, 41, 22, 29, 33, 5, 1, 42, 23, 13, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        201, 260, 286, 0, 111, 61, 166, 149, 217, 0, 0, 110, 161, 118, 0, 13, 0, 71, 150, 201, 140, 249, 0, 251, 101,
        129, 209, 133, 0, 0, 0, 161, 142, 0, 33, 0, 11, 290, 101, 240, 218, 0, 111, 1, 112, 194, 139, 0, 0, 50, 61, 266,
        0, 57, 0, 131, 0, 208, 300, 74, 0, 11, 61, 166, 286, 167, 0, 0, 150, 1, 86, 0, 153, 97, 0, 110, 101, 120, 118,
        0, 131, 181, 129, 209, 217, 0, 285, 0, 201, 149, 0, 133, 0, 71, 0,
      ],
    },
    {
      size: LARGER,
      golden: [
        421, 840, 738, 0, 731, 801, 629, 994, 893, 0, 0, 0, 481, 314, 0, 879, 0, 491, 50, 301, 120, 964, 0, 0, 781, 866,
        89, 587, 0, 0, 670, 61, 218, 0, 27, 0, 731, 110, 188, 140, 118, 0, 11, 781, 536, 829, 319, 0, 0, 0, 541, 378, 0,
        417, 0, 391, 0, 421, 660, 104, 0, 871, 541, 644, 149, 399, 0, 0, 360, 821, 749, 0, 879, 0, 971, 630, 401, 180,
        218, 0, 71, 1, 752, 194, 473, 0, 0, 0, 301, 686, 0, 533, 0, 491, 390, 421, 120, 406, 0, 251, 61, 866, 829, 797,
        0, 0, 190, 401, 378, 0, 119, 0, 0, 110, 781, 120, 104, 0, 11, 301, 86, 149, 959, 0, 645, 290, 541, 644, 0, 539,
        0, 71, 0,
      ],
    },
  ])(
    'is the same on any machine for the problems of the bench, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const model = toModel(makeProblem(size, 1));
      const few = { ...SEARCH_BUDGETS.quick, movesPerOption: 10, sumsPerSlot: 1e7 / model.slots.length };
      const { plan } = anneal(model, 1, few);
      expect([...plan].map((candidate) => model.candidates[candidate]?.dish)).toEqual(golden);
    },
  );

  it('is searched with fewer moves where each takes longer', () => {
    const model = toModel(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const measures = Array(85).fill('energy');
    const manyFit = { optionsBySlot: Array(40).fill(new Int32Array(1000)), slots: Array(40).fill(model.slots[0]) };
    const options = model.optionsBySlot.reduce((sum, { length }) => sum + length, 0);
    expect(countMoves(model, SEARCH_BUDGETS.quick)).toBe(1000 * options);
    expect(countMoves({ ...model, ...manyFit, measures }, SEARCH_BUDGETS.quick)).toBe((40 * 930e3) / (70 + 85));
  });

  it.each(Array.from({ length: 10 }, (_, number) => number))(
    'never costs more with effort thorough than with quick, with ten seeds and with little work, too: problem %i',
    (number) => {
      const size = { dishes: 30 + 3 * number, days: 2, groups: ['1'] };
      const model = toModel({ ...makeProblem(size, 1, 'quick', number), standard: undefined });
      const little = number % 2 === 0 ? {} : { workPerSearch: estimateWorkOutsideSearch(model) + 1e6 };
      const few = { ...SEARCH_BUDGETS.quick, movesPerOption: 3, ...little };
      for (let seed = 1; seed <= 10; seed += 1) {
        const quick = anneal(model, seed, { ...few, totalWork: few.workPerSearch });
        const thorough = anneal(model, seed, { ...few, searches: 2, totalWork: 2 * few.workPerSearch });
        expect([number % 2 === 1, costOf(model, thorough.plan)]).toEqual([
          quick.isCutShort,
          expect.toSatisfy((cost: number) => cost <= costOf(model, quick.plan) + 1e-9),
        ]);
      }
    },
  );

  it('is the best of six searches with effort thorough', () => {
    const { quick, thorough } = SEARCH_BUDGETS;
    expect(thorough).toEqual({ ...quick, searches: 6, totalWork: thorough.totalWork });
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
