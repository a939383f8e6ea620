import { randomUUID } from 'node:crypto';
import { attemptsKey } from '../../../tables/keys.ts';
import {
  type Attempt,
  Attempts,
  findLock,
  isPending,
  NO_ATTEMPTS,
  withFailed,
  withReleased,
  withReserved,
  withSucceeded,
} from '../../domain/user/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { unavailable } from '../../table/faults.ts';
import { RETRY_TIME_MS, waitWithJitter } from '../../table/retry.ts';
import { type Item, type Step, type Update, update } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

/** How long an attempt waits while earlier ones are being judged, in milliseconds. */
const PATIENCE_MS = 3000;

/** An attempt to sign in: with which uid, and from which address. */
export interface AttemptOrigin {
  readonly uid: string;
  readonly address: string;
}

/** An attempt that counts until somebody has judged it, and the uid's attempts when it was reserved. */
export interface Reservation extends Attempt {
  readonly uidKey: string;
  readonly attempts: Attempts;
}

/** Parses the attempts to sign in with a uid. */
export function parseAttempts(item: Item | undefined): Attempts {
  return item ? Attempts.parse(item) : NO_ATTEMPTS;
}

/** Reads the attempts to sign in with a uid. */
export async function readAttempts(db: Database, uid: string): Promise<Attempts> {
  return parseAttempts(await db.get(attemptsKey(normaliseKey(uid))));
}

/**
 * Counts an attempt before its password is checked, so that parallel attempts are not more than sequential ones. While
 * earlier attempts are being judged, it waits for them.
 * @throws AppError `too_many_failures`; `unavailable` where the uid is too busy.
 */
export async function reserveAttempt(
  db: Database,
  { uid, address }: AttemptOrigin,
  { isKnown, attempts: found }: { isKnown: boolean; attempts: Attempts },
  now: () => number,
): Promise<Reservation> {
  const [uidKey, id] = [normaliseKey(uid), randomUUID()];
  const begun = Date.now();
  let attempts = found;
  for (let tries = 0; ; tries++) {
    // The attempt was counted, but the answer was lost.
    if (isPending(attempts, { address, id })) return { uidKey, address, id, attempts };
    const second = secondOf(now());
    const lock = findLock(attempts, address, isKnown, second);
    const waited = Date.now() - begun;
    if (lock && (lock.isCertain || waited > PATIENCE_MS)) {
      throw new AppError('too_many_failures', { retryAfter: lock.seconds });
    }
    if (waited > RETRY_TIME_MS) throw unavailable();
    if (!lock) {
      const next = withReserved(attempts, { address, id }, second);
      if (await save(db, uidKey, next)) return { uidKey, address, id, attempts: next };
    }
    await waitWithJitter(tries);
    attempts = await readAttempts(db, uidKey);
  }
}

/** Counts a reserved attempt as failed. */
export async function countFailure(db: Database, reservation: Reservation, now: number): Promise<void> {
  await judge(db, reservation, (attempts) => withFailed(attempts, reservation, secondOf(now)));
}

/** Takes a reserved attempt out of the count: its password was right, but no session began. */
export async function releaseAttempt(db: Database, reservation: Reservation): Promise<void> {
  await judge(db, reservation, (attempts) => withReleased(attempts, reservation));
}

/** The step that counts a reserved attempt as right; none where the attempt has been forgotten meanwhile. */
export function forgetFailures(reservation: Reservation, attempts: Attempts): Step[] {
  if (!isPending(attempts, reservation)) return [];
  return [update(attemptsKey(reservation.uidKey), toUpdate(withSucceeded(attempts, reservation)))];
}

/** Forgets all attempts with a uid and returns what they were. */
export async function forgetAttempts(db: Database, uid: string): Promise<Attempts> {
  return db.retryLostRaces(async () => {
    const attempts = await readAttempts(db, uid);
    const { version, ttl } = attempts;
    if (version === 0) return attempts;
    await db.write([update(attemptsKey(normaliseKey(uid)), toUpdate({ ...NO_ATTEMPTS, version: version + 1, ttl }))]);
    return attempts;
  });
}

/** Changes what a reserved attempt counts as, unless it is judged already or all attempts have been forgotten. */
async function judge(db: Database, reservation: Reservation, change: (attempts: Attempts) => Attempts): Promise<void> {
  const deadline = Date.now() + RETRY_TIME_MS;
  let { attempts } = reservation;
  for (let tries = 0; isPending(attempts, reservation); tries++) {
    if (await save(db, reservation.uidKey, change(attempts))) return;
    if (Date.now() > deadline) throw unavailable();
    await waitWithJitter(tries);
    attempts = await readAttempts(db, reservation.uidKey);
  }
}

/** Saves the attempts unless somebody has changed them meanwhile. Tells whether it has saved them. */
async function save(db: Database, uidKey: string, next: Attempts): Promise<boolean> {
  return db.update(attemptsKey(uidKey), toUpdate(next));
}

function toUpdate({ version, failed, byAddress, ttl }: Attempts): Update {
  return {
    set: '#version = :next, #failed = :failed, #byAddress = :byAddress, #ttl = :ttl',
    condition: version === 1 ? 'attribute_not_exists(pk)' : '#version = :version',
    names: { '#version': 'version', '#failed': 'failed', '#byAddress': 'byAddress', '#ttl': 'ttl' },
    values: {
      ':next': version,
      ':failed': failed,
      ':byAddress': byAddress,
      ':ttl': ttl,
      ...(version === 1 ? {} : { ':version': version - 1 }),
    },
  };
}

function secondOf(now: number): number {
  return Math.floor(now / 1000);
}
