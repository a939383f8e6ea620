import { describe, expect, it } from 'vitest';
import { analyse, summariseGroups } from '../../../../lib/domain/analysis/analyse.ts';
import { firstLevel, type Made, type MadeStandard, make } from './made.ts';

/** A lunch of so much pork, by a standard of WS/T 554-2017 for 9 to 11 years. Lunch is 40 % of the day. */
function pork(grams: number, standard: MadeStandard): Made {
  return {
    foods: { p: { is: ['畜禽肉类'] } },
    dishes: { 1: { of: { p: grams } } },
    standard: { overflow: '0.1', levels: { 小学: {} }, ...standard },
  };
}
const day = { day: { 畜禽肉类: 40 }, dayMax: { 畜禽肉类: 50 } };
const week = { week: { 畜禽肉类: 280 }, weekMax: { 畜禽肉类: 350 } };
const found = (grams: number, standard: MadeStandard = day) => firstLevel(pork(grams, standard)).average.categories;

describe('the most of a food category', () => {
  it.each([
    [14.39, '不足'],
    [14.4, '适量'],
    [22, '适量'],
    [22.01, '过量'],
    [300, '过量'],
  ])('%d g of pork at lunch are %s', (grams, judgement) => {
    expect(found(grams)).toEqual([{ name: '畜禽肉类', value: grams, amount: 16, max: 20, judgement }]);
  });

  it('is judged over the week against its part of the week', () => {
    const weekly = (grams: number) => firstLevel(pork(grams, week)).week.categories;
    expect(weekly(22)).toEqual([{ name: '畜禽肉类', value: 22, amount: 16, max: 20, judgement: '适量' }]);
    expect(weekly(22.01)).toMatchObject([{ judgement: '过量' }]);
  });

  it('may stand alone: then nothing is too little', () => {
    const standard = { dayMax: { 畜禽肉类: 50 } };
    expect(found(0.01, standard)).toEqual([{ name: '畜禽肉类', value: 0.01, amount: 0, max: 20, judgement: '适量' }]);
    expect(found(300, standard)).toMatchObject([{ judgement: '过量' }]);
  });

  it('without one, no meat is too much', () => {
    expect(found(300, { day: { 畜禽肉类: 40 } })).toEqual([
      { name: '畜禽肉类', value: 300, amount: 16, judgement: '适量' },
    ]);
  });

  it.each([
    [{ day: { 植物油: 25 }, dayMax: { 植物油: 20 } }, 8],
    [{ day: { 植物油: 20 }, dayMax: { 植物油: 25 } }, 8],
    [{ dayMax: { 植物油: 20 } }, 8],
    [{ day: { 植物油: 20 } }, 8],
  ])('of a category whose figure is a most, the lower one counts: %j', (standard, amount) => {
    const oil = (grams: number) => ({ ...pork(grams, standard), foods: { p: { is: ['植物油'] as const } } });
    expect(firstLevel(oil(8.8)).average.categories).toEqual([
      { name: '植物油', value: 8.8, amount, judgement: '适量' },
    ]);
    expect(firstLevel(oil(8.81)).average.categories).toMatchObject([{ judgement: '过量' }]);
  });

  it('is among the excesses of the summary', () => {
    expect(summariseGroups(analyse(make(pork(300, day))))).toMatchObject([{ excesses: ['畜禽肉类'] }]);
  });
});

describe('the parts of the energy', () => {
  const shares = { fat: { min: 0.2, max: 0.3 }, carbohydrate: { min: 0.5, max: 0.65 }, protein: { max: 0.15 } };
  /** A lunch of so many grams of protein, fat, carbohydrate and fibre, the last among the carbohydrate. */
  const eaten = (has: Readonly<Record<string, number>>, standard: MadeStandard = { shares }): Made => ({
    foods: { a: { has } },
    dishes: { 1: { of: { a: 100 } } },
    standard: { overflow: '0.5', levels: { 小学: {} }, ...standard },
  });
  const judged = (has: Readonly<Record<string, number>>) =>
    firstLevel(eaten({ fibre: 0, ...has })).average.judgedShares?.map(({ key, value, judgement }) => [
      key,
      value,
      judgement,
    ]);

  it('are judged with their bounds included and without tolerance', () => {
    // 37 × 30 of 3700 kJ.
    expect(judged({ protein: 30, fat: 30, carbohydrate: 2080 / 17 })).toEqual([
      ['protein', 0.1378, '适量'],
      ['fat', 0.3, '适量'],
      ['carbohydrate', 0.5622, '适量'],
    ]);
    expect(judged({ protein: 30, fat: 30.001, carbohydrate: 2080 / 17 })?.[1]).toEqual(['fat', 0.3, '过量']);
  });

  it('39 % fat are too much, 19 % too little', () => {
    const withFat = (part: number) =>
      judged({ protein: 0, fat: (part * 100) / 37, carbohydrate: ((1 - part) * 100) / 17 })?.[1];
    expect(withFat(0.39)).toEqual(['fat', 0.39, '过量']);
    expect(withFat(0.19)).toEqual(['fat', 0.19, '不足']);
  });

  it('are unknown where too little is known of one of the three', () => {
    const { judgedShares } = firstLevel({
      ...eaten({ protein: 30, fat: 20, carbohydrate: 100, fibre: 0 }),
      foods: { a: { has: { protein: 30, fat: 20, carbohydrate: 100 } }, b: { has: { protein: 1, fat: 1 } } },
      dishes: { 1: { of: { a: 90, b: 10 } } },
    }).average;
    expect(judgedShares?.map(({ judgement }) => judgement)).toEqual(['数据不足', '数据不足', '数据不足']);
  });

  it('have names and bounds, and are in the summary', () => {
    const menu = eaten({ protein: 1, fat: 90, carbohydrate: 1, fibre: 0 }, { shares: { fat: { max: 0.3 } } });
    expect(firstLevel(menu).average.judgedShares).toEqual([
      { key: 'fat', name: '脂肪供能比', value: 0.9899, max: 0.3, judgement: '过量' },
    ]);
    expect(summariseGroups(analyse(make(menu)))).toMatchObject([{ excesses: ['脂肪供能比'] }]);
  });

  it('are not judged without ranges, or where the standard has no figures for the level', () => {
    const has = { protein: 10, fat: 50, carbohydrate: 10, fibre: 0 };
    expect(firstLevel(eaten(has, {})).average).not.toHaveProperty('judgedShares');
    expect(firstLevel(eaten(has, { shares, levels: {} })).average).not.toHaveProperty('judgedShares');
  });
});
