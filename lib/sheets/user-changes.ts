import { type Actor, type ManagedUser, requireMayChangeRole, requireMayGrant } from '../domain/user/actor.ts';
import { findRole, listRoleItems, NO_ROLE, type UnitRoles } from '../domain/user/role.ts';
import type { User } from '../domain/user/user.ts';
import { isUnchanged, withChange } from '../domain/values/change.ts';
import { isReserved } from '../domain/values/fields.ts';
import { AppError } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import type { UserEntry } from './user-workbook.ts';

/** The users of a unit, and the facts that decide which changes are allowed. */
export interface Staff {
  readonly users: readonly User[];
  readonly unitRoles: UnitRoles;
  readonly mainUid: string;
}

/** An entry that creates a user, with the name and the role that it must have. */
type NewUserEntry = ReturnType<typeof prepareNewUser>[number];

/** The changes that a workbook makes to the users of a unit. */
export interface UserChanges {
  readonly created: readonly NewUserEntry[];
  /** `before` is the user as stored: the role may be one that was deleted. */
  readonly changed: { readonly before: User; readonly after: User }[];
  readonly unchangedCount: number;
}

/** Finds the changes that the entries make. A change that the actor may not make is reported at the entry's row. */
export function findUserChanges(entries: readonly UserEntry[], staff: Staff, actor: Actor): UserChanges {
  const userByUid = new Map(staff.users.map((user) => [normaliseKey(user.uid), user]));
  const roleIdByName = new Map(staff.unitRoles.roles.map(({ roleName, id }) => [normaliseKey(roleName), id]));
  const created: NewUserEntry[] = [];
  const changed: UserChanges['changed'] = [];
  let unchangedCount = 0;
  for (const sheetEntry of entries) {
    const entry = { ...sheetEntry, roleId: findRoleId(sheetEntry, roleIdByName) };
    const user = userByUid.get(normaliseKey(entry.uid));
    if (!user) created.push(...prepareNewUser(entry, staff.unitRoles, actor));
    else {
      const isMain = normaliseKey(staff.mainUid) === normaliseKey(user.uid);
      const after = prepareChangedUser(entry, { user, isMain, unitRoles: staff.unitRoles }, actor);
      if (after) changed.push({ before: user, after });
      else unchangedCount += 1;
    }
  }
  return { created, changed, unchangedCount };
}

/** Finds the id of the entry's role: 0 for none; undefined if the entry does not say, or if the role is unknown. */
function findRoleId({ role, sheetRow }: UserEntry, roleIdByName: ReadonlyMap<string, number>): number | undefined {
  if (role === undefined) return undefined;
  const id = role === '' ? NO_ROLE : roleIdByName.get(normaliseKey(role));
  if (id === undefined) sheetRow.reportProblem('role', { code: 'unknown', names: role });
  return id;
}

type EntryWithRole = UserEntry & { readonly roleId: number | undefined };

/** Checks an entry for a new user; empty if it lacks a name or a role, which is reported. */
function prepareNewUser(entry: EntryWithRole, unitRoles: UnitRoles, actor: Actor) {
  const { uid, role, roleId, sheetRow } = entry;
  const { name } = entry.facts;
  if (isReserved(uid)) sheetRow.reportProblem('uid', { code: 'reserved' });
  if (name === undefined) sheetRow.reportProblem('name', { code: 'required' });
  else if (isReserved(name)) sheetRow.reportProblem('name', { code: 'reserved' });
  if (role === undefined || role === '') sheetRow.reportProblem('role', { code: 'required' });
  if (roleId) reportIfRefused(entry, () => requireMayGrant(actor, listRoleItems(unitRoles, roleId)));
  return name === undefined || !roleId ? [] : [{ entry, name, roleId }];
}

/** Returns the user after the entry's change; undefined if the entry changes nothing. */
function prepareChangedUser(entry: EntryWithRole, { user, isMain, unitRoles }: ManagedUser, actor: Actor) {
  // A user whose role was deleted has no role.
  const effectiveUser = { ...user, roleId: findRole(unitRoles, user.roleId)?.id ?? NO_ROLE };
  const { facts, roleId, sheetRow } = entry;
  const { name } = facts;
  const change = { ...facts, roleId };
  if (isUnchanged(effectiveUser, change)) return undefined;
  if (name !== undefined && name !== user.name && isReserved(name))
    sheetRow.reportProblem('name', { code: 'reserved' });
  if (roleId !== undefined)
    reportIfRefused(entry, () => requireMayChangeRole(actor, { user: effectiveUser, unitRoles, isMain }, roleId));
  return withChange(effectiveUser, change);
}

/** Runs a guard of the role. If it refuses, its reason is reported. */
function reportIfRefused({ sheetRow }: UserEntry, guard: () => void): void {
  try {
    guard();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    sheetRow.reportProblem('role', error.reason);
  }
}
