import { describe, expect, it } from 'vitest';
import { meals } from '../../../lib/domain/meal.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'POST /api/menu/generate';

const { service, setup } = await openSetup();
const { school, admin } = setup;

const rice = food('012001x', '大米', { energy: '1450', protein: '8', sodium: '2' });
const carrot = food('041201', '胡萝卜', { energy: '130', protein: '1', sodium: '70' }, { allergens: [] });
const peanut = food('072004', '花生', { energy: '2400', protein: '24', sodium: '4' });

const TEMPLATE = JSON.stringify({
  lunch: [
    { marks: ['主食'], min: 1, max: 1 },
    { marks: ['素菜', '凉菜'], min: 1, max: 1 },
  ],
});

async function cook(
  name: string,
  mark: string,
  of: Readonly<Record<string, number>>,
  home: School = school,
  month = '',
) {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value, isMain: true })));
  return setup.createDish({ name, mark, ingredient, ...(month ? { month } : {}) }, home);
}

const request = { start: MONDAY, days: 2, meals: 'lunch', groups: GROUPS, template: TEMPLATE };

async function generate(facts: Readonly<Record<string, string | number>> = {}, token = school.token) {
  return service.call(ROUTE, { ...request, ...facts }, { token });
}

async function generated(facts: Readonly<Record<string, string | number>> = {}) {
  const { json } = await generate(facts);
  return json.body;
}

await stock(service, [rice, carrot, peanut]);
const standard = await setup.createStandard();
const ingredient = '{"中体力":{"能量":{"min":1000,"max":6000}}}';
await setup.succeed('POST /api/nutrition', { id: standard, ingredient }, admin);
const platform = { ...school, id: 0, token: admin };
const dishes = {
  rice: await cook('米饭', '主食', { '012001x': 100 }),
  carrot: await cook('炒胡萝卜', '素菜', { '041201': 100 }),
  shredded: await cook('胡萝卜丝', '凉菜', { '041201': 80 }),
  summer: await cook('夏日胡萝卜', '素菜', { '041201': 90 }, school, '6,7'),
  peanut: await cook('花生', '凉菜', { '072004': 30 }),
  library: await cook('馒头', '主食', { '012001x': 120 }, platform),
  foreign: await cook('外校菜', '素菜', { '041201': 50 }, await setup.createSchool()),
};
await setup.succeed('PUT /api/ingredient/mark', { nutrient: '072004', mark: '忌用' }, school.token);

describe('a menu that is generated', () => {
  it('leaves a day off empty, and so does its analysis: the own calendar wins over that of the platform', async () => {
    await setup.succeed('POST /api/vender/calendar', { off: '2026-09-07,2026-09-08' }, admin);
    await setup.succeed('POST /api/vender/calendar', { on: '2026-09-08' }, school.token);
    const { items, analysis, unmet } = await generated();
    const listed = [items, analysis.levels[0].days, unmet, analysis.warnings].map((list: { day?: number }[]) => {
      return [...new Set(list.flatMap(({ day }) => day ?? []))];
    });
    expect(listed).toEqual([[2], [2], [2], []]);
    await setup.succeed('POST /api/vender/calendar', { off: '' }, admin);
    await setup.succeed('POST /api/vender/calendar', { on: '' }, school.token);
  });

  it('serves what the template asks for, of dishes of the month without anything to avoid', async () => {
    const { items, seed } = await generated();
    expect(seed).toBe(1);
    expect(items).toHaveLength(4);
    const at = (day: number) => items.filter((item: { day: number }) => item.day === day);
    const vegetable = expect.toSatisfy((id: number) => [dishes.carrot, dishes.shredded].includes(id));
    for (const day of [1, 2]) {
      expect(at(day)).toEqual([
        { day, meal: 'lunch', dish: dishes.rice, name: '米饭', portion: 1 },
        { day, meal: 'lunch', dish: vegetable, name: expect.any(String), portion: 1 },
      ]);
    }
    // Two days need two vegetables, and none may come again within three days.
    expect(new Set(items.map(({ dish }: { dish: number }) => dish)).size).toBe(3);
  });

  it('has the analysis of the menu with these items, byte by byte, once that is stored as it came', async () => {
    const planned = await service.call(ROUTE, { ...request, seed: 3 }, { token: school.token });
    const { items, analysis } = planned.json.body;
    const { template: _, ...facts } = request;
    const id = await setup.create(
      'PUT /api/menu',
      { name: '第一周', ...facts, items: JSON.stringify(items) },
      school.token,
    );
    const stored = await service.call('GET /api/menu/analysis', { id }, { token: school.token });
    expect(JSON.stringify(analysis)).toBe(JSON.stringify(stored.json.body));
    expect(planned.text).toContain(stored.text.slice(stored.text.indexOf('"levels"'), -2));
  });

  it('is the same for the same input, whatever is asked for meanwhile', async () => {
    const first = await generate({ seed: 5 });
    await generate({ seed: 6 });
    expect((await generate({ seed: 5 })).text).toBe(first.text);
  });

  it('stores nothing', async () => {
    const before = await service.call('GET /api/menu', {}, { token: school.token });
    await generate();
    const after = await service.call('GET /api/menu', {}, { token: school.token });
    expect(after.json).toEqual(before.json);
  });

  it('gives a group nothing that it avoids, but another dish of the mark; what is planned can be saved', async () => {
    const groups = JSON.stringify([
      { level: '中体力', people: 9 },
      { name: '避大豆', level: '中体力', people: 1, avoid: ['大豆'] },
    ]);
    const odd = await cook('什锦', '凉菜', { 'OWN-1': 10 });
    const template = '{"lunch":[{"marks":["凉菜"],"min":1,"max":1}]}';
    const { items, unmet } = await generated({ days: 1, groups, template, rules: '{"kindsPerDay":0}' });
    const facts = { name: '计划', start: MONDAY, days: 1, meals: 'lunch', groups, items: JSON.stringify(items) };
    const id = await setup.create('PUT /api/menu', facts, school.token);
    expect((await setup.succeed('GET /api/menu', { id }, school.token)).items).toEqual(items);
    const got = items.filter((item: { groups?: string[] }) => item.groups?.includes('避大豆') ?? true);
    expect(got.map(({ dish }: { dish: number }) => dish)).toEqual([dishes.shredded]);
    expect(unmet.filter(({ rule }: { rule: string }) => rule === 'allergen')).toEqual([]);
    await setup.succeed('DELETE /api/dish', { ids: odd }, school.token);
  });

  it('keeps what is locked, with its portion, also what it would not choose', async () => {
    const locked = menuItems([1, 'lunch', dishes.peanut, 0.5], [2, 'lunch', dishes.summer]);
    const { items, unmet } = await generated({ locked });
    expect(items).toContainEqual({ day: 1, meal: 'lunch', dish: dishes.peanut, name: '花生', portion: 0.5 });
    expect(items).toContainEqual({ day: 2, meal: 'lunch', dish: dishes.summer, name: '夏日胡萝卜', portion: 1 });
    expect(items).toHaveLength(4);
    expect(unmet).toContainEqual(
      expect.objectContaining({ rule: 'avoided', day: 1, dish: dishes.peanut, of: '072004' }),
    );
    expect(unmet).toContainEqual(expect.objectContaining({ rule: 'season', day: 2, dish: dishes.summer }));
  });

  it('serves dishes of the library only where they are asked for', async () => {
    const template = '{"lunch":[{"marks":["主食"],"min":2,"max":2}]}';
    const own = await generated({ template });
    expect(own.items.map(({ dish }: { dish: number }) => dish)).not.toContain(dishes.library);
    const { items } = await generated({ template, library: 'true' });
    expect(items).toContainEqual(expect.objectContaining({ dish: dishes.library, name: '馒头' }));
  });

  it('serves a dish of the library that is locked there, and nowhere else', async () => {
    const locked = menuItems([1, 'lunch', dishes.library]);
    const { items } = await generated({ rules: '{"perWeek":{"主食":1},"repeatDays":0}', locked });
    const served = items.filter(({ dish }: { dish: number }) => dish === dishes.library);
    expect(served.map(({ day }: { day: number }) => day)).toEqual([1]);
  });

  it('leaves empty what nothing can fill, and says so', async () => {
    const { items, unmet } = await generated({ template: '{"lunch":[{"marks":["大荤"],"min":2,"max":2}]}' });
    expect(items).toEqual([]);
    const text = '第 1 天午餐缺少 2 道菜品（大荤）：可用的有 0 道（第 2 天也是）';
    expect(unmet).toEqual([{ rule: 'template', text, reason: 'impossible', meal: 'lunch', days: [1, 2], by: 2 }]);
  });

  it('has nothing to say of meals for which the template is empty, but that they have no dishes', async () => {
    const { items, unmet } = await generated({ template: '{"lunch":[]}' });
    expect(items).toEqual([]);
    const text = '第 1 天午餐没有菜品（第 2 天也是）';
    expect(unmet).toEqual([{ rule: 'template', text, reason: 'impossible', meal: 'lunch', days: [1, 2], by: 1 }]);
  });

  it('uses the usual template for a meal without one', async () => {
    const { items } = await generated({ meals: 'breakfast,lunch', template: '{"lunch":[]}' });
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ meal }: { meal: string }) => meal))).toEqual(new Set(['breakfast']));
  });

  it('estimates what has no price by the highest price of its category, also of a food that no dish has', async () => {
    const { token } = await setup.createSchool();
    const home = { ...school, token };
    await stock(service, [food('caviar', '鱼子酱')]);
    const [of, side] = [
      await cook('饭', '主食', { '012001x': 100 }, home),
      await cook('菜', '素菜', { '041201': 100 }, home),
    ];
    for (const [nutrient, price] of [['012001x', '5'] as const, ['caviar', '100'] as const])
      await setup.succeed('PUT /api/ingredient/price', { nutrient, price }, token);
    const locked = JSON.stringify([of, side].map((dish) => ({ day: 1, meal: 'lunch', dish })));
    const { json } = await generate({ days: 1, locked, groups: '[{"level":"中体力","people":10}]' }, token);
    expect(json.body.cost).toEqual({ value: 0.5, estimate: 10.5, missing: ['胡萝卜'], missingCount: 1 });
  });

  it('may be judged by no standard', async () => {
    const { analysis, unmet } = await generated({ standard: '' });
    expect(analysis.levels).toEqual([expect.objectContaining({ judged: false })]);
    expect(unmet).toContainEqual({ rule: 'standard', text: '没有营养标准，营养素和食物类别未评判' });
    const groups = '[{"level":"中体力","people":10,"standard":999}]';
    const foreign = badInput(['groups.0.standard', { code: 'unknown', names: '999' }]);
    expect((await generate({ standard: '', groups })).json).toEqual(foreign);
  });
});

describe('what is refused', () => {
  const integer = (min: number, max: number) => ({ code: 'integer', min, max }) as const;
  const choice = (names: string) => ({ code: 'choice', names }) as const;
  const unknown = (names: string) => ({ code: 'unknown', names }) as const;
  it.each([
    ['template', '[]', 'template', { code: 'object' }],
    ['template', '{"brunch":[]}', 'template.brunch', choice(meals.join(' '))],
    ['template', '{"lunch":{}}', 'template.lunch', { code: 'list' }],
    ['template', '{"lunch":[{"marks":[]}]}', 'template.lunch.0.marks', { code: 'empty' }],
    ['template', '{"lunch":[{}]}', 'template.lunch.0.marks', { code: 'list' }],
    ['template', '{"lunch":[{"marks":["主食","主食"]}]}', 'template.lunch.0.marks.1', { code: 'repeated' }],
    ['template', '{"lunch":[{"marks":["主食"],"min":11}]}', 'template.lunch.0.min', integer(0, 10)],
    ['template', '{"lunch":[{"marks":["主食"],"max":0}]}', 'template.lunch.0.max', integer(1, 10)],
    ['template', '{"lunch":[{"marks":["主食"],"min":2,"max":1}]}', 'template.lunch.0', { code: 'min_over_max' }],
    ['template', '{"lunch":[{"marks":["主食"],"most":1}]}', 'template.lunch.0.most', choice('marks min max')],
    ['rules', '[]', 'rules', { code: 'object' }],
    ['rules', '{"repeatDays":8}', 'rules.repeatDays', integer(0, 7)],
    ['rules', '{"perWeek":{"主食":-1}}', 'rules.perWeek.主食', integer(0, 105)],
    ['rules', '{"budget":1.234}', 'rules.budget', { code: 'decimal', min: 0, max: 10000, digits: 2 }],
    ['rules', '{"budget":"12"}', 'rules.budget', { code: 'decimal', min: 0, max: 10000, digits: 2 }],
    ['locked', '[{"day":3,"meal":"lunch","dish":1}]', 'locked.0.day', integer(1, 2)],
    ['locked', '[{"day":1,"meal":"dinner","dish":1}]', 'locked.0.meal', choice('lunch')],
    ['locked', '[{"day":1,"meal":"lunch","dish":1,"groups":["教师"]}]', 'locked.0.groups', unknown('教师')],
    ['locked', 'no JSON', 'locked', { code: 'json' }],
    ['seed', '-1', 'seed', integer(0, 4294967295)],
    ['library', 'yes', 'library', { code: 'boolean' }],
    ['start', '2026-02-30', 'start', { code: 'date' }],
    ['standard', '999', 'standard', unknown('999')],
  ] as const)('%s %s', async (field, value, named, problem) => {
    expect((await generate({ [field]: value })).json).toEqual(badInput([named, problem]));
  });

  it('an unknown mark and an unknown rule', async () => {
    const { json } = await generate({
      template: '{"lunch":[{"marks":["甜品"]}]}',
      rules: '{"repeatdays":2,"perWeek":{"x":1}}',
    });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual([
      'template.lunch.0.marks.0',
      'rules.repeatdays',
      'rules.perWeek.x',
    ]);
  });

  it("another unit's dish, and one that does not exist, among the locked ones", async () => {
    const locked = menuItems([1, 'lunch', dishes.foreign], [1, 'lunch', 999_999], [1, 'lunch', dishes.rice]);
    expect((await generate({ locked })).json).toEqual(badInput(['locked', unknown(`${dishes.foreign}, 999999`)]));
  });

  it('a template that takes more dishes than a menu may have', async () => {
    const rows = [{ marks: ['主食'], min: 0, max: 10 }];
    const template = JSON.stringify({ breakfast: rows, lunch: rows, dinner: [...rows, ...rows, ...rows] });
    const facts = { days: 7, meals: 'breakfast,lunch,dinner', template };
    expect((await generate(facts)).json).toEqual(badInput(['template', { code: 'too_many', max: 315 }]));
  });

  it('a unit of several standards that names none, unless only one has the levels of the groups', async () => {
    const unit = await setup.createSchool();
    const create = async (name: string, level: string) => {
      const id = await setup.create('PUT /api/nutrition', { name, vendors: unit.id, overflow: '0.1' }, admin);
      const ingredient = JSON.stringify({ [level]: { 能量: { min: 1000 } } });
      await setup.succeed('POST /api/nutrition', { id, ingredient }, admin);
      return id;
    };
    const [first, second] = [await create('小学', '中体力'), await create('中学', '重体力')];
    const levels = async (level: string) => {
      const { json } = await generate({ groups: JSON.stringify([{ level, people: 5 }]) }, unit.token);
      return json;
    };
    const [level] = (await levels('重体力')).body.analysis.levels;
    expect(level.judged).toBe(true);
    const refused = badInput(['standard', { code: 'choice', names: `${second} 中学, ${first} 小学` }]);
    expect(await levels('轻体力')).toEqual(refused);
  });
});
