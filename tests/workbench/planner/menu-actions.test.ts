import { expect, it } from 'vitest';
import { addDays, formatDaySpan, today } from '../../../workbench/parts/dates.ts';
import { createMenu, createReviewed, menuItems } from '../../support/nouns/menus.ts';
import { addSignedIn, PASSWORD } from '../../support/nouns/units.ts';
import { openHttp, openSetup } from '../../support/service/open.ts';
import { type Visit, visit } from '../../support/workbench/visit.ts';

/** A food that is missing in the catalogue, so that its allergens are unknown. */
const UNKNOWN = '[{"key":"own-9","value":100,"isMain":true}]';
/** The buttons of a dialog, by line. */
const DIALOG_LINES = `Object.values(Object.groupBy(document.querySelectorAll('dialog button'), (one) =>
  one.getBoundingClientRect().top)).map((line) => line.map(({ innerText }) => innerText).join(' '))`;
/** The red lines of a list. */
const RED_LINES = `[...document.querySelectorAll('main li')].filter((line) =>
  getComputedStyle(line).color === 'rgb(163, 32, 29)').map(({ innerText }) => innerText).join()`;
const LONG = '长'.repeat(100);
const DIETS = JSON.stringify([
  { level: '中体力', people: 120 },
  { name: '避蛋', level: '中体力', people: 6, avoid: ['蛋类'] },
]);

const { service, setup } = await openSetup();
const http = await openHttp(service);
await setup.loadRice();
const school = setup.school;

/** Creates and opens a week that starts today and serves one dish today. */
async function open(facts: Readonly<Record<string, string>> = {}, unit = school, options: Visit = {}) {
  const dish = await setup.createDish({ name: setup.unique('米饭'), ingredient: UNKNOWN }, unit);
  const menu = { start: today(), items: menuItems([1, 'lunch', dish]), ...facts };
  const id = await createMenu(setup, menu, unit);
  const caller = { as: unit.account, password: unit.password, ...options };
  const page = await visit(http.url, `/w/planner?id=${id}`, caller);
  return { id, page, read: () => setup.succeed('GET /api/menu', { id }, unit.token) };
}

it('a week is submitted as it was analysed; then a dish is swapped, and it is retracted and deleted', async () => {
  const { page, read, id } = await open();
  await setup.createDish({ name: '青菜面', ingredient: UNKNOWN });
  await page.click('button', '提交审核');
  await page.see('没有标准，未评', '提醒');
  await page.expectAccessible();
  const [{ dish }] = (await read()).items;
  const yesterday = { start: addDays(today(), -1), days: 4, items: menuItems([2, 'lunch', dish]) };
  await setup.succeed('POST /api/menu', { id, ...yesterday }, school.token);
  await page.click('button', '提交');
  await page.see('上面已是最新的分析');
  await setup.succeed('POST /api/menu', { id, groups: DIETS }, school.token);
  await page.click('button', '提交');
  await page.see('避蛋：没有标准，未评', '致敏物不明');
  await page.click('checkbox', '忌口人群的菜已逐道核对，就这样供应');
  await page.click('button', '提交');
  await page.see('已发布');
  expect(await read()).toMatchObject({ state: '已发布', published: 1 });
  await page.goTo(`/w/review?menu=${id}&revision=1`);
  await page.see('致敏物不明');
  expect(await page.watched.page.evaluate(RED_LINES)).toMatch('致敏物不明');
  await page.goTo(`/w/planner?id=${id}`);
  await page.click('button', '更多');
  await page.expectAccessible();
  await page.click('button', '当天人数');
  expect(await page.read('combobox', '哪一天')).toBe('2');
  await page.fill('spinbutton', '避蛋（平时 6 人）', '-2');
  await page.see('4 人');
  await page.expectAccessible();
  await page.click('button', '保存');
  await page.see('避蛋 4 人');
  await page.click('button', '更多');
  await page.click('button', '临时换菜');
  await page.fill('searchbox', '换成', 'qingcai');
  await page.click('button', '青菜面 素菜');
  await page.click('button', '换菜');
  await page.see('不能为空');
  await page.fill('textbox', '为什么换（平台会看到）', '米没有到');
  await page.click('button', '换菜');
  await page.see('致敏物不明');
  await page.fill('combobox', '换掉', await page.read('combobox', '换掉'));
  await page.click('button', '换菜');
  await page.click('button', '已核对，照样换');
  await page.see('已换成 青菜面');
  expect(await read()).toMatchObject({ state: '已发布', published: 2, items: [{ name: '青菜面' }] });
  await page.click('button', '更多');
  await page.click('button', '取消发布');
  await page.fill('textbox', '为什么', '停课');
  await page.click('button', '取消发布');
  await page.see('已取消发布');
  expect(await read()).toMatchObject({ state: '草稿' });
  await page.click('button', '更多');
  await page.find('button', '删除食谱');
  // Deletion stands in a line of its own, below all that can be undone.
  expect(await page.watched.page.evaluate(DIALOG_LINES)).toEqual([
    '食谱设置 复制到别的周 复制一天或一餐',
    '删除食谱',
    '关闭',
  ]);
  await page.click('button', '删除食谱');
  await page.click('button', '删除食谱');
  await page.see('已删除食谱');
  expect((await service.call('GET /api/menu', { id }, { token: school.token })).status).toBe(404);
  page.expectQuiet(409, 400, 412);
});

it('a dish of the day is not swapped for one that the standard of those who get it forbids', async () => {
  const [standard, other] = [await setup.createStandard(), await setup.createStandard()];
  await setup.succeed('POST /api/nutrition', { id: standard, forbiddenMarks: '大荤' }, setup.admin);
  await setup.succeed('POST /api/nutrition', { id: other, forbiddenMarks: '素菜' }, setup.admin);
  await setup.createDish({ name: '白菜炖肉', mark: '大荤' });
  await setup.createDish({ name: '白菜豆腐', mark: '素菜' });
  for (let similar = 0; similar < 6; similar++) await setup.createDish({ ingredient: UNKNOWN });
  const groups = JSON.stringify([
    { name: '全体', level: '中体力', people: 9, standard, meals: ['lunch'] },
    { name: '晚餐', level: '中体力', people: 9, standard: other, meals: ['dinner'] },
  ]);
  const { page, id } = await open({ groups });
  await setup.succeed('POST /api/menu/submit', { id }, school.token);
  await page.goTo(`/w/planner?id=${id}`);
  await page.click('button', '更多');
  await page.click('button', '临时换菜');
  await page.fill('searchbox', '换成', 'baicai');
  await page.find('button', '白菜豆腐 素菜');
  // It is proposed too, with what it would change, although others have the served dish's main food.
  await page.click('button', '换成 白菜豆腐');
  await page.see('已选 白菜豆腐', '有成分不明', '各项几乎不变');
  expect(await page.has('button', '换成 白菜炖肉')).toBe(false);
  await page.see('另有 1 个标准禁止供应，没有列出');
  expect(await page.has('button', '白菜炖肉 大荤')).toBe(false);
  await page.expectAccessible();
  await page.fill('searchbox', '换成', 'baicaidunrou');
  await page.see('没有找到，另有 1 个标准禁止供应，没有列出');
  page.expectQuiet();
});

it('a waiting menu is withdrawn, a rejected one says why, and a published one is restored', async () => {
  const reviewed = await createReviewed(setup);
  const { page, read, id } = await open({ name: LONG }, reviewed, { size: [390, 844] });
  await page.click('button', '提交审核');
  await page.expectNoSideways();
  await page.click('button', '提交');
  await page.see('正在等审核');
  await page.click('button', '撤回');
  await page.see('已撤回');
  await page.expectNoSideways();
  await setup.succeed('POST /api/menu/submit', { id }, reviewed.token);
  const decide = { id, revision: 2, result: '驳回', comment: '请加一道蔬菜' };
  await setup.succeed('POST /api/menu/review', decide, setup.admin);
  await page.goTo(`/w/planner?id=${id}`);
  await page.see('这份食谱被驳回了：请加一道蔬菜');
  await page.expectAccessible();
  await setup.succeed('POST /api/menu/submit', { id }, reviewed.token);
  await setup.succeed('POST /api/menu/review', { id, revision: 3, result: '通过' }, setup.admin);
  await setup.succeed('POST /api/menu', { id, days: 3 }, reviewed.token);
  await page.goTo(`/w/planner?id=${id}`);
  await page.see('正在供应的是第 3 次提交的内容');
  await page.click('button', '更多');
  await page.expectNoSideways();
  await page.click('button', '放弃修改');
  await page.click('button', '放弃修改');
  await page.see('已放弃修改');
  expect(await read()).toMatchObject({ state: '已发布', days: 5 });
  await page.click('button', '更多');
  await page.click('button', '复制到别的周');
  await page.expectNoSideways();
  await page.click('button', '复制');
  await page.click('link', `${formatDaySpan(addDays(today(), 7), addDays(today(), 11))}食谱`);
  const [copy] = (await setup.succeed('GET /api/menu', { pageSize: 1 }, reviewed.token)).content;
  expect([copy.start, page.path()]).toEqual([addDays(today(), 7), `/w/planner?id=${copy.id}`]);
  page.expectQuiet();
});

it("settings show errors, survive a lost network and tab, and do not overwrite other people's silently", async () => {
  const { page, read, id } = await open();
  await page.click('button', '更多');
  await page.click('button', '食谱设置');
  // The name of a group and what it avoids come first, also where neither is set.
  await page.find('textbox', '人群名称');
  const names = ['textbox 人群名称', 'checkbox 花生', 'combobox 活动水平', 'spinbutton 人数'];
  const indexes = await page.outline().then((outline) => names.map((name) => outline.indexOf(name)));
  expect(indexes).toEqual(indexes.filter((index) => index > 0).sort((a, b) => a - b));
  await page.fill('spinbutton', '人数', '-3');
  await page.click('button', '保存');
  await page.see('100000');
  await page.fill('spinbutton', '人数', '300');
  await page.setOffline(true);
  await page.click('button', '保存');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.goTo(`/w/planner?id=${id}`);
  await page.click('button', '更多');
  await page.click('button', '食谱设置');
  await page.see('这是上次没有保存的内容');
  await setup.succeed('POST /api/menu', { id, name: '同事的名称' }, school.token);
  await page.click('button', '保存');
  await page.see('已保存食谱设置');
  expect(await read()).toMatchObject({ name: '同事的名称', groups: [{ people: 300 }] });
  await page.click('button', '更多');
  await page.click('button', '食谱设置');
  await page.fill('spinbutton', '人数', '310');
  await setup.succeed(
    'POST /api/menu',
    { id, groups: '[{"level":"中体力","people":250,"avoid":["花生"]}]' },
    school.token,
  );
  await page.click('button', '保存');
  await page.see('食谱设置刚被别人改过', '中体力 250 人 ×1 不吃花生', '中体力 310 人 ×1');
  await page.expectAccessible();
  await page.click('button', '用我的');
  await page.expectGone('谁来吃');
  expect(await read()).toMatchObject({ name: '同事的名称', groups: [{ people: 310 }] });
});

it('a reader finds the printable pages', async () => {
  await addSignedIn(service, school.id, 'viewer', [29, 30]);
  const { page } = await open({}, school, { as: 'viewer', password: PASSWORD });
  await page.click('button', '打印');
  await page.find('button', '打印公示表');
  await page.expectAccessible();
  expect([await page.has('button', '食谱设置'), await page.has('button', '提交审核')]).toEqual([false, false]);
  page.expectQuiet();
});
