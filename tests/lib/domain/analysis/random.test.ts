import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../lib/domain/analysis/analyse.ts';
import type { AnalysisInput } from '../../../../lib/domain/analysis/content.ts';
import { calculateLevels } from './calculator.ts';
import { randomMenu } from './random-menu.ts';

/** How many menus each property is tried on. */
const numRuns = 100;

/** What a figure of an evaluation is called, and its usual limit: those of an analysis worked out by hand are compared. */
const WORDS = ['name', 'unit', 'limit'];

/** The levels of an analysis, with each number as the printed text, without the words of evaluations. */
function printedLevels(input: AnalysisInput) {
  const asPrinted = (key: string, value: unknown, context?: { readonly source?: string }) => {
    if (key === 'evaluation')
      return JSON.parse(JSON.stringify(value, (name, one) => (WORDS.includes(name) ? undefined : one)));
    return typeof value === 'number' ? context?.source : value;
  };
  return JSON.parse(JSON.stringify(analyse(input).levels), asPrinted);
}

const numberOf = (value: unknown) => Number(JSON.stringify(value));

/** All judgements, in their order. */
function judgements(input: AnalysisInput): string[] {
  return Array.from(
    JSON.stringify(analyse(input)).matchAll(/"judgement":"([^"]*)"|"aboveUl":(\w+)/g),
    ([found]) => found,
  );
}

/** The same menu with its content changed. */
function withContent(input: AnalysisInput, change: Partial<AnalysisInput['content']>): AnalysisInput {
  return { ...input, content: { ...input.content, ...change } };
}

describe('the analysis of any menu', () => {
  it('is what an independent calculator finds with fractions', () => {
    fc.assert(
      fc.property(randomMenu, (input) => {
        expect(printedLevels(input)).toEqual(calculateLevels(input));
      }),
      { numRuns: 2 * numRuns },
    );
  });

  it('is the same to the byte for the same content', () => {
    fc.assert(
      fc.property(randomMenu, (input) => {
        const again = structuredClone(input);
        expect(JSON.stringify(analyse(again))).toBe(JSON.stringify(analyse(input)));
      }),
      { numRuns: 50 },
    );
  });

  it('is judged alike however many people eat', () => {
    fc.assert(
      fc.property(randomMenu, fc.integer({ min: 0, max: 100_000 }), (input, people) => {
        const groups = input.content.groups.map((group) => ({ ...group, people }));
        expect(judgements(withContent(input, { groups }))).toEqual(judgements(input));
      }),
      { numRuns: 50 },
    );
  });

  it('has no sum that is lower for a food more', () => {
    fc.assert(
      fc.property(randomMenu, fc.integer({ min: 1, max: 5 }), (input, id) => {
        const dish = input.dishes.get(id);
        const unused = [...input.foods.keys()].find((code) => !dish?.ingredient.some(({ key }) => key === code));
        fc.pre(dish !== undefined && unused !== undefined);
        const ingredient = [...(dish?.ingredient ?? []), { key: unused ?? '', value: '12.5' }];
        const dishes = new Map([...input.dishes, [id, { ...input.dishes.get(id), ingredient }] as never]);
        const [before, after] = [analyse(input), analyse({ ...input, dishes })];
        for (const [index, level] of before.levels.entries()) {
          const sums = new Map(after.levels[index]?.average.nutrients.map(({ key, value }) => [key, numberOf(value)]));
          for (const { key, value } of level.average.nutrients) {
            expect(sums.get(key)).toBeGreaterThanOrEqual(numberOf(value));
          }
          const categories = after.levels[index]?.week.categories.map(({ value }) => numberOf(value)) ?? [];
          for (const [index, { value }] of level.week.categories.entries()) {
            expect(categories[index]).toBeGreaterThanOrEqual(numberOf(value));
          }
          expect(numberOf(after.levels[index]?.average.kinds)).toBeGreaterThanOrEqual(numberOf(level.average.kinds));
        }
      }),
      { numRuns },
    );
  });

  it('has the same levels where a dish is served as two, of some of its foods each', () => {
    fc.assert(
      fc.property(randomMenu, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 6 }), (input, id, cut) => {
        const dish = input.dishes.get(id);
        fc.pre(dish !== undefined);
        const half = 6;
        const ingredient = dish?.ingredient ?? [];
        const dishes = new Map(input.dishes);
        if (dish) {
          dishes.set(id, { ...dish, ingredient: ingredient.slice(0, cut) });
          dishes.set(half, { ...dish, ingredient: ingredient.slice(cut) });
        }
        const items = input.content.items.flatMap((one) => (one.dish === id ? [one, { ...one, dish: half }] : [one]));
        expect(printedLevels({ ...withContent(input, { items }), dishes })).toEqual(printedLevels(input));
      }),
      { numRuns },
    );
  });

  it('has the same levels where a dish is served in two halves', () => {
    fc.assert(
      fc.property(randomMenu, fc.integer({ min: 1, max: 5 }), (input, id) => {
        const dish = input.dishes.get(id);
        fc.pre(dish !== undefined);
        const half = 6;
        const dishes = new Map([...input.dishes, ...(dish ? [[half, dish] as const] : [])]);
        const items = input.content.items.flatMap((one) => {
          const portion = (Number(one.portion) / 2).toString();
          return one.dish === id
            ? [
                { ...one, portion },
                { ...one, portion, dish: half },
              ]
            : [one];
        });
        expect(printedLevels({ ...withContent(input, { items }), dishes })).toEqual(printedLevels(input));
      }),
      { numRuns },
    );
  });

  it('counts every contribution once: the largest and the rest are all that is eaten', () => {
    fc.assert(
      fc.property(randomMenu, (input) => {
        const { levels } = analyse({ ...input, nutrient: 'protein' });
        for (const { contributions, days } of levels) {
          const values = contributions?.largest.map(({ value }) => numberOf(value)) ?? [];
          const sum = values.reduce((all, one) => all + one, numberOf(contributions?.rest));
          const eaten = days
            .flatMap(({ nutrients }) => nutrients.filter(({ key }) => key === 'protein'))
            .reduce((all, { value }) => all + numberOf(value), 0);
          // Each number is rounded by itself.
          expect(Math.abs(sum - eaten)).toBeLessThanOrEqual(0.005 * (values.length + 1 + days.length) + 1e-6);
          expect(values).toEqual(values.toSorted((a, b) => b - a));
        }
      }),
      { numRuns: 50 },
    );
  });
});
