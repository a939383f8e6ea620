import type { Task } from './reads.ts';
import type { LoadWorker } from './worker.ts';

/** The most dishes of a worker, so that the table and the memory do not grow for ever. */
const MOST_DISHES = 12;

/** A dish of a unit that does not exist. */
const NOBODYS_DISH = 99_999_000_001;

const mayWrite = ({ person }: LoadWorker) => person.job !== 'onlooker';

const createDish = async (worker: LoadWorker) => {
  const name = `压测 & 炒 ${worker.unique()}`;
  const form = { name, mark: '素菜', poly: '炒', month: '3,1', ingredient: '[{"key":"自编 & +","value":12.5}]' };
  if (!mayWrite(worker)) {
    await worker.call('PUT /api/dish', form, '403 missing_permission');
    return;
  }
  if (worker.dishes.size >= MOST_DISHES) return deleteDish(worker);
  if (!(await worker.call('PUT /api/dish', form, '200'))) return;
  const found = await worker.call('GET /api/dish', { keyword: name }, '200');
  if (!found) return;
  const { modify: _, ...dish } = found.json.body.content[0] ?? {};
  const id = Number(dish.id);
  const facts = {
    ...{ id, name, vender: worker.person.unit, icon: '', ingredient: [{ key: '自编 & +', value: 12.5 }] },
    ...{ marks: '素菜', poly: '炒', month: [1, 3] },
  };
  const isOnly = found.json.body.totalElements === 1 && JSON.stringify(dish) === JSON.stringify(facts);
  worker.demand(isOnly, 'GET /api/dish', { keyword: name }, found);
  if (isOnly) worker.dishes.set(id, facts);
};

const editDish = async (worker: LoadWorker) => {
  const [id, facts] = [...worker.dishes][0] ?? [];
  if (id === undefined || !facts) return createDish(worker);
  const name = `压测改 ${worker.unique()}`;
  if (!(await worker.call('POST /api/dish', { id, name, poly: '' }, '200'))) return;
  worker.dishes.set(id, { ...facts, name, poly: '' });
  const answer = await worker.call('GET /api/dish', { id }, '200');
  const isChanged = answer?.json.name === name && answer?.json.poly === '';
  if (answer) worker.demand(isChanged, 'GET /api/dish', { id }, answer);
};

const deleteDish = async (worker: LoadWorker) => {
  const [id] = [...worker.dishes.keys()];
  if (id === undefined) {
    await worker.call(
      'DELETE /api/dish',
      { ids: NOBODYS_DISH },
      mayWrite(worker) ? '404 dish_not_found' : '403 missing_permission',
    );
    return;
  }
  if (!(await worker.call('DELETE /api/dish', { ids: id }, '200'))) return;
  worker.dishes.delete(id);
  await worker.call('GET /api/dish', { id }, '404 dish_not_found');
};

const markFood = async (worker: LoadWorker) => {
  const { job } = worker.person;
  if (job === 'platform') return;
  // Only a few codes per worker, so that the marks do not grow for ever.
  const nutrient = `自编${worker.number}-${worker.random.below(5)}`;
  const mark = worker.random.pick(['常用', '忌用']);
  const route = 'PUT /api/ingredient/mark';
  const expected = job === 'onlooker' ? '403 missing_permission' : '200';
  if (!(await worker.call(route, { nutrient, mark }, expected)) || job === 'onlooker') return;
  const answer = await worker.call('GET /api/ingredient/mark', {}, '200');
  const isMarked = (list: readonly { nutrient: string; mark: string }[]) =>
    list.some((one) => one.nutrient === nutrient && one.mark === mark);
  if (answer) worker.demand(isMarked(answer.json.body), 'GET /api/ingredient/mark', { nutrient }, answer);
};

const makeRole = async (worker: LoadWorker) => {
  if (worker.person.job !== 'manager') {
    const expected = worker.person.job === 'platform' ? '400 unknown_permission_item' : '403 missing_permission';
    await worker.call('PUT /api/role', { roleName: worker.unique(), items: '25' }, expected);
    return;
  }
  const roleName = worker.unique();
  if (!(await worker.call('PUT /api/role', { roleName, items: '25,26' }, '200'))) return;
  const answer = await worker.call('GET /api/role', {}, '200');
  const roles: readonly { id: number; roleName: string; roleItems: number[] }[] = answer?.json.body ?? [];
  const made = roles.find((role) => role.roleName === roleName);
  if (answer) worker.demand(made?.roleItems.join() === '25,26', 'GET /api/role', {}, answer);
  if (made) await worker.call('DELETE /api/role', { roleId: made.id }, '200');
};

const sendBadForm = async (worker: LoadWorker) => {
  if (!mayWrite(worker)) return;
  const [route, parameters] = ['PUT /api/dish', { name: '', mark: '没有', ingredient: '{' }];
  const answer = await worker.call(route, parameters, '400 invalid_input');
  const fields = answer?.json.errors?.map(({ field }: { field: string }) => field).sort();
  if (answer) worker.demand(`${fields}` === 'ingredient,mark,name', route, parameters, answer);
};

export const writes: readonly Task[] = [
  { weight: 8, run: createDish },
  { weight: 6, run: editDish },
  { weight: 3, run: deleteDish },
  { weight: 5, run: markFood },
  { weight: 1, run: makeRole },
  { weight: 2, run: sendBadForm },
];
