import { describe, expect, it } from 'vitest';
import { UsageProblem } from '../../scripts/command/command.ts';
import { carryOut } from '../support/commands/start.ts';
import { answeredRoutes } from '../support/statements/statements.ts';
import { renderChart } from './chart.ts';
import { growthScales } from './counts/growth.ts';
import { readOptions, sections } from './options.ts';
import load from './price/load.json' with { type: 'json' };
import { priceMonth } from './price/price.ts';
import prices from './price/prices.json' with { type: 'json' };
import { renderMarkdown, renderText } from './table.ts';

const bill = {
  roundTrips: 2,
  callCount: 2,
  readUnits: 5,
  writeUnits: 1,
  refillUnits: 1,
  bytesRead: 0,
  bytesWritten: 0,
};
const counts = answeredRoutes.map((route) => ({ id: route, route, cold: bill, warm: bill }));

describe('the price of a month', () => {
  it('is that of its calls, of their capacity and of their time', () => {
    const month = priceMonth(counts);
    const calls = load.schools * load.callsPerMinute * 60 * load.hoursPerDay * load.daysPerMonth;
    expect(month.calls).toBe(calls);
    const millions = Object.fromEntries(month.lines.map(({ what, amount }) => [what, amount]));
    expect(millions['HTTP API requests']).toBeCloseTo(calls / 1e6);
    expect(millions['Lambda requests']).toBeCloseTo(calls / 1e6);
    expect(millions['DynamoDB reads']).toBeCloseTo((5 * calls) / 1e6);
    // Refills of copies are paid for like other writes.
    expect(millions['DynamoDB writes']).toBeCloseTo((2 * calls) / 1e6);
    const signIns = (load.shares['POST /api/login'] / 100) * load.signInMs;
    const ms = load.handlerMs + 2 * load.storeRoundTripMs + signIns + load.coldShare * load.coldStartMs;
    expect(millions['Lambda duration at 256 MB']).toBeCloseTo((calls * ms * 0.25) / 1000);
    // One school's data: 71 KB and its log of operations, which has an entry for 10 % of its calls.
    const operations = calls * 6 * 0.1 * 360;
    expect(millions['DynamoDB storage']).toBeCloseTo((load.schools * 71 * 1024 + operations) / 1024 ** 3);
    expect(millions['Point-in-time recovery']).toBe(millions['DynamoDB storage']);
    expect(millions['Logs, written']).toBeCloseTo((calls * 1000) / 1024 ** 3);
    const reads = calls * load.coldShare + counts.length * 12 * load.hoursPerDay * load.daysPerMonth;
    expect(millions['Signing keys, decrypted']).toBeCloseTo(reads / 10_000);
    expect(month.total).toBeCloseTo(month.lines.reduce((sum, { amount, price }) => sum + amount * price, 0));
  });

  it('is that of as many schools as are asked for', () => {
    const [one, ten] = [priceMonth(counts, 1), priceMonth(counts, 10)];
    expect([one.load.schools, ten.load.schools]).toEqual([1, 10]);
    expect(ten.calls).toBe(10 * one.calls);
    expect(ten.total).toBeGreaterThan(9 * (one.total - (one.lines.at(-1)?.cost ?? 0)));
  });

  it('goes by prices that name their date and source', () => {
    const { region, currency, note, ...each } = prices;
    expect([region, currency, note].every((text) => text !== '')).toBe(true);
    for (const { price, date, source } of Object.values(each)) {
      expect(price).toBeGreaterThan(0);
      expect(date).toMatch(/^20\d\d/);
      expect(new URL(source).protocol).toBe('https:');
    }
  });

  it('cannot be told where a call of the mix was not counted', () => {
    expect(() => priceMonth(counts.filter(({ route }) => route !== 'GET /api/me'))).toThrow('GET /api/me');
  });
});

describe('the chart', () => {
  it('shows what stays the same as level, and what grows in proportion as a straight slope', () => {
    const of = (ys: number[]) => ys.map((y, index) => [100 * 10 ** index, y] as const);
    const lines = [
      { name: 'flat', colour: 'blue', points: of([20, 20, 20]) },
      { name: 'slope', colour: 'red', points: of([1, 10, 100]) },
    ];
    const svg = renderChart(lines, { title: 'a < b & c', xAxis: 'x', yAxis: 'y' });
    const [flat = [], slope = []] = [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => Number(point.split(',')[1])),
    );
    expect(new Set(flat).size).toBe(1);
    const [first = 0, second = 0, third = 0] = slope;
    expect(first).toBeGreaterThan(second);
    expect(first - second).toBeCloseTo(second - third, 0);
    expect(svg).toContain('<title>a &lt; b &amp; c</title>');
  });

  it('is of scales up to the greatest', () => {
    expect(growthScales(100_000)).toEqual([100, 1000, 10_000, 100_000]);
    expect(growthScales(2000)).toEqual([100, 1000, 2000]);
  });
});

describe('a table', () => {
  const table = {
    title: 'Costs',
    head: ['call', 'units'],
    rows: [
      ['one', 1],
      ['another', 1234.5],
    ],
  };

  it('is text in columns, figures to the right', () => {
    expect(renderText(table)).toBe('Costs\n\ncall     units\none            1\nanother  1,234.5\n');
  });

  it('is Markdown, too', () => {
    expect(renderMarkdown(table)).toBe(
      '## Costs\n\n| call | units |\n|---|---:|\n| one | 1 |\n| another | 1,234.5 |\n',
    );
  });
});

describe('the command line', () => {
  it('measures everything at full scale unless told otherwise', () => {
    const all = { units: 100_000, dishes: 10_000, menus: 4900, foods: 1851, publish: false, only: new Set(sections) };
    expect(readOptions([])).toEqual(all);
    const some = readOptions(['--only', 'counts,cold', '--units', '500', '--publish']);
    expect(some).toEqual({ ...all, units: 500, publish: true, only: new Set(['counts', 'cold']) });
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([['--only', 'times'], ['--units', '1'], ['--dishes', 'many'], ['--fast'], ['more']])(
    'refuses %s %s',
    (...args) => {
      expect(() => readOptions(args)).toThrow(UsageProblem);
    },
  );

  it('ends with 2, and one line, where it is called wrongly', async () => {
    const stderr = '--units takes a whole number from 20 to 1000000, not "many"\n';
    expect(await carryOut('tests/bench/main.ts', ['--units', 'many'], {})).toEqual({
      code: 2,
      stdout: '',
      stderr,
    });
  });
});
