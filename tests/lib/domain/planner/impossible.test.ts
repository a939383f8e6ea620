import { describe, expect, it } from 'vitest';
import { planMenu } from '../../../../lib/domain/planner/plan.ts';
import type { PlannedDish, PlanProblem } from '../../../../lib/domain/planner/problem.ts';
import { makeProblem } from '../../../bench/planner/instances.ts';

/** A week of seeded dishes, asked for something that cannot be. */
function plan(change: (problem: PlanProblem) => Partial<PlanProblem>) {
  const problem = makeProblem({ dishes: 60, days: 5, groups: ['1'] }, 1);
  return planMenu({ ...problem, ...change(problem) });
}

const countOf = (unmet: ReturnType<typeof planMenu>['unmet'], rule: string) =>
  unmet.filter((one) => one.rule === rule).length;

describe('rules that cannot be kept', () => {
  it('are named where six staples are to do for fifteen meals, twice each', () => {
    const { items, unmet } = plan(({ rules }) => {
      const staple = (name: string): PlannedDish => {
        return { name, mark: '主食', poly: '蒸', month: [], ingredient: [{ key: '012001x', value: '80' }] };
      };
      const rows = [{ marks: ['主食'], min: 1, max: 1 }];
      return {
        dishes: new Map([1, 2, 3, 4, 5, 6].map((id) => [id, staple(`饭${id}`)])),
        template: { breakfast: rows, lunch: rows, dinner: rows },
        rules: { ...rules, perWeek: { 主食: 2 } },
      };
    });
    expect(items).toHaveLength(15);
    const often = unmet.filter(({ rule }) => rule === 'perWeek');
    expect(often.reduce((sum, { by }) => sum + Number(by?.rawJSON), 0)).toBe(3);
    expect(countOf(unmet, 'template')).toBe(0);
  });

  it('are named where all dishes have something to avoid', () => {
    const { items, unmet } = plan(({ foods }) => ({
      marks: new Map([...foods.keys()].map((code) => [code, '忌用' as const])),
    }));
    expect(items).toEqual([]);
    expect(unmet.every(({ rule }) => rule === 'template')).toBe(true);
    expect(countOf(unmet, 'template')).toBe(5 * 10);
  });

  it('are named where the template is empty', () => {
    const { items, unmet } = plan(() => ({ template: {} }));
    expect(items).toEqual([]);
    expect(unmet.map(({ text }) => text).slice(0, 2)).toEqual(['第 1 天早餐没有菜品', '第 1 天午餐没有菜品']);
    expect(unmet).toHaveLength(15);
  });

  it('are named where a day may cost one yuan', () => {
    const { items, unmet, cost } = plan(({ rules }) => ({ rules: { ...rules, budget: '1.00' } }));
    expect(countOf(unmet, 'template')).toBe(0);
    expect(items.length).toBeGreaterThanOrEqual(50);
    const [found] = unmet.filter(({ rule }) => rule === 'budget');
    expect(Number(found?.by?.rawJSON)).toBeCloseTo(Number(cost?.value.rawJSON) - 1, 2);
  });
});
