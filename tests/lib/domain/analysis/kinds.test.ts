import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../lib/domain/analysis/analyse.ts';
import { findKind } from '../../../../lib/domain/ingredient/kind.ts';
import { type Made, make } from './made.ts';

/** A day of 420 g: 400 g of a food, of which all is known, and 20 g of oil without figures. */
const oily: Made = {
  foods: {
    a: { has: { energy: '500', fat: '1', protein: '5' } },
    oil: { category: '植物油', is: ['植物油'], has: {} },
  },
  dishes: { 1: { of: { a: 400, oil: 20 } } },
  shares: ['0', '1', '0'],
  standard: { levels: { 小学: { 能量: { min: 3000 }, 脂肪: { min: 20 }, protein: { min: 30 } } } },
};
const cuts: Made = {
  foods: {
    a: { name: '猪肉（腿）', category: '畜肉类及其制品', is: ['畜禽肉类'] },
    b: { name: '猪小排', category: '畜肉类及其制品', is: ['畜禽肉类'] },
    c: { name: '大葱', category: '蔬菜类及其制品', is: ['蔬菜类'] },
    f: { name: '大蒜（白皮，鲜）', category: '蔬菜类及其制品', is: ['水果类'] },
    d: { name: '绿豆（干）', category: '干豆类及其制品', is: ['杂豆类'] },
    e: { name: '香菇（鲜）', category: '菌藻类', is: ['菌藻类'] },
  },
  dishes: { 1: { of: { a: 3, b: 3, c: 9, f: 9, d: 40, e: 60, X: 10 } } },
  shares: ['0', '1', '0'],
  standard: { day: { 谷薯类: 40, 蔬菜类: 69 }, levels: { 小学: {} } },
};

function analysed(made: Made, rulesVersion?: number) {
  const [level] = analyse({ ...make(made), rulesVersion }).levels;
  const { nutrients = [], categories = [] } = level?.average ?? {};
  return {
    kinds: level?.week.kinds,
    nutrients: nutrients.flatMap(({ key, judgement }) => (judgement ? [[key, judgement]] : [])),
    categories: categories.map(({ name, value }) => [name, String(value.rawJSON)]),
  };
}

describe('what counts', () => {
  it('is a gap at once where the energy and the fat of an oil are unknown, however little it weighs', () => {
    expect(analysed(oily).nutrients).toEqual([
      ['energy', '数据不足'],
      ['protein', '不足'],
      ['fat', '数据不足'],
    ]);
  });

  it('are kinds of food, not codes: cuts of one animal together, spring onions not at all, the unknown by its code', () => {
    expect(analysed(cuts).kinds).toBe(4);
  });

  it('are no kinds of food where they are fats by their category, as lard is', () => {
    expect(findKind({ name: '猪油', category: '动物油' })).toBeUndefined();
  });

  it('are fungi among the vegetables, and pulses among the cereals', () => {
    expect(analysed(cuts).categories).toEqual([
      ['谷薯类', '40.00'],
      ['蔬菜类', '69.00'],
    ]);
  });

  it('is in a revision what it was when it was frozen', () => {
    expect(analysed(oily, 2).nutrients).toEqual([
      ['energy', '不足'],
      ['protein', '不足'],
      ['fat', '不足'],
    ]);
    expect(analysed(cuts, 2)).toMatchObject({
      kinds: 5,
      categories: [
        ['谷薯类', '0.00'],
        ['蔬菜类', '9.00'],
      ],
    });
  });
});
