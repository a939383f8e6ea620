import * as tasks from '../../lib/store/task.ts';
import * as roles from '../../lib/store/user/role.ts';
import * as roleDeletion from '../../lib/store/user/role-deletion.ts';
import { findRoster, readRoster } from '../../lib/store/user/roster.ts';
import * as users from '../../lib/store/user/user.ts';
import { always, never, type Patterns } from '../support/statements/pattern.ts';
import { empty, newName, newRole, type Statements } from '../support/statements/statement.ts';

export const statements: Statements = {
  'GET /api/role/item': {
    side: 'any',
    items: { admin: [16, 17], business: [40, 41, 42] },
    parameters: {},
    cost: [2, 4, 0],
  },
  'PUT /api/role': {
    side: 'any',
    items: { admin: [17], business: [41] },
    parameters: { roleName: newName('nothing', '营养师'), items: empty },
    operation: 'createRole',
    cost: [3, 5, 4],
  },
  'DELETE /api/role': {
    side: 'any',
    items: { admin: [17], business: [43] },
    parameters: { roleId: newRole },
    operation: 'deleteRole',
    cost: [5, 6, 8],
  },
  'POST /api/role': {
    side: 'any',
    items: { admin: [17], business: [42] },
    parameters: { roleId: newRole, roleName: newName('nothing', '主厨'), items: empty },
    operation: 'updateRole',
    cost: [3, 5, 4],
  },
  'GET /api/role': {
    side: 'any',
    items: { admin: [14, 15, 16, 17], business: [36, 37, 38, 40, 41, 42, 43] },
    parameters: {},
    cost: [2, 5, 0],
  },
};

const userFacts = (uid: string, roleId: number) => ({ uid, name: uid, phone: '', roleId, hash: 'none' });

export const patterns: Patterns = {
  'roster.readRoster': {
    does: 'read all roles of a unit',
    keys: '`V#12` / `ROLES`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => readRoster(db, 1),
  },
  'roster.findRoster': {
    does: 'read all roles of a unit, if it exists',
    keys: '`V#12` / `ROLES`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => findRoster(db, 1),
  },
  'role.createRole': {
    does: 'create a role',
    keys: '`V#12` / `ROLES`',
    roundTrips: '2',
    cost: '1 r, 2 w',
    call: () => (db) => roles.createRole(db, 2, { roleName: '营养师', roleItems: [25] }),
  },
  'role.updateRole': {
    does: 'change a role',
    keys: '`V#12` / `ROLES`',
    roundTrips: '2',
    cost: '1 r, 2 w',
    call:
      ({ roleId }) =>
      (db) =>
        roles.updateRole(db, 1, roleId, { roleName: '主厨' }),
  },
  'role-deletion.deleteRole': {
    does: 'delete a role and revoke it',
    keys: '`V#12`: `ROLES`, `USER#…` of all users; `TASKS`',
    roundTrips: '6; 2 more per 97 holders',
    cost: '3 r, 10 w; 2 r per 4 KB of users, 2 w per holder',
    call:
      ({ roleId }) =>
      (db) =>
        roleDeletion.deleteRole(db, 1, roleId),
  },
  'role-deletion.finishRoleDeletion': {
    does: 'finish deleting a role',
    keys: '`V#12` / `USER#…` of all users; `TASKS`',
    roundTrips: '4; 1 more per 97 holders',
    cost: '2 r, 6 w; 2 r per 4 KB of users, 2 w per holder',
    call: async ({ now, service }) => {
      const role = await roles.createRole(service.deps.db, 1, { roleName: '临时', roleItems: [25] });
      await users.createUsers(service.deps.db, 1, [userFacts('temp1', role), userFacts('temp2', role)], now);
      await roleDeletion.deleteRole(service.deps.db, 1, role, { isTimeUp: always });
      const { tasks: found } = await tasks.listTasks(service.deps.db);
      return async (db) => {
        for (const task of found)
          if (task.kind === 'delete-role') await roleDeletion.finishRoleDeletion(db, task, { isTimeUp: never });
      };
    },
  },
};
