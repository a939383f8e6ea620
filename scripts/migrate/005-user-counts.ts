import { findRoster, rosterStep } from '../../lib/store/user/roster.ts';
import { listUsersByUnit } from '../../lib/store/user/user.ts';
import type { Database } from '../../lib/table/database.ts';
import { listUnits } from './002-mark-buckets.ts';
import type { Migration } from './migration.ts';

/** From this version on the roster of every unit has the unit's number of users. */
export const USER_COUNT_VERSION = 5;

/** Counts the users of units, so that quotas bound them. Before that, a unit's users have no bound. */
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

/**
 * Counts the users of a unit. Until they are counted, adding or removing one gives the roster another version: then the
 * count begins again.
 */
async function countUsersOf(db: Database, unit: number): Promise<number> {
  const roster = await findRoster(db, unit);
  if (!roster || roster.users !== undefined) return 0;
  const users = await listUsersByUnit(db, unit);
  await db.write([rosterStep(unit, roster, { ...roster, version: roster.version + 1, users: users.length })]);
  return 1;
}
