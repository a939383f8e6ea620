import { attemptsKey, rolesKey, sessionKey, uidClaimKey, userKey } from '../../../tables/keys.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import type { CallerRecords, Session, SessionRef } from '../../domain/user/session.ts';
import { withKnownAddress } from '../../domain/user/sign-in.ts';
import { User } from '../../domain/user/user.ts';
import { AppError, type Reason } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { checkUnchangedStep, EXISTS, type Step, updateStep } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { parseAttempts } from './attempts.ts';
import { beginSession, recordKeysOfUser, toCallerRecords } from './session.ts';
import { changeUserStep, makeSessionEpoch, UidClaim } from './user.ts';

/** The claim on a uid, undefined where the uid is free, and the attempts to sign in with it. */
export type Credentials = Awaited<ReturnType<typeof readCredentials>>;

/** The credentials of a signed-in user, with the other items that a change of the password needs. */
export type OwnCredentials = Awaited<ReturnType<typeof readOwnCredentials>>;

/** Reads what a sign-in with this uid is checked against. */
export async function readCredentials(db: Database, uid: string) {
  const normalUid = normaliseKey(uid);
  const [claimItem, attemptsItem] = await db.getMany([uidClaimKey(normalUid), attemptsKey(normalUid)]);
  return { claim: claimItem && UidClaim.parse(claimItem), attempts: parseAttempts(attemptsItem) };
}

/** Reads a claim's user, their unit and its roles. `beginSignInSession` checks that the password is still the same. */
export async function readUserOfClaim(db: Database, claim: UidClaim): Promise<Omit<CallerRecords, 'session'>> {
  return toCallerRecords(await db.getMany(recordKeysOfUser({ vender: claim.unit, uid: normaliseKey(claim.uid) })));
}

interface SignInFacts {
  readonly claim: UidClaim;
  readonly ipAddress: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Further steps of the transaction that begins the session. */
  readonly furtherSteps: readonly Step[];
}

/**
 * Begins a session after the password was checked, and remembers the address; throws `bad_credentials` where the
 * password has changed since, or the unit is being deleted.
 */
export async function beginSignInSession(
  db: Database,
  session: Session,
  { claim, ipAddress, now, furtherSteps }: SignInFacts,
): Promise<void> {
  const known = withKnownAddress(claim.known, ipAddress, Math.floor(now / 1000));
  const checkedClaim = { normalUid: normaliseKey(claim.uid), checkedHash: claim.hash };
  const addressStep = changeCheckedClaimStep(checkedClaim, { known }, 'bad_credentials');
  await beginSession(db, claim.unit, session, [addressStep, ...furtherSteps]);
}

/** Reads the credentials of the user of a session. */
export async function readOwnCredentials(db: Database, { uid: normalUid, vender, sessionId }: SessionRef) {
  const keys = [
    uidClaimKey(normalUid),
    attemptsKey(normalUid),
    userKey(vender, normalUid),
    rolesKey(vender),
    sessionKey(vender, sessionId),
  ];
  const [claimItem, attemptsItem, userItem, rolesItem, sessionItem] = await db.getMany(keys);
  return {
    claim: claimItem && UidClaim.parse(claimItem),
    attempts: parseAttempts(attemptsItem),
    user: userItem && User.parse(userItem),
    unitRoles: rolesItem && UnitRoles.parse(rolesItem),
    hasSession: sessionItem !== undefined,
  };
}

/**
 * Replaces the password of the user of a session; the user's other sessions end. `checkedHash` is the hash by which the
 * old password was checked, and `lastRead` are the credentials as they were last read.
 * @throws AppError `wrong_password` where the password has changed since it was checked; `user_not_found`.
 */
export async function changePassword(
  db: Database,
  sessionRef: SessionRef,
  change: { readonly checkedHash: string; readonly newHash: string; readonly lastRead: OwnCredentials },
): Promise<void> {
  const { uid: normalUid, vender, sessionId } = sessionRef;
  const checkedClaim = { normalUid, checkedHash: change.checkedHash };
  // The first attempt takes the credentials that were already read. A retry reads them again.
  let unusedRead: OwnCredentials | undefined = change.lastRead;
  await db.retryLostRaces(async () => {
    const { user, unitRoles, hasSession } = unusedRead ?? (await readOwnCredentials(db, sessionRef));
    unusedRead = undefined;
    if (!user || !unitRoles) throw new AppError('user_not_found');
    const epoch = makeSessionEpoch();
    await db.write([
      // The user has now chosen the password.
      changeUserStep(vender, user, { epoch, hasGivenPassword: undefined }),
      // The roles of a unit are gone while it is being deleted. This step then fails.
      checkUnchangedStep(rolesKey(vender), unitRoles.version),
      changeCheckedClaimStep(checkedClaim, { hash: change.newHash }, 'wrong_password'),
      // Sessions of an earlier epoch have ended; only this one moves along, unless it has ended meanwhile.
      ...(hasSession ? [updateStep(sessionKey(vender, sessionId), { set: { epoch }, condition: EXISTS })] : []),
    ]);
  });
}

/** The step that sets attributes of a claim. It fails with `reason` where the password is no longer the checked one. */
function changeCheckedClaimStep(
  { normalUid, checkedHash }: Record<'normalUid' | 'checkedHash', string>,
  set: Partial<Pick<UidClaim, 'hash' | 'known'>>,
  reason: Reason,
): Step {
  const change = { set, condition: '#hash = :checked', values: { ':checked': checkedHash } };
  return updateStep(uidClaimKey(normalUid), change, reason);
}
