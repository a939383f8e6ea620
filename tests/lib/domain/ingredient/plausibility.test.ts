import { describe, expect, it } from 'vitest';
import { findDoubts, findImpossible } from '../../../../lib/domain/ingredient/plausibility.ts';
import greatestValues from '../../../../lib/domain/nutrient/greatest-values.json' with { type: 'json' };
import { nutrients } from '../../../../lib/domain/nutrient/nutrient.ts';

type Values = Readonly<Record<string, string>>;
const food = (values: Values, name = '稻米', category = '谷类及其制品') => ({ name, category, nutrients: values });
/** The English problems, as the expected texts are English. */
const withoutTexts = (all: ReturnType<typeof findDoubts>) => all.map(({ keys, problem }) => ({ keys, problem }));
const impossible = (values: Values, name?: string) => withoutTexts(findImpossible(food(values, name)));
const doubts = (values: Values, category?: string) => withoutTexts(findDoubts(food(values, '稻米', category)));

describe('a value that no food has', () => {
  it.each(['protein', 'fat', 'carbohydrate', 'water'])('is more than 100 g of %s in 100 g', (key) => {
    expect(impossible({ [key]: '100' })).toEqual([]);
    expect(impossible({ [key]: '100.1' })).toEqual([{ keys: [key], problem: 'no food has more than 100 g in 100 g' }]);
  });

  it('is more than 100.5 g of protein, fat and carbohydrate together: none of them can be believed', () => {
    const keys = ['protein', 'fat', 'carbohydrate'];
    expect(impossible({ protein: '20.1', fat: '40.2', carbohydrate: '40.2' })).toEqual([]);
    expect(impossible({ protein: '20.1', fat: '40.3', carbohydrate: '40.2' })).toEqual([
      { keys, problem: 'protein, fat, carbohydrate of 100 g weigh 100.6 g' },
    ]);
    expect(impossible({ fat: '60.6', carbohydrate: '40' })).toMatchObject([{ keys: ['fat', 'carbohydrate'] }]);
    // Impossible values say nothing about the others.
    expect(impossible({ protein: '849', fat: '60', carbohydrate: '40' })).toMatchObject([{ keys: ['protein'] }]);
  });

  it('is more than 3,800 kJ', () => {
    expect(impossible({ energy: '3800' })).toEqual([]);
    expect(impossible({ energy: '3800.1' })).toMatchObject([{ keys: ['energy'] }]);
  });

  it.each(['食盐', '精盐（加碘）', '低钠盐[钾盐]', '小苏打', '食用碱', '味精'])('is not ash of %s', (name) => {
    expect(impossible({ ash: '99.9' }, name)).toEqual([]);
    expect(impossible({ ash: '100.1' }, name)).toMatchObject([{ keys: ['ash'] }]);
  });

  it.each(['稻米', '盐水鸭', '猪肾'])('is more than 30 g of ash in %s', (name) => {
    expect(impossible({ ash: '30' }, name)).toEqual([]);
    expect(impossible({ ash: '30.1' }, name)).toMatchObject([{ keys: ['ash'] }]);
  });

  it('is one above the greatest that is known of its nutrient, which is known of all of them', () => {
    expect(Object.keys(greatestValues).sort()).toEqual(nutrients.map(({ key }) => key).sort());
    for (const [key, { value, source }] of Object.entries(greatestValues)) {
      if (key === 'ash') continue;
      expect(impossible({ [key]: value })).toEqual([]);
      expect(impossible({ [key]: String(Number(value) * 1.01) })).toMatchObject([{ keys: [key] }]);
      expect(source).not.toBe('');
    }
  });
});

describe('a value that is no amount', () => {
  it.each(['x', '', '-1', '1e3', '.5', '5.'])('cannot be: %s', (protein) => {
    expect(impossible({ protein, fat: '60', carbohydrate: '40' })).toEqual([
      { keys: ['protein'], problem: 'is no amount' },
    ]);
  });
});

describe('figures that are doubted', () => {
  const whole = { water: '13.3', protein: '7.9', fat: '0.9', carbohydrate: '77.2', ash: '0.7' };

  it('are parts that weigh less than 95 or more than 101.5 g together, where all are known', () => {
    const parts = ['water', 'protein', 'fat', 'carbohydrate', 'ash'];
    expect(doubts(whole)).toEqual([]); // 100
    expect(doubts({ ...whole, water: '14.8' })).toEqual([]); // 101.5
    expect(doubts({ ...whole, water: '14.9' })).toEqual([{ keys: parts, problem: 'the parts of 100 g weigh 101.6 g' }]);
    expect(doubts({ ...whole, water: '8.3' })).toEqual([]); // 95
    expect(doubts({ ...whole, water: '8.2' })).toEqual([{ keys: parts, problem: 'the parts of 100 g weigh 94.9 g' }]);
    const { ash: _, ...others } = whole;
    expect(doubts({ ...others, water: '50' })).toEqual([]);
  });

  it('are fibre of which there is more than carbohydrate, which includes it', () => {
    expect(doubts({ fibre: '3', carbohydrate: '3.0' })).toEqual([]);
    expect(doubts({ fibre: '3.1', carbohydrate: '3' })).toEqual([
      { keys: ['fibre'], problem: 'is more than all carbohydrate, 3 g' },
    ]);
  });

  it('are energy more than 10 % and 60 kJ from its parts', () => {
    // 17 × 10 + 37 × 10 + 17 × (30 − 10) + 8 × 10 = 960 kJ
    const parts = { protein: '10', fat: '10', carbohydrate: '30', fibre: '10' };
    for (const energy of ['864', '1056']) expect(doubts({ ...parts, energy })).toEqual([]);
    for (const energy of ['863', '1057']) {
      expect(doubts({ ...parts, energy })).toEqual([
        { keys: ['energy'], problem: 'protein, fat, carbohydrate and fibre make 960 kJ' },
      ]);
    }
    // 17 × 2 = 34 kJ: more than 10 % off, but not 60 kJ.
    const watery = { protein: '2', fat: '0', carbohydrate: '0' };
    expect(doubts({ ...watery, energy: '94' })).toEqual([]);
    expect(doubts({ ...watery, energy: '95' })).toMatchObject([{ keys: ['energy'] }]);
    expect(doubts({ protein: '10', fat: '10', energy: '5' })).toEqual([]);
  });

  it.each([
    '谷类及其制品',
    '薯类淀粉及其制品',
    '干豆类及其制品',
    '蔬菜类及其制品',
    '菌藻类',
    '水果类及其制品',
    '坚果种子类',
    '植物油',
  ])('are retinol in %s', (category) => {
    expect(doubts({ retinol: '0' }, category)).toEqual([]);
    expect(doubts({ retinol: '3' }, category)).toEqual([{ keys: ['retinol'], problem: 'is in no food of plants' }]);
  });

  it('are no retinol in foods of animals, or of no group that is known', () => {
    for (const category of ['蛋类及其制品', '其他类']) expect(doubts({ retinol: '3' }, category)).toEqual([]);
  });

  it('are vitamin A more than 5 % and 1 μg from retinol and a twelfth of the carotene', () => {
    const from = (activity: string, retinol = '100', carotene = '1200') =>
      doubts({ 'vitamin-a-rae': activity, retinol, carotene }, '蛋类及其制品');
    expect(from('200')).toEqual([]);
    expect(from('210')).toEqual([]);
    expect(from('210.1')).toEqual([
      { keys: ['vitamin-a-rae'], problem: 'retinol and a twelfth of the carotene make 200 μg RAE' },
    ]);
    expect(from('189.9')).toHaveLength(1);
    // 20 / 12 = 1.7: 2.6 is more than 5 % away, but not 1 μg.
    expect(from('2.6', '0', '20')).toEqual([]);
    expect(from('3', '0', '20')).toHaveLength(1);
    expect(doubts({ 'vitamin-a-rae': '500', retinol: '1' }, '蛋类及其制品')).toEqual([]);
  });

  it('are μg RE that are less than the μg RAE, or more than twice as many', () => {
    const of = (equivalents: string) => doubts({ 'vitamin-a': equivalents, 'vitamin-a-rae': '100' });
    for (const equivalents of ['99', '100', '200', '201']) expect(of(equivalents)).toEqual([]);
    for (const equivalents of ['98.9', '201.1']) {
      expect(of(equivalents)).toEqual([{ keys: ['vitamin-a'], problem: 'does not go with 100 μg RAE' }]);
    }
  });
});
