import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endpoint as docs } from '../../../functions/service/get-docs.ts';
import { endpoint as document } from '../../../functions/service/get-openapi.ts';
import { readEnv } from '../../../lib/runtime/env.ts';
import { openService } from '../../support/service/open.ts';
import { send } from '../../support/service/send.ts';
import { makeEvent } from '../../support/service/service.ts';

const service = await openService();

const open = (headers: Record<string, string> = {}) => service.call('GET /docs', {}, { headers });

/** The texts of every element with this name. */
function listElements(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map(([, text = '']) => text);
}

const toSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('GET /docs', () => {
  it('answers one page, whose parts alone may run and which may call this service only', async () => {
    const { status, headers, text } = await open();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' });
    const [scripts, styles] = ['script', 'style'].map((name) => listElements(text, name).map(toSource));
    expect([scripts?.length, styles?.length]).toEqual([2, 1]);
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${scripts?.join(' ')}`,
      `style-src ${styles?.join(' ')}`,
      'img-src data:',
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]);
  });

  it('comes compressed to who takes that', async () => {
    const [plain, packed] = await Promise.all([open(), open({ 'accept-encoding': 'gzip, br' })]);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, origin' });
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(600_000);
  });

  it('is sent again only where it has changed', async () => {
    const etag = String((await open()).headers['etag']);
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
      const { status, headers, text } = await open({ 'if-none-match': known });
      expect({ status, text, etag: headers['etag'] }).toEqual({ status: 304, text: '', etag });
    }
    expect((await open({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('where a stack does not show its reference', () => {
  it.each([docs, document])('$route is like any unknown path', async (endpoint) => {
    const hidden = { ...service.deps, env: { ...service.deps.env, areDocsOpen: false } };
    const answer = await send(endpoint, makeEvent(endpoint.route, {}, {}), () => hidden);
    const other = await service.call('$default');
    expect([answer.status, answer.text, answer.headers]).toEqual([404, other.text, other.headers]);
    expect(answer.json.reason).toBe('not_found');
  });

  it.each([
    [undefined, false],
    ['false', false],
    ['true', true],
  ])('CATERING_DOCS=%s means %s', (text, areDocsOpen) => {
    const key = 'k:0123456789abcdef0123456789abcdef';
    const given = { CATERING_TABLE: 'table', CATERING_SIGNING_KEYS: key, CATERING_DOCS: text };
    expect(readEnv(given)).toMatchObject({ areDocsOpen });
    expect(() => readEnv({ ...given, CATERING_DOCS: 'yes' })).toThrow('CATERING_DOCS');
  });
});
