import { expect, it, vi } from 'vitest';
import { createMenu, createPending, createReviewed } from '../support/nouns/menus.ts';
import { addUser, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openSetup } from '../support/service/open.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);

const { service, setup } = await openSetup();
const http = await openHttp(service);
const school = await createReviewed(setup);
const price = { nutrient: await setup.loadRice(), price: '12' };
await setup.succeed('PUT /api/ingredient/price', price, school.token);

const open = (path: string, rest = {}) =>
  visit(http.url, path, { as: school.account, password: school.password, ...rest });

/** The names and states of the school's menus, the newest first. */
async function readMenus(): Promise<string[]> {
  const { content } = await setup.succeed('GET /api/menu', { pageSize: 50 }, school.token);
  return content.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`);
}

it('the first week is created and opens in the planner', async () => {
  const standards = [await setup.createStandard(school), await setup.createStandard(school)];
  const page = await open('/w/menus');
  await page.see('还没有食谱。先新建一周，再排上菜。');
  await page.click('button', '新建并自动排');
  expect(standards.map(String)).toContain(await page.read('combobox', '营养标准'));
  await page.fill('textbox', '名称', '开学第一周');
  await page.click('button', '新建');
  await page.see('填写的内容有误');
  await page.expectAccessible();
  await page.fill('combobox', '活动水平', '中体力');
  // A further group has the level of the first, which is removed.
  await page.click('button', '再加一个人群');
  await page.click('button', '去掉');
  await page.fill('spinbutton', '人数', '300');
  await page.click('button', '新建');
  await page.see('已新建「开学第一周」');
  await page.find('dialog', '自动排餐');
  expect(await readMenus()).toEqual(['开学第一周 草稿']);
  page.expectQuiet(400);
});

it('the list shows states, shortfalls, cost and review comments, filtered by state and date', async () => {
  const rejected = await createPending(setup, school, { name: '被退回', start: '2026-10-12' });
  const review = { id: rejected, revision: 1, result: '驳回', comment: '周三没有蔬菜' };
  await setup.succeed('POST /api/menu/review', review, setup.admin);
  const live = await createPending(setup, school, { name: '十月', start: '2026-10-05' });
  await setup.succeed('POST /api/menu/review', { id: live, revision: 1, result: '通过' }, setup.admin);
  await setup.succeed('POST /api/menu', { id: live, name: '十月改' }, school.token);
  const page = await open('/w/menus');
  await page.see('审核意见：周三没有蔬菜', '10月5日–10月9日', '正在供应第 1 次提交', '没有标准，未评', '1.20 元');
  expect(await page.has('button', '删除「十月改」')).toBe(false);
  await page.expectAccessible();
  await page.fill('combobox', '状态', '已驳回');
  await page.expectGone('十月改');
  await page.see('被退回');
  expect(decodeURIComponent(page.path())).toBe('/w/menus?state=已驳回');
  await page.goTo('/w/menus?to=2026-10-01');
  await page.see('没有符合条件的食谱');
  page.expectQuiet();
});

it('a week is copied to another one, in spite of a broken network and a refusal', async () => {
  const page = await open('/w/menus');
  await page.click('link', '复制「十月改」');
  // The week has a menu already, which stays as it is unless somebody wants otherwise.
  await page.fill('combobox', '10月12日–10月16日已有「被退回」（已驳回）', 'add');
  await page.setOffline(true);
  await page.click('button', '复制');
  await page.see('连接不上服务');
  await page.expectAccessible();
  await page.setOffline(false);
  http.answerNext('PUT /api/menu/copy', 409, { code: 409, success: false, reason: 'quota_reached', desc: '已满' });
  for (const text of ['已满。请先删除不再使用的内容', '别的周已存为草稿']) {
    await page.click('button', '更多');
    await page.click('button', '复制到别的周');
    await page.fill('combobox', '10月12日–10月16日已有「被退回」（已驳回）', 'add');
    await page.click('button', '复制');
    await page.see(text);
  }
  expect((await readMenus())[0]).toBe('10月12日–10月16日食谱 草稿');
  page.expectQuiet('ERR_INTERNET_DISCONNECTED', 409);
});

it('a copy replaces a draft, but no draft that a colleague has changed meanwhile', async () => {
  const draft = await createMenu(setup, { name: '旧稿', start: '2026-11-03' }, school);
  const page = await open('/w/menus');
  await page.click('link', '复制「十月改」');
  const replaceDraft = async () => {
    await page.fill('Date', '第一天', '2026-11-02');
    await page.fill('combobox', '11月2日–11月6日已有「旧稿」（草稿）', String(draft));
  };
  await replaceDraft();
  await setup.succeed('POST /api/menu', { id: draft, days: 3 }, school.token);
  await page.click('button', '复制');
  await page.see('「旧稿」刚被人改过，没有替换');
  await page.click('button', '更多');
  await page.click('button', '复制到别的周');
  await replaceDraft();
  await page.click('button', '复制');
  await page.find('link', '旧稿');
  const { items, ...menu } = await setup.succeed('GET /api/menu', { id: draft }, school.token);
  expect(menu).toMatchObject({ name: '旧稿', start: '2026-11-02', days: 5 });
  expect(items).toHaveLength(1);
  await setup.succeed('DELETE /api/menu', { ids: draft }, school.token);
  page.expectQuiet();
});

it('a menu submitted meanwhile is not deleted; a draft is, after confirmation', async () => {
  const id = await createMenu(setup, { name: LONG }, school);
  const page = await open('/w/menus', { size: [390, 844] });
  await page.click('button', '删除「10月12日–10月16日食谱」');
  await page.see('排好的 1 道菜会一起删除');
  await page.expectAccessible();
  await page.click('button', '删除');
  await page.see('已删除食谱「10月12日–10月16日食谱」');
  // The list moves up when it is read anew; a click before would miss its button.
  await vi.waitFor(async () => expect(await page.outline()).not.toContain('删除「10月12日–10月16日食谱」'), 40_000);
  await page.click('button', `删除「${LONG}」`);
  await setup.succeed('DELETE /api/menu', { ids: id }, school.token);
  await page.click('button', '删除');
  await page.see('食谱不存在');
  await page.expectNoSideways();
  page.expectQuiet(404);
});

it('a further week follows the last one, for the same people', async () => {
  const other = await setup.createSchool();
  const groups = [{ name: '走读', level: '中体力', people: 60, factor: 0.9, avoid: ['花生'] }];
  const facts = { groups: JSON.stringify(groups), meals: 'lunch,supper', days: 4 };
  await createMenu(setup, { ...facts, start: '2099-03-03' }, other);
  await createMenu(setup, { start: '2099-02-23', days: 2 }, other);
  const page = await visit(http.url, '/w/menus', { as: other.account, password: other.password });
  await page.click('button', '新建食谱');
  expect(await page.read('Date', '第一天')).toBe('2099-03-09');
  await page.fill('Date', '第一天', '2099-03-04');
  await page.see('这几天已有', '再建就是第二份');
  await page.expectAccessible();
  await page.fill('Date', '第一天', '2099-03-09');
  await page.expectGone('这几天已有');
  await page.click('button', '新建');
  await page.see('可以排菜了');
  const { content } = await setup.succeed('GET /api/menu', { pageSize: 1 }, other.token);
  const { start, days, meals, groups: eaters } = content[0];
  expect([start, days, meals]).toEqual(['2099-03-09', 4, ['lunch', 'supper']]);
  expect(eaters).toEqual([{ ...groups[0], meals: ['lunch', 'supper'] }]);
  page.expectQuiet();
});

it('without the permission items nothing can be changed', async () => {
  await addUser(service, school.id, 'reader', [29]);
  const page = await visit(http.url, '/w/menus', { as: 'reader', password: PASSWORD });
  await page.see('十月改');
  expect([await page.has('button', '新建食谱'), await page.has('link', '复制「十月改」')]).toEqual([false, false]);
  page.expectQuiet();
});
