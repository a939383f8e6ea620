import { describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { openService } from '../../support/service/open.ts';
import { ADMIN } from '../../support/service/service.ts';
import { Setup } from '../../support/service/setup.ts';

const NOT_SIGNED_IN = '{"code":401,"desc":"请先登录","success":false,"reason":"not_signed_in"}';
const BAD_CREDENTIALS = { code: 401, desc: '用户名或密码错误', success: false, reason: 'bad_credentials' };
const HOURS_12 = 12 * 60 * 60 * 1000;
const businessItems = [...Array.from({ length: 26 }, (_, index) => 18 + index), 46];
const adminItems = [...Array.from({ length: 17 }, (_, index) => 1 + index), 44, 45, 47];

/** Real time stands still, so that the service's clock is exactly what a test sets. */
const at = (instant: string) => {
  service.clockShiftMs = Date.parse(instant) - Date.now();
};
const login = (uid: string, password: string) => service.call('POST /api/login', { uid, password });
const me = (token: string) => service.call('GET /api/me', {}, { token });

vi.useFakeTimers({ toFake: ['Date'] });
const service = await openService();
at('2031-03-01T08:00:00+08:00');
const setup = await Setup.begin(service);

describe('POST /api/login', () => {
  it('answers {token, expire, uid, name, side, vender, roleId, roleName, roleItems, isMain} on the admin side', async () => {
    const answer = await login(ADMIN.uid, digestPassword(ADMIN.password));
    expect(answer.json).toEqual({
      code: 200,
      desc: '成功',
      success: true,
      body: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expire: Date.parse('2031-03-01T20:00:00+08:00'),
        uid: 'admin',
        name: '平台管理员',
        phone: '',
        side: 'admin',
        vender: 0,
        venderName: '平台',
        roleId: 1,
        roleName: '超级管理员',
        roleItems: adminItems,
        isMain: true,
        hasGivenPassword: true,
        timeZone: 'Asia/Shanghai',
      },
    });
  });

  it('answers the same for the main account of a unit, with all business items', async () => {
    const answer = await login('hongqi', digestPassword('hongqi-password'));
    expect(answer.json.body).toEqual({
      token: expect.any(String),
      expire: Date.parse('2031-03-01T08:00:00+08:00') + HOURS_12,
      uid: 'hongqi',
      name: '红旗小学',
      phone: '',
      side: 'business',
      vender: setup.school.id,
      venderName: setup.school.name,
      venderExpire: Date.UTC(2099, 11, 31),
      roleId: expect.any(Number),
      roleName: '超级管理员',
      roleItems: businessItems,
      isMain: true,
      hasGivenPassword: true,
      timeZone: 'Asia/Shanghai',
    });
  });

  it('shows an ordinary user his own role and items, and roleId 0 once the role is revoked', async () => {
    const roleId = await setup.createRole([25, 21]);
    const { uid, name, password } = await setup.createUser(roleId);
    const roles: { id: number; roleName: string }[] = await setup.succeed('GET /api/role', {}, setup.school.token);
    const roleName = roles.find((role) => role.id === roleId)?.roleName;
    const unit = { vender: setup.school.id, venderName: setup.school.name, venderExpire: Date.UTC(2099, 11, 31) };
    const person = { uid, name, phone: '', isMain: false, hasGivenPassword: true };
    const facts = { expire: expect.any(Number), side: 'business', ...unit, ...person, timeZone: 'Asia/Shanghai' };

    const { token, ...profile } = (await login(uid, digestPassword(password))).json.body;
    expect(profile).toEqual({ ...facts, roleId, roleName, roleItems: [25, 21] });
    await setup.succeed('POST /api/user', { uid, roleId: 0 }, setup.school.token);
    expect((await me(token)).json.body).toEqual({ ...facts, roleId: 0, roleName: '', roleItems: [] });
  });

  it('takes 123456 as BE56E057F20F883E', async () => {
    const school = { account: 'guangming', name: '光明小学', category: '小学', expire: '2099-12-31' };
    await setup.succeed('PUT /api/vender', { ...school, password: 'BE56E057F20F883E' }, setup.admin);
    expect(digestPassword('123456')).toBe('BE56E057F20F883E');
    expect((await login('guangming', 'BE56E057F20F883E')).status).toBe(200);
  });

  it.each(['HONGQI', 'HongQi', ' hongqi ', 'ｈｏｎｇｑｉ'])(
    'finds the uid hongqi as «%s»: case is ignored, text normalised',
    async (uid) => {
      const answer = await login(uid, digestPassword('hongqi-password'));
      expect(answer.json.body).toMatchObject({ uid: 'hongqi', vender: setup.school.id });
    },
  );

  it('answers an unknown uid and a wrong password with 401 in the very same bytes', async () => {
    const unknown = await login('nobody', digestPassword('x'));
    const wrong = await login('hongqi', digestPassword('x'));
    expect(unknown.json).toEqual(BAD_CREDENTIALS);
    expect(unknown.status).toBe(401);
    expect({ ...wrong }).toEqual({ ...unknown });
  });

  it.each([
    ['in lower case', 'be56e057f20f883e'],
    ['as the whole MD5', 'E10ADC3949BA59ABBE56E057F20F883E'],
    ['plain', '123456'],
    ['with a letter that is no hex digit', 'GE56E057F20F883E'],
    ['too short', 'BE56E057F20F883'],
    ['in full-width characters', 'ＢＥ５６Ｅ０５７Ｆ２０Ｆ８８３Ｅ'],
    ['with a line feed behind', 'BE56E057F20F883E\n'],
    ['empty', ''],
  ])('refuses a digest %s with 400 that names password', async (_, password) => {
    const answer = await login('hongqi', password);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      code: 400,
      desc: '请求参数有误',
      success: false,
      reason: 'invalid_input',
      errors: [{ field: 'password', message: '应为密码 MD5 大写十六进制的后 16 位' }],
    });
  });

  it('names uid and password where both are absent, and a uid that is empty or longer than 64', async () => {
    const failure = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
    const required = [
      { field: 'uid', message: '必填' },
      { field: 'password', message: '必填' },
    ];
    expect((await service.call('POST /api/login')).json).toEqual({ ...failure, errors: required });
    const empty = [{ field: 'uid', message: '不能为空' }];
    expect((await login(' ', digestPassword('x'))).json).toEqual({ ...failure, errors: empty });
    const long = [{ field: 'uid', message: '不能超过 64 个字符' }];
    expect((await login('u'.repeat(65), digestPassword('x'))).json).toEqual({ ...failure, errors: long });
    expect((await login('u'.repeat(64), digestPassword('x'))).json).toEqual(BAD_CREDENTIALS);
  });
});

describe('GET /api/me', () => {
  it.each(['admin', 'business'])('answers as login, without the token, on the %s side', async (side) => {
    const { uid, password } = side === 'admin' ? ADMIN : { uid: setup.school.account, password: setup.school.password };
    const { token, ...profile } = (await login(uid, digestPassword(password))).json.body;
    const answer = await me(token);
    expect(answer.json).toEqual({ code: 200, desc: '成功', success: true, body: profile });
    expect(profile.side).toBe(side);
  });

  it.each([
    ['absent', {}],
    ['empty', { authorization: '' }],
    ['a scheme alone', { authorization: 'Bearer' }],
    ['a scheme and a space', { authorization: 'Bearer ' }],
    ['of another scheme', { authorization: 'Basic aG9uZ3FpOng=' }],
    ['garbage', { authorization: 'Bearer garbage' }],
    ['three parts of garbage', { authorization: 'Bearer a.b.c' }],
    ['two tokens', { authorization: 'Bearer a.b.c d.e.f' }],
    ['no ASCII', { authorization: 'Bearer 令牌' }],
  ])('answers 401 not_signed_in where the header is %s', async (_, headers) => {
    const answer = await service.call('GET /api/me', {}, { headers });
    expect(answer.status).toBe(401);
    expect(answer.text).toBe(NOT_SIGNED_IN);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('answers 401 where a good token comes without the scheme, in another one, or in a parameter', async () => {
    const { token } = setup.school;
    expect((await service.call('GET /api/me', {}, { headers: { authorization: token } })).text).toBe(NOT_SIGNED_IN);
    const basic = { authorization: `Basic ${token}` };
    expect((await service.call('GET /api/me', {}, { headers: basic })).text).toBe(NOT_SIGNED_IN);
    expect((await service.call('GET /api/me', { token, authorization: `Bearer ${token}` })).text).toBe(NOT_SIGNED_IN);
  });
});

it('a session lives 12 hours, to the millisecond', async () => {
  at('2031-03-01T08:00:00+08:00');
  const token = await service.signIn(ADMIN.uid, ADMIN.password);
  at('2031-03-01T19:59:59.999+08:00');
  expect((await me(token)).status).toBe(200);
  at('2031-03-01T20:00:00.000+08:00');
  expect((await me(token)).text).toBe(NOT_SIGNED_IN);
  at('2031-03-01T08:00:00+08:00');
});

describe('POST /api/logout', () => {
  it.each(['admin', 'business'])('ends this session only, on the very next call, on the %s side', async (side) => {
    const { uid, password } = side === 'admin' ? ADMIN : { uid: setup.school.account, password: setup.school.password };
    const [ended, other] = [await service.signIn(uid, password), await service.signIn(uid, password)];
    const answer = await service.call('POST /api/logout', {}, { token: ended });
    expect(answer.json).toEqual({ code: 200, desc: '成功', success: true });
    expect((await me(ended)).text).toBe(NOT_SIGNED_IN);
    expect((await me(other)).json.body).toMatchObject({ uid });
  });

  it('answers 401 to the same token once more, and to no token', async () => {
    const token = await service.signIn(setup.school.account, setup.school.password);
    await setup.succeed('POST /api/logout', {}, token);
    expect((await service.call('POST /api/logout', {}, { token })).text).toBe(NOT_SIGNED_IN);
    expect((await service.call('POST /api/logout')).text).toBe(NOT_SIGNED_IN);
  });
});
