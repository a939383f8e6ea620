import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { normaliseKey, normaliseText } from '../../../lib/text/normal-form.ts';
import { addSchool, addUser, DIGEST } from '../../support/nouns/units.ts';
import { refuses, succeeds } from './order.ts';
import type { Race, RaceTrack, RacingCall } from './race-track.ts';

const USER_GONE = '404 user_not_found';
const ROLE_GONE = '404 role_not_found';

interface OneUid {
  /** The name of the uid's owner; empty where nobody has it. */
  readonly owner: string;
  readonly name: string;
}

/** Who creates users with the uid. */
interface Side {
  readonly id: number;
  readonly account: string;
  readonly token: string;
}

/** Two units and the platform's staff create, change and delete users with one uid. */
export async function raceForUid(track: RaceTrack, round: number): Promise<Race<OneUid>> {
  const [a, b] = [await addSchool(track.service, `ua${round}`), await addSchool(track.service, `ub${round}`)];
  const platform = { id: 0, account: 'platform', token: track.admin };
  const uid = `Shared${round}`;
  // Creating takes longer than deleting, because of the password: so in every second round a user exists at first.
  const before = round % 2 === 0 ? { owner: a.account, name: uid } : { owner: '', name: '' };
  if (before.owner !== '') await addUser(track.service, a.id, uid, [25]);
  return {
    before,
    calls: [
      ...[createUser(a, uid, '甲一'), createUser(a, uid.toLowerCase(), '甲二')],
      ...[createUser(b, uid, '乙一'), createUser(b, uid.toUpperCase(), '乙二')],
      ...[createUser(platform, uid, '台一'), createUser(platform, uid, '台二')],
      ...[deleteUser(a, uid), deleteUser(b, uid), nameUser(a, uid, '甲三'), nameUser(platform, uid, '台三')],
    ],
    readAfter: async () => {
      const found: OneUid[] = [];
      for (const side of [a, b, platform]) {
        const users: { uid: string; name: string }[] = await track.read('GET /api/user', {}, side.token);
        const own = users.filter((user) => normaliseKey(user.uid) === normaliseKey(uid));
        found.push(...own.map(({ name }) => ({ owner: side.account, name })));
      }
      return found.length > 1 ? { owner: 'several', name: '' } : (found[0] ?? { owner: '', name: '' });
    },
  };
}

function createUser(side: Side, uid: string, name: string): RacingCall<OneUid> {
  return {
    title: `${side.account} creates ${uid}`,
    route: 'PUT /api/user',
    parameters: { uid, name, password: DIGEST, roleId: systemRoleId(side.id) },
    token: side.token,
    apply: (state) =>
      state.owner === '' ? succeeds({ owner: side.account, name }) : refuses(state, '409 duplicate_uid'),
  };
}

function nameUser(side: Side, uid: string, name: string): RacingCall<OneUid> {
  return {
    title: `${side.account} names its user ${name}`,
    route: 'POST /api/user',
    parameters: { uid, name },
    token: side.token,
    apply: (state) => (state.owner === side.account ? succeeds({ ...state, name }) : refuses(state, USER_GONE)),
  };
}

function deleteUser(side: Side, uid: string): RacingCall<OneUid> {
  return {
    title: `${side.account} deletes its user`,
    route: 'DELETE /api/user',
    parameters: { uid },
    token: side.token,
    apply: (state) => (state.owner === side.account ? succeeds({ owner: '', name: '' }) : refuses(state, USER_GONE)),
  };
}

interface UnitRoles {
  /** Number that the next role gets. */
  readonly next: number;
  readonly roles: readonly (readonly [id: number, name: string])[];
}

/** Several roles of one unit should get the same name. */
export async function raceForRoleName(track: RaceTrack, round: number): Promise<Race<UnitRoles>> {
  const { id: unit, token } = await addSchool(track.service, `ra${round}`);
  const readRoles = async (): Promise<UnitRoles['roles']> => {
    const roles: { id: number; roleName: string }[] = await track.read('GET /api/role', {}, token);
    return roles.map(({ id, roleName }) => [id, roleName] as const);
  };
  for (const roleName of ['旧一', '旧二']) await track.read('PUT /api/role', { roleName, items: '25' }, token);
  const [first, second] = [systemRoleId(unit) + 1, systemRoleId(unit) + 2];
  const renames = [
    nameRole(first, 'Chef'),
    nameRole(second, 'CHEF'),
    nameRole(first, '新一'),
    nameRole(second, '旧一'),
  ];
  const calls = [
    ...['Chef', 'chef', 'ＣＨＥＦ', '旧一'].map(createRole),
    ...renames,
    ...[deleteRole(first), deleteRole(second)],
  ];
  return {
    before: { next: second + 1, roles: await readRoles() },
    calls: calls.map((call) => ({ ...call, token })),
    readAfter: async () => {
      const roles = await readRoles();
      // Only creating a role shows the next number.
      await track.read('PUT /api/role', { roleName: '末', items: '25' }, token);
      return { next: (await readRoles()).at(-1)?.[0] ?? 0, roles };
    },
  };
}

type RoleCall = Omit<RacingCall<UnitRoles>, 'token'>;

function createRole(roleName: string): RoleCall {
  return {
    title: `create ${roleName}`,
    route: 'PUT /api/role',
    parameters: { roleName, items: '25,26' },
    apply: (state) => {
      if (isTaken(state, roleName)) return refuses(state, '409 duplicate_role_name');
      return succeeds({ next: state.next + 1, roles: [...state.roles, [state.next, normaliseText(roleName)]] });
    },
  };
}

function nameRole(roleId: number, roleName: string): RoleCall {
  return {
    title: `name ${roleId} ${roleName}`,
    route: 'POST /api/role',
    parameters: { roleId, roleName },
    apply: (state) => {
      if (!hasRole(state, roleId)) return refuses(state, ROLE_GONE);
      if (isTaken(state, roleName, roleId)) return refuses(state, '409 duplicate_role_name');
      return succeeds({ ...state, roles: state.roles.map(([id, name]) => [id, id === roleId ? roleName : name]) });
    },
  };
}

function deleteRole(roleId: number): RoleCall {
  return {
    title: `delete ${roleId}`,
    route: 'DELETE /api/role',
    parameters: { roleId },
    apply: (state) => {
      if (!hasRole(state, roleId)) return refuses(state, ROLE_GONE);
      return succeeds({ ...state, roles: state.roles.filter(([id]) => id !== roleId) });
    },
  };
}

function hasRole({ roles }: UnitRoles, id: number): boolean {
  return roles.some(([one]) => one === id);
}

function isTaken({ roles }: UnitRoles, name: string, except = 0): boolean {
  return roles.some(([id, other]) => id !== except && normaliseKey(other) === normaliseKey(name));
}
