import { randomUUID } from 'node:crypto';
import { attemptsKey } from '../../../tables/keys.ts';
import { Attempts, findLockSeconds, NO_ATTEMPTS, withAttempt, withoutAddress } from '../../domain/user/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { finalUnavailableError } from '../../table/faults.ts';
import { RETRY_TIME_MS, waitWithJitter } from '../../table/retry.ts';
import { type Item, type Update, updateStep } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';

export interface AttemptFacts {
  readonly uid: string;
  readonly ipAddress: string;
  /** Whether the user has signed in from this address recently: see `isKnownAddress`. */
  readonly isKnown: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Parses the item of a uid's attempts. There is no item for a uid without attempts, even one that nobody has. */
export function parseAttempts(item: Item | undefined): Attempts {
  return item ? Attempts.parse(item) : NO_ATTEMPTS;
}

export async function readAttempts(db: Database, uid: string): Promise<Attempts> {
  return parseAttempts(await db.get(attemptsKey(normaliseKey(uid))));
}

/**
 * Counts an attempt before its password is checked, so that parallel attempts cannot exceed the limit. `before` are the
 * attempts as they were last read. Returns all attempts including this one.
 * @throws AppError `too_many_failures`; `unavailable` where the uid is too busy.
 */
export async function reserveAttempt(db: Database, attempt: AttemptFacts, before: Attempts): Promise<Attempts> {
  const nowSeconds = Math.floor(attempt.now / 1000);
  return changeAttempts(db, attempt.uid, before, (attempts) => {
    const lockSeconds = findLockSeconds(attempts, attempt, nowSeconds);
    if (lockSeconds !== undefined) throw new AppError('too_many_failures', { retryAfter: lockSeconds });
    return withAttempt(attempts, attempt.ipAddress, nowSeconds);
  });
}

/** Forgets the attempts from an IP address after a successful one. `before` is as in `reserveAttempt`. */
export async function forgetAttemptsFromAddress(
  db: Database,
  { uid, ipAddress }: Pick<AttemptFacts, 'uid' | 'ipAddress'>,
  before: Attempts,
): Promise<void> {
  await changeAttempts(db, uid, before, (attempts) => withoutAddress(attempts, ipAddress));
}

/**
 * Forgets all attempts with a uid, in one transaction with the log entry of `unlock`. The item is rewritten under a new id
 * and not removed, so that a late repetition of an earlier attempt's write cannot count it again.
 */
export async function forgetAttempts(db: Database, uid: string): Promise<void> {
  await db.retryLostRaces(async () => {
    const { id, ttl } = await readAttempts(db, uid);
    if (id === NO_ATTEMPTS.id) return;
    const forgetting = toUpdate({ ...NO_ATTEMPTS, id: randomUUID(), ttl }, id);
    await db.write([updateStep(attemptsKey(normaliseKey(uid)), forgetting)]);
  });
}

/**
 * Replaces the attempts by what `change` makes of them, and returns the new ones. Where another call has changed them
 * meanwhile, they are read again. `retryLostRaces` does not serve here: it reads first. This loop starts from `before`,
 * which saves that read, and keeps one id for all its writes.
 */
async function changeAttempts(db: Database, uid: string, before: Attempts, change: (attempts: Attempts) => Attempts) {
  const id = randomUUID();
  const key = attemptsKey(normaliseKey(uid));
  const deadline = Date.now() + RETRY_TIME_MS;
  let current = before;
  // If the stored id is ours, an earlier write succeeded, and only its answer was lost.
  for (let retryCount = 0; current.id !== id; retryCount++) {
    const changed = { ...change(current), id };
    if (await db.update(key, toUpdate(changed, current.id))) return changed;
    if (Date.now() > deadline) throw finalUnavailableError();
    await waitWithJitter(retryCount);
    current = await readAttempts(db, uid);
  }
  return current;
}

/** Makes the update of the stored attempts; it fails where their id is no longer `idBefore`. */
function toUpdate({ id, count, places, ttl }: Attempts, idBefore: string): Update {
  const set = { id, count, places, ttl };
  if (idBefore === NO_ATTEMPTS.id) return { set, condition: 'attribute_not_exists(pk)' };
  return { set, condition: '#id = :before', values: { ':before': idBefore } };
}
