import { changeMarks, countMarks, listMarksByUnit, moveMarks } from '../../lib/store/ingredient/mark.ts';
import { explainCodes } from '../../lib/store/ingredient/sent-code.ts';
import { put } from '../../lib/table/steps.ts';
import { EARLIER_MARK_BUCKETS, earlierMarkBucketKey, prefix, unitPartition } from '../../tables/keys.ts';
import { type Patterns, withCatalogueHead, withDishesHead } from '../support/statements/pattern.ts';
import {
  empty,
  food,
  newName,
  otherForm,
  type Parameter,
  type Statements,
  value,
  wordOf,
} from '../support/statements/statement.ts';

/** A code of the school's own that it has marked. */
const marked: Parameter = {
  names: 'nothing',
  make: async (setup, home) => {
    const nutrient = setup.unique('自编码');
    await setup.succeed('PUT /api/ingredient/mark', { nutrient, mark: '忌用' }, home.token);
    return nutrient;
  },
};

export const statements: Statements = {
  'GET /api/ingredient/mark': { side: 'business', items: { business: [23, 24] }, parameters: {}, cost: [2, 5, 0] },
  'GET /api/ingredient/mark/template': {
    side: 'business',
    items: { business: [23, 24] },
    parameters: { keyword: empty, category: wordOf('谷类及制品', food), mark: empty },
    cost: [3, 6, 0],
  },
  'PUT /api/ingredient/mark': {
    side: 'business',
    items: { business: [24] },
    parameters: {
      nutrient: newName('nothing', '自编码 & + '),
      ingredient: otherForm('nothing'),
      mark: value('常用'),
    },
    operation: 'setMark',
    cost: [3, 8, 8],
  },
  'DELETE /api/ingredient/mark': {
    side: 'business',
    items: { business: [24] },
    parameters: { nutrient: marked, ingredient: otherForm('nothing') },
    operation: 'removeMark',
    cost: [3, 7, 8],
  },
};

export const patterns: Patterns = {
  'mark.countMarks': {
    does: 'count the marks of a unit',
    keys: '`V#12` / `MARKS`',
    roundTrips: '1',
    cost: '1 r',
    call: () => (db) => countMarks(db, 1),
  },
  'mark.listMarksByUnit': {
    does: 'list all marks of a unit',
    keys: '`V#12` / begins with `MARK`',
    roundTrips: '1; 1 more per MB',
    cost: '1 r; 1 r per 4 KB of marks',
    call: () => (db) => listMarksByUnit(db, 1),
  },
  'mark.changeMarks': {
    does: 'set and remove marks',
    keys: '`V#12` / `MARKS#…`, `MARKS`, `UNIT`; of codes that the catalogue has not, as those of dishes',
    roundTrips: '5; 3 more without copies of the catalogue, 2 of listed codes warm',
    cost: '4.5 r, 6 w; 9 r more without copies; 1 r per 4 KB and 2 w per KB of touched buckets',
    call: withCatalogueHead((db, catalogue) => changeMarks(db, 1, new Map([['new', '忌用']]), { catalogue })),
  },
  'sent-code.explainCodes': {
    does: 'explain codes that the catalogue does not list',
    keys: "as codes of a unit's dishes, of codes without a value",
    roundTrips: '1; 0 while nothing changes',
    cost: '1 r; rows of changed blocks',
    call: withDishesHead((db, head) =>
      explainCodes(db, 1, ['new'], { listed: new Set(), own: new Set(), dishes: head }),
    ),
  },
  'mark.moveMarks': {
    does: 'move marks of an earlier release into the present buckets',
    keys: '`V#12` / begins with `MARK`',
    roundTrips: '3',
    cost: '2 r, 4 w; 2 w per KB of marks',
    call: async ({ service: { deps } }) => {
      const [bucket] = await deps.db.query(unitPartition(1), { prefix: `${prefix.marks}#`, limit: 1 });
      const number = Number(bucket?.sk.slice(-2)) % EARLIER_MARK_BUCKETS;
      await deps.db.write([put({ ...earlierMarkBucketKey(1, number), version: 1, codes: bucket?.['codes'] })]);
      return (db) => moveMarks(db, 1);
    },
  },
};
