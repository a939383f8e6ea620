import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../lib/domain/ingredient/food-class.ts';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';
import checked from './checked-foods.json' with { type: 'json' };

/** The digital form of the national table, which is beside the project and not part of it. */
const TABLE = join(import.meta.dirname, '../../../../shared/food-composition');

/** The groups of the national table by the first two digits of a code. */
const GROUPS = new Map(
  '01谷类及其制品 02薯类淀粉及其制品 03干豆类及其制品 04蔬菜类及其制品 05菌藻类 06水果类及其制品 07坚果种子类 08畜肉类及其制品 09禽肉类及其制品 10乳类及其制品 11蛋类及其制品 12鱼虾蟹贝类 13婴幼儿食品 19油脂 21其他类'
    .split(' ')
    .map((group) => [group.slice(0, 2), group.slice(2)]),
);

it.each(checked)('a food has its class by its category and name: %s %s %s', (code, name, expected) => {
  const group = GROUPS.get(code.slice(0, 2)) ?? '';
  const category = group === '油脂' ? (code.startsWith('191') ? '动物油脂类' : '植物油') : group;
  const food = classify({ code, name, category, nutrients: {}, traces: [] });
  expect(food.foodCategory?.name ?? '').toBe(expected);
});

describe.skipIf(!existsSync(TABLE))('the national table (skipped where ../shared has no food-composition)', () => {
  it('has a class for every food but fats, juices, broth, mixed purees, fish sauce and what is hardly a food', () => {
    const tables = readdirSync(TABLE).map((name) => readTable(name, readFileSync(join(TABLE, name))));
    const foods = toFoods(tables).foods.map((food) => classify(food));
    const known = new Map(foods.map((food) => [food.code, food.foodCategory?.name ?? '']));
    expect(checked.filter(([code, , name]) => known.get(code ?? '') !== name)).toEqual([]);
    const unassigned = foods.filter(({ foodCategory }) => foodCategory === undefined);
    const isExpected = ({ code, name }: (typeof foods)[number]) =>
      code.startsWith('219') || /^[^（]*(?:油|白脱|汁|泥|鱼露)|汤）$|蛋白粉/.test(name);
    expect(unassigned.filter((food) => !isExpected(food))).toEqual([]);
    expect(unassigned).toHaveLength(49);
  });
});
