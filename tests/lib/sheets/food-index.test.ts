import { expect, it } from 'vitest';
import { FoodIndex } from '../../../lib/sheets/food-index.ts';

it('a food is found by its kitchen name and by its catalogue name', () => {
  const index = new FoodIndex(
    new Map([
      ['012001x', { name: '大米', others: ['稻米（代表值）'] }],
      ['043119', { name: '番茄', others: [] }],
    ]),
  );
  expect([index.findMismatch('012001x', '大米'), index.findMismatch('012001x', '稻米(代表值)')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(index.findMismatch('043119', '稻米（代表值）')).toEqual({
    code: 'other_food',
    names: '043119 番茄',
    meant: '012001x 大米',
  });
});

it('a food is found by code, kitchen name, catalogue name and each spelling, unless several are meant', () => {
  const index = new FoodIndex(
    new Map([
      ['021101', { name: '土豆', others: ['马铃薯[土豆、洋芋]'] }],
      ['043208', { name: '黄瓜', others: ['黄瓜（鲜）[胡瓜]'] }],
      ['043209', { name: '水果黄瓜', others: ['黄瓜（水果）[胡瓜]'] }],
      ['081101', { name: '猪肉', others: ['猪肉（代表值）'] }],
      ['081110', { name: '猪肉（瘦）', others: [] }],
      ['own', { name: '西红柿', others: [], pinyin: 'XiHongShi' }],
      ['209902', { name: '蚝油', others: [], category: '调味品类' }],
      ['192003', { name: '花生油', others: [], category: '植物油' }],
    ]),
  );
  const found = ['土豆', '洋芋', '马铃薯', '马铃薯［土豆、洋芋］', '021101 随便', '胡瓜', '黄瓜', '猪肉', '肉', ''].map(
    (text) => [text, index.findCode(text)],
  );
  expect(Object.fromEntries(found)).toEqual({
    ...{ 土豆: '021101', 洋芋: '021101', 马铃薯: '021101', '马铃薯［土豆、洋芋］': '021101', '021101 随便': '021101' },
    ...{ 胡瓜: undefined, 黄瓜: '043208', 猪肉: '081101', 肉: undefined, '': undefined },
  });
  const propose = (text: string) => index.propose(text).map(({ code }) => code);
  expect([propose('胡瓜'), propose('肉'), propose('新鲜猪肉丝'), propose('xihong'), propose('食用油')]).toEqual([
    ['043208', '043209'],
    ['081101', '081110'],
    ['081101'],
    ['own'],
    ['192003', '209902'],
  ]);
});
