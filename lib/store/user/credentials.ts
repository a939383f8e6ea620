import { attemptsKey, rolesKey, sessionKey, uidClaimKey, userKey } from '../../../tables/keys.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import type { CallerRecords, Session, SessionRef } from '../../domain/user/session.ts';
import { type Attempts, withKnownAddress } from '../../domain/user/sign-in.ts';
import { User } from '../../domain/user/user.ts';
import { AppError, type Reason } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { checkUnchangedStep, EXISTS, type Step, updateStep } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { parseAttempts } from './attempts.ts';
import { beginSession, readCallerRecords } from './session.ts';
import { changeUserStep, makeSessionEpoch, UidClaim } from './user.ts';

/** What a password is checked against. */
export interface Credentials {
  /** Undefined where the uid is free. */
  readonly claim: UidClaim | undefined;
  readonly attempts: Attempts;
}

/** The credentials of a signed-in user, with the other items that a change of the password needs. */
export interface OwnCredentials extends Credentials {
  readonly user: User | undefined;
  readonly unitRoles: UnitRoles | undefined;
  readonly hasSession: boolean;
}

export async function readCredentials(db: Database, uid: string): Promise<Credentials> {
  const normalUid = normaliseKey(uid);
  const [claimItem, attemptsItem] = await db.getMany([uidClaimKey(normalUid), attemptsKey(normalUid)]);
  return { claim: claimItem && UidClaim.parse(claimItem), attempts: parseAttempts(attemptsItem) };
}

/** Reads a claim's user, their unit and its roles. `beginSignInSession` checks that the password is still the same. */
export async function readUserOfClaim(db: Database, claim: UidClaim): Promise<Omit<CallerRecords, 'session'>> {
  return readCallerRecords(db, { vender: claim.unit, uid: normaliseKey(claim.uid) });
}

interface SignIn {
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
  { claim, ipAddress, now, furtherSteps }: SignIn,
): Promise<void> {
  const set = { known: withKnownAddress(claim.known, ipAddress, Math.floor(now / 1000)) };
  const addressStep = changeCheckedClaimStep(normaliseKey(claim.uid), claim.hash, set, 'bad_credentials');
  await beginSession(db, claim.unit, session, [addressStep, ...furtherSteps]);
}

export async function readOwnCredentials(db: Database, sessionRef: SessionRef): Promise<OwnCredentials> {
  const { uid: normalUid, vender: unit, sessionId } = sessionRef;
  const keys = [
    uidClaimKey(normalUid),
    attemptsKey(normalUid),
    userKey(unit, normalUid),
    rolesKey(unit),
    sessionKey(unit, sessionId),
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
  const { uid: normalUid, vender: unit, sessionId } = sessionRef;
  // The first attempt takes the credentials that were already read. A retry reads them again.
  let firstRead: OwnCredentials | undefined = change.lastRead;
  await db.retryLostRaces(async () => {
    const { user, unitRoles, hasSession } = firstRead ?? (await readOwnCredentials(db, sessionRef));
    firstRead = undefined;
    if (!user || !unitRoles) throw new AppError('user_not_found');
    const epoch = makeSessionEpoch();
    await db.write([
      // The user has now chosen the password.
      changeUserStep(unit, user, { epoch, hasGivenPassword: undefined }),
      // The roles of a unit are gone while it is being deleted. This step then fails.
      checkUnchangedStep(rolesKey(unit), unitRoles.version),
      changeCheckedClaimStep(normalUid, change.checkedHash, { hash: change.newHash }, 'wrong_password'),
      // Sessions of an earlier epoch have ended. This session gets the new epoch too, unless it has ended meanwhile.
      ...(hasSession ? [updateStep(sessionKey(unit, sessionId), { set: { epoch }, condition: EXISTS })] : []),
    ]);
  });
}

/** The step that sets attributes of a claim. It fails with `reason` where the claim has no longer the checked hash. */
function changeCheckedClaimStep(
  normalUid: string,
  checkedHash: string,
  set: Partial<Pick<UidClaim, 'hash' | 'known'>>,
  reason: Reason,
): Step {
  const change = { set, condition: '#hash = :checked', values: { ':checked': checkedHash } };
  return updateStep(uidClaimKey(normalUid), change, reason);
}
