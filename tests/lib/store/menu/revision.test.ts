import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../../lib/domain/analysis/analyse.ts';
import type { AnalysisInput } from '../../../../lib/domain/analysis/content.ts';
import { RULES_VERSION } from '../../../../lib/domain/analysis/content.ts';
import { usualMeals as meals } from '../../../../lib/domain/meal.ts';
import type { MenuContent } from '../../../../lib/domain/menu/menu.ts';
import { toGroups } from '../../../../lib/domain/menu/menu-groups.ts';
import { freeze, type ResolvedMenu, thaw } from '../../../../lib/domain/revision.ts';
import { INITIAL_CONFIG } from '../../../../lib/domain/unit.ts';
import { hashRevision, packRevision, unpackRevision } from '../../../../lib/store/menu/menu-revision.ts';
import starter from '../../../../tables/starter/ingredients.json' with { type: 'json' };
import { randomMenu } from '../../domain/analysis/random-menu.ts';

/** The input of an analysis, from which a menu is frozen. */
function toFacts({ standard, standards, ...input }: AnalysisInput): ResolvedMenu {
  const foods = [...input.foods].map(([code, food]) => [code, { ...food, code }] as const);
  return {
    ...input,
    dishes: new Map([...input.dishes].map(([id, dish]) => [id, { ...dish, poly: dish.poly ?? '炒' }])),
    foods: new Map(foods),
    ...(standard ? { standard: { ...standard, id: 1, name: '标准' } } : {}),
    standards: new Map([...(standards ?? [])].map(([id, one]) => [id, { ...one, id, name: `标准${id}` }])),
  };
}

const packAndUnpack = (input: ResolvedMenu) => unpackRevision(packRevision(freeze(input)));

describe('a revision', () => {
  it('is analysed to the byte as its draft was', () => {
    fc.assert(
      fc.property(randomMenu, fc.constantFrom(undefined, 'protein'), (input, nutrient) => {
        const analysis = analyse({ ...thaw(packAndUnpack(toFacts(input))), nutrient });
        expect(JSON.stringify(analysis)).toBe(JSON.stringify(analyse({ ...input, nutrient })));
      }),
      { numRuns: 100 },
    );
  });

  it('is the same after packing and unpacking, and when it is frozen from itself', () => {
    fc.assert(
      fc.property(randomMenu, (input) => {
        const revision = freeze(toFacts(input));
        const unpacked = unpackRevision(packRevision(revision));
        expect(unpacked).toEqual(revision);
        expect(hashRevision(unpacked)).toBe(hashRevision(revision));
      }),
      { numRuns: 100 },
    );
  });

  it('has everything about what it serves, and nothing else', () => {
    const input = makeWeek(2);
    const [dish = 0, other] = input.dishes.keys();
    const key = input.dishes.get(dish)?.ingredient[0]?.key ?? '';
    const foods = new Map([...input.foods, ['OWN', wheat] as const, ['unused', wheat] as const]);
    const dishes = new Map([
      ...input.dishes,
      [dish, { name: '面', mark: '主食', poly: '煮', month: [11], ingredient: [flour('OWN'), flour(key)] }],
    ]);
    const content = { ...input.content, items: [{ day: 1, meal: 'lunch' as const, dish, portion: '1.5' }] };
    const marks = new Map([['OWN', '忌用'] as const, ['unused', '忌用'] as const]);
    const { values: _, foods: frozen, ...revision } = packAndUnpack({ ...input, content, dishes, foods, marks });
    expect(revision).toEqual({
      rules: RULES_VERSION,
      content,
      dishes: [{ id: dish, name: '面', mark: '主食', poly: '煮', month: [11], ingredient: [flour('OWN'), flour(key)] }],
      marks: [['OWN', '忌用']],
      shares: input.shares,
      standard: input.standard,
      standards: [],
    });
    expect(frozen.map(({ code }) => code)).toEqual([key, 'OWN']);
    const thawed = thaw(packAndUnpack({ ...input, content, dishes, foods, marks }));
    const { allergens: __, ...known } = thawed.foods.get('OWN') ?? {};
    expect(known).toEqual({
      code: 'OWN',
      name: '自磨面粉',
      category: '谷类',
      edible: '98.5',
      nutrients: { energy: '1500', iron: '0' },
      foodCategory: { name: '谷类', amount: '100', counts: '110' },
      dark: true,
    });
    expect([...thawed.dishes.keys()]).not.toContain(other);
  });

  it('has the allergens as they were found then, and which ones are unknown', () => {
    const food = { name: '小麦粉', category: '谷类', nutrients: {} };
    const dish = { name: '面', mark: '主食', poly: '', month: [], ingredient: ['011201x', 'OWN', 'NONE'].map(flour) };
    const input: ResolvedMenu = {
      ...makeWeek(1),
      dishes: new Map([[12_000_001, dish]]),
      foods: new Map([
        ['011201x', { ...food, code: '011201x', allergens: ['含麸质谷物'] }],
        ['OWN', { ...food, code: 'OWN' }],
        ['NONE', { ...food, code: 'NONE', allergens: [] }],
      ]),
    };
    expect(packAndUnpack(input).foods.map(({ code, allergens }) => [code, allergens])).toEqual([
      ['011201x', ['含麸质谷物']],
      ['NONE', []],
      ['OWN', undefined],
    ]);
  });

  it('of a week of 60 dishes takes at most 16 KB', () => {
    const bytes = packRevision(freeze(makeWeek(60))).length;
    expect(bytes).toBeGreaterThan(2000);
    expect(bytes).toBeLessThanOrEqual(16 * 1024);
  });

  it('of more than 200 KB is refused', () => {
    const input = makeWeek(150);
    let state = 1;
    const noise = () => {
      state = (state * 48_271) % 2_147_483_647;
      return String(state);
    };
    const dishes = [...input.dishes].map(([id, dish]) => {
      const ingredient = Array.from({ length: 100 }, () => ({ key: noise() + noise(), value: noise() }));
      return [id, { ...dish, ingredient }] as const;
    });
    expect(() => packRevision(freeze({ ...input, dishes: new Map(dishes) }))).toThrow(
      expect.objectContaining({ reason: 'menu_too_large' }),
    );
  });

  it('has another version after each change that its analysis uses', () => {
    const input = makeWeek(3);
    const [id = 0] = input.dishes.keys();
    const dish = input.dishes.get(id);
    const code = dish?.ingredient[0]?.key ?? '';
    const food = input.foods.get(code);
    if (!dish || !food || !input.standard) throw new Error('no dish');
    const others: ResolvedMenu[] = [
      { ...input, content: { ...input.content, name: '另一周' } },
      { ...input, content: { ...input.content, items: input.content.items.slice(1) } },
      { ...input, dishes: new Map([...input.dishes, [id, { ...dish, name: '别的菜' }]]) },
      { ...input, foods: new Map([...input.foods, [code, { ...food, edible: '77' }]]) },
      {
        ...input,
        foods: new Map([...input.foods, [code, { ...food, nutrients: { ...food.nutrients, iron: '7.7' } }]]),
      },
      { ...input, marks: new Map([[code, '忌用']]) },
      { ...input, shares: { ...input.shares, lunch: '41.00' } },
      { ...input, standard: { ...input.standard, overflow: '0.2' } },
    ];
    const versions = [input, ...others].map((one) => hashRevision(freeze(one)));
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions.every(Number.isSafeInteger)).toBe(true);
    // A food that it does not serve does not matter.
    const unused = new Map([...input.foods, ['unused', wheat] as const]);
    expect(hashRevision(freeze({ ...input, foods: unused, marks: new Map([['unused', '忌用']]) }))).toBe(versions[0]);
  });

  it('of the first release is answered as it was then', () => {
    const file = new URL('../../../fixtures/revision-1.json.gz', import.meta.url);
    const { data, answer } = JSON.parse(gunzipSync(readFileSync(file)).toString());
    const revision = unpackRevision(Buffer.from(data, 'base64'));
    const { levels, ...others } = analyse({ ...thaw(revision), nutrient: 'sodium' });
    const then = levels.map(({ average: { evaluation: _, ...average }, ...level }) => ({ ...level, average }));
    expect(JSON.parse(JSON.stringify({ levels: then, ...others }))).toEqual(JSON.parse(answer));
  });
});

/** A food of the unit's own. */
const wheat: ResolvedMenu['foods'] extends ReadonlyMap<string, infer Food> ? Food : never = {
  code: 'OWN',
  name: '自磨面粉',
  category: '谷类',
  edible: '98.5',
  nutrients: { energy: '1500', iron: '0' },
  foodCategory: { name: '谷类', amount: '100', counts: '110' },
  dark: true,
};

function flour(key: string) {
  return { key, value: '60' };
}

/** A week with so many different dishes, each of six foods of the starter catalogue, for two groups. */
function makeWeek(count: number): ResolvedMenu {
  const foods = starter.foods.map(({ code, name, category, edible, nutrients }) => {
    return [code, { code, name, category, edible: String(edible), nutrients: { ...nutrients } }] as const;
  });
  // A canteen needs some 120 foods for a week.
  const codes = foods.map(([code]) => code).slice(0, 120);
  const dishes = Array.from({ length: count }, (_, index) => {
    const ingredient = Array.from({ length: 6 }, (_, part) => {
      const key = codes[(index * 6 + part * 5) % codes.length] ?? '';
      return { key, value: String(5 + ((index * 37 + part * 53) % 120)) };
    });
    const month: number[] = [];
    return [12_000_001 + index, { name: `菜品${index}`, mark: '荤菜', poly: '炒', month, ingredient }] as const;
  });
  const items = dishes.map(([dish], index): MenuContent['items'][number] => {
    return { day: 1 + (index % 5), meal: meals[index % 3] ?? 'lunch', dish, portion: '1' };
  });
  const levels = ['9–11 岁', '12–14 岁'].map((level) => ({ level, people: 400, factor: '1' }));
  const groups = toGroups(levels, () => meals);
  return {
    content: { name: '第一周', start: '2026-11-23', days: 5, meals, groups, standard: 1, items },
    dishes: new Map(dishes),
    foods: new Map(foods),
    marks: new Map(),
    shares: INITIAL_CONFIG,
    standard: {
      id: 1,
      name: '学生餐营养标准',
      overflow: '0.1',
      foodCategoryDay: '{"谷薯类":300}',
      foodCategoryWeek: '{"鱼虾类":280}',
      ingredient: '{"9–11 岁":{"能量":{"min":7950,"max":8786},"钠":{"max":2000}},"12–14 岁":{"钙":{"min":950}}}',
    },
  };
}
