import { beforeEach, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { Database } from '../../../lib/table/database.ts';
import { openSetup } from '../../support/service/open.ts';
import type { Person } from '../../support/service/setup.ts';

const NOT_SIGNED_IN = { code: 401, desc: '请先登录', success: false, reason: 'not_signed_in' };
const BAD_CREDENTIALS = { code: 401, desc: '用户名或密码错误', success: false, reason: 'bad_credentials' };

const { service, setup } = await openSetup();
let person: Person;

const login = (uid: string, password: string) =>
  service.call('POST /api/login', { uid, password: digestPassword(password) });
const me = (token: string) => service.call('GET /api/me', {}, { token });

/** Lets something happen just before the n-th call of this kind to the store from now on. */
function meanwhile(method: 'getMany' | 'write', n: number, action: () => Promise<unknown>): void {
  // Each request has its own view of the table.
  const original = Database.prototype[method];
  const spy = vi.spyOn(Database.prototype, method);
  let calls = 0;
  spy.mockImplementation(async function (this: Database, ...args: unknown[]) {
    calls += 1;
    if (calls >= n) {
      spy.mockRestore();
      await action();
    }
    return Reflect.apply(original, this, args);
  });
}

beforeEach(async () => {
  person = await setup.createUser();
});

describe('a sign-in', () => {
  it('with the old password gets no session where the password is changed while it is checked', async () => {
    const change = { uid: person.uid, password: digestPassword('given') };
    meanwhile('getMany', 2, () => setup.succeed('POST /api/user', change, setup.school.token));
    const answer = await login(person.uid, person.password);
    expect(answer.json).toEqual(BAD_CREDENTIALS);
    expect((await login(person.uid, 'given')).status).toBe(200);
  });

  it.each([
    ['before the session begins', 'write'],
    ['while the password is checked', 'getMany'],
  ] as const)('is worth nothing where the user is deleted %s', async (_, method) => {
    meanwhile(method, method === 'write' ? 1 : 2, () =>
      setup.succeed('DELETE /api/user', { uid: person.uid }, setup.school.token),
    );
    const { json } = await login(person.uid, person.password);
    expect(json.body ? (await me(json.body.token)).json : json).toEqual(json.body ? NOT_SIGNED_IN : BAD_CREDENTIALS);
  });

  it('gets no session where the password is changed before the session begins', async () => {
    const change = { uid: person.uid, password: digestPassword('given') };
    meanwhile('write', 1, () => setup.succeed('POST /api/user', change, setup.school.token));
    expect((await login(person.uid, person.password)).json).toEqual(BAD_CREDENTIALS);
    expect((await login(person.uid, 'given')).status).toBe(200);
  });
});

describe('POST /api/me/password', () => {
  it('does not revive a session that is ended by POST /api/logout meanwhile', async () => {
    const token = await service.signIn(person.uid, person.password);
    meanwhile('write', 1, () => setup.succeed('POST /api/logout', {}, token));
    const parameters = { oldPassword: digestPassword(person.password), newPassword: digestPassword('new') };
    await service.call('POST /api/me/password', parameters, { token });
    expect((await me(token)).json).toEqual(NOT_SIGNED_IN);
  });

  it('does not undo a password that somebody else gave meanwhile', async () => {
    const token = await service.signIn(person.uid, person.password);
    const given = { uid: person.uid, password: digestPassword('given') };
    meanwhile('write', 1, () => setup.succeed('POST /api/user', given, setup.school.token));
    const parameters = { oldPassword: digestPassword(person.password), newPassword: digestPassword('new') };
    const answer = await service.call('POST /api/me/password', parameters, { token });
    expect(answer.json).toEqual({ code: 400, desc: '原密码不正确', success: false, reason: 'wrong_password' });
    expect((await login(person.uid, 'given')).status).toBe(200);
  });
});
