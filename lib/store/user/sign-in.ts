import { attemptsKey, type Key, rolesKey, sessionKey, uidClaimKey, userKey } from '../../../tables/keys.ts';
import { UnitRoles } from '../../domain/user/role.ts';
import type { CallerRecords, Session, SessionRef } from '../../domain/user/session.ts';
import { withKnownAddress } from '../../domain/user/sign-in.ts';
import { User } from '../../domain/user/user.ts';
import { AppError, type Reason } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { checkUnchanged, EXISTS, type Step, update } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { parseAttempts } from './attempts.ts';
import { beginSession, toCallerRecords, userKeys } from './session.ts';
import { changeUserStep, newSessionEpoch, UidClaim } from './user.ts';

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

/**
 * Reads the user of a claim, their unit and its roles. `beginSignInSession` checks that the password is still the same.
 */
export async function readUserOfClaim(db: Database, claim: UidClaim): Promise<Omit<CallerRecords, 'session'>> {
  return toCallerRecords(await db.getMany(userKeys({ vender: claim.unit, uid: normaliseKey(claim.uid) })));
}

interface SignInFacts {
  readonly claim: UidClaim;
  readonly ipAddress: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Steps of the same transaction. */
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
  await beginSession(db, claim.unit, session, [
    rememberAddressStep(claim, ipAddress, Math.floor(now / 1000)),
    ...furtherSteps,
  ]);
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
  // The first attempt takes the credentials that were already read. A retry reads them again.
  let unusedRead: OwnCredentials | undefined = change.lastRead;
  await db.retryLostRaces(async () => {
    const credentials = unusedRead ?? (await readOwnCredentials(db, sessionRef));
    unusedRead = undefined;
    await db.write(passwordSteps(sessionRef, credentials, change));
  });
}

function passwordSteps(
  { uid: normalUid, vender, sessionId }: SessionRef,
  { user, unitRoles, hasSession }: OwnCredentials,
  { checkedHash, newHash }: { readonly checkedHash: string; readonly newHash: string },
): Step[] {
  if (!user || !unitRoles) throw new AppError('user_not_found');
  const sessionEpoch = newSessionEpoch();
  return [
    changeUserStep(vender, user, { epoch: sessionEpoch, hasGivenPassword: undefined }),
    // The roles of a unit are gone while it is being deleted. This step then fails.
    checkUnchanged(rolesKey(vender), unitRoles.version),
    updateCheckedClaimStep(uidClaimKey(normalUid), checkedHash, { hash: newHash }, 'wrong_password'),
    // Sessions of an earlier epoch have ended; only this one moves along.
    ...(hasSession ? [renewSessionStep(vender, sessionId, sessionEpoch)] : []),
  ];
}

function rememberAddressStep(claim: UidClaim, ipAddress: string, nowSeconds: number): Step {
  const set = { known: withKnownAddress(claim.known, ipAddress, nowSeconds) };
  return updateCheckedClaimStep(uidClaimKey(normaliseKey(claim.uid)), claim.hash, set, 'bad_credentials');
}

/** The step that sets attributes of a claim. It fails with `reason` where the password is no longer the checked one. */
function updateCheckedClaimStep(
  key: Key,
  checkedHash: string,
  set: Partial<Pick<UidClaim, 'hash' | 'known'>>,
  reason: Reason,
): Step {
  return update(key, { set, condition: '#hash = :checked', values: { ':checked': checkedHash } }, reason);
}

/** The step that moves a session to the new epoch. It fails if the session has ended meanwhile. */
function renewSessionStep(unit: number, sessionId: string, sessionEpoch: string): Step {
  return update(sessionKey(unit, sessionId), { set: { epoch: sessionEpoch }, condition: EXISTS });
}
