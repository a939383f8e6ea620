import { hashAddressToken } from '../../lib/auth/address-token.ts';
import { digestPassword } from '../../lib/auth/password.ts';
import { AllergenName } from '../../lib/domain/ingredient/allergen.ts';
import { printablePaths } from '../../lib/domain/link.ts';
import { meals } from '../../lib/domain/meal.ts';
import { createScreen } from '../../lib/store/screen/screen.ts';
import { newTask, taskStep } from '../../lib/store/task.ts';
import { deleteUnit } from '../../lib/store/unit-deletion.ts';
import { deleteRole } from '../../lib/store/user/role.ts';
import { loadIngredients } from '../../scripts/command/load-foods.ts';
import { starterFoods } from '../../scripts/command/starter.ts';
import type { CallOptions } from '../support/service/service.ts';
import { PICTURE, type World } from './world.ts';

type Parameters = Readonly<Record<string, string | number>>;
/** Sends a request that must succeed, half a minute after the last one, and returns its answer. */
type Send = (
  route: string,
  parameters: Parameters,
  options?: CallOptions,
) => Promise<{ id: number; body: { address: string } }>;

/** The unit that has everything that a unit can have, and the account with which it signs in. */
export const FULL_UNIT = 6;
const ACCOUNT = { uid: 'qiquan', password: 'qiquan-2026' };

/** The tokens in the addresses of its screens 1 to 4. The last screen is deleted. */
export const screenTokens = ['wall', 'led00', 'phone', 'gone0'].map((name) => `FULL-${name}`.padEnd(43, 'A'));

const [STANDARD, TEACHERS_STANDARD] = [4, 5];
const INTERVAL_MS = 30_000;
const allergens = AllergenName.options;
const toJson = JSON.stringify;
const isTimeUp = () => true;

/**
 * Adds the kinds of items and attributes that the world of the examples lacks: units 6 and 7, and a task of each kind. A
 * new attribute of an item is written here.
 */
export async function fillWorld(world: World): Promise<World> {
  const { service } = world;
  const sendAs = (token: string | undefined): Send => {
    return async (route, parameters, options = {}) => {
      service.stoppedAt = (service.stoppedAt ?? 0) + INTERVAL_MS;
      const { status, text, headers, json } = await service.call(route, parameters, { token, ...options });
      if (status !== 200) throw new Error(`the full world cannot be built: ${route} answered ${text}`);
      return { id: Number(headers['catering-ids']), body: json?.body };
    };
  };
  const sendAdmin = sendAs(world.tokens.get('admin'));
  await createUnits(sendAdmin);
  const token = await service.signIn(ACCOUNT.uid, ACCOUNT.password);
  const sendOwn = sendAs(token);
  await createPeople(sendOwn);
  await createFoods(world, sendOwn);
  const dishes = await createDishes(sendOwn);
  await createMenus(sendOwn, sendAdmin, dishes);
  await hangScreens(world, sendOwn);
  const { body } = await sendOwn('POST /api/link', { path: '/api/menu/sheet.html?id=6000001' });
  await sendOwn('GET /print/{token}', { token: body.address.slice('/print/'.length) }, { token: undefined });
  for (const path of printablePaths) await sendOwn('POST /api/link', { path });
  const wrong = { uid: ACCOUNT.uid, password: digestPassword('wrong') };
  await service.call('POST /api/login', wrong, { address: '192.0.2.9' });
  await beginTasks(world, sendOwn);
  return { service, tokens: new Map([...world.tokens, ['qiquan', token]]) };
}

async function createUnits(sendAdmin: Send): Promise<void> {
  const password = digestPassword(ACCOUNT.password);
  const location = { address: '光明路 8 号\n北门', province: '四川省', city: '成都市', area: '青羊区' };
  const people = { contacts: '王老师', phone: '13800000005', email: 'canteen@school.example' };
  const unit = {
    account: ACCOUNT.uid,
    password,
    name: '齐全小学',
    category: '小学',
    expire: '2027-07-31',
    icon: PICTURE,
  };
  await sendAdmin('PUT /api/vender', { ...unit, ...location, ...people, menuReview: 'true' });
  await sendAdmin('PUT /api/vender', { ...unit, account: 'chexiao', name: '撤销小学' });
  const ranges = {
    轻体力: { 蛋白质: { min: 20, max: 75, ul: 100 }, 钙: { min: 800 } },
    中体力: { 蛋白质: { max: 90 } },
  };
  const figures = {
    foodCategoryDay: toJson({ 谷类: 250, 蔬菜类: 300 }),
    foodCategoryWeek: toJson({ 水产品: 350 }),
    foodCategoryDayMax: toJson({ 畜禽肉类: 50 }),
    foodCategoryWeekMax: toJson({ 动物肝脏: 25 }),
    energyShares: toJson({ fat: { min: 0.2, max: 0.3 } }),
    ...{ forbidden: '072004', forbiddenMarks: '冷荤', unitCategories: '中学', band: '12–14' },
    ingredient: toJson(ranges),
  };
  const standards = [
    [STANDARD, '学生膳食标准'],
    [TEACHERS_STANDARD, '教师膳食标准'],
  ] as const;
  for (const [id, name] of standards) {
    await sendAdmin('PUT /api/nutrition', { name, vendors: FULL_UNIT, overflow: '0.15' });
    await sendAdmin('POST /api/nutrition', { id, ...figures });
  }
  await sendAdmin('POST /api/vender/calendar', { off: '2026-10-01,2026-10-02', on: '2026-10-10' });
}

async function createPeople(sendOwn: Send): Promise<void> {
  await sendOwn('POST /api/vender/calendar', { off: '2026-09-25', on: '2026-10-02' });
  const shares = {
    vender: FULL_UNIT,
    breakfast: '25.00',
    morningSnack: '5.00',
    lunch: '40.00',
    afternoonSnack: '5.00',
  };
  const kitchen = {
    template: toJson({ lunch: [{ marks: ['主食'], min: 1, max: 1 }] }),
    capacity: toJson({ 蒸: 2, all: 7 }),
  };
  await sendOwn('POST /api/vender/config', { ...shares, ...kitchen, dinner: '20.00', supper: '5.00' });
  const password = digestPassword('cook-2026');
  const { id: cook } = await sendOwn('PUT /api/role', { roleName: '厨师', items: '23,25,26,27,29' });
  const { id: helper } = await sendOwn('PUT /api/role', { roleName: '帮厨', items: '25' });
  await sendOwn('PUT /api/user', { uid: 'chushi', name: '陈师傅', password, roleId: cook, phone: '13800000006' });
  await sendOwn('PUT /api/user', { uid: 'bangchu', name: '小周', password, roleId: helper });
  await sendOwn('DELETE /api/role', { roleId: helper });
}

async function createFoods({ service }: World, sendOwn: Send): Promise<void> {
  const foods = allergens.flatMap((name) => starterFoods.find((food) => food.allergens?.includes(name)) ?? []);
  const prepared = starterFoods.filter(({ mayHaveOthers }) => mayHaveOthers).slice(0, 1);
  await loadIngredients(service.deps.db, [...foods, ...prepared]);
  const values = toJson({ energy: 1018, protein: 5.5, fat: 1.9, carbohydrate: 52.7, sodium: 24 });
  const names = { code: 'ZZ-101', name: '自制红豆沙（少糖）', alias: '豆沙', category: '干豆类及其制品' };
  const category = { foodCategory: toJson({ name: '杂豆类', amount: 70, counts: 50 }), dark: 'true' };
  await sendOwn('PUT /api/ingredient', { ...names, ...category, edible: '95', allergens: '大豆', nutrient: values });
  await sendOwn('PUT /api/ingredient', {
    code: 'ZZ-102',
    name: '自制辣酱',
    category: '调味品类',
    allergens: allergens.join(),
    mayHaveOthers: 'true',
  });
  const once = { headers: { 'idempotency-key': 'mark-1' } };
  await sendOwn('PUT /api/ingredient/mark', { nutrient: 'ZZ-101', mark: '常用' }, once);
  await sendOwn('PUT /api/ingredient/mark', { nutrient: '072004', mark: '忌用' });
  await sendOwn('PUT /api/ingredient/price', { nutrient: '012001x', price: '5.60' });
  await sendOwn('PUT /api/ingredient/price', { nutrient: 'ZZ-101', price: '12.5' });
}

/** Creates dishes: one with all attributes, one with a picture by name, one with an allergen, one with only the required ones. */
async function createDishes(sendOwn: Send): Promise<readonly number[]> {
  const recipe = toJson([
    { key: '012001x', value: 80, isMain: true },
    { key: 'ZZ-101', value: 30.5, isMain: true },
    { key: '192004', value: 5 },
  ]);
  const full = { name: '豆沙饭', icon: PICTURE, month: '3,9', meals: meals.join(), mark: '主食', poly: '蒸' };
  const taste = { liking: '4', notFor: '3–5' };
  const dishes = [
    { ...full, ...taste, ingredient: recipe },
    { name: '番茄炒蛋', icon: 'tomato.png', mark: '半荤', ingredient: toJson([{ key: '111101x', value: 60 }]) },
    { name: '花生米', mark: '素菜', poly: '炸', ingredient: toJson([{ key: '072004', value: 20 }]) },
    { name: '清汤', mark: '汤羹' },
  ];
  const ids: number[] = [];
  for (const dish of dishes) {
    // The key makes the service store an item of idempotency.
    const key = { headers: { 'idempotency-key': `dish-${ids.length}` } };
    ids.push((await sendOwn('PUT /api/dish', dish, key)).id);
  }
  return ids;
}

/** Creates menus in each state, with and without an earlier published revision, and takes each action on a menu once. */
async function createMenus(sendOwn: Send, sendAdmin: Send, dishes: readonly number[]): Promise<void> {
  const [rice, egg, peanuts, soup] = dishes;
  const students = { level: '轻体力', people: 320 };
  const teachers = {
    name: '教师',
    level: '中体力',
    people: 45,
    factor: 1.2,
    meals: ['lunch'],
    standard: TEACHERS_STANDARD,
  };
  const peanutFree = { name: '避花生', level: '轻体力', people: 4, avoid: ['花生'] };
  const allergenFree = { name: '全避', level: '其他', people: 1, avoid: allergens };
  const groups = toJson([students, teachers, peanutFree]);
  const listItems = (...served: (number | undefined)[]) => [
    { day: 1, meal: 'breakfast', dish: rice, portion: 0.8 },
    ...served.map((dish) => ({ day: 2, meal: 'lunch', dish })),
    { day: 5, meal: 'lunch', dish: soup, portion: 1.5, groups: ['轻体力', '教师'] },
  ];
  const create = async (name: string, start: string, ...served: (number | undefined)[]) => {
    const items = toJson(listItems(...served));
    return (await sendOwn('PUT /api/menu', { name, start, meals: meals.join(), groups, standard: STANDARD, items })).id;
  };
  const submit = (id: number, parameters: Parameters = {}) => sendOwn('POST /api/menu/submit', { id, ...parameters });
  const judge = (id: number, result: string, revision = 1) =>
    sendAdmin('POST /api/menu/review', {
      ...{ id, revision, result },
      ...(result === '驳回' && {
        comment: '蔬菜太少',
        comments: toJson([
          { day: 1, meal: 'breakfast', dish: rice, text: '早餐没有蔬菜' },
          ...meals.map((meal) => ({ day: 1, meal, text: '少盐' })),
        ]),
      }),
    });
  const publish = async (name: string, start: string, ...served: (number | undefined)[]) => {
    const id = await create(name, start, ...served);
    await submit(id);
    await judge(id, '通过');
    return id;
  };
  const edit = (id: number, name: string) =>
    sendOwn('POST /api/menu', { id, name, items: toJson(listItems(egg, rice)) });

  const all = {
    groups: toJson([students, allergenFree]),
    items: toJson(listItems(egg).slice(0, 2)),
    meals: meals.join(),
  };
  await sendOwn('PUT /api/menu', { name: '草稿食谱', start: '2026-11-09', standard: STANDARD, ...all });
  await sendOwn('PUT /api/menu', {
    name: '空食谱',
    start: '2026-11-16',
    days: 1,
    meals: 'lunch',
    groups: toJson([{ level: '其他', people: 1, meals: ['lunch'] }]),
    standard: '',
  });
  await submit(await create('待审核食谱', '2026-10-19', egg));
  const rejected = await create('已驳回食谱', '2026-10-26', rice);
  await submit(rejected);
  await judge(rejected, '驳回');
  const today = await publish('本周食谱', '2026-08-31', egg);
  for (const day of [1, 2])
    await sendOwn('POST /api/menu/people', { id: today, day, group: '轻体力', people: 298 + day });
  const slot = { id: today, day: 2, meal: 'lunch', dish: egg ?? 0 };
  await sendOwn('POST /api/menu/swap', { ...slot, with: soup ?? 0, comment: '鸡蛋未到货', confirm: 'allergen' });
  await edit(await publish('改前食谱', '2026-09-07', egg), '改后食谱');
  const again = await publish('再审食谱', '2026-09-14', egg);
  await edit(again, '再审食谱（改）');
  await submit(again);
  const refused = await publish('改驳食谱', '2026-09-21', egg);
  await edit(refused, '改驳食谱（改）');
  await submit(refused);
  await judge(refused, '驳回', 2);
  const retracted = await publish('下架食谱', '2026-09-28', egg);
  await sendAdmin('POST /api/menu/retract', { id: retracted, comment: '食材不符' });
  const withdrawn = await create('撤回食谱', '2026-11-02', egg);
  await submit(withdrawn);
  await sendOwn('POST /api/menu/withdraw', { id: withdrawn });
  const confirmed = await create('花生食谱', '2026-10-12', peanuts);
  await submit(confirmed, { confirm: 'allergen,forbidden' });
  await judge(confirmed, '通过');
}

/** Creates screens of each form with known addresses, opens each, and deletes the last one. */
async function hangScreens({ service }: World, sendOwn: Send): Promise<void> {
  const forms = ['wall', 'led', 'phone', 'wall'] as const;
  for (const [index, token] of screenTokens.entries()) {
    const form = forms[index] ?? 'wall';
    const screen = { name: `大屏 ${index + 1}`, form, levels: form === 'led' ? ['轻体力'] : [] };
    const id = await createScreen(service.deps.db, FULL_UNIT, { ...screen, hash: hashAddressToken(token) });
    await sendOwn('GET /screen/{token}', { token }, { token: undefined });
    if (index === 3) await sendOwn('DELETE /api/screen', { id });
  }
}

/** Stores an unfinished task of each kind. */
async function beginTasks({ service }: World, sendOwn: Send): Promise<void> {
  const { deps } = service;
  const taste = { liking: 4, notFor: ['3–5'] };
  const facts = { name: '样菜', mark: '素菜', poly: '炒', month: [9], meals: [...meals], ...taste };
  const ingredient = [{ key: '012001x', value: '100', isMain: true }];
  const icon = { iconFile: '', hasIcon: true, iconSize: 94, iconVersion: 'a1b2c3d4' };
  const content = { ...facts, ingredient, ...icon, modify: deps.now() };
  const writes = [{ number: 4, facts: { name: '清汤（改）' } }, { facts: { ...facts, ingredient } }];
  const { id: dish } = await sendOwn('PUT /api/dish', { name: '旧菜', mark: '素菜' });
  const { id: role } = await sendOwn('PUT /api/role', { roleName: '旧角色', items: '25' });
  await sendOwn('POST /api/user', { uid: 'chushi', roleId: role });
  await deps.db.write([
    taskStep({ ...newTask(), kind: 'place-dishes', content, icon: PICTURE, units: [FULL_UNIT] }),
    taskStep({ ...newTask(), kind: 'write-dishes', unit: FULL_UNIT, now: deps.now(), writes }),
    taskStep({ ...newTask(), kind: 'remove-dishes', ids: [dish] }),
    taskStep({ ...newTask(), kind: 'remove-revisions', unit: FULL_UNIT, left: [[99, 1]] }),
  ]);
  await deleteRole(deps.db, FULL_UNIT, role, { isTimeUp });
  await deleteUnit(deps.db, FULL_UNIT + 1, isTimeUp);
}
