import { expect, it } from 'vitest';
import { toDay, toMonday } from '../../lib/domain/values/calendar.ts';
import { PICTURES } from '../support/nouns/phones.ts';
import { addSchool, addUser, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const GROUPS = JSON.stringify(['一年级', '二年级'].map((name) => ({ name, level: '中体力', people: 100 })));
const school = { as: 'hongqi', password: PASSWORD };

const service = await openService();
const { id, token } = await addSchool(service, 'hongqi', { name: '红旗小学' });
await addUser(service, id, 'walls', [19]);
const menu = { name: '第一周', start: '2026-09-07', groups: GROUPS };
await service.call('PUT /api/menu', menu, { token });
const http = await openHttp(service);

const list = async () => (await service.call('GET /api/screen', {}, { token })).json.body;

it('creates a screen whose address is shown once, and replaces the address', async () => {
  const page = await visit(http.url, '/w/screen', school);
  await page.see('还没有大屏');
  await page.click('button', '新建大屏');
  await page.fill('textbox', '名称', '一楼食堂');
  await page.click('checkbox', '二年级');
  await page.expectAccessible();
  await page.click('button', '新建并取得地址');
  await page.find('image', '地址的二维码');
  const first = await page.read('status', '地址');
  expect(first).toContain(`${http.url}/screen/`);
  expect((await fetch(first)).status).toBe(200);
  await page.expectAccessible();
  await page.click('button', '已经用上了');
  await page.see('一楼食堂', '二年级', '正在显示');
  await page.expectAccessible();

  await page.click('button', '换新地址：一楼食堂');
  await page.see('一分钟内会变成「此屏幕已停用」');
  await page.click('button', '换新地址');
  await page.find('heading', '「一楼食堂」的地址');
  const second = await page.read('status', '地址');
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([410, 200]);
  expect(await list()).toMatchObject([{ name: '一楼食堂', form: 'wall', levels: ['二年级'] }]);
  page.expectQuiet();
});

it('previews a screen in a frame, and names the screen before deleting it', async () => {
  await service.call('PUT /api/screen', { name: LONG, form: 'led' }, { token });
  const page = await visit(http.url, '/w/screen', { ...school, size: [390, 844] });
  await page.expectNoSideways();
  await page.click('button', `预览：${LONG}`);
  await page.find('Iframe', LONG);
  const frame = await page.watched.page.waitForFrame((one) => one.url().includes('/print/'));
  await frame.waitForFunction(`document.body.innerText.includes('红旗小学')`);
  await page.expectNoSideways();
  await page.click('button', '关闭');
  await page.click('button', `删除：${LONG}`);
  await page.see(`「${LONG}」的LED 横屏一分钟内会变成「此屏幕已停用」`);
  await page.expectAccessible();
  await page.click('button', '删除');
  await page.see('已删除大屏');
  expect(await list()).toHaveLength(1);
  page.expectQuiet();
});

it("creates a page for parents' phones, previews it in a frame, and names it before deleting it", async () => {
  const start = toMonday(toDay(Date.now(), 'Asia/Shanghai'));
  const items = JSON.stringify([{ day: 1, meal: 'lunch', dish: await cooked() }]);
  const { headers } = await service.call('PUT /api/menu', { name: '本周', start, groups: GROUPS, items }, { token });
  await service.call('POST /api/menu/submit', { id: Number(headers['catering-ids']) }, { token });
  const page = await visit(http.url, '/w/screen', { ...school, size: [390, 844] });
  await page.click('button', '新建大屏');
  await page.fill('textbox', '名称', '全体家长');
  await page.click('radio', '手机页面（家长）');
  await page.click('button', '新建并取得地址');
  await page.find('image', '地址的二维码');
  await page.see('发给家长', '/menu.ics');
  const address = await page.read('status', '地址');
  expect(await (await fetch(address)).text()).toContain('番茄炒蛋');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '已经用上了');
  await page.see('全体家长', '刚有人看过');

  await page.click('button', '预览：全体家长');
  await page.find('Iframe', '全体家长');
  const frame = await page.watched.page.waitForFrame((one) => one.url().includes('/print/'));
  await frame.waitForFunction(`document.body.innerText.includes('红旗小学 食谱')`);
  expect(await frame.$$eval('img', (all) => all.map((one) => one.src.slice(0, 10)))).toEqual(['data:image']);
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '关闭');
  await page.click('button', '删除：全体家长');
  await page.see('家长看到「数据大屏已删除」');
  await page.click('button', '删除');
  await page.see('已删除大屏');
  expect((await fetch(address)).status).toBe(410);
  page.expectQuiet();
});

/** A dish with a picture. */
async function cooked(): Promise<number> {
  const { headers } = await service.call(
    'PUT /api/dish',
    { name: '番茄炒蛋', mark: '荤菜', icon: PICTURES[0], ingredient: '[{"key":"x","value":100}]' },
    { token },
  );
  return Number(headers['catering-ids']);
}

it('keeps what was typed where the service refuses or cannot be reached', async () => {
  const page = await visit(http.url, '/w/screen', { as: 'walls', password: PASSWORD });
  await page.click('button', '新建大屏');
  expect(await page.has('radio', 'LED 横屏')).toBe(false);
  await page.fill('textbox', '名称', '二楼');
  const errors = [{ field: 'name', message: '已有同名的大屏' }];
  const refusal = { code: 400, success: false, reason: 'invalid_input', desc: '有内容不对', errors };
  http.answerNext('PUT /api/screen', 400, refusal);
  await page.click('button', '新建并取得地址');
  await page.see('已有同名的大屏');
  await page.expectAccessible();
  await page.setOffline(true);
  await page.click('button', '新建并取得地址');
  await page.see('连接不上服务');
  await page.setOffline(false);
  expect(await page.read('textbox', '名称')).toBe('二楼');
  await page.click('button', '新建并取得地址');
  await page.find('heading', '「二楼」的地址');
  page.expectQuiet(400, 'ERR_INTERNET_DISCONNECTED');
});
