import { AppError } from '../../lib/errors.ts';
import * as dishes from '../../lib/store/dish/dish.ts';
import * as dishChange from '../../lib/store/dish/dish-change.ts';
import * as placement from '../../lib/store/dish/dish-placement.ts';
import * as selection from '../../lib/store/dish/dish-selection.ts';
import * as dishWorkbook from '../../lib/store/dish/dish-workbook.ts';
import { listTasks, type TaskOf } from '../../lib/store/task.ts';
import type { Database } from '../../lib/table/database.ts';
import { put } from '../../lib/table/steps.ts';
import { dishIconKey } from '../../tables/keys.ts';
import { Attachment } from '../support/files/attachment.ts';
import { paintPixels, toPng } from '../support/files/photos.ts';
import { bookOf } from '../support/files/sheets.ts';
import {
  always,
  beginPlacement,
  ICON,
  never,
  newestTask,
  PAGE,
  type Patterns,
  withDishesHead,
} from '../support/statements/pattern.ts';
import { dish, type Reference } from '../support/statements/reference.ts';
import {
  empty,
  newDish,
  newName,
  otherForm,
  ownUnit,
  type Parameter,
  paging,
  type Statements,
  value,
  wordOf,
} from '../support/statements/statement.ts';

/**
 * The units that get a dish: none named by the platform, whose dishes are the library's, and the own unit by a unit.
 * Both may leave the parameter out.
 */
const holders: Parameter = { names: 'unit', make: (_, home) => home.id || undefined };
const twoDishes: Parameter = {
  names: 'dish',
  make: async (setup, home) => `${await setup.createDish({}, home)},${await setup.createDish({}, home)}`,
};
/** Gives each picture another shade, so that no dish has it yet. */
let shade = 0;
const picture: Parameter = {
  names: 'nothing',
  make: () => new Attachment('dish.png', toPng(paintPixels(32, 32, () => [shade++ % 256, shade >> 8, 0]))),
};
/** A workbook with one new dish, in the library for the platform. */
const workbook: Parameter = {
  names: 'nothing',
  make: (setup) =>
    new Attachment(
      '菜品.xlsx',
      bookOf([
        [
          '菜品',
          [
            ['菜名', '标记'],
            [setup.unique('簿中'), '素菜'],
          ],
        ],
      ]),
    ),
};
/** A workbook with a dish under another name. */
const changedWorkbook: Parameter = {
  names: 'nothing',
  make: async (setup, home) => {
    const row = [String(await setup.createDish({}, home)), setup.unique('改名'), '素菜'];
    return new Attachment('菜品.xlsx', bookOf([['菜品', [['编号', '菜名', '标记'], row]]]));
  },
};
const facts = {
  name: newName('nothing', '番茄 & 鸡蛋 + 100% '),
  vendors: holders,
  icon: value('data:image/png;base64,AA+/'),
  month: value('9,10'),
  mark: value('小荤'),
  poly: value('炒'),
  ingredient: value('[{"key":"012001x","value":100.5,"isMain":true},{"key":"自 & 编","value":20}]'),
};

export const statements: Statements = {
  'GET /api/dish': {
    side: 'any',
    items: { admin: [9, 10, 11, 12], business: [25, 26, 27, 28] },
    parameters: {
      id: otherForm('dish'),
      vender: ownUnit,
      keyword: wordOf('菜', newDish),
      mark: value('素菜'),
      poly: empty,
      month: empty,
      ingredient: empty,
      icons: value('false'),
      ...paging,
    },
    cost: [3, 7, 0],
  },
  'GET /api/dish/select': {
    side: 'any',
    items: { admin: [9, 10, 11, 44], business: [25, 26, 27, 29, 30, 31] },
    parameters: { vender: ownUnit, keyword: wordOf('菜', newDish) },
    cost: [3, 6, 0],
  },
  'PUT /api/dish': {
    side: 'any',
    items: { admin: [10], business: [26] },
    parameters: facts,
    operation: 'createDish',
    cost: [3, 6, 12],
  },
  'POST /api/dish': {
    side: 'any',
    items: { admin: [11], business: [27] },
    parameters: { id: newDish, ...facts, icon: value('egg.png'), month: empty },
    operation: 'updateDish',
    cost: [3, 5, 8],
  },
  'GET /api/dish/sheet.xlsx': {
    side: 'any',
    items: { admin: [9, 10, 11, 12], business: [25, 26, 27, 28] },
    parameters: { vender: ownUnit, keyword: wordOf('菜', newDish), mark: value('素菜'), poly: empty, month: empty },
    cost: [3, 7, 0],
  },
  'PUT /api/dish/sheet.xlsx': {
    side: 'any',
    items: { admin: [10, 11], business: [26, 27] },
    parameters: { vender: ownUnit, files: workbook },
    ofItem: { 11: { vender: holders, files: changedWorkbook }, 27: { files: changedWorkbook } },
    operation: 'setDishSheet',
    cost: [4, 8, 12],
  },
  'PUT /api/dish/icon': {
    side: 'any',
    items: { admin: [11], business: [27] },
    parameters: { id: newDish, files: picture },
    operation: 'setDishIcon',
    cost: [3, 6, 10],
  },
  'DELETE /api/dish': {
    side: 'any',
    items: { admin: [12], business: [28] },
    parameters: { ids: twoDishes },
    operation: 'deleteDishes',
    cost: [3, 6, 12],
  },
  'PUT /api/dish/copy': {
    side: 'any',
    items: { admin: [10], business: [26] },
    parameters: { id: newDish, vendors: holders },
    operation: 'copyDish',
    cost: [3, 7, 10],
  },
};

/** More dishes than one transaction removes. */
const MANY_DISHES = Array.from({ length: 30 }, (_, index) => 1_000_001 + index);

const restored = [3, 7].map((number) => ({ number, content: dish(`菜${number}`), icon: '' }));

async function beginRemoval({ service }: Reference): Promise<string> {
  await dishChange.deleteDishes(service.deps.db, MANY_DISHES, always, always);
  return newestTask(service.deps.db);
}

/** A dish whose picture is in the table. */
async function withPicture(db: Database) {
  await db.write([put({ ...dishIconKey(1, 1), ...ICON })]);
  return { ...dish('新菜'), hasIcon: true, iconVersion: ICON.version, version: 1, number: 1, vender: 1 };
}

/** More dishes than one transaction writes. */
const MANY_WRITES = Array.from({ length: 60 }, (_, index) => ({ facts: { name: `簿中${index}`, mark: '素菜' } }));
const writing = { now: 1, guard: () => {}, refuse: () => new AppError('internal') };

/** Begins such a workbook, and returns the first of its two tasks, unfinished. */
async function beginWriting({ service: { deps } }: Reference): Promise<TaskOf<'write-dishes'>> {
  await dishWorkbook.writeDishes(deps.db, 5, MANY_WRITES, { ...writing, isTimeUp: always });
  const { tasks } = await listTasks(deps.db);
  const [first, second] = tasks.flatMap((task) => (task.kind === 'write-dishes' ? task : []));
  if (!first || !second) throw new Error('no two tasks were begun');
  await dishWorkbook.finishWriting(deps.db, second);
  return first;
}

export const patterns: Patterns = {
  'dish-selection.readNumberedDishes': {
    does: 'find dishes by their numbers',
    keys: '`V#12#DISH`: rows of the blocks that changed, `DISH#…`',
    roundTrips: '2; 1 while nothing changes',
    cost: '3 r; as dishes to choose from',
    call: withDishesHead((db, head) => selection.readNumberedDishes(db, 1, new Set([1, 2]), head)),
  },
  'dish-placement.readReceivers': {
    does: 'check whether units may get dishes',
    keys: 'per unit `V#12` / `UNIT`; `V#12#DISH` / `HEAD`',
    roundTrips: '1',
    cost: '2 r; 2 r per unit',
    call: () => (db) => placement.readReceivers(db, [1]),
  },
  'dish.findUsedCodes': {
    does: "list the codes of a unit's dishes",
    keys: '`V#12#DISH`: rows of the blocks that changed',
    roundTrips: '1; 0 while nothing changes',
    cost: '2 r; rows of changed blocks',
    call: withDishesHead((db, head) => dishes.findUsedCodes(db, 1, ['012001x', 'new'], head)),
  },
  'dish.readDishesHead': {
    does: "read the head of a unit's dishes",
    keys: '`V#12#DISH` / `HEAD`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => dishes.readDishesHead(db, 1),
  },
  'dish.listDishes': {
    does: "read a page of a unit's dishes",
    keys: '`V#12#DISH`: `HEAD`, rows, `DISH#…`, `ICON#…` of its members',
    roundTrips: '3; 2 with the head at hand',
    cost: '24 r; as a page of units, and the icons',
    call: () => (db) => dishes.listDishes(db, 1, PAGE, {}),
  },
  'dish-selection.selectDishes': {
    does: 'list dishes to choose from',
    keys: '`V#12#DISH`: rows of the blocks that changed, `DISH#…`',
    roundTrips: '3; 1 while nothing changes',
    cost: '5 r; 1 r per member or per 4 KB of all from the first to the last, rows of changed blocks',
    call: withDishesHead((db, head) => selection.selectDishes(db, 1, { keyword: '菜' }, 100, head)),
  },
  'dish-selection.readCandidates': {
    does: 'list dishes that a plan may serve',
    keys: '`V#12#DISH`, `V#0#DISH`: rows of the blocks that changed, `DISH#…`',
    roundTrips: '1; 1 while nothing changes',
    cost: '2 r; as above, of all units together',
    call: withDishesHead((db, head) =>
      selection.readCandidates(db, new Map([[1, head]]), { marks: new Set(['小荤']), months: [9] }),
    ),
  },
  'dish.findDish': {
    does: 'find a dish without its icon',
    keys: '`V#12#DISH` / `DISH#…`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => dishes.findDish(db, 1_000_001),
  },
  'dish.findWithIcon': {
    does: 'add the icon to a dish',
    keys: '`V#12#DISH` / `ICON#…`',
    roundTrips: '1; 0 where it has none',
    cost: '1 r; the icon',
    call: async ({ service }) => {
      const pictured = await withPicture(service.deps.db);
      return (db) => dishes.findWithIcon(db, pictured);
    },
  },
  'dish.readDishIcon': {
    does: 'read the icon of a dish',
    keys: '`V#12#DISH` / `ICON#…`',
    roundTrips: '1; 0 where it has none',
    cost: '1 r; the icon',
    call: async ({ service }) => {
      const pictured = await withPicture(service.deps.db);
      return (db) => dishes.readDishIcon(db, pictured);
    },
  },
  'dish.findDishes': {
    does: 'find dishes by id',
    keys: '`V#12#DISH` / `DISH#…`',
    roundTrips: '1',
    cost: '2 r; 1 r per dish',
    call: () => (db) => dishes.findDishes(db, [1_000_001, 1_000_002]),
  },
  'dish-placement.placeDishes': {
    does: 'give dishes to units',
    keys: 'per unit `V#12` / `UNIT`; `V#12#DISH`: `HEAD`, `DISH#…`, `ICON#…`, row',
    roundTrips: '2; 3 more per 16 units',
    cost: '2 r, 8 w; as much per unit, the icon twice',
    call: () => (db) => placement.placeDishes(db, { content: dish('新菜'), icon: '', units: [1] }, never),
  },
  'dish-placement.planPlacement': {
    does: 'plan the steps that give dishes to units, for a larger transaction',
    keys: 'as above',
    roundTrips: '1',
    cost: '2 r; 2 r per unit',
    call: () => (db) => placement.planPlacement(db, { content: dish('新菜'), icon: '', units: [1] }),
  },
  'dish-placement.finishPlacement': {
    does: 'finish giving dishes',
    keys: '`TASKS`; as above',
    roundTrips: '6; 3 per 16 units',
    cost: '42 r, 164 w; 2 r and 8 w per unit',
    call: async (reference) => {
      const id = await beginPlacement(reference);
      return (db) => placement.finishPlacement(db, id, never);
    },
  },
  'dish-placement.createDishes': {
    does: 'give a unit many dishes',
    keys: '`V#12` / `UNIT`; `V#12#DISH`: `HEAD`, `DISH#…`, rows',
    roundTrips: '2; 2 per 49 dishes',
    cost: '2 r, 44 w; 4 w per dish',
    call: () => (db) => placement.createDishes(db, 3, 10, (number) => dish(`菜${number}`)),
  },
  'dish-placement.restoreDishes': {
    does: 'give a unit dishes that keep their numbers',
    keys: '`V#12` / `UNIT`; `V#12#DISH`: `HEAD`, `DISH#…`, `ICON#…`, rows',
    roundTrips: '2',
    cost: '2 r, 12 w; 4 w per dish, the icons twice',
    call: () => (db) => placement.restoreDishes(db, 4, restored),
  },
  'dish-change.updateDish': {
    does: 'change, move, copy a dish',
    keys: '`V#12#DISH`: `DISH#…`, `ICON#…`, row, `HEAD`; as above for others',
    roundTrips: "2; 1 where it was read beside the caller's check, 1 more with other units",
    cost: '1 r, 6 w; 2 w where no filter needs what changes, the icon twice',
    call:
      ({ now }) =>
      (db) =>
        dishChange.updateDish(db, 1_000_040, { name: '改名' }, { units: undefined, now, isTimeUp: never }),
  },
  'dish-change.deleteDishes': {
    does: 'delete dishes',
    keys: '`V#12#DISH`: `DISH#…`, `ICON#…`, row, `HEAD`',
    roundTrips: '2; 3 more per 24 dishes',
    cost: '2 r, 10 w; 1 r and 4 to 6 w per dish',
    call: () => (db) => dishChange.deleteDishes(db, [1_000_039, 1_000_040], always, never),
  },
  'dish-change.finishRemoval': {
    does: 'finish deleting dishes',
    keys: '`TASKS`; as above',
    roundTrips: '6; 3 per 24 dishes',
    cost: '32 r, 128 w; 1 r and 4 to 6 w per dish',
    call: async (reference) => {
      const id = await beginRemoval(reference);
      return (db) => dishChange.finishRemoval(db, id, never);
    },
  },
  'dish-workbook.writeDishes': {
    does: 'create and change dishes from a workbook',
    keys: '`V#12` / `UNIT`; `V#12#DISH`: `HEAD`, `DISH#…`, rows; `TASKS`',
    roundTrips: '2; 1 more with dishes that are changed, 3 more per 40 dishes',
    cost: '2 r, 8 w; 1 r per 4 KB of those that are named, 4 w per dish and twice as much for more than 40',
    call: () => (db) => dishWorkbook.writeDishes(db, 5, MANY_WRITES.slice(0, 1), { ...writing, isTimeUp: never }),
  },
  'dish-workbook.finishWriting': {
    does: 'finish one task of a workbook of dishes',
    keys: '`TASKS`; as above',
    roundTrips: '3; 4 with dishes that are changed',
    cost: '3 r, 168 w; 1 r and 4 w per dish',
    call: async (reference) => {
      const task = await beginWriting(reference);
      return (db) => dishWorkbook.finishWriting(db, task);
    },
  },
};
