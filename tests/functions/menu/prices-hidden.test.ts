import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { food, stock } from '../../support/nouns/foods.ts';
import { createMenu, GROUPS, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { addSignedIn, failure, itemsWithout, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';

/** Prices, and what is calculated from them, are for who holds item 21, and for the platform's 44. */
const { service, setup } = await openSetup();
const { school } = setup;

/** What is told without prices and costs. */
function withoutMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoney);
  if (typeof value !== 'object' || value === null) return value;
  const visible = Object.entries(value).filter(([name]) => name !== 'price' && name !== 'cost');
  return Object.fromEntries(visible.map(([name, one]) => [name, withoutMoney(one)]));
}

const plan = () => ({ start: MONDAY, days: 1, meals: 'lunch', groups: GROUPS });
const drafted = () => ({ ...plan(), items: menuItems([1, 'lunch', dish]) });

await stock(service, [food('012001x', '大米', { protein: '8' }, { category: '谷类', edible: '100' })]);
await setup.succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: 5.6 }, school.token);
const ingredient = JSON.stringify([{ key: '012001x', value: 100, isMain: true }]);
const dish = await setup.createDish({ name: '米饭', mark: '主食', ingredient });
await setup.createDish({ name: '馒头', mark: '主食', ingredient });
const items = menuItems([1, 'lunch', dish]);
const menu = await createMenu(setup, { name: '第一周', days: 1, meals: 'lunch', groups: GROUPS, items });
await setup.succeed('POST /api/menu/submit', { id: menu }, school.token);
const cook = await addSignedIn(service, school.id, 'cook', itemsWithout(school.id, 21));
const auditor = await addSignedIn(service, 0, 'auditor', [44]);

it.each([
  ['GET /api/menu/analysis', () => ({ id: menu })],
  ['GET /api/menu/analysis', () => ({ id: menu, revision: 1 })],
  ['POST /api/menu/analysis', drafted],
  ['POST /api/menu/generate', plan],
  ['GET /api/menu/alternatives', () => ({ id: menu, day: 1, meal: 'lunch', dish })],
  ['GET /api/menu/purchase', () => ({ id: menu })],
  ['GET /api/menu/report', () => ({ from: MONDAY, to: MONDAY })],
  ['GET /api/dish/select', () => ({ figures: 'true' })],
] as const)('%s tells the same without costs who may not see prices', async (route, parameters) => {
  const whole = await setup.succeed(route, parameters(), school.token);
  expect(JSON.stringify(whole)).toContain('"cost"');
  const answer = await service.call(route, parameters(), { token: cook });
  expect(answer.json).toEqual(success(withoutMoney(whole)));
});

it('the ETag of an analysis does not tell the prices either, and still is good for a submission', async () => {
  const id = await createMenu(setup, drafted());
  const etagFor = async (token: string) =>
    String((await service.call('GET /api/menu/analysis', { id }, { token })).headers['etag']);
  const price = (yuan: number) =>
    setup.succeed('PUT /api/ingredient/price', { nutrient: '012001x', price: yuan }, school.token);
  const [whole, blind] = [await etagFor(school.token), await etagFor(cook)];
  await price(7);
  expect([await etagFor(school.token), await etagFor(cook)]).toEqual([expect.not.stringMatching(whole), blind]);
  const submit = (etag: string, token: string) =>
    service.call('POST /api/menu/submit', { id }, { token, headers: { 'if-match': etag } });
  expect((await submit(whole, school.token)).json).toEqual(failure(409, 'changed_meanwhile'));
  expect((await submit(blind, cook)).status).toBe(200);
  await price(5.6);
});

it.each(['GET /api/menu/analysis', 'GET /api/menu/purchase'])('%s tells the platform the costs', async (route) => {
  const own = await setup.succeed(route, { id: menu }, school.token);
  expect(await setup.succeed(route, { id: menu }, auditor)).toEqual(own);
});

describe('GET /api/menu/purchase.xlsx', () => {
  const rowsFor = async (token: string) => {
    const { bytes } = await service.call('GET /api/menu/purchase.xlsx', { id: menu }, { token });
    return utils.sheet_to_json<unknown[]>(read(bytes).Sheets['采购汇总'] ?? {}, { header: 1, defval: '' });
  };

  it('has quantities, and no columns of money where prices may not be seen', async () => {
    const rows = await rowsFor(cook);
    const from = rows.findIndex(([first]) => first === '名称');
    expect(rows.slice(from)).toEqual([
      ['名称', '类别', '可食部（%）', '采购量（kg）', '备注', '供应商', '验收数量', '验收人', '签字', '编码'],
      ['大米', '谷类', 100, 12, ...Array(5).fill(''), '012001x'],
    ]);
    expect((await rowsFor(school.token)).at(-1)).toEqual(['合计', '', '', '', '', 67.2, ...Array(6).fill('')]);
  });
});

it('a budget is refused to who may not see prices, since what it cannot meet would tell them', async () => {
  const { status, json } = await service.call(
    'POST /api/menu/generate',
    { ...plan(), rules: '{"budget":0.1}' },
    { token: cook },
  );
  expect(status).toBe(403);
  expect(json).toEqual(failure(403, 'missing_permission', ['rules.budget', { code: 'not_allowed', names: 'budget' }]));
  const answer = await setup.succeed('POST /api/menu/generate', { ...plan(), rules: '{"budget":0.1}' }, school.token);
  expect(answer.unmet.map(({ rule }: { rule: string }) => rule)).toContain('budget');
});
