import { expect, it } from 'vitest';
import { createMenu, menuItems } from '../support/nouns/menus.ts';
import { addUser, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openSetup } from '../support/service/open.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);

const { service, setup } = await openSetup();
const http = await openHttp(service);
const school = { as: setup.school.account, password: setup.school.password };

it('without a menu it says what to do first', async () => {
  const page = await visit(http.url, '/w/purchase', school);
  await page.see('还没有食谱，算不出要买什么');
  await page.find('link', '食谱');
  await page.expectAccessible();
  page.expectQuiet();
});

it('lists what to buy in total and by day, with reserve, price and people', async () => {
  const rice = await setup.loadRice();
  const dish = await setup.createDish();
  const items = menuItems([1, 'lunch', dish], [2, 'lunch', dish, 2]);
  const id = await createMenu(setup, { name: '开学', items });
  await setup.succeed('POST /api/menu/people', { id, day: 2, group: '中体力', people: 100 }, setup.school.token);
  const page = await visit(http.url, '/w/purchase', school);
  // 100 g for 120 people, then 200 g for 100.
  await page.see(
    '1 种食材，32.00 kg，共 0.00 元',
    '1 种食材没有价格，没有算进金额',
    '按还没有发布的内容和现在的价格算',
  );
  await page.expectAccessible();
  await page.click('link', '稻米（代表值）');
  expect(decodeURIComponent(page.path())).toBe('/w/ingredient?keyword=稻米（代表值）');
  await setup.succeed('PUT /api/ingredient/price', { nutrient: rice, price: '5.5' }, setup.school.token);
  await setup.succeed('POST /api/menu/submit', { id }, setup.school.token);
  await page.goTo(`/w/purchase?menu=${id}`);
  await page.see('共 176.00 元', '按正在供应的第 1 次提交算，价格是提交时的');
  await page.fill('spinbutton', '备用 %', '10');
  await page.see('35.20 kg，共 193.60 元');
  await page.click('radio', '周二 9月8日');
  await page.see('22.00 kg，共 121.00 元', '中体力 100 人（平时 120 人）');
  await page.setOffline(true);
  await page.click('button', '下载采购表');
  await page.see('连接不上服务');
  await page.click('button', '知道了');
  await page.setOffline(false);
  // The workbook has the day that is shown.
  const asked = page.watched.page.waitForRequest((one) => one.url().includes('purchase.xlsx'));
  await page.click('button', '下载采购表');
  expect((await asked).url()).toContain('from=2026-09-08&to=2026-09-08');
  await page.fill('spinbutton', '备用 %', '200');
  await page.see('填写的内容有误');
  expect(await page.read('spinbutton', '备用 %')).toBe('200');
  await page.expectAccessible();
  page.expectQuiet(400, 'ERR_INTERNET_DISCONNECTED');
});

it('on a phone, with the longest names, the list of a draft uses its current content', async () => {
  const ingredient = JSON.stringify([{ key: 'X1', value: 50, isMain: true }]);
  const dish = await setup.createDish({ name: LONG.slice(0, 50), ingredient });
  const id = await createMenu(setup, { name: LONG, start: '2026-09-14', items: menuItems([1, 'lunch', dish]) });
  const page = await visit(http.url, `/w/purchase?menu=${id}`, { ...school, size: [390, 844] });
  await page.see('按还没有发布的内容和现在的价格算', '食材目录里没有');
  await page.expectNoSideways();
  await page.expectAccessible();
  page.expectQuiet();
});

it('without the item for prices there are only amounts; without the item for menus nothing', async () => {
  for (const [uid, item] of [['cook', 29] as const, ['other', 25] as const]) {
    await addUser(service, setup.school.id, uid, [item]);
  }
  const cook = await visit(http.url, '/w/purchase', { as: 'cook', password: PASSWORD });
  await cook.see('kg', '要买');
  expect((await cook.outline()).includes('单价')).toBe(false);
  await cook.close();
  const other = await visit(http.url, '/w/purchase', { as: 'other', password: PASSWORD });
  await other.see('您的角色没有打开「采购」的权限');
});
