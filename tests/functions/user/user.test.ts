import { beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import type { Problem } from '../../../lib/errors.ts';
import { badInput, failure, outcomes, SUCCESS, success } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { asPlatform } from '../../support/service/platform.ts';
import { ADMIN } from '../../support/service/service.ts';
import type { School } from '../../support/service/setup.ts';

const DIGEST = digestPassword('secret');

const { service, setup } = await openSetup();

const other = await setup.createSchool();
const foreignRole = await setup.createRole([25], other);
const elsewhere = { uid: 'Elsewhere', name: '王五', password: DIGEST, roleId: foreignRole };
await setup.succeed('PUT /api/user', elsewhere, other.token);

describe.each([
  ['business', () => setup.school],
  ['admin', () => asPlatform(setup)],
])('on the %s side', (side, getHome) => {
  let home: School;
  let role: number;
  let roleName: string;
  beforeAll(async () => {
    home = getHome();
    role = await setup.createRole([], home);
    const roles: { id: number; roleName: string }[] = await setup.succeed('GET /api/role', {}, home.token);
    roleName = roles.find(({ id }) => id === role)?.roleName ?? '';
  });

  const list = () => setup.succeed('GET /api/user', {}, home.token);
  const isFree = (uid: string) => service.call('GET /api/user/check', { uid }, { token: home.token });
  const draft = (facts = {}) => ({
    uid: setup.unique('cook'),
    name: '李师傅',
    password: DIGEST,
    roleId: role,
    ...facts,
  });
  const create = (facts = {}) => service.call('PUT /api/user', draft(facts), { token: home.token });
  const remove = (uid: string) => service.call('DELETE /api/user', { uid }, { token: home.token });

  it('GET /api/user starts with the main account alone, in the fields {name, phone, roleId, roleName, uid, time}', async () => {
    const fresh = side === 'admin' ? home : await setup.createSchool({ phone: '010-1' });
    const users = await setup.succeed('GET /api/user', {}, fresh.token);
    const name = side === 'admin' ? '平台管理员' : fresh.name;
    const phone = side === 'admin' ? '' : '010-1';
    const roleId = fresh.id * 1_000_000 + 1;
    expect(users).toEqual([
      { name, phone, roleId, roleName: '超级管理员', uid: fresh.account, time: expect.any(Number) },
    ]);
  });

  it('PUT /api/user answers the envelope only; the user is listed after those who were there before', async () => {
    const before = await list();
    const start = service.deps.now();
    const answer = await create({ uid: `Zhang-${side}`, name: '张三', phone: '138 0000' });
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    const after = await list();
    const time = after.at(-1).time;
    expect(after).toEqual([
      ...before,
      { name: '张三', phone: '138 0000', roleId: role, roleName, uid: `Zhang-${side}`, time },
    ]);
    expect(time).toBeGreaterThanOrEqual(start);
    expect(time).toBeLessThanOrEqual(service.deps.now());
  });

  it('the new user signs in with his password into the unit of who created him, with the role given', async () => {
    const user = draft();
    await setup.succeed('PUT /api/user', user, home.token);
    const answer = await service.call('POST /api/login', { uid: user.uid, password: DIGEST });
    const { token, expire } = answer.json.body;
    const unit =
      side === 'admin' ? { venderName: '平台' } : { venderName: home.name, venderExpire: Date.UTC(2099, 11, 31) };
    expect(answer.json).toEqual(
      success({
        ...{ token, expire, uid: user.uid, name: user.name, phone: '', side, vender: home.id, ...unit },
        ...{ roleId: role, roleName, roleItems: [], isMain: false },
        ...{ hasGivenPassword: true, timeZone: 'Asia/Shanghai' },
      }),
    );
  });

  it('GET /api/user/check is true where the uid is not taken: before PUT and after DELETE, false in between', async () => {
    const { uid } = draft();
    expect((await isFree(uid)).json).toEqual(success(true));
    await create({ uid });
    expect((await isFree(uid)).json).toEqual(success(false));
    expect((await isFree(uid.toUpperCase())).json).toEqual(success(false));
    await remove(uid);
    expect((await isFree(uid)).json).toEqual(success(true));
  });

  describe('a uid is unique across all units and main accounts, ignoring case: PUT answers 409 for', () => {
    const taken = `taken-${side}`;
    beforeAll(() => create({ uid: taken }));

    it.each([
      ['the same uid once more', () => taken],
      ['it in other letters', () => taken.toUpperCase()],
      ['it in full-width letters and between spaces', () => ` ${taken.replace('taken', 'ｔａｋｅｎ')}\u3000`],
      ["another unit's user", () => 'Elsewhere'],
      ["another unit's user in other letters", () => 'ELSEWHERE'],
      ["another unit's main account", () => other.account.toUpperCase()],
      ["the platform's administrator", () => ADMIN.uid.toUpperCase()],
      ['the own main account', () => home.account],
    ])('%s', async (_, getUid) => {
      const [before, uid] = [await list(), getUid()];
      const answer = await create({ uid });
      expect([answer.status, answer.json]).toEqual([409, failure(409, 'duplicate_uid')]);
      expect((await isFree(uid)).json).toEqual(success(false));
      expect(await list()).toEqual(before);
    });
  });

  it('of ten creations of one uid at the same time one wins and nine are 409', async () => {
    const before = await list();
    const user = draft();
    const spellings = Array.from({ length: 10 }, (_, index) => (index % 2 ? user.uid : user.uid.toUpperCase()));
    const answers = await Promise.all(spellings.map((uid) => create({ ...user, uid })));
    expect(outcomes(answers)).toEqual(['200 success', ...Array(9).fill('409 duplicate_uid')]);
    expect(await list()).toEqual([...before, expect.objectContaining({ name: user.name, roleId: role })]);
  });

  it.each<[string, Record<string, unknown>, string, Problem]>([
    ['uid is empty', { uid: '' }, 'uid', { code: 'empty' }],
    ['uid is blank', { uid: ' \u3000' }, 'uid', { code: 'empty' }],
    ['uid has 65 characters', { uid: '厨'.repeat(65) }, 'uid', { code: 'too_long', max: 64 }],
    ['uid has a control character', { uid: 'a\u0000b' }, 'uid', { code: 'text' }],
    ['name is empty', { name: '' }, 'name', { code: 'empty' }],
    ['name has 101 characters', { name: '名'.repeat(101) }, 'name', { code: 'too_long', max: 100 }],
    ['name has a line break', { name: '张\n三' }, 'name', { code: 'text' }],
    ['phone has 33 characters', { phone: '1'.repeat(33) }, 'phone', { code: 'too_long', max: 32 }],
    ['password is empty', { password: '' }, 'password', { code: 'digest' }],
    ['password is plain', { password: 'secret' }, 'password', { code: 'digest' }],
    ['password is in lower case', { password: DIGEST.toLowerCase() }, 'password', { code: 'digest' }],
    ['password is the whole digest', { password: DIGEST + DIGEST }, 'password', { code: 'digest' }],
    ['roleId is 0', { roleId: 0 }, 'roleId', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ['roleId is negative', { roleId: -1 }, 'roleId', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ['roleId is empty', { roleId: '' }, 'roleId', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ['roleId is a word', { roleId: '厨师' }, 'roleId', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
    ['roleId is a list', { roleId: '1,2' }, 'roleId', { code: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER }],
  ])('PUT is 400 and creates nobody where %s', async (_, facts, field, problem) => {
    const before = await list();
    const answer = await create(facts);
    expect([answer.status, answer.json]).toEqual([400, badInput([field, problem])]);
    expect(await list()).toEqual(before);
  });

  it('uid, name, password and roleId are required, phone is not: all that are absent are named at once', async () => {
    const answer = await service.call('PUT /api/user', {}, { token: home.token });
    const required = { code: 'required' } as const;
    expect(answer.json).toEqual(
      badInput(['uid', required], ['name', required], ['password', required], ['roleId', required]),
    );
    const [before, user] = [await list(), draft()];
    await setup.succeed('PUT /api/user', user, home.token);
    const record = { name: user.name, phone: '', roleId: role, roleName, uid: user.uid };
    expect(await list()).toEqual([...before, { ...record, time: expect.any(Number) }]);
  });

  it('uid up to 64, name up to 100 and phone up to 32 characters are taken, counted as a person counts them', async () => {
    const before = await list();
    const longest = { uid: '🍲'.repeat(64), name: '名'.repeat(100), phone: '1'.repeat(32) };
    expect((await create(longest)).json).toEqual(SUCCESS);
    expect(await list()).toEqual([...before, { ...longest, roleId: role, roleName, time: expect.any(Number) }]);
    expect((await remove(longest.uid)).json).toEqual(SUCCESS);
  });

  it('text is normalised and trimmed', async () => {
    const before = await list();
    const uid = setup.unique('wang');
    expect((await create({ uid: ` ${uid}　`, name: '　王　五 ', phone: ' １３８ ' })).json).toEqual(SUCCESS);
    const record = { uid, name: '王 五', phone: '138', roleId: role, roleName };
    expect(await list()).toEqual([...before, { ...record, time: expect.any(Number) }]);
  });

  it("roleId must be a role of the caller's own unit: another unit's is 400 unknown_role like one that nobody has", async () => {
    const before = await list();
    for (const roleId of [foreignRole, other.id * 1_000_000 + 1, 987_654_001]) {
      const answer = await create({ roleId });
      const expected = failure(400, 'unknown_role', ['roleId', { code: 'unknown', names: String(roleId) }]);
      expect([answer.status, answer.json]).toEqual([400, expected]);
    }
    expect(await list()).toEqual(before);
  });

  it.each(['body', 'query'] as const)('DELETE, its uid in the %s, works on the very next call', async (deleteWith) => {
    const before = await list();
    const { uid, password } = await setup.createUser(role, home);
    const token = await service.signIn(uid, password);
    const answer = await service.call(
      'DELETE /api/user',
      { uid: uid.toUpperCase() },
      { token: home.token, deleteWith },
    );
    expect([answer.status, answer.json]).toEqual([200, SUCCESS]);
    expect((await service.call('GET /api/me', {}, { token })).json).toEqual(failure(401, 'not_signed_in'));
    const login = await service.call('POST /api/login', { uid, password: digestPassword(password) });
    expect(login.json).toEqual(failure(401, 'bad_credentials'));
    expect(await list()).toEqual(before);
  });

  it('DELETE called twice is 404 the second time; without a uid it is 400', async () => {
    const { uid } = await setup.createUser(role, home);
    expect((await remove(uid)).json).toEqual(SUCCESS);
    const again = await remove(uid);
    expect([again.status, again.json]).toEqual([404, failure(404, 'user_not_found')]);
    const nothing = await service.call('DELETE /api/user', {}, { token: home.token });
    expect(nothing.json).toEqual(badInput(['uid', { code: 'required' }]));
    expect((await remove('')).json).toEqual(badInput(['uid', { code: 'empty' }]));
  });

  it('DELETE frees the uid for another unit; the token of the one who had it opens neither unit', async () => {
    const { uid, password } = await setup.createUser(role, home);
    const token = await service.signIn(uid, password);
    expect((await remove(uid)).json).toEqual(SUCCESS);
    await setup.succeed('PUT /api/user', draft({ uid, roleId: foreignRole }), other.token);
    expect((await service.call('GET /api/me', {}, { token })).json).toEqual(failure(401, 'not_signed_in'));
    expect((await remove(uid)).json).toEqual(failure(404, 'user_not_found'));
    const login = await service.call('POST /api/login', { uid, password: DIGEST });
    expect(login.json.body).toMatchObject({ uid, vender: other.id, roleId: foreignRole });
  });

  it("DELETE of another unit's user or main account is 404 with the same body as of a uid that nobody has", async () => {
    const foreign = await setup.createUser(foreignRole, other);
    const users = await setup.succeed('GET /api/user', {}, other.token);
    for (const uid of [foreign.uid, foreign.uid.toUpperCase(), other.account, 'nobody']) {
      const answer = await remove(uid);
      expect([uid, answer.status, answer.json]).toEqual([uid, 404, failure(404, 'user_not_found')]);
    }
    expect(await setup.succeed('GET /api/user', {}, other.token)).toEqual(users);
    await service.signIn(foreign.uid, foreign.password);
  });
});
