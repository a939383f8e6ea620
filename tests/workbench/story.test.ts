import { afterAll, expect, it } from 'vitest';
import { toDay } from '../../lib/domain/values/calendar.ts';
import { addSchool, PASSWORD } from '../support/nouns/units.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { openHttp, openPlatform } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

const SCHOOL = '新开的小学';
const DISH = '番茄牛肉饭';
const COMMENT = '午餐请少一道菜';

const { service, admin } = await openPlatform();
await fillWithDemo(service);
const http = await openHttp(service);
const { id } = await addSchool(service, 'xinxiao', { name: SCHOOL });
await service.call('POST /api/vender', { venderId: id, menuReview: 'true' }, { token: admin });
const [standard] = (await service.call('GET /api/nutrition', {}, { token: admin })).json.body.content;
const vendors = [...standard.vendors, id].join();
await service.call('POST /api/nutrition', { id: standard.id, vendors }, { token: admin });
const page = await visit(http.url, '/w/home');
afterAll(async () => {
  page.expectQuiet();
});

/** Reviews the waiting menu. */
async function review(decision: '通过' | '驳回', comment: string): Promise<void> {
  const reviewer = await visit(http.url, '/w/home', { as: ADMIN.uid });
  await reviewer.click('link', `${SCHOOL}：开学第一天`);
  await reviewer.see(DISH);
  await reviewer.fill('textbox', '审核意见', comment);
  await reviewer.click('button', decision);
  await reviewer.see(decision === '通过' ? '已通过' : '已驳回，单位会看到您的意见');
  reviewer.expectQuiet();
}

async function submit(): Promise<void> {
  await page.see('已保存');
  await page.click('button', '提交审核');
  await page.find('heading', '日均');
  await page.click('button', '提交');
  await page.see('已提交，等平台审核');
}

/** The full name of the button that starts with a text. */
const nameOf = async (start: string) =>
  new RegExp(`button (${start}.*?)( pressed)?$`, 'm').exec(await page.outline())?.[1] ?? start;

it('a school signs in, and follows the steps', async () => {
  await page.fill('textbox', '用户名', 'xinxiao');
  await page.fill('textbox', '密码', PASSWORD);
  await page.click('button', '登录');
  await page.see('待完成', '还没有食谱');
  await page.click('link', '标记食材');
  await page.fill('searchbox', '名称或拼音', 'fanqie');
  await page.fill('combobox', '番茄的标记', '常用');
  await page.see('已保存');
});

it('it writes a dish of its own', async () => {
  await page.click('link', '菜品');
  await page.click('link', '新建菜品');
  await page.fill('textbox', '名称', DISH);
  await page.fill('combobox', '标记', '主食');
  for (const [keyword, name, grams] of [
    ['fanqie', '番茄', '100'],
    ['dami', '大米', '80'],
  ] as const) {
    await page.focus('searchbox', '添加食材');
    await page.watched.page.keyboard.type(keyword);
    await page.see(name);
    await page.press('Enter');
    await page.fill('textbox', `${name}的克数`, grams);
  }
  await page.click('button', '保存');
  await page.see(`已保存「${DISH}」`);
});

it('it plans a menu that begins today, puts its dish into it, and submits it', async () => {
  await page.click('link', '食谱');
  await page.click('button', '新建食谱');
  await page.fill('textbox', '名称', '开学第一天');
  await page.fill('Date', '第一天', toDay(service.deps.now(), 'Asia/Shanghai'));
  await page.fill('combobox', '天数', '1');
  await page.fill('spinbutton', '人数', '500');
  await page.click('button', '新建');
  await page.click('button', '自动排餐');
  await page.click('button', '开始排');
  await page.see('排好了');
  await page.click('button', '知道了');
  await page.see('已保存');
  await page.focus('button', await nameOf('周.午餐 添加菜品'));
  await page.press('Enter');
  await page.fill('searchbox', '找菜', DISH);
  await page.press('Enter');
  await page.see(`添加 ${DISH}`);
  await page.find('button', await nameOf(`${DISH} 周.午餐`));
  await submit();
});

it('it reads why the menu was rejected, changes it, and gets it approved', async () => {
  await review('驳回', COMMENT);
  await page.click('link', '首页');
  await page.see('被驳回，请修改后重新提交', COMMENT);
  await page.click('link', '开学第一天');
  await page.see(`这份食谱被驳回了：${COMMENT}`);
  await page.focus('button', await nameOf('(?!番茄牛肉饭)\\S+ 周.午餐 \\d'));
  await page.press('Delete');
  await submit();
  await review('通过', '');
});

it('it prints the sheet and buys what the menu needs', async () => {
  await page.goTo(page.path());
  await page.see('已发布');
  await page.click('button', '打印');
  await page.click('button', '打印公示表');
  const opened = await page.watched.page.browserContext().waitForTarget((one) => one.url().includes('/print/'));
  const sheet = await opened.asPage();
  await sheet.waitForFunction(`document.body.innerText.includes('${DISH}')`);
  await sheet.close();
  await page.click('link', '查看采购');
  await page.find('heading', '采购');
  await page.see('大米', '番茄', '按正在供应的第 2 次提交算');
});

it("it shows the menu on a screen and on parents' phones", async () => {
  await page.click('link', '大屏');
  await page.click('button', '新建大屏');
  await page.fill('textbox', '名称', '一楼食堂');
  await page.click('button', '新建并取得地址');
  const screen = await page.read('status', '地址');
  expect(await (await fetch(screen)).text()).toContain(DISH);
  await page.click('button', '已经用上了');
  await page.see('正在显示');
  await page.click('button', '新建大屏');
  await page.fill('textbox', '名称', '家长');
  await page.click('radio', '手机页面（家长）');
  await page.click('button', '新建并取得地址');
  const phone = await page.read('status', '地址');
  expect(await (await fetch(phone)).text()).toContain(DISH);
  await page.click('button', '已经用上了');
  await page.click('button', '退出');
  await page.find('button', '登录');
});
