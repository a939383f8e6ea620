import { describe, expect, it } from 'vitest';
import { NOTHING, setUp } from '../../../../lib/domain/planner/board.ts';
import { answerWith, planMenu } from '../../../../lib/domain/planner/plan.ts';
import { anneal, MOVES } from '../../../../lib/domain/planner/search/anneal.ts';
import { extremes, poseExtreme } from '../../../support/planner/extremes.ts';
import { makeProblem } from '../../../support/planner/instances.ts';

/** What a search still does once it may take no more: it brings its rules to their weight, step by step. */
const LAST_WORK = 10e6;

describe('the work of a plan', () => {
  it.each([
    { title: '10 groups, 39 nutrients', most: 60e6 },
    { title: '147 places, 10 groups of other meals, 60 nutrients', most: 200e6 },
    { title: '300 dishes of 100 foods, 147 places', most: 100e6 },
    { title: '20,000 dishes', most: 100e6 },
  ])('ends where it may take no more, each time with the same plan, and each place is filled: $title', (extreme) => {
    const board = setUp(poseExtreme(extremes[extreme.title] ?? {}));
    const moves = { ...MOVES.quick, workOfSearch: extreme.most, workOfAll: extreme.most };
    const found = anneal(board, 1, moves);
    expect(found.isCutShort).toBe(true);
    expect(found.spent).toBeLessThan(extreme.most + LAST_WORK);
    expect(anneal(board, 1, moves)).toEqual(found);
    expect(
      [...board.places.keys()].filter((place) => board.isRequired[place] && found.stand[place] === NOTHING),
    ).toEqual([]);
  });

  it('of further searches ends, too, where all together may take no more', () => {
    const board = setUp(makeProblem({ dishes: 60, days: 2, groups: ['1'] }, 1));
    const moves = { ...MOVES.thorough, perOption: 20 };
    const all = anneal(board, 1, moves);
    expect(all.isCutShort).toBe(false);
    const workOfAll = all.spent - 1;
    const found = anneal(board, 1, { ...moves, workOfAll });
    expect(found.isCutShort).toBe(true);
    expect(found.spent).toBeLessThan(workOfAll);
  });

  it.each([
    { language: 'zh', text: '计算量已达上限，搜索提前结束：可能还有更好的方案' },
    { language: 'en', text: 'The search took all the work that it may and ended early: there may be a better plan' },
  ] as const)('that was cut short is told with what is not met, in $language', ({ language, text }) => {
    const problem = { ...makeProblem({ dishes: 40, days: 1, groups: ['1'] }, 1), language };
    const board = setUp(problem);
    const found = anneal(board, 1, { ...MOVES.quick, perOption: 10 });
    const { unmet } = answerWith(problem, board, found);
    expect(answerWith(problem, board, { ...found, isCutShort: true }).unmet).toEqual([
      { rule: 'search', text },
      ...unmet,
    ]);
  });

  it('of a usual week is not cut short', () => {
    expect(planMenu(poseExtreme({})).unmet).toEqual([]);
  });
});
