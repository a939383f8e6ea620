import { describe, expect, it } from 'vitest';
import { readFigures } from '../../../lib/domain/analysis/figures.ts';
import { starterFoods, starterStandards } from '../../../scripts/command/starter.ts';

const LEVEL = '中体力';
const parsed = starterStandards.map((standard) => {
  const figures = readFigures(standard);
  const level = figures.findLevel(LEVEL);
  const range = (key: string) => {
    const { min, max, ul } = level?.rangeByNutrient.get(key) ?? {};
    return [min?.toNumber(), max?.toNumber(), ul?.toNumber()];
  };
  const day = new Map(figures.dayCategories.map(({ name, min, max }) => [name, [min?.toNumber(), max?.toNumber()]]));
  const week = new Map(figures.weekCategories.map(({ name, min, max }) => [name, [min?.toNumber(), max?.toNumber()]]));
  return { ...standard, figures, level, range, day, week };
});
const pupils = parsed.slice(1);
const round = (amount: number) => Math.round(amount * 10) / 10;

it('there are five, assigned to nobody, each for units of some categories', () => {
  expect(
    parsed.map(({ name, vendors, unitCategories }) => [name.replace(/（.*/, ''), vendors, unitCategories]),
  ).toEqual([
    ['幼儿营养标准 3–5 岁', [], ['幼儿园']],
    ['学生餐营养标准 6–8 岁', [], []],
    ['学生餐营养标准 9–11 岁', [], ['小学']],
    ['学生餐营养标准 12–14 岁', [], ['初中']],
    ['学生餐营养标准 15–17 岁', [], ['高中', '中等职业学校']],
  ]);
});

it('all that they name is known', () => {
  for (const { level } of parsed) expect([level?.unknownNames, level?.repeatedNames]).toEqual([[], []]);
});

describe('they have the figures of WS/T 554-2017', () => {
  it('energy from the girls to the boys, fat 20 to 30 % and carbohydrate 50 to 65 % of it', () => {
    const kcal = [
      [1550, 1700],
      [1900, 2100],
      [2100, 2450],
      [2350, 2900],
    ] as const;
    for (const [index, [girls, boys]] of kcal.entries()) {
      const part = (from: number, to: number, perGram: number) =>
        [(girls * 4.184 * from) / perGram, (boys * 4.184 * to) / perGram].map(round);
      const { range, figures } = pupils[index] ?? {};
      expect(range?.('energy').slice(0, 2)).toEqual(part(1, 1, 1));
      expect(range?.('fat').slice(0, 2)).toEqual(part(0.2, 0.3, 37));
      expect(range?.('carbohydrate').slice(0, 2)).toEqual(part(0.5, 0.65, 17));
      const shares = [...(figures?.shareRanges ?? [])].map(([key, one]) => [key, one.min?.toText(), one.max?.toText()]);
      expect(shares).toEqual([
        ['fat', '0.2', '0.3'],
        ['carbohydrate', '0.5', '0.65'],
      ]);
    }
  });

  it('protein is judged from 80 to 120 % of its figure, for 3 to 5 years without a most', () => {
    expect(parsed[0]?.range('protein')).toEqual([26.7, undefined, undefined]);
    for (const [index, grams] of [30, 40, 50, 65, 75].entries()) {
      if (index === 0) continue;
      const { range, figures } = parsed[index] ?? {};
      const [min = 0, max = 0] = range?.('protein') ?? [];
      expect(min * (figures?.minFactor.toNumber() ?? 0)).toBeCloseTo(grams * 0.8, 0);
      expect(max * (figures?.maxFactor.toNumber() ?? 0)).toBeLessThanOrEqual(grams * 1.2);
      expect(max * (figures?.maxFactor.toNumber() ?? 0)).toBeCloseTo(grams * 1.2, 0);
    }
  });

  it.each([
    ['calcium', [850, 950, 800]],
    ['iron', [14, 18, 18]],
    ['zinc', [8, 10.5, 11.5]],
    ['vitamin-a-rae', [550, 720, 820]],
    ['vitamin-b1', [1.1, 1.4, 1.6]],
    ['vitamin-b2', [1.1, 1.4, 1.6]],
    ['vitamin-c', [75, 95, 100]],
    ['fibre', [20, 20, 25]],
  ] as const)('%s of 9 to 17 years', (key, figures) => {
    expect(pupils.slice(1).map(({ range }) => range(key).slice(0, 2))).toEqual(figures.map((min) => [min, undefined]));
  });

  it('the row of 6 to 8 years is reckoned as the others can be: the mean of three years of DRIs 2013', () => {
    // By the band from which a year has its figure: 4 to 6, 7 to 10, 11 to 13 and 14 to 17 years; boys. Of calcium the EAR.
    const dris: Readonly<Record<string, readonly number[]>> = {
      calcium: [650, 800, 1000, 800],
      zinc: [5.5, 7, 10, 11.5],
      'vitamin-a-rae': [360, 500, 670, 820],
      'vitamin-b1': [0.8, 1, 1.3, 1.6],
      'vitamin-c': [50, 65, 90, 100],
    };
    const bands = [
      [0, 1, 1],
      [1, 1, 2],
      [2, 2, 3],
      [3, 3, 3],
    ];
    for (const [key, values] of Object.entries(dris)) {
      for (const [index, years] of bands.entries()) {
        const mean = years.reduce((sum, band) => sum + (values[band] ?? 0), 0) / years.length;
        const [min = 0] = pupils[index]?.range(key) ?? [];
        expect(Math.abs(min / mean - 1), `${key} ${index}: ${min} of ${mean}`).toBeLessThan(0.04);
      }
    }
  });

  it('foods a day, with its upper figures of meat, fish, eggs and milk; 7 days a week; liver 20 g', () => {
    const days = {
      谷薯类: [250, 300, 350, 350],
      蔬菜类: [300, 350, 400, 450],
      深色蔬菜: [150, 175, 200, 225],
      水果类: [150, 200, 250, 300],
      畜禽肉类: [30, 40, 50, 60],
      鱼虾类: [30, 40, 50, 50],
      蛋类: [50, 50, 75, 75],
      奶类及奶制品: [200, 200, 250, 250],
      大豆及坚果: [30, 35, 40, 50],
    };
    const most: Readonly<Record<string, readonly number[]>> = {
      畜禽肉类: [40, 50, 60, 70],
      鱼虾类: [40, 50, 60, 60],
      蛋类: [50, 50, 75, 75],
      奶类及奶制品: [300, 300, 300, 300],
    };
    for (const [name, least] of Object.entries(days)) {
      expect(pupils.map(({ day }) => day.get(name))).toEqual(least.map((grams, index) => [grams, most[name]?.[index]]));
    }
    for (const { day, week } of pupils) {
      expect([day.get('盐')?.[0], week.get('动物肝脏')]).toEqual([undefined, [20, undefined]]);
      for (const [name, bounds] of week)
        if (name !== '动物肝脏') expect(bounds).toEqual(day.get(name)?.map((grams) => grams && grams * 7));
    }
    // Lunch of 9 to 11 years is 40 % of the day.
    const lunch = ['谷薯类', '畜禽肉类', '鱼虾类'].map((name) => pupils[1]?.day.get(name)?.map((one = 0) => one * 0.4));
    expect(lunch).toEqual([
      [120, 0],
      [16, 20],
      [16, 20],
    ]);
  });

  it('the upper level of retinol is that of the youngest', () => {
    expect(parsed.map(({ range }) => range('vitamin-a-rae')[2])).toEqual([700, 900, 1500, 2100, 2700]);
  });
});

it('they forbid what order 45/2019 does, and nothing that the starter has but 四季豆', () => {
  for (const { forbidden, forbiddenMarks } of parsed) {
    expect(forbiddenMarks).toEqual(['冷荤']);
    expect(forbidden).toEqual(expect.arrayContaining(['042110', '042120', '042115', '045412', '051042', '051038']));
    const names = starterFoods.filter(({ code }) => forbidden?.includes(code)).map(({ alias, name }) => alias ?? name);
    expect(names).toEqual(['四季豆']);
  }
});
