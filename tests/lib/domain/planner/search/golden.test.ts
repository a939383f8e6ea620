import { describe, expect, it } from 'vitest';
import { type Model, toModel } from '../../../../../lib/domain/planner/model.ts';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import { anneal, budgetMoves } from '../../../../../lib/domain/planner/search/anneal.ts';
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
const ONE_SEARCH = { ...WORK_LIMITS, maxRepairs: 0 };

describe('a plan', () => {
  it.each([
    {
      size: { dishes: 40, days: 2, groups: ['1'] },
      seed: 1,
      golden: [
        8, 31, 40, 37, 19, 1, 9, 14, 27, 3, 25, 21, 29, 13, 10, 28, 11, 40, 17, 39, 1, 34, 32, 7, 33, 35, 30, 20, 21,
        38, 23,
      ],
    },
    {
      size: { dishes: 60, days: 3, groups: ['0.85', '1.2'] },
      seed: 7,
      golden: [
        48, 51, 60, 17, 23, 41, 49, 32, 59, 5, 50, 1, 38, 33, 7, 28, 31, 60, 37, 19, 21, 52, 44, 3, 13, 45, 1, 29, 43,
        11, 8, 20, 57, 39, 21, 9, 14, 27, 25, 30, 41, 34, 53, 10,
      ],
    },
  ])('is the same on any machine: $size.dishes dishes, $size.days days', ({ size, seed, golden }) => {
    expect(planMenu(makeProblem(size, seed)).items.map(({ dish }) => dish)).toEqual(golden);
  });

  it.each([
    {
      size: SMALLER,
      golden: [
        128, 0, 0, 120, 97, 0, 61, 136, 104, 239, 0, 285, 250, 180, 221, 286, 0, 199, 0, 111, 210, 208, 0, 191, 120,
        217, 0, 161, 112, 74, 7, 0, 275, 150, 0, 101, 218, 0, 99, 0, 0, 70, 121, 0, 91, 120, 77, 0, 181, 254, 194, 27,
        0, 205, 0, 0, 201, 226, 0, 153, 0, 0, 0, 281, 0, 11, 120, 17, 133, 261, 142, 134, 297, 163, 245, 210, 0, 81, 44,
        0, 147, 0, 0, 0, 1, 0, 131, 120, 57, 0, 21, 284, 209, 67, 0, 145, 250, 0, 241, 256, 0, 13, 0, 71, 150,
      ],
    },
    {
      size: LARGER,
      golden: [
        701, 0, 431, 840, 397, 0, 121, 986, 769, 533, 0, 445, 390, 120, 561, 709, 0, 619, 0, 0, 730, 1, 0, 911, 480, 77,
        0, 441, 774, 466, 459, 0, 405, 0, 0, 161, 282, 0, 707, 0, 571, 70, 108, 0, 0, 120, 217, 0, 821, 866, 118, 417,
        0, 885, 310, 0, 421, 209, 0, 679, 0, 191, 690, 921, 0, 731, 120, 17, 7, 61, 136, 194, 519, 0, 605, 0, 0, 301,
        644, 0, 19, 0, 591, 890, 608, 661, 331, 120, 697, 0, 601, 254, 829, 443, 0, 645, 210, 0, 681, 678, 0, 63, 0, 0,
        0, 941, 0, 211, 360, 737, 0, 461, 646, 694, 67, 0, 965, 250, 0, 221, 496, 0, 523, 0, 0, 390, 541, 0, 0, 120,
        437, 0, 361, 142, 286, 753, 0, 775, 0, 0, 841, 74, 0, 99, 0, 0, 0,
      ],
    },
  ])(
    'is the same on any machine for the problems of the bench, here with few moves: $size.dishes dishes',
    ({ size, golden }) => {
      const model = toModel(makeProblem(size, 1));
      const few = { ...WORK_LIMITS, movesPerOption: 10, moveWorkPerSlot: 1e7 / model.slots.length, minMoveWork: 0 };
      const { plan } = anneal(model, 1, few);
      expect([...plan].map((candidate) => model.candidates[candidate]?.dishId)).toEqual(golden);
    },
  );

  it('is searched with fewer moves where each takes longer', () => {
    const model = toModel(makeProblem({ dishes: 50, days: 2, groups: ['1'] }, 1));
    const slow = { ...model, measures: Array(85).fill('energy'), optionsBySlot: Array(200).fill(new Int32Array(1000)) };
    const movesOf = (slots: number) => budgetMoves({ ...slow, slots: Array(slots).fill(model.slots[0]) }, WORK_LIMITS);
    const options = model.optionsBySlot.reduce((sum, { length }) => sum + length, 0);
    expect(budgetMoves(model, WORK_LIMITS)).toBe(1000 * options);
    expect([movesOf(40), movesOf(200)]).toEqual([100e6 / (70 + 85), (200 * 930e3) / (70 + 85)]);
  });

  it.each(Array.from({ length: 10 }, (_, number) => number))(
    'costs no more with repairs than without, with ten seeds and with little work, too: problem %i',
    (number) => {
      const size = { dishes: 30 + 3 * number, days: 2, groups: ['1'] };
      const model = toModel(makeProblem(size, 1, number));
      const little = number % 2 === 0 ? {} : { workPerSearch: estimateWorkOutsideSearch(model) + 1e6 };
      const few = { ...WORK_LIMITS, movesPerOption: 3, ...little };
      for (let seed = 1; seed <= 10; seed += 1) {
        const first = anneal(model, seed, { ...few, maxRepairs: 0 });
        const repaired = anneal(model, seed, { ...few, maxRepairs: 1 });
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
