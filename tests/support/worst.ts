import { createDeps } from '../../lib/deps.ts';
import { leaveChunks } from '../../lib/store/collection-blocks.ts';
import { chunk } from '../../lib/store/database.ts';
import { dishesOf } from '../../lib/store/dish.ts';
import { createDishes } from '../../lib/store/dish-placement.ts';
import { changeMarks } from '../../lib/store/mark.ts';
import { createUsers, USERS_PER_TRANSACTION } from '../../lib/store/user.ts';
import type { PlainCall } from './goals.ts';
import { endpointOf, send } from './send.ts';
import { makeEvent } from './service.ts';
import type { Stage } from './stage.ts';
import type { Bill } from './store-calls.ts';

/** No call may take more read or write units than these, whatever a unit has stored. */
export const CEILING = 500;

/** A picture of the most bytes that an icon may have, as sent. */
export const PICTURE = `data:image/png;base64,${'A'.repeat(50 * 1024 - 'data:image/png;base64,'.length - 2)}`;

const PAGE_SIZE = 20;
const FACTOR = 1_000_000;
const FIRST_HANZI = 0x4e00;
const HANZI = 20_000;

/** How much of what a unit may have the most of. */
export interface WorstScale {
  readonly dishes: number;
  readonly marks: number;
  readonly users: number;
}

/** What a call took of the worst unit, and how it was answered: `success` or the reason why not. */
export interface WorstCost {
  readonly title: string;
  readonly answer: string;
  readonly bill: Bill;
}

/** As long as a name or code may be, of characters that follow no pattern. */
function long(index: number, length: number): string {
  let state = index + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(FIRST_HANZI + (state % HANZI));
  };
  return Array.from({ length }, next).join('');
}

/** Makes the stage's school what no unit can be worse than: names, codes and pictures as long as they may be. */
export async function fillWorst(stage: Stage, { dishes, marks, users }: WorstScale): Promise<void> {
  const { service, school } = stage;
  const { db } = service.deps;
  const facts = {
    mark: '素菜',
    poly: '炒',
    month: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    iconFile: '',
    hasIcon: false,
  };
  await createDishes(db, school.id, dishes, (number) => ({
    ...facts,
    name: long(number, 100),
    ingredient: Array.from({ length: 100 }, (_, index) => ({
      key: long(number * 100 + index, 64),
      value: '99999.12345',
    })),
    modify: 1,
  }));
  for (let count = 0; count < PAGE_SIZE; count++) await stage.createDish({ icon: PICTURE });
  await leaveChunks(db, dishesOf(school.id));
  const codes = Array.from({ length: marks }, (_, index) => [String(index).padStart(64, 'c'), '常用'] as const);
  await changeMarks(db, school.id, new Map(codes));
  const people = Array.from({ length: users }, (_, index) => {
    return {
      uid: `u${index}`.padEnd(64, 'x'),
      name: long(index, 100),
      phone: long(index, 500),
      roleId: 0,
      hash: 'none',
    };
  });
  for (const batch of chunk(people, USERS_PER_TRANSACTION)) await createUsers(db, school.id, batch, 1);
}

/** The dearest calls that the worst unit can make, by what they are. A picture less than the page has is left to 030. */
export function worstCalls({ school }: Stage, { dishes }: WorstScale): Readonly<Record<string, PlainCall>> {
  const options = { token: school.token };
  const first = school.id * FACTOR + 1;
  const ids = Array.from({ length: PAGE_SIZE }, (_, index) => first + index).join(',');
  const last = Math.floor(dishes / PAGE_SIZE);
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
    'GET /api/user': call('GET /api/user'),
    'GET /api/role': call('GET /api/role'),
    'GET /api/log': call('GET /api/log', { pageSize: PAGE_SIZE }),
    'GET /api/nutrition': call('GET /api/nutrition', { pageSize: PAGE_SIZE }),
    'GET /api/nutrition/select': call('GET /api/nutrition/select'),
  };
}

/** What each of the calls takes in a function that has just started, others having run before. */
export async function measureWorst(stage: Stage, scale: WorstScale): Promise<WorstCost[]> {
  const costs: WorstCost[] = [];
  for (const [title, call] of Object.entries(worstCalls(stage, scale))) {
    if (call.route.startsWith('GET')) await callCold(stage, call);
    costs.push({ title, ...(await callCold(stage, call)) });
  }
  return costs;
}

async function callCold({ service }: Stage, { route, parameters, options }: PlainCall) {
  const deps = createDeps(service.deps.env, (client) => service.storeCalls.observe(client));
  const event = makeEvent(route, parameters, options);
  const { result, bill } = await service.storeCalls.record(() => send(endpointOf(service, route), event, () => deps));
  return { answer: result.status === 200 ? 'success' : String(result.json?.reason), bill };
}
