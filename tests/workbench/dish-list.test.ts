import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/start/demo.ts';
import { makeBook } from '../support/files/sheets.ts';
import { fullDish } from '../support/nouns/dishes.ts';
import { addSchool, addUser, ICON, PASSWORD } from '../support/nouns/units.ts';
import { fillWithDemo } from '../support/service/demo.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(100);
const yang = { as: 'yangguang' };

const service = await openService();
await fillWithDemo(service);
const http = await openHttp(service);
const long = await addSchool(service, 'long', { name: LONG });
const yangToken = await service.signIn('yangguang', DEMO_PASSWORD);
await addUser(service, long.id, 'reader', [25]);
await addUser(service, long.id, 'stranger', [29]);

const dishesOfLong = async () => (await service.call('GET /api/dish', {}, { token: long.token })).json.body.content;

it('shows energy in both units, or in the one that the person has chosen, until it is chosen otherwise', async () => {
  const page = await visit(http.url, '/w/settings', yang);
  await page.click('radio', '只看千卡');
  await page.goTo('/w/dish');
  await page.see('165 千卡');
  await page.expectGone('kJ');
  await page.goTo('/w/settings');
  await page.click('radio', 'kJ 和千卡');
  await page.goTo('/w/dish');
  await page.see('691 kJ（165 千卡）');
  page.expectQuiet();
});

it('finds dishes by pinyin and filters, and Back restores the former list', async () => {
  const page = await visit(http.url, '/w/dish', yang);
  await page.see('宫保鸡丁', '鸡胸肉', '691 kJ', '全年');
  await page.expectAccessible();
  await page.fill('searchbox', '菜名或拼音', 'gongbao');
  await page.expectGone('粉蒸排骨');
  expect(page.path()).toBe('/w/dish?keyword=gongbao');
  await page.focus('searchbox', '菜名或拼音');
  await page.press('Control+a', 'Delete');
  await page.see('粉蒸排骨');
  await page.fill('combobox', '标记', '汤羹');
  await page.fill('combobox', '月份', '3');
  await page.see('菠菜猪肝汤');
  await page.expectGone('玉米排骨汤');
  await page.fill('combobox', '烹饪方式', '炸');
  await page.see('没有符合条件的菜品');
  await page.watched.page.goBack();
  await page.see('菠菜猪肝汤');
  page.expectQuiet();
});

it('copies from the library, and names the dish that it deletes', async () => {
  const page = await visit(http.url, '/w/dish', { as: 'long', password: PASSWORD, size: [390, 844] });
  await page.see('还没有自己的菜品');
  await page.click('link', '平台菜品库');
  await page.click('button', '复制为自己的「红枣酸奶」');
  await page.see('「红枣酸奶」已复制为自己的菜品');
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.click('radio', '本单位');
  await page.click('button', '删除「红枣酸奶」');
  await page.see('删除菜品「红枣酸奶」？', '已发布的食谱不变');
  await page.expectAccessible();
  expect(await dishesOfLong()).toMatchObject([{ name: '红枣酸奶' }]);
  await page.click('button', '删除');
  await page.see('已删除菜品「红枣酸奶」', '还没有自己的菜品');
  expect(await dishesOfLong()).toEqual([]);
  page.expectQuiet();
});

it('prints the labels of the chosen dishes and copies them, and shows their pictures', async () => {
  const { ingredient } = fullDish;
  await service.call('PUT /api/dish', { ...fullDish, name: LONG, icon: ICON }, { token: long.token });
  await service.call('PUT /api/dish', { name: '红烧豆腐', mark: '素菜', ingredient }, { token: long.token });
  const page = await visit(http.url, '/w/dish', { as: 'long', password: PASSWORD, size: [390, 844] });
  await page.click('checkbox', `选择「${LONG}」`);
  await page.click('checkbox', '选择「红烧豆腐」');
  await page.see('已选 2 道', '031301、own-1');
  await page.expectNoSideways();
  const printed = new Promise<string>((resolve) => {
    page.watched.page.once('popup', async (tab) => {
      await tab?.waitForFunction('document.body?.innerText.includes("配料")');
      resolve(String(await tab?.evaluate('document.body.innerText')));
    });
  });
  await page.click('button', '打印营养标签');
  expect(await printed).toContain('红烧豆腐');
  await page.click('button', '复制所选');
  await page.see('已复制 2 道菜');
  expect(await dishesOfLong()).toHaveLength(4);
  page.expectQuiet();
});

it('lists wrong cells by what is wrong, and shows what a correct workbook would do before it does it', async () => {
  const page = await visit(http.url, '/w/dish', yang);
  const file = join(process.env['TMPDIR'] ?? '/tmp', 'dishes.xlsx');
  const write = (...rows: string[][]) => writeFile(file, makeBook([['菜品', rows]]));
  const header = ['编号', '菜名', '标记', '烹饪方式', '月份'];
  const wrong = Array.from({ length: 120 }, (_, index) => ['', index === 1 ? '' : `炒饭${index}`, '主餐', '', '']);
  await write(header, ...wrong);
  await page.choose('button', '上传菜品表', file);
  await page.see('菜品表没有处理成功', '不能为空', '「菜名」 第 3 行', '「标记」 第 2–', '文件：dishes.xlsx', '另有');
  expect((await page.outline()).match(/dishes\.xlsx/g)).toHaveLength(1);
  await page.expectAccessible();
  await page.click('button', '知道了');
  await write(
    ['菜名', '标记', '食材', '用量', '备注'],
    ['表里的炒饭', '主食', '大米', '80g'],
    ['', '', '神秘酱', '5', '少放'],
  );
  await page.choose('button', '上传菜品表', file);
  await page.see(
    '新建 1 道：表里的炒饭',
    '没有读取：「备注」列',
    '「神秘酱」是哪一种？',
    '第 3 行 表里的炒饭 5',
    '还有 1 种没有选',
  );
  await page.expectAccessible();
  await page.expectGone('表里的炒饭 主食');
  await page.fill('searchbox', '给「神秘酱」找别的食材', '豆瓣酱');
  await page.see('找到');
  await page.press('Enter');
  await page.click('radio', '不要这种食材');
  // What was looked at is sent, whatever has become of the file.
  await rm(file);
  await page.click('button', '确定上传');
  await page.see('成功：新建 1 个（表里的炒饭）');
  await page.choose('button', '上传菜品表', file);
  await page.see('读不了这个文件');
  const [dish] = (await service.call('GET /api/dish', { keyword: '表里的炒饭' }, { token: yangToken })).json.body
    .content;
  expect(dish.ingredient).toEqual([{ key: '012001x', value: 80 }]);
  page.expectQuiet(400);
});

it('offers only permitted actions, and says whom to ask', async () => {
  const page = await visit(http.url, '/w/dish', { as: 'reader', password: PASSWORD });
  await page.see(LONG);
  expect([await page.has('link', '新建菜品'), await page.has('button', '上传菜品表')]).toEqual([false, false]);
  await page.setOffline(true);
  await page.fill('combobox', '标记', '主食');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.click('button', '重试');
  await page.see('没有符合条件的菜品');
  await page.close();
  const other = await visit(http.url, '/w/dish', { as: 'stranger', password: PASSWORD });
  await other.see('没有打开「菜品」的权限');
});
