import { describe, expect, it } from 'vitest';
import { planCycle, planMenu } from '../../../../lib/domain/planner/plan.ts';
import { listServingsOfSameWeek } from '../../../../lib/domain/planner/repetition-limits.ts';
import { type MadeProblem, makeDishes, pose } from './made.ts';

/** The prices of the foods of `makeDishes`: the first is the cheapest. */
function pricesOf(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index + 1}`, String(10 + index / 10)]));
}

const template = { lunch: [{ marks: ['荤菜'], min: 1, max: 1 }] };
const made = (count: number): MadeProblem => ({ dishes: makeDishes(count), prices: pricesOf(count), template });
const ruleNames = ['repeat', 'perWeek'];

/** What is served on each day, and which repeats are reported. */
function planned(of: MadeProblem) {
  const { items, unmet } = planMenu(pose(of));
  return {
    served: items.map(({ dish }) => dish).sort(),
    unmet: unmet
      .filter(({ rule }) => ruleNames.includes(rule))
      .map(({ rule, text, day, by }) => [rule, day, by?.rawJSON, text]),
  };
}

describe('what is served in the weeks before and after a menu', () => {
  it('does not come again too soon', () => {
    expect(planned({ ...made(4), days: 2 })).toEqual({ served: [1, 2], unmet: [] });
    // The day before and the day after.
    const adjacentServings = [0, 3].map((day, index) => ({ day, dish: index + 1 }));
    expect(planned({ ...made(4), days: 2, adjacentServings })).toEqual({ served: [3, 4], unmet: [] });
    // Three days apart is far enough, and expensive dishes are no better than dishes of an adjacent week.
    const far = [-2, 5].map((day, index) => ({ day, dish: index + 1 }));
    expect(planned({ ...made(2), days: 2, adjacentServings: far }).unmet).toEqual([]);
  });

  it('is reported with its date where nothing else can be served', () => {
    expect(planned({ ...made(1), adjacentServings: [{ day: -1, dish: 1 }] })).toEqual({
      served: [1],
      unmet: [['repeat', 1, '1', '第 1 天午餐“菜1” 3 天内重复（2026-11-21已有）']],
    });
    expect(planned({ ...made(1), adjacentServings: [{ day: 2, dish: 1 }] }).unmet).toEqual([
      ['repeat', 1, '2', '第 1 天午餐“菜1” 3 天内重复（2026-11-24已有）'],
    ]);
  });

  it('counts for what may come so often in a week, where the menu lies in the same one', () => {
    const rules = { perWeek: { 荤菜: 2 }, repeatDays: 0 };
    // Monday and Tuesday have had dish 1 twice; Wednesday is the first day.
    const [adjacentServings, start] = [[-1, 0].map((day) => ({ day, dish: 1 })), '2026-11-25'];
    const ofWednesday = (more: MadeProblem) => {
      const problem = pose({ ...more, rules, adjacentServings });
      const { items, unmet } = planMenu({ ...problem, content: { ...problem.content, start } });
      return [
        items.map(({ dish }) => dish),
        unmet.flatMap(({ rule, by }) => (rule === 'perWeek' ? [by?.rawJSON] : [])),
      ];
    };
    expect(ofWednesday(made(2))).toEqual([[2], []]);
    expect(ofWednesday(made(1))).toEqual([[1], ['1']]);
    const inWeek = (from: string, days: number) =>
      listServingsOfSameWeek({
        ...pose({ ...made(1), days, adjacentServings }),
        content: { ...pose(made(1)).content, start: from, days },
      });
    expect(inWeek(start, 5)).toEqual(adjacentServings);
    // Those before a Monday are of another week; and a menu over two weeks is a week by itself.
    expect([inWeek('2026-11-23', 5), inWeek(start, 6)]).toEqual([[], []]);
  });
});

describe('a cycle of weeks', () => {
  const starts = ['2026-11-23', '2026-11-30', '2026-12-07'];
  const weeksOf = (of: MadeProblem) => {
    const problem = pose(of);
    return planCycle(starts.map((start) => ({ ...problem, content: { ...problem.content, start } })));
  };

  it('serves other dishes in each week while there are some, and the same again where there are none', () => {
    const weeks = weeksOf({ ...made(9), days: 3 });
    expect(weeks.map(({ start }) => start)).toEqual(starts);
    expect(new Set(weeks.flatMap(({ items }) => items.map(({ dish }) => dish))).size).toBe(9);
    expect(weeks.flatMap(({ unmet }) => unmet.filter(({ rule }) => rule === 'repeat'))).toEqual([]);
    const few = weeksOf({ ...made(3), days: 3 });
    expect(few.map(({ items }) => items.length)).toEqual([3, 3, 3]);
  });

  it('has no dish again too soon after the week before', () => {
    const weeks = weeksOf({ ...made(7), days: 7, rules: { repeatDays: 7 } });
    const served = weeks.flatMap(({ items }) => items.map(({ dish }) => dish));
    // Seven dishes in seven days: the order of the first week is that of all.
    expect(served.slice(7)).toEqual(served.slice(0, -7));
  });
});
