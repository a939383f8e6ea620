import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costCases } from '../support/cost-cases.ts';
import { measurePattern } from '../support/cost-measures.ts';
import { findWrong, readPatternCosts, restateCosts, rewriteCosts } from '../support/cost-table.ts';
import { Reference } from '../support/reference.ts';

const patterns = await readPatternCosts();

let reference: Reference;

beforeAll(async () => {
  reference = await Reference.build();
});
afterAll(() => reference.service.stop());

describe('the costs in tables/access-patterns.md', () => {
  it('are of functions that have a case in tests/support/cost-cases.ts, and of no other', () => {
    expect(Object.keys(costCases).sort()).toEqual(patterns.map(({ name }) => name).sort());
  });

  // In the order of the table: what one case leaves behind is part of what the next one finds.
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

describe('the table with other figures', () => {
  const text = [
    '| `unit` | `V#12` | `UNIT` |',
    '| create | `V#12` | `unit.create` | 2; more with an icon | 1 r, 4 w; the icon |',
    '| read | `V#12` | `unit.read` | 1 | 1 r |',
  ].join('\n');

  it('has those, the words behind them, and what is not wrong in round trips', () => {
    const patterns = new Map([
      ['unit.create', { roundTrips: 4, readUnits: 0, writeUnits: 7.5 }],
      ['unit.read', { roundTrips: 1, readUnits: 2, writeUnits: 0 }],
    ]);
    expect(rewriteCosts(text, patterns).split('\n')).toEqual([
      '| `unit` | `V#12` | `UNIT` |',
      '| create | `V#12` | `unit.create` | 4; more with an icon | 7.5 w; the icon |',
      '| read | `V#12` | `unit.read` | 1 | 2 r |',
    ]);
    expect(rewriteCosts(text, new Map())).toBe(text);
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

  it('have those of their own routes, and the round trips that they had', () => {
    const figures = { roundTrips: 1, readUnits: 6.5, writeUnits: 1 };
    const of = (...routes: string[]) => new Map(routes.map((route) => [route, figures]));
    const restate = (...routes: string[]) => restateCosts(text.join('\n'), of(...routes)).split('\n');
    expect(restate('PUT /a')).toEqual(text.with(5, '    cost: [3, 6.5, 1],'));
    expect(restate('$default')).toEqual(text.with(1, text[1]?.replace('[0, 0, 0]', '[0, 6.5, 1]') ?? ''));
    expect(restate('GET /a', 'GET /b')).toEqual(text);
  });
});
