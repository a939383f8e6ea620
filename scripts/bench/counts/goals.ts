import { digestPassword } from '../../../lib/auth/password.ts';
import { createDeps } from '../../../lib/runtime/deps.ts';
import * as keys from '../../../tables/keys.ts';
import { findEndpoint, send } from '../../../tests/support/service/send.ts';
import { makeEvent } from '../../../tests/support/service/service.ts';
import type { Setup } from '../../../tests/support/service/setup.ts';
import { settle } from '../../../tests/support/table/settle.ts';
import type { Bill } from '../../../tests/support/table/store-calls.ts';
import {
  asAdmin,
  asSchool,
  type Goal,
  type Limits,
  listDishIds,
  listPageCalls,
  makeGoal,
  PAGE_SIZE,
  type PlainCall,
  type SearchedSetup,
} from './goal.ts';
import { menuGoals } from './menu-goals.ts';

/** The costs of a goal's most expensive call in each respect, and whether they are within the limits. */
export interface GoalOutcome {
  readonly title: string;
  readonly limits: Limits;
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly isMet: boolean;
}

/** Slightly fewer marks than a unit may have, since another goal also sets some. */
const MARK_COUNT = 9_990;
/** The boundary of the upload's parts. */
const BOUNDARY = 'marks';

function listUnitSearches(searched: SearchedSetup): PlainCall[] {
  const options = asAdmin(searched);
  const lists = searched.unitKeywords.map((keyword) => ({
    route: 'GET /api/vender',
    parameters: { keyword, pageSize: PAGE_SIZE },
    options,
  }));
  return [...lists, { route: 'GET /api/vender/select', parameters: { keyword: searched.unitChoice }, options }];
}

async function listDishSearches(searched: SearchedSetup): Promise<PlainCall[]> {
  const options = asSchool(searched);
  const filters = [...searched.dishKeywords.map((keyword) => ({ keyword })), { mark: '荤菜' }, { poly: '炒' }];
  const searches = filters.map((filter) => ({
    route: 'GET /api/dish',
    parameters: { ...filter, pageSize: PAGE_SIZE },
    options,
  }));
  return [...(await listPageCalls(searched, 'GET /api/dish', options)), ...searches];
}

function listLookUps(searched: SearchedSetup): PlainCall[] {
  const { school } = searched.setup;
  const [id = 0] = listDishIds(searched, 1);
  const parametersByRoute: readonly [route: string, parameters: PlainCall['parameters']][] = [
    ['GET /api/vender/check/account', { account: 'nobody' }],
    ['GET /api/vender/check/name', { name: school.name }],
    ['GET /api/user/check', { uid: school.account }],
    ['GET /api/vender/config', { vender: school.id }],
    ['GET /api/me', {}],
    ['GET /api/dish', { id }],
  ];
  return parametersByRoute.map(([route, parameters]) => ({ route, parameters, options: asSchool(searched) }));
}

function listDishWrites(searched: SearchedSetup): PlainCall[] {
  const { setup } = searched;
  const options = asSchool(searched);
  const ingredient = '[{"key":"012001x","value":100,"isMain":true},{"key":"045301","value":20}]';
  const dish = { name: setup.unique('新菜'), mark: '小荤', poly: '炒', month: '9,10', ingredient };
  const [id = 0] = listDishIds(searched, 1);
  return [
    { route: 'PUT /api/dish', parameters: dish, options },
    { route: 'POST /api/dish', parameters: { ...dish, id, name: setup.unique('改名') }, options },
  ];
}

function listUnitWrites(searched: SearchedSetup): PlainCall[] {
  const account = searched.setup.unique('account');
  const unit = { account, name: `小学 ${account}`, category: '小学', expire: '2099-12-31' };
  const parameters = { ...unit, password: digestPassword('123456') };
  return [{ route: 'PUT /api/vender', parameters, options: asAdmin(searched) }];
}

/** Makes an upload that changes the mark of every code: each one sets another mark than the one before. */
function listMarkUploads(searched: SearchedSetup): PlainCall[] {
  const mark = Number(searched.setup.unique('').slice(-1)) % 2 === 0 ? '常用' : '忌用';
  const rows = Array.from({ length: MARK_COUNT }, (_, index) => `${String(index).padStart(6, '0')},${mark}`);
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="marks.csv"\r\n\r\n`;
  const rawBody = Buffer.from(`${part}code,mark\n${rows.join('\n')}\r\n--${BOUNDARY}--\r\n`);
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return [{ route: 'PUT /api/ingredient/mark', parameters: {}, options: { ...asSchool(searched), rawBody, headers } }];
}

function listMarkWrites(searched: SearchedSetup): PlainCall[] {
  const parameters = { nutrient: searched.setup.unique('自编码'), mark: '常用' };
  return [{ route: 'PUT /api/ingredient/mark', parameters, options: asSchool(searched) }];
}

const listUnitPages = (searched: SearchedSetup) => listPageCalls(searched, 'GET /api/vender', asAdmin(searched));

function listLabelReads(searched: SearchedSetup): PlainCall[] {
  const parameters = { ids: listDishIds(searched, 20).join(',') };
  return [{ route: 'GET /api/dish/label', parameters, options: asSchool(searched) }];
}

const DISH_SEARCHES = 'GET /api/dish, any page, keyword, mark, poly';
export const dishSearchGoal = makeGoal(`${DISH_SEARCHES}, warm`, 'warm', [4, 60, 0], listDishSearches);
export const lookUpGoal = makeGoal('checks, config, me, one dish by its id', 'cold', [3, 8, 0], listLookUps);
const DISH_WRITES = 'PUT and POST /api/dish, one unit, without icon';
export const dishWriteGoal = makeGoal(DISH_WRITES, 'cold', [4, 12, 14], listDishWrites);

/** The costs that calls may have however much the table holds: see `makeGoal`. A cold search reads all rows of the units. */
export const goals: readonly Goal[] = [
  makeGoal('GET /api/vender, any page, warm', 'warm', [4, 60, 0], listUnitPages),
  makeGoal('GET /api/vender, any page, cold', 'cold', [4, 60, 0], listUnitPages),
  makeGoal('GET /api/vender and select, keyword, warm', 'warm', [4, 60, 0], listUnitSearches),
  makeGoal('GET /api/vender and select, keyword, cold', 'cold', [Infinity, 6000, 0], listUnitSearches),
  dishSearchGoal,
  makeGoal(`${DISH_SEARCHES}, cold`, 'cold', [Infinity, 600, 0], listDishSearches),
  makeGoal('GET /api/dish/label, 20 dishes, warm', 'warm', [3, 120, 0], listLabelReads),
  makeGoal('GET /api/dish/label, 20 dishes, cold', 'cold', [5, 400, 0], listLabelReads),
  ...menuGoals,
  lookUpGoal,
  dishWriteGoal,
  makeGoal('PUT /api/vender, without icon', 'cold', [4, 12, 26], listUnitWrites),
  makeGoal('PUT /api/ingredient/mark, upload of 9,990 marks', 'cold', [Infinity, 400, 400], listMarkUploads),
  makeGoal('PUT /api/ingredient/mark, one mark', 'cold', [4, 30, 30], listMarkWrites),
];

/** Settles the collections that were just filled. Until then, a page is read with all rows of its blocks. */
async function settleAll({ service: { deps }, school: { id } }: Setup): Promise<void> {
  const schoolPartitions = [keys.dishPartition(id), keys.menuPartition(id), keys.reviewPartition(id)];
  for (const partition of [keys.unitsPartition, keys.cataloguePartition, ...schoolPartitions])
    await settle(deps.db, deps.env, partition);
}

/** Makes the calls of a goal, and returns the costs of the most expensive. @throws Error where a call does not succeed. */
export async function measureGoal(goal: Goal, searched: SearchedSetup): Promise<GoalOutcome> {
  await settleAll(searched.setup);
  // The first time fills the function's cache, or leaves copies for functions that start later.
  await measureCalls(goal, searched);
  return toOutcome(goal, await measureCalls(goal, searched));
}

/** Measures goals one after the other. */
export async function measureGoals(chosen: readonly Goal[], searched: SearchedSetup): Promise<readonly GoalOutcome[]> {
  const outcomes: GoalOutcome[] = [];
  for (const goal of chosen) outcomes.push(await measureGoal(goal, searched));
  return outcomes;
}

async function measureCalls(goal: Goal, searched: SearchedSetup): Promise<Bill[]> {
  const bills: Bill[] = [];
  for (const call of await goal.listCalls(searched)) bills.push(await measureCall(searched.setup, call, goal.isCold));
  return bills;
}

function toOutcome({ title, limits }: Goal, bills: readonly Bill[]): GoalOutcome {
  const findMax = (cost: 'roundTrips' | 'readUnits' | 'writeUnits') => Math.max(...bills.map((bill) => bill[cost]));
  const [roundTrips, readUnits, writeUnits] = [findMax('roundTrips'), findMax('readUnits'), findMax('writeUnits')];
  const isMet = roundTrips <= limits.roundTrips && readUnits <= limits.readUnits && writeUnits <= limits.writeUnits;
  return { title, limits, roundTrips, readUnits, writeUnits, isMet };
}

/** Makes a call, and returns its costs at the store. `isCold`: its function has just started. @throws Error if it fails. */
async function measureCall({ service }: Setup, call: PlainCall, isCold: boolean): Promise<Bill> {
  const { route, parameters, options } = call;
  const { env } = service.deps;
  const deps = isCold ? createDeps(env, (client) => service.storeCalls.observe(client)) : service.deps;
  const event = makeEvent(route, parameters, options);
  const { result, bill } = await service.storeCalls.record(() => send(findEndpoint(service, route), event, () => deps));
  if (result.status !== 200 && result.status !== 304) throw new Error(`${route} answered ${result.text}`);
  return bill;
}
