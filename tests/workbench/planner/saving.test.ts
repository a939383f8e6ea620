import { beforeEach, expect, it } from 'vitest';
import { createMenu, menuItems } from '../../support/nouns/menus.ts';
import { openHttp, openSetup } from '../../support/service/open.ts';
import type { WorkbenchPage } from '../../support/workbench/page.ts';
import { visit } from '../../support/workbench/visit.ts';

const { service, setup } = await openSetup();
const { account, password, token } = setup.school;
const names = ['米饭', '番茄炒蛋', '紫菜蛋汤'] as const;
const NETWORK = ['ERR_INTERNET_DISCONNECTED', 409];

let menu: number;
const http = await openHttp(service);
const dishes: number[] = [];
await setup.loadRice();
for (const name of names) dishes.push(await setup.createDish({ name }));
beforeEach(async () => {
  menu = await createMenu(setup, { items: menuItems(...dishes.map((dish) => [1, 'lunch', dish] as const)) });
});

/** Opens the week in a browser of its own. */
async function open(): Promise<WorkbenchPage> {
  const page = await visit(http.url, `/w/planner?id=${menu}`, { as: account, password });
  await page.find('button', card('米饭', 1));
  return page;
}

/** The name of a dish's button in Monday's lunch. */
function card(name: string, portion: number): string {
  return `${name} 周一午餐 ${Math.round(portion * 100)} g`;
}

/** Adds a tenth to the portion of a dish, or takes it away. */
async function add(page: WorkbenchPage, name: string, portion: number, tenths: 1 | -1 = 1): Promise<void> {
  await page.focus('button', card(name, portion));
  await page.press(tenths === 1 ? '=' : '-');
  await page.find('button', card(name, Math.round(portion * 10 + tenths) / 10));
}

/** The items of the menu in the service. */
async function stored(): Promise<string> {
  const { items } = await setup.succeed('GET /api/menu', { id: menu }, token);
  return items.map(({ name, portion }: { name: string; portion: number }) => `${name} ${portion}`).join(', ');
}

/** Opens another tab of the same browser and signs in. */
async function openTab(other: WorkbenchPage, path: string): Promise<WorkbenchPage> {
  const page = await visit(http.url, path, { beside: other });
  await page.fill('textbox', '用户名', account);
  await page.fill('textbox', '密码', password);
  await page.click('button', '登录');
  return page;
}

it('each edit and each undo is saved by the smallest call', async () => {
  const page = await open();
  const before = http.requests.length;
  await add(page, '米饭', 1);
  await page.settle();
  await page.press('Delete');
  await page.settle();
  expect(await stored()).toBe('番茄炒蛋 1, 紫菜蛋汤 1');
  await page.click('button', '撤销');
  await page.find('button', card('米饭', 1.1));
  await page.settle();
  expect(await stored()).toBe('米饭 1.1, 番茄炒蛋 1, 紫菜蛋汤 1');
  await page.focus('button', card('米饭', 1.1));
  await page.press('Alt+ArrowDown');
  await page.settle();
  expect(await stored()).toBe('番茄炒蛋 1, 米饭 1.1, 紫菜蛋汤 1');
  const writes = http.requests.slice(before).filter((call) => !/GET|analysis/.test(call));
  expect(writes).toEqual(['PUT', 'DELETE', 'PUT'].map((method) => `${method} /api/menu/dish`).concat('POST /api/menu'));
  page.expectQuiet();
});

it("two people see each other's changes, and both keep their own", async () => {
  const [mine, theirs] = [await open(), await open()];
  await add(theirs, '番茄炒蛋', 1);
  await add(mine, '米饭', 1);
  await mine.see('同事刚改了：周一午餐改为 1.1 份：番茄炒蛋。');
  await mine.find('button', card('番茄炒蛋', 1.1));
  await theirs.see('同事刚改了：周一午餐改为 1.1 份：米饭。');
  expect(await stored()).toBe('米饭 1.1, 番茄炒蛋 1.1, 紫菜蛋汤 1');
  // Undoing an own edit leaves the other person's.
  await mine.click('button', '撤销');
  await mine.find('button', card('米饭', 1));
  await mine.settle();
  expect(await stored()).toBe('米饭 1, 番茄炒蛋 1.1, 紫菜蛋汤 1');
  for (const page of [mine, theirs]) page.expectQuiet(409);
  await Promise.all([mine.close(), theirs.close()]);
});

it.each([
  ['mine', 1.2],
  ['theirs', 0.9],
] as const)('a conflict about the same dish is resolved by choice: %s', async (choice, portion) => {
  const [mine, theirs] = [await open(), await open()];
  await mine.setOffline(true);
  await add(mine, '米饭', 1);
  await add(mine, '米饭', 1.1);
  await mine.see('未发送');
  await add(theirs, '米饭', 1, -1);
  await theirs.settle();
  await mine.setOffline(false);
  await mine.find('dialog', '同样的菜刚被别人改过');
  await mine.see('周一午餐 米饭', '1.2 份', '0.9 份');
  await mine.expectAccessible();
  expect(await stored()).toBe('米饭 0.9, 番茄炒蛋 1, 紫菜蛋汤 1');
  await mine.click('button', '先不保存');
  await add(mine, '番茄炒蛋', 1);
  await mine.click('button', '同事也改了，请选择');
  await mine.click('button', choice === 'mine' ? '用我的' : '用对方的');
  await mine.see('已保存');
  await mine.find('button', card('米饭', portion));
  expect(await stored()).toBe(`米饭 ${portion}, 番茄炒蛋 1.1, 紫菜蛋汤 1`);
  mine.expectQuiet(...NETWORK);
  await Promise.all([mine.close(), theirs.close()]);
});

it.each(['/w/planner', '/w/home'])(
  'unsent changes of a closed tab are sent after the next sign-in, at %s',
  async (path) => {
    const page = await open();
    await page.setOffline(true);
    await add(page, '米饭', 1);
    await page.see('未发送');
    // A slow computer, and a person who closes the tab at once.
    await page.watched.page.emulateCPUThrottling(4);
    await page.press('Alt+ArrowDown', 'Alt+ArrowDown');
    await page.watched.page.close();
    expect(await stored()).toBe('米饭 1, 番茄炒蛋 1, 紫菜蛋汤 1');
    const next = await openTab(page, path === '/w/planner' ? `${path}?id=${menu}` : path);
    if (path === '/w/planner') await next.find('button', card('米饭', 1.1));
    else await next.see('上次没有发送的修改已保存');
    await next.settle();
    expect(await stored()).toBe('番茄炒蛋 1, 紫菜蛋汤 1, 米饭 1.1');
    next.expectQuiet();
  },
);

it('unsent changes that the browser has deleted are stored again with the next change', async () => {
  const page = await open();
  await page.setOffline(true);
  await add(page, '米饭', 1);
  await page.see('未发送');
  const browser = await page.watched.page.createCDPSession();
  await browser.send('Storage.clearDataForOrigin', { origin: http.url, storageTypes: 'indexeddb' });
  await add(page, '番茄炒蛋', 1);
  await page.watched.page.close();
  const next = await openTab(page, `/w/planner?id=${menu}`);
  await next.find('button', card('番茄炒蛋', 1.1));
  await next.settle();
  expect(await stored()).toBe('米饭 1.1, 番茄炒蛋 1.1, 紫菜蛋汤 1');
});

it('locks and the last 20 edits survive a reload of the page, and leave the changes of others', async () => {
  const page = await open();
  await page.focus('button', card('米饭', 1));
  await page.press('l');
  await page.find('button', `${card('米饭', 1)} 锁定`);
  await page.press(...Array.from({ length: 22 }, () => '='));
  await page.find('button', `${card('米饭', 3.2)} 锁定`);
  await page.press('Control+z');
  await page.find('button', `${card('米饭', 3.1)} 锁定`);
  await page.settle();
  const body = { id: menu, day: 1, meal: 'lunch', dish: dishes[1] ?? 0, portion: 2 };
  await setup.succeed('PUT /api/menu/dish', body, token);
  await page.goTo(page.path());
  await page.find('button', `${card('米饭', 3.1)} 锁定`);
  await page.click('button', '重做');
  await page.find('button', `${card('米饭', 3.2)} 锁定`);
  await page.press(...Array.from({ length: 30 }, () => 'Control+z'));
  await page.find('button', `${card('米饭', 1.1)} 锁定`);
  await page.settle();
  expect(await stored()).toBe('米饭 1.1, 番茄炒蛋 2, 紫菜蛋汤 1');
  await page.click('button', '退出');
  await page.find('button', '登录');
  expect(await page.watched.page.evaluate('sessionStorage.length')).toBe(0);
});

it('saving continues after the person has signed in again', async () => {
  const page = await open();
  http.answerNext('PUT /api/menu/dish', 401, { code: 401, success: false, reason: 'not_signed_in', desc: '请先登录' });
  await page.focus('button', card('米饭', 1));
  await page.press('=');
  await page.find('dialog', '登录已过期，请重新登录');
  await page.watched.page.keyboard.type(password);
  await page.press('Enter');
  await page.see('已保存');
  expect(await stored()).toContain('米饭 1.1');
  page.expectQuiet(401);
});

it('a refused change says why, and stays until it can be saved or is discarded', async () => {
  const page = await open();
  const submit = () => setup.succeed('POST /api/menu/submit', { id: menu }, token);
  await setup.succeed('POST /api/vender', { venderId: setup.school.id, menuReview: 'true' }, setup.admin);
  await submit();
  await add(page, '米饭', 1);
  await page.see('没有保存：食谱正在审核中', '现在只能看');
  await setup.succeed('POST /api/menu/withdraw', { id: menu }, token);
  await page.see('已保存');
  expect(await stored()).toContain('米饭 1.1');
  await submit();
  await add(page, '米饭', 1.1);
  await page.click('button', '放弃修改');
  await page.find('button', card('米饭', 1.1));
  await page.see('已保存');
  page.expectQuiet(409);
});
