import * as units from '../../lib/store/unit/unit.ts';
import { rebind } from '../../lib/store/unit/unit-account.ts';
import * as unitChange from '../../lib/store/unit/unit-change.ts';
import * as unitList from '../../lib/store/unit/unit-list.ts';
import { setMainPassword } from '../../lib/store/unit/unit-password.ts';
import { put } from '../../lib/table/steps.ts';
import { unitIconKey } from '../../tables/keys.ts';
import { ICON, PAGE, type Patterns } from '../support/statements/pattern.ts';
import {
  adminValue,
  empty,
  newName,
  newUnit,
  otherForm,
  ownUnit,
  paging,
  password,
  type Statements,
  value,
} from '../support/statements/statement.ts';

const texts = {
  address: value('朝阳路 1 号'),
  contacts: value('王老师'),
  phone: value('010-1'),
  email: empty,
  province: empty,
  city: empty,
  area: empty,
  icon: empty,
};
const choice = {
  side: 'admin',
  items: { admin: [1, 2, 3, 6, 7, 10, 11] },
  parameters: { keyword: value('小学'), vendors: ownUnit },
} as const;

export const statements: Statements = {
  'GET /api/vender/check/account': {
    side: 'any',
    parameters: { account: newName('account', '新账号') },
    cost: [2, 5, 0],
    demo: () => ({ account: 'yangguang' }),
  },
  'GET /api/vender/check/name': {
    side: 'any',
    parameters: { name: newName('unit name', '新小学') },
    cost: [2, 5, 0],
    demo: () => ({ name: '成都市阳光实验小学' }),
  },
  'GET /api/vender/info': {
    side: 'any',
    items: { admin: [1, 3], business: [34] },
    parameters: { vender: ownUnit },
    cost: [2, 5, 0],
  },
  'GET /api/vender/config': { side: 'business', items: { business: [21, 22] }, parameters: {}, cost: [2, 5, 0] },
  'POST /api/vender/config': {
    side: 'business',
    items: { business: [22] },
    // Another value each time: a change that changes nothing writes nothing.
    parameters: { vender: ownUnit, breakfast: newName('nothing', ''), lunch: value('40'), dinner: value('34.5') },
    operation: 'updateConfig',
    cost: [3, 5, 4],
  },
  'PUT /api/vender': {
    side: 'admin',
    items: { admin: [2] },
    parameters: {
      account: newName('account', '账号'),
      password,
      name: newName('unit name', '光明中学 & 附属 + 100% = '),
      category: value('初中'),
      expire: value('2099-12-31'),
      menuReview: value('true'),
      ...texts,
    },
    operation: 'createUnit',
    cost: [3, 5, 16],
  },
  'DELETE /api/vender': {
    side: 'admin',
    items: { admin: [4] },
    parameters: { vender: newUnit },
    operation: 'deleteUnit',
    cost: [20, 19, 24],
  },
  'POST /api/vender': {
    side: 'any',
    items: { admin: [3], business: 'main' },
    parameters: {
      venderId: ownUnit,
      expire: adminValue('2098-12-31'),
      status: adminValue('true'),
      menuReview: adminValue('false'),
      category: value('中学'),
      // A new account would end the sessions of the tests.
      account: otherForm('account'),
      name: newName('unit name', '红旗小学'),
      ...texts,
    },
    operation: 'updateUnit',
    cost: [3, 5, 14],
  },
  'POST /api/vender/password': {
    side: 'admin',
    items: { admin: [3] },
    parameters: { venderId: newUnit, password },
    operation: 'setUnitPassword',
    cost: [3, 9, 8],
  },
  'GET /api/vender': {
    side: 'admin',
    items: { admin: [1, 3, 4] },
    parameters: {
      keyword: value('小学'),
      category: empty,
      status: empty,
      expireBefore: value('2100-01-01'),
      ...paging,
    },
    cost: [3, 8, 0],
  },
  'GET /api/vender/select': { ...choice, cost: [3, 5, 0] },
  'POST /api/vender/select': { ...choice, cost: [3, 5, 0] },
};

const unitFacts = (account: string) => {
  const unit = { account, name: `${account}小学`, category: '小学', expire: '2099-12-31' };
  return { ...unit, hash: 'none', allItems: [25] };
};

export const patterns: Patterns = {
  'unit.isUnitNameFree': {
    does: "check whether a unit's name is free",
    keys: '`UNITNAME#…` / `UNITNAME`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => units.isUnitNameFree(db, '第1小学'),
  },
  'unit.findUnit': {
    does: 'find a unit',
    keys: '`V#12` / `UNIT`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => units.findUnit(db, 1),
  },
  'unit.findUnits': {
    does: 'find units by id',
    keys: '`V#…` / `UNIT`',
    roundTrips: '1',
    cost: '2 r; 1 r per unit',
    call: () => (db) => units.findUnits(db, [1, 2]),
  },
  'unit.getUnit': {
    does: 'get a unit with its configuration',
    keys: '`V#12` / `UNIT`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => units.getUnit(db, 1),
  },
  'unit-list.findUnitWithIcon': {
    does: 'add the icon to a unit',
    keys: '`V#12` / `ICON`',
    roundTrips: '1; 0 where it has none',
    cost: '1 r; 1 r per 4 KB',
    call: async ({ service }) => {
      const { db } = service.deps;
      const unit = await units.getUnit(db, 1);
      await db.write([put({ ...unitIconKey(1), ...ICON })]);
      return (measured) => unitList.findUnitWithIcon(measured, { ...unit, hasIcon: true, iconVersion: ICON.version });
    },
  },
  'unit.countPeople': {
    does: 'count the users and roles of a unit',
    keys: '`V#12` / `USER#…`, `ROLES`',
    roundTrips: '1; 1 per 1 MB of users',
    cost: '2 r; 1 r per 4 KB of users and roles',
    call: () => (db) => units.countPeople(db, 1),
  },
  'unit.demandAskedUnit': {
    does: 'demand that a unit exists',
    keys: '`V#12` / `UNIT`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => units.demandAskedUnit(db, 0, 1),
  },
  'unit.readUnitsHead': {
    does: 'read the head of the units',
    keys: '`UNITS` / `HEAD`',
    roundTrips: '1',
    cost: '1 r; 1 r more per 200 blocks',
    call: () => (db) => units.readUnitsHead(db),
  },
  'unit-list.listUnits': {
    does: 'read a page of units',
    keys: '`UNITS`: `HEAD`, rows of the blocks it lies in; `V#…`: `UNIT`, `ICON` of its members',
    roundTrips: '3; 2 with the head at hand',
    cost: '24 r; three times the head, 1 r per member, rows up to the nearer end of a block; of one that changed in the last 20 s all its rows, once',
    call: () => (db) => unitList.listUnits(db, PAGE, {}),
  },
  'unit-list.selectUnits': {
    does: 'list units by name or ids',
    keys: '`UNITS`: rows of the blocks that changed',
    roundTrips: '1; 0 while nothing changes',
    cost: '2 r; rows of changed blocks',
    call: async ({ service }) => {
      const head = await units.readUnitsHead(service.deps.db);
      return (db) => unitList.selectUnits(db, { keyword: '小学' }, head);
    },
  },
  'unit-change.createUnit': {
    does: 'create a unit',
    keys: '`V#12`: `UNIT`, `USER#…`, `ROLES`, `ICON`; `UID#…`; `UNITNAME#…`; `UNITS`: `HEAD`, row',
    roundTrips: '2',
    cost: '1 r, 14 w; the icon twice, the head by its KB',
    call:
      ({ now }) =>
      (db) =>
        unitChange.createUnit(db, unitFacts('new'), now),
  },
  'unit-change.createUnits': {
    does: 'create several units at once',
    keys: 'as above, for up to 14 units; `UNITS` / `HEAD` once',
    roundTrips: '2',
    cost: '1 r, 26 w; 12 w per unit, the icons twice, the head by its KB',
    call:
      ({ now }) =>
      (db) =>
        unitChange.createUnits(db, [unitFacts('first'), unitFacts('second')], now),
  },
  'unit-change.updateUnit': {
    does: 'change a unit',
    keys: '`V#12` / `UNIT`, `ICON`; where they change: `UNITNAME#…`, account, row and `HEAD`',
    roundTrips: "2; 1 where it was read beside the caller's check, 1 more with a new account",
    cost: '1 r, 10 w; 2 w where only its own item changes, up to 18 w and the icon twice',
    call: () => (db) => unitChange.updateUnit(db, 2, { name: '改名小学', phone: '010-1' }),
  },
  'unit-password.setMainPassword': {
    does: "set the password of a unit's main account",
    keys: '`V#12`: `UNIT`, `USER#…`, `ROLES`; `UID#…`',
    roundTrips: '3; 2 where the unit has been read',
    cost: '5 r, 6 w',
    call: () => (db) => setMainPassword(db, 3, 'new'),
  },
  'unit-change.configureUnit': {
    does: 'set the meal values',
    keys: '`V#12` / `UNIT`',
    roundTrips: '2',
    cost: '1 r, 2 w',
    call: () => (db) => unitChange.configureUnit(db, 1, { breakfast: '25.00', lunch: '40.00', dinner: '35.00' }),
  },
  'unit-account.rebind': {
    does: 'rebind the main account',
    keys: '`UID#…` ×2; `V#12` / `USER#…` ×2',
    roundTrips: '1',
    cost: '4 r',
    call: async ({ service }) => {
      const unit = await units.getUnit(service.deps.db, 1);
      return (db) => rebind(db, unit, 'user1');
    },
  },
};
