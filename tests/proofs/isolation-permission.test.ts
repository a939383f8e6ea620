import { beforeAll, describe, expect, it } from 'vitest';
import { type CallerSide, holds, type Permission } from '../../lib/auth/permissions.ts';
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { failure, itemsBut, SUCCESS } from '../support/nouns/units.ts';
import { openSetup } from '../support/service/open.ts';
import { platformOf } from '../support/service/platform.ts';
import { loadEndpoints } from '../support/service/service.ts';
import type { School } from '../support/service/setup.ts';
import { makeParameters, statementOf, statements } from '../support/statements/statements.ts';

const endpoints = await loadEndpoints();
const routes = endpoints.map(({ route }) => route).toSorted();

const { service, setup } = await openSetup();

it('every endpoint has a statement, and every statement an endpoint', () => {
  expect(Object.keys(statements).toSorted()).toEqual(routes);
});

describe('tests/statements know', () => {
  it.each(endpoints.map((endpoint) => [endpoint.route, endpoint] as const))(
    'all parameters and the side of %s',
    (route, endpoint) => {
      const { parameters, side } = statementOf(route);
      const files = endpoint.isUpload ? ['files'] : [];
      expect(Object.keys(parameters).toSorted()).toEqual([...Object.keys(endpoint.input.shape), ...files].toSorted());
      expect(endpoint.side).toBe(side);
    },
  );
});

describe.each([
  ['business', () => setup.school],
  ['admin', () => platformOf(setup)],
] as const)('on the %s side', (side, getHome) => {
  let home: School;
  let clerkRole: number;
  let clerk: School;
  beforeAll(async () => {
    home = getHome();
    clerkRole = await setup.createRole([], home);
    clerk = await addClerk(clerkRole);
  });

  /** Adds a user of the unit who is not its main account. */
  const addClerk = async (roleId: number): Promise<School> => {
    const { uid, password } = await setup.createUser(roleId, home);
    return { ...home, account: uid, password, token: await service.signIn(uid, password) };
  };
  const giveClerk = (items: readonly number[]) =>
    setup.succeed('POST /api/role', { roleId: clerkRole, items: items.join(',') }, home.token);
  // Prepares a call from the unit with the caller's own password.
  const prepare = (caller: School, route: string, item?: number) =>
    makeParameters(route, setup, { ...home, password: caller.password }, item);
  /** A refused call uses nothing up, so it is prepared once for each route. */
  const kept = new Map<string, Awaited<ReturnType<typeof prepare>>>();
  const keep = async (route: string) => {
    const parameters = kept.get(route) ?? (await prepare(clerk, route));
    kept.set(route, parameters);
    return parameters;
  };
  /** Makes a call in which only the permission may be wrong. */
  const callAs = async (caller: School, route: string, given?: Awaited<ReturnType<typeof prepare>>) => {
    const answer = await service.call(route, given ?? (await prepare(caller, route)), { token: caller.token });
    // A file is answered instead of the envelope of a success.
    const json = answer.json ?? SUCCESS;
    return [answer.status, json.reason ?? 'success', json];
  };

  const open = routes.filter((route) => ['any', side].includes(statements[route]?.side ?? ''));
  const rules = open.map((route) => ({ route, items: statements[route]?.items }));
  const unguarded = rules.filter(({ items }) => items === undefined).map(({ route }) => route);
  const guarded = rules.flatMap(({ route, items }) => {
    const accepted = items?.[side];
    return Array.isArray(accepted) ? [{ route, accepted: accepted as readonly number[] }] : [];
  });
  const mainOnly = rules.filter(({ items }) => items?.[side] === 'main').map(({ route }) => route);
  /** A route that accepts several items is called with one of them, and with all if each gives something else. */
  const isTried = ({ route, accepted }: (typeof guarded)[number], index: number, item: number) =>
    statements[route]?.ofItem ? accepted.includes(item) : accepted[index % accepted.length] === item;
  const items = [...new Set(guarded.flatMap(({ accepted }) => accepted))].map((item) => {
    const routes = guarded.filter((row, index) => isTried(row, index, item)).map(({ route }) => route);
    return [item, routes] as const;
  });

  it('has items, the main account or a session as the rule of every endpoint open to it', () => {
    const ruled = [...unguarded, ...mainOnly, ...guarded.map(({ route }) => route)];
    expect(ruled.toSorted()).toEqual(open);
  });

  it.each(endpoints.filter(({ route }) => open.includes(route)).map((endpoint) => [endpoint.route, endpoint] as const))(
    'the declaration of %s accepts the items of the rule and no others',
    (route, endpoint) => {
      const expected = statementOf(route).items?.[side];
      expect(acceptedBy(endpoint, side)).toEqual(Array.isArray(expected) ? expected : []);
      expect(endpoint.permission === 'session').toBe(statementOf(route).items === undefined);
    },
  );

  it.each(guarded)('$route is 403 missing_permission with all items of the side but $accepted', async (row) => {
    await giveClerk(itemsBut(home.id, ...row.accepted));
    expect(await callAs(clerk, row.route, await keep(row.route))).toEqual([
      403,
      'missing_permission',
      failure(403, 'missing_permission'),
    ]);
  });

  it.each(items)('who holds item %i and no other may call %j', async (item, routes) => {
    await giveClerk([item]);
    for (const route of routes) {
      const done = [200, 'success', expect.objectContaining({ success: true })];
      expect([route, ...(await callAs(clerk, route, await prepare(clerk, route, item)))]).toEqual([route, ...done]);
    }
  });

  it('who has no role can do nothing that needs an item', async () => {
    const person = await setup.createUser(undefined, home);
    await setup.succeed('POST /api/user', { uid: person.uid, roleId: 0 }, home.token);
    const caller = { ...home, token: await service.signIn(person.uid, person.password) };
    for (const { route } of guarded) {
      const refused = [403, 'missing_permission', failure(403, 'missing_permission')];
      expect([route, ...(await callAs(caller, route, await keep(route)))]).toEqual([route, ...refused]);
    }
  });

  it.each(unguarded)('%s needs only a session', async (route) => {
    await giveClerk([]);
    const session = await service.signIn(clerk.account, clerk.password);
    const answer = await callAs({ ...clerk, token: session }, route);
    expect(answer).toEqual([200, 'success', expect.objectContaining({ success: true })]);
    // POST /api/me/password ends the clerk's other sessions.
    clerk = { ...clerk, token: await service.signIn(clerk.account, clerk.password) };
  });

  it('the main account may call every endpoint of its side that needs more than a session', async () => {
    for (const route of [...guarded.map((row) => row.route), ...mainOnly]) {
      const [status, reason] = await callAs(home, route);
      expect([route, status, reason]).toEqual([route, 200, 'success']);
    }
  });

  it('what is for the main account is 403 main_account_only to who holds all items', async () => {
    await giveClerk(itemsBut(home.id));
    const refused = failure(403, 'main_account_only');
    for (const route of mainOnly) expect(await callAs(clerk, route)).toEqual([403, 'main_account_only', refused]);
    expect(mainOnly).toEqual(side === 'business' ? ['POST /api/vender'] : []);
  });
});

/** The items of a side that satisfy an endpoint's declared permission, one by one. */
function acceptedBy({ permission }: Endpoint, side: CallerSide): number[] {
  const accepted = [permission].flat().filter((name): name is Permission => name !== 'session' && name !== 'none');
  const all = itemsBut(side === 'admin' ? 0 : 1);
  return all.filter((item) => accepted.some((name) => holds({ side, items: new Set([item]), isMain: false }, name)));
}
