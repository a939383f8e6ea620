import { randomInt, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type Key, prefixes, rolesKey, uidClaimKey, unitKey, unitPartition, userKey } from '../../../tables/keys.ts';
import { Unit } from '../../domain/unit.ts';
import type { ManagedUser } from '../../domain/user/actor.ts';
import { findRole, NO_ROLE, systemRoleId, UnitRoles } from '../../domain/user/role.ts';
import { KnownAddresses } from '../../domain/user/sign-in.ts';
import { INITIAL_USER, User, type UserFacts } from '../../domain/user/user.ts';
import { type Change, isSame, withChange } from '../../domain/values/change.ts';
import { AppError, badField, type Reason } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import {
  checkUnchangedStep,
  EXISTS,
  type Item,
  insertStep,
  removeStep,
  replaceStep,
  type Step,
  updateStep,
} from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { changeUserCountStep, getUnitRoles } from './unit-roles.ts';

/** The claim on a uid. It says to which unit the user of the uid belongs, and has what the user signs in with. */
export const UidClaim = z.object({
  uid: z.string(),
  unit: z.int(),
  /** The stored word for the hash of the password. */
  hash: z.string(),
  /** The stored word for the addresses from which the user has signed in. */
  known: z._default(KnownAddresses, {}),
});
export type UidClaim = z.output<typeof UidClaim>;

/** The maximum number of users that one transaction creates: an item and a claim each, and the roles, are 97 of 98 steps. */
export const MAX_USERS_PER_TRANSACTION = 48;

/** The maximum of random first versions. Versions counted from there stay exact numbers. */
const MAX_FIRST_VERSION = 2 ** 48 - 1;

export interface NewUser extends Change<Omit<UserFacts, 'name'>> {
  readonly uid: string;
  readonly name: string;
  /** `NO_ROLE` for none. */
  readonly roleId: number;
  /** The Argon2id hash of the password's digest, as a PHC string. */
  readonly passwordHash: string;
}

export interface UserChange extends Change<UserFacts> {
  /** `NO_ROLE` takes the role away. */
  readonly roleId?: number | undefined;
  readonly passwordHash?: string | undefined;
}

/** Throws where this caller must not change or delete the user. It is called again after a lost race. */
type UserGuard = (managed: ManagedUser) => void;

/** Makes a new epoch. Sessions of an earlier epoch have ended. */
export const makeSessionEpoch = (): string => randomUUID();

/**
 * A random first version. A uid can go to a new user. If its versions began with 1 again, a caller who has read the
 * former user could change the new one by mistake.
 */
const makeFirstVersion = (): number => randomInt(1, MAX_FIRST_VERSION);

export function toUserItem(unit: number, user: User): Key & User {
  return { ...userKey(unit, normaliseKey(user.uid)), ...user };
}

/** The step that changes a user. It fails where the user has changed since they were read. */
export function changeUserStep(unit: number, user: User, change: Partial<User>): Step {
  return replaceStep(toUserItem(unit, { ...user, ...change, version: user.version + 1 }), user.version);
}

/** The steps that write a user, created `now`, and their claim on the uid. They fail with `takenReason` where it is taken. */
export function insertUserSteps(unit: number, user: NewUser, now: number, takenReason: Reason): Step[] {
  const { uid, roleId, passwordHash, ...facts } = user;
  const initial = withChange(INITIAL_USER, facts);
  const assigned = { uid, roleId, time: now, epoch: makeSessionEpoch(), hasGivenPassword: true };
  return [
    insertStep({ ...uidClaimKey(normaliseKey(uid)), uid, unit, hash: passwordHash }, takenReason),
    insertStep(toUserItem(unit, { ...initial, version: makeFirstVersion(), ...assigned })),
  ];
}

/** Whether the uid, as `normaliseKey` returns it, is free in all units. */
export async function isUidFree(db: Database, uid: string): Promise<boolean> {
  return (await findUidClaims(db, [uid]))[0] === undefined;
}

/** Reads the claims on these uids, in the order of the uids; `undefined` for a free uid. */
export async function findUidClaims(db: Database, uids: readonly string[]): Promise<(UidClaim | undefined)[]> {
  const items = await db.getMany(uids.map((uid) => uidClaimKey(normaliseKey(uid))));
  return items.map((item) => item && UidClaim.parse(item));
}

/** Throws `takenReason` where two things have the same name after `normaliseKey`: a transaction may name an item only once. */
export function requireDistinct<T>(takenReason: Reason, things: readonly T[], toName: (thing: T) => string): void {
  if (new Set(things.map(toName).map(normaliseKey)).size < things.length) throw new AppError(takenReason);
}

/** Reads the users of a unit, in the order of their creation. */
export async function listUsersByUnit(db: Database, unit: number): Promise<User[]> {
  const items = await db.query(unitPartition(unit), { prefix: prefixes.user });
  return items.map((item) => User.parse(item)).sort((a, b) => a.time - b.time);
}

/**
 * Creates 1 to `MAX_USERS_PER_TRANSACTION` users of the unit, all or none, if `guard` does not throw.
 * @throws AppError `duplicate_uid`, also where two of them have the same uid; `unknown_role`, `quota_reached`.
 */
export async function createUsers(
  db: Database,
  unit: number,
  users: readonly NewUser[],
  now: number,
  guard: (unitRoles: UnitRoles) => void = () => {},
): Promise<void> {
  requireDistinct('duplicate_uid', users, ({ uid }) => uid);
  await db.retryLostRaces(async () => {
    const unitRoles = await getUnitRoles(db, unit);
    for (const { roleId } of users) requireRole(unitRoles, roleId);
    guard(unitRoles);
    await db.write([
      changeUserCountStep(unit, unitRoles, users.length, db.quotas.users),
      ...users.flatMap((user) => insertUserSteps(unit, user, now, 'duplicate_uid')),
    ]);
  });
}

/** Changes a user of the unit; a new password ends their sessions. Throws `user_not_found`, `unknown_role`. */
export async function updateUser(
  db: Database,
  unit: number,
  uid: string,
  change: UserChange,
  guard: UserGuard = () => {},
): Promise<void> {
  await db.retryLostRaces(async () => {
    const managed = await getManagedUser(db, unit, uid);
    const { user, unitRoles } = managed;
    requireRole(unitRoles, change.roleId);
    guard(managed);
    const { passwordHash, ...facts } = change;
    // A user whose role has been deleted has none.
    const roleId = findRole(unitRoles, user.roleId)?.id ?? NO_ROLE;
    const changed = withChange({ ...user, roleId }, facts);
    if (passwordHash === undefined && isSame(user, changed)) return;
    const passwordFacts = passwordHash === undefined ? {} : { epoch: makeSessionEpoch(), hasGivenPassword: true };
    await db.write([
      changeUserStep(unit, user, { ...changed, ...passwordFacts }),
      checkUnchangedStep(rolesKey(unit), unitRoles.version),
      ...(passwordHash === undefined ? [] : [changeClaimStep(user.uid, { hash: passwordHash })]),
    ]);
  });
}

/**
 * The step that changes attributes of a claim. The same transaction must check the version of the user. The other
 * attributes are not written back, because the claim that was read may be older than the user.
 */
export function changeClaimStep(uid: string, set: Partial<Pick<UidClaim, 'uid' | 'hash'>>): Step {
  return updateStep(uidClaimKey(normaliseKey(uid)), { set, condition: EXISTS });
}

/** Deletes a user of the unit and frees their uid; their sessions end. Throws `user_not_found`. */
export async function deleteUser(db: Database, unit: number, uid: string, guard: UserGuard = () => {}): Promise<void> {
  await db.retryLostRaces(async () => {
    const managed = await getManagedUser(db, unit, uid);
    guard(managed);
    const normalUid = normaliseKey(uid);
    await db.write([
      removeStep(userKey(unit, normalUid), managed.user.version),
      // While a unit is being deleted, its uids may have new owners. This step fails then, because the roles are gone.
      changeUserCountStep(unit, managed.unitRoles, -1, db.quotas.users),
      removeStep(uidClaimKey(normalUid)),
    ]);
  });
}

async function getManagedUser(db: Database, unit: number, uid: string): Promise<ManagedUser> {
  const normalUid = normaliseKey(uid);
  const keys = [userKey(unit, normalUid), uidClaimKey(normalUid), rolesKey(unit), unitKey(unit)];
  const [userItem, claimItem, rolesItem, unitItem] = await db.getMany(keys);
  // A unit that is being deleted frees the uids of its users before it removes the users.
  if (!userItem || !claimItem || !rolesItem || !unitItem) throw new AppError('user_not_found');
  const user = User.parse(userItem);
  const readIsMain = (item?: Item) => item !== undefined && normaliseKey(Unit.parse(item).account) === normalUid;
  // One transaction gives a new main account to the unit and the system role to its user, but `getMany` may have seen the
  // role first. A snapshot sees one moment.
  const mayHaveReadOldUnit = user.roleId === systemRoleId(unit) && !readIsMain(unitItem);
  const [unitNow] = mayHaveReadOldUnit ? await db.getSnapshot([unitKey(unit)]) : [unitItem];
  return { user, unitRoles: UnitRoles.parse(rolesItem), isMain: readIsMain(unitNow) };
}

function requireRole(unitRoles: UnitRoles, roleId = NO_ROLE): void {
  if (roleId === NO_ROLE || findRole(unitRoles, roleId)) return;
  throw badField('roleId', { code: 'unknown', names: String(roleId) }, 'unknown_role');
}
