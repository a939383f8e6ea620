import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { digestPassword, FULL_COST, hashDigest, verifyDigest } from '../../../lib/auth/password.ts';
import { uidClaimKey } from '../../../tables/keys.ts';
import { watchHashings } from '../../support/hashings.ts';
import { ADMIN, startService } from '../../support/service/service.ts';
import { type Person, Setup } from '../../support/service/setup.ts';

const hashings = watchHashings();

const OK = { code: 200, desc: '成功', success: true };
const NOT_SIGNED_IN = { code: 401, desc: '请先登录', success: false, reason: 'not_signed_in' };
const BAD_CREDENTIALS = { code: 401, desc: '用户名或密码错误', success: false, reason: 'bad_credentials' };
const ONE_HASHING = [{ algorithm: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }];
const oldPassword = digestPassword('old');
const newPassword = digestPassword('new');

const login = (uid: string, password: string) => service.call('POST /api/login', { uid, password });
const me = (token: string) => service.call('GET /api/me', {}, { token });
const change = (token: string, parameters: Record<string, string>) =>
  service.call('POST /api/me/password', parameters, { token });

const service = await startService(FULL_COST);
const setup = await Setup.begin(service);
afterAll(() => service.stop());

describe('POST /api/me/password', () => {
  let person: Person;
  let token: string;
  let parameters: { oldPassword: string; newPassword: string };

  beforeEach(async () => {
    person = await setup.createUser();
    token = await service.signIn(person.uid, person.password);
    parameters = { oldPassword: digestPassword(person.password), newPassword };
  });

  it("changes the password and ends the user's other sessions, but not this one", async () => {
    const other = await service.signIn(person.uid, person.password);
    expect((await change(token, parameters)).json).toEqual(OK);
    expect((await me(other)).json).toEqual(NOT_SIGNED_IN);
    expect((await me(token)).json.body).toMatchObject({ uid: person.uid });
    expect((await login(person.uid, parameters.oldPassword)).json).toEqual(BAD_CREDENTIALS);
    expect((await login(person.uid, newPassword)).json.body).toMatchObject({ uid: person.uid });
  });

  it('is known to be his own until somebody else sets it', async () => {
    const given = { uid: person.uid, hasGivenPassword: true };
    expect((await me(token)).json.body).toMatchObject(given);
    await change(token, parameters);
    expect((await me(token)).json.body).not.toHaveProperty('hasGivenPassword');
    await setup.succeed('POST /api/user', { uid: person.uid, phone: '1' }, setup.school.token);
    expect((await me(token)).json.body).not.toHaveProperty('hasGivenPassword');
    await setup.succeed('POST /api/user', { uid: person.uid, password: parameters.oldPassword }, setup.school.token);
    expect((await login(person.uid, parameters.oldPassword)).json.body).toMatchObject(given);
  });

  it('leaves the sessions of everybody else alone', async () => {
    await change(token, parameters);
    expect((await me(setup.school.token)).json.body).toMatchObject({ uid: 'hongqi' });
    expect((await me(setup.admin)).json.body).toMatchObject({ uid: 'admin' });
  });

  it('answers a wrong old password with 400 wrong_password and changes nothing', async () => {
    const other = await service.signIn(person.uid, person.password);
    const answer = await change(token, { ...parameters, oldPassword: newPassword });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ code: 400, desc: '原密码不正确', success: false, reason: 'wrong_password' });
    expect((await me(other)).status).toBe(200);
    expect((await login(person.uid, parameters.oldPassword)).status).toBe(200);
    expect((await login(person.uid, newPassword)).json).toEqual(BAD_CREDENTIALS);
  });

  it('called twice: the second finds the old password wrong, the session goes on', async () => {
    expect((await change(token, parameters)).json).toEqual(OK);
    expect((await change(token, parameters)).json).toMatchObject({ code: 400, reason: 'wrong_password' });
    expect((await change(token, { oldPassword: newPassword, newPassword: oldPassword })).json).toEqual(OK);
    expect((await me(token)).status).toBe(200);
  });

  it('lets only one of two changes at the same time win', async () => {
    const [first, second] = [digestPassword('first'), digestPassword('second')];
    const answers = await Promise.all([
      change(token, { ...parameters, newPassword: first }),
      change(token, { ...parameters, newPassword: second }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers[0]?.status === 200 ? first : second;
    expect((await login(person.uid, winner)).status).toBe(200);
    expect((await login(person.uid, winner === first ? second : first)).json).toEqual(BAD_CREDENTIALS);
  });

  it('names both fields where they are absent or no digests', async () => {
    const failure = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
    const name = (message: string) => ['oldPassword', 'newPassword'].map((field) => ({ field, message }));
    expect((await change(token, {})).json).toEqual({ ...failure, errors: name('必填') });
    const bad = { oldPassword: 'old', newPassword: 'be56e057f20f883e' };
    const errors = name('应为密码 MD5 大写十六进制的后 16 位');
    expect((await change(token, bad)).json).toEqual({ ...failure, errors });
  });

  it('needs a session, and only that: any role on either side will do', async () => {
    expect((await service.call('POST /api/me/password', parameters)).json).toEqual(NOT_SIGNED_IN);
    await setup.succeed('POST /api/user', { uid: person.uid, roleId: 0 }, setup.school.token);
    expect((await change(token, parameters)).json).toEqual(OK);
    const same = digestPassword(ADMIN.password);
    expect((await change(setup.admin, { oldPassword: same, newPassword: same })).json).toEqual(OK);
    expect((await me(setup.admin)).status).toBe(200);
  });
});

describe('a stored password', () => {
  it('is Argon2id with 19 MiB, 2 passes, 1 lane, in PHC form with its parameters and a salt of its own', async () => {
    const item = await service.deps.db.get(uidClaimKey('hongqi'));
    expect(item?.['hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(JSON.stringify(item)).not.toContain(digestPassword(setup.school.password));
    expect(await hashDigest(oldPassword)).not.toBe(await hashDigest(oldPassword));
  });

  it('is verified with the parameters it was stored with', async () => {
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 7);
    const tag = argon2Sync('argon2id', {
      message: oldPassword,
      nonce,
      memory: 1024,
      passes: 3,
      parallelism: 2,
      tagLength: 24,
    });
    const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
    const hash = `$argon2id$v=19$m=1024,t=3,p=2$${salt}$${sum}`;
    expect(await verifyDigest(oldPassword, hash)).toBe(true);
    expect(await verifyDigest(newPassword, hash)).toBe(false);
  });

  it.each([
    ['an unknown uid', 'nobody'],
    ['a wrong password', 'hongqi'],
  ])('costs one hashing with the same parameters to refuse %s', async (_, uid) => {
    hashings.length = 0;
    expect((await login(uid, digestPassword('x'))).json).toEqual(BAD_CREDENTIALS);
    expect(hashings.map(({ message: _message, nonce: _nonce, ...cost }) => cost)).toEqual(ONE_HASHING);
  });
});
