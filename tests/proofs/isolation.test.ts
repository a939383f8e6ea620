import { beforeAll, describe, expect, it } from 'vitest';
import { digestPassword } from '../../lib/auth/password.ts';
import { dishId } from '../../lib/domain/dish.ts';
import { Attachment, type Sendable } from '../support/files/attachment.ts';
import { failure, ICON, SUCCESS, success } from '../support/nouns/units.ts';
import { openSetup } from '../support/service/open.ts';
import { platformOf } from '../support/service/platform.ts';
import type { School } from '../support/service/setup.ts';
import { type DumpedItem, dumpTable } from '../support/service/table-dump.ts';
import type { Parameter } from '../support/statements/statement.ts';
import { makeParameters, statements } from '../support/statements/statements.ts';

/** Is written into everything of unit B, so that it is recognised wherever it appears. */
const MARK = '乙独有';
/** An id that no unit and no role has. */
const NOBODYS_ID = 987_654_001;
/** The first standard. */
const STANDARD_OF_B = 1;

const { service, setup } = await openSetup();
let b: School;
let cook: string;
type Ids = readonly (string | number)[];
/** The things of B that a parameter can name. */
type Named = Exclude<Parameter['names'], 'account' | 'unit name' | 'nothing'>;
/** Everything that B has, by what parameters name. */
let things: Record<'unit' | 'user' | 'role' | 'standard' | 'dish', Ids>;

beforeAll(async () => {
  const texts = ['address', 'contacts', 'phone', 'email', 'province', 'city', 'area'].map((name) => [name, MARK]);
  const facts = { account: 'Boss-zulu', name: `${MARK}小学`, category: MARK, icon: ICON, ...Object.fromEntries(texts) };
  b = await setup.createSchool(facts);
  await setup.succeed('POST /api/vender/config', { vender: b.id, breakfast: 11, lunch: 22, dinner: 67 }, b.token);
  await setup.succeed('PUT /api/role', { roleName: `${MARK}厨师`, items: '25,26' }, b.token);
  const roles: { id: number }[] = await setup.succeed('GET /api/role', {}, b.token);
  const roleId = roles.at(-1)?.id ?? 0;
  cook = 'Cook-zulu';
  const user = { uid: cook, name: `${MARK}张三`, phone: MARK, password: digestPassword('secret'), roleId };
  await setup.succeed('PUT /api/user', user, b.token);
  await service.signIn(cook, 'secret');
  await addMealsOfB();
  things = {
    unit: [b.id],
    user: [b.account, cook, cook.toLowerCase(), ` ${cook} `],
    role: roles.map(({ id }) => id),
    standard: [STANDARD_OF_B],
    dish: [dishId(b.id, 1), dishId(b.id, 2)],
  };
});

/** Adds two dishes, one with an icon, two marks and prices, and a standard that is assigned only to B. */
async function addMealsOfB(): Promise<void> {
  const rice = await setup.loadRice();
  for (const icon of [ICON, `${MARK}.png`]) {
    const ingredient = JSON.stringify([{ key: `${MARK}食材`, value: 50 }]);
    await setup.succeed('PUT /api/dish', { name: `${MARK}菜`, mark: '素菜', poly: '炒', icon, ingredient }, b.token);
  }
  for (const nutrient of [rice, `${MARK}食材`]) {
    await setup.succeed('PUT /api/ingredient/mark', { nutrient, mark: '忌用' }, b.token);
    await setup.succeed('PUT /api/ingredient/price', { nutrient, price: 7.25 }, b.token);
  }
  await setup.succeed('PUT /api/nutrition', { name: `${MARK}标准`, vendors: b.id, overflow: 1 }, setup.admin);
  const foodCategoryDay = JSON.stringify({ [MARK]: 250 });
  await setup.succeed('POST /api/nutrition', { id: STANDARD_OF_B, foodCategoryDay }, setup.admin);
}

/** Everything in the table that belongs to B: its partitions, its claims, its rows and its assignments. */
async function dumpB(): Promise<DumpedItem[]> {
  const items = await dumpTable(service);
  const isOfB = ({ pk, unit, number, vendors }: DumpedItem) =>
    pk === `V#${b.id}` ||
    String(pk).startsWith(`V#${b.id}#`) ||
    unit === b.id ||
    (pk === 'UNITS' && number === b.id) ||
    (Array.isArray(vendors) && vendors.includes(b.id));
  return items.filter(isOfB);
}

const callers = {
  business: () => setup.school,
  admin: () => platformOf(setup),
} as const;
const routes = Object.entries(statements).filter(([, { side }]) => side !== 'public');
/** What names nothing that could be another unit's. */
const namesOfNobody: readonly Parameter['names'][] = ['account', 'unit name', 'nothing'];
/** Whether the caller must not reach B's thing. The admin side manages units, standards and dishes. */
const isIsolated: Record<keyof typeof callers, (names: Parameter['names']) => names is Named> = {
  business: (names): names is Named => !namesOfNobody.includes(names),
  admin: (names): names is Named => names === 'user' || names === 'role',
};
/** Every parameter of every endpoint that names a thing of a unit, by side of the caller. */
const namings = (['business', 'admin'] as const).flatMap((side) =>
  routes.flatMap(([route, { parameters }]) =>
    Object.entries(parameters).flatMap(([name, { names }]) =>
      isIsolated[side](names) ? [{ side, route, name, names }] : [],
    ),
  ),
);

/** B's things of a kind. Members of a collection are created here if nothing above has created one. */
async function listThingsOfB(names: Named): Promise<Ids> {
  const known: Partial<Record<Named, Ids>> = things;
  if (known[names]) return known[names];
  const makers = routes.flatMap(([, { parameters }]) => Object.values(parameters).filter((one) => one.names === names));
  const ids: (string | number)[] = [];
  // One after the other: some change B for the next one.
  for (const { make } of makers) {
    const id = await make(setup, b);
    if (id !== undefined && !(id instanceof Attachment)) ids.push(id);
  }
  expect(ids, `no statement makes a ${names}`).not.toEqual([]);
  return ids;
}

it('B is all that the dump should show', async () => {
  expect(namings).not.toEqual([]);
  const name = ({ pk, sk }: DumpedItem) =>
    `${pk} ${String(sk).replace(/^SESSION#.*|^\d+#.*/, (id) => `${id.split('#')[0]}#`)}`;
  const [log, others] = [/^V#2#LOG \d+#$/, (await dumpB()).map(name)];
  // How much B's people have done does not matter here.
  expect(others.some((key) => log.test(key))).toBe(true);
  expect(others.filter((key) => !log.test(key)).toSorted()).toEqual(
    [
      ...['ICON', 'ROLES', 'SESSION#', 'SESSION#', 'UNIT', 'USER#boss-zulu', 'USER#cook-zulu'].map((sk) => `V#2 ${sk}`),
      ...['MARKS', 'PRICES'].flatMap((word) => [word, `${word}#01`, `${word}#15`].map((sk) => `V#2 ${sk}`)),
      ...['DISH#000001', 'DISH#000002', 'HEAD', 'ICON#000001'].map((sk) => `V#2#DISH ${sk}`),
      ...[1, 2].map((number) => `V#2#DISH ROW#000000#00000000${number}`),
      ...['ROW#000000#000000001', 'STANDARD#1'].map((sk) => `STANDARD ${sk}`),
      ...['UID#boss-zulu UID', 'UID#cook-zulu UID', `UNITNAME#${MARK}小学 UNITNAME`, 'UNITS ROW#000000#000000002'],
    ].toSorted(),
  );
});

/** Conditions of a write beside its parameters: a version that nothing has yet, and any version. */
const conditions: Readonly<Record<string, string>>[] = [{ 'if-match': '"99"' }, { 'if-match': '*' }];

describe("what B has is like what nobody has, and stays as it is: another unit's", () => {
  /** The other parameters of a call. They are created before the first call, since no call may change anything. */
  const prepared = new Map<unknown, Sendable>();
  const thingsOfB = new Map<Named, Ids>();
  let before: readonly DumpedItem[];
  beforeAll(async () => {
    for (const names of new Set(namings.map((naming) => naming.names))) {
      thingsOfB.set(names, await listThingsOfB(names));
    }
    for (const naming of namings) {
      prepared.set(naming, await makeParameters(naming.route, setup, callers[naming.side]()));
    }
    before = await dumpTable(service);
  });

  it.each(namings)('$names in $name of $route, from the $side side', async (naming) => {
    const { side, route, name, names } = naming;
    const [its, parameters] = [thingsOfB.get(names) ?? [], prepared.get(naming)];
    expect(its).not.toEqual([]);
    const send = async (thing: string | number, headers: Readonly<Record<string, string>>) => {
      const answer = await service.call(
        route,
        { ...parameters, [name]: thing },
        { token: callers[side]().token, headers },
      );
      const text = answer.text.replace(new RegExp(`\\b${thing}\\b`, 'g'), 'X');
      return { status: answer.status, headers: answer.headers, text };
    };
    const compare = async (things: Ids, headers: Readonly<Record<string, string>>) => {
      const expected = await send(names === 'user' ? 'nobody' : NOBODYS_ID, headers);
      // The caller's own thing, in which another one is named, does not have that version either.
      expect('if-match' in headers ? [400, 403, 404, 409] : [400, 403, 404]).toContain(expected.status);
      if (names === 'unit') expect(expected.text).toMatch(/"reason":"(foreign_unit|wrong_side)"/);
      for (const thing of things) expect(await send(thing, headers)).toEqual(expected);
    };
    await compare(its, {});
    if (service.endpoints.get(route)?.access === 'read') return;
    for (const headers of conditions) await compare(its.slice(0, 1), headers);
  });

  it('which all these calls have left as it was, with all else in the table', async () => {
    expect(await dumpTable(service)).toEqual(before);
  });
});

describe('a claimed name of B is refused like any other, tells no more, and stays with B', () => {
  const claims: { side: keyof typeof callers; route: string; name: string; names: Parameter['names'] }[] =
    routes.flatMap(([route, { side, parameters }]) =>
      Object.entries(parameters)
        .filter(([, { names }]) => names === 'account' || names === 'unit name')
        .map(([name, { names }]) => ({ side: side === 'admin' ? 'admin' : 'business', route, name, names }) as const),
    );

  it.each(claims)('$names in $name of $route', async ({ side, route, name, names }) => {
    const home = callers[side]();
    const before = await dumpB();
    const parameters = await makeParameters(route, setup, home);
    const spellings = names === 'account' ? things.user : [`${MARK}小学`, ` ${MARK}小学 `];
    const conflict = route === 'PUT /api/user' ? 'duplicate_uid' : 'duplicate_account';
    const reason = names === 'account' ? conflict : 'duplicate_unit_name';
    const expected = route.startsWith('GET') ? success(false) : failure(409, reason);
    for (const spelling of spellings) {
      const answer = await service.call(route, { ...parameters, [name]: spelling }, { token: home.token });
      expect(answer.json).toEqual(expected);
    }
    expect(await dumpB()).toEqual(before);
  });
});

describe('the tenant comes from the token only', () => {
  const strays = (route: string) => {
    const declared = statements[route]?.parameters ?? {};
    const all = { vender: b.id, venderId: b.id, unit: b.id, vendors: b.id, uid: cook, side: 'admin', id: b.id };
    return Object.fromEntries(Object.entries(all).filter(([name]) => !(name in declared)));
  };
  /** The largest page, so that it would show anything of B in the list. */
  const widen = (parameters: Sendable) => ('pageSize' in parameters ? { ...parameters, pageSize: 200 } : parameters);
  /** Endpoints that a main account can call without ending the tests' session. */
  const lasting = routes
    .filter(([route, { side }]) => side !== 'admin' && !/logout|password/.test(route))
    .map(([route]) => route);

  let before: DumpedItem[];
  beforeAll(async () => {
    before = await dumpB();
  });

  it.each(lasting)('%s with names of B in parameters it does not have shows nothing of B', async (route) => {
    const { token } = setup.school;
    const parameters = widen(await makeParameters(route, setup, setup.school));
    const isWrite = service.endpoints.get(route)?.access === 'write';
    const plain = isWrite ? undefined : await service.call(route, parameters, { token });
    const answer = await service.call(route, { ...parameters, ...strays(route) }, { token });
    expect(answer.status).toBe(200);
    // A write may tell what it did in words, or in a declared body. A read must answer the same as without these
    // parameters.
    const told = service.endpoints.get(route)?.output ? { body: answer.json.body } : {};
    if (isWrite) expect(answer.json).toEqual({ ...SUCCESS, desc: expect.any(String), ...told });
    else expect(answer.json ?? answer.bytes).toEqual(plain?.json ?? plain?.bytes);
    expectNothingOfB(answer.text);
  });

  it('nor does any of them change B', async () => {
    expect(await dumpB()).toEqual(before);
  });

  it('POST /api/vender/config in the name of B is 403 foreign_unit, and POST /api/vender too', async () => {
    const before = await dumpB();
    const { token } = setup.school;
    const config = { vender: b.id, breakfast: 1, lunch: 1, dinner: 1 };
    const foreign = failure(403, 'foreign_unit');
    expect((await service.call('POST /api/vender/config', config, { token })).json).toEqual(foreign);
    const change = { venderId: b.id, address: '不该出现', name: '不该出现' };
    expect((await service.call('POST /api/vender', change, { token })).json).toEqual(foreign);
    expect(await dumpB()).toEqual(before);
  });
});

describe('a list of ids with one of B in it', () => {
  it.each([
    ['DELETE /api/dish', 'ids', 'dish', 404],
    ['GET /api/dish/label', 'ids', 'dish', 404],
    ['GET /api/dish/label.html', 'ids', 'dish', 404],
    ['PUT /api/dish', 'vendors', 'unit', 403],
    ['POST /api/dish', 'vendors', 'unit', 403],
    ['PUT /api/dish/copy', 'vendors', 'unit', 403],
  ] as const)('is refused as a whole: %s', async (route, name, names, status) => {
    const { token, id } = setup.school;
    const own = names === 'unit' ? id : await setup.createDish();
    const parameters = await makeParameters(route, setup, setup.school);
    const [before, keys] = [await dumpB(), (await dumpTable(service)).map(({ pk, sk }) => `${pk} ${sk}`)];
    for (const list of [`${own},${things[names][0]}`, `${things[names][0]},${own}`]) {
      const answer = await service.call(route, { ...parameters, [name]: list }, { token });
      expect([answer.status, answer.json.success]).toEqual([status, false]);
      expectNothingOfB(answer.text, things[names]);
    }
    expect(await dumpB()).toEqual(before);
    expect((await dumpTable(service)).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual(keys);
  });
});

describe('marks and prices of B', () => {
  it('stay as they are when another unit gives the same ingredients others, or none', async () => {
    const before = await dumpB();
    const { token } = setup.school;
    for (const nutrient of [await setup.loadRice(), `${MARK}食材`]) {
      for (const [noun, value] of Object.entries({ mark: '常用', price: 3 })) {
        await setup.succeed(`DELETE /api/ingredient/${noun}`, { nutrient }, token);
        await setup.succeed(`PUT /api/ingredient/${noun}`, { nutrient, [noun]: value }, token);
        await setup.succeed(`DELETE /api/ingredient/${noun}`, { nutrient }, token);
      }
    }
    expect(await dumpB()).toEqual(before);
  });

  it('are shown in the catalogue to B only, as far as they are marks', async () => {
    const code = await setup.loadRice();
    const list = async (token: string, mark = {}) => (await setup.succeed('GET /api/ingredient', mark, token)).content;
    expect(await list(b.token)).toMatchObject([{ code, mark: '忌用' }]);
    expect(await list(b.token, { mark: '忌用' })).toMatchObject([{ code, mark: '忌用' }]);
    for (const caller of Object.values(callers)) {
      expect(await list(caller().token)).toMatchObject([{ code, mark: null }]);
      expect(await list(caller().token, { mark: '忌用' })).toEqual([]);
    }
  });
});

describe('lists of the own unit', () => {
  const lists: [string, readonly (keyof typeof callers)[]][] = [
    ['GET /api/user', ['business', 'admin']],
    ['GET /api/role', ['business', 'admin']],
    ['GET /api/dish', ['business', 'admin']],
    ['GET /api/dish/select', ['business', 'admin']],
    ['GET /api/ingredient/mark', ['business']],
    ['GET /api/ingredient/price', ['business']],
    ['GET /api/nutrition', ['business']],
    ['GET /api/nutrition/select', ['business']],
  ];

  it.each(lists)('%s shows B to B, and nothing of B to the %s side', async (route, sides) => {
    const own = await service.call(route, { pageSize: 200 }, { token: b.token });
    expect(own.text).toContain(MARK);
    expect(() => expectNothingOfB(own.text)).toThrow();
    for (const side of sides) {
      const answer = await service.call(route, {}, { token: callers[side]().token });
      expect(answer.status).toBe(200);
      expectNothingOfB(answer.text);
    }
  });

  it.each(['GET /api/dish', 'GET /api/nutrition', 'GET /api/dish/select', 'GET /api/nutrition/select'])(
    '%s finds nothing of B by its words, nor counts it',
    async (route) => {
      const { token } = setup.school;
      const found = await setup.succeed(route, { keyword: MARK }, token);
      expect(found.totalElements ?? 0).toBe(0);
      expect(found.content ?? found).toEqual([]);
    },
  );
});

/** Expects no name, uid or id of B. The unit's id is too short to be recognised other than as a `vender`. */
function expectNothingOfB(text: string, named: readonly (string | number)[] = []): void {
  expect(text).not.toContain(MARK);
  expect(text.toLowerCase()).not.toContain('zulu');
  for (const id of [...things.role, ...things.dish].filter((one) => !named.includes(one)))
    expect(text).not.toMatch(new RegExp(`\\b${id}\\b`));
  expect(text).not.toMatch(new RegExp(`"vender":${b.id}\\b`));
}
