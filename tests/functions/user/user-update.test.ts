import { beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import type { Problem } from '../../../lib/errors.ts';
import { badInput, failure, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { asPlatform } from '../../support/service/platform.ts';
import type { School } from '../../support/service/setup.ts';

const NEW_PASSWORD = 'another-secret';
const ENDED = failure(401, 'not_signed_in');

const { service, setup } = await openSetup();

const other = await setup.createSchool();

describe.each([
  // The item allows its holder to see the list of users.
  ['business', () => setup.school, 36],
  ['admin', () => asPlatform(setup), 14],
])('POST /api/user on the %s side', (_, getHome, viewItem) => {
  let home: School;
  let emptyRole: number;
  let viewRole: number;
  let uid: string;
  let token: string;
  const password = 'secret';

  beforeAll(async () => {
    home = getHome();
    emptyRole = await setup.createRole([], home);
    viewRole = await setup.createRole([viewItem], home);
    uid = setup.unique('Li');
    const person = { uid, name: '李四', phone: '138', password: digestPassword(password), roleId: viewRole };
    await setup.succeed('PUT /api/user', person, home.token);
    token = await service.signIn(uid, password);
  });

  type User = { uid: string; name: string; phone: string; roleId: number; roleName: string; time: number };
  const update = (facts: Record<string, unknown>) =>
    service.call('POST /api/user', { uid, ...facts }, { token: home.token });
  const list = (): Promise<User[]> => setup.succeed('GET /api/user', {}, home.token);
  const me = (session: string) => service.call('GET /api/me', {}, { token: session });
  const tryToList = (session: string) => service.call('GET /api/user', {}, { token: session });
  const login = (plain: string) => service.call('POST /api/login', { uid, password: digestPassword(plain) });
  const nameOf = async (id: number) => {
    const roles: { id: number; roleName: string }[] = await setup.succeed('GET /api/role', {}, home.token);
    return roles.find((role) => role.id === id)?.roleName ?? '';
  };
  const withChange = (users: User[], change: Partial<User>) =>
    users.map((user) => (user.uid === uid ? { ...user, ...change } : user));

  it.each([
    ['name', { name: '李 四世' }],
    ['phone', { phone: '139 0000' }],
    ['both', { name: '李四', phone: '138' }],
  ])('changes the parameter given (%s) and no other, of this user and no other', async (_what, change) => {
    const before = await list();
    const answer = await update(change);
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect(await list()).toEqual(withChange(before, change));
    expect((await me(token)).status).toBe(200);
  });

  it('finds the user in whatever case the uid is written, and keeps the uid as it is', async () => {
    const before = await list();
    expect((await update({ uid: ` ${uid.toUpperCase()} `, phone: '140' })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange(before, { phone: '140' }));
  });

  it('that changes nothing is 200: without a parameter, and with the values that are there', async () => {
    const before = await list();
    const { name, phone, roleId } = before.find((user) => user.uid === uid) ?? {};
    expect((await update({})).json).toEqual(SUCCESS);
    expect((await update({ name, phone, roleId })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(before);
    expect((await me(token)).status).toBe(200);
  });

  it('roleId 0 revokes the role, any other value assigns that role, both on the very next call', async () => {
    const before = await list();
    expect((await tryToList(token)).status).toBe(200);
    expect((await update({ roleId: 0 })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange(before, { roleId: 0, roleName: '' }));
    expect((await tryToList(token)).json).toEqual(failure(403, 'missing_permission'));
    expect((await me(token)).json.body).toMatchObject({ roleId: 0, roleName: '', roleItems: [] });
    expect((await update({ roleId: 0 })).json).toEqual(SUCCESS);
    expect((await update({ roleId: emptyRole })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange(before, { roleId: emptyRole, roleName: await nameOf(emptyRole) }));
    expect((await tryToList(token)).json).toEqual(failure(403, 'missing_permission'));
    expect((await update({ roleId: viewRole })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(before);
    expect((await tryToList(token)).json.body).toEqual(before);
  });

  it('the empty string clears phone', async () => {
    const before = await list();
    expect((await update({ phone: '' })).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange(before, { phone: '' }));
  });

  const roleRange = { code: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER } as const;
  it.each<[string, Record<string, unknown>, string, Problem]>([
    ['name is empty', { name: '' }, 'name', { code: 'empty' }],
    ['name has 101 characters', { name: '名'.repeat(101) }, 'name', { code: 'too_long', max: 100 }],
    ['name has a control character', { name: '李\u0007四' }, 'name', { code: 'text' }],
    ['phone has 33 characters', { phone: '1'.repeat(33) }, 'phone', { code: 'too_long', max: 32 }],
    ['password is empty', { password: '' }, 'password', { code: 'digest' }],
    ['password is plain', { password: NEW_PASSWORD }, 'password', { code: 'digest' }],
    ['roleId is empty', { roleId: '' }, 'roleId', roleRange],
    ['roleId is negative', { roleId: -1 }, 'roleId', roleRange],
    ['roleId is no integer', { roleId: '1.5' }, 'roleId', roleRange],
    ['uid is empty', { uid: '' }, 'uid', { code: 'empty' }],
    ['uid has 65 characters', { uid: 'u'.repeat(65) }, 'uid', { code: 'too_long', max: 64 }],
  ])('is 400 and changes nothing of what else was sent where %s', async (_what, facts, field, problem) => {
    const before = await list();
    const answer = await update({ name: '不该出现', ...facts });
    expect([answer.status, answer.json]).toEqual([400, badInput([field, problem])]);
    expect(await list()).toEqual(before);
    expect((await me(token)).status).toBe(200);
  });

  it('is 400 without a uid, and takes the longest name and phone', async () => {
    const nobody = await service.call('POST /api/user', { name: '李四' }, { token: home.token });
    expect(nobody.json).toEqual(badInput(['uid', { code: 'required' }]));
    const before = await list();
    const longest = { name: '名'.repeat(100), phone: '1'.repeat(32) };
    expect((await update(longest)).json).toEqual(SUCCESS);
    expect(await list()).toEqual(withChange(before, longest));
  });

  it('a role of another unit is 400 unknown_role like one that nobody has, and nothing else is changed', async () => {
    const before = await list();
    const foreign = await setup.createRole([], other);
    for (const roleId of [foreign, other.id * 1_000_000 + 1, 987_654_001]) {
      const answer = await update({ roleId, name: '不该出现', password: digestPassword(NEW_PASSWORD) });
      const expected = failure(400, 'unknown_role', ['roleId', { code: 'unknown', names: String(roleId) }]);
      expect([answer.status, answer.json]).toEqual([400, expected]);
    }
    expect(await list()).toEqual(before);
    expect((await me(token)).status).toBe(200);
    expect((await login(password)).status).toBe(200);
  });

  it("another unit's uid is 404 with the same body as a uid that nobody has, and that user stays as he is", async () => {
    const foreign = await setup.createUser(undefined, other);
    const session = await service.signIn(foreign.uid, foreign.password);
    const users = await setup.succeed('GET /api/user', {}, other.token);
    for (const target of [foreign.uid, other.account, 'nobody']) {
      const change = { name: '不该出现', phone: '1', roleId: 0, password: digestPassword(NEW_PASSWORD) };
      const answer = await update({ ...change, uid: target });
      expect([target, answer.status, answer.json]).toEqual([target, 404, failure(404, 'user_not_found')]);
    }
    expect(await setup.succeed('GET /api/user', {}, other.token)).toEqual(users);
    expect((await me(session)).status).toBe(200);
    await service.signIn(foreign.uid, foreign.password);
  });

  it("password ends all of that user's sessions at once and nobody else's; only the new one signs in", async () => {
    const colleague = await setup.createUser(emptyRole, home);
    const others = [home.token, await service.signIn(colleague.uid, colleague.password)];
    const sessions = [token, await service.signIn(uid, password)];
    const before = await list();
    expect((await update({ password: digestPassword(NEW_PASSWORD) })).json).toEqual(SUCCESS);
    for (const session of sessions) expect((await me(session)).json).toEqual(ENDED);
    for (const session of others) expect((await me(session)).status).toBe(200);
    expect((await login(password)).json).toEqual(failure(401, 'bad_credentials'));
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    // Setting the same password again also ends the sessions.
    const session = await service.signIn(uid, NEW_PASSWORD);
    expect((await update({ password: digestPassword(NEW_PASSWORD) })).json).toEqual(SUCCESS);
    expect((await me(session)).json).toEqual(ENDED);
    expect(await list()).toEqual(before);
  });

  it('changes of different parameters at the same time are all kept', async () => {
    for (let round = 0; round < 10; round++) {
      const before = await list();
      const roleId = round % 2 ? viewRole : emptyRole;
      const change = { name: `名${round}`, phone: `电话${round}`, roleId };
      const parts = Object.entries(change).map(([field, value]) => update({ [field]: value }));
      expect((await Promise.all(parts)).map((answer) => answer.json)).toEqual([SUCCESS, SUCCESS, SUCCESS]);
      expect(await list()).toEqual(withChange(before, { ...change, roleName: await nameOf(roleId) }));
    }
  });

  it('a change and a deletion at the same time leave either no user or an error, never half a user', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await list();
      const person = await setup.createUser(emptyRole, home);
      const removal = service.call('DELETE /api/user', { uid: person.uid }, { token: home.token });
      const [changed, removed] = await Promise.all([update({ uid: person.uid, name: '新名' }), removal]);
      expect(removed.json).toEqual(SUCCESS);
      expect([SUCCESS, failure(404, 'user_not_found')]).toContainEqual(changed.json);
      expect(await list()).toEqual(before);
      const check = await service.call('GET /api/user/check', { uid: person.uid }, { token: home.token });
      expect(check.json.body).toBe(true);
    }
  });
});
