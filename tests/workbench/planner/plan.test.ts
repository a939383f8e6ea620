import { expect, it } from 'vitest';
import { meals } from '../../../lib/domain/meal.ts';
import { DEFAULT_TEMPLATE } from '../../../lib/domain/planner/default-template.ts';
import { DEMO_PASSWORD } from '../../../scripts/start/demo.ts';
import { listUsualRows } from '../../../workbench/pages/planner/meal-pattern.ts';
import { addSignedIn, PASSWORD } from '../../support/nouns/units.ts';
import { fillWithDemo } from '../../support/service/demo.ts';
import { openHttp, openService } from '../../support/service/open.ts';
import { type Visit, visit } from '../../support/workbench/visit.ts';

const START = '2026-12-14';
const GROUPS = [
  { level: '中体力', people: 540 },
  { name: '避花生', level: '中体力', people: 6, avoid: ['花生'] },
];
/** A lunch whose chicken has peanuts. */
const LUNCH = ['米饭', '宫保鸡丁', '清炒小白菜', '番茄蛋花汤'];

const service = await openService();
await fillWithDemo(service);
const http = await openHttp(service);
const token = await service.signIn('yangguang', DEMO_PASSWORD);
const unit: number = (await ask('GET /api/me', {})).vender;
const lists = [await ask('GET /api/dish/select', { vender: 0 }), await ask('GET /api/dish/select', {})];
const ids: ReadonlyMap<string, number> = new Map(lists.flat().map(({ id, name }) => [name, id]));

async function ask(route: string, facts: Readonly<Record<string, string | number>>) {
  const { status, text, json } = await service.call(route, facts, { token });
  if (status !== 200) throw new Error(`${route}: ${text}`);
  return json.body;
}

/** Creates a menu of five lunches, of which the first is planned, and opens it. */
async function open(options: Visit = {}) {
  const items = JSON.stringify(LUNCH.map((name) => ({ day: 1, meal: 'lunch', dish: ids.get(name) })));
  const menu = { name: '一周', start: START, days: 5, meals: 'lunch', groups: JSON.stringify(GROUPS), items };
  const answer = await service.call('PUT /api/menu', menu, { token });
  const id = Number(answer.headers['catering-ids']);
  const page = await visit(http.url, `/w/planner?id=${id}`, { as: 'yangguang', password: DEMO_PASSWORD, ...options });
  const served = async () => {
    await page.settle();
    await page.see('已保存');
    return (await ask('GET /api/menu', { id })).items;
  };
  return { page, served, id };
}

/** The cards of the week: what they say, how high they are, and the width of their edge. */
const CARDS = `[...document.querySelectorAll('td button[title]')].map((card) => ({
  text: card.innerText.replaceAll('\\n', ' '), height: card.getBoundingClientRect().height,
  edge: getComputedStyle(card).borderLeftWidth }))`;

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

it('a plan fills empty slots and lists unmet rules in their slots; another plan takes one click', async () => {
  await ask('DELETE /api/ingredient/price', { nutrient: '012001x' });
  const { page, served, id } = await open();
  await page.click('button', '自动排餐');
  await page.expectAccessible();
  await page.click('radio', '已排的不动，只补空缺');
  await page.fill('spinbutton', '每人每天至多多少元', '1');
  await page.click('DisclosureTriangle', '规则（去掉勾就不管）');
  await page.fill('spinbutton', '午餐至少几道深色蔬菜', '9');
  await page.click('button', '开始排');
  await page.see('排好了，换上', '左边有绿线', '整周有', '新排', '种食材没有价格，按同类最高价估');
  expect(await page.read('list', '没做到')).toContain('去填价格');
  // Three rules stand open.
  const [folded = ''] = (await page.outline()).match(/还有 \d+ 条/) ?? [];
  await page.click('DisclosureTriangle', folded);
  await page.see('午餐深色蔬菜');
  // A card has one line where the name fits, also one that the plan has changed; this is an edge.
  const cards = (await page.watched.page.evaluate(CARDS)) as { text: string; height: number; edge: string }[];
  const ofShortNames = cards.filter(({ text }) => /^\S{1,6} 周.午餐 [\d.]+ g( 新排)?$/.test(text));
  expect(ofShortNames.length).toBeGreaterThan(5);
  expect(ofShortNames.filter(({ height }) => height > 30)).toEqual([]);
  expect(cards.filter(({ text, edge }) => text.includes('新排') !== (edge === '4px'))).toEqual([]);
  await page.expectAccessible();
  const first = await served();
  expect(namesOf(first)).toEqual(expect.arrayContaining(LUNCH));
  expect(first.some(({ day }: { day: number }) => day === 2)).toBe(true);
  await page.click('button', '换一种');
  await page.expectGone('正在排');
  const second = await served();
  expect(namesOf(second)).toEqual(expect.arrayContaining(LUNCH));
  expect(second).not.toEqual(first);
  await page.click('button', '撤销');
  expect(await served()).toEqual(first);
  await page.click('button', '撤销');
  expect(namesOf(await served())).toEqual(LUNCH);
  await page.click('button', '知道了');
  await page.expectGone('排好了');
  await page.goTo(`/w/planner?id=${id}`);
  await page.click('button', '自动排餐');
  expect(await page.read('spinbutton', '每人每天至多多少元')).toBe('1');
  page.expectQuiet();
});

it('meals and what the kitchen can cook are set by steppers, and kept for everybody who plans', async () => {
  for (const meal of meals) expect(listUsualRows(meal)).toEqual(DEFAULT_TEMPLATE[meal]);
  const { page, served } = await open();
  await page.click('button', '自动排餐');
  expect(await page.read('status', '午餐素菜/凉菜')).toBe('1–2');
  await page.click('button', '午餐素菜/凉菜多一点');
  await page.click('button', '午餐水果少一点');
  await page.fill('combobox', '午餐再加', '点心');
  await page.click('DisclosureTriangle', '厨房一餐至多做几道');
  await page.fill('spinbutton', '炸', '1');
  await page.expectAccessible();
  await page.click('button', '为本校保存');
  await page.see('已为本校保存');
  const { template, capacity } = await ask('GET /api/vender/config', {});
  const rows = template.lunch.map(({ marks, min, max }: { marks: string[]; min: number; max: number }) => {
    return `${marks[0]} ${min}–${max}`;
  });
  expect(rows.join('，')).toBe('主食 1–1，大荤 1–1，小荤 1–1，素菜 2–2，汤羹 1–1，奶类 0–1，点心 1–1');
  expect(capacity).toEqual({ 炸: 1 });
  await page.click('button', '午餐点心少一点');
  await page.click('button', '午餐点心少一点');
  await page.click('button', '开始排');
  await page.see('排好了');
  const dishes = [await ask('GET /api/dish/select', { vender: 0 }), await ask('GET /api/dish/select', {})].flat();
  const fruit = dishes.filter(({ marks }) => marks === '水果' || marks === '点心').map(({ id }) => id);
  const planned = (await served()).map(({ dish }: { dish: number }) => dish);
  expect(planned.filter((dish: number) => fruit.includes(dish))).toEqual([]);
  page.expectQuiet();
  await page.close();
  await addSignedIn(service, unit, 'cook', [29, 30, 31]);
  const { page: other } = await open({ as: 'cook', password: PASSWORD });
  await other.click('button', '自动排餐');
  expect(await other.read('status', '午餐素菜/凉菜')).toBe('2');
  expect(await other.read('spinbutton', '炸')).toBe('1');
  expect(await other.has('button', '为本校保存')).toBe(false);
});

it('a rule can be switched off, and portions are proposed by the age of the standard', async () => {
  const { page } = await open();
  await page.click('button', '更多');
  await page.click('button', '食谱设置');
  await page.see('按9–11 岁标准建议 1.0');
  await page.click('button', '取消');
  await page.click('button', '自动排餐');
  await page.click('DisclosureTriangle', '规则（去掉勾就不管）');
  await page.see('锁定的菜不会换掉', '主食、粥、奶类、饮品和蛋不算', '白米饭、白馒头、奶类、饮品、水果不算');
  await page.expectAccessible();
  await page.fill('spinbutton', '一周至少几种食物', '400');
  await page.click('button', '开始排');
  await page.see('现有的菜做不到', '种：可选菜品最多');
  await page.click('button', '自动排餐');
  await page.click('checkbox', '一周至少几种食物');
  await page.click('button', '开始排');
  await page.see('排好了');
  await page.expectGone('种：可选菜品最多');
  page.expectQuiet();
});

it('a running plan can be cancelled, a failed one retried, and locked items stay', async () => {
  const { page, served } = await open();
  await page.click('button', /* the dish */ '番茄蛋花汤 周一午餐 228 g');
  await page.click('button', '锁定');
  const release = http.holdNext('POST /api/menu/generate');
  await page.click('button', '自动排餐');
  await page.see('全部重排，锁定的 1 道不动');
  await page.click('button', '开始排');
  await page.see('正在排');
  await page.click('button', '停下');
  await page.expectGone('正在排');
  release();
  expect(namesOf(await served())).toEqual(LUNCH);
  await page.setOffline(true);
  await page.click('button', '自动排餐');
  await page.click('button', '开始排');
  await page.see('连接不上服务');
  await page.setOffline(false);
  await page.click('button', '换一种');
  await page.see('排好了');
  const monday = (await served()).filter(({ day }: { day: number }) => day === 1);
  expect(namesOf(monday)).toContain('番茄蛋花汤');
});

/** Creates an empty menu of five days, and returns its id. */
async function createWeek(start: string, name: string): Promise<number> {
  const menu = { name, start, groups: JSON.stringify(GROUPS) };
  return Number((await service.call('PUT /api/menu', menu, { token })).headers['catering-ids']);
}

/** The names and numbers of dishes of the menus in some days, the earliest first. */
async function readMenus(from: string, to: string) {
  const { content } = await ask('GET /api/menu', { from, to, pageSize: 50 });
  const facts = content.map((menu: { start: string; name: string; items: unknown[] }) => {
    return `${menu.start} ${menu.name}${menu.items.length > 0 ? '' : ' 空'}`;
  });
  return facts.sort();
}

it('each following week becomes a menu that its dates name; weeks that have one are left, replaced or planned beside', async () => {
  const { page, served } = await open();
  const draft = await createWeek('2026-12-22', '旧稿');
  await createWeek('2026-12-28', '不动的');
  await createWeek('2027-01-04', '旁边的');
  await page.click('button', '自动排餐');
  await page.fill('combobox', '排几周', '4');
  await page.fill('combobox', '12月21日–12月25日已有「旧稿」（草稿）', String(draft));
  await page.fill('combobox', '1月4日–1月8日已有「旁边的」（草稿）', 'add');
  await page.expectAccessible();
  await page.click('button', '开始排');
  await page.see('排好了，换上', '别的周已存为草稿：');
  await page.expectAccessible();
  expect((await served()).length).toBeGreaterThan(LUNCH.length);
  expect(await readMenus('2026-12-21', '2027-01-08')).toEqual([
    '2026-12-21 旧稿',
    '2026-12-28 不动的 空',
    '2027-01-04 1月4日–1月8日食谱',
    '2027-01-04 旁边的 空',
  ]);
  await page.find('link', '1月4日–1月8日食谱');
  await page.click('link', '旧稿');
  await page.see('旧稿 · 12月21日–12月25日');
  page.expectQuiet();
});

it('a week is copied to several weeks, and varied: locked dishes stay, the others are planned anew', async () => {
  const { page } = await open();
  await page.click('button', '番茄蛋花汤 周一午餐 228 g');
  await page.click('button', '锁定');
  await page.click('button', '更多');
  await page.click('button', '复制到别的周');
  await page.fill('Date', '第一天', '2027-03-01');
  await page.fill('combobox', '复制到几周', '2');
  await page.click('button', '复制');
  await page.find('link', '3月8日–3月12日食谱');
  await page.expectAccessible();
  await page.click('button', '更多');
  await page.click('button', '复制到别的周');
  await page.fill('Date', '第一天', '2027-03-08');
  await page.fill('combobox', '3月8日–3月12日已有「3月8日–3月12日食谱」（草稿）', 'add');
  await page.click('radio', '锁定的 1 道照搬，其余换一批');
  await page.expectAccessible();
  await page.click('button', '复制');
  await page.find('link', '3月8日–3月12日食谱（2）');
  const { content } = await ask('GET /api/menu', { from: '2027-03-01', to: '2027-03-12' });
  const dishes = content.map(({ items }: { items: { day: number; name: string }[] }) =>
    namesOf(items.filter(({ day }) => day === 1)),
  );
  expect(dishes.slice(1)).toEqual([LUNCH, LUNCH]);
  expect(dishes[0]).toContain('番茄蛋花汤');
  expect(dishes[0]).not.toContain('宫保鸡丁');
  page.expectQuiet();
});

it('a day is copied to a day, and a meal to a meal', async () => {
  const { page, served } = await open();
  await page.click('button', '更多');
  await page.click('button', '复制一天或一餐');
  await page.expectAccessible();
  await page.click('button', '复制');
  await page.click('button', '更多');
  await page.click('button', '复制一天或一餐');
  await page.fill('combobox', '把', '周二午餐');
  await page.fill('combobox', '复制到', '周五午餐');
  await page.click('button', '复制');
  const items = await served();
  const daysOf = (name: string) => items.filter((item: { name: string }) => item.name === name);
  for (const name of LUNCH) expect(daysOf(name).map(({ day }: { day: number }) => day)).toEqual([1, 2, 5]);
  await page.click('button', '撤销');
  expect((await served()).length).toBe(2 * LUNCH.length);
  page.expectQuiet();
});

it('a dish is replaced for all groups, or for the group that must avoid it', async () => {
  const { page, served, id } = await open({ size: [390, 844] });
  await page.click('button', '宫保鸡丁 周一午餐 121 g 避花生忌食花生');
  await page.click('button', '替换');
  await page.see('给谁换');
  await page.expectAccessible();
  await page.expectNoSideways();
  const query = { id, day: 1, meal: 'lunch', dish: ids.get('宫保鸡丁') ?? 0, library: 'true' };
  const [best, next] = await ask('GET /api/menu/alternatives', query);
  await page.click('button', `换成 ${best.name}`);
  const given = (await served()).filter(({ groups }: { groups?: string[] }) => groups !== undefined);
  expect(given.map(({ name, groups }: { name: string; groups: string[] }) => [name, groups])).toEqual([
    ['宫保鸡丁', ['中体力']],
    [best.name, ['避花生']],
  ]);
  await page.click('button', '撤销');
  await page.click('button', '宫保鸡丁 周一午餐 121 g 避花生忌食花生');
  await page.click('button', '替换');
  // The dialog grows when its list arrives, and what is clicked then may have moved.
  await page.find('button', `换成 ${next.name}`);
  await page.click('radio', '所有人');
  await page.click('button', `换成 ${next.name}`);
  expect(namesOf(await served())).toEqual(['米饭', next.name, '清炒小白菜', '番茄蛋花汤']);
  page.expectQuiet();
});

it('automatic planning needs the item for creating menus, and the budget the one for prices', async () => {
  await addSignedIn(service, unit, 'editor', [29, 31]);
  await addSignedIn(service, unit, 'planner', [29, 30, 31]);
  const { page } = await open({ as: 'editor', password: PASSWORD });
  await page.find('button', '更多');
  expect(await page.has('button', '自动排餐')).toBe(false);
  await page.close();
  const { page: other } = await open({ as: 'planner', password: PASSWORD });
  await other.click('button', '自动排餐');
  expect(await other.has('spinbutton', '每人每天至多多少元')).toBe(false);
  await other.click('button', '开始排');
  await other.see('排好了');
  other.expectQuiet();
});
