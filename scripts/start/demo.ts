import * as z from 'zod';
import { digestPassword } from '../../lib/auth/password.ts';
import { addDays, toDay, toMonday } from '../../lib/domain/values/calendar.ts';
import { type TableDish, toIngredients } from '../command/dish-table.ts';
import { getFoodCode } from '../command/food-words.ts';
import type { ReportProgress } from '../command/progress.ts';
import { demoDishes } from './demo-dishes.ts';
import { type DemoMenu, type DemoServing, demoMenus, REJECTION } from './demo-menus.ts';
import { findPrices } from './demo-prices.ts';
import { demoRoles, demoSchools, type SchoolAccount } from './demo-schools.ts';

/** The password of all demo users. It is no secret. */
export const DEMO_PASSWORD = '123456';
/** How many years the schools can use the service. */
const DEMO_YEARS = 5;
const TIME_ZONE = 'Asia/Shanghai';
/** The days of a menu. */
const DAYS = 5;
/** Days from this Monday to the schools' day off, a Friday after all their menus. */
const DAYS_UNTIL_DAY_OFF = 32;
const LEVEL = '中体力';
const screens = [
  { name: '一楼食堂', form: 'wall' },
  { name: '校门口', form: 'led' },
  { name: '家长', form: 'phone' },
];

const Units = z.object({ content: z.array(z.object({ id: z.int(), account: z.string() })) });
const Dishes = z.array(z.object({ id: z.int(), name: z.string() }));

type DishIdByName = ReadonlyMap<string, number>;

/** A file that a form uploads. */
interface DemoFile {
  readonly fileName: string;
  readonly content: string;
}

/** The refusal of a call by the service: the caller, not the service, must change something. */
export class RefusedCall extends Error {}

/** Sends a call to the service, such as `PUT /api/dish`. It throws if the call fails: a `RefusedCall` if that was refused. */
export type Call = (
  route: string,
  form: Readonly<Record<string, string | number | DemoFile>>,
  token?: string,
) => Promise<{
  /** The ids of what was created. */
  readonly ids: readonly number[];
  /** The `body` of the envelope. */
  readonly body: unknown;
}>;

interface Demo {
  readonly call: Call;
  /** The administrator's token. */
  readonly admin: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Creates the demo data by calls of the service, as a front end would, in a service without units. The library has its
 * dishes already, and the platform its standards: each school gets that of its category. Returns the addresses of the
 * screens, which are answered only once, by school and form.
 */
export async function createDemo(demo: Demo, report: ReportProgress = () => {}): Promise<Record<string, string>> {
  const { body } = await demo.call('GET /api/dish/select', {}, demo.admin);
  const dishIdByName = new Map(Dishes.parse(body).map(({ id, name }) => [name, id]));
  const addresses: Record<string, string> = {};
  for (const [index, school] of demoSchools.entries()) {
    report('demo schools', index, demoSchools.length);
    Object.assign(addresses, await createSchool(demo, school, dishIdByName));
  }
  return addresses;
}

/** Removes the schools of a demo that was cut short. */
export async function removeDemo({ call, admin }: Pick<Demo, 'call' | 'admin'>): Promise<void> {
  const unitIds: number[] = [];
  for (const { unit } of demoSchools) {
    const { body } = await call('GET /api/vender', { keyword: unit.name }, admin);
    unitIds.push(...Units.parse(body).content.flatMap(({ id, account }) => (account === unit.account ? [id] : [])));
  }
  for (const vender of unitIds) await call('DELETE /api/vender', { vender }, admin);
}

async function createSchool(demo: Demo, school: (typeof demoSchools)[number], libraryIdByName: DishIdByName) {
  const { call, admin, now } = demo;
  const { account } = school.unit;
  const password = digestPassword(DEMO_PASSWORD);
  const expire = `${new Date(now).getFullYear() + DEMO_YEARS}-12-31`;
  const [unitId = 0] = (await call('PUT /api/vender', { ...school.unit, password, expire }, admin)).ids;
  const token = await signIn(call, account, DEMO_PASSWORD);
  const roleIds = [];
  for (const role of demoRoles) roleIds.push(...(await call('PUT /api/role', role, token)).ids);
  for (const { roleIndex, ...user } of school.users)
    await call('PUT /api/user', { ...user, password, roleId: roleIds[roleIndex] ?? 0 }, token);
  await call('POST /api/vender/config', { vender: unitId, ...school.shares }, token);
  const dayOff = addDays(toMonday(toDay(now, TIME_ZONE)), DAYS_UNTIL_DAY_OFF);
  await call('POST /api/vender/calendar', { off: dayOff }, token);
  const marks = [...toRows(school.commonFoods, '常用'), ...toRows(school.avoidedFoods, '忌用')];
  await call('PUT /api/ingredient/mark', { files: toFile(['编码,标记', ...marks]) }, token);
  for (const food of school.foods) await call('PUT /api/ingredient', food, token);
  const prices = [...findPrices(school.region)].map((pair) => pair.join());
  await call('PUT /api/ingredient/price', { files: toFile(['编码,价格', ...prices]) }, token);
  const ownIdByName = await createDishes(call, demoDishes[account], token);
  await createMenus(demo, account, token, new Map([...libraryIdByName, ...ownIdByName]));
  const addresses: Record<string, string> = {};
  for (const screen of screens) {
    const { body } = await call('PUT /api/screen', screen, token);
    addresses[`${account} ${screen.form}`] = readMember(body, 'address', String);
  }
  return addresses;
}

/** Signs a user in; returns undefined where the service refuses that, as with a changed password. */
export function trySignIn(call: Call, uid: string, password: string): Promise<string | undefined> {
  return signIn(call, uid, password).catch((error: unknown) => {
    if (error instanceof RefusedCall) return undefined;
    throw error;
  });
}

/** Signs a user in and returns the token. */
async function signIn(call: Call, uid: string, password: string): Promise<string> {
  const { body } = await call('POST /api/login', { uid, password: digestPassword(password) });
  return readMember(body, 'token', String);
}

async function createDishes(call: Call, dishes: readonly TableDish[], token: string): Promise<Map<string, number>> {
  const idByName = new Map<string, number>();
  for (const dish of dishes) {
    const { name, mark, poly, meals, month, icon } = dish;
    const ingredient = toIngredients(dish).map(({ value, ...entry }) => ({ ...entry, value: Number(value) }));
    const form = { name, mark, poly, icon, meals: meals.join(), month: month.join() };
    const [id = 0] = (await call('PUT /api/dish', { ...form, ingredient: JSON.stringify(ingredient) }, token)).ids;
    idByName.set(name, id);
  }
  return idByName;
}

/** Creates the menus of a school. The planner makes the drafts, and the platform reviews the rest where the school asks for it. */
async function createMenus(
  { call, admin, now }: Demo,
  account: SchoolAccount,
  token: string,
  dishIdByName: DishIdByName,
): Promise<void> {
  const serving = demoMenus[account];
  for (const menu of serving.menus) {
    const { items, ...form } = toMenu(menu, serving, dishIdByName, now);
    if (menu.outcome === 'draft') {
      const { body } = await call('POST /api/menu/generate', { ...form, library: 'true' }, token);
      const planned = readMember(body, 'items', (value) =>
        JSON.stringify(value, ['day', 'meal', 'dish', 'portion', 'groups']),
      );
      await call('PUT /api/menu', { ...form, items: planned }, token);
      continue;
    }
    const [id = 0] = (await call('PUT /api/menu', { ...form, items: JSON.stringify(items) }, token)).ids;
    await call('POST /api/menu/submit', { id }, token);
    if (demoSchools.some(({ unit }) => unit.account === account && unit.menuReview === 'false')) continue;
    const comment = menu.outcome === '驳回' ? REJECTION : '';
    await call('POST /api/menu/review', { id, revision: 1, result: menu.outcome, comment }, admin);
  }
}

/** Splits a text without the blanks and line breaks around it. */
const splitTrimmed = (text: string, separator: string) => text.trim().split(separator);

/** Makes a menu of a school's plan, as it is sent. Dishes that a diet replaces are served to the others alone. */
function toMenu(
  { title, weekOffset, firstDayIndex }: DemoMenu,
  { plan, people, factor, diet }: DemoServing,
  dishIdByName: DishIdByName,
  now: number,
) {
  const start = addDays(toMonday(toDay(now, TIME_ZONE)), weekOffset * 7);
  const [, month, day] = start.split('-').map(Number);
  const items = Object.entries(plan).flatMap(([meal, rows]) =>
    splitTrimmed(rows, '\n').flatMap((row, dayIndex) =>
      splitTrimmed(row, ' ').flatMap((entry) => {
        const [name = '', portion = '1'] = entry.split(':');
        const item = { day: ((dayIndex - firstDayIndex + DAYS) % DAYS) + 1, meal, portion: Number(portion) };
        const replacement = diet?.replacements[name];
        if (!diet || replacement === undefined) return [{ ...item, dish: dishIdByName.get(name) }];
        return [
          { ...item, dish: dishIdByName.get(name), groups: [LEVEL] },
          { ...item, dish: dishIdByName.get(replacement), groups: [diet.name] },
        ];
      }),
    ),
  );
  return {
    name: `${title}食谱（${month} 月 ${day} 日起）`,
    start,
    days: DAYS,
    meals: Object.keys(plan).join(),
    groups: JSON.stringify([
      { level: LEVEL, people, factor },
      ...(diet ? [{ level: LEVEL, name: diet.name, people: diet.people, factor, avoid: diet.avoid }] : []),
    ]),
    items: items.sort((a, b) => a.day - b.day),
  };
}

function toRows(foods: string, mark: string): string[] {
  return foods.split(' ').map((food) => `${getFoodCode(food)},${mark}`);
}

function toFile(rows: readonly string[]): DemoFile {
  return { fileName: 'demo.csv', content: rows.join('\n') };
}

/** Reads a member of an answer's body as text. */
function readMember(body: unknown, name: string, toText: (value: unknown) => string): string {
  if (typeof body !== 'object' || body === null) throw new Error(`an answer without ${name}`);
  return toText(Reflect.get(body, name));
}
