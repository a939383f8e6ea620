import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { everydayFoods, food, stock } from '../support/nouns/foods.ts';
import { addSchool, addSignedIn, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import type { WorkbenchPage } from '../support/workbench/page.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const school = { as: 'hongqi', password: PASSWORD };

const service = await openService();
const http = await openHttp(service);
const { id: unit, token } = await addSchool(service, 'hongqi');
await addSignedIn(service, unit, 'lin', [23]);
let page: WorkbenchPage;
afterEach(() => page.close());

const read = async (route: string, form = {}) => (await service.call(route, form, { token })).json.body;

it('an empty list says what to do; the platform adds to the catalogue', async () => {
  page = await visit(http.url, '/w/ingredient', { as: ADMIN.uid });
  await page.see('还没有食材');
  await page.click('button', '新建食材');
  await page.fill('textbox', '名称', LONG);
  await page.fill('combobox', '分类', '蔬菜');
  await page.fill('textbox', '编码', 'long');
  await page.click('button', '保存');
  await page.find('button', LONG);
  expect(await read('GET /api/ingredient')).toMatchObject({ content: [{ code: 'long', name: LONG, own: false }] });
  await stock(service, [...everydayFoods, food('bean', '黄豆', { protein: '35' }, { traces: ['cholesterol'] })]);
  page.expectQuiet();
});

it('marks and prices are saved as they are set, or stored until the network returns', async () => {
  page = await visit(http.url, '/w/ingredient', school);
  await page.fill('searchbox', '名称或拼音', 'fanq');
  await page.expectGone('鸡蛋');
  await page.fill('combobox', '番茄的标记', '忌用');
  await page.see('已保存');
  expect(await read('GET /api/ingredient/mark')).toEqual([{ nutrient: 'tomato', mark: '忌用' }]);
  await page.fill('textbox', '番茄的价格', '4,5');
  await page.press('Enter');
  await page.see('应为 0 至 9999.99 的数', '1 处还没有保存：番茄 4,5');
  await page.expectAccessible();
  await page.fill('textbox', '番茄的价格', '4.5');
  await page.press('Enter');
  await expect.poll(() => read('GET /api/ingredient/price')).toEqual([{ nutrient: 'tomato', price: 4.5 }]);
  await page.fill('combobox', '番茄的标记', '');
  await expect.poll(() => read('GET /api/ingredient/mark')).toEqual([]);
  await page.setOffline(true);
  await page.fill('textbox', '番茄的价格', '9');
  await page.press('Enter');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.goTo('/w/ingredient?keyword=jidan');
  await page.see('1 处还没有保存：番茄 9');
  await page.click('button', '再保存一次');
  await expect.poll(() => read('GET /api/ingredient/price')).toEqual([{ nutrient: 'tomato', price: 9 }]);
  page.expectQuiet(400, 'ERR_INTERNET_DISCONNECTED');
});

it('an own food is drafted, restored, refused, doubted and deleted', async () => {
  page = await visit(http.url, '/w/ingredient', school);
  await page.click('button', '黄豆');
  await page.see('1 项，来自导入的表 1');
  await page.click('button', '照此新建');
  await page.fill('textbox', '名称', '自制豆沙');
  await page.press('Escape');
  await page.click('button', '新建食材');
  await page.see('上次没有保存的内容');
  await page.fill('textbox', '编码', 'own');
  await page.click('checkbox', '乳');
  await page.fill('textbox', '蛋白质 g', '135');
  await page.click('button', '保存');
  await page.see('每 100 克食物中不可能有：蛋白质');
  await page.expectAccessible();
  for (const name of ['蛋白质 g', '脂肪 g', '碳水化合物 g']) await page.fill('textbox', name, '1');
  await page.fill('textbox', '能量 kJ', '3000');
  await page.click('button', '保存');
  await page.see('已保存。以下数值互不相符');
  expect(await read('GET /api/ingredient/select', { codes: 'own' })).toMatchObject([
    { name: '自制豆沙', own: true, allergens: ['大豆', '乳'], nutrients: { energy: 3000, protein: 1 } },
  ]);
  await page.click('button', '关闭');
  await page.click('button', '自制豆沙');
  await page.see('4 项，来自手工填写 4');
  await page.click('button', '删除');
  await page.see('已经发布的食谱不变');
  await page.expectAccessible();
  await page.click('button', '删除');
  await page.settle();
  expect(await read('GET /api/ingredient/select', { codes: 'own' })).toEqual([]);
  page.expectQuiet(400);
});

it('workbooks download and upload prices; wrong cells are named', async () => {
  page = await visit(http.url, '/w/ingredient?keyword=fanqie', school);
  await page.click('button', '下载价格表');
  const file = `${tmpdir()}/prices.csv`;
  await writeFile(file, '编码,价格\ntomato,贵\n');
  await page.choose('button', '上传价格表', file);
  await page.find('dialog', '价格表没有处理成功');
  await page.expectAccessible();
  await writeFile(file, '编码,价格\ntomato,6.20\n');
  await page.click('button', '知道了');
  await page.choose('button', '上传价格表', file);
  await page.see('设置价格 1 个');
  await page.settle();
  expect(await page.read('textbox', '番茄的价格')).toBe('6.20');
  expect(http.requests).toContain('GET /api/ingredient/price/template');
  page.expectQuiet(400);
});

it('a reader cannot change anything, on a phone with the longest names', async () => {
  page = await visit(http.url, '/w/ingredient', { as: 'lin', password: PASSWORD, size: [390, 844] });
  await page.click('button', LONG);
  await page.see('维生素');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '关闭');
  expect(await page.has('button', '新建食材')).toBe(false);
  page.expectQuiet();
});

it('a food is offered the class and the allergens that an import would give it, and the person decides', async () => {
  page = await visit(http.url, '/w/ingredient', { as: ADMIN.uid });
  await page.click('button', '新建食材');
  await page.fill('textbox', '名称', '自制炸鱼块');
  await page.fill('combobox', '分类', '鱼虾蟹贝类');
  await page.fill('textbox', '编码', 'fish');
  await page.click('button', '按名称和分类建议归类');
  await page.find('textbox', '每 g');
  await page.click('checkbox', '蛋类');
  await page.click('button', '保存');
  await page.find('button', '自制炸鱼块');
  expect((await read('GET /api/ingredient/select', { codes: 'fish' }))[0]).toMatchObject({
    allergens: ['鱼类', '蛋类'],
    mayHaveOthers: true,
    foodCategory: { name: '鱼虾类' },
  });
});
