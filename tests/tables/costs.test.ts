import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measurePattern } from '../support/costs/cost-measures.ts';
import { findWrong, listPatternCosts, restateCosts } from '../support/costs/cost-table.ts';
import { Reference } from '../support/statements/reference.ts';

const patterns = listPatternCosts();

let reference: Reference;

beforeAll(async () => {
  reference = await Reference.build();
});
afterAll(() => reference.service.stop());

describe('the costs that are stated of the store', () => {
  // In the order of the statements: what one case leaves behind is part of what the next one finds.
  it.each(patterns)('of $name are not exceeded, and true', async ({ name, ...written }) => {
    const bill = await measurePattern(reference, name);
    expect(findWrong(written, bill)).toEqual([]);
  });
});

describe('a written cost', () => {
  const written = { roundTrips: 2, readUnits: 4, writeUnits: 6 };

  it.each([
    ['is met', written, []],
    ['may be somewhat above what is measured', { ...written, writeUnits: 4 }, []],
    ['is wrong where it is exceeded', { ...written, readUnits: 4.5 }, ['readUnits: 4 written, 4.5 measured']],
    ['is wrong where it is far above', { ...written, writeUnits: 3 }, ['writeUnits: 6 written, 3 measured']],
  ])('%s', (_, measured, wrong) => {
    expect(findWrong(written, measured)).toEqual(wrong);
  });
});

describe('statements with other figures', () => {
  const text = [
    'export const statements: Statements = {',
    "  $default: { side: 'public', parameters: {}, cost: [0, 0, 0] },",
    "  'GET /a': { ...shared },",
    "  'PUT /a': {",
    "    side: 'any',",
    '    cost: [3, 5, 4],',
    '  },',
    '};',
  ];
  const pattern = [
    'export const patterns: Patterns = {',
    "  'unit.create': {",
    "    roundTrips: '2; more with an icon',",
    '    cost:',
    "      '1 r, 4 w; the icon',",
    '  },',
    "  'unit.read': {",
    "    roundTrips: '1',",
    "    cost: '1 r',",
    '  },',
    '};',
  ];

  it('have those of their own routes, and the round trips that they had', () => {
    const figures = { roundTrips: 1, readUnits: 6.5, writeUnits: 1 };
    const of = (...routes: string[]) => new Map(routes.map((route) => [route, figures]));
    const restate = (...routes: string[]) => restateCosts(text.join('\n'), of(...routes)).split('\n');
    expect(restate('PUT /a')).toEqual(text.with(5, '    cost: [3, 6.5, 1],'));
    expect(restate('$default')).toEqual(text.with(1, text[1]?.replace('[0, 0, 0]', '[0, 6.5, 1]') ?? ''));
    expect(restate('GET /a', 'GET /b')).toEqual(text);
  });

  it('have the words behind them, and what is not wrong in round trips of the store', () => {
    const figures = new Map([
      ['unit.create', { roundTrips: 4, readUnits: 0, writeUnits: 7.5 }],
      ['unit.read', { roundTrips: 1, readUnits: 2, writeUnits: 0 }],
    ]);
    const expected = pattern
      .with(2, "    roundTrips: '4; more with an icon',")
      .with(4, "      '7.5 w; the icon',")
      .with(8, "    cost: '2 r',");
    expect(restateCosts(pattern.join('\n'), figures).split('\n')).toEqual(expected);
    expect(restateCosts(pattern.join('\n'), new Map())).toBe(pattern.join('\n'));
  });
});
