import { expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../scripts/start/demo.ts';
import { formatFigure } from '../../../workbench/parts/format.ts';
import { addSchool, addUser, PASSWORD } from '../../support/nouns/units.ts';
import { fillWithDemo } from '../../support/service/demo.ts';
import { openHttp, openService } from '../../support/service/open.ts';
import { ADMIN } from '../../support/service/service.ts';
import type { WorkbenchPage } from '../../support/workbench/page.ts';
import { type Visit, visit } from '../../support/workbench/visit.ts';

type Facts = Readonly<Record<string, string | number>>;
type Served = readonly [day: number, meal: string, dish: string, portion?: number];

const START = '2026-12-07';
const GROUPS = [
  { name: '全体', level: '中体力', people: 540 },
  { name: '避蛋', level: '中体力', people: 6, avoid: ['蛋类'] },
];

const service = await openService();
await fillWithDemo(service);
const http = await openHttp(service);
const token = await service.signIn('mingde', DEMO_PASSWORD);
const [own, library] = [await ask('GET /api/dish/select', {}), await ask('GET /api/dish/select', { vender: 0 })];
let dishes: ReadonlyMap<string, { id: number; grams: number }> = new Map(
  [...library, ...own].map(
    ({ id, name, ingredient }: { id: number; name: string; ingredient: { value: number }[] }) => {
      return [name, { id, grams: ingredient.reduce((sum, { value }) => sum + value, 0) }];
    },
  ),
);
const standard: number = (await ask('GET /api/menu', { pageSize: 1 })).content[0].standard;

async function ask(route: string, facts: Facts) {
  const { status, text, json } = await service.call(route, facts, { token });
  if (status !== 200) throw new Error(`${route}: ${text}`);
  return json.body;
}

/** Creates a menu of two days that serves these dishes of the library. */
async function createWeek(served: readonly Served[], facts: Facts = {}): Promise<number> {
  const items = served.map(([day, meal, name, portion]) => ({ day, meal, dish: dishes.get(name)?.id, portion }));
  const groups = JSON.stringify(GROUPS.slice(0, 1));
  const menu = { name: '第一周', start: START, days: 2, meals: 'lunch,dinner', standard, groups, ...facts };
  const answer = await service.call('PUT /api/menu', { ...menu, items: JSON.stringify(items) }, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  return Number(answer.headers['catering-ids']);
}

const open = (id: number, options: Visit = {}) =>
  visit(http.url, `/w/planner?id=${id}`, { as: 'mingde', password: DEMO_PASSWORD, ...options });

const grams = (name: string, portion = 1) => `${formatFigure((dishes.get(name)?.grams ?? 0) * portion)} g`;

const GREEN = 'rgb(29, 107, 69)';
const RED = 'rgb(163, 32, 29)';
const GREY = 'rgb(85, 96, 90)';
/** The dishes of the slots that are outlined. */
const OUTLINED = `[...document.querySelectorAll('td')].filter((cell) => getComputedStyle(cell).outlineStyle === 'dashed')
  .map((cell) => [...cell.querySelectorAll('button > :first-child')].map(({ innerText }) => innerText).slice(0, 2).join(' '))`;

/** The role and name of an item's button. */
const card = (name: string, slot: string, portion = 1, rest = '') =>
  ['button', `${name} ${slot} ${grams(name, portion)}${rest}`] as const;

/** The saved items, as day, meal, dish and portion. */
async function saved(page: WorkbenchPage, id: number): Promise<string[]> {
  await page.settle();
  await page.see('已保存');
  const { items } = await ask('GET /api/menu', { id });
  return items.map(
    ({ day, meal, name, portion }: { day: number; meal: string; name: string; portion: number }) =>
      `${day} ${meal} ${name}${portion === 1 ? '' : ` ${portion}`}`,
  );
}

it('dishes are dragged into the week, within it and out; each edit can be undone and redone', async () => {
  const id = await createWeek([
    [1, 'lunch', '米饭'],
    [1, 'lunch', '麻婆豆腐'],
  ]);
  const page = await open(id);
  await page.find('heading', '第 50 周食谱');
  await page.see('12月7日–12月8日', '草稿', '每日平均', '100 g 1,453 kJ');
  await page.fill('searchbox', '找菜', 'qingchaotonghao');
  await page.expectGone('香橙');
  const row = /button (清炒茼蒿 .*)/.exec(await page.outline())?.[1] ?? '';
  // The slot under the pointer is outlined, and the dish before which it would be put has a line above.
  const target = card('麻婆豆腐', '周一午餐');
  await page.drag(['button', row], target, async () => {
    expect(await page.readStyle(target, 'box-shadow')).toContain(GREEN);
    expect(await page.watched.page.evaluate(OUTLINED)).toEqual(['米饭 麻婆豆腐']);
  });
  expect(await page.watched.page.evaluate(OUTLINED)).toEqual([]);
  await page.find(...card('清炒茼蒿', '周一午餐'));
  expect(await saved(page, id)).toEqual(['1 lunch 米饭', '1 lunch 清炒茼蒿', '1 lunch 麻婆豆腐']);
  await page.drag(card('麻婆豆腐', '周一午餐'), ['button', '周二晚餐 添加菜品']);
  await page.find(...card('麻婆豆腐', '周二晚餐'));
  await page.drag(card('清炒茼蒿', '周一午餐'), card('米饭', '周一午餐'));
  expect(await saved(page, id)).toEqual(['1 lunch 清炒茼蒿', '1 lunch 米饭', '2 dinner 麻婆豆腐']);
  await page.drag(card('米饭', '周一午餐'), ['region', '移除']);
  expect(await saved(page, id)).toEqual(['1 lunch 清炒茼蒿', '2 dinner 麻婆豆腐']);
  await page.click('button', '撤销');
  await page.click('button', '撤销');
  await page.click('button', '重做');
  expect(await saved(page, id)).toEqual(['1 lunch 清炒茼蒿', '1 lunch 米饭', '2 dinner 麻婆豆腐']);
  page.expectQuiet();
});

it('the list of dishes is filtered, and starts with the best dishes for an empty slot', async () => {
  const page = await open(await createWeek([[1, 'lunch', '米饭']]));
  const listed = async () =>
    [...(await page.outline()).matchAll(/button (.* kJ（.* 千卡）.*)$/gm)].map(([, row]) => row ?? '');
  const before = await listed();
  await page.click('checkbox', '常用');
  const usual = await listed();
  expect(usual.length).toBeGreaterThan(5);
  expect(before.slice(0, usual.length)).toEqual(usual);
  await page.click('checkbox', '常用');
  expect(await page.has('StaticText', '对这一格最有用')).toBe(false);
  await page.click('button', '周一午餐 添加菜品');
  await page.see('点一道菜，加到周一午餐', '对这一格最有用');
  await page.settle();
  expect((await listed())[0]).toMatch(/千卡） .+[多少] [\d.,]+ /);
  await page.fill('combobox', '类别', '汤羹');
  await page.click('checkbox', '本月');
  expect((await listed()).filter((row) => !row.includes('汤羹'))).toEqual([]);
  expect((await listed()).some((row) => row.includes('蛋花'))).toBe(true);
  await page.click('DisclosureTriangle', '更多筛选');
  await page.fill('combobox', '不含', '蛋类');
  await page.fill('combobox', '做法', '煮');
  await page.fill('combobox', '适合', 'lunch');
  expect((await listed()).filter((row) => row.includes('蛋花') || !row.includes('煮'))).toEqual([]);
  await page.expectAccessible();
  page.expectQuiet();
});

it('the list of dishes leaves out what the standards of the groups forbid, and a search says so', async () => {
  const admin = await service.signIn(ADMIN.uid, ADMIN.password);
  const copy = { name: '禁汤羹', vendors: (await ask('GET /api/vender/info', {})).id, overflow: '0.5', from: standard };
  const { headers } = await service.call('PUT /api/nutrition', copy, { token: admin });
  const strict = Number(headers['catering-ids']);
  await service.call('POST /api/nutrition', { id: strict, forbiddenMarks: '汤羹' }, { token: admin });
  const id = await createWeek([[1, 'lunch', '米饭']]);
  const page = await open(id);
  await page.fill('combobox', '类别', '汤羹');
  await page.see('番茄蛋花汤');
  await ask('POST /api/menu', { id, standard: strict });
  await page.goTo(`/w/planner?id=${id}`);
  await page.fill('combobox', '类别', '汤羹');
  await page.see('没有这样的菜');
  await page.fill('searchbox', '找菜', 'fanqiedanhuatang');
  await page.see('番茄蛋花汤', '标准禁用');
  await page.expectAccessible();
  page.expectQuiet();
});

it('a day is planned by keyboard', async () => {
  const id = await createWeek([[1, 'dinner', '米饭']]);
  const page = await open(id);
  await page.focus('button', '周一午餐 添加菜品');
  await page.press('Enter', 'm', 'p', 'd', 'f');
  await page.see('麻婆豆腐');
  await page.expectGone('香橙');
  await page.press('Enter');
  await page.find(...card('麻婆豆腐', '周一午餐'));
  await page.press(
    'Escape',
    'ArrowUp',
    '=',
    'Enter',
    'Tab',
    'Enter',
    'Escape',
    'Alt+ArrowRight',
    'Control+c',
    'ArrowDown',
    'ArrowDown',
    'Control+v',
  );
  expect(await saved(page, id)).toEqual(['1 dinner 米饭', '2 lunch 麻婆豆腐 1.2', '2 dinner 麻婆豆腐 1.2']);
  await page.press('Alt+ArrowLeft', 'Alt+ArrowUp', 'Delete', 'Control+z', 'Control+z', 'Control+y');
  expect(await saved(page, id)).toEqual(['1 dinner 麻婆豆腐 1.2', '1 dinner 米饭', '2 lunch 麻婆豆腐 1.2']);
  await page.press('/');
  expect(await page.watched.page.evaluate('document.activeElement.type')).toBe('search');
  page.expectQuiet();
});

it('a click on a nutrient shows its share in each dish, and a warning links to its slot', async () => {
  const groups = JSON.stringify(GROUPS);
  const id = await createWeek(
    [
      [1, 'lunch', '米饭'],
      [1, 'lunch', '番茄炒蛋'],
      [2, 'lunch', '番茄炒蛋', 2],
    ],
    { groups },
  );
  const page = await open(id);
  await page.find('button', `番茄炒蛋 周二午餐 ${grams('番茄炒蛋', 2)} 避蛋忌食蛋类 3 天内重复`);
  const protein = /button (蛋白质 .*)/.exec(await page.outline())?.[1] ?? '';
  await page.click('button', protein);
  await page.see('蛋白质还差');
  await page.settle();
  // What carries a thing that is short is green, what carries too much is red.
  const carrier = `番茄炒蛋 周二午餐 ${/番茄炒蛋 周二午餐 (.*)/.exec(await page.outline())?.[1]}`;
  expect(await page.readStyle(['button', carrier.replace(' pressed', '')], 'background-color', '::before')).toBe(GREEN);
  const [, share] = /番茄炒蛋 周二午餐 (\d+) %/.exec(await page.outline()) ?? [];
  expect(Number(share)).toBeGreaterThan(40);
  const [, both] = /StaticText 番茄炒蛋 (\d+) %/.exec(await page.outline()) ?? [];
  expect(Math.abs(Number(both) - Number(share) * 1.5)).toBeLessThan(2);
  await page.expectAccessible();
  await page.click('button', '周二 12月8日');
  await page.see('番茄炒蛋 100 %');
  await page.click('button', '避蛋 6 人');
  await page.see('提醒');
  await page.click('button', '周二午餐：“番茄炒蛋”3 天内重复：第 1 天午餐已有');
  await page.find('region', '选中的菜');
  await page.expectAccessible();
  const items = [{ day: 1, meal: 'lunch', dish: dishes.get('麻婆豆腐')?.id, portion: 9 }];
  await ask('POST /api/menu', { id, items: JSON.stringify(items) });
  await page.goTo(page.path());
  await page.click('button', /button (脂肪 .*)/.exec(await page.outline())?.[1] ?? '');
  await page.see('脂肪多');
  await page.settle();
  await page.see('麻婆豆腐 100 %');
  const tofu = /button (麻婆豆腐 周一午餐 100 %.*)/.exec(await page.outline())?.[1] ?? '';
  expect(await page.readStyle(['button', tofu], 'background-color', '::before')).toBe(RED);
  await page.expectAccessible();
  page.expectQuiet();
});

it('an empty week says what to do; the service plans an empty slot; locked items are marked', async () => {
  const id = await createWeek([]);
  const page = await open(id, { scheme: 'dark' });
  await page.see('点这里选菜，或拖入', '提醒 1 条', '还有 4 餐没有菜');
  await page.expectAccessible();
  await page.click('button', '替我排 周一午餐');
  await page.settle();
  const [first = ''] = await saved(page, id);
  expect(first).toMatch(/^1 lunch /);
  const name = first.slice('1 lunch '.length);
  await page.click(...card(name, '周一午餐'));
  await page.click('button', '锁定');
  await page.find(...card(name, '周一午餐', 1, ' 锁定'));
  await page.click('button', '多一点');
  await page.find(...card(name, '周一午餐', 1.1, ' 锁定'));
  page.expectQuiet();
});

it('on a phone one day is shown at a time, and a dish is moved without dragging', async () => {
  const long = '长'.repeat(100);
  const ids = await service.call('PUT /api/dish', { name: long, mark: '主食' }, { token });
  dishes = new Map([...dishes, [long, { id: Number(ids.headers['catering-ids']), grams: 0 }]]);
  const id = await createWeek(
    [
      [1, 'lunch', long],
      [2, 'lunch', '米饭'],
    ],
    { name: long },
  );
  const page = await open(id, { size: [390, 844] });
  const heights = "[...document.querySelectorAll('thead button')].map((day) => day.offsetHeight)";
  expect(Math.min(...((await page.watched.page.evaluate(heights)) as number[]))).toBeGreaterThan(30);
  await page.click('button', `${long} 周一午餐 1 份`);
  await page.expectNoSideways();
  await page.expectAccessible();
  await page.fill('combobox', '移动到…', '2 dinner');
  await page.find('button', `${long} 周二晚餐 1 份`);
  await page.click('button', '周二');
  await page.expectNoSideways();
  expect(await saved(page, id)).toEqual(['2 lunch 米饭', `2 dinner ${long}`]);
  page.expectQuiet();
  await page.close();
  const wide = await open(id);
  await wide.expectNoSideways();
});

it('a menu in review is read only, and the page is closed without its permission items', async () => {
  const id = await createWeek([[1, 'lunch', '米饭']]);
  await ask('POST /api/menu/submit', { id });
  const page = await open(id);
  await page.see('正在等审核，现在只能看');
  await page.click(...card('米饭', '周一午餐'));
  await page.press('Delete');
  await page.find(...card('米饭', '周一午餐'));
  expect([await page.has('button', '周一午餐 添加菜品'), await page.has('searchbox', '找菜')]).toEqual([false, false]);
  await page.expectAccessible();
  page.expectQuiet();
  await page.close();
  const { id: unit } = await addSchool(service, 'empty');
  await addUser(service, unit, 'cook', [29]);
  const cook = await visit(http.url, '/w/planner', { as: 'cook', password: PASSWORD });
  await cook.see('没有打开「排餐」的权限');
  await cook.close();
  const fresh = await visit(http.url, '/w/planner', { as: 'empty', password: PASSWORD });
  await fresh.see('还没有食谱');
  await fresh.find('link', '新建食谱');
  await fresh.expectAccessible();
});

it('a week is edited offline, and saved when the network is back', async () => {
  const id = await createWeek([[1, 'lunch', '米饭']]);
  const page = await open(id);
  await page.setOffline(true);
  await page.click(...card('米饭', '周一午餐'));
  await page.click('button', '少一点');
  await page.find(...card('米饭', '周一午餐', 0.9));
  await page.see('未发送（离线）', '连接不上服务。请检查网络，然后重试。灰色的是先前的数。');
  const energy = ['button', /button (能量 .*)/.exec(await page.outline())?.[1] ?? ''] as const;
  expect(await page.readStyle(energy, 'color')).toBe(GREY);
  await page.expectAccessible();
  await page.setOffline(false);
  await page.expectGone('灰色的是先前的数');
  expect(await saved(page, id)).toEqual(['1 lunch 米饭 0.9']);
});
