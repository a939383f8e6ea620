import { describe, expect, it } from 'vitest';
import { EMPTY, type Model, toModel } from '../../../../../lib/domain/planner/model.ts';
import { Objective } from '../../../../../lib/domain/planner/search/objective.ts';
import { Random } from '../../../../../lib/domain/values/random.ts';
import { makeProblem } from '../../../../support/planner/instances.ts';
import { pose } from '../made.ts';

/**
 * Three groups, two of which take the same meals, with a budget and marks; few dishes, so that everything repeats, also what other
 * weeks serve.
 */
function crowdedModel(): Model {
  const problem = makeProblem({ dishes: 60, days: 6, groups: ['0.85', '1', '1.2'] }, 1);
  const groups = problem.content.groups.map((group, index) => {
    return index === 2 ? { ...group, people: 40, meals: ['lunch' as const] } : group;
  });
  const rules = {
    ...problem.rules,
    budget: { min: '0', max: '12.00' },
    perWeek: { 荤菜: 1, 主食: 2 },
    friedPerWeek: 0,
  };
  const marks = new Map([['043119', '常用' as const]]);
  const adjacentServings = [-9, -5, -1, 0, 0, 7, 8, 12].map((day, index) => ({ day, dish: index + 1 }));
  return toModel({ ...problem, content: { ...problem.content, groups }, rules, marks, adjacentServings });
}

describe('the objective', () => {
  it('changes by each move as if it were summed up anew, and says that it is above a limit only where it is', () => {
    const model = crowdedModel();
    const [objective, random] = [new Objective(model), new Random(5)];
    objective.scale({ repeats: 0.5, ranges: 0.3 });
    for (let move = 0; move < 600; move += 1) {
      const slot = random.below(model.slots.length);
      const options = model.optionsBySlot[slot] ?? [];
      const candidate = random.happens(0.2) ? EMPTY : (options[random.below(options.length)] ?? EMPTY);
      const before = objective.total();
      const change = objective.delta(slot, candidate, Number.POSITIVE_INFINITY);
      const most = random.fraction() * 2 - 1;
      const limited = objective.delta(slot, candidate, most);
      if (limited <= most) expect(limited).toBeCloseTo(change, 9);
      else expect(change).toBeGreaterThan(most - 1e-9);
      if (random.happens(0.3)) continue;
      objective.apply(slot, candidate);
      expect(objective.total() - before).toBeCloseTo(change, 7);
    }
    const anew = new Objective(model);
    anew.scale({ repeats: 0.5, ranges: 0.3 });
    for (const [slot, candidate] of objective.copyPlan().entries()) anew.apply(slot, candidate);
    expect(anew.total()).toBeCloseTo(objective.total(), 9);
  });

  it('changes by each swap as if it were summed up anew, and not at all by one that costs too much', () => {
    const model = crowdedModel();
    const [objective, random] = [new Objective(model), new Random(7)];
    for (const [slot, options] of model.optionsBySlot.entries()) {
      if (options.length > 0) objective.apply(slot, options[random.below(options.length)] ?? EMPTY);
    }
    const swaps = { accepted: 0, refused: 0 };
    for (let move = 0; move < 200; move += 1) {
      const [slot, other] = [random.below(model.slots.length), random.below(model.slots.length)];
      const [a, b] = [objective.candidateAt(slot), objective.candidateAt(other)];
      if (slot === other || a === b || model.lockedCandidateBySlot[slot] || model.lockedCandidateBySlot[other])
        continue;
      const before = objective.total();
      const most = random.fraction() * 2 - 1;
      const swapped = new Objective(model);
      for (const [at, candidate] of objective.copyPlan().entries())
        swapped.apply(at, at === slot ? b : at === other ? a : candidate);
      const change = swapped.total() - before;
      if (objective.swap(slot, other, most)) {
        expect(change).toBeLessThan(most + 1e-7);
        expect(objective.total()).toBeCloseTo(swapped.total(), 7);
        swaps.accepted += 1;
      } else {
        expect(change).toBeGreaterThan(most - 1e-7);
        expect(objective.total()).toBeCloseTo(before, 9);
        swaps.refused += 1;
      }
    }
    expect(Math.min(swaps.accepted, swaps.refused)).toBeGreaterThan(15);
  });

  it.each(['budget', 'nutrients', 'kinds'])('asks no more and no less of a day because others are off: %s', (asked) => {
    const made = {
      dishes: { 1: { of: { rice: 100 } } },
      foods: { rice: { has: { calcium: 10 } } },
      locked: [{ day: 1, meal: 'lunch', dish: 1, portion: '1' }] as const,
      template: { lunch: [{ marks: ['荤菜'], min: 1, max: 1 }] },
      standard: { levels: { 小学: asked === 'nutrients' ? { 钙: { min: 500 } } : {} } },
      prices: { rice: '10' },
      rules: asked === 'budget' ? { budget: { min: '0', max: '0.1' } } : { kindsPerDay: asked === 'kinds' ? 12 : 0 },
    };
    const total = (days: number, daysOff: number[]) => new Objective(toModel(pose({ ...made, days, daysOff }))).total();
    expect(total(4, [3, 4])).toBeCloseTo(total(2, []), 9);
  });
});
