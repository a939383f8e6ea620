import * as z from 'zod';
import { digestPassword, hashDigest } from '../../../lib/auth/password.ts';
import { allItemIds } from '../../../lib/auth/permissions.ts';
import { PLATFORM } from '../../../lib/domain/unit.ts';
import type { PageRequest } from '../../../lib/domain/values/page.ts';
import { createUnits, UNITS_PER_TRANSACTION } from '../../../lib/store/unit/unit-change.ts';
import { batchesOf } from '../../../lib/table/batches.ts';
import { unitKey, unitsPartition } from '../../../tables/keys.ts';
import { LIGHT_COST, type TestService } from '../../support/service/service.ts';
import type { Parameters } from '../instance.ts';
import type { Facts, Sighting } from './history.ts';
import { type Asking, describeCall, drawPage, type Subject, WORDS } from './subject.ts';

const CATEGORIES = ['小学', '中学', '幼儿园'] as const;
const EXPIRE = '2099-12-31';
const PASSWORD = digestPassword('123456');

const Shown = z.object({ id: z.int(), account: z.string(), name: z.string(), category: z.string() });
const Row = Shown.omit({ id: true }).extend({ number: z.int() });
const Member = Shown.extend({ deleting: z.boolean() });

/** All units of the platform. Their tag is their account, which never changes here. */
export async function makeUnits({ deps }: TestService): Promise<Subject> {
  // Hashing is slow on purpose, and nobody signs in to the seeded units.
  const hash = await hashDigest(PASSWORD, LIGHT_COST);
  const allItems = allItemIds('business');
  return {
    name: 'units',
    partition: unitsPartition,
    draft: (random, tag) => ({
      name: `${random.pick(WORDS)}食堂 ${tag} ${random.below(1000)}`,
      category: random.pick(CATEGORIES),
    }),
    seed: async (_, members) => {
      for (const batch of batchesOf(members, UNITS_PER_TRANSACTION)) {
        const drafts = batch.map(({ tag, facts }) => ({
          account: tag,
          hash,
          allItems,
          expire: EXPIRE,
          ...namesOf(facts),
        }));
        await createUnits(deps.db, drafts, deps.now());
      }
    },
    create: (instance, tag, facts) =>
      instance.call('PUT /api/vender', { account: tag, password: PASSWORD, expire: EXPIRE, ...facts }),
    change: (instance, id, facts) => instance.call('POST /api/vender', { venderId: id, ...facts }),
    remove: (instance, id) => instance.call('DELETE /api/vender', { vender: id }),
    ask: (random) => {
      const keyword = random.chance(0.7) ? random.pick(WORDS) : undefined;
      return random.chance(0.4) ? select(keyword) : list(keyword, drawPage(random));
    },
    askFor: (random, tag) => (random.chance(0.5) ? select(tag) : list(tag, { pageNo: 0, pageSize: 20 })),
    askForAll: () => select(undefined),
    askForPage: (page) => list(undefined, page),
    numberOf: (id) => id,
    idOf: (number) => number,
    readRow: (item) => {
      const { number, ...row } = Row.parse(item);
      return toSighting({ id: number, ...row });
    },
    readMember: (item) => {
      // The platform is a unit, too, but not a member of the collection.
      if (item['sk'] !== unitKey(PLATFORM).sk || item['pk'] === unitKey(PLATFORM).pk) return undefined;
      const { deleting, ...unit } = Member.parse(item);
      return deleting ? undefined : toSighting(unit);
    },
  };
}

function namesOf({ name = '', category = '' }: Facts): { name: string; category: string } {
  return { name, category };
}

function toSighting({ id, account, name, category }: z.output<typeof Shown>): Sighting {
  return { tag: account, id, facts: { name, category } };
}

function list(keyword: string | undefined, page: PageRequest): Asking {
  return ask('GET /api/vender', keyword, { ...page, factsOf: 'any moment' }, { ...page });
}

/** Rows hold everything that is shown, and they are read as of one moment. */
function select(keyword: string | undefined): Asking {
  const whole = { pageNo: 0, pageSize: Number.POSITIVE_INFINITY, factsOf: 'the same moment' } as const;
  return ask('GET /api/vender/select', keyword, whole, {});
}

function ask(
  route: string,
  keyword: string | undefined,
  extent: Pick<Asking, 'pageNo' | 'pageSize' | 'factsOf'>,
  paging: Parameters,
): Asking {
  const parameters = { ...(keyword === undefined ? {} : { keyword }), ...paging };
  return {
    ...extent,
    route,
    parameters,
    call: describeCall(route, parameters),
    filter: ({ name = '' }) => keyword === undefined || name.includes(keyword),
    show: (record) => toSighting(Shown.parse(record)),
  };
}
