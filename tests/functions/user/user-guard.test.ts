import { beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import type { Reason } from '../../../lib/errors.ts';
import { failure, itemsWithout, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { asPlatform } from '../../support/service/platform.ts';
import type { Person, School } from '../../support/service/setup.ts';

const NEW_DIGEST = digestPassword('another-secret');

const { service, setup } = await openSetup();

interface Signed extends Person {
  readonly token: string;
}

/**
 * `managing`: all items that managing users needs on that side; `beyond`: one item that they do not include. `equal`
 * holds all items of the side without being main account, `manager` only those of `managing`.
 */
describe.each([
  ['business', () => setup.school, [36, 37, 38, 39], 25],
  ['admin', () => asPlatform(setup), [14, 15], 1],
])('on the %s side', (_, getHome, managing, beyond) => {
  let home: School;
  let system: number;
  let all: number;
  let managers: number;
  let strangers: number;
  let equal: Signed;
  let manager: Signed;
  let superior: Signed;

  const sign = async (roleId: number): Promise<Signed> => {
    const person = await setup.createUser(roleId, home);
    return { ...person, token: await service.signIn(person.uid, person.password) };
  };

  beforeAll(async () => {
    home = getHome();
    system = home.id * 1_000_000 + 1;
    all = await setup.createRole(itemsWithout(home.id), home);
    managers = await setup.createRole(managing, home);
    strangers = await setup.createRole([...managing, beyond], home);
    equal = await sign(all);
    manager = await sign(managers);
    superior = await sign(strangers);
  });

  const list = () => setup.succeed('GET /api/user', {}, home.token);
  const isLive = async (token: string) => (await service.call('GET /api/me', {}, { token })).status === 200;

  /** Expects that the call is refused and changes nothing: neither list, nor password, nor session. */
  async function expectRefusal(route: string, parameters: Record<string, string | number>, by: string, reason: Reason) {
    const before = await list();
    const answer = await service.call(route, parameters, { token: by });
    const code = reason.startsWith('protected') ? 409 : 403;
    expect([answer.status, answer.json]).toEqual([code, failure(code, reason)]);
    expect(await list()).toEqual(before);
  }
  const update = (who: { uid: string }, facts: Record<string, string | number>) =>
    ['POST /api/user', { uid: who.uid, ...facts }] as const;
  const removal = (uid: string) => ['DELETE /api/user', { uid }] as const;
  const allow = async ([route, parameters]: ReturnType<typeof update>, by: string) =>
    expect((await service.call(route, parameters, { token: by })).json).toEqual(SUCCESS);

  describe('the main account', () => {
    const main = () => ({ uid: home.account });

    it('cannot be deleted by anyone, in whatever case its uid is written', async () => {
      await expectRefusal(...removal(home.account), equal.token, 'protected_main_account');
      await expectRefusal(...removal(home.account.toUpperCase()), equal.token, 'protected_main_account');
      await expectRefusal(...removal(home.account), home.token, 'protected_self');
      expect(await isLive(home.token)).toBe(true);
    });

    it('cannot lose its role or get another one, by itself or by others, whatever else is changed', async () => {
      for (const roleId of [0, all, managers]) {
        const change = { roleId, name: '不该出现', phone: '1' };
        await expectRefusal(...update(main(), change), equal.token, 'protected_main_account');
        await expectRefusal(...update(main(), change), home.token, 'protected_main_account');
      }
    });

    it('can be given the role it has: that changes nothing', async () => {
      await allow(update(main(), { roleId: system }), home.token);
      await allow(update(main(), { roleId: system }), equal.token);
    });

    it('can have its name and phone changed by a user who may edit users', async () => {
      const before = await list();
      const change = { name: '校长', phone: '110' };
      await allow(update(main(), change), manager.token);
      const [first, ...rest] = before;
      expect(await list()).toEqual([{ ...first, ...change }, ...rest]);
    });

    it('has its password changed by nobody else, even one who holds all items: 403 outranked', async () => {
      for (const by of [equal, manager]) {
        const change = { password: NEW_DIGEST, name: '不该出现' };
        await expectRefusal(...update(main(), change), by.token, 'outranked');
      }
      expect(await isLive(home.token)).toBe(true);
      await service.signIn(home.account, home.password);
    });
  });

  it('nobody deletes himself', async () => {
    for (const who of [equal, manager]) {
      await expectRefusal(...removal(who.uid), who.token, 'protected_self');
      await expectRefusal(...removal(who.uid.toUpperCase()), who.token, 'protected_self');
      expect(await isLive(who.token)).toBe(true);
    }
  });

  it('nobody changes his own role, neither to a smaller one nor to none; his own name he may', async () => {
    for (const roleId of [0, managers, strangers]) {
      const change = { roleId, name: '不该出现' };
      await expectRefusal(...update(equal, change), equal.token, 'protected_self');
    }
    const roleId = equal.roleId;
    await allow(update(equal, { roleId, name: '自己改的名' }), equal.token);
    expect(await list()).toContainEqual(expect.objectContaining({ uid: equal.uid, name: '自己改的名', roleId }));
  });

  it('nobody gives a new user a role with items that he does not hold himself: 403 cannot_grant', async () => {
    for (const roleId of [strangers, all, system]) {
      const uid = setup.unique('raised');
      const user = { uid, name: '新人', password: NEW_DIGEST, roleId };
      await expectRefusal('PUT /api/user', user, manager.token, 'cannot_grant');
      const check = await service.call('GET /api/user/check', { uid }, { token: home.token });
      expect(check.json.body).toBe(true);
    }
  });

  it('nobody gives a user a role with items that he does not hold himself: 403 cannot_grant', async () => {
    const person = await setup.createUser(undefined, home);
    for (const roleId of [strangers, all, system]) {
      await expectRefusal(...update(person, { roleId, name: '不该出现' }), manager.token, 'cannot_grant');
    }
    for (const roleId of [managers, 0]) await allow(update(person, { roleId }), manager.token);
  });

  it('a role he holds all items of may be given, and a user who has more already may be renamed', async () => {
    const uid = setup.unique('raised');
    const user = { uid, name: '新人', password: NEW_DIGEST, roleId: managers };
    expect((await service.call('PUT /api/user', user, { token: manager.token })).json).toEqual(SUCCESS);
    await allow(update(superior, { roleId: strangers, name: '新名' }), manager.token);
    expect(await list()).toContainEqual(
      expect.objectContaining({ uid: superior.uid, name: '新名', roleId: strangers }),
    );
  });

  it('the system role may be given by who holds all its items; its holder is no main account by that', async () => {
    const deputy = await setup.createUser(system, home);
    const token = await service.signIn(deputy.uid, deputy.password);
    expect((await service.call('GET /api/me', {}, { token })).json.body).toMatchObject({
      roleId: system,
      isMain: false,
    });
    await expectRefusal(...removal(home.account), token, 'protected_main_account');
    await expectRefusal(...update({ uid: home.account }, { password: NEW_DIGEST }), token, 'outranked');
    await allow(update(deputy, { roleId: 0 }), equal.token);
    expect((await service.call('DELETE /api/user', { uid: deputy.uid }, { token: home.token })).json).toEqual(SUCCESS);
  });

  it('nobody sets the password of one who holds more than he does: 403 outranked', async () => {
    const change = { password: NEW_DIGEST, name: '不该出现' };
    await expectRefusal(...update(superior, change), manager.token, 'outranked');
    expect(await isLive(superior.token)).toBe(true);
    await service.signIn(superior.uid, superior.password);
  });

  it('nor by taking the role away or giving a smaller one in the same call', async () => {
    for (const roleId of [0, managers]) {
      const change = { password: NEW_DIGEST, roleId };
      await expectRefusal(...update(superior, change), manager.token, 'outranked');
    }
  });

  it('the password of one who holds as much or less may be set', async () => {
    const peer = await sign(managers);
    await allow(update(peer, { password: NEW_DIGEST }), manager.token);
    expect(await isLive(peer.token)).toBe(false);
    await service.signIn(peer.uid, 'another-secret');
    await allow(update(superior, { password: NEW_DIGEST }), equal.token);
    expect(await isLive(superior.token)).toBe(false);
  });
});

it('after a rebind the new main account is protected and the old one is a user like others', async () => {
  const school = await setup.createSchool();
  const heir = await setup.createUser(undefined, school);
  const session = await service.signIn(heir.uid, heir.password);
  const call = (route: string, parameters: Record<string, string | number>, token: string) =>
    service.call(route, parameters, { token });
  await setup.succeed('POST /api/vender', { venderId: school.id, account: heir.uid }, setup.admin);
  const old = school.token;
  const expected = failure(409, 'protected_main_account');
  expect((await call('DELETE /api/user', { uid: heir.uid }, old)).json).toEqual(expected);
  expect((await call('POST /api/user', { uid: heir.uid, roleId: 0 }, old)).json).toEqual(expected);
  const outranked = failure(403, 'outranked');
  expect((await call('POST /api/user', { uid: heir.uid, password: NEW_DIGEST }, old)).json).toEqual(outranked);
  expect((await call('POST /api/user', { uid: school.account, roleId: 0 }, session)).json).toEqual(SUCCESS);
  expect((await call('DELETE /api/user', { uid: school.account }, session)).json).toEqual(SUCCESS);
  expect((await call('GET /api/me', {}, old)).json).toEqual(failure(401, 'not_signed_in'));
});
