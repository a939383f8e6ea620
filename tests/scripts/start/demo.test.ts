import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import { dishMarks, dishPolys } from '../../../lib/domain/dish.ts';
import { enumLists } from '../../../lib/domain/enum.ts';
import { categoryAmounts, nutrientRanges } from '../../../lib/domain/standard.ts';
import { loadStarter, starterFoods } from '../../../scripts/command/starter.ts';
import { loadIngredients } from '../../../scripts/import-ingredients/load-foods.ts';
import { seed } from '../../../scripts/start/demo.ts';
import { type DemoDish, demoDishes } from '../../../scripts/start/demo-dishes.ts';
import { codeOf, foodCodes } from '../../../scripts/start/demo-foods.ts';
import { demoStandards } from '../../../scripts/start/demo-standards.ts';
import { ingredientKey } from '../../../tables/keys.ts';
import { ADMIN, startService, type TestService } from '../../support/service/service.ts';
import { dumpTable } from '../../support/service/table-dump.ts';
import type { DemoThings } from '../../support/statements/statement.ts';
import { statementOf } from '../../support/statements/statements.ts';

const PASSWORD = '123456';
const settings = { adminUid: ADMIN.uid, adminPassword: ADMIN.password, demo: true };

let service: TestService;
/** Tokens by user id. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  await seed(service.deps, settings);
  tokens.set(ADMIN.uid, await service.signIn(ADMIN.uid, ADMIN.password));
  for (const uid of ['yangguang', 'lixuemei', 'mingde', 'zhaolihua']) {
    tokens.set(uid, await service.signIn(uid, PASSWORD));
  }
});
afterAll(() => service.stop());

function get(uid: string, path: string, parameters: Readonly<Record<string, string | number>> = {}) {
  return service.call(`GET ${path}`, parameters, { token: tokens.get(uid) });
}

async function listDishes(uid: string): Promise<{ id: number; name: string; icon: string }[]> {
  return (await get(uid, '/api/dish', { pageSize: 100 })).json.body.content;
}

interface ShownMenu {
  readonly id: number;
  readonly name: string;
  readonly start: string;
  readonly state: string;
  readonly items: readonly { readonly day: number; readonly meal: string; readonly dish: number }[];
}

async function listMenus(uid: string): Promise<ShownMenu[]> {
  const parameters = uid === ADMIN.uid ? { vender: 1 } : {};
  return (await get(uid, '/api/menu', parameters)).json.body.content;
}

/** What parameters may name. */
async function listThings(uid: string): Promise<DemoThings> {
  const dishes = (await listDishes(uid)).map(({ id }) => id);
  const shown = await listMenus(uid);
  const servings = shown.slice(0, 1).flatMap(({ items }) => items.map(({ day, meal, dish }) => ({ day, meal, dish })));
  return { dishes, menus: shown.map(({ id }) => id), servings };
}

/** Parameters of the endpoints that need some. */
function parametersOf(path: string, things: DemoThings): Readonly<Record<string, string | number>> {
  return statementOf(`GET ${path}`).demo?.(things) ?? {};
}

/** Whether the body contains something: an entry, a field, a word. */
function isWorthReading(body: unknown): boolean {
  if (Array.isArray(body)) return body.length > 0;
  if (typeof body !== 'object' || body === null) return body !== undefined && body !== null;
  if ('content' in body) return isWorthReading(body.content);
  return Object.keys(body).length > 0;
}

/** The paths that give the caller nothing worth reading, with the status. */
async function findEmpty(uid: string): Promise<string[]> {
  const side = uid === ADMIN.uid ? 'admin' : 'business';
  const things = await listThings(uid);
  const empty: string[] = [];
  for (const endpoint of service.endpoints.values()) {
    const [method, path = ''] = endpoint.route.split(' ');
    if (method !== 'GET' || !(endpoint.side === 'any' || endpoint.side === side)) continue;
    const { status, json, bytes } = await get(uid, path, parametersOf(path, things));
    // An answer without JSON is a file.
    if (status !== 200 || !isWorthReading(json ? json.body : [...bytes])) empty.push(`${path} ${status}`);
  }
  return empty;
}

describe('the demo data', () => {
  it.each([ADMIN.uid, 'yangguang', 'mingde'])('has something to read for %s at every endpoint', async (uid) => {
    expect(await findEmpty(uid)).toEqual([]);
  });

  it.each(['lixuemei', 'zhaolihua'])(
    'has something to read for the dietitian %s wherever she may look',
    async (uid) => {
      expect((await findEmpty(uid)).sort()).toEqual([
        '/api/role 403',
        '/api/role/item 403',
        '/api/user 403',
        '/api/user/sheet.xlsx 403',
      ]);
    },
  );

  it('has two standards, each assigned to one school', async () => {
    expect((await get(ADMIN.uid, '/api/nutrition')).json.body.totalElements).toBe(2);
    for (const [uid, name] of [
      ['lixuemei', '9–11'],
      ['zhaolihua', '12–14'],
    ] as const) {
      const { content } = (await get(uid, '/api/nutrition')).json.body;
      expect(content).toHaveLength(1);
      expect(content[0].name).toContain(name);
    }
  });

  it('has 60 dishes, in the library and in each school, several with an icon', async () => {
    const lists = await Promise.all([ADMIN.uid, 'yangguang', 'mingde'].map(listDishes));
    expect(lists.map((dishes) => dishes.length)).toEqual([30, 15, 15]);
    expect(lists.flat().filter(({ icon }) => icon !== '').length).toBeGreaterThan(10);
  });

  it('has labels whose components are known from all ingredients, for the most part', async () => {
    for (const uid of [ADMIN.uid, 'yangguang', 'mingde']) {
      const labels = (await get(uid, '/api/dish/label', parametersOf('/api/dish/label', await listThings(uid)))).json
        .body;
      const components: { name: string; missing?: string[] }[] = labels.flatMap(
        (label: { component: object[] }) => label.component,
      );
      const complete = components.filter(({ missing }) => missing === undefined);
      expect(complete.length / components.length).toBeGreaterThan(0.8);
      const short = components.filter(({ missing }) => missing !== undefined).map(({ name }) => name);
      expect(['能量', '蛋白质', '脂肪', '碳水化合物'].filter((name) => short.includes(name))).toEqual([]);
    }
  });

  it('has marks of both kinds in each school', async () => {
    for (const uid of ['yangguang', 'mingde']) {
      const marks: { mark: string }[] = (await get(uid, '/api/ingredient/mark')).json.body;
      expect(marks.length).toBeGreaterThanOrEqual(12);
      expect(new Set(marks.map(({ mark }) => mark))).toEqual(new Set(['常用', '忌用']));
    }
  });

  it('has a price of every food that the dishes are made of, in each school', async () => {
    for (const uid of ['yangguang', 'mingde']) {
      const prices: { nutrient: string; price: number }[] = (await get(uid, '/api/ingredient/price')).json.body;
      expect(prices.map(({ nutrient }) => nutrient)).toEqual([...foodCodes.values()].sort());
      expect(prices.every(({ price }) => price >= 2 && price <= 80)).toBe(true);
    }
  });

  it('has menus of last week, this week and the next, one of them rejected with a comment', async () => {
    const states = async (uid: string) => (await listMenus(uid)).map(({ state }) => state);
    expect(await states('yangguang')).toEqual(['草稿', '已发布', '已发布']);
    expect(await states('mingde')).toEqual(['草稿', '已驳回', '已发布', '已发布']);
    const monday = (days: number) => {
      const today = new Date(service.deps.now() + 8 * 3_600_000 + days * 86_400_000);
      today.setUTCDate(today.getUTCDate() - ((today.getUTCDay() + 6) % 7));
      return today.toISOString().slice(0, 10);
    };
    expect((await listMenus('yangguang')).map(({ start }) => start)).toEqual([monday(7), monday(0), monday(-7)]);
    const { content } = (await get('mingde', '/api/menu/review', { action: '驳回' })).json.body;
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({ uid: '平台', comment: expect.stringContaining('豆腐') });
  });

  it.each(['yangguang', 'mingde'])(
    'has menus of %s judged mostly as they should be, what is not says why',
    async (uid) => {
      for (const { id } of (await listMenus(uid)).filter(({ state }) => state === '已发布')) {
        const { levels } = (await get(uid, '/api/menu/analysis', { id })).json.body;
        expect(levels).toHaveLength(1);
        const [{ judged, average }] = levels;
        expect(judged).toBe(true);
        const judgements: string[] = [...average.nutrients, ...average.categories].flatMap(
          ({ judgement }: { judgement?: string }) => judgement ?? [],
        );
        const good = judgements.filter((judgement) => judgement === '适量');
        expect(judgements.length).toBeGreaterThan(20);
        expect(good.length / judgements.length).toBeGreaterThan(0.75);
      }
    },
  );

  it('is not changed by seeding again', async () => {
    const before = await dumpTable(service);
    expect((await seed(service.deps, settings)).created).toEqual([]);
    expect(await dumpTable(service)).toEqual(before);
  });

  it('leaves alone what was changed since, and finishes a run that was cut short', async () => {
    const [first, second] = starterFoods;
    if (!first || !second) throw new Error('no foods');
    await loadIngredients(service.deps.db, [{ ...first, name: '改过的食物' }]);
    expect(await loadStarter(service.deps.db)).toBe(0);
    expect(await service.deps.db.get(ingredientKey(first.code))).toMatchObject({ name: '改过的食物' });

    const [dish] = await listDishes('mingde');
    await service.call('DELETE /api/dish', { ids: dish?.id ?? 0 }, { token: tokens.get('mingde') ?? '' });
    const change = { oldPassword: digestPassword(PASSWORD), newPassword: digestPassword('changed') };
    await service.call('POST /api/me/password', change, { token: tokens.get('lixuemei') ?? '' });
    const { created, signIns } = await seed(service.deps, settings);
    expect(created).toEqual(['1 dishes']);
    expect(await listDishes('mingde')).toHaveLength(15);
    expect(signIns.filter(({ password }) => password === undefined).map(({ uid }) => uid)).toEqual(['lixuemei']);
  });
});

describe('the files of the demo data', () => {
  const dishes: readonly DemoDish[] = Object.values(demoDishes).flat();

  it('name dishes once', () => {
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(60);
  });

  it('take their foods from the starter catalogue', () => {
    const known = new Set(starterFoods.map(({ code }) => code));
    expect([...foodCodes.values()].filter((code) => !known.has(code))).toEqual([]);
  });

  it('use marks, cooking methods and months that there are', () => {
    expect(dishes.filter(({ mark }) => !dishMarks.includes(mark))).toEqual([]);
    expect(dishes.filter(({ poly }) => poly !== '' && !dishPolys.includes(poly))).toEqual([]);
    expect(dishes.flatMap(({ month = [] }) => month).filter((month) => month < 1 || month > 12)).toEqual([]);
  });

  it('have standards that the service itself would take, of nutrients that it knows', () => {
    const names = enumLists.nutrient.map(({ value }) => value);
    for (const { ingredient, foodCategoryDay, foodCategoryWeek } of demoStandards) {
      expect(nutrientRanges().safeParse(JSON.stringify(ingredient)).success).toBe(true);
      for (const amounts of [foodCategoryDay, foodCategoryWeek]) {
        expect(categoryAmounts().safeParse(JSON.stringify(amounts)).success).toBe(true);
      }
      const used = Object.values(ingredient).flatMap((level) => Object.keys(level));
      expect(used.filter((name) => !names.includes(name))).toEqual([]);
    }
  });

  it('have the energy of WS/T 554-2017 in kJ, fat and carbohydrate in g of it', () => {
    const [primary, middle] = demoStandards.map(({ ingredient }) => ingredient['中体力']);
    expect(primary).toMatchObject({
      能量: { min: 7949.6, max: 8786.4 },
      脂肪: { min: 43, max: 71.2 },
      碳水化合物: { min: 233.8, max: 336 },
    });
    expect(middle).toMatchObject({
      能量: { min: 8786.4, max: 10_250.8 },
      脂肪: { min: 47.5, max: 83.1 },
      碳水化合物: { min: 258.4, max: 391.9 },
    });
    expect(demoStandards.map(({ foodCategoryDay }) => foodCategoryDay)).toMatchObject([
      { 谷薯类: 300, 蔬菜类: 350, 深色蔬菜: 175, 奶类及奶制品: 200, 大豆及坚果: 35, 植物油: 25, 盐: 5 },
      { 谷薯类: 350, 蔬菜类: 400, 深色蔬菜: 200, 奶类及奶制品: 250, 大豆及坚果: 40, 植物油: 30, 盐: 5 },
    ]);
    expect(demoStandards.map(({ foodCategoryWeek }) => foodCategoryWeek)).toEqual([
      { 畜禽肉类: 280, 鱼虾类: 280, 蛋类: 350, 大豆及坚果: 245, 动物肝脏: 20 },
      { 畜禽肉类: 350, 鱼虾类: 350, 蛋类: 525, 大豆及坚果: 280, 动物肝脏: 20 },
    ]);
  });

  it('call nothing too much of which more is no worse', () => {
    const bounded = demoStandards.flatMap(({ ingredient }) =>
      Object.values(ingredient).flatMap((level) => Object.entries(level).filter(([, { max }]) => max !== undefined)),
    );
    expect([...new Set(bounded.map(([name]) => name))]).toEqual(['能量', '脂肪', '碳水化合物']);
    // 1.5 times the recommended calcium is a good day, and not too much.
    expect(demoStandards[0]?.ingredient['中体力']?.['钙']).toEqual({ min: 850 });
  });

  it('make lunches of no more oil and salt than WS/T 554-2017 has for 9 to 11 years, whatever is chosen', () => {
    const sodium = new Map(starterFoods.map(({ code, nutrients }) => [code, Number(nutrients['sodium'] ?? 0)]));
    const gramsOf = (foods: DemoDish['foods'], group: string, weigh: (code: string) => number) =>
      Object.entries(foods)
        .map(([food, grams]) => ({ code: codeOf(food), grams }))
        .filter(({ code }) => code.startsWith(group))
        .reduce((sum, { code, grams }) => sum + grams * weigh(code), 0);
    const mostOf = (marks: readonly string[], amount: (foods: DemoDish['foods']) => number) =>
      Math.max(...dishes.filter(({ mark }) => marks.includes(mark)).map(({ foods }) => amount(foods)));
    const oil = (foods: DemoDish['foods']) => gramsOf(foods, '192', () => 1);
    const salt = (foods: DemoDish['foods']) => gramsOf(foods, '20', (code) => (sodium.get(code) ?? 0) / 100 / 400);
    const lunch = [['主食'], ['大荤', '荤菜'], ['半荤', '小荤'], ['素菜', '凉菜'], ['汤羹']];
    const breakfast = [['主食', '点心'], ['粥'], ['小荤']];
    const sum = (meal: string[][], amount: typeof oil) => meal.reduce((all, marks) => all + mostOf(marks, amount), 0);
    expect(sum(lunch, oil)).toBeLessThanOrEqual(10);
    expect(sum(lunch, salt)).toBeLessThanOrEqual(2);
    // And two such meals with a breakfast must not be more than the day.
    expect(sum([...lunch, ...lunch, ...breakfast], oil)).toBeLessThanOrEqual(25);
    expect(sum([...lunch, ...lunch, ...breakfast], salt)).toBeLessThanOrEqual(5);
  });

  it('are enough of each kind for a week of three meals in each school', () => {
    for (const school of ['yangguang', 'mingde'] as const) {
      const own = [...demoDishes.library, ...demoDishes[school]];
      const countOf = (...marks: string[]) => own.filter(({ mark }) => marks.includes(mark)).length;
      const counts = [
        countOf('主食'),
        countOf('大荤', '荤菜'),
        countOf('半荤', '小荤'),
        countOf('素菜', '凉菜'),
        countOf('汤羹'),
      ];
      expect(counts.every((count) => count >= 3)).toBe(true);
      expect(countOf('大荤', '荤菜', '半荤', '小荤')).toBeGreaterThanOrEqual(15);
      expect([countOf('粥'), countOf('水果'), countOf('奶类', '饮品')].every((count) => count >= 2)).toBe(true);
    }
  });
});
