import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

/** Day, meal, dish and portion. */
type Item = readonly [day: number, meal: string, dish: number, portion?: number];

const ROUTE = 'GET /api/menu/analysis';
const DRAFT = 'POST /api/menu/analysis';

const { service, setup } = await openSetup();
const { school, admin } = setup;

/** Values per 100 g. */
const rice = food('012001x', '大米', { energy: '1450', protein: '8', sodium: '2' });
const carrot = food('041201', '胡萝卜', { energy: '130', protein: '1', sodium: '70', 'vitamin-a-rae': '350' });
const salt = food('205001', '盐', { energy: '0', protein: '0', sodium: '39000' });

const FIGURES = {
  foodCategoryDay: '{"谷薯类":300,"盐":5}',
  foodCategoryWeek: '{"谷薯类":2100}',
  ingredient: '{"中体力":{"能量":{"min":4000,"max":6000},"钠":{"max":2000}}}',
};

async function cook(name: string, mark: string, of: Readonly<Record<string, number>>, home: School = school) {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, mark, ingredient }, home);
}

/** A menu of two days with breakfast and lunch. */
function facts(...items: readonly Item[]) {
  return {
    name: '第一周',
    start: MONDAY,
    days: 2,
    meals: 'breakfast,lunch',
    groups: GROUPS,
    items: menuItems(...items),
  };
}

function plan(...items: readonly Item[]): Promise<number> {
  return setup.create('PUT /api/menu', facts(...items), school.token);
}

async function analyse(id: number, more: Readonly<Record<string, string | number>> = {}, token = school.token) {
  return service.call(ROUTE, { id, ...more }, { token });
}

const known = { aboveUl: false, coverage: 1 };
const ofCarrot = { coverage: 0.98, missing: ['OWN-1'], missingCount: 1 };

/** The analysis of the menu, calculated by hand. */
function expected() {
  const item = (kind: string, text: string, place: object) => ({ kind, text, ...place });
  // Lunch: 200 g of rice, 200 g of carrot, 2 g of salt and 10 g of an unknown food: 402 of 412 g are known.
  const lunch = [
    // 200 × 14.5 + 200 × 1.3 = 3160 kJ; 40 of 100 parts of 4000 to 6000
    {
      key: 'energy',
      name: '能量',
      unit: 'kJ',
      value: 3160,
      min: 1600,
      max: 2400,
      judgement: '过量',
      ...known,
      ...ofCarrot,
    },
    { key: 'protein', name: '蛋白质', unit: 'g', value: 18, ...known, ...ofCarrot },
    // 4 + 140 + 780 = 924 mg; 2000 × 0.4 = 800
    { key: 'sodium', name: '钠', unit: 'mg', value: 924, max: 800, judgement: '过量', ...known, ...ofCarrot },
    // of 200 g of 412: 0.485…
    {
      key: 'vitamin-a-rae',
      name: '维生素A（RAE）',
      unit: 'μg RAE',
      value: 700,
      aboveUl: false,
      coverage: 0.49,
      missing: ['大米', 'OWN-1', '盐'],
      missingCount: 3,
    },
  ];
  const breakfast = [
    // 50 × 14.5 = 725 kJ; 30 of 100 parts
    { key: 'energy', name: '能量', unit: 'kJ', value: 725, min: 1200, max: 1800, judgement: '不足', ...known },
    { key: 'protein', name: '蛋白质', unit: 'g', value: 4, ...known },
    { key: 'sodium', name: '钠', unit: 'mg', value: 1, max: 600, judgement: '适量', ...known },
    {
      key: 'vitamin-a-rae',
      name: '维生素A（RAE）',
      unit: 'μg RAE',
      value: 0,
      aboveUl: false,
      coverage: 0,
      missing: ['大米'],
      missingCount: 1,
    },
  ];
  // (402 + 50) / (412 + 50) = 0.978…
  const mean = [
    { ...lunch[0], value: 1942.5, min: 1400, max: 2100, judgement: '适量' },
    { ...lunch[1], value: 11 },
    { ...lunch[2], value: 462.5, max: 700, judgement: '适量' },
    { ...lunch[3], value: 350, coverage: 0.43 }, // 200 / 462
  ];
  const category = (name: string, value: number, amount: number, judgement: string) => ({
    name,
    value,
    amount,
    judgement,
  });
  return {
    levels: [
      {
        name: '中体力',
        level: '中体力',
        people: 120,
        factor: 1,
        judged: true,
        average: {
          nutrients: mean,
          categories: [category('谷薯类', 125, 105, '适量'), category('盐', 1, 1.75, '适量')],
          energyShares: { protein: 1, fat: 0, carbohydrate: 0 },
          salt: 1.16, // 462.5 / 400
          kinds: 2, // rice, carrot and OWN-1 on one day, rice on the other
          // no food of animals, and only rice and salt have a class
          evaluation: expect.objectContaining({
            goodProtein: expect.objectContaining({ value: 0, coverage: 0.98 }),
            groupsByMeal: [
              expect.objectContaining({ meal: 'breakfast', value: 1, below: ['2026-09-08'] }),
              expect.objectContaining({ meal: 'lunch', value: 1, below: ['2026-09-07'] }),
            ],
          }),
        },
        days: [
          {
            day: 1,
            date: '2026-09-07',
            meals: [{ meal: 'lunch', energy: 3160 }],
            nutrients: lunch,
            categories: [category('谷薯类', 200, 120, '适量'), category('盐', 2, 2, '适量')],
            salt: 2.31,
            kinds: 3,
          },
          {
            day: 2,
            date: '2026-09-08',
            meals: [{ meal: 'breakfast', energy: 725 }],
            nutrients: breakfast,
            categories: [category('谷薯类', 50, 90, '不足'), category('盐', 0, 1.5, '适量')],
            salt: 0,
            kinds: 1,
          },
        ],
        // 2100 × 0.7 / 7
        week: { categories: [category('谷薯类', 250, 210, '适量')], kinds: 3 },
        unassigned: ['041201', 'OWN-1'],
      },
    ],
    warnings: [
      item('empty_meal', '第 1 天早餐没有菜品', { day: 1, meal: 'breakfast' }),
      item('empty_meal', '第 2 天午餐没有菜品', { day: 2, meal: 'lunch' }),
      item('unlisted_ingredient', '“胡萝卜”的食材“OWN-1”不在食材目录中，营养成分未知', {
        day: 1,
        meal: 'lunch',
        dish: dishes.carrot,
        ingredient: 'OWN-1',
      }),
    ],
  };
}

const grain = { foodCategory: { name: '谷类', amount: '100', counts: '100' } };
await stock(service, [
  { ...rice, ...grain },
  carrot,
  { ...salt, foodCategory: { name: '盐', amount: '1', counts: '1' } },
]);
const standard = await setup.createStandard();
await setup.succeed('POST /api/nutrition', { id: standard, overflow: '0.1', ...FIGURES }, admin);
const dishes = {
  rice: await cook('米饭', '主食', { '012001x': 100 }),
  carrot: await cook('胡萝卜', '素菜', { '041201': 200, '205001': 2, 'OWN-1': 10 }),
  library: await cook('白粥', '粥', { '012001x': 50 }, { ...school, id: 0, token: admin }),
};
const menu = await plan([1, 'lunch', dishes.rice, 2], [1, 'lunch', dishes.carrot], [2, 'breakfast', dishes.library]);

describe(ROUTE, () => {
  it('answers the analysis of a menu as it is now', async () => {
    const answer = await analyse(menu);
    expect(answer.json).toEqual(success(expected()));
    expect(answer.text).toContain('"value":3160.00');
  });

  it('shows the platform the menu of any unit', async () => {
    expect((await analyse(menu, {}, admin)).json).toEqual(success(expected()));
  });

  it('tells what brings most of a nutrient, by its code or its name', async () => {
    const of = async (nutrient: string) => (await analyse(menu, { nutrient })).json.body.levels[0].contributions;
    const from = (dish: number, ingredient: string, name: string, value: number, place = { day: 1, meal: 'lunch' }) => {
      return { ...place, dish, ingredient, name, value };
    };
    const contributions = {
      key: 'sodium',
      largest: [
        from(dishes.carrot, '205001', '盐', 780),
        from(dishes.carrot, '041201', '胡萝卜', 140),
        from(dishes.rice, '012001x', '大米', 4),
        from(dishes.library, '012001x', '大米', 1, { day: 2, meal: 'breakfast' }),
      ],
      rest: 0,
    };
    expect([await of('sodium'), await of('钠'), await of('')]).toEqual([contributions, contributions, undefined]);
    expect((await of('维生素A')).key).toBe('vitamin-a-rae');
  });

  it('has an ETag that stands for all that went in', async () => {
    const tag = async () => String((await analyse(menu)).headers['etag']);
    const first = await tag();
    expect(first).toMatch(/^"\d+"$/);
    expect(await tag()).toBe(first);
    expect((await analyse(menu, { nutrient: 'sodium' })).headers['etag']).toBe(first);
    const changes: (() => Promise<unknown>)[] = [
      () => setup.succeed('POST /api/menu', { id: menu, name: '改名' }, school.token),
      () => setup.succeed('POST /api/dish', { id: dishes.rice, name: '白米饭' }, school.token),
      () => setup.succeed('POST /api/nutrition', { id: standard, overflow: '0.2' }, admin),
      () => setup.succeed('PUT /api/ingredient/mark', { nutrient: '041201', mark: '忌用' }, school.token),
      () =>
        setup.succeed(
          'POST /api/vender/config',
          { vender: school.id, breakfast: 31, lunch: 39, dinner: 30 },
          school.token,
        ),
      () => stock(service, [{ ...carrot, edible: '97' }]),
    ];
    const tags = [first];
    for (const change of changes) {
      await change();
      tags.push(await tag());
    }
    expect(new Set(tags).size).toBe(tags.length);
    // Marks of foods that are not in the menu do not matter.
    await setup.succeed('PUT /api/ingredient/mark', { nutrient: 'OTHER', mark: '忌用' }, school.token);
    expect(await tag()).toBe(tags.at(-1));
  });

  it('warns of foods to avoid, of dishes that are gone and of a standard that is gone', async () => {
    const dish = await cook('鱼', '荤菜', { '041201': 1 });
    const id = await plan([1, 'lunch', dish], [1, 'lunch', dishes.rice]);
    await setup.succeed('PUT /api/ingredient/mark', { nutrient: '041201', mark: '忌用' }, school.token);
    const warned = async () => {
      const { warnings } = (await analyse(id)).json.body;
      return warnings.filter(({ kind }: { kind: string }) => kind !== 'empty_meal');
    };
    const place = { day: 1, meal: 'lunch', dish };
    expect(await warned()).toEqual([
      { kind: 'avoided', text: '“鱼”含有忌用食材“胡萝卜”', ...place, ingredient: '041201' },
    ]);
    await setup.succeed('DELETE /api/dish', { ids: dish }, school.token);
    expect(await warned()).toEqual([{ kind: 'missing_dish', text: `菜品 ${dish} 已不存在，未计入`, ...place }]);
    const other = await setup.createSchool();
    await setup.succeed('POST /api/nutrition', { id: standard, vendors: other.id }, admin);
    expect((await warned())[0]).toEqual({ kind: 'no_standard', text: '没有可用的营养标准，不作评价；请联系平台分配' });
    await setup.succeed('POST /api/nutrition', { id: standard, vendors: school.id }, admin);
  });

  it('warns in the preferred language, with the same ETag and otherwise the same answer', async () => {
    const id = await plan([1, 'lunch', dishes.rice]);
    const inEnglish = await service.call(ROUTE, { id }, { token: school.token, headers: { 'accept-language': 'en' } });
    const { body } = (await analyse(id)).json;
    expect(inEnglish.headers['etag']).toBe((await analyse(id)).headers['etag']);
    const without = ({ text: _, ...warning }: { text: string }) => warning;
    const english = inEnglish.json.body;
    expect({ ...english, warnings: english.warnings.map(without) }).toEqual({
      ...body,
      warnings: body.warnings.map(without),
    });
    expect(english.warnings[0]).toEqual({ ...body.warnings[0], text: 'There is no dish for breakfast on day 1' });
  });

  it("refuses another unit's menu like one that does not exist", async () => {
    const other = await setup.createSchool();
    for (const id of [menu, menu + 900, 999_000_001, other.id * 1_000_000 + 1]) {
      expect((await analyse(id, {}, other.token)).json).toEqual(failure(404, 'menu_not_found'));
    }
    expect((await analyse(menu + 900, {}, admin)).json).toEqual(failure(404, 'menu_not_found'));
  });

  it('of a revision is to the byte what was submitted, whatever changes later', async () => {
    const home = await setup.createSchool();
    const own = await setup.createStandard(home);
    await setup.succeed('POST /api/nutrition', { id: own, ...FIGURES }, admin);
    const dish = await cook('面', '主食', { '012001x': 80, '205001': 1, 'OWN-2': 3 }, home);
    const served = { ...facts([1, 'lunch', dish], [2, 'breakfast', dishes.library]), standard: own };
    const id = await setup.create('PUT /api/menu', served, home.token);
    const draft = await analyse(id, { nutrient: 'protein' }, home.token);
    const etag = String(draft.headers['etag']);
    const submitted = await service.call(
      'POST /api/menu/submit',
      { id },
      { token: home.token, headers: { 'if-match': etag } },
    );
    expect(submitted.json).toEqual({ code: 200, desc: '成功', success: true });
    const frozen = () => analyse(id, { revision: 1, nutrient: 'protein' }, home.token);
    expect([(await frozen()).text, (await frozen()).headers['etag']]).toEqual([draft.text, etag]);
    const ends = [
      ['POST /api/menu', { id, name: '改名', items: '[]' }, home.token],
      ['DELETE /api/dish', { ids: dish }, home.token],
      ['PUT /api/ingredient/mark', { nutrient: '012001x', mark: '忌用' }, home.token],
      ['POST /api/vender/config', { vender: home.id, breakfast: 1, lunch: 2, dinner: 3 }, home.token],
      ['DELETE /api/nutrition', { id: own }, admin],
    ] as const;
    for (const [route, parameters, token] of ends) await setup.succeed(route, parameters, token);
    await stock(service, [{ ...rice, nutrients: { energy: '1' } }]);
    expect([(await frozen()).text, (await frozen()).headers['etag']]).toEqual([draft.text, etag]);
    expect((await analyse(id, { revision: 1, nutrient: 'protein' }, admin)).text).toBe(draft.text);
    expect((await analyse(id, { revision: 2 }, home.token)).json).toEqual(failure(404, 'revision_not_found'));
    expect((await analyse(id, { revision: 1 })).json).toEqual(failure(404, 'menu_not_found'));
    await stock(service, [{ ...rice, foodCategory: { name: '谷类', amount: '100', counts: '100' } }]);
  });

  it('with its ETag submits exactly what was analysed', async () => {
    const home = await setup.createSchool();
    const dish = await cook('饭', '主食', { '012001x': 80 }, home);
    const id = await setup.create('PUT /api/menu', facts([1, 'lunch', dish]), home.token);
    const seen = String((await analyse(id, {}, home.token)).headers['etag']);
    const submit = () => {
      return service.call('POST /api/menu/submit', { id }, { token: home.token, headers: { 'if-match': seen } });
    };
    await setup.succeed('POST /api/dish', { id: dish, ingredient: '[{"key":"012001x","value":90}]' }, home.token);
    expect((await submit()).json).toEqual(failure(409, 'changed_meanwhile'));
    await setup.succeed('POST /api/dish', { id: dish, ingredient: '[{"key":"012001x","value":80}]' }, home.token);
    expect((await submit()).status).toBe(200);
  });

  it('names what is bad', async () => {
    const { json } = await service.call(ROUTE, { nutrient: 'unobtainium' }, { token: school.token });
    expect(json).toMatchObject({ code: 400, reason: 'invalid_input' });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['id', 'nutrient']);
    expect((await analyse(menu, { id: 'x' })).json.errors).toHaveLength(1);
  });
});

describe(DRAFT, () => {
  const draft = (more: Readonly<Record<string, string | number>> = {}, token = school.token) =>
    service.call(DRAFT, { ...facts([1, 'lunch', dishes.rice, 2], [1, 'lunch', dishes.carrot]), ...more }, { token });

  it('answers of a menu that is not stored what it would of the same menu stored', async () => {
    const id = await plan([1, 'lunch', dishes.rice, 2], [1, 'lunch', dishes.carrot]);
    const stored = (await analyse(id, { nutrient: 'sodium' })).json;
    expect((await draft({ nutrient: 'sodium' })).json).toEqual(stored);
    expect((await draft({ nutrient: 'sodium', standard })).json).toEqual(stored);
    expect((await draft({ nutrient: 'sodium', name: '' })).json.reason).toBe('invalid_input');
    expect(stored.body.levels[0].judged).toBe(true);
  });

  it('stores nothing', async () => {
    const list = () => service.call('GET /api/menu', { pageSize: 200 }, { token: school.token });
    const before = (await list()).json;
    await draft();
    expect((await list()).json).toEqual(before);
  });

  it('judges by no standard where none is wanted, or several could be', async () => {
    const kinds = async (more = {}) => {
      const { warnings, levels } = (await draft(more)).json.body;
      return [warnings.some(({ kind }: { kind: string }) => kind === 'no_standard'), levels[0].judged];
    };
    expect(await kinds()).toEqual([false, true]);
    expect(await kinds({ standard: '' })).toEqual([true, false]);
    const second = await setup.createStandard();
    expect(await kinds()).toEqual([true, false]);
    expect(await kinds({ standard })).toEqual([false, true]);
    await setup.succeed('DELETE /api/nutrition', { id: second }, admin);
  });

  it('names all that is bad, and what does not fit together', async () => {
    const other = await setup.createStandard(await setup.createSchool());
    expect((await draft({ standard: other })).json).toEqual(
      badInput(['standard', { code: 'unknown', names: String(other) }]),
    );
    expect(
      (await draft({ start: '2026-02-30', days: 8, groups: '[]' })).json.errors.map(
        (one: { field: string }) => one.field,
      ),
    ).toEqual(['start', 'days', 'groups']);
    const misfit = menuItems([2, 'dinner', dishes.rice]);
    expect((await draft({ days: 1, items: misfit })).json).toEqual(
      badInput(
        ['items.0.day', { code: 'integer', min: 1, max: 1 }],
        ['items.0.meal', { code: 'choice', names: 'breakfast lunch' }],
      ),
    );
    const { json } = await service.call(DRAFT, {}, { token: school.token });
    expect(json.errors.map((one: { field: string }) => one.field)).toEqual(['start', 'groups']);
  });

  it("counts another unit's dishes like dishes that are gone", async () => {
    const other = await setup.createSchool();
    const secret = await cook('秘制', '荤菜', { '041201': 7 }, other);
    const answer = await draft({ items: menuItems([1, 'lunch', secret], [1, 'lunch', 999_000_001]) });
    expect(answer.json.body.warnings.filter(({ kind }: { kind: string }) => kind === 'missing_dish')).toEqual(
      [secret, 999_000_001].map((dish) => {
        return { kind: 'missing_dish', text: `菜品 ${dish} 已不存在，未计入`, day: 1, meal: 'lunch', dish };
      }),
    );
    expect(answer.text).not.toContain('秘制');
    expect(answer.json.body.levels[0].unassigned).toEqual([]);
  });
});
