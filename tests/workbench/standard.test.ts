import { afterEach, expect, it } from 'vitest';
import { addSchool, addSignedIn, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openPlatform } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import type { WorkbenchPage } from '../support/workbench/page.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const PROTEIN = '蛋白质 g，中体力 最少';
const platform = { as: ADMIN.uid };

const { service, admin } = await openPlatform();
const http = await openHttp(service);
const { id: school } = await addSchool(service, 'hongqi');
await addSchool(service, 'dongfeng', { name: LONG });
await addSignedIn(service, school, 'lin', [18]);
let page: WorkbenchPage;
afterEach(() => page.close());

async function create(name: string, figures: Readonly<Record<string, string>> = {}): Promise<number> {
  const made = await service.call('PUT /api/nutrition', { name, overflow: '0.1', vendors: school }, { token: admin });
  const id = Number(made.headers['catering-ids']);
  await service.call('POST /api/nutrition', { id, ...figures }, { token: admin });
  return id;
}
const read = async (id: number) =>
  (await service.call('GET /api/nutrition/select', { id }, { token: admin })).json.body;

it('the platform creates a standard, assigns it to units, and fills it in', async () => {
  page = await visit(http.url, '/w/standard', platform);
  await page.see('先新建一份');
  await page.click('link', '新建标准');
  await page.fill('textbox', '名称', '小学生');
  await page.expectAccessible();
  await page.click('button', '保存，再填推荐量');
  await page.see('不能为空');
  await page.fill('searchbox', '找单位', 'hongqixx');
  await page.expectGone(LONG);
  await page.click('checkbox', 'hongqi小学 小学');
  await page.click('button', '保存，再填推荐量');
  await page.fill('textbox', PROTEIN, '50');
  await page.fill('textbox', '蛋白质 g，中体力 最多', '40');
  expect(await page.has('textbox', '蛋白质 g，轻体力 最少')).toBe(false);
  await page.click('button', '加「轻体力」');
  await page.find('textbox', '蛋白质 g，轻体力 最少');
  await page.fill('textbox', '蔬菜类，每天 g', '三百');
  await page.fill('textbox', '脂肪，最少 %', '40');
  await page.fill('textbox', '脂肪，最多 %', '30');
  await page.fill('textbox', '畜禽肉类，每天最多 g', '50');
  await page.fill('textbox', '动物肝脏，每周最多 g', '25');
  await page.click('button', '保存');
  await page.see('min 不能大于 max', '应为不小于 0 的数');
  await page.expectAccessible();
  await page.fill('textbox', '蛋白质 g，中体力 最多', '75.5');
  await page.fill('textbox', '蔬菜类，每天 g', '３００');
  await page.fill('textbox', '脂肪，最少 %', '20');
  await page.fill('textbox', '禁止供应的食材（编码，用逗号隔开）', '042110，045412');
  await page.click('checkbox', '冷荤（有肉或鱼的凉菜）');
  await page.focus('checkbox', '小学');
  await page.press('Space');
  await page.click('button', '保存');
  await page.settle();
  const id = Number(page.path().split('=')[1]);
  expect(await read(id)).toEqual({
    ...{ id, name: '小学生', vendors: [school], overflow: 0.1 },
    ...{ foodCategoryDay: { 蔬菜类: 300 }, foodCategoryWeek: {}, foodCategoryDayMax: { 畜禽肉类: 50 } },
    ...{ forbidden: ['042110', '045412'], forbiddenMarks: ['冷荤'], unitCategories: ['小学'] },
    ...{ foodCategoryWeekMax: { 动物肝脏: 25 }, energyShares: { fat: { min: 0.2, max: 0.3 } } },
    ingredient: { 中体力: { 蛋白质: { min: 50, max: 75.5 } } },
  });
  page.expectQuiet(400);
});

it("somebody else's changes are shown next to the typed ones", async () => {
  const id = await create('两人改', { ingredient: '{"中体力":{"protein":{"min":50,"ul":100}}}' });
  page = await visit(http.url, `/w/standard?id=${id}`, platform);
  await page.fill('textbox', PROTEIN, '55');
  await page.fill('textbox', '名称', '我的名称');
  await service.call('POST /api/nutrition', { id, name: '对方的名称' }, { token: admin });
  await page.click('button', '保存');
  await page.find('dialog', '营养标准「两人改」刚被别人改过');
  await page.see('中体力 蛋白质 最少', '我的名称', '对方的名称');
  await page.expectAccessible();
  await page.click('button', '用我的');
  await page.see('已保存');
  expect(await read(id)).toMatchObject({ name: '我的名称', ingredient: { 中体力: { protein: { min: 55, ul: 100 } } } });
  page.expectQuiet(409);
});

it('a draft outlives a broken network and the tab', async () => {
  const id = await create('断网');
  page = await visit(http.url, `/w/standard?id=${id}`, platform);
  await page.fill('textbox', PROTEIN, '60');
  await page.setOffline(true);
  await page.click('button', '保存');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.goTo(`/w/standard?id=${id}`);
  await page.see('上次没有保存的内容');
  expect(await page.read('textbox', PROTEIN)).toBe('60');
  await page.click('button', '保存');
  await page.see('已保存');
  expect((await read(id)).ingredient).toEqual({ 中体力: { 蛋白质: { min: 60 } } });
  page.expectQuiet('ERR_INTERNET_DISCONNECTED');
});

it('a unit reads its standard, on a phone; without the permission item the page is closed', async () => {
  const id = await create(LONG, { foodCategoryWeek: '{"鱼虾类":280}', ingredient: '{"重体力":{"钙":{"min":1000}}}' });
  page = await visit(http.url, '/w/standard', { as: 'hongqi', password: PASSWORD, size: [390, 844] });
  await page.expectNoSideways();
  await page.click('link', LONG);
  await page.see('重体力 最少', '1,000', '鱼虾类', '280');
  await page.expectNoSideways();
  await page.expectAccessible();
  page.expectQuiet();
  await page.close();
  page = await visit(http.url, `/w/standard?id=${id}`, { as: 'lin', password: PASSWORD });
  await page.see('没有打开「营养标准」的权限');
});

it('a new standard is a copy of another one, and a unit reads what is forbidden', async () => {
  const figures = { foodCategoryDayMax: '{"畜禽肉类":50}', forbidden: '042110', forbiddenMarks: '冷荤' };
  const source = await create('范本', figures);
  page = await visit(http.url, '/w/standard?id=0', platform);
  await page.fill('textbox', '名称', '本省标准');
  await page.fill('combobox', '复制自', String(source));
  await page.fill('searchbox', '找单位', 'hongqixx');
  await page.click('checkbox', 'hongqi小学 小学');
  await page.click('button', '保存，再填推荐量');
  await page.settle();
  const id = Number(page.path().split('=')[1]);
  expect(await read(id)).toMatchObject({
    name: '本省标准',
    foodCategoryDayMax: { 畜禽肉类: 50 },
    forbidden: ['042110'],
  });
  await page.close();
  page = await visit(http.url, `/w/standard?id=${id}`, { as: 'hongqi', password: PASSWORD });
  await page.see('禁止供应：冷荤、042110。', '每天最多 g');
  await page.expectAccessible();
  page.expectQuiet();
});

it('the confirmation of a deletion names the standard and the number of its units', async () => {
  const id = await create('多余的');
  page = await visit(http.url, '/w/standard', platform);
  await page.click('button', '删除「多余的」');
  await page.see('1 个单位用着它');
  await page.expectAccessible();
  await page.click('button', '删除');
  await page.settle();
  expect(await page.has('link', '多余的')).toBe(false);
  expect(await read(id)).toBeUndefined();
});
