import { bringPlaceUpToDate, ofUnits } from './004-sizes.ts';
import type { Migration } from './migration.ts';

/** From this version on rows of units tell whether the unit is open, and its last day. */
export const UNIT_STATE_VERSION = 6;

/** Writes state and last day into rows of units. Before that, searches by them do not find the unit. */
export const statesOfUnits: Migration = {
  version: UNIT_STATE_VERSION,
  name: { en: 'states of units', zh: '单位状态' },
  purpose: {
    en: 'rows of units get their last day and whether they are open, for searches',
    zh: '单位的行增加到期日和是否开放，用于搜索',
  },
  writesEach: 2,
  plan: async (db) => ({ rows: await bringPlaceUpToDate(db, ofUnits, undefined) }),
  apply: async (db, rate) => ({ rows: await bringPlaceUpToDate(db, ofUnits, rate) }),
};
