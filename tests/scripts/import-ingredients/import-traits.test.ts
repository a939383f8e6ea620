import { expect, it } from 'vitest';
import { classify } from '../../../lib/domain/ingredient/food-class.ts';
import { mergeFood } from '../../../lib/domain/ingredient/food-merge.ts';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';

const read = (...lines: string[]) =>
  toFoods([readTable('foods.csv', Buffer.from(['编码,名称,类别,别名,食物类,折算,深色,致敏物', ...lines].join('\n')))]);

it('columns say class, equivalent, darkness, allergens and kitchen name, before any rule', () => {
  const { foods, findings } = read(
    'A,菠菜（鲜）,蔬菜类,菠菜,蔬菜类,,否,无',
    'B,豆干,自产,,大豆类及其制品,110:50,,大豆、含麸质谷物',
    'C,菠菜（鲜）,蔬菜类,,,,,',
  );
  expect(findings).toEqual([]);
  const own = (code: string) => foods.map((food) => classify(food)).find((food) => food.code === code);
  expect(own('A')).toMatchObject({ alias: '菠菜', foodCategory: { name: '蔬菜类', amount: '100' }, allergens: [] });
  expect(own('A')).not.toMatchObject({ dark: true });
  expect(own('B')).toMatchObject({
    foodCategory: { name: '大豆类及其制品', amount: '110', counts: '50' },
    allergens: ['含麸质谷物', '大豆'],
  });
  expect(own('C')).toMatchObject({ foodCategory: { name: '蔬菜类' }, dark: true, allergens: [] });
});

it('a cell that says nothing that can be used is told', () => {
  const { foods, findings } = read(
    `A,菠菜,蔬菜类,${'长'.repeat(101)},绿叶菜,,也许,猫`,
    'B,豆干,豆类,,大豆类及其制品,0:50,,',
    'C,豆腐,豆类,,,110:50,,',
  );
  expect(findings.map(({ kind, food, column }) => [kind, food, column])).toEqual([
    ['cell', 'A', '别名'],
    ['cell', 'A', '食物类'],
    ['cell', 'A', '深色'],
    ['cell', 'A', '致敏物'],
    ['cell', 'B', '折算'],
    ['cell', 'C', '折算'],
  ]);
  const traits = foods.map(({ alias, foodCategory, dark, allergens }) => ({ alias, foodCategory, dark, allergens }));
  expect(traits).toEqual([{}, {}, {}]);
});

it('an import leaves a kitchen name that is there, and what the catalogue says where no column says otherwise', () => {
  const [old] = read('A,番茄[西红柿],蔬菜类,番茄,,,,').foods.map((food) => classify(food));
  const [again] = read('A,番茄（大）,蔬菜类,洋柿子,水果类,,,').foods;
  if (!old || !again) throw new Error('nothing was read');
  expect(mergeFood(old, again, { findMedian: () => undefined }).food).toMatchObject({
    name: '番茄（大）',
    alias: '番茄',
    foodCategory: { name: '水果类' },
    dark: true,
  });
});
