import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { findInaccessible } from '../../support/browser/axe.ts';
import {
  DESKTOP,
  describeInBrowser,
  listElsewhere,
  openPage,
  type WatchedPage,
} from '../../support/browser/browser.ts';
import { DocsReader } from './docs-reader.ts';
import { describeForeignPage } from './foreign-origin.ts';

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
  describeInBrowser('the reference page in a browser, on the running service', () => describeReference(service));
  describeInBrowser('a page of another origin, on the running service', () => describeForeignPage(service));
}

function describeReference(service: { readonly baseUrl: string }): void {
  let watched: WatchedPage;
  beforeEach(async () => {
    watched = await openPage();
  });
  afterEach(async () => {
    await watched.page.close();
    expect(listElsewhere(watched)).toEqual([]);
  });

  // Drawing the page takes seconds: so one reader does everything, one thing after another.
  it('has a reference page on which calls are read and tried', { timeout: TEST_LIMIT_MS }, async () => {
    const reader = new DocsReader(watched.page);
    await reader.open(service.baseUrl);
    await expectToFitTelephone();
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
    await reader.narrow('/api/dish');
    await reader.signIn('lixuemei', '123456');
    await reader.begin('dish-createDish');
    expect(await reader.findEnglish()).toEqual([]);
    await reader.narrow('/api/dish/label');
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
    expect((await reader.findEnglish()).length).toBeGreaterThan(100);
    await reader.narrow('/api/me');
    await reader.begin('session-getMe');
    expect(JSON.parse((await reader.execute('session-getMe')).body)).toMatchObject({ code: 200, desc: 'OK' });
    expect(await page.evaluate('({ ...localStorage })')).toEqual({ 'catering-language': 'en' });
    await page.evaluate('localStorage.clear()');
  }

  async function expectToFitTelephone(): Promise<void> {
    await watched.page.setViewport({ width: 360, height: 740 });
    expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await watched.page.setViewport(DESKTOP);
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
    await reader.narrow('session');
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
    await reader.narrow('unit');
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
   * The form fits a telephone, is filled in with the document's examples, sends nothing unasked, and creates a dish
   * that the list then has.
   */
  async function createDish(reader: DocsReader): Promise<void> {
    const asked = { headers: { 'accept-language': 'en' } };
    const document: unknown = await (await fetch(`${service.baseUrl}/openapi.json`, asked)).json();
    const form = PutForm.parse(document).paths['/api/dish'].put.requestBody.content[FORM];
    await reader.signIn('lixuemei', '123456');
    const create = 'dish-createDish';
    await reader.narrow('dish');
    await reader.begin(create);
    await expectToFitTelephone();
    const blank = await reader.readForm(create);
    expect(blank).toEqual({ icon: '', month: '', mark: '主食', poly: '', ingredient: '', name: '', vendors: '' });
    for (const { summary, value } of Object.values(form.examples)) {
      await reader.fillInExample(create, `Fill in: ${summary}`);
      const texts = Object.entries(value).map(([field, given]) => [field, String(given)]);
      expect(await reader.readForm(create)).toEqual({ ...blank, ...Object.fromEntries(texts) });
    }
    expect(Object.keys(form.examples)).not.toEqual([]);
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
    await reader.narrow('session');
    await reader.begin('session-signIn');
    await reader.fill('session-signIn', 'uid', 'admin');
    const field = '#operations-session-signIn tr[data-property-name="password"] input';
    expect(await watched.page.$eval(field, (input) => input.getAttribute('type'))).toBe('password');
    await reader.fill('session-signIn', 'password', 'catering');
    const { status, body } = await reader.execute('session-signIn');
    expect([status, JSON.parse(body).body.uid]).toEqual(['200', 'admin']);
  }
}
