import { expect, it } from 'vitest';
import { allergenChoices, combineAllergens, deriveAllergens } from '../../../../lib/domain/ingredient/allergen.ts';

it.each([
  ['谷类及其制品', '小麦粉（代表值）', ['含麸质谷物']],
  ['谷类及其制品', '通心面', ['含麸质谷物']],
  ['谷类及其制品', '青稞', ['含麸质谷物']],
  ['谷类及其制品', '莜麦面', ['含麸质谷物']],
  ['谷类及其制品', '面条（虾蓉面）', ['含麸质谷物', '甲壳类']],
  ['谷类及其制品', '龙须面（鸡蛋）', ['含麸质谷物', '蛋类']],
  ['谷类及其制品', '玉米面（强化豆粉）', ['大豆']],
  ['谷类及其制品', '稻米', []],
  ['谷类及其制品', '荞麦', []],
  ['薯类淀粉及其制品', '淀粉（小麦）', ['含麸质谷物']],
  ['薯类淀粉及其制品', '玉米淀粉', []],
  ['干豆类及其制品', '烤麸', ['含麸质谷物', '大豆']],
  ['干豆类及其制品', '黄豆', ['大豆']],
  ['干豆类及其制品', '豆腐（代表值）', ['大豆']],
  ['干豆类及其制品', '绿豆', []],
  ['干豆类及其制品', '马牙大豆（干）', []],
  ['蔬菜类及其制品', '大白菜', []],
  ['蔬菜类及其制品', '毛豆（鲜）', ['大豆']],
  ['蔬菜类及其制品', '黄豆芽', ['大豆']],
  ['蔬菜类及其制品', '绿豆芽', []],
  ['蔬菜类及其制品', '豆腐柴（鲜）', []],
  ['菌藻类', '牛肝菌（白）', []],
  ['水果类及其制品', '桃（糖水罐头）', []],
  ['坚果种子类', '核桃（干）', ['坚果']],
  ['坚果种子类', '花生仁（生）', ['花生']],
  ['坚果种子类', '芝麻子（白）', []],
  ['畜肉类及其制品', '猪大肠', []],
  ['禽肉类及其制品', '鸡', []],
  ['乳类及其制品', '黄油', ['乳']],
  ['蛋类及其制品', '鸡蛋', ['蛋类']],
  ['鱼虾蟹贝类', '鲈鱼', ['鱼类']],
  ['鱼虾蟹贝类', '黄鳝', ['鱼类']],
  ['鱼虾蟹贝类', '刺泡鱼', ['鱼类']],
  ['鱼虾蟹贝类', '虾仁', ['甲壳类']],
  ['鱼虾蟹贝类', '虾酱', ['甲壳类']],
  ['鱼虾蟹贝类', '梭子蟹', ['甲壳类']],
  ['鱼虾蟹贝类', '蛤蜊', []],
  ['鱼虾蟹贝类', '鱿鱼（干）', []],
  ['鱼虾蟹贝类', '甲鱼蛋', ['蛋类']],
  ['植物油', '葵花子油', []],
  ['植物油', '花生油', ['花生']],
  ['植物油', '豆油', ['大豆']],
  ['调味品', '酱油', ['含麸质谷物', '大豆']],
  ['调味品类', '腐乳（白）', ['大豆']],
  ['调味品类', '花椒', []],
  ['糖蜜饯类', '白砂糖', []],
] as const)('a food has the allergens of its category and name: %s %s', (category, name, expected) => {
  expect(deriveAllergens({ category, name, nutrients: {} })).toEqual({ allergens: expected });
});

it.each([
  ['婴幼儿食品', '婴儿配方奶粉', ['乳']],
  ['干豆类及其制品', '豆奶粉', ['大豆', '乳']],
  ['小吃甜饼', '包子（猪肉馅）', ['含麸质谷物']],
  ['小吃甜饼', '蛋黄酥（乳清蛋白）', ['蛋类', '乳']],
  ['速食食品', '饼干', ['含麸质谷物']],
  ['饮料类', '可乐', undefined],
  ['糖蜜饯类', '巧克力', undefined],
  ['调味品类', '豆瓣酱', undefined],
  ['调味品类', '鱼香调料', undefined],
  ['其他类', '蜂王浆', undefined],
  ['畜肉类及其制品', '火腿肠', undefined],
  ['畜肉类及其制品', '酱牛肉', undefined],
  ['植物油', '色拉油', undefined],
  ['Butter', 'Ghee', undefined],
] as const)(
  'a prepared, a composite food and one of an unknown category may have others: %s %s',
  (category, name, known) => {
    const expected = known ? { allergens: known, mayHaveOthers: true } : {};
    expect(deriveAllergens({ category, name, nutrients: {} })).toEqual(expected);
  },
);

it('foods together have the allergens of each, in the order of the standard, and are unclear where one is', () => {
  const soup = { allergens: ['大豆' as const, '含麸质谷物' as const] };
  const none = { allergens: [] };
  expect(combineAllergens([soup, none])).toEqual({ allergens: ['含麸质谷物', '大豆'], hasUnknownAllergens: false });
  expect(combineAllergens([none, none])).toEqual({ allergens: [], hasUnknownAllergens: false });
  expect(combineAllergens([none, { ...soup, mayHaveOthers: true }])).toEqual({
    allergens: ['含麸质谷物', '大豆'],
    hasUnknownAllergens: true,
  });
  const unclear = { allergens: [], hasUnknownAllergens: true };
  expect([[{}], [undefined], []].map(combineAllergens)).toEqual([unclear, unclear, unclear]);
});

it('the groups are the eight of the standard', () => {
  expect(allergenChoices.map(({ key }) => key)).toEqual([
    '含麸质谷物',
    '甲壳类',
    '鱼类',
    '蛋类',
    '花生',
    '大豆',
    '乳',
    '坚果',
  ]);
});
