import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, createPublished, createReviewed, GROUPS_ANSWERED, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/menu/changes';
const { service, setup } = await openSetup();
const { admin } = setup;

type Facts = Readonly<Record<string, string | number>>;
const POSITIVE = { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER } as const;
const ask = async (parameters: Facts, token = setup.school.token) =>
  (await service.call(ROUTE, parameters, { token })).json;
/** Of a day; a lunch is four tenths of it. */
const ENERGY = '{"中体力":{"能量":{"min":10000,"max":12000}}}';
const OTHERS = { foodCategoryDay: '{"谷类":250}', energyShares: '{"fat":{"min":0.2,"max":0.3}}' };
const NOTHING = { items: [], groups: [], dishes: [], judgements: [] };
const TEACHERS = { level: '重体力', people: 9, factor: 1.2 };
const teachers = { ...GROUPS_ANSWERED[0], name: '重体力', ...TEACHERS };

/** A menu of two dishes that is live, and the same with changes that waits for review. */
async function changeLive(school: School) {
  const dish = (name: string) => setup.createDish({ name }, school);
  const [rice, soup, fish] = [await dish('米饭'), await dish('紫菜蛋汤'), await dish('清蒸鲈鱼')];
  const served = menuItems([1, 'lunch', rice], [1, 'lunch', soup], [2, 'dinner', rice]);
  const id = await createMenu(setup, { items: served }, school);
  await setup.succeed('POST /api/menu/submit', { id }, school.token);
  await setup.succeed('POST /api/menu/review', { id, revision: 1, result: '通过' }, admin);
  const items = [
    { day: 1, meal: 'lunch', dish: fish },
    { day: 1, meal: 'lunch', dish: rice, portion: 1.5 },
    { day: 2, meal: 'dinner', dish: rice, groups: ['重体力'] },
  ];
  const groups = JSON.stringify([{ level: '中体力', people: 120 }, TEACHERS]);
  await setup.succeed('POST /api/menu', { id, items: JSON.stringify(items), groups }, school.token);
  await setup.succeed('POST /api/menu/submit', { id }, school.token);
  return { id, rice, soup, fish };
}

describe(ROUTE, () => {
  it('tells what the waiting menu changes of the live one, to the unit and the platform', async () => {
    const school = await createReviewed(setup);
    const { id, rice, soup, fish } = await changeLive(school);
    const told = success({
      from: 1,
      to: 2,
      items: [
        { day: 1, meal: 'lunch', dish: fish, name: '清蒸鲈鱼', after: { portion: 1 } },
        { day: 1, meal: 'lunch', dish: rice, name: '米饭', before: { portion: 1 }, after: { portion: 1.5 } },
        { day: 1, meal: 'lunch', dish: soup, name: '紫菜蛋汤', before: { portion: 1 } },
        {
          ...{ day: 2, meal: 'dinner', dish: rice, name: '米饭' },
          ...{ before: { portion: 1 }, after: { portion: 1, groups: ['重体力'] } },
        },
      ],
      groups: [{ name: '重体力', after: teachers }],
      dishes: [],
      judgements: [],
    });
    expect(await ask({ id }, school.token)).toEqual(told);
    expect(await ask({ id, from: 1, to: 2 }, admin)).toEqual(told);
    const back = await ask({ id, from: 2, to: 1 }, admin);
    expect(back.body.groups).toEqual([{ name: '重体力', before: teachers }]);
    expect(await ask({ id, from: 2 }, admin)).toEqual(success({ from: 2, to: 2, ...NOTHING }));
  });

  it('tells all of a first submission, and nothing of the same one', async () => {
    const id = await createPublished(setup);
    expect(await ask({ id })).toEqual(success({ from: 1, to: 1, ...NOTHING }));
    const school = await createReviewed(setup);
    const dish = await setup.createDish({ name: '米饭' }, school);
    const first = await createMenu(setup, { items: menuItems([1, 'lunch', dish]) }, school);
    await setup.succeed('POST /api/menu/submit', { id: first }, school.token);
    const items = [{ day: 1, meal: 'lunch', dish, name: '米饭', after: { portion: 1 } }];
    const groups = [{ name: '中体力', after: GROUPS_ANSWERED[0] }];
    expect(await ask({ id: first }, school.token)).toEqual(success({ ...NOTHING, to: 1, items, groups }));
  });

  it('tells dishes with other ingredients, and judgements that are others', async () => {
    const school = await setup.createSchool();
    const ingredient = (value: number) => JSON.stringify([{ key: '012001x', value }]);
    await stock(service, [food('012001x', '大米', { energy: '1450', fat: '5' })]);
    const standard = await setup.createStandard(school);
    await setup.succeed('POST /api/nutrition', { id: standard, ingredient: ENERGY, ...OTHERS }, admin);
    const dish = await setup.createDish({ name: '米饭', ingredient: ingredient(100) }, school);
    const id = await createMenu(setup, { items: menuItems([1, 'lunch', dish]), days: 1, standard }, school);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    await setup.succeed('POST /api/dish', { id: dish, ingredient: ingredient(300) }, school.token);
    await setup.succeed('POST /api/menu', { id, name: '多些' }, school.token);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    const { body } = await ask({ id, from: 1 }, school.token);
    expect(body.dishes).toEqual([{ dish, name: '米饭' }]);
    expect(body.items).toEqual([]);
    expect(body.judgements).toEqual([
      {
        ...{ group: '中体力', name: '能量', unit: 'kJ' },
        ...{ before: { value: 1450, judgement: '不足' }, after: { value: 4350, judgement: '适量' } },
      },
    ]);
    await setup.succeed('POST /api/menu', { id, standard: '' }, school.token);
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    const { judgements } = (await ask({ id, from: 2 }, school.token)).body;
    const texts = judgements.map(
      ({ name, unit, after }: Facts) => `${name} ${unit || '%'} ${after ? 'stays' : 'goes'}`,
    );
    expect(texts).toEqual(['能量 kJ stays', '谷类 g goes', '脂肪供能比 % goes']);
  });

  it('refuses what is not there, and what is not theirs', async () => {
    const id = await createPublished(setup);
    const draft = await createMenu(setup);
    const other = await setup.createSchool();
    expect(await ask({ id: draft })).toEqual(failure(404, 'revision_not_found'));
    expect(await ask({ id, to: 2 })).toEqual(failure(404, 'revision_not_found'));
    expect(await ask({ id, from: 2 })).toEqual(failure(404, 'revision_not_found'));
    expect(await ask({ id }, other.token)).toEqual(failure(404, 'menu_not_found'));
    expect(await ask({ id: id + 1000 })).toEqual(failure(404, 'menu_not_found'));
    expect(await ask({ id: 'x' })).toEqual(badInput(['id', POSITIVE]));
    expect(await ask({})).toEqual(badInput(['id', { code: 'required' }]));
    expect(await ask({ id, from: 0 })).toEqual(badInput(['from', POSITIVE]));
    expect(await ask({ id, to: '1.5' })).toEqual(badInput(['to', POSITIVE]));
  });
});
