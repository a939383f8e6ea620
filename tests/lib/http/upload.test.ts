import { Busboy } from '@fastify/busboy';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSetup } from '../../support/service/open.ts';
import { findEndpoint, send } from '../../support/service/send.ts';
import { loadEndpoints, makeEvent } from '../../support/service/service.ts';

const BOUNDARY = 'x';
const END = `--${BOUNDARY}--\r\n`;
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const NOT_SIGNED_IN = { code: 401, desc: '请先登录', success: false, reason: 'not_signed_in' };
const OK = { code: 200, desc: '成功：标记 1 个，取消标记 0 个；食材目录和自有食材中都没有的编码：a', success: true };
const INVALID = { code: 400, desc: '请求参数有误', success: false, reason: 'invalid_input' };
const TOO_MANY = { ...INVALID, errors: [{ field: 'files', message: '不能超过 50 个' }] };

const { service, setup } = await openSetup();
const uploads = (await loadEndpoints()).filter(({ upload }) => upload !== undefined).map(({ route }) => route);

/** A part of a form, empty unless told otherwise. */
const part = (name: string, content = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
const FILE = part('files"; filename="a.csv', 'code,mark\na,常用\n');
const parts = (count: number) => Array.from({ length: count }, (_, index) => part(`p${index}`)).join('');
const upload = async (rawBody: string, token?: string) =>
  (await service.call('PUT /api/ingredient/mark', {}, { rawBody, headers: HEADERS, token })).json;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('who calls is known before a body is read', () => {
  it.each(uploads)('%s: 60,000 empty parts without a token cost nothing and are 401', async (route) => {
    const endpoint = findEndpoint(service, route);
    const read = vi.fn(endpoint.upload);
    const event = makeEvent(route, {}, { rawBody: part('').repeat(60_000) + END, headers: HEADERS });
    const { result, calls } = await service.storeCalls.record(() =>
      send({ ...endpoint, upload: read }, event, () => service.deps),
    );
    expect(result.json).toEqual(NOT_SIGNED_IN);
    expect([read.mock.calls, calls]).toEqual([[], []]);
  });

  it.each<[string, string, Record<string, string>]>([
    ['broken', 'no part at all', HEADERS],
    ['too large', `${'x'.repeat(4 * 1024 * 1024)}x`, HEADERS],
    ['of another type', '{}', { 'content-type': 'application/json' }],
    ['compressed', 'x', { ...HEADERS, 'content-encoding': 'gzip' }],
  ])('a body that is %s is 401 without a token', async (_, rawBody, headers) => {
    expect((await service.call('PUT /api/ingredient/mark', {}, { rawBody, headers })).json).toEqual(NOT_SIGNED_IN);
  });
});

describe('the parts of an upload', () => {
  it('are up to fifty', async () => {
    expect(await upload(parts(49) + FILE + END, setup.school.token)).toEqual(OK);
  });

  it('are refused from the fifty-first on, whatever it is', async () => {
    expect(await upload(FILE + parts(50) + END, setup.school.token)).toEqual(TOO_MANY);
    expect(await upload(parts(50) + FILE + END, setup.school.token)).toEqual(TOO_MANY);
  });

  it('are not parsed beyond it: of 3 MB no more than the first piece is', async () => {
    const parsed = vi.spyOn(Busboy.prototype, '_write');
    const body = FILE + parts(50) + part('').repeat(60_000) + END;
    expect(body.length).toBeGreaterThan(3_000_000);
    expect(await upload(body, setup.school.token)).toEqual(TOO_MANY);
    await vi.waitFor(() => expect(parsed).toHaveBeenCalled());
    await new Promise(setImmediate);
    const bytes = parsed.mock.calls.map(([piece]) => (piece as Buffer).length);
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(64 * 1024);
  });
});
