import * as z from 'zod';
import { digestPassword } from '../../../lib/auth/password.ts';
import { dishId, locateDish, newContent } from '../../../lib/domain/dish.ts';
import type { PageRequest } from '../../../lib/domain/values/page.ts';
import type { Random } from '../../../lib/domain/values/random.ts';
import { createDishes } from '../../../lib/store/dish/dish-placement.ts';
import { dishPartition } from '../../../tables/keys.ts';
import { ADMIN, type TestService } from '../../support/service/service.ts';
import type { Parameters } from '../instance.ts';
import type { Sighting } from './history.ts';
import { type Asking, describeCall, drawPage, findTag, type Subject, WORDS } from './subject.ts';

const MARKS = ['主食', '荤菜', '素菜'] as const;
const POLYS = ['炒', '蒸'] as const;
const PASSWORD = 'school-password';

const Shown = z.object({ id: z.int(), name: z.string(), marks: z.string(), poly: z.string() });
const Row = z.object({ number: z.int(), name: z.string(), mark: z.string(), poly: z.string() });

interface Filter {
  readonly keyword?: string;
  readonly mark?: string;
  readonly poly?: string;
}

/** The dishes of one unit, with the token of its main account. */
export async function makeDishes(service: TestService): Promise<{ subject: Subject; token: string }> {
  const { unit, token } = await createSchool(service);
  const { deps } = service;
  const toDish = (item: unknown): Sighting => {
    const { number, mark, ...row } = Row.parse(item);
    return toSighting({ id: dishId(unit, number), marks: mark, ...row });
  };
  const subject: Subject = {
    name: 'dishes',
    partition: dishPartition(unit),
    draft: (random, tag) => ({
      name: `${random.pick(WORDS)}菜 ${tag} ${random.below(1000)}`,
      marks: random.pick(MARKS),
      poly: random.pick(POLYS),
    }),
    seed: (from, members) =>
      createDishes(deps.db, unit, from + members.length - 1, (number) => {
        const { name = '', marks: mark = '', poly = '' } = members[number - from]?.facts ?? {};
        return newContent({ name, mark, poly }, deps.now()).content;
      }),
    create: (instance, _tag, { marks = '', ...facts }) => instance.call('PUT /api/dish', { mark: marks, ...facts }),
    change: (instance, id, { marks = '', ...facts }) => instance.call('POST /api/dish', { id, mark: marks, ...facts }),
    remove: (instance, id) => instance.call('DELETE /api/dish', { ids: id }),
    ask: (random) =>
      random.chance(0.3)
        ? select(random.chance(0.7) ? random.pick(WORDS) : undefined)
        : list(drawFilter(random), drawPage(random)),
    askFor: (random, tag) => (random.chance(0.5) ? select(tag) : list({ keyword: tag }, { pageNo: 0, pageSize: 20 })),
    askForAll: () => select(undefined),
    askForPage: (page) => list({}, page),
    numberOf: (id) => locateDish(id).number,
    idOf: (number) => dishId(unit, number),
    readRow: toDish,
    readMember: (item) =>
      item['pk'] === dishPartition(unit) && String(item['sk']).startsWith('DISH#') ? toDish(item) : undefined,
  };
  return { subject, token };
}

async function createSchool(service: TestService): Promise<{ unit: number; token: string }> {
  const admin = await service.signIn(ADMIN.uid, ADMIN.password);
  const facts = { account: 'school', name: '红旗小学', category: '小学', expire: '2099-12-31' };
  const password = digestPassword(PASSWORD);
  const created = await service.call('PUT /api/vender', { ...facts, password }, { token: admin });
  if (created.status !== 200) throw new Error(`cannot create a unit: ${created.text}`);
  const listed = await service.call('GET /api/vender/select', { keyword: facts.name }, { token: admin });
  const [unit] = z.array(z.object({ id: z.int() })).parse(listed.json.body);
  if (!unit) throw new Error('the unit that was created is not there');
  return { unit: unit.id, token: await service.signIn(facts.account, PASSWORD) };
}

function drawFilter(random: Random): Filter {
  return {
    ...(random.chance(0.5) ? { keyword: random.pick(WORDS) } : {}),
    ...(random.chance(0.3) ? { mark: random.pick(MARKS) } : {}),
    ...(random.chance(0.3) ? { poly: random.pick(POLYS) } : {}),
  };
}

function toSighting({ id, name, marks, poly }: z.output<typeof Shown>): Sighting {
  return { tag: findTag(name), id, facts: { name, marks, poly } };
}

function list(filter: Filter, page: PageRequest): Asking {
  return ask('GET /api/dish', filter, page, { ...page });
}

function select(keyword: string | undefined): Asking {
  const whole = { pageNo: 0, pageSize: Number.POSITIVE_INFINITY };
  return ask('GET /api/dish/select', keyword === undefined ? {} : { keyword }, whole, {});
}

/** A search for dishes. Dishes are read after the rows that select them. */
function ask(route: string, filter: Filter, extent: Pick<Asking, 'pageNo' | 'pageSize'>, paging: Parameters): Asking {
  const parameters: Parameters = { ...filter, ...paging };
  return {
    ...extent,
    factsOf: 'any moment',
    route,
    parameters,
    call: describeCall(route, parameters),
    filter: ({ name = '', marks, poly }) =>
      name.includes(filter.keyword ?? '') &&
      (filter.mark === undefined || marks === filter.mark) &&
      (filter.poly === undefined || poly === filter.poly),
    show: (record) => toSighting(Shown.parse(record)),
  };
}
