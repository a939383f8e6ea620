import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/start/demo.ts';
import { ICON } from '../support/nouns/units.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { visit } from '../support/workbench/visit.ts';

const yang = { as: 'yangguang' };

const service = await openService();
await fillWithDemo(service);
const http = await openHttp(service);
const token = await service.signIn('yangguang', DEMO_PASSWORD);

const find = async (keyword: string, vender = {}) =>
  (await service.call('GET /api/dish', { keyword, ...vender }, { token })).json.body.content;

it('creates a dish by keyboard, and updates its nutrition while typing', async () => {
  const page = await visit(http.url, '/w/dish/edit', yang);
  await page.fill('textbox', '名称', '番茄牛肉饭');
  await page.click('button', '保存');
  await page.see('必填');
  await page.focus('searchbox', '添加食材');
  await page.watched.page.keyboard.type('fanqie');
  await page.press('Enter');
  await page.find('textbox', '番茄的克数');
  await page.watched.page.keyboard.type('100');
  await page.see('100 g', '维生素C');
  await page.press('Enter');
  await page.watched.page.keyboard.type('鸡蛋');
  await page.press('Enter');
  await page.find('textbox', '鸡蛋的克数');
  await page.see('蛋类');
  await page.fill('combobox', '标记', '半荤');
  await page.click('button', '保存');
  await page.see('应为大于 0');
  await page.expectAccessible();
  await page.fill('textbox', '鸡蛋的克数', '０.05kg');
  await page.see('共 150 g');
  await page.click('checkbox', '鸡蛋是主料');
  await page.click('button', '上移鸡蛋');
  await page.click('button', '保存');
  await page.find('heading', '番茄牛肉饭');
  const [dish] = await find('番茄牛肉饭');
  expect(dish.ingredient).toMatchObject([{ value: 50, isMain: true }, { value: 100 }]);
  expect(page.path()).toBe(`/w/dish/edit?id=${dish.id}`);
  page.expectQuiet(400);
});

it('takes rows that were copied from a spreadsheet, and asks about foods that it does not know', async () => {
  const page = await visit(http.url, '/w/dish/edit', yang);
  await page.fill('textbox', '名称', '粘贴的菜');
  await page.focus('searchbox', '添加食材');
  const paste = (text: string) =>
    page.watched.page.evaluate(
      `{ const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })); }`,
    );
  await paste('食材\t用量\t主料\r\n西红柿\t0.12kg\t是\r\n鸡蛋\t６０\t\r\n神秘酱\t5克\t\r\n');
  await page.see('粘贴的食材', '「神秘酱」是哪一种？', '还有 1 种没有选');
  await page.expectAccessible();
  await page.click('radio', '不要这种食材');
  await page.click('button', '加入');
  expect(await page.read('textbox', '番茄的克数')).toBe('120');
  expect(await page.read('textbox', '鸡蛋的克数')).toBe('60');
  await page.focus('searchbox', '添加食材');
  await paste('大米50g，盐适量');
  await page.see('粘贴的表没有处理成功', '“盐适量”没有克数');
  await page.click('button', '知道了');
  await page.fill('combobox', '标记', '半荤');
  await page.click('button', '保存');
  await page.find('heading', '粘贴的菜');
  const [dish] = await find('粘贴的菜');
  expect(dish.ingredient).toMatchObject([
    { value: 120, isMain: true },
    { value: 60, isMain: false },
  ]);
  page.expectQuiet(400);
});

it('stores a draft offline and for a closed tab, and can discard it', async () => {
  const page = await visit(http.url, '/w/dish', yang);
  await page.click('link', '粉蒸排骨');
  await page.find('textbox', '名称');
  await page.setOffline(true);
  await page.fill('textbox', '名称', '粉蒸大排');
  await page.click('button', '保存');
  await page.see('连接不上服务', '有改动还没保存');
  await page.setOffline(false);
  await page.goTo(page.path());
  await page.see('这是上次没有保存的内容');
  expect(await page.read('textbox', '名称')).toBe('粉蒸大排');
  await page.click('button', '不要了');
  expect(await page.read('textbox', '名称')).toBe('粉蒸排骨');
});

it("shows somebody else's changes, and asks which version stays", async () => {
  const [dish] = await find('木耳炒山药');
  const page = await visit(http.url, `/w/dish/edit?id=${dish.id}`, yang);
  await page.fill('textbox', '名称', '我的山药');
  await service.call('POST /api/dish', { id: dish.id, name: '他的山药', poly: '' }, { token });
  await page.click('button', '保存');
  await page.see('刚被别人改过', '我的山药', '他的山药');
  await page.expectAccessible();
  await page.click('button', '用我的');
  await page.see('已保存「我的山药」');
  expect(await find('山药')).toMatchObject([{ name: '我的山药', poly: '炒' }]);
  page.expectQuiet(409);
});

it('shrinks a picture, and removes it', async () => {
  const [dish] = await find('酸奶');
  const page = await visit(http.url, `/w/dish/edit?id=${dish.id}`, { ...yang, size: [390, 844] });
  const file = join(process.env['TMPDIR'] ?? '/tmp', 'picture.png');
  await writeFile(file, 'no picture');
  await page.choose('button', '选择图片', file);
  await page.see('浏览器读不了这个文件');
  await writeFile(file, Buffer.from(ICON.split(',')[1] ?? '', 'base64'));
  await page.choose('button', '选择图片', file);
  await page.find('image', '现在的图片');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('button', '保存');
  await page.see('已保存「酸奶」');
  expect((await find('酸奶'))[0].icon).toMatch(/^data:image\/jpeg;base64,/);
});

it("shows the library's dishes read only, and lets the platform copy its own to units", async () => {
  const [dish] = await find('雪梨水', { vender: 0 });
  const page = await visit(http.url, `/w/dish/edit?id=${dish.id}`, yang);
  await page.see('只能查看');
  await page.click('button', '复制为自己的');
  await page.find('button', '保存');
  expect(await find('雪梨水')).toHaveLength(1);
  await page.close();
  const staff = await visit(http.url, `/w/dish/edit?id=${dish.id}`, { as: ADMIN.uid });
  await staff.fill('searchbox', '找单位', 'yangguang');
  await staff.click('checkbox', '成都市阳光实验小学 小学');
  await staff.expectAccessible();
  await staff.click('button', '保存');
  await staff.see('另给了 1 个单位');
  expect(await find('雪梨水')).toHaveLength(2);
});
