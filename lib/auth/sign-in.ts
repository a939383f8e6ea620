import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { dayOf } from '../domain/calendar.ts';
import { newSession } from '../domain/session.ts';
import { lockedFor } from '../domain/sign-in.ts';
import { AppError } from '../errors.ts';
import { startSession } from '../store/session.ts';
import { type Credentials, countFailure, forgetFailures, readCredentials, readSignIn } from '../store/sign-in.ts';
import type { UidClaim } from '../store/user.ts';
import { type Caller, identifyCaller } from './caller.ts';
import { verifyDigest } from './password.ts';
import { issueToken } from './token.ts';

/** Whose password is tried, and from where. */
interface Attempt {
  readonly uid: string;
  readonly digest: string;
  readonly address: string;
}

/**
 * Begins a session for whoever has this uid and password; `identify` is told who that is before anything is written.
 * @throws AppError `bad_credentials` alike for unknown uid and wrong password, `too_many_failures`, `unit_closed`,
 * `unit_expired`.
 */
export async function signIn(
  deps: Deps,
  attempt: Attempt,
  identify: (caller: Caller) => void = () => {},
): Promise<{ token: string; caller: Caller }> {
  const claim = await checkPassword(deps, attempt, await readCredentials(deps.db, attempt), 'bad_credentials');
  const { records, failures, isStillRight } = await readSignIn(deps.db, claim, attempt.address);
  const now = deps.now();
  if (!isStillRight) throw new AppError('bad_credentials');
  // Guesses made at the same time may have locked the uid while this one was being checked.
  demandUnlocked(lockedFor(failures, now));
  const session = records.user && newSession(randomUUID(), records.user, now);
  const caller = identifyForSignIn(deps, { ...records, session }, now);
  identify(caller);
  const keys = await deps.keys.current(now);
  const name = { uid: session?.uid ?? '', vender: caller.vender, sessionId: caller.sessionId };
  const [token] = await Promise.all([
    issueToken(keys, name, Math.floor(now / 1000), Math.floor(caller.expire / 1000)),
    session && startSession(deps.db, caller.vender, session, forgetFailures(attempt, failures)),
  ]);
  return { token, caller };
}

/**
 * The claim of the credentials, once the password has been found right; a wrong one is counted.
 * @throws AppError with the reason `wrong`, or `too_many_failures`.
 */
export async function checkPassword(
  deps: Deps,
  attempt: Attempt,
  { claim, failures }: Credentials,
  wrong: 'bad_credentials' | 'wrong_password',
): Promise<UidClaim> {
  demandUnlocked(lockedFor(failures, deps.now()));
  const isRight = await verifyDigest(attempt.digest, claim?.hash, deps.hashCost);
  if (claim && isRight) return claim;
  await countFailure(deps.db, attempt, deps.now());
  throw new AppError(wrong);
}

function demandUnlocked(seconds: number): void {
  if (seconds > 0) throw new AppError('too_many_failures', { retryAfter: seconds });
}

/** A unit that is gone answers like a uid that nobody has. */
function identifyForSignIn(deps: Deps, records: Parameters<typeof identifyCaller>[0], now: number): Caller {
  try {
    return identifyCaller(records, now, dayOf(now, deps.env.timeZone));
  } catch (error) {
    if (error instanceof AppError && error.reason === 'not_signed_in') throw new AppError('bad_credentials');
    throw error;
  }
}
