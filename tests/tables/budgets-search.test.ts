import { beforeAll, describe, expect, it } from 'vitest';
import { createDeps } from '../../lib/runtime/deps.ts';
import { createUnits, UNITS_PER_TRANSACTION } from '../../lib/store/unit/unit-change.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { seedDishes, seedMenus } from '../../scripts/seed/seed.ts';
import { goals, measureGoal } from '../support/costs/goals.ts';
import { openSetup } from '../support/service/open.ts';
import { endpointOf, send } from '../support/service/send.ts';
import { makeEvent } from '../support/service/service.ts';

/** A full block of 1,000 numbers, without number 0, and a second one with few. */
const UNITS = 1010;
/** More rows than the least for a copy. */
const MENUS = 120;

const { service, setup } = await openSetup();

beforeAll(async () => {
  const facts = { hash: 'none', category: '初中', expire: '2099-12-31', allItems: [] };
  const ids = Array.from({ length: UNITS - 1 }, (_, index) => index + 2);
  for (const batch of batchesOf(ids, UNITS_PER_TRANSACTION)) {
    const units = batch.map((id) => ({ ...facts, account: `unit${id}`, name: `第${id}中学` }));
    await createUnits(service.deps.db, units, service.deps.now());
  }
}, 120_000);

/** The round trips of a call, and how many blocks of rows it read: one query each. */
async function watch(route: string, parameters: Record<string, string | number>) {
  const { result, calls, roundTrips } = await service.storeCalls.record(() =>
    service.call(route, parameters, { token: setup.admin }),
  );
  const blocksRead = calls.filter(({ command }) => command === 'Query').length;
  return { body: result.json.body, blocksRead, roundTrips };
}
const idsOf = (records: { id: number }[]) => records.map(({ id }) => id);

describe('a search in 1,010 units', () => {
  it('reads each block once, and then none while nothing changes', async () => {
    const cold = await watch('GET /api/vender', { keyword: '第999中' });
    expect(idsOf(cold.body.content)).toEqual([999]);
    expect(cold.blocksRead).toBe(2);
    // The very first function finds no copy, and leaves one: two more.
    expect(cold.roundTrips).toBeLessThanOrEqual(5);
    // The head beside the caller's check; the unit that was found.
    expect(await watch('GET /api/vender', { keyword: '第999中' })).toEqual({ ...cold, blocksRead: 0, roundTrips: 2 });
    const select = await watch('GET /api/vender/select', { keyword: '第999中' });
    expect(idsOf(select.body)).toEqual([999]);
    expect(select).toMatchObject({ blocksRead: 0, roundTrips: 1 });
  });

  it.each([
    ['renamed', 'POST /api/vender', { venderId: 500, name: '改名学校' }, [500]],
    ['created', 'PUT /api/vender', { account: 'new', name: '改名新学校', category: '小学' }, [UNITS + 1, 500]],
    ['deleted', 'DELETE /api/vender', { vender: 500 }, [UNITS + 1]],
  ])('reads only the changed block again once a unit is %s', async (_, route, parameters, found) => {
    const password = 'BE56E057F20F883E';
    const facts = route.startsWith('PUT') ? { ...parameters, password, expire: '2099-12-31' } : parameters;
    await setup.succeed(route, facts, setup.admin);
    const search = await watch('GET /api/vender/select', { keyword: '改名' });
    expect(idsOf(search.body)).toEqual(found);
    expect(search.blocksRead).toBe(1);
    // The head beside the caller's check proves the rows that are read after it.
    expect(search.roundTrips).toBe(2);
    expect(await watch('GET /api/vender/select', { keyword: '改名' })).toMatchObject({ blocksRead: 0, roundTrips: 1 });
  });

  it('reads no block again once something changes that no filter needs', async () => {
    await setup.succeed('POST /api/vender', { venderId: 7, address: '东街', phone: '1' }, setup.admin);
    const search = await watch('GET /api/vender', { keyword: '第7中' });
    expect(search.body.content).toMatchObject([{ id: 7, address: '东街', phone: '1' }]);
    expect(search.blocksRead).toBe(0);
  });
});

describe('any page of 1,010 units', () => {
  it.each([0, 1, 4, 5])('page %i of 200 keeps to 3 round trips, with a keyword and without', async (pageNo) => {
    const { body, roundTrips } = await watch('GET /api/vender', { pageSize: 200, pageNo });
    // 500 was deleted above.
    const ids = Array.from({ length: UNITS + 1 }, (_, index) => UNITS + 1 - index).filter((id) => id !== 500);
    expect(idsOf(body.content)).toEqual(ids.slice(200 * pageNo, 200 * pageNo + 200));
    const { content: _, ...rest } = body;
    expect(rest).toEqual({ number: pageNo, size: 200, totalElements: UNITS, totalPages: 6 });
    expect(roundTrips).toBeLessThanOrEqual(3);
    const search = await watch('GET /api/vender', { pageSize: 200, pageNo, keyword: '学' });
    expect(search.body).toEqual(body);
    expect(search.roundTrips).toBeLessThanOrEqual(3);
  });

  it.each([0, 3, 5])('page %i keeps to them in a function that has just started, too', async (pageNo) => {
    const parameters = { pageSize: 200, pageNo };
    const deps = createDeps(service.deps.env, (client) => service.storeCalls.observe(client));
    const event = makeEvent('GET /api/vender', parameters, { token: setup.admin });
    const { result, roundTrips } = await service.storeCalls.record(() =>
      send(endpointOf(service, 'GET /api/vender'), event, () => deps),
    );
    expect(result.json.body).toEqual((await watch('GET /api/vender', parameters)).body);
    expect(roundTrips).toBeLessThanOrEqual(3);
  });
});

describe('what calls may cost at any scale', () => {
  beforeAll(async () => {
    await seedDishes(service.deps.db, setup.school.id, UNITS, 1);
    await seedMenus(service.deps.db, setup.school.id, { count: MENUS, dishes: UNITS, seed: 1 });
  });

  it.each(goals)('$title', async (goal) => {
    const searched = { setup, unitKeywords: ['第99', '学', '没有'], unitChoice: '第99', dishKeywords: ['炒', '没有'] };
    expect(await measureGoal(goal, searched)).toMatchObject({ isMet: true, refillUnits: 0 });
  });
});
