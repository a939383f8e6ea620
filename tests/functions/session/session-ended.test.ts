import { describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { openService } from '../../support/service/open.ts';
import { Setup } from '../../support/service/setup.ts';

const NOT_SIGNED_IN = { code: 401, desc: '请先登录', success: false, reason: 'not_signed_in' };
const BAD_CREDENTIALS = { code: 401, desc: '用户名或密码错误', success: false, reason: 'bad_credentials' };
const UNIT_CLOSED = { code: 403, desc: '单位已关闭', success: false, reason: 'unit_closed' };
const UNIT_EXPIRED = { code: 403, desc: '单位已到期', success: false, reason: 'unit_expired' };

const at = (instant: string) => {
  service.clockShiftMs = Date.parse(instant) - Date.now();
};
const login = (uid: string, password: string) =>
  service.call('POST /api/login', { uid, password: digestPassword(password) });
const me = (token: string) => service.call('GET /api/me', {}, { token });

vi.useFakeTimers({ toFake: ['Date'] });
const service = await openService();
at('2031-05-20T14:00:00+08:00');
const setup = await Setup.begin(service);

describe('a closed unit', () => {
  it('answers 403 unit_closed to sign-in and to tokens issued before, on the very next call', async () => {
    const school = await setup.createSchool();
    const { uid, password } = await setup.createUser(undefined, school);
    const token = await service.signIn(uid, password);
    await setup.succeed('POST /api/vender', { venderId: school.id, status: false }, setup.admin);
    for (const answer of [await me(token), await me(school.token), await login(uid, password)]) {
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual(UNIT_CLOSED);
    }
    expect((await service.call('GET /api/user', {}, { token: school.token })).json).toEqual(UNIT_CLOSED);
  });

  it('tells nothing of that to a wrong password', async () => {
    const school = await setup.createSchool();
    await setup.succeed('POST /api/vender', { venderId: school.id, status: false }, setup.admin);
    expect((await login(school.account, 'x')).json).toEqual(BAD_CREDENTIALS);
  });

  it('signs in again once it is opened', async () => {
    const school = await setup.createSchool();
    await setup.succeed('POST /api/vender', { venderId: school.id, status: false }, setup.admin);
    await setup.succeed('POST /api/vender', { venderId: school.id, status: true }, setup.admin);
    expect((await login(school.account, school.password)).json.body).toMatchObject({ uid: school.account });
  });
});

describe('a unit with expire 2031-05-20', () => {
  it('works through the end of that day in Asia/Shanghai, and not a millisecond longer', async () => {
    at('2031-05-20T14:00:00+08:00');
    const school = await setup.createSchool({ expire: '2031-05-20' });
    at('2031-05-20T23:59:59.999+08:00');
    expect((await me(school.token)).json.body).toMatchObject({ uid: school.account });
    expect((await login(school.account, school.password)).status).toBe(200);
    at('2031-05-21T00:00:00.000+08:00');
    for (const answer of [await me(school.token), await login(school.account, school.password)]) {
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual(UNIT_EXPIRED);
    }
    expect((await login(school.account, 'x')).json).toEqual(BAD_CREDENTIALS);
    expect((await me(setup.admin)).status).toBe(200);
  });

  it('works again once it is renewed, and ends on the very next call once the date is moved into the past', async () => {
    at('2031-05-21T00:00:00+08:00');
    const school = await setup.createSchool({ expire: '2031-05-20' });
    expect((await login(school.account, school.password)).json).toEqual(UNIT_EXPIRED);
    await setup.succeed('POST /api/vender', { venderId: school.id, expire: '2031-05-21' }, setup.admin);
    const token = await service.signIn(school.account, school.password);
    expect((await me(token)).status).toBe(200);
    await setup.succeed('POST /api/vender', { venderId: school.id, expire: '2020-01-01' }, setup.admin);
    expect((await me(token)).json).toEqual(UNIT_EXPIRED);
  });
});

describe('a token issued before ends on the very next call', () => {
  it('where the user is deleted; a new user of that uid does not revive it', async () => {
    const { uid, password, roleId } = await setup.createUser();
    const token = await service.signIn(uid, password);
    await setup.succeed('DELETE /api/user', { uid }, setup.school.token);
    expect((await me(token)).json).toEqual(NOT_SIGNED_IN);
    expect((await login(uid, password)).json).toEqual(BAD_CREDENTIALS);
    const again = { uid, name: '新用户', password: digestPassword(password), roleId };
    await setup.succeed('PUT /api/user', again, setup.school.token);
    expect((await me(token)).json).toEqual(NOT_SIGNED_IN);
    expect((await login(uid, password)).json.body).toMatchObject({ uid, name: '新用户' });
  });

  it('if the main account is renamed: the password moves to the new uid, and nobody has the old one', async () => {
    const school = await setup.createSchool();
    const account = setup.unique('renamed');
    await setup.succeed('POST /api/vender', { venderId: school.id, account }, setup.admin);
    expect((await me(school.token)).json).toEqual(NOT_SIGNED_IN);
    expect((await login(school.account, school.password)).json).toEqual(BAD_CREDENTIALS);
    const { token, ...profile } = (await login(account, school.password)).json.body;
    expect(profile).toMatchObject({ uid: account, vender: school.id, isMain: true, roleName: '超级管理员' });
    expect((await me(token)).json.body).toEqual(profile);
  });

  it('where somebody who may edit users gives him a new password', async () => {
    const { uid, password } = await setup.createUser();
    const token = await service.signIn(uid, password);
    await setup.succeed('POST /api/user', { uid, password: digestPassword('given') }, setup.school.token);
    expect((await me(token)).json).toEqual(NOT_SIGNED_IN);
    expect((await login(uid, password)).json).toEqual(BAD_CREDENTIALS);
    expect((await login(uid, 'given')).status).toBe(200);
  });

  it('where the unit is deleted: its uids sign in like one that nobody has', async () => {
    const school = await setup.createSchool();
    const { uid, password } = await setup.createUser(undefined, school);
    const token = await service.signIn(uid, password);
    await setup.succeed('DELETE /api/vender', { vender: school.id }, setup.admin);
    expect((await me(token)).json).toEqual(NOT_SIGNED_IN);
    expect((await me(school.token)).json).toEqual(NOT_SIGNED_IN);
    expect((await login(uid, password)).json).toEqual(BAD_CREDENTIALS);
    expect((await login(school.account, school.password)).json).toEqual(BAD_CREDENTIALS);
  });
});

describe('a token issued before goes on with other permissions on the very next call', () => {
  const MISSING = { code: 403, desc: '没有操作权限', success: false, reason: 'missing_permission' };

  it.each(['revoked', 'edited', 'deleted'])('where the role is %s', async (what) => {
    const roleId = await setup.createRole([36]);
    const { uid, password } = await setup.createUser(roleId);
    const token = await service.signIn(uid, password);
    expect((await service.call('GET /api/user', {}, { token })).status).toBe(200);
    if (what === 'revoked') await setup.succeed('POST /api/user', { uid, roleId: 0 }, setup.school.token);
    if (what === 'edited') await setup.succeed('POST /api/role', { roleId, items: '25' }, setup.school.token);
    if (what === 'deleted') await setup.succeed('DELETE /api/role', { roleId }, setup.school.token);
    expect((await service.call('GET /api/user', {}, { token })).json).toEqual(MISSING);
    const items = what === 'edited' ? [25] : [];
    expect((await me(token)).json.body).toMatchObject({ roleId: what === 'edited' ? roleId : 0, roleItems: items });
  });

  it('where he becomes the main account', async () => {
    const school = await setup.createSchool();
    const { uid, password } = await setup.createUser(undefined, school);
    const token = await service.signIn(uid, password);
    await setup.succeed('POST /api/vender', { venderId: school.id, account: uid }, setup.admin);
    expect((await me(token)).json.body).toMatchObject({ uid, isMain: true, roleName: '超级管理员' });
    expect((await me(school.token)).json.body).toMatchObject({ uid: school.account, isMain: false });
  });
});
