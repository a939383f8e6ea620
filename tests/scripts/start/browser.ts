import { build } from 'esbuild';
import type { Browser } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { findInaccessible } from '../../support/browser/axe.ts';
import { DESKTOP, describeInBrowser, openPage, startBrowser, type WatchedPage } from '../../support/browser/browser.ts';
import { DocsReader } from './docs-reader.ts';
import { ForeignPage, openOrigin } from './foreign-page.ts';

const START_LIMIT_MS = 90_000;
/** Drawing the whole reference is slow on a busy machine. */
const TEST_LIMIT_MS = 240_000;
const FORM = 'application/x-www-form-urlencoded';

/** The part of a form in the document that holds its examples. */
const Form = z.object({
  examples: z.record(z.string(), z.object({ summary: z.string(), value: z.record(z.string(), z.unknown()) })),
});
const PutForm = z.object({
  paths: z.object({
    '/api/dish': z.object({ put: z.object({ requestBody: z.object({ content: z.object({ [FORM]: Form }) }) }) }),
  }),
});

/** The tests of what browsers see of the service, where it runs already. */
export function describeBrowsing(service: { readonly baseUrl: string }): void {
  describeInBrowser('in a browser, on the running service', () => describePages(service));
}

function describePages(service: { readonly baseUrl: string }): void {
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    browser = await startBrowser();
  }, START_LIMIT_MS);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    watched = await openPage(browser);
  });
  afterEach(async () => {
    // A page must ask no other host, whatever it does.
    const elsewhere = watched.requests.filter((url) => new URL(url).hostname !== '127.0.0.1');
    await watched.page.close();
    expect(elsewhere).toEqual([]);
  });

  // Drawing the page takes seconds: so one reader does everything, one thing after another.
  it('has a reference page on which calls are read and tried', { timeout: TEST_LIMIT_MS }, async () => {
    const reader = new DocsReader(watched.page);
    await reader.open(service.baseUrl);
    await useByKeyboard(reader);
    await listUnits(reader);
    await signInPlainly(reader);
    await createDish(reader);
    // The page now shows unfolded calls, filled fields, and answers.
    expect(await findInaccessible(watched.page)).toEqual([]);
  });

  it('opens where a link leads, in Chinese, and shows pictures', { timeout: TEST_LIMIT_MS }, async () => {
    const { page } = watched;
    const reader = new DocsReader(page);
    // The language was chosen before, in a browser that prefers English, in which the page would open otherwise.
    await page.evaluateOnNewDocument("localStorage.setItem('catering-language', 'zh')");
    await reader.open(service.baseUrl, '#/dish/drawLabel');
    await reader.arriveAt('dish-drawLabel');
    expect(await findInaccessible(page)).toEqual([]);
    expect(await reader.findEnglish()).toEqual([]);
    await reader.signIn('lixuemei', '123456');
    await reader.begin('dish-createDish');
    await reader.tryOut('dish-drawLabel');
    await reader.fill('dish-drawLabel', 'id', '1');
    await page.locator('#operations-dish-drawLabel .execute').click();
    await page.waitForFunction("document.querySelector('.pictures img')?.naturalWidth > 100");
    expect(await reader.findEnglish()).toEqual([]);
    await goOnInEnglish(reader);
    expect(watched.faults).toEqual([]);
  });

  /** Session and place stay, answers come in the new language, and the choice is remembered. */
  async function goOnInEnglish(reader: DocsReader): Promise<void> {
    const { page } = watched;
    await reader.switchLanguage();
    await reader.arriveAt('dish-drawLabel');
    expect(await page.$eval('#who', (who) => who.textContent)).toBe('lixuemei (李雪梅), unit 1, 营养师');
    await reader.begin('session-getMe');
    expect(JSON.parse((await reader.execute('session-getMe')).body)).toMatchObject({ code: 200, desc: 'OK' });
    expect((await reader.findEnglish()).length).toBeGreaterThan(100);
    expect(await page.evaluate('({ ...localStorage })')).toEqual({ 'catering-language': 'en' });
    await page.evaluate('localStorage.clear()');
  }

  /** The page can be used with the keyboard alone, and forgets the session at the end. */
  async function useByKeyboard(reader: DocsReader): Promise<void> {
    const { page } = watched;
    const { keyboard } = page;
    await keyboard.press('Tab');
    await keyboard.type('admin');
    await keyboard.press('Tab');
    await keyboard.type('catering');
    await keyboard.press('Enter');
    await page.waitForSelector('#sign-out:not([hidden]) button:focus');
    await keyboard.press('Enter');
    await page.waitForSelector('#sign-in:not([hidden]) #uid:focus');
    await reader.begin('session-getMe');
    expect(await reader.execute('session-getMe')).toMatchObject({ status: '401' });
    await reader.end('session-getMe');
    expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([0, 0, '']);
    expect(watched.faults).toEqual([expect.stringMatching(/status of 401 .*\/api\/me$/)]);
  }

  /** The page repeats the service's reason for a failed sign-in, and lists units after the next sign-in. */
  async function listUnits(reader: DocsReader): Promise<void> {
    const { page } = watched;
    expect(await reader.signIn('admin', 'wrong')).toBe('Wrong user id or password');
    expect(await page.$eval('#password', (field) => [field.matches(':focus'), Reflect.get(field, 'value')])).toEqual([
      true,
      '',
    ]);
    expect(await reader.signIn('admin', 'catering')).toBe('admin (平台管理员), platform, 超级管理员');
    expect(await page.$eval('#message', (message) => message.textContent)).toBe('');
    await reader.begin('unit-listUnits');
    const { status, body } = await reader.execute('unit-listUnits');
    expect(status).toBe('200');
    expect(JSON.parse(body)).toMatchObject({ code: 200, success: true, body: { totalElements: 2 } });
    expect(body).toContain('成都市阳光实验小学');
    await reader.end('unit-listUnits');
    const paths = ['docs', 'openapi.json', 'api/login', 'api/logout', 'api/me', 'api/login', 'api/login'];
    const asked = [...paths, 'api/vender?pageSize=20&pageNo=0'].map((path) => `${service.baseUrl}/${path}`);
    expect(watched.requests).toEqual(asked);
    // Only the browser's own lines about the refusals.
    expect(watched.faults.slice(1)).toEqual([expect.stringMatching(/status of 401 .*\/api\/login$/)]);
    await reader.signOut();
  }

  /**
   * The page fits a telephone, fills in the document's examples, sends nothing unasked, and creates a dish that the
   * list then has.
   */
  async function createDish(reader: DocsReader): Promise<void> {
    const asked = { headers: { 'accept-language': 'en' } };
    const document: unknown = await (await fetch(`${service.baseUrl}/openapi.json`, asked)).json();
    const form = PutForm.parse(document).paths['/api/dish'].put.requestBody.content[FORM];
    await reader.signIn('lixuemei', '123456');
    const create = 'dish-createDish';
    await watched.page.setViewport({ width: 360, height: 740 });
    await reader.begin(create);
    expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await watched.page.setViewport(DESKTOP);
    const blank = await reader.readForm(create);
    expect(blank).toEqual({ icon: '', month: '', mark: '主食', poly: '', ingredient: '', name: '', vendors: '' });
    for (const { summary, value } of Object.values(form.examples)) {
      await reader.fillInExample(create, `Fill in: ${summary}`);
      const texts = Object.entries(value).map(([field, given]) => [field, String(given)]);
      expect(await reader.readForm(create)).toEqual({ ...blank, ...Object.fromEntries(texts) });
    }
    expect(Object.keys(form.examples)).not.toEqual([]);
    for (const field of ['icon', 'month', 'poly', 'vendors']) await reader.fill(create, field, '');
    await reader.fill(create, 'name', '浏览器豆腐');
    await reader.fill(create, 'mark', '素菜');
    await reader.fill(create, 'ingredient', '[{"key":"031307","value":120.5,"isMain":true}]');
    const { status, body } = await reader.execute(create);
    expect([status, JSON.parse(body)]).toEqual(['200', { code: 200, desc: 'OK', success: true }]);

    const list = 'dish-selectDishes';
    await reader.begin(list);
    await reader.fill(list, 'keyword', '浏览器');
    expect(JSON.parse((await reader.execute(list)).body).body).toEqual([
      expect.objectContaining({
        name: '浏览器豆腐',
        marks: '素菜',
        poly: '',
        ingredient: [{ key: '031307', value: 120.5, isMain: true }],
      }),
    ]);
    expect(watched.faults).toHaveLength(2);
  }

  /** The field hides the password, which is filled in as it is; its digest is what is sent. */
  async function signInPlainly(reader: DocsReader): Promise<void> {
    await reader.begin('session-signIn');
    await reader.fill('session-signIn', 'uid', 'admin');
    const field = '#operations-session-signIn tr[data-property-name="password"] input';
    expect(await watched.page.$eval(field, (input) => input.getAttribute('type'))).toBe('password');
    await reader.fill('session-signIn', 'password', 'catering');
    const { status, body } = await reader.execute('session-signIn');
    expect([status, JSON.parse(body).body.uid]).toEqual(['200', 'admin']);
  }

  describe('a page of another origin', { timeout: TEST_LIMIT_MS }, () => {
    let origin: Awaited<ReturnType<typeof openOrigin>>;
    let page: ForeignPage;
    beforeAll(async () => {
      origin = await openOrigin();
    });
    afterAll(() => origin?.stop());
    beforeEach(async () => {
      page = await ForeignPage.open(watched.page, origin.url, service.baseUrl);
      const { text } = await page.send('POST /api/login', { uid: 'yangguang', password: digestPassword('123456') });
      page.token = JSON.parse(text).body.token;
    });

    const done = { code: 200, desc: 'OK', success: true };
    const dish = { name: '他处的菜', mark: '素菜' };
    /** The id of the dish that was created last. */
    const readId = async () => JSON.parse((await page.send('GET /api/dish/select')).text).body[0].id;

    it('creates, changes and deletes with forms, the session in a header, asking leave for each method', async () => {
      const created = await page.send('PUT /api/dish', dish, { 'idempotency-key': 'foreign-1' });
      expect([created.status, JSON.parse(created.text)]).toEqual([200, done]);
      const id = await readId();
      const read = await page.send('GET /api/dish', { id });
      expect(JSON.parse(read.text)).toMatchObject({ name: dish.name, marks: dish.mark });
      const changed = await page.send(
        'POST /api/dish',
        { id, name: '改名' },
        { 'if-match': read.headers['etag'] ?? '' },
      );
      expect(JSON.parse(changed.text)).toEqual(done);
      expect(JSON.parse((await page.send('DELETE /api/dish', { ids: id })).text)).toEqual(done);
      expect(page.preflights).toEqual([
        'PUT authorization,idempotency-key',
        'GET authorization',
        'GET authorization',
        'POST authorization,if-match',
        'DELETE authorization',
      ]);
      expect(watched.faults).toEqual([]);
    });

    it.each([
      [400, 'invalid_input', 'PUT /api/dish', { mark: '素菜' }, {}],
      [401, 'not_signed_in', 'GET /api/me', {}, { authorization: 'Bearer nonsense' }],
      [403, 'wrong_side', 'GET /api/vender', {}, {}],
      [404, 'not_found', 'DELETE /api/nowhere', {}, {}],
      [404, 'dish_not_found', 'DELETE /api/dish', { ids: '1999999' }, {}],
      [413, 'payload_too_large', 'PUT /api/dish', { ...dish, icon: 'x'.repeat(3_000_000) }, {}],
    ])('reads a failure: %s %s of %s', async (status, reason, route, fields, headers) => {
      const seen = await page.send(route, fields, headers);
      expect([seen.status, JSON.parse(seen.text)]).toEqual([status, expect.objectContaining({ code: status, reason })]);
      expect(watched.faults).toEqual([expect.stringContaining(`the server responded with a status of ${status}`)]);
    });

    it('reads that it came too late, with the ETag, and that it comes too often, with when to come again', async () => {
      await page.send('PUT /api/dish', dish);
      const id = await readId();
      const late = await page.send('POST /api/dish', { id, name: '晚了' }, { 'if-match': '"0"' });
      expect([late.status, JSON.parse(late.text).reason]).toEqual([409, 'changed_meanwhile']);
      const wrong = { uid: 'wujing', password: digestPassword('wrong') };
      for (let attempt = 1; attempt <= 5; attempt++) await page.send('POST /api/login', wrong);
      const often = await page.send('POST /api/login', wrong);
      expect([often.status, JSON.parse(often.text).reason]).toEqual([429, 'too_many_failures']);
      expect(Number(often.headers['retry-after'])).toBeGreaterThan(0);
    });

    it('uses the client as it is', async () => {
      const bundled = await build({
        entryPoints: ['functions/catering.generated.ts'],
        bundle: true,
        format: 'iife',
        globalName: 'catering',
        write: false,
      });
      await watched.page.addScriptTag({ content: bundled.outputFiles[0]?.text ?? '' });
      const result = await watched.page.evaluate(`(async () => {
        const client = new catering.CateringClient({ baseUrl: '${service.baseUrl}', language: 'zh' });
        await client.signIn('mingde', '123456');
        await client.createDish({ name: '客户端的菜', mark: '点心' }, { idempotencyKey: 'client-1' });
        const [{ id }] = await client.selectDishes({ keyword: '客户端' });
        const dish = await client.findDishes({ id });
        await client.updateDish({ id, name: '改了' }, { ifMatch: client.etagOf(dish) });
        const refused = await client.updateDish({ id, name: '再改' }, { ifMatch: client.etagOf(dish) }).catch((one) => one);
        await client.deleteDishes({ ids: [id] });
        return [dish.name, refused.status, refused.reason, refused.desc];
      })()`);
      expect(result).toEqual(['客户端的菜', 409, 'changed_meanwhile', '数据已被他人修改，请重试']);
    });
  });
}
