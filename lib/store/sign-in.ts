import {
  failuresKey,
  prefix,
  rolesKey,
  sessionKey,
  uidClaimKey,
  uidPartition,
  unitKey,
  userKey,
} from '../../tables/keys.ts';
import { normaliseKey } from '../domain/fields.ts';
import { RoleRoster } from '../domain/role.ts';
import type { CallerRecords } from '../domain/session.ts';
import { FAILURE_LIFE_S, type FailureCounts, Failures } from '../domain/sign-in.ts';
import { Unit } from '../domain/unit.ts';
import { User } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import { chunk, type Database } from './database.ts';
import { type Item, remove, replace, type Step, unchanged, update } from './steps.ts';
import { newEpoch, putClaim, UidClaim, userItem } from './user.ts';

/** Most counts of failures one transaction forgets. */
const STEPS_PER_TRANSACTION = 90;

/** Who tries to sign in, and from where. */
export interface Attempt {
  readonly uid: string;
  readonly address: string;
}

/** The claim on a uid, undefined where nobody has it, and the uid's failures so far. */
export interface Credentials {
  readonly claim: UidClaim | undefined;
  readonly failures: FailureCounts;
}

/** What a password is checked against. */
export async function readCredentials(db: Database, { uid, address }: Attempt): Promise<Credentials> {
  const uidKey = normaliseKey(uid);
  const [claim, ...failures] = await db.getMany([uidClaimKey(uidKey), ...failureKeys(uidKey, address)]);
  return { claim: claim && UidClaim.parse(claim), failures: parseFailures(failures) };
}

/**
 * The claim's user with unit and roles, and the failures, as they are after the password was checked. `isStillRight`
 * tells whether the password is still the one that was checked.
 */
export async function readSignIn(
  db: Database,
  claim: UidClaim,
  address: string,
): Promise<{ records: Omit<CallerRecords, 'session'>; failures: FailureCounts; isStillRight: boolean }> {
  const uidKey = normaliseKey(claim.uid);
  const keys = [uidClaimKey(uidKey), unitKey(claim.unit), userKey(claim.unit, uidKey), rolesKey(claim.unit)];
  const [present, unit, user, roster, ...failures] = await db.getMany([...keys, ...failureKeys(uidKey, address)]);
  const isStillRight = present !== undefined && UidClaim.parse(present).hash === claim.hash;
  const records = {
    unit: unit && Unit.parse(unit),
    user: user && User.parse(user),
    roster: roster && RoleRoster.parse(roster),
  };
  return { records, failures: parseFailures(failures), isStillRight };
}

/** Counts one more failure for the uid, from the address and from anywhere. */
export async function countFailure(db: Database, { uid, address }: Attempt, now: number): Promise<void> {
  const keys = failureKeys(normaliseKey(uid), address);
  await Promise.all(keys.map((key) => countOne(db, key, Math.floor(now / 1000))));
}

/** Steps that forget the failures of an attempt that has succeeded; none where there were none. */
export function forgetFailures({ uid, address }: Attempt, { fromAddress, fromAnywhere }: FailureCounts): Step[] {
  if (!fromAddress && !fromAnywhere) return [];
  return failureKeys(normaliseKey(uid), address).map((key) => remove(key));
}

/** Failures for a uid with the address that they came from; the empty one counts those from anywhere. */
export interface FailuresFrom extends Failures {
  readonly address: string;
}

/** Failures for a uid from anywhere, first, and from each address, also those that are old enough to be forgotten. */
export async function listFailures(db: Database, uid: string): Promise<FailuresFrom[]> {
  const items = await db.query(uidPartition(normaliseKey(uid)), { prefix: prefix.failures });
  return items.map((item) => ({ ...Failures.parse(item), address: item.sk.slice(prefix.failures.length) }));
}

/** Forgets all failures for a uid and returns them. What is counted meanwhile from a new address stays. */
export async function forgetAllFailures(db: Database, uid: string): Promise<FailuresFrom[]> {
  const failures = await listFailures(db, uid);
  for (const some of chunk(failures, STEPS_PER_TRANSACTION)) {
    const steps = some.map(({ address }) => remove(failuresKey(normaliseKey(uid), address)));
    await db.retryLostRaces(() => db.write(steps));
  }
  return failures;
}

/**
 * Gives the user a new password. His sessions end, all but the one named; failures are forgotten with it.
 * @throws AppError `wrong_password` where the stored hash is no longer `oldHash`; `user_not_found`.
 */
export async function changePassword(
  db: Database,
  unit: number,
  change: { uid: string; oldHash: string; newHash: string; sessionId: string },
  forgetting: readonly Step[] = [],
): Promise<void> {
  const uidKey = normaliseKey(change.uid);
  const keys = [uidClaimKey(uidKey), userKey(unit, uidKey), rolesKey(unit), sessionKey(unit, change.sessionId)];
  await db.retryLostRaces(async () => {
    const [claimFound, userFound, roster, session] = await db.getMany(keys);
    if (!claimFound || !userFound || !roster) throw new AppError('user_not_found');
    const claim = UidClaim.parse(claimFound);
    if (claim.hash !== change.oldHash) throw new AppError('wrong_password');
    const user = User.parse(userFound);
    const epoch = newEpoch();
    await db.write([
      replace(userItem(unit, { ...user, version: user.version + 1, epoch }), user.version),
      unchanged(rolesKey(unit), RoleRoster.parse(roster).version),
      putClaim({ ...claim, hash: change.newHash }),
      ...(session ? [keepSession(unit, change.sessionId, epoch)] : []),
      ...forgetting,
    ]);
  });
}

/** Takes a session over into the new epoch; one that is ended meanwhile stays ended. */
function keepSession(unit: number, sessionId: string, epoch: string): Step {
  return update(sessionKey(unit, sessionId), {
    set: '#epoch = :epoch',
    condition: 'attribute_exists(pk)',
    names: { '#epoch': 'epoch' },
    values: { ':epoch': epoch },
  });
}

function failureKeys(uidKey: string, address: string) {
  return [failuresKey(uidKey, address), failuresKey(uidKey)];
}

function parseFailures([fromAddress, fromAnywhere]: (Item | undefined)[]): FailureCounts {
  return {
    fromAddress: fromAddress && Failures.parse(fromAddress),
    fromAnywhere: fromAnywhere && Failures.parse(fromAnywhere),
  };
}

/** Failures that are old enough to be forgotten are not added to, whether the table has dropped them yet or not. */
async function countOne(db: Database, key: ReturnType<typeof failuresKey>, now: number): Promise<void> {
  const names = { '#count': 'count', '#ttl': 'ttl' };
  const values = { ':one': 1, ':now': now, ':ttl': now + FAILURE_LIFE_S };
  const counted = await db.update(key, {
    set: '#count = #count + :one, #ttl = :ttl',
    condition: '#ttl > :now',
    names,
    values,
  });
  if (counted) return;
  const begun = await db.update(key, {
    set: '#count = :one, #ttl = :ttl',
    condition: 'attribute_not_exists(pk) OR #ttl <= :now',
    names,
    values,
  });
  if (!begun) await countOne(db, key, now);
}
