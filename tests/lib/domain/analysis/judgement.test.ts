import { describe, expect, it } from 'vitest';
import { firstLevel, type Made, type MadeStandard } from './made.ts';

/** A whole day with one food: 300 g, of which 100 g have the value. The share is 1. */
const wholeDay: Made['items'] = [
  [1, 'breakfast', 1],
  [1, 'lunch', 1],
  [1, 'dinner', 1],
];

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

describe('unknown sodium of a condiment', () => {
  /** 1 g of a condiment beside 999 g of rice with known sodium. */
  const withCondiment = (category: string | undefined, has: Record<string, string>) =>
    firstLevel({
      foods: {
        '012001x': { has: { sodium: '10', protein: '5' } },
        ...(category === undefined ? {} : { sauce: { category, has } }),
      },
      dishes: { 1: { of: { '012001x': 999, sauce: 1 } } },
      standard: { day: { 盐: 5 }, levels: { 小学: { 钠: { max: 2000 }, protein: { max: 500 } } } },
    }).average;
  const judgementsOf = ({ nutrients, categories }: ReturnType<typeof withCondiment>) => [
    nutrients.map(({ key, judgement }) => [key, judgement]),
    categories.map(({ name, judgement }) => [name, judgement]),
  ];

  it('is a gap, however little it weighs', () => {
    const gap = [
      [
        ['protein', '适量'],
        ['sodium', '数据不足'],
      ],
      [['盐', '数据不足']],
    ];
    expect(judgementsOf(withCondiment('调味品类', {}))).toEqual(gap);
    expect(judgementsOf(withCondiment('自制调味料', {}))).toEqual(gap);
  });

  it('is no gap if it is known, or if the food is not a condiment', () => {
    const known = [
      [
        ['protein', '适量'],
        ['sodium', '适量'],
      ],
      [['盐', '适量']],
    ];
    expect(judgementsOf(withCondiment('调味品类', { sodium: '0' }))).toEqual(known);
    expect(judgementsOf(withCondiment('植物油', {}))).toEqual(known);
    expect(judgementsOf(withCondiment(undefined, {}))).toEqual(known);
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

  it('is judged on the mean day as on each', () => {
    const { days, average } = firstLevel({
      foods: { a: { has: { calcium: '3000' } }, b: { has: { calcium: '900' } } },
      dishes: { 1: { of: { a: 100 } }, 2: { of: { b: 100 } } },
      days: 2,
      items: [
        [1, 'lunch', 1],
        [2, 'lunch', 2],
      ],
      standard: levels({ 钙: { min: 0, ul: 2000 } }),
    });
    expect(days.map(({ nutrients }) => nutrients[0]?.['aboveUl'])).toEqual([true, false]);
    expect([average.nutrients[0]?.value, average.nutrients[0]?.['aboveUl']]).toEqual([1950, false]);
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

describe('the share of the day', () => {
  const made: Made = {
    foods: { a: { has: { protein: '50' } } },
    dishes: { 1: { of: { a: 100 } } },
    items: wholeDay,
    standard: { day: { 谷类: 100 }, week: { 谷类: 700 }, levels: { 小学: { 蛋白质: { min: 100, max: 200, ul: 30 } } } },
  };
  const bounds = (more: Made) => {
    const [protein] = firstLevel({ ...made, ...more }).average.nutrients;
    return [protein?.['min'], protein?.['max'], protein?.judgement];
  };

  it('means the same in per cent, in fractions and in any unit', () => {
    for (const shares of [
      ['30.00', '40.00', '30.00'],
      ['0.30', '0.40', '0.30'],
      ['3', '4', '3'],
    ] as const) {
      expect(bounds({ shares, items: [[1, 'lunch', 1]] })).toEqual([40, 80, '适量']);
      expect(bounds({ shares, items: wholeDay.slice(1) })).toEqual([70, 140, '适量']);
      expect(bounds({ shares })).toEqual([100, 200, '适量']);
    }
  });

  it('is that of the meals with items that the group takes', () => {
    expect(bounds({ groups: [['小学', '1', ['breakfast', 'lunch']]] })).toEqual([70, 140, '适量']);
    expect(bounds({ groups: [['小学', '1', ['dinner', 'lunch']]], items: [[1, 'dinner', 1]] })).toEqual([
      30,
      60,
      '适量',
    ]);
  });

  it('of zero leaves the day unjudged, with a warning', () => {
    for (const [shares, items] of [
      [['0.00', '0.00', '0.00'], wholeDay],
      [['0.00', '60.00', '40.00'], [[1, 'breakfast', 1]]],
    ] as const) {
      const level = firstLevel({ ...made, shares, items });
      const [protein] = level.average.nutrients;
      expect(protein).toEqual({
        key: 'protein',
        name: '蛋白质',
        unit: 'g',
        value: items.length * 50,
        ul: 30,
        aboveUl: true,
        coverage: 1,
      });
      const unjudged = [{ name: '谷类', value: 0, amount: 0 }];
      expect([level.average.categories, level.week.categories]).toEqual([unjudged, unjudged]);
    }
  });
});

describe('a level', () => {
  it('without figures in the standard goes unjudged; one that stands twice is judged twice', () => {
    const made: Made = {
      foods: { a: { has: { protein: '50' }, is: ['谷类'] } },
      dishes: { 1: { of: { a: 100 } } },
      groups: [['教师'], ['小学'], ['小学', '2']],
      standard: { day: { 谷类: 400 }, levels: { 小学: { 蛋白质: { min: 200 } } } },
    };
    const of = (index: number) => {
      const { average, judged: isJudged } = firstLevel({ ...made, groups: made.groups?.slice(index) ?? [] });
      return [isJudged, average.nutrients.map(({ judgement }) => judgement), average.categories];
    };
    expect(of(0)).toEqual([false, [undefined], [{ name: '谷类', value: 100, amount: 160 }]]);
    expect(of(1)).toEqual([true, ['不足'], [{ name: '谷类', value: 100, amount: 160, judgement: '不足' }]]);
    expect(of(2)).toEqual([true, ['适量'], [{ name: '谷类', value: 200, amount: 160, judgement: '适量' }]]);
  });

  it('that takes no meal with items has no day and no mean', () => {
    const level = firstLevel({ groups: [['小学', '1', ['dinner']]], standard: { week: { 谷类: 7 } } });
    expect(level).toEqual({
      name: '小学',
      level: '小学',
      people: 100,
      factor: 1,
      judged: false,
      average: {
        nutrients: [],
        categories: [],
        energyShares: { protein: 0, fat: 0, carbohydrate: 0 },
        salt: 0,
        kinds: 0,
        evaluation: expect.anything(),
      },
      days: [],
      week: { categories: [{ name: '谷类', value: 0, amount: 0 }], kinds: 0 },
      unassigned: [],
    });
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

  it('counts each food once, in whatever dishes; a food outside the catalogue is counted by its code', () => {
    const { nutrients } = firstLevel({
      foods: { a: { has: { zinc: '1' } } },
      dishes: { 1: { of: { a: 100, OWN: 2 } }, 2: { of: { OWN: 1 } } },
      items: [
        [1, 'lunch', 1],
        [1, 'lunch', 2],
      ],
    }).average;
    expect(nutrients.map(({ missing, missingCount }) => [missing, missingCount])).toEqual([[['OWN'], 1]]);
  });
});
