import { type Actor, type ManagedUser, requireMayChangeRole, requireMayGrant } from '../domain/user/actor.ts';
import { findRole, listRoleItems, NO_ROLE, type UnitRoles } from '../domain/user/role.ts';
import type { User } from '../domain/user/user.ts';
import { isUnchanged, withChange } from '../domain/values/change.ts';
import { isReserved } from '../domain/values/fields.ts';
import { AppError } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import type { UserEntry } from './user-workbook.ts';

/** The users of a unit, and the facts that decide which changes are allowed. */
export interface UsersAndRoles {
  readonly users: readonly User[];
  readonly unitRoles: UnitRoles;
  readonly mainUid: string;
}

type EntryWithRole = UserEntry & { readonly roleId: number | undefined };

/** An entry that creates a user, with its checked name and role. */
type NewUserEntry = { readonly entry: EntryWithRole; readonly name: string; readonly roleId: number };

export interface UserChanges {
  readonly created: readonly NewUserEntry[];
  /** `before` is the user as stored: the role may be one that was deleted. */
  readonly changed: { readonly before: User; readonly after: User }[];
  readonly unchangedCount: number;
}

/** Plans the changes that the entries make. A change that the actor may not make is reported at the entry's row. */
export function planUserChanges(entries: readonly UserEntry[], stored: UsersAndRoles, actor: Actor): UserChanges {
  const userByUid = new Map(stored.users.map((user) => [normaliseKey(user.uid), user]));
  const roleIdByName = new Map(stored.unitRoles.roles.map(({ roleName, id }) => [normaliseKey(roleName), id]));
  const created: NewUserEntry[] = [];
  const changed: UserChanges['changed'] = [];
  let unchangedCount = 0;
  for (const workbookEntry of entries) {
    const entry = { ...workbookEntry, roleId: findRoleId(workbookEntry, roleIdByName) };
    const user = userByUid.get(normaliseKey(entry.uid));
    if (!user) {
      const newUser = prepareNewUser(entry, stored.unitRoles, actor);
      if (newUser) created.push(newUser);
    } else {
      const isMain = normaliseKey(stored.mainUid) === normaliseKey(user.uid);
      const after = prepareChangedUser(entry, { user, isMain, unitRoles: stored.unitRoles }, actor);
      if (after) changed.push({ before: user, after });
      else unchangedCount += 1;
    }
  }
  return { created, changed, unchangedCount };
}

/** Finds the id of the entry's role: 0 for none; undefined if the entry does not say, or if the role is unknown. */
function findRoleId({ roleName, row }: UserEntry, roleIdByName: ReadonlyMap<string, number>): number | undefined {
  if (roleName === undefined) return undefined;
  const id = roleName === '' ? NO_ROLE : roleIdByName.get(normaliseKey(roleName));
  if (id === undefined) row.reportProblem('role', { code: 'unknown', names: roleName });
  return id;
}

/** Checks an entry for a new user; undefined if it lacks a name or a known role, which is reported. */
function prepareNewUser(entry: EntryWithRole, unitRoles: UnitRoles, actor: Actor): NewUserEntry | undefined {
  const { uid, roleName, row } = entry;
  const roleId = entry.roleId === NO_ROLE ? undefined : entry.roleId;
  const { name } = entry.facts;
  if (isReserved(uid)) row.reportProblem('uid', { code: 'reserved' });
  if (name === undefined) row.reportProblem('name', { code: 'required' });
  else if (isReserved(name)) row.reportProblem('name', { code: 'reserved' });
  if (roleName === undefined || roleName === '') row.reportProblem('role', { code: 'required' });
  if (roleId === undefined) return undefined;
  reportIfRefused(entry, () => requireMayGrant(actor, listRoleItems(unitRoles, roleId)));
  return name === undefined ? undefined : { entry, name, roleId };
}

/** Prepares the user as the entry's change leaves him; undefined if the entry changes nothing. */
function prepareChangedUser(entry: EntryWithRole, { user, isMain, unitRoles }: ManagedUser, actor: Actor) {
  // A user whose role was deleted has no role.
  const effectiveUser = { ...user, roleId: findRole(unitRoles, user.roleId)?.id ?? NO_ROLE };
  const { facts, roleId, row } = entry;
  const { name } = facts;
  const change = { ...facts, roleId };
  if (isUnchanged(effectiveUser, change)) return undefined;
  if (name !== undefined && name !== user.name && isReserved(name)) row.reportProblem('name', { code: 'reserved' });
  if (roleId !== undefined)
    reportIfRefused(entry, () => requireMayChangeRole(actor, { user: effectiveUser, unitRoles, isMain }, roleId));
  return withChange(effectiveUser, change);
}

/** Runs a guard of the role. If it refuses, its reason is reported. */
function reportIfRefused({ row }: UserEntry, guard: () => void): void {
  try {
    guard();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    row.reportProblem('role', error.reason);
  }
}
