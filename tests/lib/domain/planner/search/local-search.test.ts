import { describe, expect, it } from 'vitest';
import { EMPTY, type Model, toModel } from '../../../../../lib/domain/planner/model.ts';
import { LocalSearch } from '../../../../../lib/domain/planner/search/local-search.ts';
import { COMPOUND_MOVE_KIND_BY_DRAW, MOVE_KIND_BY_DRAW } from '../../../../../lib/domain/planner/search/moves.ts';
import { Neighbourhood } from '../../../../../lib/domain/planner/search/neighbourhood.ts';
import { Objective } from '../../../../../lib/domain/planner/search/objective.ts';
import { Random } from '../../../../../lib/domain/values/random.ts';
import { makeProblem } from '../../../../support/planner/instances.ts';
import { pose } from '../made.ts';

const ANY = Number.POSITIVE_INFINITY;
/** A first change that costs more is not tried. */
const SMALL = 0.005;

function searchOn(model: Model) {
  const objective = new Objective(model);
  const neighbourhood = new Neighbourhood(model, objective, model.optionsBySlot, new Random(1));
  return { search: new LocalSearch(neighbourhood), neighbourhood, objective };
}

const dishesAt = (model: Model, objective: Objective) =>
  [...objective.copyPlan()].map((candidate) => model.candidates[candidate]?.dishId);

/** Every change of a single slot. */
function* changesOf(model: Model, objective: Objective): Generator<readonly [slot: number, candidate: number]> {
  for (const [slot, options] of model.optionsBySlot.entries()) {
    for (const candidate of [...options, ...(model.isRequiredBySlot[slot] === 1 ? [] : [EMPTY])]) {
      if (candidate !== objective.candidateAt(slot) && objective.isNewInMeal(slot, candidate)) yield [slot, candidate];
    }
  }
}

/** How much two changes gain at most, of which the first costs little. */
function mostOfTwo(model: Model, objective: Objective): number {
  let most = 0;
  for (const [slot, candidate] of [...changesOf(model, objective)]) {
    const [before, first] = [objective.candidateAt(slot), objective.delta(slot, candidate, ANY)];
    if (first > SMALL) continue;
    objective.apply(slot, candidate);
    for (const [other, second] of changesOf(model, objective)) {
      if (other !== slot) most = Math.max(most, -first - objective.delta(other, second, ANY));
    }
    objective.apply(slot, before);
  }
  return most;
}

describe('a descent by pairs of moves', () => {
  /** Of a day's standard 40 % are for lunch. The dish with enough iron has much energy, too: there is room for it only with the lighter dish of meat, which costs more. */
  const problem = pose({
    template: {
      lunch: [
        { marks: ['荤菜'], min: 1, max: 1 },
        { marks: ['素菜'], min: 1, max: 1 },
      ],
    },
    dishes: {
      1: { mark: '荤菜', of: { heavy: 100 } },
      2: { mark: '荤菜', of: { light: 100 } },
      3: { mark: '素菜', of: { plain: 100 } },
      4: { mark: '素菜', of: { iron: 100 } },
    },
    foods: {
      heavy: { has: { energy: 1000 } },
      light: { has: { energy: 500 } },
      plain: { has: { energy: 400, iron: 4.5 } },
      iron: { has: { energy: 900, iron: 5.1 } },
    },
    prices: { heavy: '10.00', light: '10.01', plain: '10.00', iron: '10.00' },
    standard: { levels: { 小学: { energy: { max: 3510 }, iron: { min: 12.5 } } } },
  });

  it('mends what no single move mends', () => {
    const model = toModel(problem);
    const { search, neighbourhood, objective } = searchOn(model);
    neighbourhood.restore(Int32Array.of(1, 3));
    search.descend();
    expect([dishesAt(model, objective), objective.hasBrokenRule()]).toEqual([[1, 3], true]);
    search.descendByPairs(1000);
    expect([dishesAt(model, objective), objective.hasBrokenRule()]).toEqual([[2, 4], false]);
  });

  it.each([
    { title: 'not by moves of one slot', moves: MOVE_KIND_BY_DRAW, dishes: [1, 3] },
    { title: 'by moves of several slots of a meal', moves: COMPOUND_MOVE_KIND_BY_DRAW, dishes: [2, 4] },
  ])('is not needed where that is mended without a loss: $title', ({ moves, dishes }) => {
    const model = toModel(problem);
    const { neighbourhood, objective } = searchOn(model);
    neighbourhood.restore(Int32Array.of(1, 3));
    for (let round = 0; round < 20; round += 1) for (const move of moves) move(neighbourhood, round % 2, 0);
    expect(dishesAt(model, objective)).toEqual(dishes);
  });

  it('changes nothing without evaluations left', () => {
    const model = toModel(problem);
    const { search, neighbourhood, objective } = searchOn(model);
    neighbourhood.restore(Int32Array.of(1, 3));
    search.descendByPairs(0);
    expect(dishesAt(model, objective)).toEqual([1, 3]);
  });

  it('leaves no pair of moves that would help', () => {
    const model = toModel(makeProblem({ dishes: 100, days: 5, groups: ['1'] }, 1));
    const { search, objective } = searchOn(model);
    search.construct();
    search.descend();
    const [before, gain] = [objective.total(), mostOfTwo(model, objective)];
    expect(gain).toBeGreaterThan(1e-6);
    search.descendByPairs(1e7);
    expect(before - objective.total()).toBeGreaterThan(gain - 1e-9);
    expect(mostOfTwo(model, objective)).toBeLessThan(1e-6);
  });
});
