import { allItemIds } from '../../lib/auth/permissions.ts';
import { planUsers, type Staff } from '../../lib/sheets/user-plan.ts';
import { readUserWorkbook } from '../../lib/sheets/user-workbook.ts';
import * as roles from '../../lib/store/user/role.ts';
import * as users from '../../lib/store/user/user.ts';
import * as userWorkbook from '../../lib/store/user/user-workbook.ts';
import { Attachment } from '../support/files/attachment.ts';
import { bookOf } from '../support/files/sheets.ts';
import type { Patterns } from '../support/statements/pattern.ts';
import {
  empty,
  newName,
  newRole,
  newUser,
  type Parameter,
  password,
  type Statements,
  value,
} from '../support/statements/statement.ts';

const staffBook = (...rows: string[][]) => new Attachment('用户.xlsx', bookOf([['用户', rows]]));
/** A workbook with one new user, whose role may do nothing. */
const newStaff: Parameter = {
  names: 'nothing',
  make: async (setup, home) => {
    const roleName = setup.unique('簿中角色');
    await setup.create('PUT /api/role', { roleName, items: '' }, home.token);
    return staffBook(['用户名', '姓名', '角色'], [setup.unique('簿中'), '新人', roleName]);
  },
};
/** A workbook with a user under another name. */
const renamedStaff: Parameter = {
  names: 'nothing',
  make: async (setup, home) => {
    const { uid } = await setup.createUser(undefined, home);
    return staffBook(['用户名', '姓名'], [uid, setup.unique('改名')]);
  },
};

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
  'GET /api/user/sheet.xlsx': {
    side: 'any',
    items: { admin: [14, 15], business: [36, 37, 38, 39] },
    parameters: {},
    cost: [2, 6, 0],
  },
  'PUT /api/user/sheet.xlsx': {
    side: 'any',
    items: { admin: [15], business: [37, 38] },
    parameters: { files: newStaff },
    ofItem: { 38: { files: renamedStaff } },
    operation: 'setUserSheet',
    cost: [4, 12, 12],
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
    does: 'check whether a uid or account is free',
    keys: '`UID#…` / `UID`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => users.isUidFree(db, 'unit1'),
  },
  'user.findClaims': {
    does: 'find the users of uids',
    keys: '`UID#…` / `UID`',
    roundTrips: '1',
    cost: '2 r; 1 r per uid',
    call: () => (db) => users.findClaims(db, ['unit1', 'user1']),
  },
  'user.findUserNames': {
    does: 'find the names of users',
    keys: '`V#12` / `USER#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per further user',
    call: () => (db) => users.findUserNames(db, 1, ['unit1']),
  },
  'user.listUsersByUnit': {
    does: 'list the users of a unit',
    keys: '`V#12` / begins with `USER#`',
    roundTrips: '1; 1 more above 1,280 where the cost is bounded',
    cost: '1 r; 1 r per 4 KB of users',
    call: () => (db) => users.listUsersByUnit(db, 1),
  },
  'user.findUsersByUnit': {
    does: 'list the users of a unit within a bound of read units',
    keys: '`V#12` / begins with `USER#`',
    roundTrips: '1; 1 more above 1,280 where the cost is bounded',
    cost: '1 r; 1 r per 4 KB of users',
    call: () => (db) => users.findUsersByUnit(db, 1),
  },
  'user-workbook.writeUsers': {
    does: 'create and change users from a workbook',
    keys: '`V#12`: `USER#…`, `ROLES`, `UNIT`; `UID#…`',
    roundTrips: '2; 1 more with new users',
    cost: '4 r, 8 w; 1 r per 4 KB of users, 1 r and 4 w per new one, 2 w per changed one',
    call: () => (db) => {
      const workbook = readUserWorkbook(staffBook(['用户名', '姓名', '角色'], ['user1', '改名', '']));
      const actor = { uid: 'unit1', roleId: 1, items: new Set(allItemIds('business')), isMain: true };
      const plan = (staff: Staff) => planUsers(workbook.entries, staff, actor);
      return userWorkbook.writeUsers(db, 1, workbook, { now: 1, plan, hashOf: async () => 'none' });
    },
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
