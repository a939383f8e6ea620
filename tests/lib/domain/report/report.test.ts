import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisInput } from '../../../../lib/domain/analysis/content.ts';
import { makeReport, type ReportedMenu, type ReportRequest } from '../../../../lib/domain/report/report.ts';
import type { ResolvedMenu } from '../../../../lib/domain/revision.ts';
import { addDays } from '../../../../lib/domain/values/calendar.ts';
import { listReportTables } from '../../../../lib/sheets/report-workbook.ts';
import { calculateLevels } from '../analysis/calculator.ts';
import { type Made, make } from '../analysis/made.ts';
import { randomMenu } from '../analysis/random-menu.ts';

const MONDAY = '2026-11-23';
const NO_DAYS = { off: [], on: [] };
const ALL = { isPriced: true };

/** A menu as it is frozen: what a report does not look at is not made up. */
const toFacts = (input: AnalysisInput) => input as ResolvedMenu;

interface Span {
  readonly days?: number;
  readonly off?: string[];
  readonly request?: ReportRequest;
}

/** The report of menus from the Monday on. */
function makeRaw(menus: readonly (ReportedMenu | AnalysisInput)[], { days = 28, off = [], request = ALL }: Span = {}) {
  const input = {
    dates: Array.from({ length: days }, (_, index) => addDays(MONDAY, index)),
    menus: menus.map((menu) => ('menu' in menu ? menu : { menu: toFacts(menu), people: [] })),
    calendars: { own: { off, on: [] }, usual: NO_DAYS },
    useSpan: { until: '9999-12-31' },
    swapCount: 0,
  };
  return makeReport(input, request);
}

/** The report as its caller reads it. */
function report(...asked: Parameters<typeof makeRaw>) {
  return JSON.parse(JSON.stringify(makeRaw(...asked)), (key, value, context?: { source?: string }) =>
    typeof value === 'number' && !['days', 'people', 'times', 'dish', 'swaps'].includes(key) ? context?.source : value,
  );
}

/** The evaluation without its words, which the calculator does not have. */
const withoutWords = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, one) => (['name', 'unit', 'limit'].includes(key) ? undefined : one)));

/** The days of a menu from `first` to `last` as a menu of its own. */
function cut({ content, ...input }: AnalysisInput, first: number, last: number): AnalysisInput {
  const items = content.items
    .filter(({ day }) => day >= first && day <= last)
    .map((item) => ({ ...item, day: item.day - first + 1 }));
  const start = addDays(MONDAY, first - 1);
  return { ...input, content: { ...content, start, days: last - first + 1, items } };
}

it('the report of several menus has the mean that an independent calculator finds for all their days in one', () => {
  fc.assert(
    fc.property(randomMenu, fc.integer({ min: 1, max: 3 }), (random, last) => {
      const input = { ...random, content: { ...random.content, start: MONDAY } };
      const { levels } = report([cut(input, 1, last), cut(input, last + 1, 4)]);
      const expected = calculateLevels(input) as { level: string; average: object; days: { day: string }[] }[];
      const eating = expected.filter(({ days }) => days.length > 0);
      const byName = (name: string) => levels.find((one: { name: string }) => one.name === name);
      expect(levels).toHaveLength(eating.length);
      for (const one of eating as unknown as { name: string; average: { evaluation: object }; days: unknown[] }[]) {
        const found = byName(one.name);
        const { evaluation, ...average } = found.average;
        const { evaluation: evaluated, ...mean } = one.average;
        expect([average, found.days]).toEqual([mean, one.days.length]);
        expect(withoutWords(evaluation)).toEqual(withoutWords(evaluated));
      }
    }),
    { numRuns: 60 },
  );
});

const foods: NonNullable<Made['foods']> = {
  rice: { name: '米', is: ['谷类'], has: { energy: 1000, protein: 8 } },
  fish: { name: '鱼', is: ['鱼虾类'], has: { energy: 400, protein: 20 } },
};
const dishes: NonNullable<Made['dishes']> = {
  1: { name: '米饭', of: { rice: 100 } },
  2: { name: '鱼', of: { fish: 50 } },
};
const standard = (min: number, overflow = '0') => {
  return { overflow, day: { 谷薯类: 250 }, levels: { 小学: { 能量: { min } } } };
};

/** A week of the group 小学, at lunch of some days: rice always, fish on the days named. */
function week(start: string, days: readonly number[], fish: readonly number[], rest: Made = {}) {
  const items = days.flatMap((day) => [
    [day, 'lunch', 1] as const,
    ...(fish.includes(day) ? [[day, 'lunch', 2] as const] : []),
  ]);
  return make({ foods, dishes, start, days: 5, items, ...rest });
}

describe('the shares of the energy', () => {
  // 170, 740 and 765 + 40 kJ of 1,715; 340, 74 and 170 of 584
  const eaten: NonNullable<Made['foods']> = {
    rich: { has: { protein: 10, fat: 20, carbohydrate: 50, fibre: 5 } },
    lean: { has: { protein: 20, fat: 2, carbohydrate: 10, fibre: 0 } },
    vague: { has: { protein: 20, fat: 2, fibre: 0 } },
  };
  const serve = (start: string, days: number, food: string, shares: NonNullable<Made['standard']>['shares']) =>
    week(
      start,
      Array.from({ length: days }, (_, index) => index + 1),
      [],
      {
        foods: eaten,
        dishes: { 1: { of: { [food]: 100 } } },
        standard: { levels: { 小学: {} }, ...(shares ? { shares } : {}) },
      },
    );
  const first = serve(MONDAY, 2, 'rich', { fat: { min: 0.2, max: 0.3 } });
  const second = serve('2026-11-30', 1, 'lean', { fat: { min: 0.2, max: 0.4 }, protein: { max: 0.2 } });

  it('are those of the mean, judged where every day has a range, by the means of the ranges; days are counted', () => {
    const [level] = report([first, second]).levels;
    expect(level.average.energyShares).toEqual({ protein: '0.17', fat: '0.39', carbohydrate: '0.44' });
    // 42 g × 37 of 4,014 kJ; (0.3 + 0.3 + 0.4) / 3
    expect(level.average.judgedShares).toEqual([
      { key: 'fat', name: '脂肪供能比', value: '0.3871', min: '0.2', max: '0.333333', judgement: '过量' },
    ]);
    expect(level.below).toEqual([{ key: '脂肪供能比', name: '脂肪供能比', days: 1 }]);
    expect(level.above).toEqual([
      { key: '脂肪供能比', name: '脂肪供能比', days: 2 },
      { key: '蛋白质供能比', name: '蛋白质供能比', days: 1 },
    ]);
  });

  it('stand in the tables with their ranges and days, those without a range by their mean alone', () => {
    const [table] = listReportTables(makeRaw([first, second]));
    expect(
      table?.rows
        .map(([, ...cells]) => cells)
        .filter(([, unit]) => unit === '%')
        .slice(0, 3),
    ).toEqual([
      ['蛋白质供能比', '%', '17', '', '', '', '1'],
      ['脂肪供能比', '%', '38.71', '20–33.3', '过量', '1', '2'],
      ['碳水化合物供能比', '%', '44', '', '', '', ''],
    ]);
  });

  it('are 数据不足 where one of the three is unknown, and not judged without a range on each day', () => {
    const vague = serve(MONDAY, 2, 'vague', { fat: { max: 0.1 } });
    const [level] = report([vague]).levels;
    expect(level.average.judgedShares).toEqual([
      { key: 'fat', name: '脂肪供能比', value: '0.1787', max: '0.1', judgement: '数据不足' },
    ]);
    expect([level.below, level.above]).toEqual([[], []]);
    expect(report([first, serve('2026-11-30', 1, 'lean', undefined)]).levels[0].average).not.toHaveProperty(
      'judgedShares',
    );
  });
});

describe('a report worked out by hand', () => {
  // In the first week lunch is judged by 3000 kJ × 0.4 = 1200, in the second by 2000 × 0.4 × 0.9 = 720.
  const first = week(MONDAY, [1, 2], [1], { standard: standard(3000) });
  const second = week('2026-11-30', [1, 2, 3], [2, 3], { standard: standard(2000, '0.1') });

  it('means over the days on which the group ate, judged by the means of what judged those days', () => {
    const [level] = report([first, second]).levels;
    expect(level).toMatchObject({ name: '小学', level: '小学', judged: true, days: 5, people: 500 });
    // (1200 + 1000 + 1000 + 1200 + 1200) / 5 = 1120 kJ; (2 × 1200 + 3 × 800) / 5 = 960; (2 × 1200 + 3 × 720) / 5 = 912
    expect(level.average.nutrients[0]).toMatchObject({
      key: 'energy',
      value: '1120.00',
      min: '960.00',
      judgement: '适量',
    });
    // (18 + 8 + 8 + 18 + 18) / 5
    expect(level.average.nutrients[1]).toMatchObject({ key: 'protein', value: '14.00', coverage: '1.00' });
    expect(level.average.categories).toEqual([
      { name: '谷薯类', value: '100.00', amount: '100.00', judgement: '适量' },
    ]);
    // fish in 1 and 2 meals of two weeks
    expect(level.average.evaluation.times.fish).toMatchObject({ value: '1.50' });
    expect(level.average.kinds).toBe('1.60');
  });

  it('counts the days that were too little, by what judged them then', () => {
    const [level] = report([first, second]).levels;
    expect([level.below, level.above]).toEqual([[{ key: 'energy', name: '能量', days: 1 }], []]);
  });

  it('judges a mean only where every day has a range, and tells that not every day was judged', () => {
    const unjudged = week('2026-11-30', [1], [], { standard: { levels: { 中学: {} } } });
    const [level] = report([first, unjudged]).levels;
    expect(level.judged).toBe(false);
    expect(level.average.nutrients[0]).toEqual({
      ...{ key: 'energy', name: '能量', unit: 'kJ', value: '1066.67', aboveUl: false, coverage: '1.00' },
    });
    expect(level.below).toEqual([{ key: 'energy', name: '能量', days: 1 }]);
  });

  it('counts dishes by the meals that had them, days off and days outside the span left out', () => {
    const made = report([first, second], { days: 9, off: ['2026-11-24', '2026-11-25'] });
    // Monday, and Monday and Tuesday of the next week
    expect(made.dishes).toEqual([
      { dish: 1, name: '米饭', times: 3 },
      { dish: 2, name: '鱼', times: 2 },
    ]);
    expect([made.days, made.levels[0].days, made.from, made.to]).toEqual([3, 3, MONDAY, '2026-12-01']);
    expect(made.notServed).toEqual(['2026-11-26', '2026-11-27']);
  });

  it('weighs and prices foods for the people of each day, at the prices of each menu', () => {
    const priced = { ...first, prices: new Map([['rice', '5.00']]) };
    const dearer = { ...second, prices: new Map([['rice', '6.00']]) };
    const people = [[MONDAY, '小学', 40]] as const;
    const made = report([{ menu: toFacts(priced), people }, dearer]);
    // 40 + 100 and 300 portions of 100 g: 14 kg at 5 and 30 kg at 6 yuan; fish for 40 + 200
    expect(made.foods).toEqual([
      { code: 'rice', name: '米', kilograms: '44.00', cost: '250.00' },
      { code: 'fish', name: '鱼', kilograms: '12.00' },
    ]);
    // 0.5 and 0.6 yuan of rice a head; fish has no price
    expect([made.levels[0].people, made.levels[0].average.cost]).toEqual([
      440,
      { value: '0.56', missing: ['鱼'], missingCount: '1' },
    ]);
    const hidden = report([priced, dearer], { request: { isPriced: false } });
    expect([hidden.levels[0].average.cost, hidden.foods[0].cost]).toEqual([undefined, undefined]);
  });

  it('is of one level where one is asked for: its dishes and foods alone', () => {
    const both = week(MONDAY, [1], [], {
      groups: [['小学'], ['教师']],
      items: [
        [1, 'lunch', 1],
        [1, 'lunch', 2, '1', ['教师']],
      ],
    });
    const made = report([both], { request: { ...ALL, level: ' 小学 ' } });
    expect(made.levels.map(({ name }: { name: string }) => name)).toEqual(['小学']);
    expect(made.dishes).toEqual([{ dish: 1, name: '米饭', times: 1 }]);
    expect(made.foods.map(({ code }: { code: string }) => code)).toEqual(['rice']);
    expect(report([both], { request: { ...ALL, level: '中学' } })).toMatchObject({ days: 0, levels: [], dishes: [] });
  });
});
