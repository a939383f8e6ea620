import { expect, it } from 'vitest';
import { food, stock } from '../support/nouns/foods.ts';
import { createMenu, menuItems } from '../support/nouns/menus.ts';
import { addUser, PASSWORD } from '../support/nouns/units.ts';
import { openHttp, openService } from '../support/service/open.ts';
import { ADMIN } from '../support/service/service.ts';
import { Setup } from '../support/service/setup.ts';
import { visit } from '../support/workbench/visit.ts';

const LONG = '长'.repeat(50);
const SPAN = 'from=2026-09-07&to=2026-09-11';

const service = await openService();
// The school owes the menus of the span, since it is older.
service.stoppedAt = Date.parse('2026-09-01T09:00:00+08:00');
await Setup.begin(service);
service.stoppedAt = undefined;
const setup = await Setup.resume(service);
const http = await openHttp(service);
const school = { as: setup.school.account, password: setup.school.password };

/** A published menu of one group: fish on Monday and Tuesday. */
async function publish(level = '小学'): Promise<void> {
  const foodCategory = { name: '鱼虾类', amount: '1', counts: '1' };
  await stock(service, [food('121101', '鲤鱼', { energy: '450', protein: '17' }, { foodCategory })]);
  const ingredient = '[{"key":"121101","value":60}]';
  const dish = await setup.createDish({ name: `炸鱼${level}`, poly: '炸', ingredient });
  const groups = JSON.stringify([{ level, people: 100 }]);
  const standard = await setup.createStandard();
  const figures = {
    energyShares: '{"protein":{"max":0.15}}',
    ingredient: JSON.stringify({ [level]: { 能量: { min: 1 } } }),
  };
  await setup.succeed('POST /api/nutrition', { id: standard, ...figures }, setup.admin);
  const id = await createMenu(setup, { groups, standard, items: menuItems([1, 'lunch', dish], [2, 'lunch', dish]) });
  await setup.succeed('POST /api/menu/submit', { id }, setup.school.token);
}

it('without a published menu it says so, and where menus are', async () => {
  const page = await visit(http.url, `/w/evaluation?${SPAN}`, school);
  await page.see('9月7日–9月11日没有已发布的食谱');
  await page.find('link', '去看食谱');
  await page.expectAccessible();
  page.expectQuiet();
});

it('shows what published menus gave: evaluation with limits and sources, days, dishes and foods; and prints it', async () => {
  await publish();
  const page = await visit(http.url, `/w/evaluation?${SPAN}`, school);
  await page.see('供餐 2 天，换菜 0 次', '3 个供餐日没有已发布的食谱：9月9日、9月10日、9月11日', '小学 200 人次');
  await page.see('优质蛋白质占 1/3 以上（《营养师教程》营养配餐与食谱编制）', '2 天不到：9月7日、9月8日', '2 次/周');
  await page.see('蛋白质供能比', '100 %', '≤ 15', '数据不足');
  await page.see('炸鱼小学', '12.00');
  await page.expectAccessible();
  await page.click('button', '下载评价表');
  await page.click('button', '打印');
  await page.settle();
  expect(http.requests.filter((one) => /report\.xlsx|print/.test(one))).toEqual([
    'GET /api/menu/report.xlsx',
    expect.stringMatching(/^GET \/print\//),
  ]);
  page.expectQuiet();
});

it('a wrong span is refused beside its field, and a broken network told', async () => {
  const page = await visit(http.url, '/w/evaluation?from=2026-09-07&to=2027-09-11', school);
  await page.see('应为 2026-09-07 – 2026-12-07 之间的日期');
  await page.setOffline(true);
  await page.click('button', '下载评价表');
  await page.see('连接不上服务');
  await page.setOffline(false);
  page.expectQuiet(400, 'ERR_INTERNET_DISCONNECTED');
});

it('on a phone the longest names fit', async () => {
  await publish(LONG);
  const page = await visit(http.url, `/w/evaluation?${SPAN}`, { ...school, size: [390, 844] });
  await page.click('radio', `${LONG} 200 人次`);
  await page.see('优质蛋白质');
  await page.expectNoSideways();
  await page.expectAccessible();
  page.expectQuiet();
});

it('the platform chooses a unit; who may not read menus is told so', async () => {
  const { id, name } = setup.school;
  const page = await visit(http.url, '/w/evaluation', { as: ADMIN.uid });
  await page.see('先选一个单位');
  await page.goTo(`/w/evaluation?${SPAN}&vender=${id}`);
  await page.see(name, '供餐 2 天');
  await page.expectAccessible();
  page.expectQuiet();
  await page.close();
  await addUser(service, id, 'other', [25]);
  const other = await visit(http.url, '/w/evaluation', { as: 'other', password: PASSWORD });
  await other.see('您的角色没有打开「评价」的权限');
});
