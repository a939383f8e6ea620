import type { LoadWorker } from './worker.ts';

const ID_FACTOR = 1_000_000;
const PAGE_SIZES = [1, 7, 20, 100];
const NOBODY = 99_999;

/** One task of a worker, which checks all its answers. */
export interface Task {
  readonly weight: number;
  readonly run: (worker: LoadWorker) => Promise<void>;
}

interface Listed {
  readonly id: number;
  readonly name: string;
}

/** Whether a list has the newest first, and no more than allowed. */
function isOrdered(list: readonly Listed[], most = Number.POSITIVE_INFINITY): boolean {
  return list.length <= most && list.every(({ id }, index) => id < (list[index - 1]?.id ?? Number.POSITIVE_INFINITY));
}

interface PageBody {
  readonly content: readonly Listed[];
  readonly number: number;
  readonly size: number;
  readonly totalElements: number;
  readonly totalPages: number;
}

function isPage(body: PageBody, pageNo: number, pageSize: number): boolean {
  const { content, number, size, totalElements, totalPages } = body;
  const expected = Math.min(pageSize, Math.max(0, totalElements - pageNo * pageSize));
  const isWhole = content.length === expected && totalPages === Math.ceil(totalElements / pageSize);
  return number === pageNo && size === pageSize && isWhole && isOrdered(content, pageSize);
}

const whoAmI = async (worker: LoadWorker) => {
  const answer = await worker.call('GET /api/me', {}, '200');
  const { uid, unit, job } = worker.person;
  const side = job === 'platform' ? 'admin' : 'business';
  const is = (body: { uid: string; vender: number; side: string }) =>
    body.uid === uid && body.vender === unit && body.side === side;
  if (answer) worker.demand(is(answer.json.body), 'GET /api/me', {}, answer);
};

const searchDishes = async (worker: LoadWorker) => {
  const route = 'GET /api/dish';
  const [pageSize, pageNo] = [worker.random.pick(PAGE_SIZES), worker.random.below(3)];
  const keyword = worker.random.pick(['', '炒', '蛋', '没有这样的菜']);
  const parameters = { pageSize, pageNo, ...(keyword === '' ? {} : { keyword }) };
  const answer = await worker.call(route, parameters, '200');
  if (!answer) return;
  const isOwn = (dish: { vender: number; name: string }) =>
    dish.vender === worker.person.unit && dish.name.includes(keyword);
  const { body } = answer.json;
  worker.demand(isPage(body, pageNo, pageSize) && body.content.every(isOwn), route, parameters, answer);
};

const selectDishes = async (worker: LoadWorker) => {
  const [route, parameters] = ['GET /api/dish/select', { keyword: '肉' }];
  const answer = await worker.call(route, parameters, '200');
  if (!answer) return;
  const list: readonly Listed[] = answer.json.body;
  const isOwn = ({ id, name }: Listed) =>
    Math.floor(id / ID_FACTOR) === worker.person.unit && name.includes(parameters.keyword);
  worker.demand(isOrdered(list) && list.every(isOwn), route, parameters, answer);
};

const readDish = async (worker: LoadWorker) => {
  const [id, facts] = worker.random.pick([...worker.dishes, [NOBODY * ID_FACTOR + 1, undefined] as const]);
  const answer = await worker.call('GET /api/dish', { id }, facts ? '200' : '404 dish_not_found');
  if (!answer || !facts) return;
  const { modify: _, ...shown } = answer.json;
  worker.demand(JSON.stringify(shown) === JSON.stringify(facts), 'GET /api/dish', { id }, answer);
};

const readForeignDish = async (worker: LoadWorker) => {
  if (worker.person.job === 'platform') return;
  // Another school's first dish: it exists, but not for this caller.
  const id = (worker.person.unit === 1 ? 2 : 1) * ID_FACTOR + 1;
  await worker.call('GET /api/dish', { id }, '404 dish_not_found');
};

const readLabels = async (worker: LoadWorker) => {
  const route = 'GET /api/dish/label';
  const known = [...worker.dishes].slice(0, 3);
  if (known.length === 0) return;
  const parameters = { ids: known.map(([id]) => id).join() };
  const answer = await worker.call(route, parameters, '200');
  const names = known.map(([, facts]) => facts['name']).join();
  const shown = (labels: readonly Listed[]) => labels.map(({ name }) => name).join();
  if (answer) worker.demand(shown(answer.json.body) === names, route, parameters, answer);
};

const listFoods = async (worker: LoadWorker) => {
  const [route, pageSize] = ['GET /api/ingredient', worker.random.pick(PAGE_SIZES)];
  const parameters = { keyword: '米', pageSize };
  const answer = await worker.call(route, parameters, '200');
  const { content = [], size = 0 } = answer?.json.body ?? {};
  const isFound = content.every(({ name, code }: { name: string; code: string }) => `${name} ${code}`.includes('米'));
  if (answer) worker.demand(size === pageSize && content.length > 0 && isFound, route, parameters, answer);
};

const listUnits = async (worker: LoadWorker) => {
  const [route, parameters] = ['GET /api/vender', { pageSize: 20 }];
  const isPlatform = worker.person.job === 'platform';
  const answer = await worker.call(route, parameters, isPlatform ? '200' : '403 wrong_side');
  if (!answer || !isPlatform) return;
  const { body, text } = { body: answer.json.body, text: answer.text };
  worker.demand(isPage(body, 0, 20) && body.totalElements >= 2 && !/password|hash/i.test(text), route, {}, answer);
};

const listUsers = async (worker: LoadWorker) => {
  const { job, uid } = worker.person;
  const isAllowed = job !== 'dietitian';
  const answer = await worker.call('GET /api/user', {}, isAllowed ? '200' : '403 missing_permission');
  if (!answer || !isAllowed) return;
  const uids: string[] = answer.json.body.map((user: { uid: string }) => user.uid);
  worker.demand(uids.includes(uid) && new Set(uids).size === uids.length, 'GET /api/user', {}, answer);
};

const readLists = async (worker: LoadWorker) => {
  const route = worker.random.pick(['GET /api/basic/enum', 'GET /api/ingredient/mark', 'GET /api/nutrition/select']);
  if (worker.person.job === 'platform' && route === 'GET /api/ingredient/mark') return;
  await worker.call(route, {}, '200');
};

const sendNonsense = async (worker: LoadWorker) => {
  const route = 'GET /api/dish';
  const parameters = { pageSize: 0, pageNo: -1 };
  const answer = await worker.call(route, parameters, '400 invalid_input');
  const fields = answer?.json.errors?.map(({ field }: { field: string }) => field).sort();
  if (answer) worker.demand(`${fields}` === 'pageNo,pageSize', route, parameters, answer);
};

const callWithoutToken = (worker: LoadWorker) =>
  worker.call('GET /api/me', {}, '401 not_signed_in', worker.random.pick(['', 'x.y.z'])).then(() => {});

const callNowhere = (worker: LoadWorker) => worker.call('GET /api/nowhere', {}, '404 not_found').then(() => {});

export const reads: readonly Task[] = [
  { weight: 8, run: whoAmI },
  { weight: 14, run: searchDishes },
  { weight: 6, run: selectDishes },
  { weight: 14, run: readDish },
  { weight: 3, run: readForeignDish },
  { weight: 6, run: readLabels },
  { weight: 8, run: listFoods },
  { weight: 6, run: listUnits },
  { weight: 4, run: listUsers },
  { weight: 6, run: readLists },
  { weight: 2, run: sendNonsense },
  { weight: 2, run: callWithoutToken },
  { weight: 1, run: callNowhere },
];
