import { beforeAll, describe, expect, it } from 'vitest';
import { continueTasks } from '../../../../lib/store/sweep.ts';
import { createUsers, MAX_USERS_PER_TRANSACTION } from '../../../../lib/store/user/user.ts';
import { splitIntoBatches } from '../../../../lib/table/batches.ts';
import { prefixes, unitPartition } from '../../../../tables/keys.ts';
import { failure, outcomes, SUCCESS } from '../../../support/nouns/units.ts';
import { openSetup } from '../../../support/service/open.ts';
import { asPlatform } from '../../../support/service/platform.ts';
import type { School } from '../../../support/service/setup.ts';

const { service, setup } = await openSetup();

const listRoles = (home: School) => setup.succeed('GET /api/role', {}, home.token);
const listUsers = (home: School) => setup.succeed('GET /api/user', {}, home.token);
const call = (home: School, method: string, parameters: Record<string, string | number>) =>
  service.call(`${method} /api/role`, parameters, { token: home.token });

/** Users of a role, created without a call, since nobody signs in as one of them. */
async function addHolders(home: School, roleId: number, count: number): Promise<string[]> {
  const uids = Array.from({ length: count }, () => setup.unique('holder'));
  const { db } = service.deps;
  const holders = uids.map((uid, index) => ({
    ...{ uid, name: '厨师', phone: '', roleId, passwordHash: 'none' },
    time: 1000 + index,
  }));
  for (const some of splitIntoBatches(holders, MAX_USERS_PER_TRANSACTION)) await createUsers(db, home.id, some, 0);
  return uids;
}

describe.each([
  // One item allows to see the users, one to see the roles.
  ['business', () => setup.school, 36, 40],
  ['admin', () => asPlatform(setup), 14, 16],
])('on the %s side, a token issued before', (_, getHome, viewUsers, viewRoles) => {
  let home: School;
  let roleId: number;
  let uid: string;
  let token: string;
  beforeAll(async () => {
    home = getHome();
    roleId = await setup.createRole([viewUsers], home);
    const person = await setup.createUser(roleId, home);
    uid = person.uid;
    token = await service.signIn(uid, person.password);
  });

  const tryBoth = async () => {
    const users = await service.call('GET /api/user', {}, { token });
    const roles = await service.call('GET /api/role/item', {}, { token });
    return [users.status, roles.status];
  };
  const edit = async (change: Record<string, string>) =>
    expect((await call(home, 'POST', { roleId, ...change })).json).toEqual(SUCCESS);
  const profile = async () => (await service.call('GET /api/me', {}, { token })).json.body;

  it('gains and loses permissions on the very next call after its role is edited', async () => {
    expect(await tryBoth()).toEqual([200, 403]);
    await edit({ items: `${viewUsers},${viewRoles}` });
    expect(await tryBoth()).toEqual([200, 200]);
    await edit({ items: String(viewRoles) });
    expect(await tryBoth()).toEqual([403, 200]);
    await edit({ items: '' });
    expect(await tryBoth()).toEqual([403, 403]);
    await edit({ roleName: '改名', items: String(viewUsers) });
    expect(await tryBoth()).toEqual([200, 403]);
    expect(await profile()).toMatchObject({ roleId, roleName: '改名', roleItems: [viewUsers] });
  });

  it('loses all permissions when its role is deleted: roleId 0 and roleName empty, in the list and in GET /api/me', async () => {
    const before: { uid: string }[] = await listUsers(home);
    const roles: { id: number }[] = await listRoles(home);
    expect((await call(home, 'DELETE', { roleId })).json).toEqual(SUCCESS);
    expect(await tryBoth()).toEqual([403, 403]);
    expect(await profile()).toMatchObject({ uid, roleId: 0, roleName: '', roleItems: [] });
    expect(await listUsers(home)).toEqual(
      before.map((user) => (user.uid === uid ? { ...user, roleId: 0, roleName: '' } : user)),
    );
    expect(await listRoles(home)).toEqual(roles.filter((role) => role.id !== roleId));
  });

  it('does not get them back from a role created afterwards, even one of the same name', async () => {
    expect((await call(home, 'PUT', { roleName: '改名', items: String(viewUsers) })).json).toEqual(SUCCESS);
    expect(await profile()).toMatchObject({ uid, roleId: 0, roleName: '', roleItems: [] });
  });
});

describe('deleting a role', () => {
  // A transaction holds 100 actions.
  it.each([98, 99, 100, 130])('revokes it from all of %i users holding it and from nobody else', async (count) => {
    const school = await setup.createSchool();
    const [doomed, other] = [await setup.createRole([25], school), await setup.createRole([26], school)];
    const others = await addHolders(school, other, 3);
    const holders = await addHolders(school, doomed, count);
    const before: { uid: string; roleId: number }[] = await listUsers(school);
    expect(before.filter((user) => user.roleId === doomed)).toHaveLength(count);
    expect((await call(school, 'DELETE', { roleId: doomed })).json).toEqual(SUCCESS);
    const after = await listUsers(school);
    expect(after).toEqual(
      before.map((user) => (holders.includes(user.uid) ? { ...user, roleId: 0, roleName: '' } : user)),
    );
    expect(after.filter((user: { roleId: number }) => user.roleId === other)).toHaveLength(others.length);
    // The role is really taken away, not only hidden by the list because it is gone.
    const stored = await service.deps.db.query(unitPartition(school.id), { prefix: prefixes.user });
    expect(stored.filter((user) => user['roleId'] === doomed)).toEqual([]);
  });

  it('cut short after the first users has taken the role from all; the sweep does the rest', async () => {
    const school = await setup.createSchool();
    const doomed = await setup.createRole([25], school);
    await addHolders(school, doomed, 130);
    const before: { uid: string; roleId: number }[] = await listUsers(school);
    let writes = 0;
    service.storeCalls.fault = (command) =>
      command.startsWith('TransactWrite') && ++writes === 3
        ? { when: 'before', error: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }
        : undefined;
    const cut = await call(school, 'DELETE', { roleId: doomed });
    service.storeCalls.fault = () => undefined;
    expect([cut.status, cut.json]).toEqual([503, failure(503, 'unavailable')]);
    const without = before.map((user) => (user.roleId === doomed ? { ...user, roleId: 0, roleName: '' } : user));
    expect(await listUsers(school)).toEqual(without);
    expect((await listRoles(school)).map(({ id }: { id: number }) => id)).not.toContain(doomed);
    expect((await call(school, 'DELETE', { roleId: doomed })).json).toEqual(failure(404, 'role_not_found'));
    const holders = async () => {
      const stored = await service.deps.db.query(unitPartition(school.id), { prefix: prefixes.user });
      return stored.filter(({ roleId }) => roleId === doomed).length;
    };
    expect(await holders()).toBe(33);
    expect(await continueTasks(service.deps.db, () => false)).toEqual({ unfinishedCount: 0, failedCount: 0 });
    expect(await holders()).toBe(0);
    expect(await listUsers(school)).toEqual(without);
  });

  it('while it is being given to users leaves nobody with a role that is gone', async () => {
    const school = await setup.createSchool();
    const person = await setup.createUser(undefined, school);
    await setup.succeed('POST /api/user', { uid: person.uid, roleId: 0 }, school.token);
    for (let round = 0; round < 10; round++) {
      const doomed = await setup.createRole([25], school);
      const given = service.call('POST /api/user', { uid: person.uid, roleId: doomed }, { token: school.token });
      const [removed, assigned] = await Promise.all([call(school, 'DELETE', { roleId: doomed }), given]);
      expect(removed.json).toEqual(SUCCESS);
      expect(['success', 'unknown_role']).toContain(assigned.json.reason ?? 'success');
      const users: { uid: string }[] = await listUsers(school);
      expect(users.find(({ uid }) => uid === person.uid)).toMatchObject({ roleId: 0, roleName: '' });
    }
  });
});

describe('concurrent creations', () => {
  it('of roles with the same name: one 200, one 409, one role, in each of 10 rounds', async () => {
    for (let round = 0; round < 10; round++) {
      const before = await listRoles(setup.school);
      const roleName = setup.unique('same');
      const answers = await Promise.all([
        call(setup.school, 'PUT', { roleName }),
        call(setup.school, 'PUT', { roleName: roleName.toUpperCase() }),
      ]);
      expect(outcomes(answers)).toEqual(['200 success', '409 duplicate_role_name']);
      const winner = answers[0]?.status === 200 ? roleName : roleName.toUpperCase();
      expect(await listRoles(setup.school)).toEqual([...before, expect.objectContaining({ roleName: winner })]);
    }
  });

  it('of roles with different names all succeed, with distinct ids', async () => {
    const school = await setup.createSchool();
    const names = Array.from({ length: 12 }, () => setup.unique('role'));
    const answers = await Promise.all(names.map((roleName) => call(school, 'PUT', { roleName })));
    expect(answers.map((answer) => answer.json)).toEqual(names.map(() => SUCCESS));
    const [system, ...roles]: { id: number; roleName: string }[] = await listRoles(school);
    expect(system?.roleName).toBe('超级管理员');
    expect(roles.map((role) => role.roleName).toSorted()).toEqual(names.toSorted());
    expect(new Set(roles.map((role) => role.id)).size).toBe(names.length);
  });
});
