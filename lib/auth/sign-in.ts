import { randomUUID } from 'node:crypto';
import { newSession } from '../domain/user/session.ts';
import { isKnownAddress } from '../domain/user/sign-in.ts';
import { dayOf } from '../domain/values/calendar.ts';
import { AppError } from '../errors.ts';
import { countFailure, type Reservation, releaseAttempt, reserveAttempt } from '../store/user/attempts.ts';
import {
  beginSession,
  type Credentials,
  type RightPassword,
  readCredentials,
  readSignIn,
} from '../store/user/sign-in.ts';
import { type Caller, identifyCaller } from './caller.ts';
import type { AuthParts } from './parts.ts';
import { verifyDigest } from './password.ts';
import { issueToken } from './token.ts';

/** An attempt: the uid, the digest of the password, and the address. */
interface SignInAttempt {
  readonly uid: string;
  readonly digest: string;
  readonly address: string;
}

type Records = Awaited<ReturnType<typeof readSignIn>>;

/**
 * Begins a session for the owner of this uid and password. `identify` is told the caller before anything is written.
 * @throws AppError `bad_credentials` alike for unknown uid and wrong password, `too_many_failures`, `unit_closed`,
 * `unit_expired`.
 */
export async function signIn(
  deps: AuthParts,
  attempt: SignInAttempt,
  identify: (caller: Caller) => void = () => {},
): Promise<{ token: string; caller: Caller }> {
  const credentials = await readCredentials(deps.db, attempt.uid);
  const { claim } = credentials;
  // What the session needs of the user is read while the attempt is reserved.
  const [reservation, records] = await Promise.all([
    reserve(deps, attempt, credentials),
    claim && readSignIn(deps.db, claim),
  ]);
  return judge(deps, { attempt, credentials, reservation, wrong: 'bad_credentials' }, async (right) =>
    begin(deps, right, records ?? noRecords, identify),
  );
}

const noRecords: Records = { unit: undefined, user: undefined, roster: undefined };

/**
 * Checks a password and returns what `then` makes of the credentials. The attempt counts before the password is
 * checked. It is taken out of the count where the password was right but `then` failed.
 * @throws AppError with the reason `wrong`, or `too_many_failures`.
 */
export async function checkPassword<T>(
  deps: AuthParts,
  { attempt, credentials, wrong }: Pick<PasswordCheck, 'attempt' | 'credentials' | 'wrong'>,
  then: (right: RightPassword) => Promise<T>,
): Promise<T> {
  const reservation = await reserve(deps, attempt, credentials);
  return judge(deps, { attempt, credentials, reservation, wrong }, then);
}

interface PasswordCheck {
  readonly attempt: SignInAttempt;
  readonly credentials: Credentials;
  readonly reservation: Reservation;
  readonly wrong: 'bad_credentials' | 'wrong_password';
}

function reserve(
  { db, now }: AuthParts,
  attempt: SignInAttempt,
  { claim, attempts }: Credentials,
): Promise<Reservation> {
  const isKnown = isKnownAddress(claim?.known ?? {}, attempt.address, Math.floor(now() / 1000));
  return reserveAttempt(db, attempt, { isKnown, attempts }, now);
}

async function judge<T>(
  deps: AuthParts,
  { attempt, credentials: { claim }, reservation, wrong }: PasswordCheck,
  then: (right: RightPassword) => Promise<T>,
): Promise<T> {
  const isRight = await verifyDigest(attempt.digest, claim?.hash, deps.hashCost);
  if (!claim || !isRight) {
    await countFailure(deps.db, reservation, deps.now());
    throw new AppError(wrong);
  }
  try {
    return await then({ claim, reservation });
  } catch (error) {
    // If this fails too, the attempt counts as a failure until it is forgotten.
    await releaseAttempt(deps.db, reservation).catch(() => {});
    throw error;
  }
}

async function begin(
  deps: AuthParts,
  right: RightPassword,
  records: Records,
  identify: (caller: Caller) => void,
): Promise<{ token: string; caller: Caller }> {
  const now = deps.now();
  const session = records.user && newSession(randomUUID(), records.user, now);
  const caller = identifyForSignIn(deps, { ...records, session }, now);
  identify(caller);
  const keys = await deps.keys.current(now);
  const name = { uid: session?.uid ?? '', vender: caller.vender, sessionId: caller.sessionId };
  const [token] = await Promise.all([
    issueToken(keys, name, Math.floor(now / 1000), Math.floor(caller.expire / 1000)),
    session && beginSession(deps.db, session, right, now),
  ]);
  return { token, caller };
}

/** Identifies who signs in. A unit that is gone is answered like an unknown uid. */
function identifyForSignIn(deps: AuthParts, records: Parameters<typeof identifyCaller>[0], now: number): Caller {
  try {
    return identifyCaller(records, now, dayOf(now, deps.env.timeZone));
  } catch (error) {
    if (error instanceof AppError && error.reason === 'not_signed_in') throw new AppError('bad_credentials');
    throw error;
  }
}
