import type { Setup } from '../service/setup.ts';
import { food, stock } from './foods.ts';
import { createMenu, menuItems } from './menus.ts';

/** A red and a green point. */
export const PICTURES = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
] as const;

/** A Wednesday at noon in the screens' time zone. Menus are published then, and looked at. */
export const NOON = Date.parse('2026-09-09T12:00:00+08:00');

const GROUPS = JSON.stringify([
  { level: '一年级', people: 40, factor: 0.5, meals: ['breakfast', 'lunch'] },
  { level: '六年级', people: 50, meals: ['lunch'] },
]);

/** Creates dishes and menus of a school: this week and the next one are live, and there is a draft. */
export async function fillTwoWeeks(setup: Setup) {
  const { service, school, admin } = setup;
  await stock(service, [
    food('rice', '大米', { energy: '1453', protein: '7.9' }, { category: '谷类' }),
    food('egg', '鸡蛋', { energy: '581', protein: '13.1' }, { category: '蛋类' }),
  ]);
  const cook = (name: string, recipe: Readonly<Record<string, number>>, more = {}) => {
    const ingredient = JSON.stringify(Object.entries(recipe).map(([key, value]) => ({ key, value })));
    return setup.createDish({ name, ingredient, ...more });
  };
  const rice = await cook('米饭', { rice: 100 });
  const eggs = await cook('<b>蒸蛋</b>', { egg: 50 }, { icon: PICTURES[0] });
  const soup = await cook('老汤', { unknown: 200, egg: 10 });
  const hidden = await cook('未公示的菜', { egg: 50 }, { icon: PICTURES[0] });
  const standard = await setup.createStandard();
  const ranges = JSON.stringify({ 一年级: { 蛋白质: { min: 5, max: 20 } }, 六年级: { 蛋白质: { min: 900 } } });
  await setup.succeed('POST /api/nutrition', { id: standard, name: '小学标准', ingredient: ranges }, admin);
  const items = JSON.stringify([
    { day: 3, meal: 'lunch', dish: rice },
    { day: 3, meal: 'lunch', dish: eggs, portion: 2, groups: ['六年级'] },
    { day: 3, meal: 'breakfast', dish: rice, portion: 0.5 },
    { day: 4, meal: 'lunch', dish: soup },
    { day: 5, meal: 'lunch', dish: hidden },
  ]);
  const publish = async (facts: Readonly<Record<string, string | number>>) => {
    const menu = await createMenu(setup, { groups: GROUPS, ...facts });
    await setup.succeed('POST /api/menu/submit', { id: menu }, school.token);
    return menu;
  };
  const week = await publish({ name: '第一周', start: '2026-09-07', items });
  const next = await publish({ name: '第二周', start: '2026-09-14', items: menuItems([1, 'lunch', rice]) });
  await createMenu(setup, { name: '草稿', start: '2026-09-15', items: menuItems([1, 'lunch', hidden]) });
  await setup.succeed('POST /api/vender/calendar', { off: '2026-09-11' }, school.token);
  return { rice, eggs, soup, hidden, standard, week, next };
}

/** Makes a phone page, and returns the token in its address. */
export async function makePhone(setup: Setup, facts: Readonly<Record<string, string>> = {}, by = setup.school.token) {
  const { address } = await setup.succeed('PUT /api/screen', { name: '家长', form: 'phone', ...facts }, by);
  return String(address).replace('/screen/', '');
}

/** The texts of a page, without its markup. */
export function readWords(html: string): string {
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
