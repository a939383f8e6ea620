import { describe, expect, it } from 'vitest';
import { EMPTY, toModel } from '../../../../../lib/domain/planner/model.ts';
import { planMenu, toAnswer } from '../../../../../lib/domain/planner/plan.ts';
import { anneal } from '../../../../../lib/domain/planner/search/anneal.ts';
import { WORK_LIMITS } from '../../../../../lib/domain/planner/search/parameters.ts';
import { extremes, poseExtreme } from '../../../../support/planner/extremes.ts';
import { makeProblem } from '../../../../support/planner/instances.ts';

/** What a search still does without work left: it brings its penalties to their weight, step by step. */
const LAST_WORK = 10e6;

describe('the work of a plan', () => {
  it.each([
    { title: '10 groups, 39 nutrients', most: 60e6 },
    { title: '147 slots, 10 groups of other meals, 60 nutrients', most: 200e6 },
    { title: '300 dishes of 100 foods, 147 slots', most: 100e6 },
    { title: '20,000 dishes', most: 100e6 },
  ])('ends at its limit of work, each time with the same plan, and each slot is filled: $title', (extreme) => {
    const model = toModel(poseExtreme(extremes[extreme.title] ?? {}));
    const moves = { ...WORK_LIMITS, workPerSearch: extreme.most, totalWork: extreme.most };
    const found = anneal(model, 1, moves);
    expect(found.isCutShort).toBe(true);
    expect(found.spentWork).toBeLessThan(extreme.most + LAST_WORK);
    expect(anneal(model, 1, moves)).toEqual(found);
    expect(
      [...model.slots.keys()].filter((slot) => model.isRequiredBySlot[slot] && found.plan[slot] === EMPTY),
    ).toEqual([]);
  });

  it('of repairs ends at the limit of all searches together, and each has as much as the first search had', () => {
    const model = toModel(makeProblem({ dishes: 30, days: 2, groups: ['1'] }, 1));
    const moves = { ...WORK_LIMITS, movesPerOption: 3 };
    const first = anneal(model, 1, { ...moves, maxRepairs: 0 });
    expect(anneal(model, 1, { ...moves, totalWork: 2 * first.spentWork - 1 })).toEqual(first);
    const repaired = anneal(model, 1, { ...moves, totalWork: 2 * first.spentWork });
    expect(repaired.spentWork).toBeGreaterThan(first.spentWork);
    expect(repaired.spentWork).toBeLessThan(2 * first.spentWork + LAST_WORK);
    expect(repaired.isCutShort).toBe(false);
  });

  it.each([
    { language: 'zh', text: '计算量已达上限，搜索提前结束：可能还有更好的方案' },
    { language: 'en', text: 'The search used up its work and ended early: there may be a better plan' },
  ] as const)('that was cut short is reported with what is not met, in $language', ({ language, text }) => {
    const problem = { ...makeProblem({ dishes: 40, days: 1, groups: ['1'] }, 1), language };
    const model = toModel(problem);
    const found = anneal(model, 1, { ...WORK_LIMITS, movesPerOption: 10 });
    const { unmet } = toAnswer(problem, model, found);
    expect(toAnswer(problem, model, { ...found, isCutShort: true }).unmet).toEqual([
      { rule: 'search', text },
      ...unmet,
    ]);
  });

  it('of a usual week is not cut short', () => {
    expect(planMenu(poseExtreme({})).unmet).toEqual([]);
  });
});
