import * as roles from '../../lib/store/role.ts';
import * as users from '../../lib/store/user.ts';
import type { Patterns } from '../support/pattern.ts';
import { empty, newName, newRole, newUser, password, type Statements, value } from '../support/statement.ts';

export const statements: Statements = {
  'GET /api/user/check': {
    side: 'any',
    parameters: { uid: newName('account', '新用户') },
    cost: [2, 5, 0],
    demo: () => ({ uid: 'lixuemei' }),
  },
  'PUT /api/user': {
    side: 'any',
    items: { admin: [15], business: [37] },
    parameters: {
      uid: newName('account', '厨师'),
      name: value('李师傅'),
      password,
      roleId: newRole,
      phone: value('010-2'),
    },
    operation: 'createUser',
    cost: [3, 5, 8],
  },
  'DELETE /api/user': {
    side: 'any',
    items: { admin: [15], business: [39] },
    parameters: { uid: newUser },
    operation: 'deleteUser',
    cost: [3, 8, 8],
  },
  'POST /api/user': {
    side: 'any',
    items: { admin: [15], business: [38] },
    parameters: { uid: newUser, name: value('张师傅'), password, roleId: newRole, phone: empty },
    operation: 'updateUser',
    cost: [3, 8, 8],
  },
  'GET /api/user': {
    side: 'any',
    items: { admin: [14, 15], business: [36, 37, 38, 39] },
    parameters: {},
    cost: [2, 6, 0],
  },
};

const userFacts = (uid: string, roleId: number) => ({ uid, name: uid, phone: '', roleId, hash: 'none' });

export const patterns: Patterns = {
  'user.isUidFree': {
    does: 'is a uid or account free',
    keys: '`UID#…` / `UID`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => users.isUidFree(db, 'unit1'),
  },
  'user.findClaims': {
    does: 'who has these uids',
    keys: '`UID#…` / `UID`',
    roundTrips: '1',
    cost: '2 r; 1 r per uid',
    call: () => (db) => users.findClaims(db, ['unit1', 'user1']),
  },
  'user.findUserNames': {
    does: 'what users are called',
    keys: '`V#12` / `USER#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per further user',
    call: () => (db) => users.findUserNames(db, 1, ['unit1']),
  },
  'user.listUsersByUnit': {
    does: 'users of a unit',
    keys: '`V#12` / begins with `USER#`',
    roundTrips: '1; 1 more above 1,280 where the cost is bounded',
    cost: '1 r; 1 r per 4 KB of users',
    call: () => (db) => users.listUsersByUnit(db, 1),
  },
  'user.findUsersByUnit': {
    does: 'users of a unit, as many as so many units read',
    keys: '`V#12` / begins with `USER#`',
    roundTrips: '1; 1 more above 1,280 where the cost is bounded',
    cost: '1 r; 1 r per 4 KB of users',
    call: () => (db) => users.findUsersByUnit(db, 1),
  },
  'user.createUser': {
    does: 'create a user',
    keys: '`V#12`: `USER#…`, `ROLES`; `UID#…`',
    roundTrips: '2',
    cost: '1 r, 6 w',
    call: async ({ now, service }) => {
      const roleId = await roles.createRole(service.deps.db, 1, { roleName: '采购', roleItems: [25] });
      return (db) => users.createUser(db, 1, userFacts('user3', roleId), now);
    },
  },
  'user.createUsers': {
    does: 'create several users at once',
    keys: '`V#12`: `USER#…`, `ROLES`; `UID#…`, for up to 49 users',
    roundTrips: '2',
    cost: '1 r, 10 w; 4 w per user',
    call: async ({ now, service }) => {
      const roleId = await roles.createRole(service.deps.db, 1, { roleName: '会计', roleItems: [25] });
      return (db) => users.createUsers(db, 1, [userFacts('user4', roleId), userFacts('user5', roleId)], now);
    },
  },
  'user.updateUser': {
    does: 'change a user',
    keys: '`V#12`: `USER#…`, `ROLES`, `UNIT`; `UID#…`',
    roundTrips: '2',
    cost: '4 r, 6 w; 4 w without a new password; 2 r more for who has the system role',
    call: () => (db) => users.updateUser(db, 1, 'user1', { name: '改名', hash: 'new' }),
  },
  'user.deleteUser': {
    does: 'delete a user',
    keys: '`V#12`: `USER#…`, `ROLES`, `UNIT`; `UID#…`',
    roundTrips: '2',
    cost: '4 r, 6 w; 2 r more for who has the system role',
    call: () => (db) => users.deleteUser(db, 1, 'user2'),
  },
};
