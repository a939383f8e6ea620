import { describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { openSetup } from '../../support/service/open.ts';

const OK = { code: 200, desc: '成功', success: true };
const INVALID = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
const BAD_TEXT = '含有不允许的字符';

const { service, setup } = await openSetup();

const createRole = (rawBody: string, encoding: 'base64' | 'plain' = 'base64') =>
  service.call('PUT /api/role', {}, { token: setup.school.token, rawBody, encoding });
const createUnit = (parameters: Record<string, string>) => {
  const unit = { account: setup.unique('unit'), name: setup.unique('单位'), category: '小学', expire: '2099-12-31' };
  const password = digestPassword('x');
  return service.call('PUT /api/vender', { ...unit, password, ...parameters }, { token: setup.admin });
};
const newestUnit = async () => (await setup.succeed('GET /api/vender', { pageSize: 1 }, setup.admin)).content[0];
const newestRoleName = async () => {
  const roles: { roleName: string }[] = await setup.succeed('GET /api/role', {}, setup.school.token);
  return roles.at(-1)?.roleName;
};

describe('Chinese', () => {
  it.each(['base64', 'plain'] as const)('in a form field arrives as it was sent, %s', async (encoding) => {
    const name = `营养师 ${encoding} &=%+；𠮷`;
    expect((await createRole(`roleName=${encodeURIComponent(name)}`, encoding)).json).toEqual(OK);
    expect(await newestRoleName()).toBe(`营养师 ${encoding} &=%+；𠮷`);
    expect((await createRole(`roleName=未编码 ${encoding}`, encoding)).json).toEqual(OK);
    expect(await newestRoleName()).toBe(`未编码 ${encoding}`);
  });

  it('in a query arrives as it was sent, encoded or not, and + is a space', async () => {
    await createUnit({ name: '实验 小学', account: '实验' });
    const ask = async (rawQuery: string) => {
      const answer = await service.call('GET /api/vender/select', {}, { token: setup.admin, rawQuery });
      return answer.json.body.map(({ name }: { name: string }) => name);
    };
    expect(await ask(`keyword=${encodeURIComponent('实验 小学')}`)).toEqual(['实验 小学']);
    expect(await ask('keyword=实验+小')).toEqual(['实验 小学']);
    expect(await ask('keyword=实验%2B小')).toEqual([]);
    const check = await service.call('GET /api/vender/check/account', { account: '实验' }, { token: setup.admin });
    expect(check.json.body).toBe(false);
  });
});

describe('text is normalised and trimmed', () => {
  it('where it is kept: letters, digits and blanks become ASCII, everything else stays as it was typed', async () => {
    const answer = await createUnit({
      account: '\u3000ＡＢＣ１\u00a0',
      name: 'ＡＢＣ\u3000（一），“二”：《三》！\u3000',
      category: ' ①类 ',
      address: '\u3000㎏；１\u2003号\u1680楼\u3000',
      contacts: ' \u3000 ',
      phone: 'e\u0301',
    });
    expect(answer.json).toEqual(OK);
    expect(await newestUnit()).toMatchObject({
      account: 'ABC1',
      name: 'ABC （一），“二”：《三》！',
      category: '①类',
      address: '㎏；1 号 楼',
      contacts: '',
      phone: '\u00e9',
    });
  });

  it('where it is searched and where it is checked for being taken', async () => {
    await createUnit({ account: 'ＸＹＺ（一）', name: 'Ｘｙｚ\u3000学校（东）', category: '幼儿园（公）' });
    const check = async (route: string, parameters: Record<string, string>) =>
      (await service.call(route, parameters, { token: setup.admin })).json.body;
    expect(await check('GET /api/vender/check/account', { account: ' xyz(一)\u3000' })).toBe(false);
    expect(await check('GET /api/user/check', { uid: 'ｘYｚ(一）' })).toBe(false);
    expect(await check('GET /api/vender/check/name', { name: 'XYZ 学校(东)' })).toBe(false);
    const found = await check('GET /api/vender/select', { keyword: '\u3000ｙｚ\u3000学校(东' });
    const school = { account: 'XYZ（一）', category: '幼儿园（公）', id: expect.any(Number), name: 'Xyz 学校（东）' };
    expect(found).toEqual([school]);
    const listed = await check('GET /api/vender', { category: '幼儿园(公)' });
    expect(listed.content.map(({ name }: { name: string }) => name)).toEqual(['Xyz 学校（东）']);
  });

  it('before it is measured and before it is found to be empty', async () => {
    const long = 'e\u0301'.repeat(100);
    expect(long.normalize('NFC')).toHaveLength(100);
    expect((await createRole(`roleName=%20${long}%20`)).json).toEqual(OK);
    const tooLong = [{ field: 'roleName', message: '不能超过 100 个字符' }];
    expect((await createRole(`roleName=${long}x`)).json).toEqual({ ...INVALID, errors: tooLong });
    const empty = [{ field: 'roleName', message: '不能为空' }];
    expect((await createRole('roleName=%E3%80%80%20')).json).toEqual({ ...INVALID, errors: empty });
  });

  it('and measured in characters, not in UTF-16 units', async () => {
    expect((await createRole(`roleName=${'𠮷'.repeat(100)}`)).json).toEqual(OK);
    const errors = [{ field: 'roleName', message: '不能超过 100 个字符' }];
    expect((await createRole(`roleName=${'𠮷'.repeat(101)}`)).json).toEqual({ ...INVALID, errors });
  });
});

describe('400 answers', () => {
  it.each([
    ['NUL', 'a%00b'],
    ['a line feed', 'a%0Ab'],
    ['a tab', 'a%09b'],
    ['ESC', 'a%1Bb'],
    ['DEL', 'a%7Fb'],
    ['a C1 control', 'a%C2%85b'],
    ['a control character at the end', 'ab%07'],
  ])('a control character: %s', async (_, value) => {
    const answer = await createRole(`roleName=${value}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ ...INVALID, errors: [{ field: 'roleName', message: BAD_TEXT }] });
  });

  it('a control character in an optional field and in a keyword, by its name', async () => {
    const unit = await createUnit({ address: 'a\u0001', phone: '1\u001f2' });
    const errors = ['address', 'phone'].map((field) => ({ field, message: BAD_TEXT }));
    expect(unit.json).toEqual({ ...INVALID, errors });
    const list = await service.call('GET /api/vender', { keyword: 'a\u0000' }, { token: setup.admin });
    expect(list.json).toEqual({ ...INVALID, errors: [{ field: 'keyword', message: BAD_TEXT }] });
  });

  it.each([
    ['a byte that is never UTF-8', '%FF'],
    ['a cut sequence', '%E8%8F'],
    ['an overlong sequence', '%C0%AF'],
    ['a surrogate', '%ED%A0%80'],
    ['GBK', '%B2%CB'],
  ])('broken UTF-8: %s', async (_, value) => {
    const errors = [{ field: 'roleName', message: BAD_TEXT }];
    expect((await createRole(`roleName=a${value}`)).json).toEqual({ ...INVALID, errors });
    const options = { token: setup.admin, rawQuery: `keyword=${value}` };
    const list = await service.call('GET /api/vender', {}, options);
    expect(list.json).toEqual({ ...INVALID, errors: [{ field: 'keyword', message: BAD_TEXT }] });
  });

  it('a percent sign that begins no escape is itself', async () => {
    expect((await createRole('roleName=100%&items=')).json).toEqual(OK);
    expect(await newestRoleName()).toBe('100%');
  });
});

describe('names that every object has', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  const form = names.map((name) => `${name}=1`).join('&');

  it('do no harm as parameters', async () => {
    expect((await createRole(`${form}&roleName=原型&__proto__[items]=25&constructor.prototype.items=26`)).json).toEqual(
      OK,
    );
    const roles = await setup.succeed('GET /api/role', {}, setup.school.token);
    expect(roles.at(-1)).toMatchObject({ roleName: '原型', roleItems: [] });
    const list = await service.call('GET /api/basic/enum', {}, { token: setup.admin, rawQuery: form });
    expect(list.status).toBe(200);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('stand in for no absent parameter', async () => {
    const errors = [{ field: 'roleName', message: '必填' }];
    expect((await createRole(form)).json).toEqual({ ...INVALID, errors });
  });

  it('are 400 where repeated, like any parameter', async () => {
    const errors = names.map((field) => ({ field, message: '重复出现' }));
    expect((await createRole(`roleName=重复的&${form}&${form}`)).json).toEqual({ ...INVALID, errors });
  });

  it.each(names)('are names like any other for a role and an account: %s', async (name) => {
    expect((await createRole(`roleName=${name}`)).json).toEqual(OK);
    expect((await createRole(`roleName=${name}`)).json).toMatchObject({ code: 409, reason: 'duplicate_role_name' });
    expect((await createUnit({ account: name, name })).json).toEqual(OK);
    expect(await newestUnit()).toMatchObject({ account: name, name });
  });
});
