import { expect, it } from 'vitest';
import { addDays, formatDate, toDay, toMonday } from '../../lib/domain/values/calendar.ts';
import { REJECTION } from '../../scripts/start/demo-menus.ts';
import { GROUPS, menuItems } from '../support/nouns/menus.ts';
import { addSchool, addUnit, addUser, PASSWORD } from '../support/nouns/units.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const dayIn = (days: number) => addDays(toDay(service.deps.now(), 'Asia/Shanghai'), days);

const service = await openService();
await fillWithDemo(service);
const http = await openHttp(service);

it('shows a unit its week, its deadlines and its review decisions', async () => {
  const token = await service.signIn('mingde', '123456');
  const date = toMonday(dayIn(0));
  const live = await service.call('GET /api/menu/live', { from: date }, { token });
  const [{ name }] = live.json.body[0].menus[0].groups[0].meals[0].dishes;
  const page = await visit(http.url, '/w/home', { as: 'mingde' });
  await page.see('今天', '明天', '本周营养', '周一', '早餐', name, '已发布', '还没有提交');
  await page.see('驳回', REJECTION, '8 步都已完成');
  await page.click('DisclosureTriangle', '使用步骤 8 步都已完成');
  await page.see('✓ 已完成，4 餐');
  await page.see(`${formatDate(addDays(date, 4))} 周五 17:00 前发布`);
  await page.expectAccessible();
  await page.click('link', '审核意见');
  await page.find('heading', '审核');
  await page.watched.page.goBack();
  const [next] = (await service.call('GET /api/menu', { from: addDays(date, 7), to: addDays(date, 13) }, { token }))
    .json.body.content;
  await page.click('link', next.name);
  expect(page.path()).toBe(`/w/planner?id=${next.id}`);
  page.expectQuiet();
});

it('shows a kitchen its day: heads, swap, kitchen sheet and samples', async () => {
  const token = await service.signIn('yangguang', '123456');
  const call = async (route: string, facts: Record<string, string | number>) =>
    (await service.call(route, facts, { token })).json.body;
  const [{ id: source }] = (await call('GET /api/menu', { state: '已发布' })).content;
  await call('PUT /api/menu/copy', { id: source, start: dayIn(0), name: '五天' });
  const [{ id }] = (await call('GET /api/menu', { keyword: '五天' })).content;
  await call('POST /api/menu/submit', { id, confirm: 'allergen' });
  await call('POST /api/menu/people', { id, day: 1, group: '中体力', people: 812 });
  const page = await visit(http.url, '/w/home', { as: 'yangguang', size: [390, 844] });
  await page.see('中体力 812 人，避花生 6 人', '中体力 854 人，避花生 6 人', '本周营养', '避花生：');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '留样「今天五天」');
  await page.settle();
  expect(http.requests.at(-1)).toBe('GET /api/menu/samples.xlsx');
  await page.click('button', '投料单「今天五天」');
  const context = page.watched.page.browserContext();
  const sheet = await (await context.waitForTarget((one) => one.url().includes('/print/'))).asPage();
  await sheet.waitForFunction(`document.body.innerText.includes('五天')`);
  await sheet.close();
  for (const name of ['当天人数', '临时换菜']) {
    await page.click('link', `${name}「今天五天」`);
    await page.find('heading', name);
    await page.click('button', '取消');
    expect(page.path()).toBe(`/w/planner?id=${id}`);
    await page.goTo('/w/home');
  }
  await page.click('link', '采购「明天五天」');
  expect(page.path()).toBe(`/w/purchase?menu=${id}&day=${dayIn(1)}`);
  await page.goTo('/w/home');
  await page.click('link', '临时换菜「明天五天」');
  expect(await page.read('combobox', '换掉')).toMatch(/^2 lunch /);
  page.expectQuiet();
  await page.close();
});

it('leads a new unit with the longest name from step to step', async () => {
  const { id } = await addSchool(service, 'hongqi', { name: LONG });
  const page = await visit(http.url, '/w/home', { as: 'hongqi', password: PASSWORD, size: [390, 844] });
  await page.see('还差 7 步', '待完成', '本周没有已发布的食谱', '还没有食谱', '还没有审核意见');
  await page.expectGone('明天');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('link', '添加菜品');
  await page.find('heading', '菜品');
  page.expectQuiet();
  await page.close();

  await addUser(service, id, 'cook', [25]);
  const other = await visit(http.url, '/w/home', { as: 'cook', password: PASSWORD });
  await other.see('请从上面的导航开始');
  expect(await other.has('heading', '审核意见')).toBe(false);
  await other.expectAccessible();
  other.expectQuiet();
});

it('shows the platform the waiting menus and the ending units, and retries after a failure', async () => {
  const token = await service.signIn('mingde', '123456');
  const { content } = (await service.call('GET /api/menu', { state: '草稿' }, { token })).json.body;
  const [{ id, name }] = content;
  await service.call('POST /api/menu/submit', { id, confirm: 'allergen' }, { token });
  await addUnit(service, 'soon', { name: '快到期的学校', expire: dayIn(10) });
  await addUnit(service, 'over', { name: '到期了的学校', expire: dayIn(-1) });
  await addUnit(service, 'later', { name: '还早的学校', expire: dayIn(40) });
  const desc = '服务繁忙，请稍后再试';
  http.answerNext('GET /api/vender', 503, { code: 503, success: false, reason: 'unavailable', desc });
  // No unit has this week; the rest of the page is tested.
  const page = await visit(http.url, '/w/home?category=-', { as: ADMIN.uid, size: [390, 844] });
  await page.see(`${desc}。`, '没有符合条件的单位');
  await page.expectGone('请稍后重试');
  await page.click('button', '重试');
  await page.see('还有 10 天', '已到期，现在不能登录', '没有营养标准的单位', '食谱不能评价', '从没登录过的单位');
  const main = await page.read('main', '');
  // Other lists come before, and have the units that are new.
  const text = main.slice(main.indexOf('30 天内到期的单位'));
  expect(text.indexOf('到期了的学校')).toBeLessThan(text.indexOf('快到期的学校'));
  expect(text).not.toContain('还早的学校');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('link', `杭州市明德初级中学：${name}`);
  await page.find('heading', name);
  page.expectQuiet(503);
});

it('shows the platform the week over all units, late ones first, by page, week, state and category, and as a workbook', async () => {
  const monday = toMonday(dayIn(0));
  const longest = `${LONG.slice(1)}晚`;
  const publish = async (account: string, name: string, days: number) => {
    const { id, token } = await addSchool(service, account, { name, category: '幼儿园' });
    const dish = await service.call('PUT /api/dish', { name: '粥', mark: '粥' }, { token });
    const items = menuItems([1, 'lunch', Number(dish.headers['catering-ids'])]);
    const menu = { name: '本周', start: monday, days, groups: GROUPS, items };
    const { headers } = await service.call('PUT /api/menu', menu, { token });
    await service.call('POST /api/menu/submit', { id: Number(headers['catering-ids']) }, { token });
    return id;
  };
  for (let count = 1; count <= 12; count++) await addSchool(service, `late${count}`, { category: '幼儿园' });
  await publish('done', '按时的学校', 5);
  const part = await publish('part', longest, 2);
  // Without a week the page shows the next one from Friday evening on.
  const home = `/w/home?category=幼儿园&week=${monday}`;
  const page = await visit(http.url, home, { as: ADMIN.uid, size: [390, 844] });
  await page.see('各单位的食谱', '未编制 12，已发布 2 逾期 13', longest, '2 / 5 天 逾期', '没有标准，未评');
  await page.see('第 1 / 2 页，共 14 条');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '下一页');
  await page.see('第 2 / 2 页', 'late1小学', '5 / 5 天');
  const text = await page.read('region', '各单位的食谱，逾期的在前');
  expect(text.indexOf('late1小学')).toBeLessThan(text.indexOf('按时的学校'));
  await page.fill('combobox', '状态', '已发布');
  await page.see('共 2 条');
  await page.click('button', '下载进度表');
  await page.settle();
  expect(http.requests.at(-1)).toBe('GET /api/menu/overview.xlsx');
  // The demo's schools are of today: they may owe nothing of this week any more.
  await page.fill('combobox', '状态', '');
  await page.fill('combobox', '类别', '初中');
  await page.fill('combobox', '周', addDays(monday, 7));
  await page.see('共 1 条', '杭州市明德初级中学', '都合适', ' 元');
  await page.fill('combobox', '状态', '已发布');
  await page.fill('combobox', '周', addDays(monday, 14));
  await page.see('没有符合条件的单位');
  expect(new URLSearchParams(page.path().split('?')[1]).get('week')).toBe(addDays(monday, 14));
  await page.fill('combobox', '状态', '');
  // Only the caption of the list still has the word.
  await page.see('已驳回 1', '0 / 5 天');
  for (const late of ['逾期 1', '天 逾期']) await page.expectGone(late);
  await page.expectAccessible();
  page.expectQuiet();
  await page.close();

  await addUser(service, 0, 'auditor', [44]);
  await service.call(
    'DELETE /api/vender',
    { vender: part },
    { token: await service.signIn(ADMIN.uid, ADMIN.password) },
  );
  const other = await visit(http.url, home, { as: 'auditor', password: PASSWORD });
  await other.see('未编制 12，已发布 1 逾期 12', 'late12小学');
  expect([await other.has('heading', '等您审核的食谱'), await other.has('link', 'late12小学')]).toEqual([false, false]);
  other.expectQuiet();
});
