import { expect, it } from 'vitest';
import { classify } from '../../../../lib/domain/ingredient/food-class.ts';

const classified = (category: string, name: string, nutrients: Record<string, string> = {}) =>
  classify({ code: 'X', name, category, nutrients, traces: [] });
const equivalent = (...food: Parameters<typeof classified>) => {
  const { name, amount, counts } = classified(...food).foodCategory ?? {};
  return `${name} ${amount}→${counts}`;
};

it('a food has the equivalent of its name, of its energy or of its protein', () => {
  expect(equivalent('谷类及其制品', '米饭（蒸，代表值）', { water: '71' })).toBe('谷类 150→50');
  expect(equivalent('谷类及其制品', '面条（标准粉，切面）', { water: '29.7', energy: '1188' })).toBe('谷类 60→50');
  expect(equivalent('谷类及其制品', '挂面', { water: '11', energy: '1450' })).toBe('谷类 100→100');
  expect(equivalent('薯类淀粉及其制品', '马铃薯[土豆、洋芋]')).toBe('薯类 190→50');
  expect(equivalent('蔬菜类及其制品', '山药（鲜）[薯蓣，大薯]')).toBe('薯类 190→50');
  expect(equivalent('干豆类及其制品', '豆浆', { protein: '3' })).toBe('大豆类及其制品 730→50');
  expect(equivalent('干豆类及其制品', '豆腐（代表值）', { protein: '6.6' })).toBe('大豆类及其制品 265→50');
  expect(equivalent('干豆类及其制品', '千张', {})).toBe('大豆类及其制品 100→100');
  expect(equivalent('干豆类及其制品', '豇豆（煮）', { water: '65', energy: '560' })).toBe('杂豆类 130→50');
  expect(equivalent('乳类及其制品', '全脂奶粉（代表值）')).toBe('奶类及奶制品 15→100');
  expect(equivalent('乳类及其制品', '奶酪 [干酪]')).toBe('奶类及奶制品 10→100');
  expect(equivalent('蔬菜类及其制品', '白菜（脱水）', { water: '10' })).toBe('蔬菜类 6→50');
  expect(equivalent('菌藻类', '木耳（干）', { water: '15.5' })).toBe('菌藻类 6→50');
  expect(equivalent('菌藻类', '木耳（水发）', { water: '91.8' })).toBe('菌藻类 100→100');
  expect(equivalent('坚果种子类', '栗子（鲜）[板栗]', { energy: '790' })).toBe('薯类 90→50');
  expect(equivalent('坚果种子类', '莲子（干）', { energy: '1463' })).toBe('薯类 50→50');
  expect(equivalent('畜肉类及其制品', '酱牛肉')).toBe('畜禽肉类 35→50');
  expect(equivalent('畜肉类及其制品', '牛肉干', { protein: '45.6' })).toBe('畜禽肉类 20→50');
  expect(equivalent('鱼虾蟹贝类', '虾米[海米、虾仁]', { protein: '43.7' })).toBe('鱼虾类 20→50');
  expect(equivalent('调味品', '精盐')).toBe('盐 100→100');
  expect(equivalent('糖蜜饯类', '绵白糖')).toBe('糖 100→100');
  expect(classified('调味品', '椒盐').foodCategory).toBe(undefined);
  expect(classified('自制', '豆沙').foodCategory).toBe(undefined);
});

// Figures of the China Food Composition Tables, 6th edition. Milk has 3.3 g of protein and 107 mg of calcium: 50 g, 1.65 g.
it.each([
  ['104001 奶酪 [干酪]', '25.7', '799', '6'],
  ['104002 奶豆腐（脱脂）', '53.7', '360', '3'],
  ['104005 乳酪（契达干酪，普通）', '25.5', '720', '6'],
  ['104008 乳酪（全脂软酪）', '8.6', '110', '19'],
  ['104010 乳酪（羊乳酪）', '15.6', '360', '11'],
  ['104011 乳酪（中脂软酪）', '9.2', undefined, '18'],
  ['104014 低脂奶酪', '21.6', '522', '8'],
  ['104018 奶酪（多美鲜牌，欧洲奶油奶酪）', '13.1', '170', '13'],
  ['104019 奶酪（天润牌，无限欢酪）', '3.5', '191', '45'],
  ['104024 酸奶疙瘩（新鲜）', '18.6', '353', '9'],
  ['109001 炼乳（甜，罐头）', '8', '242', '20'],
  ['109002 奶皮子', '12.2', '818', '14'],
  ['109009 奶渣', '44.4', '874', '4'],
  ['硬质干酪, its protein unknown', undefined, '731', '7'],
])('what is made of milk counts by its protein, else by its calcium: %s', (name, protein, calcium, grams) => {
  const known = { ...(protein ? { protein } : {}), ...(calcium ? { calcium } : {}) };
  expect(equivalent('乳类及其制品', name.replace(/^\d+ /, ''), known)).toBe(`奶类及奶制品 ${grams}→50`);
});

it('a vegetable is dark by the examples of the dietary guidelines, or from 500 μg of carotene', () => {
  const isDark = (name: string, carotene?: string) =>
    classified('蔬菜类及其制品', name, carotene === undefined ? {} : { carotene }).dark === true;
  for (const name of [
    '油菜心',
    '西兰花[绿菜花]',
    '番茄 [西红柿]',
    '结球甘蓝（紫）[圆白菜]',
    '红菜薹',
    '莴笋叶',
    '萝卜缨（白）',
  ])
    expect([name, isDark(name)]).toEqual([name, true]);
  for (const name of ['芥菜头', '芥菜（茎用，鲜）', '南瓜藤', '莴笋（鲜）', '茄子（紫皮、长）', '辣椒（青、尖）'])
    expect([name, isDark(name)]).toEqual([name, false]);
  expect([isDark('某菜', '500'), isDark('某菜', '499.9')]).toEqual([true, false]);
  expect(classified('水果类及其制品', '芒果', { carotene: '897' }).dark).toBe(undefined);
});
