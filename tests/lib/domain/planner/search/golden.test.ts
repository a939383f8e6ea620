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
        28, 11, 40, 17, 7, 1, 38, 29, 33, 35, 30, 21, 34, 19, 39, 8, 40, 37, 23, 21, 9, 14, 3, 25, 10, 20, 1, 32, 13,
        27, 31,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        48, 60, 17, 43, 41, 22, 14, 27, 59, 45, 1, 9, 13, 3, 51, 8, 60, 37, 21, 38, 29, 33, 35, 1, 34, 19, 39, 10, 28,
        31, 60, 57, 23, 41, 52, 32, 53, 5, 30, 21, 44, 7, 47, 11, 50,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        81, 0, 0, 120, 17, 0, 21, 254, 92, 163, 0, 245, 70, 0, 121, 134, 0, 133, 0, 0, 150, 241, 128, 0, 120, 217, 0,
        61, 136, 74, 99, 0, 205, 0, 0, 181, 224, 0, 147, 0, 0, 250, 221, 0, 11, 180, 77, 0, 101, 142, 209, 13, 0, 125,
        0, 120, 1, 226, 0, 19, 0, 211, 0, 108, 0, 51, 120, 57, 0, 41, 232, 194, 67, 0, 285, 70, 0, 161, 44, 0, 199, 0,
        191, 150, 281, 0, 71, 120, 297, 0, 261, 46, 286, 7, 0, 275, 210, 0, 201, 164, 0, 153, 0, 0, 250,
      ],
    },
    {
      size: LARGER,
      golden: [
        841, 941, 0, 900, 97, 0, 161, 254, 286, 563, 0, 5, 0, 0, 301, 829, 0, 519, 0, 0, 0, 308, 0, 571, 960, 757, 0,
        561, 774, 466, 623, 0, 205, 70, 0, 921, 404, 0, 7, 0, 0, 630, 821, 0, 0, 120, 17, 0, 61, 866, 694, 203, 0, 885,
        970, 0, 221, 496, 0, 347, 0, 431, 390, 848, 0, 611, 120, 77, 0, 681, 142, 194, 459, 0, 445, 0, 0, 961, 316, 0,
        319, 0, 731, 310, 121, 0, 0, 900, 137, 0, 601, 282, 74, 253, 0, 405, 0, 0, 181, 678, 0, 437, 0, 0, 450, 1, 0,
        91, 240, 697, 0, 701, 986, 934, 643, 0, 965, 210, 360, 461, 769, 0, 399, 0, 0, 970, 661, 0, 331, 180, 817, 0,
        421, 136, 944, 217, 0, 325, 0, 0, 541, 44, 0, 523, 0, 191, 0,
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
