import { beforeAll, describe, expect, it } from 'vitest';
import type { Menu } from '../../lib/domain/menu/menu.ts';
import { INITIAL_CONFIG, Unit } from '../../lib/domain/unit.ts';
import { addDays, toDay, toMonday } from '../../lib/domain/values/calendar.ts';
import { toId } from '../../lib/domain/values/id.ts';
import { createDeps } from '../../lib/runtime/deps.ts';
import { dishCollection } from '../../lib/store/dish/dish.ts';
import { foodCollection } from '../../lib/store/ingredient/food.ts';
import { unitsCollection } from '../../lib/store/unit/unit.ts';
import { nowInSeconds } from '../../lib/table/clock.ts';
import { type Collection, type CollectionRow, makeHead } from '../../lib/table/collection/collection.ts';
import {
  BLOCK_SIZE,
  cataloguePartition,
  headKey,
  menuStateKey,
  rowKey,
  serviceFactsKey,
  unitsPartition,
  WEEK_HEADS_PER_BLOCK,
  weekHeadKey,
  weekKey,
} from '../../tables/keys.ts';
import { dishContent } from '../support/nouns/dish-content.ts';
import { cook, food, stock } from '../support/nouns/foods.ts';
import {
  createMenu,
  createPending,
  createPublished,
  createReviewed,
  createServed,
  GROUPS,
  MONDAY,
  menuItems,
} from '../support/nouns/menus.ts';
import { PICTURES } from '../support/nouns/phones.ts';
import { openSetup } from '../support/service/open.ts';
import { findEndpoint, send } from '../support/service/send.ts';
import { makeEvent } from '../support/service/service.ts';
import { loadItems } from '../support/table/bulk.ts';
import { settle, settledBlocks } from '../support/table/settle.ts';

/** What calls may cost: see section 4 of the design. Trips are counted one after the other, the caller's check included. */
const { service, setup } = await openSetup();
const { db, env } = service.deps;
const { school, admin } = setup;

type Facts = Readonly<Record<string, string | number>>;

async function cost(route: string, parameters: Facts, token = school.token) {
  const { result, roundTrips, bill } = await service.storeCalls.record(() =>
    service.call(route, parameters, { token }),
  );
  expect([route, result.status, result.json?.reason]).toEqual([route, 200, undefined]);
  return { trips: roundTrips, units: bill.readUnits, written: bill.writeUnits, json: result.json };
}

/** The same in a function that has just started. */
async function coldCost(route: string, parameters: Facts, token = school.token) {
  const deps = createDeps(env, (client) => service.storeCalls.observe(client));
  const event = makeEvent(route, parameters, { token });
  const { result, roundTrips, bill } = await service.storeCalls.record(() =>
    send(findEndpoint(service, route), event, () => deps),
  );
  expect(result.status).toBe(200);
  return { trips: roundTrips, units: bill.readUnits };
}

/** Writes members with their rows, and a head that tells of `blocks` blocks as full as the last one. */
async function load<Row extends CollectionRow, Member>(
  collection: Collection<Row, Member>,
  members: readonly Member[],
  blocks: number,
): Promise<void> {
  const rows = members.map((member) => collection.toRow(member));
  const head = makeHead(rows);
  const full = Object.values(head.blocks).at(-1) ?? [0, 0, 0];
  const all = Object.fromEntries(Array.from({ length: blocks }, (_, block) => [block, full]));
  await loadItems(env, [
    {
      ...headKey(collection.partition),
      next: blocks * BLOCK_SIZE,
      total: blocks * full[0],
      blocks: settledBlocks(all),
    },
    ...rows.map((row) => ({ ...rowKey(collection.partition, row.number), ...row })),
    ...members.map((member, index) => ({
      ...collection.memberKey(rows[index] ?? collection.toRow(member)),
      ...member,
    })),
  ]);
}

const dish = (vender: number, number: number) => ({
  ...{ version: 1, vender, number },
  ...dishContent(`家常豆腐烧白菜 ${number}`, {
    poly: '烧',
    ingredient: ['045101', '031301'].map((key) => ({ key, value: '100' })),
  }),
});
const unit = (id: number) =>
  Unit.parse({
    ...{ version: 1, id, account: `unit-${id}`, name: `实验小学 ${id}`, category: '小学', expire: '2099-12-31' },
    ...{ status: true, config: INITIAL_CONFIG },
  });

/** The numbers of one block; every tenth is missing. */
const numbersOf = (block: number) =>
  Array.from({ length: BLOCK_SIZE }, (_, index) => block * BLOCK_SIZE + index).filter(
    (number) => number > 0 && number % 10 !== 9,
  );
const loadDishes = (vender: number, block = 0, blocks = 1) => {
  const dishes = numbersOf(block).map((number) => dish(vender, number));
  return load(dishCollection(vender), dishes, blocks);
};

describe('a page costs at most 4 trips and 60 units', () => {
  it('of 20,000 dishes, in the middle of a block with holes', async () => {
    const { id, token } = await setup.createSchool();
    await loadDishes(id, 10, 20);
    const page = await cost('GET /api/dish', { pageNo: (9 * 900 + 440) / 20, pageSize: 20 }, token);
    expect(page.json.body.content).toHaveLength(20);
    expect(page.trips).toBeLessThanOrEqual(4);
    expect(page.units).toBeLessThanOrEqual(60);
  });

  it('of 100,000 units, in the middle of a block with holes', async () => {
    await load(unitsCollection, numbersOf(50).map(unit), 100);
    const page = await cost('GET /api/vender', { pageNo: (49 * 900 + 440) / 20, pageSize: 20 }, admin);
    expect(page.json.body.content).toHaveLength(20);
    expect(page.trips).toBeLessThanOrEqual(4);
    expect(page.units).toBeLessThanOrEqual(60);
  });
});

it('a page of the overview of 10,000 units costs at most 4 trips and 60 units, and 300 cold, with totals', async () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1);
  await load(unitsCollection, numbers.slice(-40).map(unit), 0);
  const { blocks } = makeHead(numbers.map((number) => ({ number })));
  // Every tenth has published only a part, and every seventh nothing.
  const told = (number: number) => (number % 7 === 0 ? [1, 0, '草稿'] : [1, number % 10 === 0 ? 0b111 : 0b11111]);
  const groups = [{ name: '中体力', level: '中体力', people: 400, judged: true, shortfalls: ['钙'], excesses: [] }];
  const since = service.deps.now();
  const menu = (vender: number): Menu => ({
    ...{ version: 3, vender, number: 1, name: '第一周', start: MONDAY, days: 5, planVersion: 1, size: 900 },
    ...{ state: '已发布', revision: 1, modify: since },
    live: { revision: 1, name: '第一周', start: MONDAY, days: 5, since, groups },
  });
  await loadItems(env, [
    { ...headKey(unitsPartition), next: 10_001, total: 10_000, blocks: settledBlocks(blocks) },
    ...numbers.map((number) => ({ ...{ ...serviceFactsKey(number), category: '小学', until: '2099-12-31' } })),
    ...numbers.map((number) => ({ ...weekKey(MONDAY, number), menus: [told(number)] })),
    ...numbers.slice(-40).map((number) => ({ ...menuStateKey(number, 1), ...menu(number) })),
    ...Array.from({ length: Object.keys(blocks).length * WEEK_HEADS_PER_BLOCK }, (_, number) => {
      return { ...weekHeadKey(MONDAY, number), version: 1, changed: nowInSeconds() - 60 };
    }),
  ]);
  const ask = { week: MONDAY, late: 'false' };
  const cold = await coldCost('GET /api/menu/overview', ask, admin);
  await cost('GET /api/menu/overview', ask, admin);
  const warm = await cost('GET /api/menu/overview', ask, admin);
  const { content, totals } = warm.json.body;
  expect(content.length).toBe(20);
  expect(totals.map(({ units: count }: { units: number }) => count)).toEqual([0, 1428, 0, 0, 8572]);
  for (const { trips } of [cold, warm]) expect(trips).toBeLessThanOrEqual(4);
  expect(warm.units).toBeLessThanOrEqual(60);
  expect(cold.units).toBeLessThanOrEqual(300);
});

it('a search reads at most 60 units for each 1,000 rows, and once they are kept a page of members', async () => {
  const { id, token } = await setup.createSchool();
  await loadDishes(id);
  const cold = await cost('GET /api/dish', { keyword: '豆腐' }, token);
  const warm = await cost('GET /api/dish', { keyword: '白菜' }, token);
  expect(cold.trips).toBeLessThanOrEqual(4);
  expect(cold.units).toBeLessThanOrEqual(60 + 26);
  expect(warm.trips).toBeLessThanOrEqual(4);
  expect(warm.units).toBeLessThanOrEqual(60);
});

describe('one thing costs', () => {
  let made: number;
  let rice: string;
  beforeAll(async () => {
    made = await setup.createDish();
    rice = await setup.loadRice();
  });

  it.each([
    ['GET /api/me', () => ({})],
    ['GET /api/dish', () => ({ id: made })],
    ['GET /api/vender/info', () => ({})],
    ['GET /api/vender/config', () => ({})],
    ['GET /api/user', () => ({})],
    ['GET /api/role', () => ({})],
  ])('%s at most 3 trips', async (route, parameters) => {
    expect((await cost(route, parameters())).trips).toBeLessThanOrEqual(3);
  });

  it.each([
    ['PUT /api/dish', () => ({ name: '新菜', mark: '素菜' })],
    ['POST /api/dish', () => ({ id: made, name: '改名' })],
    ['PUT /api/role', () => ({ roleName: '新角色', items: '25' })],
    ['PUT /api/ingredient/mark', () => ({ nutrient: rice, mark: '常用' })],
    ['PUT /api/ingredient/mark', () => ({ nutrient: setup.unique('自编码'), mark: '常用' })],
    ['DELETE /api/dish', () => ({ ids: made })],
  ])('%s at most 4 trips', async (route, parameters) => {
    expect((await cost(route, parameters())).trips).toBeLessThanOrEqual(4);
  });

  it('the submission of a menu at most 5 trips and 46 write units', async () => {
    const { trips, written } = await cost('POST /api/menu/submit', { id: await createServed(setup) });
    expect(trips).toBeLessThanOrEqual(5);
    expect(written).toBeLessThanOrEqual(46);
  });

  it("a unit's second menu of 60 dishes at most 20 write units", async () => {
    const { id, token } = await setup.createSchool();
    await loadDishes(id);
    const numbers = numbersOf(0).slice(0, 60);
    const items = numbers.map(
      (number, index) => [1 + (index % 5), index % 2 ? 'lunch' : 'dinner', toId(id, number)] as const,
    );
    const week = { name: '周', start: MONDAY, groups: GROUPS, items: menuItems(...items) };
    await cost('PUT /api/menu', week, token);
    expect((await cost('PUT /api/menu', week, token)).written).toBeLessThanOrEqual(20);
  });

  it('a swap on a live menu at most 5 trips and 46 write units, the people of a day at most 4 trips', async () => {
    const [dish, other] = [await setup.createDish(), await setup.createDish()];
    const start = addDays(toDay(service.deps.now(), service.deps.env.timeZone), 1);
    const id = await createMenu(setup, { start, items: menuItems([1, 'lunch', dish]) });
    await setup.succeed('POST /api/menu/submit', { id }, school.token);
    const swap = { id, day: 1, meal: 'lunch', dish, with: other, comment: '没到货' };
    const { trips, written } = await cost('POST /api/menu/swap', swap);
    expect(trips).toBeLessThanOrEqual(5);
    expect(written).toBeLessThanOrEqual(46);
    const people = await cost('POST /api/menu/people', { id, day: 1, group: '中体力', people: 5 });
    expect(people.trips).toBeLessThanOrEqual(4);
  });

  it('a review at most 4 trips, 15 read units and 24 write units', async () => {
    const reviewed = await createReviewed(setup);
    const judge = async () => {
      const id = await createPending(setup, reviewed);
      return cost('POST /api/menu/review', { id, revision: 1, result: '通过' }, admin);
    };
    await judge();
    const { trips, units: read, written } = await judge();
    expect(trips).toBeLessThanOrEqual(4);
    expect(read).toBeLessThanOrEqual(15);
    expect(written).toBeLessThanOrEqual(24);
  });

  it('a page of what the platform has decided at most 4 trips, of what waits at most 3', async () => {
    expect((await cost('GET /api/menu/review', {}, admin)).trips).toBeLessThanOrEqual(4);
    expect((await cost('GET /api/menu/review', { pending: 'true' }, admin)).trips).toBeLessThanOrEqual(3);
  });

  it('the report of a month with a menu a week at most 5 trips, also where dishes were swapped', async () => {
    const home = await setup.createSchool();
    const [dish, other] = [await setup.createDish({}, home), await setup.createDish({}, home)];
    const today = toDay(service.deps.now(), service.deps.env.timeZone);
    for (const week of [0, 1, 2, 3, 4]) {
      const facts = { start: addDays(today, week * 7), days: 5, items: menuItems([1, 'lunch', dish]) };
      const id = await createMenu(setup, facts, home);
      await setup.succeed('POST /api/menu/submit', { id }, home.token);
      const swap = { id, day: 1, meal: 'lunch', dish, with: other, comment: '没到货' };
      if (week === 0) await setup.succeed('POST /api/menu/swap', swap, home.token);
    }
    const span = { from: today, to: addDays(today, 30) };
    const { trips, json } = await cost('GET /api/menu/report', span, home.token);
    expect([json.body.days, json.body.swaps]).toEqual([5, 1]);
    expect(trips).toBeLessThanOrEqual(5);
  });

  it('what is served at most 3 trips, and nothing for menus of other days', async () => {
    const home = await setup.createSchool();
    const ask = () => cost('GET /api/menu/live', { from: MONDAY, to: '2026-09-13' }, home.token);
    await createPublished(setup, {}, home);
    const alone = await ask();
    expect(alone.trips).toBeLessThanOrEqual(3);
    for (const start of ['2026-08-31', '2026-09-14']) await createPublished(setup, { start, days: 7 }, home);
    expect((await ask()).units).toBe(alone.units);
  });
});

it('one mark reads at most 30 units beside 1,851 foods of the catalogue, 500 of the unit and 1,000 dishes', async () => {
  const { id, token } = await setup.createSchool();
  await loadDishes(id);
  await load(
    foodCollection(id),
    Array.from({ length: 500 }, (_, index) => ({
      ...food(`own-${index}`, `自有 ${index}`, {}),
      version: 1,
      number: index + 1,
    })),
    1,
  );
  await stock(
    service,
    Array.from({ length: 1851 }, (_, index) => food(`mark-${index}`, `食材 ${index}`, { protein: '1' })),
  );
  for (const nutrient of ['mark-7', 'mark-1800', 'own-7', '自编码', '12']) {
    const ask = { nutrient, mark: '常用' };
    const deps = createDeps(env, (client) => service.storeCalls.observe(client));
    const event = makeEvent('PUT /api/ingredient/mark', ask, { token });
    const found = findEndpoint(service, 'PUT /api/ingredient/mark');
    const { result, bill } = await service.storeCalls.record(() => send(found, event, () => deps));
    expect([result.status, nutrient]).toEqual([200, nutrient]);
    expect(bill.readUnits).toBeLessThanOrEqual(30);
  }
});

it('an unchanged screen reads at most 4 units, an unchanged phone page 6, and a changed one of two weeks 20', async () => {
  const home = await setup.createSchool();
  const ids: number[] = [];
  for (let index = 0; index < 60; index++) {
    ids.push(await setup.createDish(index % 3 === 0 ? { icon: PICTURES[0] } : {}, home));
  }
  const monday = toMonday(toDay(service.deps.now(), env.timeZone));
  const items = ids.map((id, index) => [1 + (index % 5), 'lunch', id] as const);
  for (const start of [monday, addDays(monday, 7)]) {
    const id = await createMenu(setup, { start, items: menuItems(...items) }, home);
    await setup.succeed('POST /api/menu/submit', { id }, home.token);
  }
  const ask = async (form: string) => {
    const { address } = await setup.succeed('PUT /api/screen', { name: form, form }, home.token);
    const show = (headers = {}) =>
      service.storeCalls.record(() =>
        service.call('GET /screen/{token}', { token: String(address).replace('/screen/', '') }, { headers }),
      );
    const first = await show();
    const again = await show({ 'if-none-match': String(first.result.headers['etag']) });
    expect([first.result.status, again.result.status]).toEqual([200, 304]);
    return [first.bill.readUnits, again.bill.readUnits];
  };
  for (const form of ['wall', 'led']) expect((await ask(form))[1]).toBeLessThanOrEqual(4);
  const [changed, unchanged] = await ask('phone');
  expect(changed).toBeLessThanOrEqual(20);
  expect(unchanged).toBeLessThanOrEqual(6);
});

it('labels cost at most 3 trips, and 5 in a function that has just started and needs the whole catalogue', async () => {
  const codes = Array.from({ length: 120 }, (_, index) => `cost-${index}`);
  await stock(
    service,
    codes.map((code) => food(code, code, { protein: '1' })),
  );
  await settle(db, env, cataloguePartition);
  await cook(
    service,
    school.token,
    '百样',
    codes.slice(0, 99).map((code) => [code, 10] as const),
  );
  await cook(
    service,
    school.token,
    '其余',
    codes.slice(99).map((code) => [code, 10] as const),
  );
  const { content } = await setup.succeed('GET /api/dish', { pageSize: 2 }, school.token);
  const [second, first] = content.map(({ id }: { id: number }) => id);
  const few = await coldCost('GET /api/dish/label', { ids: first });
  const cold = await coldCost('GET /api/dish/label', { ids: `${first},${second}` });
  await cost('GET /api/dish/label', { ids: `${first},${second}` });
  const warm = await cost('GET /api/dish/label', { ids: `${first},${second}` });
  expect(few.trips).toBeLessThanOrEqual(3);
  expect(cold.trips).toBeLessThanOrEqual(5);
  expect(warm.trips).toBeLessThanOrEqual(3);
});
