import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, GROUPS, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

const ROUTE = 'GET /api/menu/alternatives';

const { service, setup } = await openSetup();
const { school, admin } = setup;

await stock(service, [
  food('012001x', '大米', { energy: '1450', protein: '8' }),
  food('041201', '胡萝卜', { energy: '130', protein: '1' }),
  food('045311', '西兰花', { energy: '110', protein: '3.5' }, { allergens: ['坚果'] }),
  food('072004', '花生', { energy: '2400', protein: '24' }),
]);
const standard = await setup.createStandard();
const ingredient = '{"中体力":{"能量":{"min":1000,"max":6000},"蛋白质":{"min":30}}}';
await setup.succeed('POST /api/nutrition', { id: standard, overflow: '0.1', ingredient }, admin);
const dishes = {
  米饭: await cook('米饭', '主食', '012001x', 100),
  炒胡萝卜: await cook('炒胡萝卜', '素菜', '041201', 100),
  凉拌胡萝卜: await cook('凉拌胡萝卜', '凉菜', '041201', 50),
  花生: await cook('花生', '凉菜', '072004', 30),
  夏日胡萝卜: await cook('夏日胡萝卜', '素菜', '041201', 90, '6,7'),
  西兰花: await cook('西兰花', '素菜', '045311', 100),
  馒头: await cook('馒头', '主食', '012001x', 120),
  平台胡萝卜: await cook('平台胡萝卜', '素菜', '041201', 98, '', admin),
  平台西兰花: await cook('平台西兰花', '素菜', '045311', 200, '', admin),
};
await setup.succeed('PUT /api/ingredient/mark', { nutrient: '072004', mark: '忌用' }, school.token);
const items = menuItems([1, 'lunch', dishes.米饭], [1, 'lunch', dishes.炒胡萝卜]);
const menu = await createMenu(setup, { days: 2, meals: 'lunch', groups: GROUPS, items });

async function cook(name: string, mark: string, key: string, value: number, month = '', token = school.token) {
  const ingredient = JSON.stringify([{ key, value, isMain: true }]);
  return setup.create('PUT /api/dish', { name, mark, ingredient, ...(month ? { month } : {}) }, token);
}

async function alternatives(facts: Readonly<Record<string, string | number>> = {}, token = school.token) {
  const parameters = { id: menu, day: 1, meal: 'lunch', dish: dishes.炒胡萝卜, ...facts };
  return (await service.call(ROUTE, parameters, { token })).json;
}

describe('other dishes for one place', () => {
  it('are nothing that any of those who get it must avoid, or of which nobody knows what it has', async () => {
    const groups = JSON.stringify([
      { level: '中体力', people: 9 },
      { name: '避乳', level: '中体力', people: 1, avoid: ['乳'] },
    ]);
    const [common] = JSON.parse(menuItems([1, 'lunch', dishes.炒胡萝卜]));
    const odd = await cook('怪菜', '素菜', 'OWN-9', 100);
    const createWith = (item: object) =>
      createMenu(setup, { days: 1, meals: 'lunch', groups, items: JSON.stringify([item]) });
    const offered = async (id: number) => (await alternatives({ id })).body.map(({ dish }: { dish: number }) => dish);
    expect(await offered(await createWith(common))).not.toContain(odd);
    expect(await offered(await createWith({ ...common, groups: ['中体力'] }))).toContain(odd);
    await setup.succeed('DELETE /api/dish', { ids: odd }, school.token);
  });

  it('are of the same kind of course, of the month, with nothing to avoid; each says what it changes', async () => {
    // Lunch is 40 % of the day: at least 12 g of protein, of which 10.8 g are enough. Rice gives 8 g, carrots 1 g.
    const alternative = (
      name: keyof typeof dishes,
      facts: { marks: string; isSimilar: boolean; energy: number },
      [energy, value, judgement]: [number, number, string],
      effects: { better?: string[]; worse?: string[] },
    ) => {
      const [before, after] = [1580, energy].map((amount) => ({ value: amount, judgement: '适量' }));
      const protein = { before: { value: 9, judgement: '不足' }, after: { value, judgement } };
      const figures = [
        { key: 'energy', name: '能量', unit: 'kJ', before, after },
        { key: 'protein', name: '蛋白质', unit: 'g', ...protein },
      ];
      const changes = [{ name: '中体力', level: '中体力', figures, better: [], worse: [], ...effects }];
      const allergens =
        name === '西兰花' ? { allergens: ['坚果'], allergensKnown: true } : { allergens: [], allergensKnown: false };
      return { dish: dishes[name], name, ...facts, ...allergens, nearDays: [], changes, warnings: [] };
    };
    expect(await alternatives()).toEqual(
      success([
        alternative('西兰花', { marks: '素菜', isSimilar: true, energy: 110 }, [1560, 11.5, '适量'], {
          better: ['蛋白质多 2.5 g，适量'],
        }),
        alternative('凉拌胡萝卜', { marks: '凉菜', isSimilar: false, energy: 65 }, [1515, 8.5, '不足'], {
          worse: ['蛋白质少 0.5 g'],
        }),
      ]),
    );
  });

  it('may be of the library, where that is asked for', async () => {
    const { body } = await alternatives({ library: 'true' });
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      '平台西兰花',
      '西兰花',
      '平台胡萝卜',
      '凉拌胡萝卜',
    ]);
    expect(body[0].changes[0].figures[1].after).toEqual({ value: 15, judgement: '适量' });
    // Of 9 g, 0.02 g are not worth a word.
    expect(body[2].changes[0]).toMatchObject({ figures: [{}, { after: { value: 8.98 } }], better: [], worse: [] });
  });

  it('are also listed for a dish that is gone, and warn of dishes that come again too soon', async () => {
    const gone = await cook('将删', '素菜', '041201', 10);
    const items = menuItems([1, 'lunch', gone], [1, 'lunch', dishes.米饭], [2, 'lunch', dishes.西兰花]);
    const id = await createMenu(setup, { days: 2, meals: 'lunch', groups: GROUPS, items });
    await setup.succeed('DELETE /api/dish', { ids: gone }, school.token);
    const { body } = await alternatives({ id, dish: gone });
    expect(body.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      ['炒胡萝卜', '凉拌胡萝卜', '西兰花', '馒头'].toSorted(),
    );
    const broccoli = body.find(({ dish }: { dish: number }) => dish === dishes.西兰花);
    expect(broccoli.warnings).toEqual([
      expect.objectContaining({ kind: 'repeated_dish', day: 2, meal: 'lunch', dish: dishes.西兰花 }),
    ]);
  });

  it('are refused for what the menu does not serve there, and for menus of others', async () => {
    const unknown = (dish: number) => badInput(['dish', { code: 'unknown', names: String(dish) }]);
    expect(await alternatives({ dish: dishes.西兰花 })).toEqual(unknown(dishes.西兰花));
    expect(await alternatives({ day: 2 })).toEqual(unknown(dishes.炒胡萝卜));
    const other = await setup.createSchool();
    expect(await alternatives({}, other.token)).toEqual(failure(404, 'menu_not_found'));
    expect(await alternatives({}, admin)).toEqual(failure(403, 'wrong_side'));
    expect(await alternatives({ library: 'x' })).toEqual(badInput(['library', { code: 'boolean' }]));
  });
});

it('are one dish more for a meal where no dish is named, as many as asked for, the best first', async () => {
  const parameters = { id: menu, day: 2, meal: 'lunch', library: 'true' };
  const ask = async (facts: object) =>
    (await service.call(ROUTE, { ...parameters, ...facts }, { token: school.token })).json;
  const { body } = await ask({ limit: 200 });
  const names = body.map(({ name }: { name: string }) => name);
  // Nothing to avoid, and nothing of other months.
  expect(names.toSorted()).toEqual(
    ['凉拌胡萝卜', '平台胡萝卜', '平台西兰花', '炒胡萝卜', '米饭', '西兰花', '馒头'].toSorted(),
  );
  // The lunch of day 2 has no energy yet.
  expect(body[0].changes[0].figures).toContainEqual(expect.objectContaining({ key: 'energy' }));
  expect(await ask({ limit: 2 })).toEqual(success(body.slice(0, 2)));
  expect(await ask({ day: 3 })).toEqual(badInput(['day', { code: 'integer', min: 1, max: 2 }]));
  expect(await ask({ meal: 'dinner' })).toEqual(badInput(['meal', { code: 'choice', names: 'lunch' }]));
  for (const limit of [0, 201]) {
    expect(await ask({ limit })).toEqual(badInput(['limit', { code: 'integer', min: 1, max: 200 }]));
  }
});
