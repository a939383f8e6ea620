import { describe, expect, it } from 'vitest';
import { type Board, NOTHING, setUp } from '../../../../../lib/domain/planner/board.ts';
import { Sums } from '../../../../../lib/domain/planner/search/sums.ts';
import { Random } from '../../../../../lib/domain/values/random.ts';
import { makeProblem } from '../../../../support/planner/instances.ts';

/** Three groups, two of which take the same meals, with a budget and marks; few dishes, so that everything repeats. */
function crowdedBoard(): Board {
  const problem = makeProblem({ dishes: 60, days: 6, groups: ['0.85', '1', '1.2'] }, 1);
  const groups = problem.content.groups.map((group, index) => {
    return index === 2 ? { ...group, people: 40, meals: ['lunch' as const] } : group;
  });
  const rules = { ...problem.rules, budget: '12.00', perWeek: { 荤菜: 1, 主食: 2 }, friedPerWeek: 0 };
  const marks = new Map([['043119', '常用' as const]]);
  return setUp({ ...problem, content: { ...problem.content, groups }, rules, marks });
}

describe('the cost of what stands on a board', () => {
  it('changes by each move as if it were summed up anew', () => {
    const board = crowdedBoard();
    const [sums, random] = [new Sums(board), new Random(5)];
    sums.press({ repeats: 0.5, amounts: 0.3, sameness: 0.7 });
    for (let move = 0; move < 600; move += 1) {
      const place = random.below(board.places.length);
      const options = board.optionsOf[place] ?? [];
      const course = random.chance(0.2) ? NOTHING : (options[random.below(options.length)] ?? NOTHING);
      const before = sums.total();
      const change = sums.change(place, course, Number.POSITIVE_INFINITY);
      if (random.chance(0.3)) continue;
      sums.set(place, course);
      expect(sums.total() - before).toBeCloseTo(change, 7);
    }
    const anew = new Sums(board);
    anew.press({ repeats: 0.5, amounts: 0.3, sameness: 0.7 });
    for (const [place, course] of sums.all().entries()) anew.set(place, course);
    expect(anew.total()).toBeCloseTo(sums.total(), 9);
  });

  it('changes by each swap as if it were summed up anew, and not at all by one that costs too much', () => {
    const board = crowdedBoard();
    const [sums, random] = [new Sums(board), new Random(7)];
    for (const [place, options] of board.optionsOf.entries()) {
      if (options.length > 0) sums.set(place, options[random.below(options.length)] ?? NOTHING);
    }
    const told = { taken: 0, left: 0 };
    for (let move = 0; move < 200; move += 1) {
      const [place, other] = [random.below(board.places.length), random.below(board.places.length)];
      const [a, b] = [sums.at(place), sums.at(other)];
      if (place === other || a === b || board.lockedAt[place] || board.lockedAt[other]) continue;
      const before = sums.total();
      const most = random.fraction() * 2 - 1;
      const swapped = new Sums(board);
      for (const [at, course] of sums.all().entries()) swapped.set(at, at === place ? b : at === other ? a : course);
      const change = swapped.total() - before;
      if (sums.swap(place, other, most)) {
        expect(change).toBeLessThan(most + 1e-7);
        expect(sums.total()).toBeCloseTo(swapped.total(), 7);
        told.taken += 1;
      } else {
        expect(change).toBeGreaterThan(most - 1e-7);
        expect(sums.total()).toBeCloseTo(before, 9);
        told.left += 1;
      }
    }
    expect(Math.min(told.taken, told.left)).toBeGreaterThan(15);
  });

  it('is told as too much only where it is', () => {
    const board = crowdedBoard();
    const [sums, random] = [new Sums(board), new Random(6)];
    for (let move = 0; move < 600; move += 1) {
      const place = random.below(board.places.length);
      const options = board.optionsOf[place] ?? [];
      const course = options[random.below(options.length)] ?? NOTHING;
      const most = random.fraction() * 2 - 1;
      const change = sums.change(place, course, Number.POSITIVE_INFINITY);
      const told = sums.change(place, course, most);
      if (told <= most) expect(told).toBeCloseTo(change, 9);
      else expect(change).toBeGreaterThan(most - 1e-9);
      if (random.chance(0.5)) sums.set(place, course);
    }
  });
});
