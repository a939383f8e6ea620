import { User } from '../../lib/domain/user/user.ts';
import { AppError } from '../../lib/errors.ts';
import { readRoster } from '../../lib/store/user/roster.ts';
import { listUsersByUnit, newEpoch, userItem } from '../../lib/store/user/user.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import type { Database } from '../../lib/table/database.ts';
import { replace, unchanged } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { rolesKey, userKey } from '../../tables/keys.ts';

/** How many users' sessions one transaction ends. The unit's roles come on top. */
const USERS_PER_TRANSACTION = 90;

/**
 * Ends all sessions of a user.
 * @throws AppError `user_not_found`.
 */
export async function endSessionsOfUser(db: Database, unit: number, uid: string): Promise<void> {
  const ended = await endSessionsOf(db, unit, [uid]);
  if (ended === 0) throw new AppError('user_not_found');
}

/**
 * Ends all sessions of all users of a unit, and returns the number of users.
 * @throws AppError `unit_not_found`.
 */
export async function endSessionsOfUnit(db: Database, unit: number): Promise<number> {
  const users = await listUsersByUnit(db, unit);
  if (users.length === 0) throw new AppError('unit_not_found');
  let ended = 0;
  for (const some of batchesOf(users, USERS_PER_TRANSACTION)) {
    const uids = some.map(({ uid }) => uid);
    ended += await endSessionsOf(db, unit, uids);
  }
  return ended;
}

/** Begins a new epoch for those of the users who still exist, and returns their number. */
async function endSessionsOf(db: Database, unit: number, uids: readonly string[]): Promise<number> {
  return db.retryLostRaces(async () => {
    // A unit that is being deleted has no roster, and none of its users is signed in any more.
    const [roster, found] = await Promise.all([
      readRoster(db, unit),
      db.getMany(uids.map((uid) => userKey(unit, normaliseKey(uid)))),
    ]);
    const users = found.flatMap((item) => (item ? [User.parse(item)] : []));
    if (users.length === 0) return 0;
    await db.write([
      unchanged(rolesKey(unit), roster.version),
      ...users.map((user) =>
        replace(userItem(unit, { ...user, version: user.version + 1, epoch: newEpoch() }), user.version),
      ),
    ]);
    return users.length;
  });
}
