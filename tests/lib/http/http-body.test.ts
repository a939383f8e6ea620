import { describe, expect, it } from 'vitest';
import { openExamples } from '../../support/service/examples.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { type CallOptions, loadEndpoints, makeEvent } from '../../support/service/service.ts';

const endpoints = await loadEndpoints();
const routes = endpoints.map(({ route }) => route).filter((route) => route !== '$default');
const writes = routes.filter((route) => !route.startsWith('GET '));
const deletes = writes.filter((route) => route.startsWith('DELETE '));
const OK = { code: 200, desc: '成功', success: true };
const TAKEN = '应为以下之一：application/x-www-form-urlencoded; charset=utf-8';
const UNSUPPORTED = {
  code: 415,
  desc: '请求体编码不受支持',
  success: false,
  reason: 'unsupported_encoding',
  errors: [{ field: 'Content-Type', message: TAKEN }],
};
const TOO_LARGE = { code: 413, desc: '提交的内容过大', success: false, reason: 'payload_too_large' };
const INVALID = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
const FORM = 'application/x-www-form-urlencoded';
const ONE_MIB = 1024 * 1024;

const examples = await openExamples();
const { service, setup } = examples;

/** Creates a role of that name with a body and a content type of the test's choice. */
const createRole = (rawBody: string, options: CallOptions = {}) =>
  service.call('PUT /api/role', {}, { token: setup.school.token, rawBody, ...options });
const nameRole = (name = setup.unique('role')) => `roleName=${encodeURIComponent(name)}&items=25`;

describe('a body', () => {
  it.each(writes)(
    'of %s may come base64-encoded, as from the gateway, or plain, with the same result',
    async (route) => {
      const { token, parameters } = examples.getCall(route);
      const send = async (encoding: 'base64' | 'plain') => {
        const { status, text, headers } = await service.call(route, parameters, { token, encoding });
        await examples.rewind();
        // Tokens, addresses and passwords that are told once.
        return { status, headers, text: text.replace(/"(token|address|password)":"[^"]*"/g, '') };
      };
      const base64 = await send('base64');
      expect(base64.status).toBe(200);
      expect(await send('plain')).toEqual(base64);
    },
  );

  it('may be null, which the local gateway sends if there is none', async () => {
    const token = await service.signIn(setup.school.account, setup.school.password);
    const callWithNull = (route: string) =>
      send(
        findEndpoint(service, route),
        Object.assign(makeEvent(route, {}, { token }), { body: null }),
        () => service.deps,
      );
    expect((await callWithNull('PUT /api/role')).json).toMatchObject(INVALID);
    expect((await callWithNull('DELETE /api/role')).json).toMatchObject(INVALID);
    expect((await callWithNull('POST /api/logout')).json).toEqual(OK);
  });

  it.each(deletes)('of %s may be absent, its parameters in the query string', async (route) => {
    for (const deleteWith of ['body', 'query'] as const) {
      const { token, parameters } = examples.getCall(route);
      const answer = await service.call(route, parameters, { token, deleteWith });
      expect(answer.json).toEqual(OK);
      const again = await service.call(route, parameters, { token, deleteWith });
      // For marks, prices and a menu's items only the final state counts: none is left.
      expect(again.status).toBe(/mark|price|menu\/dish/.test(route) ? 200 : 404);
      await examples.rewind();
    }
  });

  it('of a DELETE wins over its query; the query of any other write is ignored', async () => {
    const [kept, gone] = [await setup.createUser(), await setup.createUser()];
    const options = { token: setup.school.token, rawQuery: `uid=${kept.uid}` };
    expect((await service.call('DELETE /api/user', { uid: gone.uid }, options)).json).toEqual(OK);
    const users: { uid: string }[] = await setup.succeed('GET /api/user', {}, setup.school.token);
    expect(users.map(({ uid }) => uid)).toContain(kept.uid);
    const answer = await service.call('POST /api/user', {}, { ...options, rawBody: 'name=x' });
    expect(answer.json).toEqual({ ...INVALID, errors: [{ field: 'uid', message: '必填' }] });
  });

  it('of a GET is ignored', async () => {
    const options = { token: setup.school.token, rawBody: 'uid=new' };
    const answer = await service.call('GET /api/user/check', {}, options);
    expect(answer.json).toEqual({ ...INVALID, errors: [{ field: 'uid', message: '必填' }] });
  });
});

describe('the content type', () => {
  it.each([
    FORM,
    `${FORM}; charset=utf-8`,
    `${FORM};charset=UTF-8`,
    `${FORM}; charset="UTF-8"`,
    `${FORM} ; Charset=utf8`,
    'Application/X-WWW-Form-URLEncoded',
  ])('«%s» is a form', async (type) => {
    expect((await createRole(nameRole(), { headers: { 'content-type': type } })).json).toEqual(OK);
  });

  it.each([
    `${FORM}; charset=gbk`,
    `${FORM}; charset="gb18030"`,
    `${FORM}; charset=utf-16`,
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    `${FORM}-not`,
    '',
  ])('«%s» is 415', async (type) => {
    const answer = await createRole(nameRole(), { headers: { 'content-type': type } });
    expect(answer.status).toBe(415);
    expect(answer.json).toEqual(UNSUPPORTED);
  });

  it.each(['base64', 'plain'] as const)('application/json with a JSON body is 415, %s', async (encoding) => {
    const options = { encoding, headers: { 'content-type': 'application/json' } };
    expect((await createRole('{"roleName":"厨师"}', options)).json).toEqual(UNSUPPORTED);
  });

  it('absent is 415 with a body, and all right without one', async () => {
    const token = await service.signIn(setup.school.account, setup.school.password);
    const event = makeEvent('PUT /api/role', { roleName: '无类型' }, { token });
    const { 'content-type': _, ...headers } = event.headers;
    const answer = await send(findEndpoint(service, 'PUT /api/role'), { ...event, headers }, () => service.deps);
    expect(answer.json).toEqual(UNSUPPORTED);
    const logout = makeEvent('POST /api/logout', {}, { token });
    expect(logout.headers).toEqual({ authorization: `Bearer ${token}` });
    expect((await send(findEndpoint(service, 'POST /api/logout'), logout, () => service.deps)).json).toEqual(OK);
  });
});

describe('the content encoding', () => {
  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])('«%s» is 415', async (encoding) => {
    const errors = [{ field: 'Content-Encoding', message: '应为以下之一：identity' }];
    for (const route of writes) {
      const { token } = examples.getCall(route);
      const headers = { 'content-encoding': encoding };
      const answer = await service.call(route, {}, { token, rawBody: 'a=1', headers });
      expect([answer.status, answer.json]).toEqual([415, { ...UNSUPPORTED, errors }]);
    }
  });

  it.each(['identity', 'Identity', ''])('«%s» is none', async (encoding) => {
    expect((await createRole(nameRole(), { headers: { 'content-encoding': encoding } })).json).toEqual(OK);
  });

  it('is also refused for an upload, whose type is named among the accepted ones', async () => {
    const options = { token: setup.school.token, rawBody: 'x', headers: { 'content-type': 'text/csv' } };
    const errors = [{ field: 'Content-Type', message: `${TAKEN}, multipart/form-data` }];
    expect((await service.call('PUT /api/ingredient/mark', {}, options)).json).toEqual({ ...UNSUPPORTED, errors });
  });
});

describe('a body over 1 MiB', () => {
  it.each(['base64', 'plain'] as const)('is 413, and one of 1 MiB is read, %s', async (encoding) => {
    const start = `${nameRole()}&ignored=`;
    const full = start + 'x'.repeat(ONE_MIB - start.length);
    const answer = await createRole(`${full}x`, { encoding });
    expect(answer.status).toBe(413);
    expect(answer.json).toEqual(TOO_LARGE);
    expect((await createRole(full, { encoding })).json).toEqual(OK);
  });

  it('is measured in bytes, not in characters', async () => {
    const start = `${nameRole()}&ignored=`;
    const answer = await createRole(start + '菜'.repeat(ONE_MIB / 2), { encoding: 'plain' });
    expect(answer.json).toEqual(TOO_LARGE);
  });
});

describe('a repeated parameter', () => {
  it('is 400 naming it, in the body', async () => {
    const answer = await createRole('roleName=a&items=25&roleName=b');
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ ...INVALID, errors: [{ field: 'roleName', message: '重复出现' }] });
  });

  it('is 400 naming it, in the query of a GET', async () => {
    const options = { token: setup.admin, rawQuery: 'keyword=a&pageNo=0&keyword=a&pageNo=0&pageNo=0' };
    const errors = ['keyword', 'pageNo'].map((field) => ({ field, message: '重复出现' }));
    expect((await service.call('GET /api/vender', {}, options)).json).toEqual({ ...INVALID, errors });
  });

  it('is 400 naming it, in the query of a DELETE, and deletes nothing', async () => {
    const { uid } = await setup.createUser();
    const options = { token: setup.school.token, deleteWith: 'query', rawQuery: `uid=${uid}&uid=${uid}` } as const;
    const errors = [{ field: 'uid', message: '重复出现' }];
    expect((await service.call('DELETE /api/user', {}, options)).json).toEqual({ ...INVALID, errors });
    expect((await service.call('GET /api/user/check', { uid }, { token: setup.admin })).json.body).toBe(false);
  });

  it('is found under another spelling of the same name, and beside other bad fields', async () => {
    const answer = await createRole('role%4Eame=a&roleName=b&items=x');
    const errors = [
      { field: 'roleName', message: '重复出现' },
      { field: 'items', message: '应为以逗号分隔的整数' },
    ];
    expect(answer.json).toEqual({ ...INVALID, errors });
  });

  it('is 400 also where the endpoint knows no parameter of that name; once it is ignored', async () => {
    const name = setup.unique('role');
    const errors = [{ field: 'x', message: '重复出现' }];
    expect((await createRole(`${nameRole(name)}&x=1&x=2`)).json).toEqual({ ...INVALID, errors });
    expect((await createRole(`${nameRole(name)}&x=1`)).json).toEqual(OK);
  });

  it('names at most 20 parameters, each cut to 64 characters', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `${index}${'x'.repeat(100)}=1`).join('&');
    const { errors } = (await createRole(`roleName=a&${many}&${many}`)).json;
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${index}${'x'.repeat(100)}`.slice(0, 64)),
    );
  });
});
