import { describe, expect, it } from 'vitest';
import { firstLevel, type Made, type MadeStandard } from './made.ts';

interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly ul?: number;
}

/** The judgement of a day with so much of a nutrient. `unknownGrams` of 100 have no known value. */
function judged(key: string, value: string, range: Range, overflow = '0', unknownGrams = 0) {
  const { nutrients } = firstLevel({
    foods: { a: { has: { [key]: value } }, b: {} },
    dishes: { 1: { of: { a: 100 - unknownGrams, ...(unknownGrams > 0 ? { b: unknownGrams } : {}) } } },
    items: [[1, 'lunch', 1]],
    shares: ['0', '1', '0'],
    standard: { overflow, levels: { 小学: { [key]: range } } },
  }).average;
  return nutrients.find((one) => one.key === key)?.judgement;
}

describe('a nutrient is judged against the range of its level', () => {
  it.each<[value: string, overflow: string, judgement: string]>([
    ['49.99999', '0', '不足'],
    ['50', '0', '适量'],
    ['60', '0', '适量'],
    ['60.00001', '0', '过量'],
    // A tenth is tolerated: 45 and 66 are still in range.
    ['44.99999', '0.1', '不足'],
    ['45', '0.1', '适量'],
    ['66', '0.1', '适量'],
    ['66.00001', '0.1', '过量'],
    // If everything or more is eaten, nothing is too little.
    ['0', '1', '适量'],
    ['0', '2.5', '适量'],
    ['120', '1', '适量'],
    ['120.001', '1', '过量'],
  ])('protein %s of 50 to 60, with overflow %s: %s', (value, overflow, judgement) => {
    expect(judged('protein', value, { min: 50, max: 60 }, overflow)).toBe(judgement);
  });

  it.each(['sodium', 'saturated-fat', 'cholesterol', 'sugar'])('%s may pass its maximum by nothing', (key) => {
    const range = { min: 50, max: 60 };
    expect([
      judged(key, '60', range, '0.5'),
      judged(key, '60.00001', range, '0.5'),
      judged(key, '25', range, '0.5'),
      judged(key, '24.99999', range, '0.5'),
    ]).toEqual(['适量', '过量', '适量', '不足']);
  });

  it('that the standard has in other punctuation or width', () => {
    const { nutrients } = firstLevel({
      foods: { a: { has: { protein: '50' } } },
      dishes: { 1: { of: { a: 100 } } },
      items: [[1, 'lunch', 1]],
      groups: [['小学（1～3 年级）']],
      shares: ['0', '1', '0'],
      standard: { levels: { '小学(１~3 年级)': { protein: { min: 60 } } } },
    }).average;
    expect(nutrients.find(({ key }) => key === 'protein')?.judgement).toBe('不足');
  });

  it('on the side that has a bound only', () => {
    expect(judged('protein', '1000', { min: 50 })).toBe('适量');
    expect(judged('protein', '49', { min: 50 })).toBe('不足');
    expect(judged('protein', '0', { max: 50 })).toBe('适量');
    expect(judged('protein', '51', { max: 50 })).toBe('过量');
  });

  it('where less than 95 % of the grams are known, as far as the lower bound tells', () => {
    const range = { min: 50, max: 60 };
    // of 95 known grams at 60 per 100 g there are 57
    expect(judged('protein', '60', range, '0', 5)).toBe('适量');
    expect(judged('protein', '60', range, '0', 5.001)).toBe('数据不足');
    expect(judged('protein', '60', { min: 50 }, '0', 6)).toBe('适量');
    expect(judged('protein', '60', { max: 60 }, '0', 6)).toBe('数据不足');
    expect(judged('protein', '10', range, '0', 6)).toBe('数据不足');
    expect(judged('protein', '10', range, '0', 5)).toBe('不足');
    expect(judged('protein', '600', range, '0', 6)).toBe('过量');
  });

  it('and is 数据不足 where nothing is known, or nothing weighed', () => {
    const made: Made = {
      foods: { a: {} },
      dishes: { 1: { of: { a: 100 } }, 2: { of: {} } },
      standard: { levels: { 小学: { 钙: { min: 1 } } } },
    };
    const unknown = firstLevel(made).average.nutrients;
    expect(unknown).toEqual([
      {
        key: 'calcium',
        name: '钙',
        unit: 'mg',
        value: 0,
        min: 0.4,
        judgement: '数据不足',
        aboveUl: false,
        coverage: 0,
        missing: ['食材a'],
        missingCount: 1,
      },
    ]);
    const unweighed = firstLevel({ ...made, items: [[1, 'lunch', 2]] }).average.nutrients;
    expect(unweighed.map(({ judgement, coverage, missing }) => [judgement, coverage, missing])).toEqual([
      ['数据不足', 0, undefined],
    ]);
    const gone = firstLevel({ ...made, items: [[1, 'lunch', 3]] }).average.nutrients;
    expect(gone.map(({ judgement, coverage }) => [judgement, coverage])).toEqual([['数据不足', 0]]);
  });
});

describe('the tolerable upper level', () => {
  const levels = (ranges: Record<string, Range>): MadeStandard => ({ overflow: '1', levels: { 小学: ranges } });

  it('is that of the whole day, and passed by whatever is more', () => {
    const of = (value: string) =>
      firstLevel({
        foods: { a: { has: { calcium: value } } },
        dishes: { 1: { of: { a: 100 } } },
        standard: levels({ 钙: { min: 0, ul: 2000 } }),
      }).average.nutrients.map(({ aboveUl, ul }) => [aboveUl, ul]);
    expect([of('2000'), of('2000.000001')]).toEqual([[[false, 2000]], [[true, 2000]]]);
  });

  it('of vitamin A is compared with retinol alone, by whatever name the standard has for it', () => {
    const of = (name: string, has: Record<string, string>) =>
      firstLevel({
        foods: { a: { has } },
        dishes: { 1: { of: { a: 100 } } },
        standard: levels({ [name]: { min: 0, ul: 900 } }),
      })
        .average.nutrients.filter(({ key }) => key === 'vitamin-a-rae')
        .map(({ value, aboveUl }) => [value, aboveUl]);
    for (const name of ['维生素A', 'vitamin-a', 'vitamin-a-rae']) {
      expect(of(name, { 'vitamin-a-rae': '5000', retinol: '900' })).toEqual([[5000, false]]);
      expect(of(name, { 'vitamin-a-rae': '5000', retinol: '900.1' })).toEqual([[5000, true]]);
      expect(of(name, { 'vitamin-a-rae': '5000', 'vitamin-a': '9000' })).toEqual([[5000, false]]);
    }
  });
});

describe('what is missing', () => {
  it('is named by weight, ten at most, and counted', () => {
    const codes = Array.from({ length: 12 }, (_, index) => `f${String(index).padStart(2, '0')}`);
    const { nutrients } = firstLevel({
      foods: { a: { has: { zinc: '1' } }, ...Object.fromEntries(codes.map((code) => [code, { name: `名${code}` }])) },
      dishes: { 1: { of: { a: 100, ...Object.fromEntries(codes.map((code, index) => [code, 1 + (index % 3)])) } } },
    }).average;
    const byWeight = ['f02', 'f05', 'f08', 'f11', 'f01', 'f04', 'f07', 'f10', 'f00', 'f03'];
    expect(nutrients).toEqual([
      {
        key: 'zinc',
        name: '锌',
        unit: 'mg',
        value: 1,
        aboveUl: false,
        coverage: 0.81, // 100 of 124
        missing: byWeight.map((code) => `名${code}`),
        missingCount: 12,
      },
    ]);
  });
});
