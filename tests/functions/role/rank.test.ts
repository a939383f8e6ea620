import { beforeAll, describe, expect, it, vi } from 'vitest';
import { digestPassword } from '../../../lib/auth/password.ts';
import type { Reason } from '../../../lib/errors.ts';
import { deleteUser } from '../../../lib/store/user/user.ts';
import { type Item, putStep } from '../../../lib/table/steps.ts';
import { prefixes, rolesKey, uidClaimKey, unitPartition } from '../../../tables/keys.ts';
import { addSignedIn, addUser, failure, itemsWithout, SUCCESS } from '../../support/nouns/units.ts';
import { openSetup } from '../../support/service/open.ts';
import { asPlatform } from '../../support/service/platform.ts';
import type { School } from '../../support/service/setup.ts';

/** Each test makes hundreds of calls; a busy machine takes longer. */
vi.setConfig({ testTimeout: 90_000 });

const NEW_DIGEST = digestPassword('another-secret');

const { service, setup } = await openSetup();

/** A set of items, by what it includes: all items that managing users and roles needs, and two others. */
const sets = ['none', 'left', 'right', 'both', 'managing', 'managing and left', 'managing and both', 'all'] as const;
type SetName = (typeof sets)[number];
/** The sets that allow to manage users and roles. */
const actors = ['managing', 'managing and left', 'all'] as const;
/** A holder of neither of the two other items has the same rank towards both; the holder of all outranks everybody. */
const tried: Readonly<Record<(typeof actors)[number], readonly SetName[]>> = {
  managing: ['none', 'left', 'managing', 'managing and left', 'all'],
  'managing and left': sets,
  all: ['none', 'both', 'all'],
};

/** Who acts, and on what, as sets of items. */
interface Pair {
  readonly held: readonly number[];
  readonly target: readonly number[];
  readonly roleId: number;
  /** Equal attempts on users whom nobody has made. */
  readonly uid: string;
}

interface Attempt {
  readonly name: string;
  readonly call: (pair: Pair) => Promise<[route: string, parameters: Record<string, string | number>]>;
  /** The reason of the refusal; undefined where the call succeeds. */
  readonly refusal: (pair: Pair) => Reason | undefined;
}

const holdsAll = (held: readonly number[], wanted: readonly number[]) => wanted.every((item) => held.includes(item));
const ifOutranked = ({ held, target }: Pair): Reason | undefined => (holdsAll(held, target) ? undefined : 'outranked');

describe.each([
  ['business', () => setup.school, [36, 37, 38, 39, 40, 41, 42, 43], 25, 26, actors],
  // The rules are the same on both sides: one of the three actors shows whether the items are those of this side.
  ['admin', () => asPlatform(setup), [14, 15, 16, 17], 9, 10, ['managing and left']],
] as const)('on the %s side', (_, getHome, managing, left, right, acting) => {
  const itemsOf = (name: SetName): readonly number[] => {
    const bySet: Record<SetName, readonly number[]> = {
      none: [],
      left: [left],
      right: [right],
      both: [left, right],
      managing,
      'managing and left': [...managing, left],
      'managing and both': [...managing, left, right],
      all: itemsWithout(home.id),
    };
    return bySet[name];
  };
  let home: School;
  /** Roles that nobody has, by their items. */
  const spare = new Map<SetName, number>();
  const tokens = new Map<SetName, string>();
  beforeAll(async () => {
    home = getHome();
    for (const name of sets) spare.set(name, await setup.createRole(itemsOf(name), home));
    for (const name of actors) {
      tokens.set(name, await addSignedIn(service, home.id, setup.unique('actor'), itemsOf(name)));
    }
  });

  const user = (facts: (pair: Pair) => Record<string, string | number>) => async (pair: Pair) =>
    ['POST /api/user', { uid: pair.uid, ...facts(pair) }] as [string, Record<string, string | number>];
  const role = (facts: (pair: Pair) => Record<string, string | number>) => async (pair: Pair) =>
    ['POST /api/role', { roleId: pair.roleId, ...facts(pair) }] as [string, Record<string, string | number>];
  const without = (items: readonly number[], one: number | undefined) => items.filter((item) => item !== one);

  const attempts: Attempt[] = [
    { name: 'revoke his role', call: user(() => ({ roleId: 0 })), refusal: ifOutranked },
    ...(['none', 'left', 'right', 'managing and left', 'all'] as const).map((name): Attempt => {
      return {
        name: `give him the role of ${name}`,
        call: user(() => ({ roleId: spare.get(name) ?? -1, name: '改过' })),
        refusal: (pair) => ifOutranked(pair) ?? (holdsAll(pair.held, itemsOf(name)) ? undefined : 'cannot_grant'),
      };
    }),
    {
      name: 'give him the role that he has',
      call: user(({ roleId }) => ({ roleId, name: '改过' })),
      refusal: () => undefined,
    },
    { name: 'set his password', call: user(() => ({ password: NEW_DIGEST })), refusal: ifOutranked },
    {
      name: 'set his password and revoke his role',
      call: user(() => ({ password: NEW_DIGEST, roleId: 0 })),
      refusal: ifOutranked,
    },
    { name: 'rename him', call: user(() => ({ name: '改过', phone: '1' })), refusal: () => undefined },
    { name: 'delete him', call: async ({ uid }) => ['DELETE /api/user', { uid }], refusal: ifOutranked },
    {
      name: 'create another one like him',
      call: async ({ roleId }) => [
        'PUT /api/user',
        { uid: setup.unique('like'), name: '新人', password: NEW_DIGEST, roleId },
      ],
      refusal: ({ held, target }) => (holdsAll(held, target) ? undefined : 'cannot_grant'),
    },
    {
      name: 'create a role like his',
      call: async ({ target }) => ['PUT /api/role', { roleName: setup.unique('同样'), items: target.join(',') }],
      refusal: ({ held, target }) => (holdsAll(held, target) ? undefined : 'cannot_grant'),
    },
    { name: 'rename his role', call: role(() => ({ roleName: setup.unique('改名') })), refusal: () => undefined },
    {
      name: 'send the items of his role again',
      call: role(({ target }) => ({ items: target.toReversed().join(',') })),
      refusal: () => undefined,
    },
    { name: 'take all items out of his role', call: role(() => ({ items: '' })), refusal: ifOutranked },
    {
      name: 'take one item out of his role',
      call: role(({ target }) => ({ items: without(target, target.at(-1)).join(',') })),
      refusal: ifOutranked,
    },
    {
      name: 'take out of his role an item that both hold',
      call: role(({ held, target }) => ({
        items: without(
          target,
          target.find((item) => held.includes(item)),
        ).join(','),
      })),
      refusal: (pair) => (pair.target.some((item) => pair.held.includes(item)) ? ifOutranked(pair) : undefined),
    },
    ...[left, right].map((item): Attempt => {
      return {
        name: `add item ${item} to his role`,
        call: role(({ target }) => ({ items: [...new Set([...target, item])].join(',') })),
        refusal: ({ held, target }) => (target.includes(item) || held.includes(item) ? undefined : 'cannot_grant'),
      };
    }),
    {
      name: 'exchange an item of his role for another',
      call: role(({ target }) => ({ items: [...new Set([...target.slice(1), left])].join(',') })),
      refusal: (pair) => {
        const [first] = pair.target;
        if (first !== undefined && first !== left && !holdsAll(pair.held, pair.target)) return 'outranked';
        return pair.target.includes(left) || pair.held.includes(left) ? undefined : 'cannot_grant';
      },
    },
    { name: 'delete his role', call: async ({ roleId }) => ['DELETE /api/role', { roleId }], refusal: ifOutranked },
  ];

  /** Reads roles from the table: what a list does not show must not change either. */
  const people = async (): Promise<readonly Item[]> => {
    const { db } = service.deps;
    const [users, roles] = await Promise.all([
      db.query(unitPartition(home.id), { prefix: prefixes.user }),
      db.getMany([rolesKey(home.id)]),
    ]);
    return [...users, ...roles.filter((item) => item !== undefined)];
  };
  /** A user with a role of his own. */
  const makeTarget = async (held: readonly number[], target: readonly number[]) => {
    const uid = setup.unique('target');
    const roleId = await addUser(service, home.id, uid, target);
    const claim = await service.deps.db.get(uidClaimKey(uid));
    const before = await people();
    return { pair: { held, target, roleId, uid }, before, all: claim ? [...before, claim] : before };
  };
  /** Restores users, roles and the target's claim to their state before the last attempt. */
  const putBack = async ({ before, all }: Awaited<ReturnType<typeof makeTarget>>) => {
    const { db } = service.deps;
    const come = (await people()).filter(({ sk }) => before.every((item) => item.sk !== sk));
    await db.removeMany(come);
    await db.write(all.map(putStep));
  };

  it.each(acting.flatMap((actor) => tried[actor].map((target) => ({ actor, target }))))(
    'who holds $actor can do to who holds $target what does not outrank him, and nothing else',
    async ({ actor, target }) => {
      const made = await makeTarget(itemsOf(actor), itemsOf(target));
      for (const { name, call, refusal } of attempts) {
        const [route, parameters] = await call(made.pair);
        const answer = await service.call(route, parameters, { token: tokens.get(actor) });
        const reason = refusal(made.pair);
        expect([name, answer.json]).toEqual([name, reason ? failure(403, reason) : SUCCESS]);
        if (reason) expect([name, await people()]).toEqual([name, made.before]);
        else await putBack(made);
      }
      await deleteUser(service.deps.db, home.id, made.pair.uid);
    },
  );

  describe('his own role', () => {
    it.each(actors)('is neither changed nor deleted by who holds %s: 409 protected_self', async (actor) => {
      const uid = setup.unique('self');
      const token = await addSignedIn(service, home.id, uid, itemsOf(actor));
      const { roleId, roleName } = await setup.succeed('GET /api/me', {}, token);
      const before = await people();
      const own = itemsOf(actor).join(',');
      const calls: [string, Record<string, string | number>][] = [
        ['POST /api/role', { roleId, items: '' }],
        ['POST /api/role', { roleId, items: managing.join(','), roleName: '自己的' }],
        ['POST /api/role', { roleId, roleName: '自己的' }],
        ['POST /api/role', { roleId, items: [...new Set([...itemsOf(actor), right])].join(','), roleName: '自己的' }],
        ['DELETE /api/role', { roleId }],
        ['POST /api/user', { uid, roleId: 0 }],
        ['POST /api/user', { uid: uid.toUpperCase(), roleId: spare.get('none') ?? -1 }],
        ['DELETE /api/user', { uid }],
      ];
      for (const [route, parameters] of calls) {
        const answer = await service.call(route, parameters, { token });
        expect([route, parameters, answer.json]).toEqual([route, parameters, failure(409, 'protected_self')]);
      }
      expect(await people()).toEqual(before);
      for (const change of [{}, { roleName }, { items: own }, { roleName, items: own }]) {
        const answer = await service.call('POST /api/role', { roleId, ...change }, { token });
        expect(answer.json).toEqual(SUCCESS);
      }
      expect(await people()).toEqual(before);
      expect((await service.call('DELETE /api/role', { roleId }, { token: home.token })).json).toEqual(SUCCESS);
    });

    it('is the system role to the main account, which nobody changes or deletes: 409 protected_role', async () => {
      const roleId = home.id * 1_000_000 + 1;
      for (const token of [home.token, tokens.get('all')]) {
        const renamed = await service.call('POST /api/role', { roleId, roleName: '新名' }, { token });
        expect(renamed.json).toEqual(failure(409, 'protected_role'));
        const deleted = await service.call('DELETE /api/role', { roleId }, { token });
        expect(deleted.json).toEqual(failure(409, 'protected_role'));
      }
    });
  });
});
