import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../lib/domain/ingredient/food-class.ts';
import { findKind } from '../../../lib/domain/ingredient/kind.ts';
import { toFoods } from '../../../scripts/import-ingredients/food.ts';
import { readTable } from '../../../scripts/import-ingredients/table-file.ts';
import checked from './checked-foods.json' with { type: 'json' };
import readAllergens from './read-allergens.json' with { type: 'json' };
import readKinds from './read-kinds.json' with { type: 'json' };

/** The digital form of the national table, which is beside the project and not part of it. */
const TABLE = join(import.meta.dirname, '../../../../shared/food-composition');

/** The groups of the national table by the first two digits of a code. */
const GROUPS = new Map(
  '01谷类及其制品 02薯类淀粉及其制品 03干豆类及其制品 04蔬菜类及其制品 05菌藻类 06水果类及其制品 07坚果种子类 08畜肉类及其制品 09禽肉类及其制品 10乳类及其制品 11蛋类及其制品 12鱼虾蟹贝类 13婴幼儿食品 19油脂 21其他类'
    .split(' ')
    .map((group) => [group.slice(0, 2), group.slice(2)]),
);

/** The category of the national table that a food of this code is in. */
function findCategory(code: string): string {
  const group = GROUPS.get(code.slice(0, 2)) ?? '';
  if (group !== '油脂') return group;
  return code.startsWith('191') ? '动物油脂类' : '植物油';
}

/** The allergens of a food as its reader wrote them down: `鱼类+不明`, `无`. */
function describeAllergens({ allergens, mayHaveOthers }: ReturnType<typeof classify>): string {
  return [...(allergens ?? []), ...(mayHaveOthers || !allergens ? ['不明'] : [])].join('+') || '无';
}

it.each(checked)('a food has its class by its category and name: %s %s %s', (code, name, expected) => {
  const food = classify({ code, name, category: findCategory(code), nutrients: {}, traces: [] });
  expect(food.foodCategory?.name ?? '').toBe(expected);
});

it.each(readKinds)('a food is of the kind that its reader calls it, — of none: %s %s %s', (code, name, kind) => {
  const food = classify({ code, name, category: findCategory(code), nutrients: {}, traces: [] });
  expect(findKind(food) ?? '—').toBe(kind);
});

it.each(readAllergens)('a food has the allergens that its reader knows of: %s %s %s', (code, name, read, grams) => {
  // Where its carbohydrate decides, the fourth column has about as many grams per 100 g.
  const nutrients: Record<string, string> = grams === undefined ? {} : { carbohydrate: grams };
  expect(describeAllergens(classify({ code, name, category: findCategory(code), nutrients, traces: [] }))).toBe(read);
});

describe.skipIf(!existsSync(TABLE))('the national table (skipped where ../shared has no food-composition)', () => {
  const foods = () =>
    toFoods(readdirSync(TABLE).map((name) => readTable(name, readFileSync(join(TABLE, name))))).foods.map(classify);

  it('says of no meat, fish or shellfish with more than 5 g of carbohydrate that it has no others, but of liver, roe and molluscs', () => {
    const isStarchy = ({ code, nutrients }: ReturnType<typeof classify>) =>
      /^(?:08|09|12)/.test(code) && Number(nutrients['carbohydrate'] ?? 0) > 5;
    const free = foods().filter((food) => isStarchy(food) && !describeAllergens(food).includes('不明'));
    expect(free.filter(({ name }) => !/肝|[子籽]酱|[鲍蛏贝蚌蚬蚶螺蛤]|牡蛎|海参|海蜇|[鱿章]鱼/.test(name))).toEqual([]);
  });

  it('has a class for every food but fats, juices, broth, mixed purees, fish sauce and what is hardly a food', () => {
    const all = foods();
    const known = new Map(all.map((food) => [food.code, food.foodCategory?.name ?? '']));
    expect(checked.filter(([code, , name]) => known.get(code ?? '') !== name)).toEqual([]);
    const unassigned = all.filter(({ foodCategory }) => foodCategory === undefined);
    const isExpected = ({ code, name }: (typeof all)[number]) =>
      code.startsWith('219') || /^[^（]*(?:油|白脱|汁|泥|鱼露)|汤）$|蛋白粉/.test(name);
    expect(unassigned.filter((food) => !isExpected(food))).toEqual([]);
    expect(unassigned).toHaveLength(49);
  });
});
