import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMenu } from '../../../../../lib/domain/planner/plan.ts';
import type { PlanProblem, TemplateRow } from '../../../../../lib/domain/planner/problem.ts';
import { pose } from '../made.ts';

const MARKS = ['主食', '荤菜', '素菜'];
const CODES = ['a', 'b', 'c', 'd', 'e'];

const row = (marks: string[]) =>
  fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 }))
    .map(([min, more]): TemplateRow => ({ marks, min, max: Math.max(1, min + more) }));

const dish = fc.record({
  mark: fc.constantFrom(...MARKS),
  poly: fc.constantFrom('炒', '炸', ''),
  of: fc.dictionary(fc.constantFrom(...CODES), fc.integer({ min: 1, max: 200 }), { maxKeys: 3 }),
  month: fc.constantFrom<number[]>([], [11], [12], [1]),
});

/** Up to four days around the end of November, of up to eight dishes of which some may not be served. */
const problems: fc.Arbitrary<PlanProblem> = fc
  .record({
    days: fc.integer({ min: 1, max: 4 }),
    lunch: row(['主食']),
    dinner: fc.tuple(row(['荤菜']), row(['素菜'])),
    dishes: fc
      .array(dish, { maxLength: 8 })
      .map((all) => Object.fromEntries(all.map((one, index) => [index + 1, one]))),
    avoided: fc.subarray(CODES, { maxLength: 1 }),
    locked: fc.uniqueArray(
      fc.record({
        day: fc.constantFrom(1),
        meal: fc.constantFrom('lunch' as const, 'dinner' as const),
        dish: fc.integer({ min: 1, max: 9 }),
        portion: fc.constantFrom('1', '0.5'),
      }),
      { selector: ({ meal, dish: id }) => `${meal} ${id}`, maxLength: 3 },
    ),
    rules: fc.record({
      repeatDays: fc.integer({ min: 0, max: 4 }),
      perWeek: fc.constantFrom({}, { 主食: 1 }, { 荤菜: 1 }),
    }),
    seed: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ days, lunch, dinner, dishes, avoided, ...rest }) => {
    const marks = Object.fromEntries(avoided.map((code) => [code, '忌用' as const]));
    const problem = pose({
      ...rest,
      days,
      meals: ['lunch', 'dinner'],
      dishes,
      marks,
      template: { lunch: [lunch], dinner: [...dinner] },
    });
    return { ...problem, content: { ...problem.content, start: '2026-11-29' } };
  });

/** Which dishes may be served on a day, said once more: days 1 and 2 are in November. */
function isServable({ dishes, marks }: PlanProblem, id: number, day: number): boolean {
  const { ingredient = [], month = [] } = dishes.get(id) ?? {};
  const isClean = ingredient.every(({ key }) => marks.get(key) !== '忌用');
  return ingredient.length > 0 && isClean && (month.length === 0 || month.includes(day <= 2 ? 11 : 12));
}

const runs = { numRuns: 60, seed: 15 };

describe('any plan', () => {
  it('keeps what is locked, serves nothing that it may not, and no dish twice in a meal', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const { items } = planMenu(problem);
        for (const item of problem.locked) expect(items).toContainEqual(item);
        const own = items.filter((item) => !problem.locked.includes(item));
        expect(own.filter(({ dish: id, day }) => !isServable(problem, id, day))).toEqual([]);
        expect(own.filter(({ portion }) => portion !== '1')).toEqual([]);
        expect(new Set(items.map((item) => `${item.day} ${item.meal} ${item.dish}`)).size).toBe(items.length);
      }),
      runs,
    );
  });

  it('has of each row what there is, and not more than it asks for, and says where that is too few', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const { items, unmet } = planMenu(problem);
        for (let day = 1; day <= problem.content.days; day += 1) {
          for (const [meal, rows] of Object.entries(problem.template)) {
            for (const { marks, min, max } of rows) {
              const isOfRow = (id: number) => marks.includes(problem.dishes.get(id)?.mark ?? '');
              const here = items.filter((one) => one.day === day && one.meal === meal && isOfRow(one.dish));
              const fixed = problem.locked.filter((one) => one.day === day && one.meal === meal && isOfRow(one.dish));
              const others = [...problem.dishes.keys()].filter((id) => {
                return isOfRow(id) && isServable(problem, id, day) && fixed.every((one) => one.dish !== id);
              });
              expect(here.length).toBeGreaterThanOrEqual(Math.min(min, fixed.length + others.length));
              expect(here.length).toBeLessThanOrEqual(Math.max(max, fixed.length));
              const lacking = unmet.filter((one) => one.rule === 'template' && one.day === day && one.meal === meal);
              if (here.length < min) expect(lacking.map(({ text }) => text).join()).toContain(marks.join('、'));
            }
          }
        }
      }),
      runs,
    );
  });

  it('names each dish that comes again too soon or too often, and no other', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const { items, unmet } = planMenu(problem);
        const { repeatDays, perWeek } = problem.rules;
        const expected: string[] = [];
        for (const [id, { mark }] of problem.dishes) {
          const times = items
            .filter((one) => one.dish === id)
            .map((one) => one.day * 2 + Number(one.meal === 'dinner'));
          times.sort((a, b) => a - b);
          const days = times.map((time) => Math.floor(time / 2));
          for (let index = 1; index < days.length; index += 1) {
            const [before = 0, day = 0] = days.slice(index - 1, index + 1);
            const apart = mark === '主食' ? Math.min(1, repeatDays) : repeatDays;
            if (day - before < apart) expected.push(`repeat ${id} ${day}`);
          }
          const most = Object.entries(perWeek).find(([name]) => name === mark)?.[1];
          if (most !== undefined && days.length > most) expected.push(`perWeek ${id} undefined`);
        }
        const repeated = unmet.filter(({ rule }) => rule === 'repeat' || rule === 'perWeek');
        expect(repeated.map(({ rule, dish: id, day }) => `${rule} ${id} ${day}`).sort()).toEqual(expected.sort());
      }),
      runs,
    );
  });

  it('repeats nothing where there are dishes enough', () => {
    const many = fc.record({
      days: fc.integer({ min: 1, max: 5 }),
      repeatDays: fc.integer({ min: 0, max: 4 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(many, ({ days, repeatDays, seed }) => {
        const dishes = Object.fromEntries(
          Array.from({ length: 2 * repeatDays }, (_, index) => [
            index + 1,
            { mark: '素菜', of: { [`v${index}`]: 100 } },
          ]),
        );
        const template = { lunch: [{ marks: ['素菜'], min: 2, max: 2 }] };
        const { items, unmet } = planMenu(pose({ days, dishes, template, rules: { repeatDays }, seed }));
        expect(items).toHaveLength(repeatDays === 0 ? 0 : days * 2);
        expect(unmet.filter(({ rule }) => rule === 'repeat')).toEqual([]);
      }),
      { ...runs, numRuns: 25 },
    );
  });
});
