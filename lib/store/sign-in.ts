import { attemptsKey, type Key, rolesKey, sessionKey, uidClaimKey, unitKey, userKey } from '../../tables/keys.ts';
import { RoleRoster } from '../domain/role.ts';
import type { CallerRecords, Session, SessionName } from '../domain/session.ts';
import { type Attempts, withKnownAddress } from '../domain/sign-in.ts';
import { Unit } from '../domain/unit.ts';
import { User } from '../domain/user.ts';
import { AppError, type Reason } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { replace, type Step, unchanged, update } from '../table/steps.ts';
import { normaliseKey } from '../text/normal-form.ts';
import { forgetFailures, parseAttempts, type Reservation, readAttempts } from './attempts.ts';
import { startSession } from './session.ts';
import { newEpoch, UidClaim, userItem } from './user.ts';

/** The claim on a uid, undefined where nobody has it, and the tries to sign in with it so far. */
export interface Credentials {
  readonly claim: UidClaim | undefined;
  readonly attempts: Attempts;
}

/** The credentials of somebody who is signed in, and what changes with them; a part is absent where there is none. */
export interface OwnCredentials extends Credentials {
  readonly user: User | undefined;
  readonly roster: RoleRoster | undefined;
  readonly hasSession: boolean;
}

/** A password that was right, and its try. */
export interface RightPassword {
  readonly claim: UidClaim;
  readonly reservation: Reservation;
}

/** What a password is checked against. */
export async function readCredentials(db: Database, uid: string): Promise<Credentials> {
  const uidKey = normaliseKey(uid);
  const [claim, attempts] = await db.getMany([uidClaimKey(uidKey), attemptsKey(uidKey)]);
  return { claim: claim && UidClaim.parse(claim), attempts: parseAttempts(attempts) };
}

/** The claim's user with unit and roles: beginning his session finds out whether the claim still holds. */
export async function readSignIn(db: Database, claim: UidClaim): Promise<Omit<CallerRecords, 'session'>> {
  const keys = [unitKey(claim.unit), userKey(claim.unit, normaliseKey(claim.uid)), rolesKey(claim.unit)];
  const [unit, user, roster] = await db.getMany(keys);
  return {
    unit: unit && Unit.parse(unit),
    user: user && User.parse(user),
    roster: roster && RoleRoster.parse(roster),
  };
}

/**
 * Begins a session for a password that was right. Its address is known from now on, and what failed from there is
 * forgotten.
 * @throws AppError `bad_credentials` where the password is no longer the one that was checked, or the unit is being
 * deleted.
 */
export async function beginSession(db: Database, session: Session, right: RightPassword, now: number): Promise<void> {
  const { claim, reservation } = right;
  let attempts: Attempts | undefined = reservation.attempts;
  await startSession(db, claim.unit, session, async () => {
    const latest = attempts ?? (await readAttempts(db, reservation.uidKey));
    attempts = undefined;
    return [
      rememberAddress(claim, reservation.address, Math.floor(now / 1000)),
      ...forgetFailures(reservation, latest),
    ];
  });
}

/** The credentials of who has this session, with what changes when he gives himself a new password. */
export async function readOwnCredentials(
  db: Database,
  { uid, vender, sessionId }: SessionName,
): Promise<OwnCredentials> {
  const keys = [
    uidClaimKey(uid),
    attemptsKey(uid),
    userKey(vender, uid),
    rolesKey(vender),
    sessionKey(vender, sessionId),
  ];
  const [claim, attempts, user, roster, session] = await db.getMany(keys);
  return {
    claim: claim && UidClaim.parse(claim),
    attempts: parseAttempts(attempts),
    user: user && User.parse(user),
    roster: roster && RoleRoster.parse(roster),
    hasSession: session !== undefined,
  };
}

/**
 * Gives the user of a session a new password. His other sessions end; what failed from his address is forgotten.
 * `found` is what was read of him before.
 * @throws AppError `wrong_password` where the password is no longer the one that was checked; `user_not_found`.
 */
export async function changePassword(
  db: Database,
  session: SessionName,
  change: { readonly right: RightPassword; readonly newHash: string; readonly found: OwnCredentials },
): Promise<void> {
  const { right, newHash, found } = change;
  let own: OwnCredentials | undefined = { ...found, attempts: right.reservation.attempts };
  await db.retryLostRaces(async () => {
    const latest = own ?? (await readOwnCredentials(db, session));
    own = undefined;
    await db.write(passwordSteps(session, latest, right, newHash));
  });
}

function passwordSteps(
  { uid, vender, sessionId }: SessionName,
  { claim, user, roster, hasSession, attempts }: OwnCredentials,
  right: RightPassword,
  newHash: string,
): Step[] {
  if (!claim || !user || !roster) throw new AppError('user_not_found');
  const epoch = newEpoch();
  return [
    replace(userItem(vender, { ...user, version: user.version + 1, epoch }), user.version),
    unchanged(rolesKey(vender), roster.version),
    whileChecked(uidClaimKey(uid), right.claim.hash, { name: 'hash', value: newHash }, 'wrong_password'),
    ...(hasSession ? [keepSession(vender, sessionId, epoch)] : []),
    ...forgetFailures(right.reservation, attempts),
  ];
}

function rememberAddress(claim: UidClaim, address: string, second: number): Step {
  const known = withKnownAddress(claim.known, address, second);
  return whileChecked(
    uidClaimKey(normaliseKey(claim.uid)),
    claim.hash,
    { name: 'known', value: known },
    'bad_credentials',
  );
}

/** Sets an attribute of a claim whose password is still the one that was checked. */
function whileChecked(
  key: Key,
  hash: string,
  { name, value }: { name: string; value: unknown },
  otherwise: Reason,
): Step {
  const change = {
    set: '#name = :value',
    condition: '#hash = :checked',
    names: { '#name': name, '#hash': 'hash' },
    values: { ':value': value, ':checked': hash },
  };
  return update(key, change, otherwise);
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
