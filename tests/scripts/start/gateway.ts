import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { badInput, failure } from '../../support/nouns/units.ts';

const SignedIn = z.object({ body: z.object({ token: z.string() }) });

/** The tests that the local gateway does nothing that the one of the cloud does not do. */
export function describeGateway(service: { readonly baseUrl: string }): void {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${service.baseUrl}${path}`, init);

  let token = '';
  beforeAll(async () => {
    const body = new URLSearchParams({ uid: 'mingde', password: digestPassword('123456') });
    token = SignedIn.parse(await (await ask('/api/login', { method: 'POST', body })).json()).body.token;
  });

  const malformed = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=a; boundary=b',
    'garbage',
    ';;;',
    'application/',
    'text/plain garbage',
    'application/x-www-form-urlencoded, text/plain',
  ];
  const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
  const takes = (names: string) => failure(415, 'unsupported_encoding', ['Content-Type', { code: 'choice', names }]);
  const cases = malformed.flatMap((type) => {
    const isUpload = type.startsWith('multipart/form-data');
    const asUpload = isUpload ? badInput(['files', { code: 'malformed' }]) : takes(`${FORM}, multipart/form-data`);
    return [
      [type, 'PUT', '/api/dish', takes(FORM)],
      [type, 'PUT', '/api/ingredient/mark', asUpload],
      [type, 'POST', '/api/login', takes(FORM)],
    ] as const;
  });

  it.each(cases)('gives a function the body of type "%s" of %s %s', async (type, method, path, envelope) => {
    const headers = { 'content-type': type, authorization: `Bearer ${token}` };
    const answer = await ask(path, { method, headers, body: 'name=a' });
    expect(await answer.json()).toEqual(envelope);
    expect(answer.status).toBe(envelope.code);
  });

  it.each(['bytes=0-10', 'bytes=99999999-', 'bytes=-5', 'bytes=5-2', 'lines=1'])(
    'answers all where %s is asked for',
    async (range) => {
      const [whole, asked] = await Promise.all([ask('/health'), ask('/health', { headers: { range } })]);
      expect([asked.status, await asked.text()]).toEqual([200, await whole.text()]);
      for (const name of ['content-range', 'accept-ranges']) expect(asked.headers.get(name)).toBeNull();
    },
  );

  const ORIGIN = 'http://a.example';
  const asking = { origin: ORIGIN, 'access-control-request-method': 'PUT' };
  const exposed = 'Retry-After,ETag,Content-Disposition,Apigw-Requestid,Location,Catering-Ids';

  it.each([
    ['/health', {}],
    ['/api/nowhere', {}],
    ['/api/dish', { method: 'PUT', headers: { origin: ORIGIN, 'content-type': 'garbage' }, body: 'x' }],
    ['/api/dish', { method: 'OPTIONS', headers: asking }],
  ])('exposes each header once: %s %j', async (path, init) => {
    const { headers } = await ask(path, { headers: { origin: ORIGIN }, ...init });
    expect(headers.get('access-control-expose-headers')).toBe(exposed);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it.each([
    ['nothing more', {}],
    ['an origin alone', { origin: ORIGIN }],
    ['a method alone', { 'access-control-request-method': 'PUT' }],
  ])('answers OPTIONS with %s, which is no preflight, by 204 alone', async (_, headers) => {
    for (const path of ['/api/dish', '/api/nowhere', '/screen/x']) {
      const answer = await ask(path, { method: 'OPTIONS', headers });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
}
