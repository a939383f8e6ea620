import * as standards from '../../lib/store/standard.ts';
import { PAGE, type Patterns } from '../support/statements/pattern.ts';
import {
  newName,
  newStandard,
  otherForm,
  ownUnit,
  paging,
  type Statements,
  value,
  wordOf,
} from '../support/statements/statement.ts';

export const statements: Statements = {
  'GET /api/nutrition': {
    side: 'any',
    items: { admin: [5, 7, 8], business: [21] },
    parameters: { keyword: wordOf('标准', newStandard), ...paging },
    cost: [3, 9, 0],
  },
  'GET /api/nutrition/select': {
    side: 'any',
    items: { admin: [5, 7, 44], business: [21, 29, 30, 31] },
    parameters: { id: otherForm('standard'), vender: ownUnit, keyword: wordOf('标准', newStandard) },
    cost: [3, 11, 0],
  },
  'PUT /api/nutrition': {
    side: 'admin',
    items: { admin: [6] },
    parameters: { name: newName('nothing', '学龄儿童 & 100% + '), vendors: ownUnit, overflow: value('0.5') },
    operation: 'createStandard',
    cost: [3, 6, 10],
  },
  'POST /api/nutrition': {
    side: 'admin',
    items: { admin: [7] },
    parameters: {
      id: newStandard,
      name: newName('nothing', '青少年标准'),
      vendors: ownUnit,
      overflow: value('0.25'),
      foodCategoryDay: value('{"谷类 & 薯类":250.50}'),
      foodCategoryWeek: value('{"水产品":1e2}'),
      ingredient: value('{"轻体力":{"蛋白质":{"min":50,"max":75.0,"ul":100}}}'),
    },
    operation: 'updateStandard',
    cost: [3, 6, 10],
  },
  'DELETE /api/nutrition': {
    side: 'admin',
    items: { admin: [8] },
    parameters: { id: newStandard },
    operation: 'deleteStandard',
    cost: [3, 5, 8],
  },
};

export const patterns: Patterns = {
  'standard.readStandardsHead': {
    does: 'read the head of the standards',
    keys: '`STANDARD` / `HEAD`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => standards.readStandardsHead(db),
  },
  'standard.listStandards': {
    does: "read a page of standards, all or a unit's",
    keys: '`STANDARD`: `HEAD`, rows, members',
    roundTrips: '3; 2 with the head at hand',
    cost: '23 r; twice the head, 1 r per 4 KB of each member, rows',
    call: () => (db) => standards.listStandards(db, PAGE, {}),
  },
  'standard.selectStandards': {
    does: 'list standards by name and unit',
    keys: '`STANDARD`: rows of the blocks that changed, members',
    roundTrips: '3; 1 with the head at hand while nothing changes',
    cost: '43 r; twice the head, 1 r per 4 KB of each member, rows of changed blocks',
    call: () => (db) => standards.selectStandards(db, { keyword: '标准', vender: 1 }, 100),
  },
  'standard.listAssignedStandards': {
    does: "list a unit's standards",
    keys: '`STANDARD`: rows of the blocks that changed',
    roundTrips: '1; 0 while nothing changes',
    cost: '1 r; rows of changed blocks',
    call: async ({ service }) => {
      const head = await standards.readStandardsHead(service.deps.db);
      return (db) => standards.listAssignedStandards(db, 1, head);
    },
  },
  'standard.findStandard': {
    does: 'find a standard',
    keys: '`STANDARD` / `STANDARD#7`',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => standards.findStandard(db, 1),
  },
  'standard.getStandard': {
    does: 'get a standard that must exist',
    keys: 'as above',
    roundTrips: '1',
    cost: '1 r; 1 r per 4 KB',
    call: () => (db) => standards.getStandard(db, 1),
  },
  'standard.createStandard': {
    does: 'create a standard',
    keys: '`STANDARD`: `HEAD`, row, `STANDARD#7`; `UNITS` / `HEAD`, rows',
    roundTrips: '4; 2 warm',
    cost: '4 r, 8 w; 2 r, 6 w and 2 w per KB warm',
    call: () => (db) => standards.createStandard(db, { name: '新标准', vendors: [1], overflow: '0.5' }),
  },
  'standard.updateStandard': {
    does: 'change a standard and its units',
    keys: '`STANDARD`: `HEAD`, row, `STANDARD#7`; `UNITS` / `HEAD`, rows',
    roundTrips: '4; 2 warm',
    cost: '4 r, 8 w; 2 r, 2 to 6 w and 2 w per KB warm',
    call: () => (db) => standards.updateStandard(db, 1, { name: '改名', vendors: [1, 2] }),
  },
  'standard.deleteStandard': {
    does: 'delete a standard',
    keys: '`STANDARD`: `HEAD`, row, `STANDARD#7`',
    roundTrips: '2',
    cost: '1 r, 6 w',
    call: () => (db) => standards.deleteStandard(db, 2),
  },
  'standard.unassignUnit': {
    does: 'take a unit out of all standards',
    keys: '`STANDARD`: rows, `HEAD`, `STANDARD#…` of those it has',
    roundTrips: '5; by number',
    cost: '5 r, 6 w; 2 r and 4 to 6 w per standard it has',
    call: () => (db) => standards.unassignUnit(db, 2),
  },
};
