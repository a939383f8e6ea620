import { digestPassword } from '../../../lib/auth/password.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import { parseHead } from '../../../lib/table/collection/collection.ts';
import { put } from '../../../lib/table/steps.ts';
import {
  dishPartition,
  headKey,
  ingredientsPartition,
  menuPartition,
  reviewPartition,
  unitsPartition,
} from '../../../tables/keys.ts';
import { endpointOf, send } from '../service/send.ts';
import { makeEvent } from '../service/service.ts';
import type { Setup } from '../service/setup.ts';
import type { Bill } from '../table/store-calls.ts';
import {
  asAdmin,
  asSchool,
  dishIds,
  type Goal,
  goal,
  type Limits,
  PAGE_SIZE,
  type PlainCall,
  pages,
  type SearchedSetup,
} from './goal.ts';
import { menuGoals } from './goals-of-menus.ts';

/** The costs of a goal's most expensive call in each respect, and whether they are within the limits. */
export interface GoalOutcome {
  readonly title: string;
  readonly limits: Limits;
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly refillUnits: number;
  readonly isMet: boolean;
}

const MARKS = 10_000;
const BOUNDARY = 'marks';
function unitSearches(searched: SearchedSetup): PlainCall[] {
  const options = asAdmin(searched);
  const lists = searched.unitKeywords.map((keyword) => ({
    route: 'GET /api/vender',
    parameters: { keyword, pageSize: PAGE_SIZE },
    options,
  }));
  return [...lists, { route: 'GET /api/vender/select', parameters: { keyword: searched.unitChoice }, options }];
}

async function dishSearches(searched: SearchedSetup): Promise<PlainCall[]> {
  const options = asSchool(searched);
  const filters = [...searched.dishKeywords.map((keyword) => ({ keyword })), { mark: '荤菜' }, { poly: '炒' }];
  const searches = filters.map((filter) => ({
    route: 'GET /api/dish',
    parameters: { ...filter, pageSize: PAGE_SIZE },
    options,
  }));
  return [...(await pages(searched, 'GET /api/dish', options)), ...searches];
}

function lookUps(searched: SearchedSetup): PlainCall[] {
  const { school } = searched.setup;
  const calls: readonly [string, PlainCall['parameters']][] = [
    ['GET /api/vender/check/account', { account: 'nobody' }],
    ['GET /api/vender/check/name', { name: school.name }],
    ['GET /api/user/check', { uid: school.account }],
    ['GET /api/vender/config', { vender: school.id }],
    ['GET /api/me', {}],
    ['GET /api/dish', { id: school.id * 1_000_000 + 1 }],
  ];
  return calls.map(([route, parameters]) => ({ route, parameters, options: asSchool(searched) }));
}

function dishWrites(searched: SearchedSetup): PlainCall[] {
  const { setup } = searched;
  const options = asSchool(searched);
  const ingredient = '[{"key":"012001x","value":100,"isMain":true},{"key":"045301","value":20}]';
  const dish = { name: setup.unique('新菜'), mark: '小荤', poly: '炒', month: '9,10', ingredient };
  const [id = 0] = dishIds(searched, 1);
  return [
    { route: 'PUT /api/dish', parameters: dish, options },
    { route: 'POST /api/dish', parameters: { ...dish, id, name: setup.unique('改名') }, options },
  ];
}

function unitWrite(searched: SearchedSetup): PlainCall[] {
  const account = searched.setup.unique('account');
  const unit = { account, name: `小学 ${account}`, category: '小学', expire: '2099-12-31' };
  const parameters = { ...unit, password: digestPassword('123456') };
  return [{ route: 'PUT /api/vender', parameters, options: asAdmin(searched) }];
}

/** Uploads that change the mark of every code. The first one sets them. */
function markUpload(searched: SearchedSetup): PlainCall[] {
  const mark = Number(searched.setup.unique('').slice(-1)) % 2 === 0 ? '常用' : '忌用';
  const rows = Array.from({ length: MARKS }, (_, index) => `${String(index).padStart(6, '0')},${mark}`);
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="marks.csv"\r\n\r\n`;
  const rawBody = Buffer.from(`${part}code,mark\n${rows.join('\n')}\r\n--${BOUNDARY}--\r\n`);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return [{ route: 'PUT /api/ingredient/mark', parameters: {}, options: { ...asSchool(searched), rawBody, headers } }];
}

const unitPages = (searched: SearchedSetup) => pages(searched, 'GET /api/vender', asAdmin(searched));
const labels = (searched: SearchedSetup): PlainCall[] => {
  const parameters = { ids: dishIds(searched, 20).join(',') };
  return [{ route: 'GET /api/dish/label', parameters, options: asSchool(searched) }];
};

/** The costs that calls may have however much the table holds. */
export const goals: readonly Goal[] = [
  goal('GET /api/vender, any page, warm', 'warm', [3, 60, 0], unitPages),
  goal('GET /api/vender, any page, cold', 'cold', [3, 60, 0], unitPages),
  goal('GET /api/vender and select, keyword, warm', 'warm', [3, 50, 0], unitSearches),
  goal('GET /api/vender and select, keyword, cold', 'cold', [6, 320, 0], unitSearches),
  goal('GET /api/dish, any page, keyword, mark, poly, warm', 'warm', [3, 50, 0], dishSearches),
  goal('GET /api/dish, any page, keyword, mark, poly, cold', 'cold', [5, 80, 0], dishSearches),
  goal('GET /api/dish/label, 20 dishes, warm catalogue', 'warm', [2, 25, 0], labels),
  ...menuGoals,
  goal('checks, config, me, one dish by its id', 'cold', [2, 6, 0], lookUps),
  goal('PUT and POST /api/dish, one unit, without icon', 'cold', [3, 10, 12], dishWrites),
  goal('PUT /api/vender, without icon', 'cold', [3, 10, 24], unitWrite),
  goal('upload of 10,000 marks', 'cold', [undefined, 200, 400], markUpload),
];

/** The first search after the units were loaded has the limits of any cold one. */
const firstSearch = goal(
  'GET /api/vender, keyword, the first search after a bulk load',
  'cold',
  [6, 320, 0],
  (searched: SearchedSetup) => unitSearches(searched).slice(0, 1),
);

/**
 * Makes collections that were just filled look as after some seconds without changes: until then, all rows of a block
 * are read before a page of them is trusted.
 */
async function settle({ service: { deps }, school }: Setup): Promise<void> {
  const { id } = school;
  const ofSchool = [dishPartition(id), menuPartition(id), reviewPartition(id)];
  for (const partition of [unitsPartition, ingredientsPartition, ...ofSchool]) {
    const item = await deps.db.get(headKey(partition));
    if (!item) continue;
    const { blocks } = parseHead(item);
    const settled = Object.entries(blocks).map(([block, [count, version, sum = 0]]) => [
      block,
      [count, version, sum, 0],
    ]);
    await deps.db.write([put({ ...item, blocks: Object.fromEntries(settled) })]);
  }
}

/**
 * Makes the calls of a goal and returns the costs of the most expensive.
 * @throws Error where a call does not succeed.
 */
export async function measureGoal(goal: Goal, searched: SearchedSetup): Promise<GoalOutcome> {
  await settle(searched.setup);
  // The first time fills what a function remembers, or leaves copies for functions that start later.
  for (const call of await goal.calls(searched)) await billOf(searched.setup, call, goal.isCold);
  return outcomeOf(goal, await billsOf(goal, searched));
}

/**
 * The costs of the very first search: only the bulk load itself has left copies. It must be the first call of the
 * set-up.
 */
export async function measureFirstSearch(searched: SearchedSetup): Promise<GoalOutcome> {
  return outcomeOf(firstSearch, await billsOf(firstSearch, searched));
}

async function billsOf(goal: Goal, searched: SearchedSetup): Promise<Bill[]> {
  const bills: Bill[] = [];
  for (const call of await goal.calls(searched)) bills.push(await billOf(searched.setup, call, goal.isCold));
  return bills;
}

function outcomeOf({ title, limits }: Goal, bills: readonly Bill[]): GoalOutcome {
  const dearest = (part: 'roundTrips' | 'readUnits' | 'writeUnits' | 'refillUnits') =>
    Math.max(...bills.map((bill) => bill[part]));
  const taken = {
    roundTrips: dearest('roundTrips'),
    readUnits: dearest('readUnits'),
    writeUnits: dearest('writeUnits'),
    refillUnits: dearest('refillUnits'),
  };
  const isMet =
    taken.roundTrips <= (limits.roundTrips ?? Number.POSITIVE_INFINITY) &&
    taken.readUnits <= limits.readUnits &&
    taken.writeUnits <= limits.writeUnits;
  return { title, limits, ...taken, isMet };
}

/**
 * The costs of a call at the store, in a function that has just started if asked to.
 * @throws Error where it does not succeed.
 */
export async function billOf({ service }: Setup, call: PlainCall, isCold: boolean): Promise<Bill> {
  const { route, parameters, options } = call;
  const { env } = service.deps;
  const deps = isCold ? createDeps(env, (client) => service.storeCalls.observe(client)) : service.deps;
  const event = makeEvent(route, parameters, options);
  const { result, bill } = await service.storeCalls.record(() => send(endpointOf(service, route), event, () => deps));
  if (result.status !== 200 && result.status !== 304) throw new Error(`${route} answered ${result.text}`);
  return bill;
}
