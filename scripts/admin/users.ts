import { digestPassword, hashDigest } from '../../lib/auth/password.ts';
import { findRole } from '../../lib/domain/user/role.ts';
import { type Attempts, listLocks } from '../../lib/domain/user/sign-in.ts';
import type { User } from '../../lib/domain/user/user.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../lib/runtime/deps.ts';
import { getUnit } from '../../lib/store/unit/unit.ts';
import { forgetAttempts, readAttempts } from '../../lib/store/user/attempts.ts';
import { readRoster } from '../../lib/store/user/roster.ts';
import { findClaims, listUsersByUnit, updateUser } from '../../lib/store/user/user.ts';
import { batchesOf } from '../../lib/table/batches.ts';
import { normaliseKey } from '../../lib/text/normal-form.ts';
import { inLanguage } from '../command/language.ts';
import { type Answer, answerList, answerOne } from './answer.ts';
import { noting } from './noting.ts';
import { endSessionsOfUnit, endSessionsOfUser } from './session-end.ts';
import { columns, words } from './words.ts';

/** How many users' attempts are read at a time. */
const USERS_AT_A_TIME = 25;

/** The place of a lock that holds for every address. */
const ANYWHERE = 'anywhere';

/**
 * All users of a unit in the order of their creation.
 * @throws AppError `unit_not_found`.
 */
export async function listUsers({ db, now }: Deps, id: number): Promise<Answer> {
  const [unit, roster, users] = await Promise.all([getUnit(db, id), readRoster(db, id), listUsersByUnit(db, id)]);
  const toEntry = async (user: User) => ({
    uid: user.uid,
    name: user.name,
    role: findRole(roster, user.roleId)?.roleName ?? '',
    main: normaliseKey(user.uid) === normaliseKey(unit.account),
    locks: findLocks(await readAttempts(db, user.uid), now()),
  });
  const entries: Awaited<ReturnType<typeof toEntry>>[] = [];
  for (const some of batchesOf(users, USERS_AT_A_TIME)) entries.push(...(await Promise.all(some.map(toEntry))));
  return answerList(entries, words.users, [
    { title: columns.uid, cellOf: ({ uid }) => uid },
    { title: columns.name, cellOf: ({ name }) => name },
    { title: columns.role, cellOf: ({ role }) => role },
    { title: columns.main, cellOf: ({ main }) => (main ? inLanguage(columns.main) : '') },
    {
      title: columns.lockedUntil,
      cellOf: ({ locks }) => locks.map(({ until }) => until).reduce((a, b) => (a > b ? a : b), ''),
    },
    { title: columns.lockedFor, cellOf: ({ locks }) => locks.map(({ from }) => from).join(', ') },
  ]);
}

/**
 * Forgets all failed attempts of a user to sign in.
 * @throws AppError `user_not_found`.
 */
export async function unlock(deps: Deps, name: string): Promise<Answer> {
  const { uid, unit } = await getClaim(deps, name);
  const attempts = await forgetAttempts(noting(deps, 'unlock', { uid }), uid);
  const locks = findLocks(attempts, deps.now()).map(({ from }) => from);
  return answerOne({ uid, unit, wasLockedFor: locks }, words.unlocked(uid, unit, locks));
}

/**
 * Gives a user a new password and ends his sessions.
 * @throws AppError `user_not_found`.
 */
export async function setPassword(deps: Deps, name: string, readPassword: () => Promise<string>): Promise<Answer> {
  const { uid, unit } = await getClaim(deps, name);
  const hash = await hashDigest(digestPassword(await readPassword()), deps.hashCost);
  await updateUser(noting(deps, 'password', { uid }), unit, uid, { hash });
  return answerOne({ uid, unit }, words.hasPassword(uid, unit));
}

/**
 * Ends all sessions of a user.
 * @throws AppError `user_not_found`.
 */
export async function endSessions(deps: Deps, name: string): Promise<Answer> {
  const { uid, unit } = await getClaim(deps, name);
  await endSessionsOfUser(noting(deps, 'end-sessions', { uid }), unit, uid);
  return answerOne({ unit, users: 1, uid }, words.endedOf(uid, unit));
}

/**
 * Ends all sessions of all users of a unit.
 * @throws AppError `unit_not_found`.
 */
export async function endAllSessions(deps: Deps, id: number): Promise<Answer> {
  const { name } = await getUnit(deps.db, id);
  const users = await endSessionsOfUnit(noting(deps, 'end-sessions', { vender: id }), id);
  return answerOne({ unit: id, users }, words.endedOfAll(users, name, id));
}

async function getClaim({ db }: Deps, name: string) {
  const [claim] = await findClaims(db, [name]);
  if (!claim) throw new AppError('user_not_found');
  return claim;
}

/** The locks that hold now. */
function findLocks(attempts: Attempts, now: number) {
  return listLocks(attempts, Math.floor(now / 1000)).map(({ address, until }) => {
    return { from: address ?? ANYWHERE, until: `${new Date(until * 1000).toISOString().slice(0, 19)}Z` };
  });
}
