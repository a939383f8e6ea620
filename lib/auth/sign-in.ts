import { randomUUID } from 'node:crypto';
import { PLATFORM } from '../domain/unit.ts';
import { newSession } from '../domain/user/session.ts';
import { isKnownAddress } from '../domain/user/sign-in.ts';
import { toDay } from '../domain/values/calendar.ts';
import { AppError } from '../errors.ts';
import { noteSignInSteps } from '../store/unit/service-facts.ts';
import { forgetAttemptsFromAddress, reserveAttempt } from '../store/user/attempts.ts';
import { beginSignInSession, type Credentials, readCredentials, readUserOfClaim } from '../store/user/credentials.ts';
import type { UidClaim } from '../store/user/user.ts';
import type { AuthDeps } from './auth-deps.ts';
import { type Caller, identifyCaller } from './caller.ts';
import { verifyDigest } from './password.ts';
import { issueToken } from './token.ts';

/** An attempt to sign in. `digest` is the digest of the password, `ipAddress` that of the client. */
interface SignInAttempt {
  readonly uid: string;
  readonly digest: string;
  readonly ipAddress: string;
}

/**
 * Begins a session for the owner of this uid and password. `identify` gets the caller before anything is written.
 * @throws AppError `bad_credentials` alike for unknown uid and wrong password, `too_many_failures`, `unit_closed`,
 * `unit_expired`.
 */
export async function signIn(deps: AuthDeps, attempt: SignInAttempt, identify: (caller: Caller) => void) {
  const credentials = await readCredentials(deps.db, attempt.uid);
  return withCheckedPassword(deps, { attempt, credentials, wrongReason: 'bad_credentials' }, async (claim) => {
    const { user, unitRoles, unit } = await readUserOfClaim(deps.db, claim);
    // The same reason as for an unknown uid.
    if (!user || !unitRoles || !unit || unit.deleting) throw new AppError('bad_credentials');
    const now = deps.now();
    const session = newSession(randomUUID(), user, now);
    const caller = identifyCaller({ user, unitRoles, unit, session }, now, toDay(now, deps.env.timeZone));
    identify(caller);
    const keys = await deps.keys.current(now);
    const sessionRef = { uid: session.uid, vender: caller.vender, sessionId: session.id };
    // A sign-in leaves a known address. The platform has no service facts.
    const isFirstSignIn = caller.isMain && claim.unit !== PLATFORM && Object.keys(claim.known).length === 0;
    const furtherSteps = isFirstSignIn ? noteSignInSteps(claim.unit) : [];
    const [token] = await Promise.all([
      issueToken(keys, sessionRef, { nowSeconds: Math.floor(now / 1000), expireSeconds: session.ttl }),
      beginSignInSession(deps.db, session, { claim, ipAddress: attempt.ipAddress, now, furtherSteps }),
    ]);
    return { token, caller };
  });
}

/** A password to check, and the reason for which a wrong one is refused. */
interface PasswordCheck {
  readonly attempt: SignInAttempt;
  readonly credentials: Credentials;
  readonly wrongReason: 'bad_credentials' | 'wrong_password';
}

/**
 * Checks a password and, if it is right, returns the result of `onSuccess`. The attempt counts as a failure until the
 * password is found right. Then the failures from its address are forgotten, even if `onSuccess` throws.
 * @throws AppError with the reason `wrongReason`, or `too_many_failures`.
 */
export async function withCheckedPassword<T>(
  { db, now, hashCost }: AuthDeps,
  { attempt, credentials: { claim, attempts }, wrongReason }: PasswordCheck,
  onSuccess: (claim: UidClaim) => Promise<T>,
): Promise<T> {
  const isKnown = isKnownAddress(claim?.known ?? {}, attempt.ipAddress, Math.floor(now() / 1000));
  const attemptsWithThis = await reserveAttempt(db, { ...attempt, isKnown, now: now() }, attempts);
  const isRightPassword = await verifyDigest(attempt.digest, claim?.hash, hashCost);
  if (!claim || !isRightPassword) throw new AppError(wrongReason);
  // A fault here is ignored: the attempt then counts as a failure, until a later one is right.
  const forgettingFailures = forgetAttemptsFromAddress(db, attempt, attemptsWithThis).catch(() => {});
  try {
    return await onSuccess(claim);
  } finally {
    await forgettingFailures;
  }
}
