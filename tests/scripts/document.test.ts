import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeDocument } from '../../scripts/document/document.ts';
import { readRecordedAnswers } from '../../scripts/document/recorded.ts';
import { toJsonSchema } from '../../scripts/document/schema.ts';
import { generateTypes } from '../../scripts/document/types.ts';
import { recordAnswers } from '../examples/record.ts';
import { buildWorld } from '../examples/world.ts';
import { listForeignRequests, openPage } from '../support/browser/browser.ts';
import { openService } from '../support/service/open.ts';
import { lintWithRedocly, lintWithSpectral } from './lint-document.ts';

/** Linters, compiler and browser take some seconds. */
const TIMEOUT_MS = 120_000;

const document = await makeDocument();
const text = JSON.stringify(document);
/** The value of one of several examples. */
const shownBy = (example: unknown) => Object(example)['value'];
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
const service = await openService();
const get = (headers: Record<string, string> = {}) => service.call('GET /openapi.json', {}, { headers });

it('is what the recommended rules of Redocly want', { timeout: TIMEOUT_MS }, async () => {
  expect(await lintWithRedocly(text)).toEqual([]);
});

it('is what the recommended rules of Spectral want', { timeout: TIMEOUT_MS }, async () => {
  expect(await lintWithSpectral(text)).toEqual([]);
});

it('has no example that is empty', () => {
  const empty: string[] = [];
  let count = 0;
  const look = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, member] of Object.entries(part)) {
      const shown = name === 'example' ? [member] : name === 'examples' ? Object.values(member).map(shownBy) : [];
      count += shown.length;
      if (shown.some(isEmpty)) empty.push(`${path}/${name}`);
      look(member, `${path}/${name}`);
    }
  };
  look(JSON.parse(text), '');
  expect(empty).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

it('becomes types that a strict compiler takes', { timeout: TIMEOUT_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catering-types-'));
  await writeFile(join(folder, 'api.ts'), await generateTypes(text));
  const use = `import type { components, operations } from './api.ts';
    type Schemas = components['schemas'];
    type Form<Id extends keyof operations> = NonNullable<operations[Id]['requestBody']> extends { content: infer C } ? C : never;
    type Answer<Id extends keyof operations> = operations[Id] extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never;
    export const created: Form<'createDish'>['application/x-www-form-urlencoded'] = { name: 'a', mark: '素菜' };
    export const uploaded: Form<'setMarkSheet'>['multipart/form-data'] = { files: [''] };
    // @ts-expect-error a mark is set by a form alone
    export type Both = Form<'setMark'>['multipart/form-data'];
    export const names = (page: Schemas['UnitPage']): string[] => page.content.map(({ name }) => name);
    export const amounts = ({ foodCategoryDay }: Schemas['Standard']): number[] => Object.values(foodCategoryDay);
    export const least = ({ ingredient }: Schemas['Standard']) => ingredient['轻体力']?.['蛋白质']?.min?.toFixed(2);
    export const standard = (answer: Answer<'selectStandards'>): string | undefined =>
      Array.isArray(answer.body) ? answer.body[0]?.name : (answer as Schemas['StandardAnswer']).body.name;
    // @ts-expect-error there is no such mark
    created.mark = '甜菜';`;
  await writeFile(join(folder, 'use.ts'), use);
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const options = [
    '--strict',
    '--noEmit',
    '--noUncheckedIndexedAccess',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
  ];
  await promisify(execFile)(process.execPath, [compiler, ...options, 'use.ts'], { cwd: folder });
  await rm(folder, { recursive: true });
});

it('says of each parameter what it means, and shows a value of each that is required', () => {
  const faults = [...service.endpoints.values()].flatMap(({ id, input, examples }) => {
    const { properties, required } = toJsonSchema(input, 'input');
    const unsaid = Object.entries(Object(properties)).filter(([, field]) => Object(field).description === undefined);
    const unshown = [required ?? []].flat().filter((name) => examples[0][String(name)] === undefined);
    return [...unsaid.map(([name]) => `${id}: ${name} says nothing`), ...unshown.map((name) => `${id}: no ${name}`)];
  });
  expect(faults).toEqual([]);
});

it('shows what the service answers to the examples today', { timeout: TIMEOUT_MS }, async () => {
  const world = await buildWorld(service);
  const answers = await recordAnswers(world, [...service.endpoints.values()]);
  expect(answers, 'npm run generate records them again').toEqual(await readRecordedAnswers());
});

it('is answered to anybody, for caches to keep, compressed where that is taken', async () => {
  const plain = await get();
  expect(plain.json).toEqual(JSON.parse(text));
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    vary: 'accept-encoding, origin',
  });
  const packed = await get({ 'accept-encoding': 'gzip, deflate, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(text);
  const again = await get({ 'if-none-match': String(plain.headers['etag']) });
  expect([again.status, again.text]).toEqual([304, '']);
});

it.each(['', 'identity', 'zstd', 'br;q=0, gzip;q=0', 'identity, gzip;q=0.1'])('is plain for "%s"', async (accepted) => {
  const { headers, json } = await get({ 'accept-encoding': accepted });
  expect([headers['content-encoding'], json.openapi]).toEqual([undefined, '3.1.0']);
});

it('is shown at /docs, where a token can be pasted and a call be tried, and asks no other host', {
  timeout: TIMEOUT_MS,
}, async () => {
  const watched = await openPage();
  const { page, faults } = watched;
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const { pathname, search } = new URL(request.url());
    const route = `${request.method()} ${pathname}`;
    const options = { headers: request.headers(), rawQuery: search.slice(1) };
    const answer = await service.call(service.endpoints.has(route) ? route : '$default', {}, options);
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    await request.respond({ status: answer.status, headers: Object.fromEntries(headers), body: answer.bytes });
  });
  await page.goto('http://127.0.0.1/docs#/session/getMe');
  await page.waitForSelector('#operations-session-getMe .try-out__btn');
  await page.click('.auth-wrapper .authorize');
  const token = await service.signIn('admin', 'admin-password');
  await page.type('.auth-container input', token);
  await page.click('.auth-btn-wrapper .authorize');
  await page.click('.btn-done');
  await page.click('#operations-session-getMe .try-out__btn');
  await page.locator('#operations-session-getMe .execute').click();
  await page.waitForSelector('#operations-session-getMe .live-responses-table .response');
  const shown = await page.$eval('#operations-session-getMe .live-responses-table', (table) => table.textContent);
  expect(shown).toContain('"uid": "admin"');
  expect([faults.filter((fault) => !fault.includes('favicon')), listForeignRequests(watched)]).toEqual([[], []]);
  await page.close();
});
