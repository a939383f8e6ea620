import { expect, it } from 'vitest';
import { addSchool, addUser, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import type { WorkbenchPage } from '../support/workbench/page.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const school = { as: 'hongqi', password: PASSWORD };

const service = await openService();
const { id } = await addSchool(service, 'hongqi', { name: LONG });
await addUser(service, id, 'newcomer', [18]);
const http = await openHttp(service);

async function signIn(page: WorkbenchPage, uid: string, password: string): Promise<void> {
  await page.fill('textbox', '用户名', uid);
  await page.fill('textbox', '密码', password);
  await page.click('button', '登录');
}

it('leads to the opened address, and signs out', async () => {
  const page = await visit(http.url, '/w/home?day=1');
  await page.find('heading', '配餐');
  await page.see('忘了密码：请单位主账号');
  await page.expectAccessible();
  await page.fill('textbox', '密码', 'a secret');
  expect(await page.outline()).not.toContain('a secret');
  await page.click('button', '显示密码');
  expect(await page.outline()).toContain('textbox 密码 = a secret');
  await page.click('button', '隐藏密码');
  await signIn(page, ADMIN.uid, ADMIN.password);
  await page.find('heading', '首页');
  expect(page.path()).toBe('/w/home?day=1');
  await page.expectAccessible();
  await page.click('button', '退出');
  await page.find('button', '登录');
  page.expectQuiet();
});

it('another tab of the browser is signed in, and signing out ends all, that of a printed page too', async () => {
  const page = await visit(http.url, '/w/evaluation', school);
  const second = await visit(http.url, '/w/login', { beside: page });
  await second.see(LONG, '您的密码是别人设的');
  expect(second.path()).toBe('/w/home');
  await page.click('button', '打印');
  const context = page.watched.page.browserContext();
  const printed = await (await context.waitForTarget((one) => one.url().includes('/print/'))).asPage();
  expect(await printed.evaluate('sessionStorage.length')).toBe(0);
  await page.click('button', '退出');
  await second.find('button', '登录');
  expect(await second.watched.page.evaluate('sessionStorage.length')).toBe(0);
  await printed.goto(`${http.url}/w/home`);
  await printed.waitForSelector('::-p-aria([name="登录"][role="button"])');
  await signIn(second, school.as, PASSWORD);
  await page.find('heading', '评价');
  page.expectQuiet();
  await page.close();
});

it.each([
  ['America/Los_Angeles', '12月31日 周四'],
  ['Asia/Shanghai', '1月1日 周五'],
])('today is that of a service in %s, wherever the browser is', async (timeZone, today) => {
  service.deps = { ...service.deps, env: { ...service.deps.env, timeZone } };
  const page = await visit(http.url, '/w/login');
  await page.watched.page.emulateTimezone('America/Sao_Paulo');
  await page.watched.page.evaluateOnNewDocument("Date.now = () => Date.parse('2027-01-01T05:00Z')");
  await page.goTo('/w/home');
  await signIn(page, 'newcomer', PASSWORD);
  await page.see(today);
  await page.close();
});

it('says why signing in failed and what to do, in Chinese in every browser, and keeps the input', async () => {
  const page = await visit(http.url, '/w/home');
  const network = await page.watched.page.createCDPSession();
  await network.send('Network.setUserAgentOverride', { userAgent: 'Mozilla/5.0', acceptLanguage: 'en-US,en' });
  await signIn(page, ADMIN.uid, 'wrong');
  await page.see('用户名或密码错误');
  expect(await page.read('textbox', '用户名')).toBe(ADMIN.uid);
  await page.expectAccessible();
  http.isBroken = true;
  await page.click('button', '登录');
  await page.see('连接不上服务', '请检查网络');
  http.isBroken = false;
  await signIn(page, ADMIN.uid, ADMIN.password);
  await page.find('heading', '首页');
  page.expectQuiet(401, 'ERR_EMPTY_RESPONSE', 'ERR_CONNECTION_RESET', 'ERR_SOCKET_NOT_CONNECTED');
});

it('shows the longest name on a phone without scrolling sideways', async () => {
  const page = await visit(http.url, '/w/home', { ...school, size: [390, 844] });
  await page.see(LONG);
  await page.expectNoSideways();
  await page.expectAccessible();
  page.expectQuiet();
});

it('an address without a page says so', async () => {
  const page = await visit(http.url, '/w/nowhere', { ...school });
  await page.find('heading', '没有这个页面');
  await page.click('link', '回到首页');
  await page.find('heading', '首页');
  await page.expectAccessible();
});

it.each(['menus', 'planner', 'review', 'dish', 'ingredient', 'standard', 'purchase', 'screen', 'user', 'log'])(
  'without an item of it /w/%s is not in the navigation, and its address says so',
  async (name) => {
    const page = await visit(http.url, `/w/${name}`, { as: 'newcomer', password: PASSWORD });
    await page.see('您的角色没有打开');
    const nav = (await page.outline()).match(/^ +link .+$/gm)?.map((line) => line.trim());
    expect(nav).toEqual(['link 首页', 'link 设置']);
    page.expectQuiet();
  },
);

it('home says that the network is gone, and retries', async () => {
  const page = await visit(http.url, '/w/settings', { as: 'newcomer', password: PASSWORD });
  await page.setOffline(true);
  await page.click('link', '首页');
  await page.see('连接不上服务');
  await page.expectAccessible();
  await page.setOffline(false);
  await page.click('button', '重试');
  await page.see('使用步骤');
  await page.expectGone('连接不上服务');
  page.expectQuiet('ERR_INTERNET_DISCONNECTED');
});

it('signing out of an expired session does not ask to sign in', async () => {
  const page = await visit(http.url, '/w/home', { ...school });
  http.answerNext('POST /api/logout', 401, { code: 401, success: false, reason: 'not_signed_in', desc: '请先登录' });
  await page.click('button', '退出');
  await page.find('heading', '配餐');
  expect(await page.has('dialog', '登录已过期，请重新登录')).toBe(false);
});
