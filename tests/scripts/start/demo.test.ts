import { describe, expect, it } from 'vitest';
import { isWater } from '../../../lib/domain/ingredient/kind.ts';
import { meals, suitsMeal } from '../../../lib/domain/meal.ts';
import type { TableDish } from '../../../scripts/command/dish-table.ts';
import { getFoodCode } from '../../../scripts/command/food-words.ts';
import { starterDishes, starterFoods, starterStandards } from '../../../scripts/command/starter.ts';
import { type Call, createDemo, DEMO_PASSWORD, removeDemo, trySignIn } from '../../../scripts/start/demo.ts';
import { demoDishes } from '../../../scripts/start/demo-dishes.ts';
import { demoMenus } from '../../../scripts/start/demo-menus.ts';
import { findPrices } from '../../../scripts/start/demo-prices.ts';
import { prepareDemo } from '../../support/service/demo.ts';
import { openService } from '../../support/service/open.ts';
import { ADMIN } from '../../support/service/service.ts';

const SCHOOLS = ['yangguang', 'mingde'] as const;
/** A dish with more grams of oil than this was fried in it. */
const MAX_OIL_UNFRIED = 4;
/** Tokens by user id. */
const tokens = new Map<string, string>();
const service = await openService();
const demo = await prepareDemo(service);
// It is cut short first: between unit and users, behind the settings, in the second school.
for (const most of [3, 11, 48]) {
  await expect(createDemo({ ...demo, call: cutShort(demo.call, most) })).rejects.toThrow('cut short');
  await removeDemo(demo);
}
const screens = await createDemo(demo);
tokens.set(ADMIN.uid, await service.signIn(ADMIN.uid, ADMIN.password));
for (const uid of [...SCHOOLS, 'lixuemei', 'zhaolihua', 'wangjianguo'])
  tokens.set(uid, await service.signIn(uid, DEMO_PASSWORD));

/** Calls of which only so many are made. */
function cutShort(call: Call, most: number): Call {
  let left = most;
  return async (...request) => {
    if (left === 0) throw new Error('cut short');
    left -= 1;
    return call(...request);
  };
}

async function get(uid: string, path: string, parameters: Readonly<Record<string, string | number>> = {}) {
  return (await service.call(`GET ${path}`, parameters, { token: tokens.get(uid) })).json?.body;
}

interface ShownMenu {
  readonly id: number;
  readonly start: string;
  readonly state: string;
  readonly groups: readonly object[];
  readonly items: readonly { readonly dish: number; readonly groups?: readonly string[] }[];
}
const listMenus = async (uid: string): Promise<ShownMenu[]> => (await get(uid, '/api/menu')).content;

describe('the demo data', () => {
  it('has a dietitian and canteen managers beside the main account in each school', async () => {
    for (const uid of SCHOOLS) {
      const users: { roleName: string }[] = await get(uid, '/api/user');
      expect(new Set(users.map(({ roleName }) => roleName))).toEqual(new Set(['超级管理员', '营养师', '食堂管理员']));
      expect(users).toHaveLength(4);
    }
  });

  it('leaves nothing of what was cut short before', async () => {
    const { content } = await get(ADMIN.uid, '/api/vender');
    expect(content.map(({ account }: { account: string }) => account)).toEqual(['mingde', 'yangguang']);
  });

  it('needs an administrator whose sign-in is not refused; a sign-in that fails is no refusal', async () => {
    expect(await trySignIn(demo.call, ADMIN.uid, 'changed')).toBeUndefined();
    await expect(trySignIn(cutShort(demo.call, 0), ADMIN.uid, ADMIN.password)).rejects.toThrow('cut short');
  });

  it('gives each school the standard of its category', async () => {
    expect((await get(ADMIN.uid, '/api/nutrition')).totalElements).toBe(starterStandards.length);
    for (const [uid, name] of [
      ['lixuemei', '9–11'],
      ['zhaolihua', '12–14'],
    ] as const) {
      const { content } = await get(uid, '/api/nutrition');
      expect(content).toEqual([expect.objectContaining({ name: expect.stringContaining(name) })]);
    }
  });

  it('has dishes of its own in each school beside those of the library, with icons and the meals that they suit', async () => {
    const lists = await Promise.all([ADMIN.uid, ...SCHOOLS].map((uid) => get(uid, '/api/dish', { pageSize: 15 })));
    expect(lists.map(({ totalElements }) => totalElements)).toEqual([starterDishes.length, 15, 15]);
    const [first] = (await get(ADMIN.uid, '/api/dish', { keyword: '米饭', pageSize: 100 })).content.toReversed();
    expect(first).toMatchObject({ name: '米饭', icon: 'mifan.png', meals: ['lunch', 'dinner'] });
    const shown = lists.slice(1).flatMap(({ content }) => content);
    expect(shown.filter(({ icon }: { icon: string }) => icon !== '')).toHaveLength(5);
  });

  it('has labels whose energy and macronutrients are known from all ingredients', async () => {
    for (const uid of SCHOOLS) {
      const ids = (await get(uid, '/api/dish', { pageSize: 100 })).content.map(({ id }: { id: number }) => id);
      const labels: { component: { name: string; missing?: string[] }[] }[] = await get(uid, '/api/dish/label', {
        ids: ids.join(),
      });
      const short = labels.flatMap(({ component }) => component).filter(({ missing }) => missing !== undefined);
      const names = short.map(({ name }) => name);
      expect(['能量', '蛋白质', '脂肪', '碳水化合物'].filter((name) => names.includes(name))).toEqual([]);
    }
  });

  it('has marks of both kinds, and a price of every food that the dishes are made of, in each school', async () => {
    const bought = starterFoods.flatMap((food) => (isWater(food) ? [] : [food.code])).sort();
    for (const uid of SCHOOLS) {
      const marks: { mark: string }[] = await get(uid, '/api/ingredient/mark');
      expect(new Set(marks.map(({ mark }) => mark))).toEqual(new Set(['常用', '忌用']));
      const prices: { nutrient: string; price: number }[] = await get(uid, '/api/ingredient/price');
      expect(prices.map(({ nutrient }) => nutrient)).toEqual(bought);
    }
  });

  it('has a food of a school of its own, which the other school does not see', async () => {
    const [first, second] = await Promise.all(SCHOOLS.map((uid) => get(uid, '/api/ingredient')));
    expect(first.content[0]).toMatchObject({ code: 'YG-001', alias: '豆瓣酱', own: true });
    expect(second.content[0]).toMatchObject({ own: false });
  });

  it('has menus of last week, this week and the next, one of them rejected with a comment', async () => {
    const [first, second] = await Promise.all(SCHOOLS.map(listMenus));
    expect(first?.map(({ state }) => state)).toEqual(['草稿', '已发布', '已发布']);
    expect(second?.map(({ state }) => state)).toEqual(['草稿', '已驳回', '已发布', '已发布']);
    const today = new Date(service.deps.now() + 8 * 3_600_000);
    const monday = (weeks: number) => {
      const days = weeks * 7 - ((today.getUTCDay() + 6) % 7);
      return new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    };
    expect(first?.map(({ start }) => start)).toEqual([monday(1), monday(0), monday(-1)]);
    const { content } = await get('mingde', '/api/menu/review', { action: '驳回' });
    expect(content).toEqual([expect.objectContaining({ uid: '平台', comment: expect.stringContaining('豆腐') })]);
  });

  it('has a supper for the boarders, and a day off', async () => {
    expect(await get('mingde', '/api/vender/config')).toEqual({ breakfast: 28, lunch: 38, dinner: 29, supper: 5 });
    expect((await get('yangguang', '/api/vender/config')).supper).toBeUndefined();
    for (const uid of SCHOOLS) expect((await get(uid, '/api/vender/calendar')).off).toHaveLength(1);
  });

  it('has pupils who must not eat peanuts: each menu has a dish for them, and nothing that they avoid', async () => {
    const substituted: boolean[] = [];
    for (const { items, groups, id, state } of await listMenus('yangguang')) {
      expect(groups[1]).toMatchObject({ name: '避花生', avoid: ['花生'] });
      const { warnings } = await get('yangguang', '/api/menu/analysis', { id });
      expect(warnings.filter(({ kind }: { kind: string }) => kind === 'allergen')).toEqual([]);
      if (state === '已发布') substituted.push(items.filter((item) => item.groups).length === 2);
    }
    expect(substituted).toEqual([true, true]);
  });

  it('has a draft that the planner has made, of all meals', async () => {
    for (const uid of SCHOOLS) {
      const [draft] = await listMenus(uid);
      expect(draft?.items.length).toBeGreaterThan(20);
    }
  });

  it.each(SCHOOLS)('has published menus of %s judged mostly as they should be', async (uid) => {
    for (const { id } of (await listMenus(uid)).filter(({ state }) => state === '已发布')) {
      const [{ judged, average }] = (await get(uid, '/api/menu/analysis', { id })).levels;
      expect(judged).toBe(true);
      const judgements: string[] = [...average.nutrients, ...average.categories].flatMap(
        ({ judgement }: { judgement?: string }) => judgement ?? [],
      );
      expect(judgements.length).toBeGreaterThan(20);
      expect(judgements.filter((one) => one === '适量').length / judgements.length).toBeGreaterThan(0.65);
    }
  });

  it('has a screen of each form in each school, that shows its menu', async () => {
    const forms = ['wall', 'led', 'phone'];
    expect(Object.keys(screens)).toEqual(
      ['yangguang', 'mingde'].flatMap((account) => forms.map((form) => `${account} ${form}`)),
    );
    expect(Object.values(screens).filter((path) => !/^\/screen\/[\w-]{43}$/.test(path))).toEqual([]);
  });
});

describe('the files of the demo data', () => {
  const dishes: readonly TableDish[] = Object.values(demoDishes).flat();

  it('name dishes once, and take their foods from the starter catalogue', () => {
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(dishes.length);
    const known = new Set(starterFoods.map(({ code }) => code));
    expect([...findPrices('south-west').keys()].filter((code) => !known.has(code))).toEqual([]);
  });

  it('serve dishes where they suit the meal', () => {
    const served = Object.values(demoMenus).flatMap(({ plan }) =>
      meals.flatMap((meal) => (plan[meal] ?? '').split(/\s+/).map((entry) => ({ meal, name: entry.split(':')[0] }))),
    );
    const wrong = served.filter(({ meal, name }) => dishes.some((one) => one.name === name && !suitsMeal(one, meal)));
    expect(wrong).toEqual([]);
  });

  it('make lunches of no more oil and salt than WS/T 554-2017 has for 9 to 11 years, whatever is chosen but what was fried', () => {
    const sodium = new Map(starterFoods.map(({ code, nutrients }) => [code, Number(nutrients['sodium'] ?? 0)]));
    const weigh = (amounts: TableDish['gramsByFood'], group: string, perGram: (code: string) => number) =>
      Object.entries(amounts)
        .map(([food, grams]) => ({ code: getFoodCode(food), grams }))
        .filter(({ code }) => code.startsWith(group))
        .reduce((sum, { code, grams }) => sum + grams * perGram(code), 0);
    const oil = (grams: TableDish['gramsByFood']) => weigh(grams, '192', () => 1);
    const salt = (grams: TableDish['gramsByFood']) => weigh(grams, '20', (code) => (sodium.get(code) ?? 0) / 100 / 400);
    const lunch = [['主食'], ['大荤', '荤菜'], ['半荤', '小荤'], ['素菜', '凉菜'], ['汤羹']];
    const atLunch = dishes.filter((one) => suitsMeal(one, 'lunch'));
    const most = (amount: typeof oil, of: typeof dishes) =>
      lunch.reduce((sum, marks) => {
        const served = of.filter(({ mark }) => marks.includes(mark)).map(({ gramsByFood }) => amount(gramsByFood));
        return sum + Math.max(...served);
      }, 0);
    const drained = atLunch.filter(({ gramsByFood }) => oil(gramsByFood) <= MAX_OIL_UNFRIED);
    expect(most(oil, drained)).toBeLessThanOrEqual(10);
    expect(most(salt, atLunch)).toBeLessThanOrEqual(2);
    // What takes up more is fried, and seldom.
    const fried = atLunch.filter((one) => !drained.includes(one));
    expect(fried.every(({ gramsByFood }) => oil(gramsByFood) <= 8)).toBe(true);
    expect(fried.length).toBeLessThan(atLunch.length / 15);
  });
});
