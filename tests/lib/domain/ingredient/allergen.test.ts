import { describe, expect, it } from 'vitest';
import { allergenChoices, allergensOf } from '../../../../lib/domain/ingredient/allergen.ts';

describe('the allergens of a food', () => {
  it.each([
    ['011201x', '小麦粉（代表值）', ['含麸质谷物']],
    ['011312', '通心面', ['含麸质谷物']],
    ['014202', '青稞', ['含麸质谷物']],
    ['019007', '莜麦面', ['含麸质谷物']],
    ['022108', '淀粉（小麦）', ['含麸质谷物']],
    ['031526', '烤麸', ['含麸质谷物', '大豆']],
    ['012001x', '稻米', []],
    ['013101', '玉米（鲜）', []],
    ['019005', '荞麦', []],
    ['019001', '高粱米', []],
    ['022103', '玉米淀粉', []],
    ['031101', '黄豆', ['大豆']],
    ['031301x', '豆腐（代表值）', ['大豆']],
    ['032101', '绿豆', []],
    ['035104', '马牙大豆（干）', []],
    ['045101x', '大白菜', []],
    ['051019', '香菇', []],
    ['065033', '香蕉', []],
    ['071004', '核桃（干）', ['坚果']],
    ['072004', '花生仁（生）', ['花生']],
    ['072016', '芝麻子（白）', []],
    ['081110', '猪肉（瘦）', []],
    ['091101x', '鸡', []],
    ['101101x', '纯牛奶', ['乳']],
    ['105004', '黄油', ['乳']],
    ['111101x', '鸡蛋', ['蛋类']],
    ['121226', '鲈鱼', ['鱼类']],
    ['122206', '虾仁', ['甲壳类']],
    ['123004', '梭子蟹', ['甲壳类']],
    ['124201x', '蛤蜊', []],
    ['129008', '鱿鱼', []],
    ['192009', '葵花子油', []],
  ])('are those that its place in the national table implies: %s %s', (code, name, expected) => {
    expect(allergensOf({ code, name })).toEqual(expected);
  });

  it.each([
    ['131001', '婴儿配方奶粉'],
    ['141101', '包子（猪肉馅）'],
    ['153104', '饼干'],
    ['161101', '可乐'],
    ['171101', '啤酒'],
    ['181101', '巧克力'],
    ['201001', '酱油'],
    ['219001', '蜂王浆'],
    ['GHEE-1', 'Ghee'],
    ['0112', '小麦粉'],
    ['0112010', '小麦粉'],
  ])('are unknown of a composite food and of a code of another table: %s %s', (code, name) => {
    expect(allergensOf({ code, name })).toBe(undefined);
  });

  it('are those of its own entry where it has one, in the order of the standard', () => {
    expect(allergensOf({ code: '209901', name: '酱油', allergens: ['大豆', '含麸质谷物'] })).toEqual([
      '含麸质谷物',
      '大豆',
    ]);
    expect(allergensOf({ code: '101152x', name: '无乳', allergens: [] })).toEqual([]);
  });
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
