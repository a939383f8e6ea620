import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, createPublished, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';

const ROUTE = 'GET /api/menu/live';
const { service, setup } = await openSetup();
const { school, admin } = setup;

type Facts = Readonly<Record<string, string | number>>;
const ask = async (parameters: Facts, token = school.token) => (await service.call(ROUTE, parameters, { token })).json;

async function publish(facts: Facts, home: School = school): Promise<number> {
  const id = await createMenu(setup, facts, home);
  await setup.succeed('POST /api/menu/submit', { id }, home.token);
  return id;
}

const cook = (name: string, of: Readonly<Record<string, number>>, home: School = school) => {
  const ingredient = JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
  return setup.createDish({ name, ingredient }, home);
};

await stock(service, [
  food('012001x', '大米', { energy: '1450', protein: '8', sodium: '2' }, { edible: '100', allergens: [] }),
  food('072004', '花生', { energy: '2400', protein: '24', sodium: '4' }, { allergens: ['花生'] }),
]);

describe(ROUTE, () => {
  it('tells by date, menu, group and meal what is served, as it was frozen, whatever has been changed since', async () => {
    const home = await setup.createSchool();
    const standard = await setup.createStandard(home);
    const ingredient = '{"中体力":{"蛋白质":{"min":50,"max":75},"钠":{"max":2000}}}';
    await setup.succeed('POST /api/nutrition', { id: standard, name: '标准一', ingredient }, admin);
    const rice = await cook('米饭', { '012001x': 80 }, home);
    const mixed = await cook('花生拌菜', { '072004': 30, 'OWN-1': 30 }, home);
    const groups = JSON.stringify([
      { level: '中体力', people: 100 },
      { level: '教师', people: 7, factor: 1.5, meals: ['lunch'] },
    ]);
    const items = menuItems([1, 'breakfast', rice], [1, 'lunch', rice, 2], [1, 'lunch', mixed], [2, 'lunch', rice]);
    const id = await publish({ name: '第一周', days: 2, meals: 'breakfast,lunch', standard, groups, items }, home);
    await setup.succeed('POST /api/dish', { id: rice, name: '白饭' }, home.token);
    await setup.succeed('DELETE /api/dish', { ids: mixed }, home.token);
    await setup.succeed('POST /api/menu', { id, name: '改着', items: '' }, home.token);

    // 80 g of rice have 1450 × 0.8 = 1160 kJ; 30 g of peanuts 2400 × 0.3 = 720 kJ, and nobody knows OWN-1.
    const makeRice = (grams: number) => ({
      ...{ id: rice, name: '米饭', grams, energy: (grams * 1450) / 100 },
      ingredients: [{ code: '012001x', name: '大米', grams }],
      ...{ allergens: [], allergensKnown: true },
    });
    const makeMixed = (grams: number) => ({
      ...{ id: mixed, name: '花生拌菜', grams: 2 * grams, energy: grams * 24 },
      ingredients: [
        { code: '072004', name: '花生', grams },
        { code: 'OWN-1', name: 'OWN-1', grams },
      ],
      ...{ allergens: ['花生'], allergensKnown: false },
    });
    const lunch = (...dishes: { energy: number }[]) => ({
      meal: 'lunch',
      energy: dishes.reduce((sum, { energy }) => sum + energy, 0),
      dishes,
    });
    const breakfast = { meal: 'breakfast', energy: 1160, dishes: [makeRice(80)] };
    // Protein: 240 g of rice 19.2 g, peanuts 7.2 g; the day's meals are 70 of 100 shares, on Tuesday 40.
    const protein = { key: 'protein', name: '蛋白质', unit: 'g' };
    const sodium = { key: 'sodium', name: '钠', unit: 'mg', aboveUl: false };
    const monday = [
      { ...protein, value: 26.4, min: 35, max: 52.5, judgement: '数据不足', aboveUl: false, known: false },
      { ...sodium, value: 6, max: 1400, judgement: '数据不足', known: false },
    ];
    const tuesday = [
      { ...protein, value: 6.4, min: 20, max: 30, judgement: '不足', aboveUl: false, known: true },
      { ...sodium, value: 1.6, max: 800, judgement: '适量', known: true },
    ];
    const menu = { id, name: '第一周', revision: 1, standard: '标准一' };
    const group = (level: string, people: number, rest: object) => ({ name: level, level, people, ...rest });
    const expected = [
      {
        date: MONDAY,
        menus: [
          {
            ...menu,
            day: 1,
            groups: [
              group('中体力', 100, {
                meals: [breakfast, lunch(makeRice(160), makeMixed(30))],
                ...{ nutrients: monday, salt: 0.02, kinds: 3 },
              }),
              group('教师', 7, {
                meals: [lunch(makeRice(240), makeMixed(45))],
                ...{ nutrients: [], salt: 0.02, kinds: 3 },
              }),
            ],
          },
        ],
      },
      {
        date: '2026-09-08',
        menus: [
          {
            ...menu,
            day: 2,
            groups: [
              group('中体力', 100, { meals: [lunch(makeRice(80))], ...{ nutrients: tuesday, salt: 0, kinds: 1 } }),
              group('教师', 7, { meals: [lunch(makeRice(120))], ...{ nutrients: [], salt: 0.01, kinds: 1 } }),
            ],
          },
        ],
      },
      { date: '2026-09-09', menus: [] },
    ];
    const whole = await ask({ from: MONDAY, to: '2026-09-09' }, home.token);
    expect(whole).toEqual(success(expected));
    expect(await ask({ vender: home.id, from: MONDAY, to: '2026-09-09' }, admin)).toEqual(whole);
    expect(await ask({ from: '2026-09-08' }, home.token)).toEqual(success(expected.slice(1, 2)));

    const other = await createPublished(setup, { name: '另一份' }, home);
    const names = async (facts: Facts) =>
      (await ask({ from: MONDAY, ...facts }, home.token)).body[0].menus.map(({ name }: { name: string }) => name);
    expect([await names({}), await names({ menu: other }), await names({ menu: 1000001 })]).toEqual([
      ['第一周', '另一份'],
      ['另一份'],
      [],
    ]);
    await setup.succeed('POST /api/menu/retract', { id, comment: '停供' }, home.token);
    expect(await names({})).toEqual(['另一份']);
  });

  it('tells of today in the time zone of the service, where no day is named', async () => {
    const home = await setup.createSchool();
    await publish(
      { name: '今天', start: '2026-09-09', days: 1, items: menuItems([1, 'lunch', await cook('菜', {}, home)]) },
      home,
    );
    service.stoppedAt = Date.parse('2026-09-08T16:30:00Z');
    const answer = await ask({}, home.token);
    service.stoppedAt = undefined;
    expect(
      answer.body.map(({ date, menus }: { date: string; menus: { name: string }[] }) => [date, menus[0]?.name]),
    ).toEqual([['2026-09-09', '今天']]);
  });

  it('tells of nothing on days off', async () => {
    const home = await setup.createSchool();
    const dish = await cook('菜', {}, home);
    await publish({ start: MONDAY, days: 2, items: menuItems([1, 'lunch', dish], [2, 'lunch', dish]) }, home);
    await setup.succeed('POST /api/vender/calendar', { off: MONDAY }, home.token);
    const { body } = await ask({ from: MONDAY, to: '2026-09-08' }, home.token);
    expect(body.map(({ menus }: { menus: unknown[] }) => menus.length)).toEqual([0, 1]);
  });

  it('is refused for more than a week, for days that are none, and for other units', async () => {
    const within = badInput(['to', { code: 'days', names: `${MONDAY} – 2026-09-13` }]);
    expect(await ask({ from: MONDAY, to: '2026-09-14' })).toEqual(within);
    expect(await ask({ from: MONDAY, to: '2026-09-06' })).toEqual(within);
    expect(await ask({ from: 'x', to: '2026-02-30', menu: 0 })).toEqual(
      badInput(
        ['from', { code: 'date' }],
        ['to', { code: 'date' }],
        ['menu', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
      ),
    );
    const other = await setup.createSchool();
    expect(await ask({ from: MONDAY, vender: other.id })).toEqual(failure(403, 'foreign_unit'));
    expect(await ask({ from: MONDAY }, admin)).toEqual(badInput(['vender', { code: 'required' }]));
    expect(await ask({ from: MONDAY, vender: 999 }, admin)).toEqual(failure(404, 'unit_not_found'));
  });

  it('says what helps where the days hold more than 5 MB', async () => {
    const home = await setup.createSchool();
    const codes = Array.from({ length: 100 }, (_, index) => `${'c'.repeat(60)}${index}`);
    await stock(
      service,
      codes.map((code) => food(code, `${'长'.repeat(96)}${code.slice(60)}`)),
    );
    const dishes: number[] = [];
    for (let count = 0; count < 14; count++) {
      dishes.push(await cook(`菜${count}`, Object.fromEntries(codes.map((code) => [code, 1])), home));
    }
    const groups = JSON.stringify(Array.from({ length: 10 }, () => ({ level: 'a', people: 1 })));
    const items = menuItems(
      ...dishes.slice(0, 10).flatMap((dish) => [[1, 'lunch', dish] as const, [2, 'lunch', dish] as const]),
      ...dishes.map((dish) => [3, 'lunch', dish] as const),
    );
    const id = await publish({ groups, items, days: 3 }, home);
    const tooLarge = (...fields: Parameters<typeof failure>[2][]) => failure(400, 'page_too_large', ...fields);
    expect(await ask({ from: MONDAY, to: '2026-09-08' }, home.token)).toEqual(
      tooLarge(['to', { code: 'days_fit', max: 1 }]),
    );
    expect((await ask({ from: MONDAY }, home.token)).success).toBe(true);
    expect(await ask({ from: '2026-09-09' }, home.token)).toEqual(tooLarge(['menu', { code: 'menu_fits' }]));
    expect(await ask({ from: '2026-09-09', menu: id }, home.token)).toEqual(tooLarge());
  });
});
