import { systemRoleId } from '../../../lib/domain/user/role.ts';
import { addSchool, addUser, DIGEST } from '../../support/nouns/units.ts';
import { refuses, succeeds } from './order.ts';
import type { Race, RaceTrack, RacingCall } from './race-track.ts';

const USER_GONE = '404 user_not_found';
const ROLE_GONE = '404 role_not_found';
const NO_ROLE = '400 unknown_role';

/** The existing roles, and each user's role, 0 for none. */
interface Staff {
  readonly roles: readonly number[];
  readonly users: Readonly<Record<string, number>>;
}

type StaffCall = Omit<RacingCall<Staff>, 'token'>;

/** A role is deleted, twice, while users get it, lose it, are created with it and are deleted. */
export async function raceOfRoleDeletion(track: RaceTrack, round: number): Promise<Race<Staff>> {
  const { id: unit, token } = await addSchool(track.service, `rd${round}`);
  const [holder, other, third] = [`holder${round}`, `other${round}`, `third${round}`];
  for (const uid of [holder, other, third]) await addUser(track.service, unit, uid, [25]);
  const [doomed, kept] = [systemRoleId(unit) + 1, systemRoleId(unit) + 2];
  const readStaff = async (): Promise<Staff> => {
    const roles: { id: number }[] = await track.read('GET /api/role', {}, token);
    const users: { uid: string; roleId: number }[] = await track.read('GET /api/user', {}, token);
    return toStaff(
      roles.map(({ id }) => id),
      users.map(({ uid, roleId }) => [uid, roleId]),
    );
  };
  const calls = [
    ...[deleteRole(doomed), deleteRole(doomed)],
    ...[give(other, doomed), give(third, doomed), give(other, doomed), give(holder, kept)],
    ...[give(holder, 0), hire(`hired${round}`, doomed), hire(`late${round}`, doomed), leave(third)],
  ];
  return { before: await readStaff(), calls: calls.map((call) => ({ ...call, token })), readAfter: readStaff };
}

function toStaff(roles: readonly number[], users: readonly (readonly [string, number])[]): Staff {
  const sorted = [...users].sort(([a], [b]) => (a < b ? -1 : 1));
  return { roles, users: Object.fromEntries(sorted) };
}

function deleteRole(roleId: number): StaffCall {
  return {
    title: `delete role ${roleId}`,
    route: 'DELETE /api/role',
    parameters: { roleId },
    apply: (state) => {
      if (!state.roles.includes(roleId)) return refuses(state, ROLE_GONE);
      const users = Object.entries(state.users).map(([uid, role]) => [uid, role === roleId ? 0 : role] as const);
      return succeeds(
        toStaff(
          state.roles.filter((id) => id !== roleId),
          users,
        ),
      );
    },
  };
}

function give(uid: string, roleId: number): StaffCall {
  return {
    title: `give ${uid} role ${roleId}`,
    route: 'POST /api/user',
    parameters: { uid, roleId },
    apply: (state) => {
      if (state.users[uid] === undefined) return refuses(state, USER_GONE);
      if (roleId !== 0 && !state.roles.includes(roleId)) return refuses(state, NO_ROLE);
      return succeeds(toStaff(state.roles, Object.entries({ ...state.users, [uid]: roleId })));
    },
  };
}

function hire(uid: string, roleId: number): StaffCall {
  return {
    title: `hire ${uid} with role ${roleId}`,
    route: 'PUT /api/user',
    parameters: { uid, name: uid, password: DIGEST, roleId },
    apply: (state) => {
      if (!state.roles.includes(roleId)) return refuses(state, NO_ROLE);
      return succeeds(toStaff(state.roles, Object.entries({ ...state.users, [uid]: roleId })));
    },
  };
}

function leave(uid: string): StaffCall {
  return {
    title: `${uid} leaves`,
    route: 'DELETE /api/user',
    parameters: { uid },
    apply: (state) => {
      if (state.users[uid] === undefined) return refuses(state, USER_GONE);
      return succeeds(
        toStaff(
          state.roles,
          Object.entries(state.users).filter(([other]) => other !== uid),
        ),
      );
    },
  };
}
