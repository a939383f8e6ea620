import { findRoster, rosterStep } from '../../lib/store/roster.ts';
import { listUsersByUnit } from '../../lib/store/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { listUnits } from './002-mark-buckets.ts';
import type { Migration } from './migration.ts';

/** From this version on the roster of every unit says how many users the unit has. */
export const USER_COUNT_VERSION = 5;

/** Users are counted, so that there is a bound to them. Until a unit's have been, it has none. */
export const countsOfUsers: Migration = {
  version: USER_COUNT_VERSION,
  name: { en: 'user counts', zh: '用户计数' },
  purpose: {
    en: 'the users of each unit are counted, so that there is a bound to them',
    zh: '统计各单位的用户数，以便设置上限',
  },
  writesEach: 1,
  plan: async (db) => ({ units: await forEach(db, async (unit) => ((await isUncounted(db, unit)) ? 1 : 0)) }),
  apply: async (db, rate) => ({
    units: await forEach(db, async (unit) => {
      const counted = await db.retryLostRaces(() => countUsersOf(db, unit));
      if (counted > 0) await rate.wrote(1);
      return counted;
    }),
  }),
};

async function forEach(db: Database, handle: (unit: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for await (const unit of listUnits(db)) sum += await handle(unit);
  return sum;
}

async function isUncounted(db: Database, unit: number): Promise<boolean> {
  const roster = await findRoster(db, unit);
  return roster !== undefined && roster.users === undefined;
}

/** While they are not counted, whoever adds or removes one gives the roster another version: then this begins anew. */
async function countUsersOf(db: Database, unit: number): Promise<number> {
  const roster = await findRoster(db, unit);
  if (!roster || roster.users !== undefined) return 0;
  const users = await listUsersByUnit(db, unit);
  await db.write([rosterStep(unit, roster, { ...roster, version: roster.version + 1, users: users.length })]);
  return 1;
}
