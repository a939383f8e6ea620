import { describe, expect, it } from 'vitest';
import { type Board, NOTHING, setUp } from '../../../../../lib/domain/planner/board.ts';
import { Search } from '../../../../../lib/domain/planner/search/search.ts';
import { Sums } from '../../../../../lib/domain/planner/search/sums.ts';
import { Random } from '../../../../../lib/domain/values/random.ts';
import { makeProblem } from '../../../../support/planner/instances.ts';
import { pose } from '../made.ts';

const ANY = Number.POSITIVE_INFINITY;
/** A first change that costs more is not tried. */
const SMALL = 0.005;

function searchOn(board: Board): { readonly search: Search; readonly sums: Sums } {
  const sums = new Sums(board);
  return { search: new Search(board, sums, board.optionsOf, new Random(1)), sums };
}

const dishesAt = (board: Board, sums: Sums) => [...sums.all()].map((course) => board.courses[course]?.dish);

/** Every change of a single place. */
function* changesOf(board: Board, sums: Sums): Generator<readonly [place: number, course: number]> {
  for (const [place, options] of board.optionsOf.entries()) {
    for (const course of [...options, ...(board.isRequired[place] === 1 ? [] : [NOTHING])]) {
      if (course !== sums.at(place) && sums.isFree(place, course)) yield [place, course];
    }
  }
}

/** How much two changes gain at most, of which the first costs little. */
function mostOfTwo(board: Board, sums: Sums): number {
  let most = 0;
  for (const [place, course] of [...changesOf(board, sums)]) {
    const [before, first] = [sums.at(place), sums.change(place, course, ANY)];
    if (first > SMALL) continue;
    sums.set(place, course);
    for (const [other, second] of changesOf(board, sums)) {
      if (other !== place) most = Math.max(most, -first - sums.change(other, second, ANY));
    }
    sums.set(place, before);
  }
  return most;
}

describe('a search that changes two places at once', () => {
  /** Of a day's standard 40 % are for lunch. The dish with enough iron has much energy, too: only beside the lighter, dearer dish of meat is there room for it. */
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

  it('mends what no single change mends', () => {
    const board = setUp(problem);
    const { search, sums } = searchOn(board);
    search.putBack(Int32Array.of(1, 3));
    search.descend();
    expect([dishesAt(board, sums), sums.isBroken()]).toEqual([[1, 3], true]);
    search.descendByPairs(1000);
    expect([dishesAt(board, sums), sums.isBroken()]).toEqual([[2, 4], false]);
  });

  it('changes nothing once its tries are used up', () => {
    const board = setUp(problem);
    const { search, sums } = searchOn(board);
    search.putBack(Int32Array.of(1, 3));
    search.descendByPairs(0);
    expect(dishesAt(board, sums)).toEqual([1, 3]);
  });

  it('leaves no two changes that would help', () => {
    const board = setUp(makeProblem({ dishes: 100, days: 5, groups: ['1'] }, 1));
    const { search, sums } = searchOn(board);
    search.fill();
    search.descend();
    const [before, gain] = [sums.total(), mostOfTwo(board, sums)];
    expect(gain).toBeGreaterThan(1e-6);
    search.descendByPairs(1e7);
    expect(before - sums.total()).toBeGreaterThan(gain - 1e-9);
    expect(mostOfTwo(board, sums)).toBeLessThan(1e-6);
  });
});
