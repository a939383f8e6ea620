import { allItemIds } from '../../../lib/auth/permissions.ts';
import { makeOperation } from '../../../lib/domain/operation.ts';
import { createDeps, type Deps } from '../../../lib/runtime/deps.ts';
import { viewsOfDishes } from '../../../lib/store/dish/dish.ts';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { changeMarks } from '../../../lib/store/ingredient/mark.ts';
import { changePrices } from '../../../lib/store/ingredient/price.ts';
import { createStandard } from '../../../lib/store/standard.ts';
import { createUsers, USERS_PER_TRANSACTION } from '../../../lib/store/user/user.ts';
import { batchesOf } from '../../../lib/table/batches.ts';
import { leaveCopies } from '../../../lib/table/collection/load.ts';
import type { Database } from '../../../lib/table/database.ts';
import { put } from '../../../lib/table/steps.ts';
import { restoreRoles } from '../../../scripts/import/unit-import.ts';
import { operationKey } from '../../../tables/keys.ts';
import { endpointOf, send } from '../service/send.ts';
import { makeEvent } from '../service/service.ts';
import type { Setup } from '../service/setup.ts';
import type { Bill } from '../table/store-calls.ts';
import type { PlainCall } from './goal.ts';

/** The most read units, or write units, of any call, whatever a unit has stored. */
export const CEILING = 500;

/** A picture with the most bytes that an icon may have, as sent. */
export const PICTURE = `data:image/png;base64,${'A'.repeat(50 * 1024 - 'data:image/png;base64,'.length - 2)}`;

const PAGE_SIZE = 20;
const FACTOR = 1_000_000;
/** The role that all users hold. */
const DOOMED_ROLE = 3;
const MARKS_AT_ONCE = 20_000;
const OPERATIONS_AT_ONCE = 50;
/** The greatest average length of names of 500 roles with all items. */
const ROLE_NAME = 9;
const FIRST_HANZI = 0x4e00;
const HANZI = 20_000;
const FIRST_RARE_HANZI = 0x20000;

/** The size of a unit that has the most of everything. */
export interface WorstScale {
  readonly dishes: number;
  /** How many of the dishes have codes as long as possible. The others' codes are short. */
  readonly longDishes: number;
  readonly marks: number;
  readonly prices: number;
  readonly users: number;
  /** Roles with all items. */
  readonly roles: number;
  /** Standards as large as possible. */
  readonly standards: number;
  /** Entries of the log, as large as possible. */
  readonly operations: number;
}

/** The cost of a call in the worst unit, and its answer: `success` or the reason. */
export interface WorstCost {
  readonly title: string;
  readonly answer: string;
  /** In a function that has just started, after others have run. */
  readonly bill: Bill;
  /** In a function that has had the same call before; absent for a call that writes. */
  readonly warm?: Bill;
  /** How often a search was told to come again before it was answered, in the function that had just started. */
  readonly waits?: number;
}

/** The calls that are refused because of their size, before it is read. */
export const refusals: Readonly<Record<string, string>> = {
  'GET /api/dish/select': 'too_many_matches',
  'GET /api/ingredient/mark/template': 'too_many_matches',
  'GET /api/ingredient/price/template': 'too_many_matches',
  'GET /api/nutrition/select': 'too_many_matches',
  'GET /api/user': 'too_many_matches',
};

/** Calls that search all dishes. If too little is in memory they say so, and the next call goes on from there. */
const searches: ReadonlySet<string> = new Set([
  'GET /api/dish, keyword',
  'GET /api/dish, month',
  'GET /api/dish, ingredient',
  'GET /api/dish/select',
  'GET /api/dish/select, keyword',
]);
/** Enough tries for each of them. */
const MOST_TRIES = 60;

/** The most read units for what a call's own size asks for (decision 030). All other calls have the ceiling. */
const asked: Readonly<Record<string, number>> = {
  // 8 for each dish and 13 for its picture, beside the ceiling for finding them.
  'GET /api/dish, first page, 20 pictures': CEILING + 20 * 21,
  'GET /api/dish, 200 with pictures': 1800,
  'GET /api/nutrition': 2000,
};

/** The most read units of a call in the worst unit. */
export function mostReads(title: string): number {
  return asked[title] ?? CEILING;
}

/** Whether the call has given the expected answer, at an allowed cost. */
export function isWithin({ title, answer, bill, warm = bill }: WorstCost): boolean {
  const isMeant = answer === (refusals[title] ?? 'success') || (answer === 'unavailable' && searches.has(title));
  const reads = Math.max(bill.readUnits, warm.readUnits);
  return isMeant && reads <= mostReads(title) && Math.max(bill.writeUnits, warm.writeUnits) <= CEILING;
}

/** A name or code of this length, of characters without a pattern. */
function long(index: number, length: number, first = FIRST_HANZI): string {
  let state = index + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(first + (state % HANZI));
  };
  return Array.from({ length }, next).join('');
}

/** The same with characters that take four bytes each. */
function longest(index: number, length: number): string {
  return long(index, length, FIRST_RARE_HANZI);
}

/** A code as long as the average of all priced codes may be. */
function priced(index: number): string {
  return String(index).padStart(30, 'c');
}

/** Makes the school a unit as bad as possible: names, codes and pictures have the greatest length. */
export async function fillWorst(setup: Setup, scale: WorstScale, onProgress = (_: string) => {}): Promise<void> {
  const { service, school } = setup;
  const { db } = service.deps;
  onProgress('roles, users, marks and prices of the worst unit');
  await fillPeople(db, school.id, scale);
  const codes = Array.from({ length: scale.marks }, (_, index) => [String(index).padStart(64, 'c'), '常用'] as const);
  for (const part of batchesOf(codes, MARKS_AT_ONCE)) await changeMarks(db, school.id, new Map(part));
  const prices = Array.from({ length: scale.prices }, (_, index) => [priced(index), `${index % 9999}.50`] as const);
  for (const part of batchesOf(prices, MARKS_AT_ONCE)) await changePrices(db, school.id, new Map(part));
  onProgress('standards and operations of the worst unit');
  for (let made = 0; made < scale.standards; made++) await createStandard(db, largeStandard(made, school.id));
  await fillLog(db, school.id, scale.operations);
  await fillDishes(setup, scale, onProgress);
}

async function fillDishes(setup: Setup, scale: WorstScale, onProgress: (text: string) => void): Promise<void> {
  const { db } = setup.service.deps;
  const facts = {
    mark: '素菜',
    poly: '炒',
    month: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    iconFile: '',
    hasIcon: false,
    modify: 1,
  };
  let done = 0;
  await createDishes(
    db,
    setup.school.id,
    scale.dishes - PAGE_SIZE,
    (number) => ({ ...facts, name: long(number, 100), ingredient: foodsOf(number, number <= scale.longDishes) }),
    (count) => {
      done += count;
      onProgress(`dishes of the worst unit: ${done}`);
    },
  );
  for (let count = 0; count < PAGE_SIZE; count++) await setup.createDish({ icon: PICTURE });
  for (const view of viewsOfDishes(setup.school.id)) await leaveCopies(db, view);
}

function foodsOf(dish: number, isLong: boolean): { key: string; value: string }[] {
  return Array.from({ length: 100 }, (_, index) => {
    const number = dish * 100 + index;
    return { key: isLong ? long(number, 64) : `${number}`, value: '99999.12345' };
  });
}

async function fillPeople(db: Database, unit: number, { users, roles }: WorstScale): Promise<void> {
  const roleItems = allItemIds('business');
  const custom = Array.from({ length: roles - 1 }, (_, index) => {
    return { number: index + 2, roleName: long(index, ROLE_NAME), roleItems };
  });
  await restoreRoles(db, unit, custom);
  const people = Array.from({ length: users - 1 }, (_, index) => {
    const uid = String(index);
    return {
      uid: uid + longest(index, 64 - uid.length),
      name: longest(index, 100),
      phone: longest(index, 32),
      roleId: unit * FACTOR + DOOMED_ROLE,
      hash: 'none',
    };
  });
  for (const batch of batchesOf(people, USERS_PER_TRANSACTION)) await createUsers(db, unit, batch, 1);
}

/** A standard as large as one item can hold. */
function largeStandard(index: number, unit: number) {
  const nutrients = Array.from({ length: 60 }, (_, nutrient) => [
    long(nutrient, 50),
    { min: 1000.12345, max: 2000.12345, ul: 3000.12345 },
  ]);
  const levels = Array.from({ length: 24 }, (_, level) => [long(level, 50), Object.fromEntries(nutrients)]);
  const ingredient = JSON.stringify(Object.fromEntries(levels));
  return { name: `标准 ${index}`, vendors: [unit], overflow: '0.5', ingredient };
}

async function fillLog(db: Database, unit: number, operations: number): Promise<void> {
  const things = Array.from({ length: 50 }, (_, index) => ['user', long(index, 100)] as const);
  const steps = Array.from({ length: operations }, (_, index) => {
    const facts = { time: Date.now() - index, uid: 'u'.repeat(64), operation: 'deleteUser', requestId: 'r'.repeat(36) };
    const draft = { ...facts, given: { ids: things.map(([, id]) => id) }, distinction: String(index) };
    return put({ ...operationKey(unit, draft.time, draft.distinction), ...makeOperation(draft, things) });
  });
  for (const part of batchesOf(steps, OPERATIONS_AT_ONCE)) await db.write(part);
}

/** The most expensive calls of the worst unit, by description. A page with fewer pictures is left to decision 030. */
export function worstCalls({ school, admin }: Setup, { dishes }: WorstScale): Readonly<Record<string, PlainCall>> {
  const options = { token: school.token };
  const first = school.id * FACTOR + 1;
  const ids = Array.from({ length: PAGE_SIZE }, (_, index) => first + index).join(',');
  const last = Math.floor(dishes / PAGE_SIZE);
  const newcomer = { uid: 'another', name: long(1, 100), password: 'BE56E057F20F883E', roleId: first + 3 };
  const call = (route: string, parameters: PlainCall['parameters'] = {}): PlainCall => ({ route, parameters, options });
  return {
    'GET /api/dish, first page, 20 pictures': call('GET /api/dish', { pageSize: PAGE_SIZE }),
    'GET /api/dish, last page': call('GET /api/dish', { pageSize: PAGE_SIZE, pageNo: last }),
    'GET /api/dish, keyword': call('GET /api/dish', { keyword: long(1, 2), pageSize: PAGE_SIZE }),
    'GET /api/dish, month': call('GET /api/dish', { month: 5, pageSize: PAGE_SIZE, icons: 'false' }),
    'GET /api/dish, ingredient': call('GET /api/dish', { ingredient: long(100, 64), pageSize: PAGE_SIZE }),
    'GET /api/dish, 200 with pictures': call('GET /api/dish', { pageSize: 200 }),
    'GET /api/dish, one by its id': call('GET /api/dish', { id: first }),
    'GET /api/dish/select': call('GET /api/dish/select'),
    'GET /api/dish/select, keyword': call('GET /api/dish/select', { keyword: long(1, 2) }),
    'GET /api/dish/label, 20 dishes': call('GET /api/dish/label', { ids }),
    'GET /api/dish/label.html, 20 dishes': call('GET /api/dish/label.html', { ids }),
    'GET /api/dish/label.svg': call('GET /api/dish/label.svg', { id: first }),
    'POST /api/dish': call('POST /api/dish', { id: first, name: long(7, 100) }),
    'POST /api/dish, a picture': call('POST /api/dish', { id: first, icon: PICTURE }),
    'PUT /api/dish/copy': call('PUT /api/dish/copy', { id: first }),
    'GET /api/ingredient': call('GET /api/ingredient', { pageSize: PAGE_SIZE }),
    'GET /api/ingredient, mark': call('GET /api/ingredient', { mark: '常用', pageSize: PAGE_SIZE }),
    'GET /api/ingredient/mark': call('GET /api/ingredient/mark'),
    'GET /api/ingredient/mark/template': call('GET /api/ingredient/mark/template'),
    'PUT /api/ingredient/mark': call('PUT /api/ingredient/mark', { nutrient: '0'.padStart(64, 'c'), mark: '忌用' }),
    'DELETE /api/ingredient/mark': call('DELETE /api/ingredient/mark', { nutrient: '1'.padStart(64, 'c') }),
    'GET /api/ingredient/price': call('GET /api/ingredient/price'),
    'GET /api/ingredient/price/template': call('GET /api/ingredient/price/template'),
    'PUT /api/ingredient/price': call('PUT /api/ingredient/price', { nutrient: priced(0), price: '1.25' }),
    'DELETE /api/ingredient/price': call('DELETE /api/ingredient/price', { nutrient: priced(1) }),
    'GET /api/me': call('GET /api/me'),
    'GET /api/vender/config': call('GET /api/vender/config'),
    'GET /api/basic/enum': call('GET /api/basic/enum'),
    'POST /api/role, items': call('POST /api/role', { roleId: first + 1, items: '18,25' }),
    'DELETE /api/role, of all users': call('DELETE /api/role', { roleId: school.id * FACTOR + DOOMED_ROLE }),
    'PUT /api/role': call('PUT /api/role', { roleName: '新', items: '18' }),
    'PUT /api/user': call('PUT /api/user', newcomer),
    'POST /api/user': call('POST /api/user', { uid: 'another', name: long(2, 100) }),
    'DELETE /api/user': call('DELETE /api/user', { uid: 'another' }),
    'DELETE /api/dish': call('DELETE /api/dish', { ids: first + 1 }),
    'PUT /api/dish': call('PUT /api/dish', { name: long(5, 100), mark: '素菜', icon: PICTURE }),
    'GET /api/user': call('GET /api/user'),
    'GET /api/role': call('GET /api/role'),
    'GET /api/log': call('GET /api/log', { pageSize: PAGE_SIZE }),
    'GET /api/nutrition': call('GET /api/nutrition', { pageSize: PAGE_SIZE }),
    'GET /api/nutrition/select': call('GET /api/nutrition/select'),
    'DELETE /api/vender': {
      route: 'DELETE /api/vender',
      parameters: { vender: school.id },
      options: { token: admin },
    },
  };
}

/** The cost of each of the calls. */
export async function measureWorst(setup: Setup, scale: WorstScale): Promise<WorstCost[]> {
  const costs: WorstCost[] = [];
  for (const [title, call] of Object.entries(worstCalls(setup, scale))) {
    const isRead = call.route.startsWith('GET');
    if (isRead) await makeCall(setup, call, openCold(setup));
    const deps = openCold(setup);
    const cold = await makeCall(setup, call, deps);
    const warm = isRead ? { warm: (await makeCall(setup, call, deps)).bill } : {};
    costs.push({ title, ...cold, ...warm, ...(searches.has(title) ? await repeat(setup, call) : {}) });
  }
  return costs;
}

/** Repeats a call in a function that has just started, until it is answered. */
async function repeat(setup: Setup, call: PlainCall): Promise<{ waits: number }> {
  const deps = openCold(setup);
  let waits = 0;
  while (waits < MOST_TRIES && (await makeCall(setup, call, deps)).answer === 'unavailable') waits += 1;
  return { waits };
}

/** The cost of a call and its answer, in a function that has just started. */
export async function callCold(setup: Setup, call: PlainCall): Promise<Omit<WorstCost, 'title'>> {
  return makeCall(setup, call, openCold(setup));
}

/** The parts of a function that has just started. */
function openCold({ service }: Setup): Deps {
  return createDeps(service.deps.env, (client) => service.storeCalls.observe(client));
}

async function makeCall({ service }: Setup, { route, parameters, options }: PlainCall, deps: Deps) {
  const event = makeEvent(route, parameters, options);
  const { result, bill } = await service.storeCalls.record(() => send(endpointOf(service, route), event, () => deps));
  return { answer: result.status === 200 ? 'success' : String(result.json?.reason), bill };
}
