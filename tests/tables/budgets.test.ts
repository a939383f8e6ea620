import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../lib/auth/password.ts';
import { dishId } from '../../lib/domain/dish.ts';
import { createDishes } from '../../lib/store/dish/dish-placement.ts';
import { measureCall } from '../support/costs/cost-measures.ts';
import { findWrong, listCallCosts } from '../support/costs/cost-table.ts';
import type { Sendable } from '../support/files/attachment.ts';
import { openSetup } from '../support/service/open.ts';
import { prepareCall } from '../support/statements/statements.ts';

/** The most that each endpoint may cost at the store, including the caller's check. */
const budgets = listCallCosts();

const { service, setup } = await openSetup();

/** The round trips of a warm call, and the status of its answer. */
async function measure(route: string, parameters: Sendable, token?: string) {
  const { result, roundTrips } = await service.storeCalls.record(() => service.call(route, parameters, { token }));
  return { status: result.status, roundTrips };
}

describe('the budget', () => {
  // In the order of the statements: a call finds what those before it have made.
  it.each(budgets)('of $route is kept, warm, and its capacity is true', async ({ route, ...written }) => {
    const { status, ...taken } = await measureCall(setup, route);
    expect(status).toBe(route === '$default' ? 404 : 200);
    const told = `it takes ${taken.roundTrips}, ${taken.readUnits}, ${taken.writeUnits}: state its cost in tests/statements`;
    expect(taken.roundTrips > 0, told).toBe(written.roundTrips > 0);
    expect(taken.roundTrips, told).toBeLessThanOrEqual(written.roundTrips);
    expect(findWrong(written, taken, ['readUnits', 'writeUnits']), told).toEqual([]);
  });

  it('of deleting a small unit is kept where the standards have changed since', async () => {
    const { parameters, token } = await prepareCall(setup, 'DELETE /api/vender');
    await setup.createStandard();
    const { status, roundTrips } = await measure('DELETE /api/vender', parameters, token);
    expect(status).toBe(200);
    const budget = budgets.find(({ route }) => route === 'DELETE /api/vender');
    expect(roundTrips).toBeLessThanOrEqual(budget?.roundTrips ?? 0);
  });
});

describe('the budget of 2 of a look-up is kept', () => {
  it('by one dish and by one standard', async () => {
    const { token } = setup.school;
    const [dish, standard] = [
      await setup.createDish({ icon: 'data:image/png;base64,AAAA' }),
      await setup.createStandard(),
    ];
    // Its icon is read after the caller's check.
    expect(await measure('GET /api/dish', { id: dish }, token)).toEqual({ status: 200, roundTrips: 2 });
    const one = await measure('GET /api/nutrition/select', { id: standard }, token);
    expect(one.status).toBe(200);
    expect(one.roundTrips).toBeLessThanOrEqual(2);
  });

  it.each([
    'GET /api/nutrition',
    'GET /api/nutrition/select',
    'GET /api/ingredient',
    'GET /api/dish',
    'GET /api/dish/select',
  ])('by %s while nothing changes', async (route) => {
    const { parameters, token } = await prepareCall(setup, route);
    await service.call(route, parameters, { token });
    const { status, roundTrips } = await measure(route, parameters, token);
    expect(status).toBe(200);
    expect(roundTrips).toBeLessThanOrEqual(2);
  });

  it('by 100 labels of dishes of 100 ingredients', async () => {
    const school = await setup.createSchool();
    const ingredient = Array.from({ length: 100 }, (_, index) => ({ key: `${index}`, value: '1' }));
    const facts = { mark: '素菜', poly: '', month: [], iconFile: '', hasIcon: false, modify: 1 };
    await createDishes(service.deps.db, school.id, 100, (number) => ({ ...facts, name: `菜${number}`, ingredient }));
    const ids = Array.from({ length: 100 }, (_, index) => dishId(school.id, index + 1));
    const { status, roundTrips } = await measure('GET /api/dish/label', { ids: ids.join(',') }, school.token);
    expect(status).toBe(200);
    expect(roundTrips).toBeLessThanOrEqual(2);
  });
});

it('the deletion of a role that 30 users have may look for holders until there are none', async () => {
  const school = await setup.createSchool();
  const roleId = await setup.createRole([], school);
  for (let count = 0; count < 30; count++) await setup.createUser(roleId, school);
  const { status, roundTrips } = await measure('DELETE /api/role', { roleId }, school.token);
  expect(status).toBe(200);
  expect(roundTrips).toBeLessThanOrEqual(7);
});

describe('the budget of 3 of a write is kept', () => {
  it('by a dish for 16 units, and its change with copies for them', async () => {
    const schools = [];
    for (let count = 0; count < 16; count++) schools.push((await setup.createSchool()).id);
    const facts = {
      name: setup.unique('菜'),
      mark: '素菜',
      icon: 'data:image/png;base64,AAAA',
      vendors: schools.join(','),
    };
    const created = await measure('PUT /api/dish', facts, setup.admin);
    expect(created.status).toBe(200);
    expect(created.roundTrips).toBeLessThanOrEqual(3);
    const id = Number(schools[0]) * 1_000_000 + 1;
    const changed = await measure('POST /api/dish', { id, ...facts }, setup.admin);
    expect(changed.status).toBe(200);
    expect(changed.roundTrips).toBeLessThanOrEqual(3);
  });

  it('by a change of a unit of everything at once, its account renamed and its icon new, by the admin side', async () => {
    const { id: venderId } = await setup.createSchool();
    const icon = 'data:image/png;base64,AAAA';
    const texts = {
      name: setup.unique('改名'),
      category: '高中',
      address: '东街',
      expire: '2098-01-01',
      status: 'true',
    };
    const account = setup.unique('renamed');
    const { status, roundTrips } = await measure(
      'POST /api/vender',
      { venderId, account, icon, ...texts },
      setup.admin,
    );
    expect(status).toBe(200);
    expect(roundTrips).toBeLessThanOrEqual(3);
  });

  it('by a rebind to another user of the unit', async () => {
    const school = await setup.createSchool();
    const { uid: account } = await setup.createUser(undefined, school);
    const { status, roundTrips } = await measure('POST /api/vender', { venderId: school.id, account }, school.token);
    expect(status).toBe(200);
    expect(roundTrips).toBeLessThanOrEqual(3);
  });

  it('by the creation of a unit with an icon', async () => {
    const unit = { account: setup.unique('icon'), name: setup.unique('图标'), category: '小学', expire: '2099-12-31' };
    const parameters = { ...unit, password: digestPassword('x'), icon: 'data:image/png;base64,AAAA' };
    const { status, roundTrips } = await measure('PUT /api/vender', parameters, setup.admin);
    expect(status).toBe(200);
    expect(roundTrips).toBeLessThanOrEqual(3);
  });

  it('by the sign-in that comes after failures', async () => {
    const { uid, password } = await setup.createUser();
    await service.call('POST /api/login', { uid, password: digestPassword('x') });
    const { status, roundTrips } = await measure('POST /api/login', { uid, password: digestPassword(password) });
    expect(status).toBe(200);
    expect(roundTrips).toBeLessThanOrEqual(3);
  });

  it.each(['a user', 'a uid that nobody has'])('by each failed sign-in of %s, counted or locked', async (whose) => {
    const uid = whose === 'a user' ? (await setup.createUser()).uid : 'nobody';
    const answers = [];
    for (let time = 0; time < 6; time++) {
      answers.push(await measure('POST /api/login', { uid, password: digestPassword('x') }));
    }
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    for (const { roundTrips } of answers.slice(0, 5)) expect(roundTrips).toBeLessThanOrEqual(3);
    expect(answers[5]?.roundTrips).toBeLessThanOrEqual(2);
  });

  it('by a wrong old password', async () => {
    const { uid, password } = await setup.createUser();
    const token = await service.signIn(uid, password);
    const parameters = { oldPassword: digestPassword('x'), newPassword: digestPassword('y') };
    const first = await measure('POST /api/me/password', parameters, token);
    const second = await measure('POST /api/me/password', parameters, token);
    expect([first.status, second.status]).toEqual([400, 400]);
    expect(first.roundTrips).toBeLessThanOrEqual(3);
    expect(second.roundTrips).toBeLessThanOrEqual(3);
  });
});

describe('who may not call', () => {
  it('costs no round trip without a token of ours, and one with it', async () => {
    expect(await measure('GET /api/vender', {})).toEqual({ status: 401, roundTrips: 0 });
    expect(await measure('GET /api/vender', {}, 'a.b.c')).toEqual({ status: 401, roundTrips: 0 });
    expect(await measure('GET /api/vender', {}, setup.school.token)).toEqual({ status: 403, roundTrips: 1 });
    expect(await measure('POST /api/login', { uid: 'hongqi' })).toEqual({ status: 400, roundTrips: 0 });
  });
});
