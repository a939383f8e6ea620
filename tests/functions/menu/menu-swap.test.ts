import { expect, it } from 'vitest';
import { Menu } from '../../../lib/domain/menu/menu.ts';
import { putStep } from '../../../lib/table/steps.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { menuStateKey } from '../../../tables/keys.ts';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import type { School } from '../../support/service/setup.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const ROUTE = 'POST /api/menu/swap';
const { service, setup } = await openSetup();
const { school, admin } = setup;
const [TUESDAY, WEDNESDAY] = ['2026-09-08', '2026-09-09'];

type Facts = Readonly<Record<string, string | number>>;
const call = async (route: string, facts: Facts, token = school.token, headers = {}) =>
  (await service.call(route, facts, { token, headers })).json;
const succeed = (route: string, facts: Facts, token = school.token) => setup.succeed(route, facts, token);
const show = (id: number, facts: Facts = {}) => succeed('GET /api/menu', { id, ...facts });

const toIngredients = (of: Readonly<Record<string, number>>) =>
  JSON.stringify(Object.entries(of).map(([key, value]) => ({ key, value })));
const cook = (name: string, of: Readonly<Record<string, number>>, home: School = school) =>
  setup.createDish({ name, ingredient: toIngredients(of) }, home);

const GROUPS = JSON.stringify([
  { level: '小学', people: 100 },
  { name: '避花生', level: '小学', people: 4, avoid: ['花生'] },
]);

/** A live menu that serves rice on two days, and fish on the second, Tuesday. */
async function publish(facts: Facts = {}): Promise<number> {
  const items = menuItems([1, 'lunch', dishes.rice], [2, 'lunch', dishes.rice], [2, 'lunch', dishes.fish, 1.5]);
  const id = await createMenu(setup, { name: '一周', days: 3, groups: GROUPS, items, ...facts });
  await succeed('POST /api/menu/submit', { id });
  return id;
}

const swap = (id: number, facts: Facts = {}, token?: string, headers?: object) =>
  call(
    ROUTE,
    { id, day: 2, meal: 'lunch', dish: dishes.fish, with: dishes.pork, comment: '鱼没到', ...facts },
    token,
    headers,
  );
const served = async (id: number, facts: Facts = {}) =>
  (await show(id, facts)).items.map(({ day, name, portion }: Facts) => `${day} ${name} ${portion}`);
const readState = async (id: number) => {
  const { state, revision, published } = await show(id);
  return [state, revision, published];
};
const liveDishes = async (id: number) => {
  const [day] = await succeed('GET /api/menu/live', { from: TUESDAY, to: TUESDAY });
  const { groups } = day.menus.find((menu: Facts) => menu['id'] === id);
  return groups[0].meals[0].dishes.map(({ name, grams }: Facts) => `${name} ${grams}`);
};

await stock(service, [
  food('012001x', '大米', { energy: '1450', protein: '8' }, { edible: '100', allergens: [] }),
  food('121101', '鲤鱼', { energy: '450', protein: '17' }, { edible: '50', allergens: ['鱼类'] }),
  food('081101', '猪肉', { energy: '1600', protein: '13' }, { edible: '100', allergens: [] }),
  food('072004', '花生', { energy: '2400', protein: '24' }, { edible: '100', allergens: ['花生'] }),
]);
for (const [nutrient, price] of Object.entries({ '012001x': 6, '121101': 20, '081101': 30 })) {
  await succeed('PUT /api/ingredient/price', { nutrient, price });
}
const dishes = {
  rice: await cook('米饭', { '012001x': 100 }),
  fish: await cook('烧鱼', { '121101': 60 }),
  pork: await cook('肉丝', { '081101': 50 }),
  nuts: await cook('花生米', { '072004': 20 }),
  porridge: await cook('白粥', { '012001x': 40 }, { ...school, id: 0, token: admin }),
};
service.stoppedAt = Date.parse(`${TUESDAY}T09:00:00+08:00`);

it('another dish is live at once, the rest as it was frozen; the draft changes likewise, and the records tell', async () => {
  const id = await publish();
  await succeed('POST /api/dish', { id: dishes.rice, ingredient: toIngredients({ '012001x': 500 }) });
  await succeed('POST /api/dish', { id: dishes.pork, ingredient: toIngredients({ '081101': 80, '012001x': 10 }) });
  await succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: 60 });
  expect(await liveDishes(id)).toEqual(['米饭 100', '烧鱼 90']);
  expect(await swap(id)).toEqual(SUCCESS);
  expect(await liveDishes(id)).toEqual(['米饭 100', '肉丝 135']);
  expect(await readState(id)).toEqual(['已发布', 2, 2]);
  const now = ['1 米饭 1', '2 米饭 1', '2 肉丝 1.5'];
  expect([await served(id), await served(id, { revision: 2 })]).toEqual([now, now]);
  expect(await served(id, { revision: 1 })).toEqual(['1 米饭 1', '2 米饭 1', '2 烧鱼 1.5']);
  // 104 × (100 + 1.5 × 10) g of rice at the price that was frozen, 104 × 1.5 × 80 g of pork.
  const { total } = await succeed('GET /api/menu/purchase', { id, from: TUESDAY });
  expect(total.map(({ code, grams, price }: Facts) => [code, grams, price])).toEqual([
    ['012001x', 11_960, 6],
    ['081101', 12_480, 30],
  ]);
  const { levels } = await succeed('GET /api/menu/analysis', { id, revision: 2 });
  expect(levels[0].days[1].nutrients.find(({ key }: Facts) => key === 'protein').value).toBe(24.8); // 115 × 0.08 + 120 × 0.13
  const record = { menu: id, name: '一周', revision: 2, action: '换菜', uid: 'hongqi', comment: '鱼没到' };
  for (const [facts, token] of [
    [{ menu: id, action: '换菜' }, school.token],
    [{ vender: school.id, action: '换菜' }, admin],
  ] as const) {
    const { content } = await succeed('GET /api/menu/review', facts, token);
    expect(content).toEqual([expect.objectContaining(record)]);
  }
  const page = (await service.call('GET /api/menu/sheet.html', { id }, { token: school.token })).text;
  for (const text of ['肉丝', '换菜（由本单位临时更换，未另行审核）', '红旗小学，2026-09-08'])
    expect(page).toContain(text);
  expect(await call('POST /api/menu/retract', { id, comment: '未经同意' }, admin)).toEqual(SUCCESS);
  expect([await readState(id), await swap(id)]).toEqual([['草稿', 2, undefined], failure(409, 'menu_not_live')]);
  await succeed('POST /api/dish', { id: dishes.rice, ingredient: toIngredients({ '012001x': 100 }) });
});

it('the draft keeps what it serves where it was changed there, and its state', async () => {
  const id = await publish();
  const items = menuItems([2, 'lunch', dishes.fish, 2], [3, 'lunch', dishes.fish]);
  await succeed('POST /api/menu', { id, name: '改着', items });
  expect(await swap(id, { with: dishes.porridge })).toEqual(SUCCESS);
  expect([await readState(id), await served(id)]).toEqual([
    ['草稿', 2, 2],
    ['2 白粥 2', '3 烧鱼 1'],
  ]);
  expect(await served(id, { revision: 2 })).toEqual(['1 米饭 1', '2 米饭 1', '2 白粥 1.5']);
  // The draft serves the other dish there already.
  await succeed('POST /api/menu', { id, items: menuItems([2, 'lunch', dishes.rice], [2, 'lunch', dishes.pork]) });
  const modified = (await show(id)).modify;
  expect(await swap(id, { dish: dishes.rice })).toEqual(SUCCESS);
  expect(await served(id)).toEqual(['2 米饭 1', '2 肉丝 1']);
  expect((await show(id)).modify).toBe(modified);
  // The draft has other days.
  await succeed('POST /api/menu', { id, start: '2026-09-14' });
  expect(await swap(id, { dish: dishes.pork, with: dishes.rice })).toEqual(SUCCESS);
  expect(await served(id)).toEqual(['2 米饭 1', '2 肉丝 1']);
  expect(await liveDishes(id)).toEqual(['米饭 100', '白粥 60']);
  await succeed('POST /api/menu/discard', { id });
  expect(await served(id)).toEqual(['1 米饭 1', '2 米饭 1', '2 白粥 1.5']);
  expect((await examine(service.deps.env)).findings).toEqual([]);
});

it('nothing is swapped while a revision waits; a rejected draft stays rejected', async () => {
  await succeed('POST /api/vender', { venderId: school.id, menuReview: 'true' }, admin);
  const id = await publish();
  expect(await swap(id)).toEqual(failure(409, 'menu_pending'));
  await succeed('POST /api/menu/review', { id, revision: 1, result: '通过' }, admin);
  await succeed('POST /api/menu', { id, name: '再审' });
  await succeed('POST /api/menu/submit', { id });
  const before = await dumpTable(service);
  expect(await swap(id)).toEqual(failure(409, 'menu_pending'));
  expect(await dumpTable(service)).toEqual(before);
  await succeed('POST /api/menu/review', { id, revision: 2, result: '驳回', comment: '不行' }, admin);
  expect(await swap(id)).toEqual(SUCCESS);
  expect(await readState(id)).toEqual(['已驳回', 3, 3]);
  await succeed('POST /api/vender', { venderId: school.id, menuReview: 'false' }, admin);
});

it('only today and tomorrow, what is served there, and a dish of the unit or the library', async () => {
  const id = await publish();
  const early = await publish({ start: '2026-09-06', days: 2 });
  const other = await setup.createSchool();
  const foreign = await cook('外菜', { '012001x': 1 }, other);
  const before = await dumpTable(service);
  const near = { code: 'swap_day', names: `${TUESDAY}、${WEDNESDAY}` } as const;
  expect(await swap(id, { day: 1, dish: dishes.rice })).toEqual(badInput(['day', near]));
  expect(await swap(early)).toEqual(badInput(['day', near]));
  expect(await swap(early, { day: 3 })).toEqual(badInput(['day', { code: 'integer', min: 1, max: 2 }]));
  for (const wrong of [{ day: 3 }, { meal: 'dinner' }, { dish: dishes.pork }]) {
    const names = String('dish' in wrong ? wrong.dish : dishes.fish);
    expect(await swap(id, wrong)).toEqual(badInput(['dish', { code: 'unknown', names }]));
  }
  for (const taken of [dishes.rice, dishes.fish]) {
    expect(await swap(id, { with: taken })).toEqual(badInput(['with', { code: 'repeated' }]));
  }
  for (const unknown of [foreign, 999]) {
    expect(await swap(id, { with: unknown })).toEqual(badInput(['with', { code: 'unknown', names: String(unknown) }]));
  }
  expect(await swap(id, { comment: ' ', with: 0, meal: 'tea' })).toEqual(
    badInput(
      ['meal', { code: 'choice', names: 'breakfast morningSnack lunch afternoonSnack dinner supper' }],
      ['with', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
      ['comment', { code: 'empty' }],
    ),
  );
  expect(await swap(id, {}, other.token)).toEqual(failure(404, 'menu_not_found'));
  expect(await swap(id, {}, undefined, { 'if-match': '"1"' })).toEqual(failure(409, 'changed_meanwhile'));
  expect(await dumpTable(service)).toEqual(before);
  const draft = await createMenu(setup, { items: menuItems([2, 'lunch', dishes.fish]) });
  expect(await swap(draft)).toEqual(failure(409, 'menu_not_live'));
  expect(await readState(id)).toEqual(['已发布', 1, 1]);
});

it('a dish that a group must avoid only where that is confirmed; for tomorrow, too; the same call twice once', async () => {
  const id = await publish({ start: TUESDAY });
  const nuts = { with: dishes.nuts };
  const problem = { code: 'allergen', names: '避花生' } as const;
  expect(await swap(id, nuts)).toEqual(failure(409, 'allergens_unconfirmed', ['with', problem]));
  expect(await swap(id, { ...nuts, confirm: 'allergen' })).toEqual(SUCCESS);
  expect(await swap(id, { ...nuts, confirm: 'allergen' })).toEqual(
    badInput(['dish', { code: 'unknown', names: String(dishes.fish) }]),
  );
  // What stays was confirmed before.
  expect(await swap(id, { dish: dishes.rice })).toEqual(SUCCESS);
  const { content } = await succeed('GET /api/menu/review', { menu: id });
  expect(content.map(({ action, confirmed }: Facts) => [action, confirmed])).toEqual([
    ['换菜', undefined],
    ['换菜', 'allergen'],
    ['免审', undefined],
  ]);
});

it('of two swaps of one dish at once one is done, and two hundred revisions are all', async () => {
  const id = await publish();
  const done = await Promise.all([swap(id), swap(id, { with: dishes.porridge })]);
  expect(done.map(({ code }) => code).toSorted()).toEqual([200, 400]);
  const menu = Menu.parse(await service.deps.db.get(menuStateKey(school.id, id % 1_000_000)));
  await service.deps.db.write([putStep({ ...menuStateKey(school.id, menu.number), ...menu, revision: 200 })]);
  expect(await swap(id, { dish: dishes.rice, with: dishes.nuts })).toEqual(failure(409, 'too_many_revisions'));
});

it('screens show it with their next question', async () => {
  const home = await setup.createSchool();
  const [fish, pork] = [await cook('蒸鱼', { '121101': 60 }, home), await cook('肉末', { '081101': 50 }, home)];
  const id = await createMenu(setup, { start: MONDAY, items: menuItems([2, 'lunch', fish]) }, home);
  await succeed('POST /api/menu/submit', { id }, home.token);
  const { address } = await succeed('PUT /api/screen', { name: '屏', form: 'led' }, home.token);
  const parameters = { token: String(address).replace('/screen/', '') };
  const first = await service.call('GET /screen/{token}', parameters);
  expect(first.text).toContain('蒸鱼');
  expect(await swap(id, { dish: fish, with: pork }, home.token)).toEqual(SUCCESS);
  const headers = { 'if-none-match': String(first.headers['etag']) };
  const next = await service.call('GET /screen/{token}', parameters, { headers });
  expect(next.status).toBe(200);
  expect(next.text).toContain('肉末');
});
