import { describe, expect, it } from 'vitest';
import { type Model, toModel } from '../../../../../lib/domain/planner/model.ts';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import { anneal, countMoves } from '../../../../../lib/domain/planner/search/anneal.ts';
import { Objective } from '../../../../../lib/domain/planner/search/objective.ts';
import { WORK_LIMITS } from '../../../../../lib/domain/planner/search/parameters.ts';
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
        8, 40, 14, 19, 30, 1, 9, 32, 7, 27, 10, 21, 34, 37, 11, 28, 20, 29, 39, 11, 1, 38, 2, 3, 33, 40, 21, 22, 13, 31,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        21, 60, 44, 43, 10, 41, 52, 29, 37, 50, 1, 9, 19, 7, 51, 8, 60, 14, 31, 1, 34, 58, 39, 45, 21, 38, 57, 59, 30,
        48, 40, 32, 27, 1, 22, 2, 33, 3, 5, 21, 42, 23, 13, 11,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        1, 120, 194, 0, 70, 121, 136, 286, 77, 0, 245, 250, 181, 238, 0, 153, 0, 191, 210, 108, 120, 209, 0, 0, 221,
        142, 218, 217, 0, 0, 150, 121, 89, 0, 133, 0, 211, 0, 121, 120, 256, 0, 10, 61, 166, 178, 253, 0, 0, 0, 201,
        224, 0, 13, 0, 191, 0, 161, 240, 74, 0, 91, 1, 109, 238, 77, 0, 0, 120, 221, 298, 0, 203, 0, 0, 0, 108, 120,
        118, 0, 211, 1, 142, 209, 217, 153, 0, 70, 61, 69, 0, 133, 0, 91, 150,
      ],
    },
    {
      size: LARGER,
      golden: [
        661, 120, 358, 0, 191, 421, 986, 118, 77, 0, 0, 660, 181, 282, 0, 533, 0, 925, 970, 941, 120, 692, 0, 611, 701,
        644, 994, 13, 0, 525, 0, 601, 676, 0, 519, 0, 331, 310, 841, 120, 496, 0, 0, 181, 866, 572, 217, 0, 845, 0, 461,
        694, 0, 417, 0, 0, 390, 661, 360, 874, 0, 351, 841, 142, 194, 333, 0, 325, 490, 701, 904, 0, 873, 0, 0, 930,
        841, 900, 934, 0, 0, 421, 772, 589, 797, 0, 0, 0, 121, 994, 0, 77, 0, 611, 0, 608, 360, 572, 0, 431, 601, 404,
        709, 893, 0, 0, 70, 701, 964, 0, 679, 0, 0, 630, 108, 540, 358, 0, 191, 121, 378, 904, 403, 0, 0, 0, 421, 874,
        0, 319, 0, 371, 0,
      ],
    },
  ])(
    'is the same on any machine for the problems of the bench, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const model = toModel(makeProblem(size, 1));
      const few = { ...WORK_LIMITS.quick, movesPerOption: 10, moveWorkPerSlot: 1e7 / model.slots.length };
      const { plan } = anneal(model, 1, few);
      expect([...plan].map((candidate) => model.candidates[candidate]?.dish)).toEqual(golden);
    },
  );

  it('is searched with fewer moves where each takes longer', () => {
    const model = toModel(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const measures = Array(85).fill('energy');
    const manyFit = { optionsBySlot: Array(40).fill(new Int32Array(1000)), slots: Array(40).fill(model.slots[0]) };
    const options = model.optionsBySlot.reduce((sum, { length }) => sum + length, 0);
    expect(countMoves(model, WORK_LIMITS.quick)).toBe(1000 * options);
    expect(countMoves({ ...model, ...manyFit, measures }, WORK_LIMITS.quick)).toBe((40 * 930e3) / (70 + 85));
  });

  it.each(Array.from({ length: 10 }, (_, number) => number))(
    'never costs more with effort thorough than with quick, with ten seeds and with little work, too: problem %i',
    (number) => {
      const size = { dishes: 30 + 3 * number, days: 2, groups: ['1'] };
      const model = toModel({ ...makeProblem(size, 1, 'quick', number), standard: undefined });
      const little = number % 2 === 0 ? {} : { workPerSearch: estimateWorkOutsideSearch(model) + 1e6 };
      const few = { ...WORK_LIMITS.quick, movesPerOption: 3, ...little };
      for (let seed = 1; seed <= 10; seed += 1) {
        const quick = anneal(model, seed, { ...few, totalWork: few.workPerSearch });
        const thorough = anneal(model, seed, { ...few, searchCount: 2, totalWork: 2 * few.workPerSearch });
        expect([number % 2 === 1, costOf(model, thorough.plan)]).toEqual([
          quick.isCutShort,
          expect.toSatisfy((cost: number) => cost <= costOf(model, quick.plan) + 1e-9),
        ]);
      }
    },
  );

  it('is the best of six searches with effort thorough', () => {
    const { quick, thorough } = WORK_LIMITS;
    expect(thorough).toEqual({ ...quick, searchCount: 6, totalWork: thorough.totalWork });
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
