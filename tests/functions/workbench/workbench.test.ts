import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { handler as openUnknown } from '../../../functions/service/not-found.ts';
import { buildWorkbench } from '../../../scripts/build/workbench.ts';
import { failure } from '../../support/nouns/units.ts';
import { openService } from '../../support/service/open.ts';
import { fakeContext, makeEvent } from '../../support/service/service.ts';

const service = await openService();

const open = (headers: Record<string, string> = {}, page = 'home') =>
  service.call('GET /w/{page+}', { page }, { headers });
const getFile = (file: string, headers: Record<string, string> = {}) =>
  service.call('GET /workbench/{file}', { file }, { headers });
/** The names of the files that a page asks for. */
const namesIn = (html: string) => Array.from(html.matchAll(/"\/workbench\/([^"]+)"/g), ([, name = '']) => name);
const zipped = (texts: readonly string[]) => texts.reduce((sum, text) => sum + gzipSync(text).length, 0);

describe('GET /w/{page+}', () => {
  it('answers the page, which may run the own files alone', async () => {
    const { status, headers, text } = await open();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy':
        "default-src 'self'; img-src 'self' data: blob:; frame-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; object-src 'none'",
    });
    expect(text).toContain('<html lang="zh-CN">');
    expect(text).toContain('<title>配餐</title>');
    expect(text).not.toMatch(/<style|style=|<script>/);
  });

  it.each(['menu/1000001/plan', '../api/user'])('is the same page at %j', async (page) => {
    expect((await open({}, page)).text).toBe((await open()).text);
  });

  it.each(['', '\u0001', 'a'.repeat(501)])('is at no address that is no text: %#', async (page) => {
    const { status, json } = await open({}, page);
    expect([status, json.reason, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      ...[400, 'invalid_input'],
      ['page'],
    ]);
  });

  it('names files that are there', async () => {
    const names = namesIn((await open()).text);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect([name, (await getFile(name)).status]).toEqual([name, 200]);
  });

  it('is sent again only where it has changed', async () => {
    const etag = String((await open()).headers['etag']);
    const { status, headers, text } = await open({ 'if-none-match': etag });
    expect({ status, text, etag: headers['etag'] }).toEqual({ status: 304, text: '', etag });
    expect((await open({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('GET /workbench/{file}', () => {
  it.each([
    [/\.js$/, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    [/\.css$/, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    [/\.svg$/, 'image/svg+xml; charset=utf-8', 'no-cache'],
  ])('answers a file %s', async (pattern, type, cache) => {
    const name = namesIn((await open()).text).find((one) => pattern.test(one)) ?? '';
    const { status, headers } = await getFile(name);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cache]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('comes to who takes %s as %s', async (accepted, encoding, unpack) => {
    const plain = await getFile('icon.svg');
    const { headers, bytes } = await getFile('icon.svg', { 'accept-encoding': accepted });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding, origin' });
    expect(unpack(bytes).equals(plain.bytes)).toBe(true);
  });

  it.each([
    'main.js',
    'main-AAAAAAAA.js',
    '../package.json',
    '..%2Ficon.svg',
    '__proto__',
    'constructor',
    '\u0001',
    '',
  ])('knows no file %j', async (name) => {
    const { status, json } = await getFile(name);
    expect([status, json]).toEqual([404, failure(404, 'not_found')]);
  });
});

it('weighs at most 60 KB at first and 120 KB in all', async () => {
  const { html, files } = await buildWorkbench();
  const code = [...files].filter(([name]) => !name.endsWith('.svg'));
  const first = code.filter(([name]) => namesIn(html).includes(name));
  expect(zipped(first.map(([, text]) => text))).toBeLessThan(60 * 1024);
  expect(zipped(code.map(([, text]) => text))).toBeLessThan(120 * 1024);
});

it.each([
  ['/', '/w/'],
  ['/w', '/w/home'],
  ['/w/', '/w/home'],
])('%s leads to %s', async (rawPath, location) => {
  const event = { ...makeEvent('$default', {}, {}), rawPath };
  expect(await openUnknown(event, fakeContext())).toEqual({ statusCode: 302, headers: { location } });
});
