import { expect, it } from 'vitest';
import { createMenu, MONDAY, menuItems } from '../../support/nouns/menus.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { expectNoWrites } from '../../support/service/expect-no-writes.ts';
import { openSetup } from '../../support/service/open.ts';
import { dumpTable } from '../../support/service/table-dump.ts';

const ROUTE = 'POST /api/menu/people';
const TELL = 'GET /api/menu/people';
const { service, setup } = await openSetup();

type Facts = Readonly<Record<string, string | number>>;
const call = async (route: string, facts: Facts, token = setup.school.token) =>
  (await service.call(route, facts, { token })).json;
const set = (id: number, day: number, group: string, people: number | string, token?: string) =>
  call(ROUTE, { id, day, group, people }, token);

const GROUPS = JSON.stringify([
  { level: '小学', people: 100 },
  { name: '教师', level: '成人', people: 10, factor: 1.5 },
]);

/** A menu of two days that serves 100 g of one food at each lunch. */
async function prepare(facts: Facts = {}): Promise<number> {
  const ingredient = JSON.stringify([{ key: 'OWN-1', value: 100 }]);
  const dish = await setup.createDish({ ingredient });
  const items = menuItems([1, 'lunch', dish], [2, 'lunch', dish]);
  return createMenu(setup, { days: 2, groups: GROUPS, items, ...facts });
}

/** By day what is told of its people, and the kilograms of the food. */
async function readPurchase(id: number, facts: Facts = {}): Promise<unknown> {
  const { days } = await setup.succeed('GET /api/menu/purchase', { id, ...facts }, setup.school.token);
  return days.map((day: { people?: unknown; ingredients: { kg: number }[] }) => [day.people, day.ingredients[0]?.kg]);
}

it("a day's people are bought for in place of the group's, on a draft and on what is live, and of no revision", async () => {
  const id = await prepare();
  const before = await setup.succeed('GET /api/menu', { id }, setup.school.token);
  expect(await readPurchase(id)).toEqual([
    [undefined, 11.5],
    [undefined, 11.5],
  ]);
  expect(await set(id, 2, '教师', 0)).toEqual(SUCCESS);
  expect(await set(id, 1, '小学', 98)).toEqual(SUCCESS);
  expect(await set(id, 2, '小学', 120)).toEqual(SUCCESS);
  const expected = [
    { date: MONDAY, group: '小学', people: 98 },
    { date: '2026-09-08', group: '小学', people: 120 },
    { date: '2026-09-08', group: '教师', people: 0 },
  ];
  expect(await setup.succeed(TELL, { id }, setup.school.token)).toEqual(expected);
  expect(await setup.succeed(TELL, { id }, setup.admin)).toEqual(expected);
  const changed = [
    [[{ group: '小学', people: 98 }], 11.3],
    [
      [
        { group: '小学', people: 120 },
        { group: '教师', people: 0 },
      ],
      12,
    ],
  ];
  expect(await readPurchase(id)).toEqual(changed);
  await setup.succeed('POST /api/menu/submit', { id }, setup.school.token);
  await setup.succeed(
    'POST /api/menu',
    { id, start: '2026-09-21', groups: GROUPS.replace('教师', '老师') },
    setup.school.token,
  );
  expect([await readPurchase(id), await readPurchase(id, { revision: 1 })]).toEqual([changed, changed]);
  // The draft has other days now, and a group that is called otherwise: the live revision is meant.
  expect(await set(id, 1, '老师', 1)).toEqual(badInput(['group', { code: 'unknown', names: '老师' }]));
  expect(await expectNoWrites(service, () => set(id, 1, '小学', ' 98 '))).toEqual(SUCCESS);
  expect(await set(id, 1, '小学', '')).toEqual(SUCCESS);
  expect(await readPurchase(id)).toEqual([[undefined, 11.5], changed[1]]);
  expect(await expectNoWrites(service, () => set(id, 1, '小学', ''))).toEqual(SUCCESS);
  await setup.succeed('POST /api/menu/discard', { id }, setup.school.token);
  const { groups, items } = await setup.succeed('GET /api/menu', { id }, setup.school.token);
  expect({ groups, items }).toEqual({ groups: before.groups, items: before.items });
});

it('they are kept while the menu has their day and group, can be set while it waits, and go with it', async () => {
  const id = await prepare();
  await set(id, 1, '小学', 1);
  await set(id, 2, '小学', 2);
  await setup.succeed('POST /api/menu', { id, start: '2026-09-08' }, setup.school.token);
  expect(await readPurchase(id)).toEqual([
    [[{ group: '小学', people: 2 }], 1.7],
    [undefined, 11.5],
  ]);
  await set(id, 2, '教师', 3);
  await setup.succeed('POST /api/menu', { id, start: MONDAY }, setup.school.token);
  expect((await readPurchase(id)) as unknown[]).toContainEqual([undefined, 11.5]);
  const storedPeople = async () => (await dumpTable(service)).filter(({ sk }) => String(sk).startsWith('PEOPLE#'));
  expect((await storedPeople()).find(({ sk }) => String(sk).endsWith(String(id % 1_000_000)))?.['entries']).toEqual([
    ['2026-09-08', '小学', 2],
    ['2026-09-09', '教师', 3],
  ]);
  await setup.succeed('POST /api/vender', { venderId: setup.school.id, menuReview: 'true' }, setup.admin);
  await setup.succeed('POST /api/menu/submit', { id }, setup.school.token);
  expect(await set(id, 1, '教师', 5)).toEqual(SUCCESS);
  await setup.succeed('POST /api/menu/withdraw', { id }, setup.school.token);
  await setup.succeed('POST /api/vender', { venderId: setup.school.id, menuReview: 'false' }, setup.admin);
  const others = (await storedPeople()).length - 1;
  await setup.succeed('DELETE /api/menu', { ids: id }, setup.school.token);
  expect(await storedPeople()).toHaveLength(others);
});

it('bad input names its field, and the menus of other units are not there', async () => {
  const id = await prepare();
  const other = await setup.createSchool();
  expect(await set(id, 1, '小学', 5, other.token)).toEqual(failure(404, 'menu_not_found'));
  expect(await set(id + 1000, 1, '小学', 5)).toEqual(failure(404, 'menu_not_found'));
  expect(await set(id, 3, '小学', 5)).toEqual(badInput(['day', { code: 'integer', min: 1, max: 2 }]));
  const people = { code: 'integer', min: 0, max: 100_000 } as const;
  for (const wrong of [100_001, -1, '1.5', 'x'])
    expect(await set(id, 1, '小学', wrong)).toEqual(badInput(['people', people]));
  expect(await call(ROUTE, { id: 0, day: 8, group: '' })).toEqual(
    badInput(
      ['id', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
      ['day', { code: 'integer', min: 1, max: 7 }],
      ['group', { code: 'empty' }],
      ['people', { code: 'required' }],
    ),
  );
  expect(await set(id, 1, '长'.repeat(53), 5)).toEqual(badInput(['group', { code: 'too_long', max: 52 }]));
});

it('of many who set them at once, everybody is heard', async () => {
  const id = await prepare();
  const calls = [1, 2].flatMap((day) => ['小学', '教师'].map((group) => set(id, day, group, day)));
  expect(await Promise.all(calls)).toEqual(Array(4).fill(SUCCESS));
  expect(await readPurchase(id)).toEqual(
    [1, 2].map((people) => [['小学', '教师'].map((group) => ({ group, people })), people * 0.25]),
  );
});

it("the people that are set for a group are answered for the own unit's menus alone", async () => {
  const id = await prepare();
  const other = await setup.createSchool();
  expect(await setup.succeed(TELL, { id }, setup.school.token)).toEqual([]);
  expect(await call(TELL, { id }, other.token)).toEqual(failure(404, 'menu_not_found'));
  expect(await call(TELL, { id: id + 1000 }, setup.admin)).toEqual(failure(404, 'menu_not_found'));
  expect(await call(TELL, {})).toEqual(badInput(['id', { code: 'required' }]));
});
