import { DEFAULT_RULES } from '../../lib/domain/planner/problem.ts';
import * as names from '../../lib/store/dish/dish-names.ts';
import * as menus from '../../lib/store/menu/menu.ts';
import * as change from '../../lib/store/menu/menu-change.ts';
import * as removal from '../../lib/store/menu/menu-removal.ts';
import * as restoring from '../../lib/store/menu/menu-restore.ts';
import * as plan from '../../lib/store/menu/plan.ts';
import type { Database } from '../../lib/table/database.ts';
import { createMenu, FIRST_DISH, GROUPS, itemsOf, MONDAY, SERVED_ONCE } from '../support/nouns/menus.ts';
import { never, PAGE, type Patterns } from '../support/statements/pattern.ts';
import {
  empty,
  newDish,
  newName,
  newStandard,
  otherForm,
  ownUnit,
  type Parameter,
  paging,
  type Statements,
  value,
  wordOf,
} from '../support/statements/statement.ts';

const newMenu: Parameter = {
  names: 'menu',
  make: async (setup, home) => {
    const items = itemsOf([1, 'lunch', await setup.createDish({}, home)]);
    return createMenu(setup, { items }, home);
  },
};
/** A menu of the caller's unit; undefined for the platform. */
const someMenu: Parameter = { names: 'nothing', make: (setup, home) => home.id && createMenu(setup, {}, home) };
const items: Parameter = {
  names: 'nothing',
  make: async (setup, home) => itemsOf([1, 'lunch', await setup.createDish({}, home), 0.5]),
};
const facts = {
  name: newName('nothing', '食谱'),
  start: value(MONDAY),
  days: value(5),
  meals: value('breakfast,lunch'),
  groups: value(GROUPS),
  standard: newStandard,
  items,
};

const { items: _, ...unplanned } = facts;

/** A mark of few dishes: all dishes of another mark of the largest unit are more than one call reads. */
const RARE = '其他';
/** By unit, the dish that was created for its latest menu. */
const servedBy = new Map<number, number>();
const servingMenu: Parameter = {
  names: 'menu',
  make: async (setup, home) => {
    const dish = await setup.createDish({ mark: RARE }, home);
    servedBy.set(home.id, dish);
    return createMenu(setup, { items: itemsOf([1, 'lunch', dish]) }, home);
  },
};
const servedDish: Parameter = { names: 'nothing', make: (_stage, home) => servedBy.get(home.id) ?? 0 };

/** No standard: a new one would appear on the pages of all who list standards after this. */
const noStandard: Parameter = { names: 'standard', make: () => '' };
/** Items with a dish of the catalogue's food. */
const analysedItems: Parameter = {
  names: 'nothing',
  make: async (setup, home) => itemsOf([1, 'lunch', Number(await newDish.make(setup, home)), 0.5]),
};
/** The platform has no menus, and sees those of all units. */
const analysedMenu: Parameter = {
  names: 'menu',
  make: async (setup, caller) => {
    const home = caller.id === 0 ? setup.school : caller;
    return createMenu(setup, { items: String(await analysedItems.make(setup, home)) }, home);
  },
};

const purchaseParameters = {
  id: analysedMenu,
  revision: value(0),
  from: value('2026-09-01'),
  to: value('2026-09-30'),
  reserve: value('12.5'),
};

export const statements: Statements = {
  'GET /api/menu': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: {
      id: otherForm('menu'),
      revision: empty,
      vender: ownUnit,
      keyword: wordOf('食谱', someMenu),
      state: value('草稿'),
      from: value('2026-09-01'),
      to: value('2026-09-30'),
      ...paging,
    },
    demo: ({ menus: [id = 0] }) => ({ id }),
    cost: [3, 10, 0],
  },
  'GET /api/menu/select': {
    side: 'business',
    items: { business: [29] },
    parameters: { keyword: wordOf('食谱', newMenu) },
    cost: [3, 6, 0],
  },
  'PUT /api/menu': {
    side: 'business',
    items: { business: [30] },
    parameters: facts,
    operation: 'createMenu',
    cost: [3, 7, 12],
  },
  'POST /api/menu': {
    side: 'business',
    items: { business: [31] },
    parameters: { id: newMenu, ...facts, standard: noStandard },
    operation: 'updateMenu',
    cost: [3, 8, 10],
  },
  'DELETE /api/menu': {
    side: 'business',
    items: { business: [32] },
    parameters: { ids: newMenu },
    operation: 'deleteMenus',
    cost: [3, 5, 10],
  },
  'PUT /api/menu/copy': {
    side: 'business',
    items: { business: [30] },
    parameters: {
      id: newMenu,
      revision: otherForm('nothing'),
      start: value('2026-09-14'),
      name: newName('nothing', '食谱'),
    },
    operation: 'copyMenu',
    cost: [2, 7, 12],
  },
  'PUT /api/menu/dish': {
    side: 'business',
    items: { business: [31] },
    parameters: { id: newMenu, day: value(1), meal: value('lunch'), dish: newDish, portion: value(2) },
    operation: 'setMenuDish',
    cost: [3, 7, 10],
  },
  'DELETE /api/menu/dish': {
    side: 'business',
    items: { business: [31] },
    // A dish that the menu does not serve may be any dish.
    parameters: { id: newMenu, day: value(1), meal: value('lunch'), dish: { ...newDish, names: 'nothing' } },
    call: async (setup) => {
      const { token } = setup.school;
      const dish = await setup.createDish();
      const id = await createMenu(setup, { items: itemsOf([1, 'lunch', dish]) });
      return { token, parameters: { id, day: 1, meal: 'lunch', dish } };
    },
    operation: 'removeMenuDish',
    cost: [3, 6, 10],
  },
  'GET /api/menu/analysis': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: { id: analysedMenu, revision: empty, nutrient: value('sodium') },
    demo: ({ menus: [id = 0] }) => ({ id }),
    cost: [3, 11, 0],
  },
  'GET /api/menu/purchase': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: purchaseParameters,
    demo: ({ menus: [id = 0] }) => ({ id }),
    cost: [3, 15, 0],
  },
  'GET /api/menu/purchase.xlsx': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: purchaseParameters,
    demo: ({ menus: [id = 0] }) => ({ id }),
    cost: [3, 15, 0],
  },
  'POST /api/menu/analysis': {
    side: 'business',
    items: { business: [30, 31] },
    parameters: { ...facts, standard: noStandard, items: analysedItems, nutrient: value('sodium') },
    cost: [3, 10, 0],
  },
  'GET /api/menu/alternatives': {
    side: 'business',
    items: { business: [30, 31] },
    parameters: {
      id: servingMenu,
      day: value(1),
      meal: value('lunch'),
      dish: servedDish,
      library: value('true'),
    },
    demo: ({ menus: [id = 0], servings: [item] }) => ({ id, ...item }),
    cost: [4, 18, 0],
  },
  'POST /api/menu/generate': {
    side: 'business',
    items: { business: [30] },
    parameters: {
      ...unplanned,
      standard: noStandard,
      template: value(`{"breakfast":[],"lunch":[{"marks":["${RARE}"],"min":1,"max":2}]}`),
      rules: value(`{"repeatDays":2,"perWeek":{"${RARE}":3},"budget":12.5}`),
      locked: analysedItems,
      library: value('true'),
      seed: value(7),
      effort: value('thorough'),
    },
    cost: [4, 13, 0],
  },
  'GET /api/menu/sheet.html': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: { id: analysedMenu, revision: empty },
    demo: ({ menus: [id = 0] }) => ({ id }),
    // The fourth round trip reads the names of the people who submitted and approved.
    cost: [4, 12, 0],
  },
  'GET /api/menu/sheet.xlsx': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: { id: analysedMenu, revision: empty },
    demo: ({ menus: [id = 0] }) => ({ id }),
    // The fourth round trip reads the names of the people who submitted and approved.
    cost: [4, 12, 0],
  },
  'GET /api/menu/list.xlsx': {
    side: 'any',
    items: { admin: [44], business: [29] },
    parameters: {
      vender: ownUnit,
      keyword: wordOf('食谱', someMenu),
      state: value('草稿'),
      from: value('2026-09-01'),
      to: value('2026-09-30'),
      ...paging,
    },
    demo: ({ menus: [id = 0] }) => ({ vender: Math.floor(id / 1_000_000) }),
    cost: [3, 22, 0],
  },
};

const NOW = Date.UTC(2026, 8, 1);
/** A menu of unit 1 with one dish. */
async function addMenu(db: Database): Promise<number> {
  const [ground, head] = [await change.readMenuGround(db, 1, SERVED_ONCE.items), await menus.readMenusHead(db, 1)];
  return change.createMenu(db, 1, SERVED_ONCE, { ground, head, now: NOW });
}

/** What a plan of unit 1 is asked for. */
const PLAN = {
  content: { ...SERVED_ONCE, items: [] },
  template: { lunch: [{ marks: ['小荤'], min: 1, max: 1 }] },
  rules: DEFAULT_RULES,
  locked: SERVED_ONCE.items,
  seed: 1,
  effort: 'quick',
  judgedBy: 'asked',
} as const;

export const patterns: Patterns = {
  'dish-names.readDishHeads': {
    does: 'read the heads of the dishes of a unit and of the library, if a menu names any',
    keys: '`V#12#DISH`, `V#0#DISH` / `HEAD`',
    roundTrips: '1',
    cost: '1 r; 1 r more with dishes of the library',
    call: () => (db) => names.readDishHeads(db, 1, [FIRST_DISH]),
  },
  'dish-names.findDishNames': {
    does: 'find the names of dishes that exist',
    keys: '`V#12#DISH`, `V#0#DISH`: rows of the blocks that changed',
    roundTrips: '1; 0 while nothing changes',
    cost: '1 r; rows of changed blocks',
    call: async ({ service }) => {
      const heads = await names.readDishHeads(service.deps.db, 1, [FIRST_DISH]);
      return (db) => names.findDishNames(db, 1, [FIRST_DISH], heads);
    },
  },
  'menu.readMenusHead': {
    does: "read the head of a unit's menus",
    keys: '`V#12#MENU` / `HEAD`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => menus.readMenusHead(db, 1),
  },
  'menu.listMenus': {
    does: "read a page of a unit's menus",
    keys: '`V#12#MENU`: `HEAD`, rows, `STATE#…`, `MENU#…`',
    roundTrips: '1; 2 more where there are any, 1 less with the head at hand',
    cost: '1 r; 2 r per member, rows',
    call: () => async (db) => {
      await menus.listMenus(db, 1, PAGE, {});
    },
  },
  'menu.selectMenus': {
    does: 'list menus to choose from',
    keys: '`V#12#MENU`: rows of the blocks that changed',
    roundTrips: '0; 2 where there are any and they have changed',
    cost: '0 r; rows of changed blocks',
    call: async ({ service }) => {
      const head = await menus.readMenusHead(service.deps.db, 1);
      return (db) => menus.selectMenus(db, 1, undefined, head);
    },
  },
  'menu.findMenu': {
    does: 'find a menu of any unit',
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`',
    roundTrips: '1',
    cost: '2 r; 1 r more per 4 KB',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => menus.findMenu(db, id);
    },
  },
  'menu.findOwnMenu': {
    does: 'find a menu of the unit itself',
    keys: 'as above',
    roundTrips: '1',
    cost: '2 r; as above',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => menus.findOwnMenu(db, 1, id);
    },
  },
  'menu.getMenu': {
    does: 'get a menu that must exist',
    keys: 'as above',
    roundTrips: '1',
    cost: '2 r; as above',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => menus.getMenu(db, 1, id);
    },
  },
  'menu.findMenus': {
    does: 'find menus without their plan items',
    keys: '`V#12#MENU` / `STATE#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per menu',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => menus.findMenus(db, [id]);
    },
  },
  'menu-change.readMenuGround': {
    does: 'read the heads of all that a menu may name',
    keys: '`STANDARD` / `HEAD`; `V#12#DISH`, `V#0#DISH` / `HEAD`',
    roundTrips: '1',
    cost: '2 r; 1 r more with dishes of the library',
    call: () => (db) => change.readMenuGround(db, 1, SERVED_ONCE.items),
  },
  'menu-change.createMenu': {
    does: 'create a menu',
    keys: '`V#12` / `UNIT`; `V#12#MENU`: `HEAD`, `STATE#…`, `MENU#…`, row; rows of dishes and standards that changed',
    roundTrips: '3; 2 while dishes and standards stay as they are',
    cost: '3 r, 10 w; 2 w more per KB, rows of changed blocks',
    call: async ({ service }) => {
      const ground = await change.readMenuGround(service.deps.db, 1, SERVED_ONCE.items);
      return async (db) => {
        const head = await menus.readMenusHead(service.deps.db, 1);
        await change.createMenu(db, 1, SERVED_ONCE, { ground, head, now: NOW });
      };
    },
  },
  'menu-change.copyMenu': {
    does: 'copy a menu',
    keys: '`V#12` / `UNIT`; `V#12#MENU`: `HEAD`, `STATE#…`, `MENU#…`, row',
    roundTrips: '1',
    cost: '10 w; 2 w more per KB',
    call: async ({ service }) => {
      const { db: warm } = service.deps;
      const whole = await menus.getMenu(warm, 1, await addMenu(warm));
      const head = await menus.readMenusHead(warm, 1);
      return (db) => change.copyMenu(db, 1, whole, { change: { name: '第二周' }, head, now: NOW });
    },
  },
  'menu-change.updateMenu': {
    does: 'change a menu',
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, row, `HEAD`; rows of dishes and standards that changed',
    roundTrips:
      '2; 2 more where items or standard change and dishes or standards have, 1 less where it was read before',
    cost: '3 r, 8 w; 2 w more per KB',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => change.updateMenu(db, 1, id, { name: '改名' }, { now: NOW });
    },
  },
  'menu-change.setMenuItem': {
    does: 'set one dish of a menu',
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, row, `HEAD`; `V#12#DISH` / `DISH#…`',
    roundTrips: '2',
    cost: '3 r, 8 w; 2 w more per KB',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => change.setMenuItem(db, 1, id, { day: 2, meal: 'lunch', dish: FIRST_DISH }, NOW);
    },
  },
  'menu-change.removeMenuItem': {
    does: 'remove one dish of a menu',
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, row, `HEAD`',
    roundTrips: '2',
    cost: '2 r, 8 w; 2 w more per KB',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => change.removeMenuItem(db, 1, id, { day: 1, meal: 'lunch', dish: FIRST_DISH }, NOW);
    },
  },
  'menu-removal.deleteMenus': {
    does: 'delete menus',
    keys: '`V#12#MENU`: `STATE#…`, `MENU#…`, row, `HEAD`',
    roundTrips: '2',
    cost: '1 r, 8 w; 1 r and 6 w per menu',
    call: async ({ service }) => {
      const id = await addMenu(service.deps.db);
      return (db) => removal.deleteMenus(db, 1, [id], never);
    },
  },
  'menu-restore.restoreMenus': {
    does: 'give a unit menus that keep their numbers',
    keys: '`V#12` / `UNIT`; `V#12#MENU`: `HEAD`, `STATE#…`, `MENU#…`, rows',
    roundTrips: '2',
    cost: '2 r, 10 w; 6 w per menu',
    call: () => (db) => {
      const fate = { state: '草稿', revision: 0, modify: NOW } as const;
      return restoring.restoreMenus(db, 1, [
        { number: 1000, content: SERVED_ONCE, names: new Map([[FIRST_DISH, '菜1']]), fate, revisions: [] },
      ]);
    },
  },
  'plan.readPlanGround': {
    does: "read beside the caller's check what any plan needs",
    keys: '`V#12` / `UNIT`; `INGREDIENT`, `STANDARD`, `V#12#DISH`, `V#0#DISH`: `HEAD`',
    roundTrips: '1',
    cost: '5 r; 1 r less without the library',
    call: () => (db) => plan.readPlanGround(db, 1, true),
  },
  'plan.gatherPlan': {
    does: 'gather all data for a plan',
    keys: 'as `dish-selection.readCandidates`, `mark.listMarksByUnit` and `ingredient.findIngredients`; `STANDARD`',
    roundTrips: '2',
    cost: '7.5 r; as those',
    call: async ({ service }) => {
      const ground = await plan.readPlanGround(service.deps.db, 1, true);
      return (db) => plan.gatherPlan(db, PLAN, ground);
    },
  },
};
