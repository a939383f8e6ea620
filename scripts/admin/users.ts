import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import { findRole } from '../../lib/domain/user/role.ts';
import { listLocks } from '../../lib/domain/user/sign-in.ts';
import { User } from '../../lib/domain/user/user.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import { forgetAttempts, readAttempts } from '../../lib/store/user/attempts.ts';
import { getUnitRoles } from '../../lib/store/user/unit-roles.ts';
import {
  changeUserStep,
  findUidClaims,
  listUsersByUnit,
  makeSessionEpoch,
  updateUser,
} from '../../lib/store/user/user.ts';
import { splitIntoBatches } from '../../lib/table/batches.ts';
import type { Database } from '../../lib/table/database.ts';
import { checkUnchangedStep } from '../../lib/table/steps.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { rolesKey, userKey } from '../../tables/keys.ts';
import { toTextTable, toUtcTime } from '../command/text-table.ts';
import { withCommandLog } from './command-log.ts';
import { readNewPassword } from './password-input.ts';

/** The number of users whose attempts are read at the same time. */
const USERS_PER_READ = 25;

/** Lists all users of a unit in the order of their creation. */
export async function listUsers({ db, now }: Deps, unitId: number): Promise<string[]> {
  const [unit, unitRoles, users] = await Promise.all([
    getUnit(db, unitId),
    getUnitRoles(db, unitId),
    listUsersByUnit(db, unitId),
  ]);
  const toRow = async ({ uid, name, roleId }: User) => {
    const isMain = normaliseKey(uid) === normaliseKey(unit.account);
    const locks = listLocks(await readAttempts(db, uid), Math.floor(now() / 1000));
    const lockTexts = locks.map(({ address, until }) => `${address ?? 'anywhere'} until ${toUtcTime(until * 1000)}`);
    return [uid, name, findRole(unitRoles, roleId)?.roleName ?? '', isMain ? 'main' : '', lockTexts.join(', ')];
  };
  const rows: string[][] = [];
  for (const batch of splitIntoBatches(users, USERS_PER_READ)) rows.push(...(await Promise.all(batch.map(toRow))));
  return toTextTable(['uid', 'name', 'role', 'account', 'locked'], rows);
}

/** Forgets all failed attempts of a user to sign in. Password and sessions stay. */
export async function unlock(deps: Deps, typedUid: string): Promise<string[]> {
  const { uid, unit } = await getClaim(deps, typedUid);
  await forgetAttempts(withCommandLog(deps, 'unlock', { uid }), uid);
  return [`${uid} (unit ${unit}) may sign in from everywhere now`];
}

/** Gives a user a new password and ends his sessions. */
export async function setPassword(deps: Deps, typedUid: string): Promise<string[]> {
  const { uid, unit } = await getClaim(deps, typedUid);
  const password = await readNewPassword(`New password for ${uid}`);
  const passwordHash = await hashDigest(digestPassword(password), deps.hashCost);
  await updateUser(withCommandLog(deps, 'password', { uid }), unit, uid, { passwordHash });
  return [`${uid} (unit ${unit}) has the new password; all sessions have ended`];
}

/** Ends all sessions of a user. */
export async function endSessions(deps: Deps, typedUid: string): Promise<string[]> {
  const { uid, unit } = await getClaim(deps, typedUid);
  await endUserSessions(withCommandLog(deps, 'sign-out', { uid }), unit, uid);
  return [`All sessions of ${uid} (unit ${unit}) have ended`];
}

/** Begins a new epoch for a user, which ends all of his sessions. @throws AppError `user_not_found`, `unit_not_found` while his unit is being deleted. */
export async function endUserSessions(db: Database, unit: number, uid: string): Promise<void> {
  await db.retryLostRaces(async () => {
    const [unitRoles, item] = await Promise.all([getUnitRoles(db, unit), db.get(userKey(unit, normaliseKey(uid)))]);
    if (!item) throw new AppError('user_not_found');
    const user = User.parse(item);
    await db.write([
      checkUnchangedStep(rolesKey(unit), unitRoles.version),
      changeUserStep(unit, user, { epoch: makeSessionEpoch() }),
    ]);
  });
}

/** Reads the claim on a uid: the user's unit, and the uid as it was given to the user. @throws AppError `user_not_found`. */
async function getClaim({ db }: Deps, typedUid: string) {
  const [claim] = await findUidClaims(db, [typedUid]);
  if (!claim) throw new AppError('user_not_found');
  return claim;
}
