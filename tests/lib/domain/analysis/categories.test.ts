import { describe, expect, it } from 'vitest';
import { firstLevel, type Made, type MadeFood } from './made.ts';

/** How much 100 g of a food, eaten on a whole day, count for these categories, and their judgements. */
function counted(food: MadeFood, day: Readonly<Record<string, number>>, overflow = '0') {
  const { categories } = firstLevel({
    foods: { a: food },
    dishes: { 1: { of: { a: 100 } } },
    shares: ['0', '1', '0'],
    standard: { overflow, day, levels: { 小学: {} } },
  }).average;
  return Object.fromEntries(categories.map(({ name, value, judgement }) => [name, [value, judgement]]));
}

const each = (names: string, figure: number) => Object.fromEntries(names.split(' ').map((name) => [name, figure]));

describe('a food category', () => {
  it.each<[name: string, dark: boolean, counts: string]>([
    ['谷类', false, '谷类 谷薯类'],
    ['薯类', false, '薯类 谷薯类'],
    ['杂豆类', false, '杂豆类 谷薯类'],
    ['菌藻类', false, '菌藻类 蔬菜类'],
    ['蔬菜类', false, '蔬菜类'],
    ['蔬菜类', true, '蔬菜类 深色蔬菜'],
    ['深色蔬菜', false, '蔬菜类 深色蔬菜'],
    ['水果类', true, '水果类'],
    ['畜禽肉类', false, '畜禽肉类'],
    ['动物肝脏', false, '动物肝脏 畜禽肉类'],
    ['大豆类及其制品', false, '大豆类及其制品 大豆及坚果'],
    ['坚果类', false, '坚果类 大豆及坚果'],
  ])('%s (dark: %s) counts for %s', (name, dark, counts) => {
    const all =
      '谷类 薯类 谷薯类 杂豆类 蔬菜类 深色蔬菜 菌藻类 水果类 畜禽肉类 动物肝脏 大豆类及其制品 坚果类 大豆及坚果';
    const found = counted({ is: [name], dark }, each(all, 100));
    const names = Object.entries(found).flatMap(([one, [value]]) => (value === 100 ? [one] : []));
    expect(names.toSorted()).toEqual(counts.split(' ').toSorted());
    expect(Object.values(found).filter(([value]) => value !== 100 && value !== 0)).toEqual([]);
  });

  it('counts equivalent amounts, exactly', () => {
    // 190 g of sweet potato are 50 g of cereals: 100 × 50 / 190 = 26.3157…
    expect(counted({ is: ['薯类', '190', '50'] }, { 谷薯类: 26 })).toEqual({ 谷薯类: [26.32, '适量'] });
    // 15 g of milk powder are 100 g of milk: 666.66…
    expect(counted({ is: ['奶类及奶制品', '15', '100'] }, { 奶类及奶制品: 666.67 })).toEqual({
      奶类及奶制品: [666.67, '不足'],
    });
    // Three foods of a third each are exactly 100 g.
    const third: MadeFood = { is: ['大豆类及其制品', '3', '1'] };
    const { categories } = firstLevel({
      foods: { a: third, b: third, c: third },
      dishes: { 1: { of: { a: 100, b: 100, c: 100 } } },
      shares: ['0', '1', '0'],
      standard: { day: { 大豆及坚果: 100 }, levels: { 小学: {} } },
    }).average;
    expect(categories).toEqual([{ name: '大豆及坚果', value: 100, amount: 100, judgement: '适量' }]);
  });

  it.each(['谷类', '水果类', '糖类'])('has its least amount in a standard: %s', (name) => {
    const isKnown = name !== '糖类';
    const judged = (figure: number, overflow?: string) =>
      counted({ is: [name], has: { sodium: '0' } }, { [name]: figure }, overflow)[name]?.[1];
    expect([judged(1), judged(100), judged(100.01), judged(125, '0.2'), judged(125.01, '0.2')]).toEqual(
      isKnown ? ['适量', '适量', '不足', '适量', '不足'] : [undefined, undefined, undefined, undefined, undefined],
    );
  });

  it('has the most in a standard where it is oil, and is tolerated by the overflow', () => {
    const judged = (figure: number, overflow?: string) =>
      counted({ is: ['植物油'] }, { 植物油: figure }, overflow)['植物油']?.[1];
    expect([judged(1000), judged(100), judged(99.99), judged(80, '0.25'), judged(79.99, '0.25')]).toEqual([
      '适量',
      '适量',
      '过量',
      '适量',
      '过量',
    ]);
  });

  it.each(['盐', '糖'])('has the most in a standard where it is %s, and nothing more is tolerated', (name) => {
    const judged = (figure: number) =>
      counted({ is: [name], has: { sodium: '0' } }, { [name]: figure }, '0.5')[name]?.[1];
    expect([judged(100), judged(99.99)]).toEqual(['适量', '过量']);
  });

  it('salt is what is added, and the sodium of condiments', () => {
    const salt = { 盐: 100 };
    // 100 g with 6,000 mg in 100 g: 6000 / 400 = 15 g of salt
    const category = '调味品类';
    expect(counted({ category, has: { sodium: '6000' } }, salt)).toEqual({ 盐: [15, '适量'] });
    // Salt itself counts once, by its weight.
    expect(counted({ has: { sodium: '39311' }, is: ['盐'] }, salt)).toEqual({ 盐: [100, '适量'] });
    // Ham is no condiment.
    expect(counted({ has: { sodium: '1000' }, is: ['畜禽肉类'] }, salt)).toEqual({ 盐: [0, '适量'] });
    // A condiment that counts for another category still brings its salt.
    expect(
      counted({ category, has: { sodium: '4000' }, is: ['大豆类及其制品'] }, { ...salt, 大豆类及其制品: 1 }),
    ).toEqual({ 盐: [10, '适量'], 大豆类及其制品: [100, '适量'] });
  });
});

describe('kinds of food', () => {
  const kinds = (of: Record<string, number>, more: Made = {}) => {
    const foods = Object.fromEntries(Object.keys(of).map((code) => [code, {}]));
    const { average, week, days } = firstLevel({ foods, dishes: { 1: { of } }, ...more });
    return [days.map((day) => day.kinds), average.kinds, week.kinds];
  };

  it('are different codes of at least 5 g, without sweets, drinks, fats and condiments', () => {
    expect(kinds({ '012001x': 5, '012001': 5, '041101': 4.999, OWN: 5 })).toEqual([[3], 3, 3]);
    const counts = (food: MadeFood) => kinds({ a: 50 }, { foods: { a: food } })[1];
    for (const category of ['饮料类', '含酒精饮料类', '糖蜜饯类', '动物油脂类', '植物油', '调味品类', '自制调味料']) {
      expect(counts({ category })).toBe(0);
    }
    // The class decides where there is one, and nobody knows what a code outside the catalogue is.
    expect([
      counts({ category: '饮料类', is: ['奶类及奶制品'] }),
      counts({ is: ['植物油'] }),
      counts({ is: ['盐'] }),
    ]).toEqual([1, 0, 0]);
    expect(kinds({ '204001': 50 }, { foods: {} })).toEqual([[1], 1, 1]);
  });
});
