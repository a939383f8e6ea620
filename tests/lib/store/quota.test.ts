import { describe, expect, it } from 'vitest';
import { listItemIds } from '../../../lib/auth/permissions.ts';
import { serve } from '../../../lib/http/serve.ts';
import { createDishes, placeDish } from '../../../lib/store/dish/dish-placement.ts';
import { continueTasks } from '../../../lib/store/sweep.ts';
import { createRole, updateRole } from '../../../lib/store/user/role.ts';
import { createUsers } from '../../../lib/store/user/user.ts';
import { openClient } from '../../../lib/table/client.ts';
import { Database } from '../../../lib/table/database.ts';
import { examine } from '../../../scripts/doctor/examine.ts';
import { dishContent } from '../../support/nouns/dish-content.ts';
import { GROUPS, MONDAY } from '../../support/nouns/menus.ts';
import { giveRoles } from '../../support/nouns/roles.ts';
import { failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint } from '../../support/service/send.ts';
import { fakeContext, makeEvent } from '../../support/service/service.ts';
import type { School } from '../../support/service/setup.ts';

const QUOTAS = { dishes: 20, menus: 3, users: 5, roles: 4, marks: 6, foods: 1, prices: 2 };
const { service, setup } = await openSetup();
const db = new Database(openClient(service.deps.env), service.deps.env.table, { quotas: QUOTAS });
const deps = { ...service.deps, db };
const FULL = { ...failure(409, 'quota_reached') };

/** The answer of an endpoint in a deployment with small quotas. */
async function call(route: string, parameters: Readonly<Record<string, string | number>>, token: string) {
  const answer = await serve(findEndpoint(service, route), () => deps)(
    makeEvent(route, parameters, { token }),
    fakeContext(),
  );
  return JSON.parse(answer.body ?? '');
}
const total = async ({ id, token }: School) =>
  (await setup.succeed('GET /api/dish', { vender: id, pageSize: 1 }, token)).totalElements;
const expectSound = async () => expect((await examine(service.deps.env)).findings).toEqual([]);
const person = (roleId: number) => {
  const uid = setup.unique('p');
  return { uid, name: uid, password: 'BE56E057F20F883E', roleId };
};

describe('dishes', () => {
  it('of a unit are as many as it may have: one more is refused by every call, naming the unit', async () => {
    const school = await setup.createSchool();
    const other = await setup.createSchool();
    await createDishes(db, school.id, 19, (number) => dishContent(`菜${number}`));
    const library = await setup.createDish({}, { ...school, id: 0, token: setup.admin });
    expect(await call('PUT /api/dish', { name: '末', mark: '粥' }, school.token)).toEqual(SUCCESS);
    const full = failure(409, 'quota_reached', ['vendors', { code: 'full', names: String(school.id) }]);
    expect(await call('PUT /api/dish', { name: '多', mark: '粥' }, school.token)).toEqual(full);
    expect(await call('PUT /api/dish/copy', { id: library, vendors: school.id }, school.token)).toEqual(full);
    const both = `${other.id},${school.id}`;
    expect(await call('PUT /api/dish', { name: '多', mark: '粥', vendors: both }, setup.admin)).toEqual(full);
    expect(await call('POST /api/dish', { id: library, vendors: both }, setup.admin)).toEqual(full);
    expect([await total(school), await total(other)]).toEqual([20, 0]);
  });

  it('can be changed when there is no room, and there is room again after a deletion', async () => {
    const school = await setup.createSchool();
    await createDishes(db, school.id, 20, (number) => dishContent(`菜${number}`));
    const id = school.id * 1_000_000 + 3;
    expect(await call('POST /api/dish', { id, name: '改名' }, school.token)).toEqual(SUCCESS);
    expect(await call('DELETE /api/dish', { ids: id }, school.token)).toEqual(SUCCESS);
    expect(await call('PUT /api/dish', { name: '补', mark: '粥' }, school.token)).toEqual(SUCCESS);
    expect((await call('PUT /api/dish', { name: '多', mark: '粥' }, school.token)).reason).toBe('quota_reached');
  });

  it('do not get more by a burst', async () => {
    const school = await setup.createSchool();
    await createDishes(db, school.id, 17, (number) => dishContent(`菜${number}`));
    const burst = Array.from({ length: 8 }, (_, index) =>
      call('PUT /api/dish', { name: `同时${index}`, mark: '粥' }, school.token),
    );
    const outcomes = (await Promise.all(burst)).map(({ reason = 'success' }) => reason).toSorted();
    expect(outcomes).toEqual([...Array(5).fill('quota_reached'), ...Array(3).fill('success')]);
    expect(await total(school)).toBe(20);
  });

  it('are bounded for bulk loads, too; a placement skips who is full by then', async () => {
    const schools: School[] = [];
    for (let made = 0; made < 18; made++) schools.push(await setup.createSchool());
    const [first, last] = [schools[0], schools.at(-1)];
    if (!first || !last) throw new Error('no schools');
    const reached = { reason: 'quota_reached' };
    await expect(createDishes(db, first.id, 21, (number) => dishContent(`${number}`))).rejects.toMatchObject(reached);
    expect(await total(first)).toBe(0);
    const units = schools.map(({ id }) => id);
    await placeDish(db, { content: dishContent('发'), icon: '', units }, () => true);
    await createDishes(db, last.id, 20, (number) => dishContent(`${number}`));
    expect(await continueTasks(db, () => false)).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect([await total(last), await total(first)]).toEqual([20, 1]);
  });
});

describe('users', () => {
  it('are as many as there may be, the main one among them; after a deletion there is room for one', async () => {
    const school = await setup.createSchool();
    const roleId = await setup.createRole([], school);
    const people = Array.from({ length: 4 }, () => person(roleId));
    for (const one of people) expect(await call('PUT /api/user', one, school.token)).toEqual(SUCCESS);
    expect(await call('PUT /api/user', person(roleId), school.token)).toEqual(FULL);
    expect(await call('POST /api/user', { uid: people[0]?.uid ?? '', name: '改' }, school.token)).toEqual(SUCCESS);
    expect(await call('DELETE /api/user', { uid: people[0]?.uid ?? '' }, school.token)).toEqual(SUCCESS);
    expect(await call('PUT /api/user', person(roleId), school.token)).toEqual(SUCCESS);
    expect(await call('PUT /api/user', person(roleId), school.token)).toEqual(FULL);
    await expectSound();
  });

  it('do not get more by a burst, nor does the burst hinder changes of roles', async () => {
    const school = await setup.createSchool();
    const roleId = await setup.createRole([], school);
    const burst = Array.from({ length: 8 }, () => call('PUT /api/user', person(roleId), school.token));
    const edits = ['甲', '乙'].map((roleName) => call('POST /api/role', { roleId, roleName }, school.token));
    const outcomes = (await Promise.all(burst)).map(({ reason = 'success' }) => reason).toSorted();
    expect(outcomes).toEqual([...Array(4).fill('quota_reached'), ...Array(4).fill('success')]);
    expect(await Promise.all(edits)).toEqual([SUCCESS, SUCCESS]);
    await expectSound();
  });

  it('are bounded for bulk loads, too, all or none', async () => {
    const school = await setup.createSchool();
    const users = Array.from({ length: 5 }, () => ({ ...person(0), phone: '', passwordHash: 'none' }));
    await expect(createUsers(db, school.id, users, 1)).rejects.toMatchObject({ reason: 'quota_reached' });
    await createUsers(db, school.id, users.slice(1), 1);
    await expectSound();
  });
});

describe('roles', () => {
  it('are as many as there may be, the system role among them; after a deletion there is room for one', async () => {
    const school = await setup.createSchool();
    const add = (roleName: string) => call('PUT /api/role', { roleName, items: '25' }, school.token);
    for (const name of ['一', '二', '三']) expect(await add(name)).toEqual(SUCCESS);
    expect(await add('四')).toEqual(FULL);
    const [, first] = await setup.succeed('GET /api/role', {}, school.token);
    expect(await call('POST /api/role', { roleId: first.id, roleName: '改' }, school.token)).toEqual(SUCCESS);
    expect(await call('DELETE /api/role', { roleId: first.id }, school.token)).toEqual(SUCCESS);
    expect(await add('四')).toEqual(SUCCESS);
    expect(await add('五')).toEqual(FULL);
  });

  it('do not get more by a burst', async () => {
    const school = await setup.createSchool();
    const burst = Array.from({ length: 6 }, (_, index) =>
      call('PUT /api/role', { roleName: `同时${index}`, items: '25' }, school.token),
    );
    const outcomes = (await Promise.all(burst)).map(({ reason = 'success' }) => reason).toSorted();
    expect(outcomes).toEqual([...Array(3).fill('quota_reached'), ...Array(3).fill('success')]);
  });

  it('are 500 by default, and never so many bytes that every call becomes expensive', async () => {
    const { id } = await setup.createSchool();
    const { db: table } = service.deps;
    const role = (number: number, roleName = `角色${number}`) => ({ roleName, roleItems: [18, 25] });
    const numbers = Array.from({ length: 500 }, (_, index) => index + 2);
    await giveRoles(
      table,
      id,
      numbers.slice(1).map((number) => role(number)),
    );
    const one = createRole(table, id, { roleName: '多', roleItems: [] });
    await expect(one).rejects.toMatchObject({ reason: 'quota_reached' });
    const { id: other } = await setup.createSchool();
    const long = numbers.slice(1).map((number) => role(number, `${number}`.padEnd(100, '长')));
    await expect(giveRoles(table, other, long)).rejects.toMatchObject({ reason: 'quota_reached' });
    const most = long.slice(0, 100);
    await giveRoles(table, other, most);
    const growth = updateRole(table, other, other * 1_000_000 + 3, {
      roleItems: Array.from({ length: 9000 }, () => 18),
    });
    await expect(growth).rejects.toMatchObject({ reason: 'quota_reached' });
  });

  it('of all items cost little with every call and with each change, however many there are', async () => {
    const { db: table, env } = service.deps;
    const { id, token } = await setup.createSchool();
    const all = listItemIds('business');
    const roles = Array.from({ length: 499 }, (_, index) => {
      return { roleName: `${index}`.padEnd(10, '长'), roleItems: [...all] };
    });
    await giveRoles(table, id, roles);
    const me = await service.storeCalls.record(() => setup.succeed('GET /api/me', {}, token));
    expect(me.bill.readUnits).toBeLessThanOrEqual(12);
    const edit = { roleId: id * 1_000_000 + 500, items: '18,25' };
    const changed = await service.storeCalls.record(() => setup.succeed('POST /api/role', edit, token));
    expect(changed.bill.writeUnits).toBeLessThanOrEqual(100);
    const listed = await setup.succeed('GET /api/role', {}, token);
    expect(listed.slice(1)).toEqual(
      roles.map(({ roleName, roleItems }, index) => ({
        id: id * 1_000_000 + index + 2,
        roleName,
        roleType: '自定义角色',
        roleItems: index + 2 === 500 ? [18, 25] : roleItems,
        vender: id,
      })),
    );
    expect((await examine(env)).findings).toEqual([]);
  });
});

it('menus are as many as there may be; one can be changed or deleted, and then another created', async () => {
  const { token } = await setup.createSchool();
  const menu = { name: '第一周', start: MONDAY, groups: GROUPS };
  const create = () => call('PUT /api/menu', menu, token);
  for (let count = 0; count < 3; count++) expect(await create()).toEqual(SUCCESS);
  const [{ id }] = (await setup.succeed('GET /api/menu', {}, token)).content;
  expect(await create()).toEqual(FULL);
  expect(await call('PUT /api/menu/copy', { id }, token)).toEqual(FULL);
  expect(await call('POST /api/menu', { id, name: '改名' }, token)).toEqual(SUCCESS);
  expect(await call('DELETE /api/menu', { ids: id }, token)).toEqual(SUCCESS);
  const burst = await Promise.all([create(), create(), create()]);
  expect(burst.map(({ code }) => code).toSorted()).toEqual([200, 409, 409]);
});

it('marks are as many as there may be; one can be changed or taken away, and then another set', async () => {
  const { token } = await setup.createSchool();
  const set = (nutrient: string, mark = '常用') => call('PUT /api/ingredient/mark', { nutrient, mark }, token);
  for (const code of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await set(code)).toMatchObject({ code: 200 });
  expect(await set('g')).toEqual(FULL);
  expect(await set('a', '忌用')).toMatchObject({ code: 200 });
  expect(await call('DELETE /api/ingredient/mark', { nutrient: 'b' }, token)).toEqual(SUCCESS);
  const burst = await Promise.all(['h', 'i', 'j'].map((code) => set(code)));
  expect(burst.map(({ code }) => code).toSorted()).toEqual([200, 409, 409]);
});

it('prices are as many as there may be; one can be changed or taken away, and then another set', async () => {
  const { token } = await setup.createSchool();
  const set = (nutrient: string, price = '1') => call('PUT /api/ingredient/price', { nutrient, price }, token);
  for (const code of ['a', 'b']) expect(await set(code)).toMatchObject({ code: 200 });
  expect(await set('c')).toEqual(FULL);
  expect(await set('a', '2')).toMatchObject({ code: 200 });
  expect(await call('DELETE /api/ingredient/price', { nutrient: 'b' }, token)).toEqual(SUCCESS);
  expect(await set('c')).toMatchObject({ code: 200 });
  expect(await set('b')).toEqual(FULL);
});

it('foods of its own: one more than there may be is refused, and fits again after a deletion', async () => {
  const school = await setup.createSchool();
  const food = (code: string) => call('PUT /api/ingredient', { code, name: '酱', category: '调味品类' }, school.token);
  expect(await food('A')).toEqual(SUCCESS);
  expect(await food('B')).toEqual(FULL);
  expect(await call('DELETE /api/ingredient', { code: 'A' }, school.token)).toEqual(SUCCESS);
  expect(await food('B')).toEqual(SUCCESS);
});

it('the quotas of a deployment are those of the contract', () => {
  expect(service.deps.db.quotas).toEqual({
    dishes: 20_000,
    menus: 5000,
    users: 2000,
    roles: 500,
    marks: 10_000,
    foods: 500,
    prices: 10_000,
  });
});
