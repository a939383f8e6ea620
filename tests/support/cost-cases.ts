import type { FoodFacts } from '../../lib/domain/ingredient.ts';
import * as attempts from '../../lib/store/attempts.ts';
import * as dishes from '../../lib/store/dish.ts';
import * as dishChange from '../../lib/store/dish-change.ts';
import * as placement from '../../lib/store/dish-placement.ts';
import * as idempotency from '../../lib/store/idempotency.ts';
import * as ingredients from '../../lib/store/ingredient.ts';
import * as labels from '../../lib/store/label.ts';
import { changeMarks, listMarksByUnit, moveMarks } from '../../lib/store/mark.ts';
import { explainCodes } from '../../lib/store/mark-code.ts';
import { listOperations } from '../../lib/store/operation.ts';
import { createPlatform } from '../../lib/store/platform.ts';
import * as roles from '../../lib/store/role.ts';
import * as roleDeletion from '../../lib/store/role-deletion.ts';
import { findRoster, readRoster } from '../../lib/store/roster.ts';
import * as sessions from '../../lib/store/session.ts';
import * as sessionEnd from '../../lib/store/session-end.ts';
import * as signIn from '../../lib/store/sign-in.ts';
import * as standards from '../../lib/store/standard.ts';
import { finishAll } from '../../lib/store/sweep.ts';
import * as tasks from '../../lib/store/task.ts';
import * as units from '../../lib/store/unit.ts';
import { rebind } from '../../lib/store/unit-account.ts';
import * as deletion from '../../lib/store/unit-deletion.ts';
import * as imports from '../../lib/store/unit-import.ts';
import { setMainPassword } from '../../lib/store/unit-password.ts';
import * as users from '../../lib/store/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { put } from '../../lib/table/steps.ts';
import {
  dishIconKey,
  EARLIER_MARK_BUCKETS,
  earlierMarkBucketKey,
  prefix,
  unitIconKey,
  unitPartition,
} from '../../tables/keys.ts';
import { dish, type Reference } from './reference.ts';

/** What is measured, on the database of a function that has just started. */
type Action = (db: Database) => Promise<unknown>;
/** Makes what the action needs, unmeasured. */
type Case = (reference: Reference) => Action | Promise<Action>;

/** A dish whose picture is in the table. */
async function withPicture(db: Database) {
  await db.write([put({ ...dishIconKey(1, 1), ...ICON })]);
  return { ...dish('新菜'), hasIcon: true, iconVersion: ICON.version, version: 1, number: 1, vender: 1 };
}

const PAGE = { pageNo: 0, pageSize: 20 };
const CALLER = { uid: 'unit1', vender: 1, sessionId: 'session' };
const ATTEMPT = { uid: 'unit1', address: '192.0.2.1' };
const CLAIM = { uid: 'unit1', unit: 1, hash: 'none', known: {} };
/** 20 more units than one transaction gives a dish, and more dishes than one removes. */
const SOME = Array.from({ length: 36 }, (_, index) => 4 + index);
const MANY_DISHES = Array.from({ length: 30 }, (_, index) => 1_000_001 + index);

const always = () => true;
const never = () => false;
const food = (code: string): FoodFacts => ({ code, name: `食材${code}`, category: '测试', nutrients: {}, traces: [] });
const newFoods = (prefix: string) => Array.from({ length: 10 }, (_, index) => food(`${prefix}${index}`));

const newUnit = (account: string) => {
  const unit = { account, name: `${account}小学`, category: '小学', expire: '2099-12-31' };
  return { ...unit, hash: 'none', allItems: [25] };
};
const restored = [3, 7].map((number) => ({ number, content: dish(`菜${number}`), icon: '' }));
const newUser = (uid: string, roleId: number) => ({ uid, name: uid, phone: '', roleId, hash: 'none' });

/** Leaves a dish not yet given to 20 of those it is meant for, and returns the task. */
async function beginPlacement({ service }: Reference): Promise<string> {
  await placement.placeDishes(service.deps.db, { content: dish('新菜'), icon: '', units: SOME }, always);
  return newestTask(service.deps.db);
}

async function beginRemoval({ service }: Reference): Promise<string> {
  await dishChange.deleteDishes(service.deps.db, MANY_DISHES, always, always);
  return newestTask(service.deps.db);
}

async function newestTask(db: Database): Promise<string> {
  const { tasks: found } = await tasks.listTasks(db);
  return found[0]?.id ?? '';
}

const withDishesHead =
  (action: (db: Database, head: Awaited<ReturnType<typeof dishes.readDishesHead>>) => Promise<unknown>): Case =>
  async ({ service }) => {
    const head = await dishes.readDishesHead(service.deps.db, 1);
    return (db) => action(db, head);
  };
const withCatalogueHead =
  (action: (db: Database, head: Awaited<ReturnType<typeof dishes.readDishesHead>>) => Promise<unknown>): Case =>
  async ({ service }) => {
    const head = await ingredients.readCatalogueHead(service.deps.db);
    return (db) => action(db, head);
  };

/** The tries of which one more can be reserved. */
async function forgotten(db: Database) {
  await attempts.forgetAttempts(db, ATTEMPT.uid);
  return { isKnown: false, attempts: await attempts.readAttempts(db, ATTEMPT.uid) };
}

async function reserve(db: Database, now: number) {
  return attempts.reserveTry(db, ATTEMPT, await forgotten(db), () => now);
}

async function claimOf(db: Database) {
  const { claim } = await signIn.readCredentials(db, ATTEMPT.uid);
  return claim ?? CLAIM;
}

const ofCallers: Readonly<Record<string, Case>> = {
  'session.readCallerRecords': () => (db) => sessions.readCallerRecords(db, CALLER),
  'session.confirmCallerRecords': () => (db) => sessions.confirmCallerRecords(db, CALLER),
  'session.startSession':
    ({ session }) =>
    (db) =>
      sessions.startSession(db, 1, { ...session, id: 'another' }),
  'session.endSession': () => (db) => sessions.endSession(db, 1, 'another'),
  'sign-in.readCredentials': () => (db) => signIn.readCredentials(db, ATTEMPT.uid),
  'sign-in.readSignIn': () => (db) => signIn.readSignIn(db, CLAIM),
  'sign-in.beginSession': async ({ now, service, session }) => {
    const reservation = await reserve(service.deps.db, now);
    const claim = await claimOf(service.deps.db);
    return (db) => signIn.beginSession(db, { ...session, id: 'another' }, { claim, reservation }, now);
  },
  'sign-in.readOwnCredentials': () => (db) => signIn.readOwnCredentials(db, CALLER),
  'sign-in.changePassword': async ({ now, service }) => {
    const reservation = await reserve(service.deps.db, now);
    const found = await signIn.readOwnCredentials(service.deps.db, CALLER);
    const claim = await claimOf(service.deps.db);
    return (db) => signIn.changePassword(db, CALLER, { right: { claim, reservation }, newHash: 'new', found });
  },
  'attempts.readAttempts': () => (db) => attempts.readAttempts(db, ATTEMPT.uid),
  'attempts.reserveTry': async ({ now, service }) => {
    const found = await forgotten(service.deps.db);
    return (db) => attempts.reserveTry(db, ATTEMPT, found, () => now);
  },
  'attempts.countFailure': async ({ now, service }) => {
    const reservation = await reserve(service.deps.db, now);
    return (db) => attempts.countFailure(db, reservation, now);
  },
  'attempts.releaseTry': async ({ now, service }) => {
    const reservation = await reserve(service.deps.db, now);
    return (db) => attempts.releaseTry(db, reservation);
  },
  'attempts.forgetAttempts': async ({ now, service }) => {
    await reserve(service.deps.db, now);
    return (db) => attempts.forgetAttempts(db, ATTEMPT.uid);
  },
  'unit-password.setMainPassword': () => (db) => setMainPassword(db, 3, 'new'),
  'session-end.endSessionsOfUser': () => (db) => sessionEnd.endSessionsOfUser(db, 2, 'unit2'),
  'session-end.endSessionsOfUnit': () => (db) => sessionEnd.endSessionsOfUnit(db, 1),
  'platform.createPlatform': (reference) => async () =>
    createPlatform(await reference.openEmpty(), { uid: 'admin', hash: 'none', allItems: [1, 2, 3] }, reference.now),
};

const onceOf = ({ now }: Reference) => ({ unit: 1, uid: 'unit1', keyHash: 'key', hash: 'request', now });
const ofRequests: Readonly<Record<string, Case>> = {
  'idempotency.findFirstAnswer': (reference) => (db) => idempotency.findFirstAnswer(db, onceOf(reference)),
  'idempotency.keepDescription': async (reference) => {
    const once = onceOf(reference);
    await reference.service.deps.db.write([idempotency.claimKey(once)]);
    return (db) => idempotency.keepDescription(db, once, { zh: '成功' });
  },
  'operation.listOperations': () => (db) => listOperations(db, 1, { from: undefined, size: 20 }),
};

const ofUnits: Readonly<Record<string, Case>> = {
  'unit.isUnitNameFree': () => (db) => units.isUnitNameFree(db, '第1小学'),
  'unit.findUnit': () => (db) => units.findUnit(db, 1),
  'unit.findUnits': () => (db) => units.findUnits(db, [1, 2]),
  'unit.getUnit': () => (db) => units.getUnit(db, 1),
  'unit.readUnitsHead': () => (db) => units.readUnitsHead(db),
  'unit.listUnits': () => (db) => units.listUnits(db, PAGE, {}),
  'unit.selectUnits': async ({ service }) => {
    const head = await units.readUnitsHead(service.deps.db);
    return (db) => units.selectUnits(db, { keyword: '小学' }, head);
  },
  'unit.createUnit':
    ({ now }) =>
    (db) =>
      units.createUnit(db, newUnit('new'), now),
  'unit.createUnits':
    ({ now }) =>
    (db) =>
      units.createUnits(db, [newUnit('first'), newUnit('second')], now),
  'unit.updateUnit': () => (db) => units.updateUnit(db, 2, { name: '改名小学', phone: '010-1' }),
  'unit.configureUnit': () => (db) =>
    units.configureUnit(db, 1, { breakfast: '25.00', lunch: '40.00', dinner: '35.00' }),
  'unit-import.readUnitIcon': () => (db) => imports.readUnitIcon(db, 1),
  'unit-import.restoreRoles': () => (db) =>
    imports.restoreRoles(db, 4, [{ number: 3, roleName: '库管', roleItems: [25] }]),
  'unit-import.finishImport': () => (db) => imports.finishImport(db, 4, true),
  'unit-account.rebind': async ({ service }) => {
    const unit = await units.getUnit(service.deps.db, 1);
    return (db) => rebind(db, unit, 'user1');
  },
  'unit-deletion.deleteUnit': async (reference) => {
    const id = await reference.addUnit();
    return (db) => deletion.deleteUnit(db, id);
  },
  'unit-deletion.finishUnitDeletion': async (reference) => {
    const id = await reference.addUnit();
    await deletion.deleteUnit(reference.service.deps.db, id, always);
    return (db) => deletion.finishUnitDeletion(db, id, { isTimeUp: never });
  },
};

const ofUsers: Readonly<Record<string, Case>> = {
  'roster.readRoster': () => (db) => readRoster(db, 1),
  'roster.findRoster': () => (db) => findRoster(db, 1),
  'role.createRole': () => (db) => roles.createRole(db, 2, { roleName: '营养师', roleItems: [25] }),
  'role.updateRole':
    ({ roleId }) =>
    (db) =>
      roles.updateRole(db, 1, roleId, { roleName: '主厨' }),
  'role-deletion.deleteRole':
    ({ roleId }) =>
    (db) =>
      roleDeletion.deleteRole(db, 1, roleId),
  'role-deletion.finishRoleDeletion': async ({ now, service }) => {
    const role = await roles.createRole(service.deps.db, 1, { roleName: '临时', roleItems: [25] });
    await users.createUsers(service.deps.db, 1, [newUser('temp1', role), newUser('temp2', role)], now);
    await roleDeletion.deleteRole(service.deps.db, 1, role, { isTimeUp: always });
    const { tasks: found } = await tasks.listTasks(service.deps.db);
    return async (db) => {
      for (const task of found)
        if (task.kind === 'delete-role') await roleDeletion.finishRoleDeletion(db, task, { isTimeUp: never });
    };
  },
  'user.isUidFree': () => (db) => users.isUidFree(db, 'unit1'),
  'user.findClaims': () => (db) => users.findClaims(db, ['unit1', 'user1']),
  'user.listUsersByUnit': () => (db) => users.listUsersByUnit(db, 1),
  'user.findUsersByUnit': () => (db) => users.findUsersByUnit(db, 1),
  'user.createUser': async ({ now, service }) => {
    const roleId = await roles.createRole(service.deps.db, 1, { roleName: '采购', roleItems: [25] });
    return (db) => users.createUser(db, 1, newUser('user3', roleId), now);
  },
  'user.createUsers': async ({ now, service }) => {
    const roleId = await roles.createRole(service.deps.db, 1, { roleName: '会计', roleItems: [25] });
    return (db) => users.createUsers(db, 1, [newUser('user4', roleId), newUser('user5', roleId)], now);
  },
  'user.updateUser': () => (db) => users.updateUser(db, 1, 'user1', { name: '改名', hash: 'new' }),
  'user.deleteUser': () => (db) => users.deleteUser(db, 1, 'user2'),
};

const ofStandards: Readonly<Record<string, Case>> = {
  'standard.readStandardsHead': () => (db) => standards.readStandardsHead(db),
  'standard.listStandards': () => (db) => standards.listStandards(db, PAGE, {}),
  'standard.selectStandards': () => (db) => standards.selectStandards(db, { keyword: '标准', vender: 1 }, 100),
  'standard.getStandard': () => (db) => standards.getStandard(db, 1),
  'standard.createStandard': () => (db) =>
    standards.createStandard(db, { name: '新标准', vendors: [1], overflow: '0.5' }),
  'standard.updateStandard': () => (db) => standards.updateStandard(db, 1, { name: '改名', vendors: [1, 2] }),
  'standard.deleteStandard': () => (db) => standards.deleteStandard(db, 2),
  'standard.unassignUnit': () => (db) => standards.unassignUnit(db, 2),
};

const ofIngredients: Readonly<Record<string, Case>> = {
  'ingredient.readCatalogueHead': () => (db) => ingredients.readCatalogueHead(db),
  'ingredient.listIngredients': withCatalogueHead((db, head) =>
    ingredients.listIngredients(db, PAGE, { keyword: '米' }, new Map(), head),
  ),
  'ingredient.listMarkableIngredients': withCatalogueHead((db, head) =>
    ingredients.listMarkableIngredients(db, {}, new Map(), head),
  ),
  'unit.findUnitWithIcon': async ({ service }) => {
    const { db } = service.deps;
    const unit = await units.getUnit(db, 1);
    await db.write([put({ ...unitIconKey(1), ...ICON })]);
    return (measured) => units.findUnitWithIcon(measured, { ...unit, hasIcon: true, iconVersion: ICON.version });
  },
  'unit.countPeople': () => (db) => units.countPeople(db, 1),
  'unit.demandAskedUnit': () => (db) => units.demandAskedUnit(db, 0, 1),
  'ingredient.listIngredientCategories': withCatalogueHead((db, head) =>
    ingredients.listIngredientCategories(db, head),
  ),
  'ingredient.readListedCodes': withCatalogueHead((db, head) => ingredients.readListedCodes(db, head)),
  'ingredient.findIngredients': withCatalogueHead((db, head) =>
    ingredients.findIngredients(db, ['012001x', '045301'], head),
  ),
  'ingredient.loadIngredients': () => (db) => ingredients.loadIngredients(db, newFoods('load')),
  'ingredient.compareIngredients': () => (db) => ingredients.compareIngredients(db, newFoods('compare')),
  'mark.listMarksByUnit': () => (db) => listMarksByUnit(db, 1),
  'mark.changeMarks': withCatalogueHead((db, catalogue) =>
    changeMarks(db, 1, new Map([['new', '忌用']]), { catalogue }),
  ),
  'mark-code.explainCodes': withDishesHead((db, head) =>
    explainCodes(db, 1, ['new'], { listed: new Set(), marks: new Map(), dishes: head }),
  ),
  'mark.moveMarks': async ({ service: { deps } }) => {
    const [bucket] = await deps.db.query(unitPartition(1), { prefix: `${prefix.marks}#`, limit: 1 });
    const number = Number(bucket?.sk.slice(-2)) % EARLIER_MARK_BUCKETS;
    await deps.db.write([put({ ...earlierMarkBucketKey(1, number), version: 1, codes: bucket?.['codes'] })]);
    return (db) => moveMarks(db, 1);
  },
};

/** An icon of which its owner speaks. */
const ICON = { icon: 'data:image/png;base64,AAAA', version: 1 };

const ofDishes: Readonly<Record<string, Case>> = {
  'dish.findUsedCodes': withDishesHead((db, head) => dishes.findUsedCodes(db, 1, ['012001x', 'new'], head)),
  'dish.readDishesHead': () => (db) => dishes.readDishesHead(db, 1),
  'dish.listDishes': () => (db) => dishes.listDishes(db, 1, PAGE, {}),
  'dish.selectDishes': withDishesHead((db, head) => dishes.selectDishes(db, 1, '菜', 100, head)),
  'dish.findDish': () => (db) => dishes.findDish(db, 1_000_001),
  'dish.findDishes': () => (db) => dishes.findDishes(db, [1_000_001, 1_000_002]),
  'dish.findWithIcon': async ({ service }) => {
    const pictured = await withPicture(service.deps.db);
    return (db) => dishes.findWithIcon(db, pictured);
  },
  'dish.readDishIcon': async ({ service }) => {
    const pictured = await withPicture(service.deps.db);
    return (db) => dishes.readDishIcon(db, pictured);
  },
  'label.readRecipes': withCatalogueHead((db, head) => labels.readRecipes(db, [1_000_001, 1_000_002], head)),
  'label.weighDishes': withCatalogueHead((db, head) => {
    const recipe = ['012001x', '045301'].map((key) => ({ key, value: '100' }));
    return labels.weighDishes(db, [{ ...dish('新菜'), ingredient: recipe, version: 1, number: 1, vender: 1 }], head);
  }),
  'label.readKitchenNames': () => (db) => labels.readKitchenNames(db, { vender: 1 }, [1_000_001, 1_000_002]),
  'dish-placement.placeDishes': () => (db) =>
    placement.placeDishes(db, { content: dish('新菜'), icon: '', units: [1] }, never),
  'dish-placement.planPlacement': () => (db) =>
    placement.planPlacement(db, { content: dish('新菜'), icon: '', units: [1] }),
  'dish-placement.finishPlacement': async (reference) => {
    const id = await beginPlacement(reference);
    return (db) => placement.finishPlacement(db, id, never);
  },
  'dish-placement.createDishes': () => (db) => placement.createDishes(db, 3, 10, (number) => dish(`菜${number}`)),
  'dish-placement.restoreDishes': () => (db) => placement.restoreDishes(db, 4, restored),
  'dish-change.updateDish':
    ({ now }) =>
    (db) =>
      dishChange.updateDish(db, 1_000_040, { name: '改名' }, { units: undefined, now, isTimeUp: never }),
  'dish-change.deleteDishes': () => (db) => dishChange.deleteDishes(db, [1_000_039, 1_000_040], always, never),
  'dish-change.finishRemoval': async (reference) => {
    const id = await beginRemoval(reference);
    return (db) => dishChange.finishRemoval(db, id, never);
  },
  'task.listTasks': () => (db) => tasks.listTasks(db),
  'task.findTask': () => (db) => tasks.findTask(db, 'none'),
  'task.noteFailure': async (reference) => {
    const task = await tasks.findTask(reference.service.deps.db, await beginPlacement(reference));
    return async (db) => task && tasks.noteFailure(db, task);
  },
  'sweep.finishAll': async ({ service }) => {
    await finishAll(service.deps.db, never);
    return (db) => finishAll(db, never);
  },
};

/** By `noun.function`: a call of every store function in the reference case. */
export const costCases: Readonly<Record<string, Case>> = {
  ...ofCallers,
  ...ofRequests,
  ...ofUnits,
  ...ofUsers,
  ...ofStandards,
  ...ofIngredients,
  ...ofDishes,
};
