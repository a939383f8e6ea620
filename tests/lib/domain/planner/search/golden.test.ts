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
        8, 11, 40, 17, 23, 1, 34, 32, 39, 7, 5, 30, 21, 2, 33, 3, 10, 28, 20, 37, 19, 1, 9, 14, 27, 25, 40, 21, 29, 13,
        31,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        28, 60, 37, 19, 1, 34, 29, 7, 45, 21, 38, 39, 11, 50, 48, 51, 60, 17, 43, 21, 9, 14, 27, 25, 30, 40, 41, 32, 59,
        23, 8, 40, 57, 53, 41, 49, 44, 3, 33, 5, 1, 52, 13, 31, 10,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        81, 0, 11, 120, 217, 0, 261, 254, 194, 7, 0, 205, 150, 0, 1, 44, 0, 19, 0, 51, 0, 108, 0, 131, 120, 17, 0, 221,
        232, 92, 99, 0, 285, 210, 180, 21, 209, 0, 153, 0, 71, 0, 241, 0, 0, 240, 297, 0, 181, 282, 286, 13, 0, 275, 70,
        0, 121, 74, 0, 147, 0, 0, 250, 101, 0, 191, 120, 97, 199, 281, 69, 164, 163, 0, 245, 150, 0, 161, 256, 0, 67, 0,
        0, 10, 128, 0, 211, 120, 57, 0, 61, 142, 134, 133, 0, 85, 210, 0, 201, 226, 0, 77, 0, 91, 0,
      ],
    },
    {
      size: LARGER,
      golden: [
        921, 0, 331, 420, 337, 0, 681, 866, 692, 563, 0, 965, 970, 0, 301, 709, 0, 893, 0, 91, 0, 121, 0, 571, 120, 217,
        0, 461, 136, 829, 619, 0, 85, 0, 0, 421, 286, 0, 417, 0, 0, 0, 961, 108, 0, 120, 757, 0, 561, 282, 74, 77, 0,
        205, 0, 0, 541, 404, 0, 523, 0, 131, 690, 368, 0, 0, 120, 17, 0, 1, 772, 194, 533, 0, 645, 70, 0, 161, 316, 0,
        459, 0, 371, 390, 661, 0, 731, 120, 437, 0, 601, 644, 496, 519, 0, 445, 0, 0, 941, 44, 0, 879, 0, 0, 0, 821, 0,
        0, 120, 137, 0, 701, 142, 466, 63, 0, 605, 930, 360, 801, 589, 0, 817, 0, 431, 970, 841, 0, 191, 240, 297, 0,
        61, 254, 118, 13, 0, 885, 150, 0, 181, 678, 0, 379, 0, 0, 310,
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
