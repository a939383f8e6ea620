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
const ONE_SEARCH = { ...WORK_LIMITS, repairCount: 0 };

describe('a plan', () => {
  it.each([
    {
      size: { dishes: 40, days: 2, groups: ['1'] },
      seed: 1,
      golden: [
        8, 40, 37, 39, 21, 9, 14, 27, 25, 20, 1, 29, 13, 19, 28, 11, 40, 17, 23, 21, 34, 32, 3, 7, 5, 30, 1, 2, 33, 31,
        10,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        28, 11, 60, 57, 59, 41, 38, 14, 43, 53, 35, 50, 1, 29, 47, 23, 51, 48, 40, 37, 39, 21, 9, 44, 27, 25, 10, 60, 1,
        34, 7, 3, 8, 31, 40, 17, 21, 22, 32, 13, 33, 45, 30, 41, 26, 19,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        128, 0, 51, 120, 137, 199, 21, 284, 44, 77, 0, 155, 70, 0, 1, 134, 0, 153, 0, 111, 250, 221, 0, 211, 120, 57, 0,
        81, 142, 74, 163, 0, 285, 0, 0, 201, 92, 0, 147, 0, 251, 150, 261, 0, 0, 120, 17, 0, 61, 254, 164, 99, 0, 275,
        0, 0, 121, 286, 0, 19, 0, 71, 0, 108, 0, 0, 180, 297, 0, 181, 282, 104, 13, 0, 205, 70, 120, 101, 226, 0, 7, 0,
        11, 250, 281, 0, 91, 120, 217, 0, 161, 232, 194, 67, 0, 245, 210, 0, 241, 209, 0, 133, 0, 191, 150,
      ],
    },
    {
      size: LARGER,
      golden: [
        821, 0, 731, 120, 817, 0, 181, 986, 466, 387, 0, 245, 0, 0, 541, 404, 0, 519, 0, 571, 0, 348, 0, 0, 960, 437, 0,
        561, 774, 118, 333, 0, 965, 970, 0, 601, 692, 0, 523, 0, 0, 630, 161, 681, 431, 120, 537, 0, 941, 136, 286, 17,
        0, 655, 0, 0, 701, 586, 0, 987, 0, 0, 0, 921, 0, 211, 120, 137, 0, 461, 378, 316, 957, 0, 815, 690, 0, 961, 496,
        0, 619, 0, 191, 0, 1, 0, 331, 840, 417, 0, 301, 866, 769, 77, 0, 605, 930, 0, 61, 678, 0, 563, 0, 0, 70, 841, 0,
        591, 120, 217, 0, 121, 142, 194, 7, 0, 445, 390, 900, 221, 44, 0, 679, 0, 0, 970, 828, 0, 911, 840, 397, 0, 661,
        764, 829, 319, 0, 405, 0, 0, 421, 709, 0, 623, 0, 0, 310,
      ],
    },
  ])(
    'is the same on any machine for the problems of the bench, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const model = toModel(makeProblem(size, 1));
      const few = { ...WORK_LIMITS, movesPerOption: 10, moveWorkPerSlot: 1e7 / model.slots.length };
      const { plan } = anneal(model, 1, few);
      expect([...plan].map((candidate) => model.candidates[candidate]?.dishId)).toEqual(golden);
    },
  );

  it('is searched with fewer moves where each takes longer', () => {
    const model = toModel(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const measures = Array(85).fill('energy');
    const manyFit = { optionsBySlot: Array(40).fill(new Int32Array(1000)), slots: Array(40).fill(model.slots[0]) };
    const options = model.optionsBySlot.reduce((sum, { length }) => sum + length, 0);
    expect(countMoves(model, WORK_LIMITS)).toBe(1000 * options);
    expect(countMoves({ ...model, ...manyFit, measures }, WORK_LIMITS)).toBe((40 * 930e3) / (70 + 85));
  });

  it.each(Array.from({ length: 10 }, (_, number) => number))(
    'costs no more with repairs than without, with ten seeds and with little work, too: problem %i',
    (number) => {
      const size = { dishes: 30 + 3 * number, days: 2, groups: ['1'] };
      const model = toModel(makeProblem(size, 1, number));
      const little = number % 2 === 0 ? {} : { workPerSearch: estimateWorkOutsideSearch(model) + 1e6 };
      const few = { ...WORK_LIMITS, movesPerOption: 3, ...little };
      for (let seed = 1; seed <= 10; seed += 1) {
        const first = anneal(model, seed, { ...few, repairCount: 0 });
        const repaired = anneal(model, seed, { ...few, repairCount: 1 });
        expect(repaired.spentWork).toBeGreaterThan(first.spentWork);
        expect([number % 2 === 1, costOf(model, repaired.plan)]).toEqual([
          repaired.isCutShort,
          expect.toSatisfy((cost: number) => cost <= costOf(model, first.plan) + 1e-9),
        ]);
      }
    },
  );

  it('keeps locked items when it is made again, and mends the rest', () => {
    const usual = makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1);
    // A lunch that is planned has all the dishes that it may have.
    const full = (usual.template.lunch ?? []).filter(({ min }) => min > 0).map((row) => ({ ...row, max: row.min }));
    const problem = { ...usual, template: { ...usual.template, lunch: full } };
    const first = planMenu(problem, ONE_SEARCH);
    const lunch = first.items.filter(({ day, meal }) => day === 1 && meal === 'lunch');
    const [gone] = first.items.filter(({ day, meal }) => day === 2 && meal === 'lunch').slice(1);
    const dishes = new Map([...problem.dishes].filter(([id]) => id !== gone?.dish));
    const again = planMenu({ ...problem, dishes, locked: lunch, seed: 2 }, ONE_SEARCH);
    expect(again.items.filter(({ day, meal }) => day === 1 && meal === 'lunch')).toEqual(lunch);
    expect(again.items.some(({ dish }) => dish === gone?.dish)).toBe(false);
    expect(again.unmet.filter(({ rule }) => ['template', 'repeat'].includes(rule))).toEqual([]);
  });
});
