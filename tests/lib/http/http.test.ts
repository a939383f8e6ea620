import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { defineEndpoint, serve } from '../../../lib/http/serve.ts';
import { openSetup } from '../../support/service/open.ts';
import { send } from '../../support/service/send.ts';
import { loadEndpoints, makeEvent } from '../../support/service/service.ts';

const endpoints = await loadEndpoints();
const NOT_SIGNED_IN = { code: 401, desc: '请先登录', success: false, reason: 'not_signed_in' };
const WRONG_SIDE = { code: 403, desc: '当前账号所在端无权使用此功能', success: false, reason: 'wrong_side' };

const { service, setup } = await openSetup();

describe('the envelope', () => {
  it('of a success is {code:200, desc:"成功", success:true, body}, with HTTP status 200', async () => {
    const answer = await service.call('GET /api/vender/check/account', { account: 'free' }, { token: setup.admin });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"code":200,"desc":"成功","success":true,"body":true}');
  });

  it('has no body where the contract says envelope only', async () => {
    const answer = await service.call('PUT /api/role', { roleName: '厨师' }, { token: setup.school.token });
    expect(answer.text).toBe('{"code":200,"desc":"成功","success":true}');
  });

  it('of a failure has HTTP status = code, success false, desc for a person and reason for a program', async () => {
    const answer = await service.call('DELETE /api/user', { uid: 'nobody' }, { token: setup.school.token });
    expect(answer.status).toBe(404);
    expect(answer.text).toBe('{"code":404,"desc":"用户不存在","success":false,"reason":"user_not_found"}');
  });

  it('of bad input names every bad field at once, absent and malformed ones', async () => {
    const parameters = { account: '', password: 'plain', category: '小\u0007学', expire: '2030-02-30', icon: 'x.png' };
    const answer = await service.call('PUT /api/vender', parameters, { token: setup.admin });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      code: 400,
      desc: '请求参数有误',
      success: false,
      reason: 'invalid_input',
      errors: [
        { field: 'account', message: '不能为空' },
        { field: 'password', message: '应为密码 MD5 大写十六进制的后 16 位' },
        { field: 'name', message: '必填' },
        { field: 'category', message: '含有不允许的字符' },
        { field: 'expire', message: '应为 YYYY-MM-DD 格式的日期' },
        { field: 'icon', message: '应为 base64 图片数据（png、jpeg、gif、webp）' },
      ],
    });
  });

  it('goes out as JSON in UTF-8 that nobody keeps, with WWW-Authenticate on a 401', async () => {
    const ok = await service.call('GET /api/me', {}, { token: setup.admin });
    const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    expect(ok.headers).toMatchObject(json);
    expect(Object.keys(ok.headers)).not.toContain('www-authenticate');
    expect((await service.call('GET /api/me')).headers).toMatchObject({ ...json, 'www-authenticate': 'Bearer' });
    const forbidden = await service.call('GET /api/vender', {}, { token: setup.school.token });
    expect(forbidden.headers).toEqual(ok.headers);
  });
});

describe('the language of desc and of field messages', () => {
  const zh = {
    desc: '请求参数有误',
    errors: [
      { field: 'pageSize', message: '应为 1 至 200 的整数' },
      { field: 'pageNo', message: `应为 0 至 ${Number.MAX_SAFE_INTEGER} 的整数` },
    ],
  };
  const en = {
    desc: 'Some parameters are not valid',
    errors: [
      { field: 'pageSize', message: 'must be an integer from 1 to 200' },
      { field: 'pageNo', message: `must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}` },
    ],
  };
  const ask = (headers: Record<string, string>, parameters: Record<string, number>) =>
    service.call('GET /api/vender', parameters, { token: setup.admin, headers });

  it.each(['', 'zh', 'zh-CN,zh;q=0.9,en;q=0.8', 'en;q=0.5, zh', 'zh, en', '*', 'fr, de;q=0.5', 'en;q=0', ';;;,='])(
    'is Chinese for Accept-Language «%s»',
    async (language) => {
      const answer = await ask({ 'accept-language': language }, { pageSize: 0, pageNo: -1 });
      expect(answer.json).toEqual({ code: 400, success: false, reason: 'invalid_input', ...zh });
      expect((await ask({ 'accept-language': language }, {})).json.desc).toBe('成功');
    },
  );

  it.each(['en', 'EN-us', 'en-US,en;q=0.9,zh-CN;q=0.8', 'zh;q=0.3, en;q=0.7', 'fr, en;q=0.1', 'zh;q=0, en'])(
    'is English where Accept-Language prefers it, as in «%s»',
    async (language) => {
      const answer = await ask({ 'accept-language': language }, { pageSize: 0, pageNo: -1 });
      expect(answer.json).toEqual({ code: 400, success: false, reason: 'invalid_input', ...en });
      expect((await ask({ 'accept-language': language }, {})).json.desc).toBe('OK');
    },
  );

  it('is Chinese where there is no such header', async () => {
    expect((await ask({}, { pageSize: 0, pageNo: -1 })).json).toMatchObject(zh);
  });
});

describe('an unknown path', () => {
  it('answers 404 in the envelope, signed in or not, in either language', async () => {
    const failure = { code: 404, desc: '接口不存在', success: false, reason: 'not_found' };
    const answer = await service.call('$default');
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(failure);
    expect((await service.call('$default', {}, { token: setup.admin })).json).toEqual(failure);
    const english = await service.call('$default', {}, { headers: { 'accept-language': 'en' } });
    expect(english.json).toEqual({ ...failure, desc: 'There is nothing at this address' });
  });

  it('answers 404 whatever body, encoding or repeated parameter comes with it', async () => {
    const options = { rawBody: '{"a":1}', rawQuery: 'a=1&a=2', headers: { 'content-type': 'application/json' } };
    expect((await service.call('$default', {}, options)).json).toMatchObject({ code: 404, reason: 'not_found' });
  });
});

it('header names are the same in upper case', async () => {
  const parameters = { roleName: '', items: 'x' };
  const event = makeEvent('PUT /api/role', parameters, {
    token: setup.school.token,
    headers: { 'accept-language': 'en' },
  });
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect(Object.keys(headers)).toEqual(['CONTENT-TYPE', 'AUTHORIZATION', 'ACCEPT-LANGUAGE']);
  const endpoint = endpoints.find(({ route }) => route === 'PUT /api/role');
  if (!endpoint) throw new Error('no such endpoint');
  const answer = await send(endpoint, { ...event, headers }, () => service.deps);
  expect(answer.json).toEqual({
    code: 400,
    desc: 'Some parameters are not valid',
    success: false,
    reason: 'invalid_input',
    errors: [
      { field: 'roleName', message: 'must not be empty' },
      { field: 'items', message: 'must be integers separated by commas' },
    ],
  });
});

describe('the order of the checks', () => {
  const closed = endpoints.filter(({ callers }) => callers !== 'public').map(({ route }) => route);

  it.each(closed)('%s tells a caller without a session nothing about his input', async (route) => {
    expect((await service.call(route, { pageSize: 0, uid: '' })).json).toEqual(NOT_SIGNED_IN);
  });

  const oneSided = endpoints.filter(({ callers }) => callers === 'admin' || callers === 'business');
  it.each(oneSided.map(({ route, callers }) => [route, callers]))(
    '%s is 403 to who is not on the %s side',
    async (route, side) => {
      const token = side === 'admin' ? setup.school.token : setup.admin;
      expect((await service.call(route, { pageSize: 0, vender: 'x' }, { token })).json).toEqual(WRONG_SIDE);
    },
  );
});

describe('a field message', () => {
  // A value in a path is an address: an unknown one is not found.
  const withInput = endpoints.filter(({ input, route }) => Object.keys(input.shape).length > 0 && !route.includes('{'));

  it.each(withInput.map((endpoint) => [endpoint.route, endpoint] as const))(
    'of %s never contains the value sent, and every bad field is named',
    async (route, { callers, input, isUploadOnly }) => {
      const fields = Object.keys(input.shape);
      const bad = [...fields, ...(isUploadOnly ? ['files'] : [])];
      const values = Object.fromEntries(fields.map((field) => [field, `Geheim\u0001${field}`]));
      const token = callers === 'business' ? setup.school.token : setup.admin;
      const answer = await service.call(route, values, { token });
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual({
        code: 400,
        desc: '请求参数有误',
        success: false,
        reason: 'invalid_input',
        errors: bad.map((field) => ({ field, message: expect.stringMatching(/^[^<>{}]+$/) })),
      });
      expect(answer.text).not.toMatch(/geheim/i);
    },
  );
});

describe('an answer that is not as its endpoint declares it', () => {
  const declare = (handle: () => never) =>
    defineEndpoint('broken', 'GET /api/broken', {
      callers: 'public',
      output: z.object({ name: z.string() }),
      summary: 'Breaks.',
      handle,
    }).endpoint;

  it.each([{ name: 1 }, {}, undefined, null, 'text'])('is a 500, never a 400: %o', async (body) => {
    const answer = await send(
      declare(() => body as never),
      makeEvent('GET /api/broken', {}, {}),
      () => service.deps,
    );
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({ code: 500, desc: '服务内部错误', success: false, reason: 'internal' });
  });

  it('loses what it does not declare', async () => {
    const body = { name: '红旗小学', password: digestPassword('x') } as never;
    const answer = await send(
      declare(() => body),
      makeEvent('GET /api/broken', {}, {}),
      () => service.deps,
    );
    expect(answer.json.body).toEqual({ name: '红旗小学' });
  });
});

it('takes the time that is left from the context, also where that is an object of a class', async () => {
  class LambdaContext {
    readonly awsRequestId = 'request';
    getRemainingTimeInMillis() {
      return 15_000;
    }
  }
  const endpoint = endpoints.find(({ route }) => route === 'GET /api/me');
  if (!endpoint) throw new Error('no endpoint');
  const handler = serve(endpoint, () => service.deps);
  const event = makeEvent('GET /api/me', {}, { token: setup.school.token });
  const context: unknown = new LambdaContext();
  expect((await handler(event, context as Context)).statusCode).toBe(200);
});

it('a parameter of the path is never overridden by one of the query', async () => {
  const { endpoint } = defineEndpoint('echo', 'GET /echo/{token}', {
    callers: 'public',
    input: { token: z.string() },
    output: z.string(),
    summary: 'Answers its token.',
    example: { token: 'a' },
    handle: ({ input }) => input.token,
  });
  const event = makeEvent('GET /echo/{token}', { token: 'of the path' }, { rawQuery: 'token=of+the+query' });
  const { json } = await send(endpoint, event, () => service.deps);
  expect(json).toEqual({ code: 200, desc: '成功', success: true, body: 'of the path' });
});
