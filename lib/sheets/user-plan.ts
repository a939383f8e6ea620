import { type Actor, requireMayChangeRole, requireMayGrant } from '../domain/user/actor.ts';
import { findRole, findRoleItems, type UnitRoles } from '../domain/user/role.ts';
import type { User } from '../domain/user/user.ts';
import { isUnchanged, withChange } from '../domain/values/change.ts';
import { isReserved } from '../domain/values/fields.ts';
import { AppError } from '../errors.ts';
import { normaliseKey } from '../text/normal-form.ts';
import type { UserEntry } from './user-workbook.ts';

/** The users of a unit. */
export interface Staff {
  readonly users: readonly User[];
  readonly unitRoles: UnitRoles;
  /** The uid of the main account. */
  readonly account: string;
}

/** A user to be created. */
interface PlannedUser {
  readonly entry: UserEntry;
  readonly name: string;
  readonly roleId: number;
}

/** The changes that a workbook of users makes. */
export interface UserPlan {
  readonly created: readonly PlannedUser[];
  readonly changed: readonly { readonly user: User; readonly next: User }[];
  readonly unchangedCount: number;
}

/** Plans what each entry changes. What the actor may not do is reported at the entry's row. */
export function planUsers(entries: readonly UserEntry[], staff: Staff, actor: Actor): UserPlan {
  const userByUid = new Map(staff.users.map((user) => [normaliseKey(user.uid), user]));
  const roleIdByName = new Map(staff.unitRoles.roles.map(({ roleName, id }) => [normaliseKey(roleName), id]));
  const created: PlannedUser[] = [];
  const changed: { user: User; next: User }[] = [];
  let unchangedCount = 0;
  for (const entry of entries) {
    const roleId = findRoleId(entry, roleIdByName);
    const user = userByUid.get(normaliseKey(entry.uid));
    if (!user) created.push(...planNew(entry, roleId, staff, actor));
    else {
      const next = planChange(entry, roleId, user, staff, actor);
      if (next) changed.push({ user, next });
      else unchangedCount += 1;
    }
  }
  return { created, changed, unchangedCount };
}

/** Finds the id of the entry's role: 0 for none; undefined if the entry has no role. An unknown role is reported. */
function findRoleId({ role, sheetRow }: UserEntry, roleIdByName: ReadonlyMap<string, number>): number | undefined {
  if (role === undefined) return undefined;
  const id = role === '' ? 0 : roleIdByName.get(normaliseKey(role));
  if (id === undefined) sheetRow.reportProblem('role', { code: 'unknown', names: role });
  return id;
}

function planNew(entry: UserEntry, roleId: number | undefined, staff: Staff, actor: Actor): PlannedUser[] {
  const { uid, facts, role, sheetRow } = entry;
  const { name } = facts;
  if (isReserved(uid)) sheetRow.reportProblem('uid', { code: 'reserved' });
  if (name === undefined) sheetRow.reportProblem('name', { code: 'required' });
  else if (isReserved(name)) sheetRow.reportProblem('name', { code: 'reserved' });
  if (role === undefined || role === '') sheetRow.reportProblem('role', { code: 'required' });
  if (roleId) reportIfRefused(entry, 'role', () => requireMayGrant(actor, findRoleItems(staff.unitRoles, roleId)));
  return name === undefined || !roleId ? [] : [{ entry, name, roleId }];
}

/** Plans the changed user; undefined without a change. */
function planChange(
  entry: UserEntry,
  roleId: number | undefined,
  user: User,
  { unitRoles, account }: Staff,
  actor: Actor,
): User | undefined {
  // A user whose role has been deleted has none.
  const before = { ...user, roleId: findRole(unitRoles, user.roleId)?.id ?? 0 };
  const { facts, sheetRow } = entry;
  const { name } = facts;
  const change = { ...facts, roleId };
  if (isUnchanged(before, change)) return undefined;
  if (name !== undefined && name !== user.name && isReserved(name))
    sheetRow.reportProblem('name', { code: 'reserved' });
  if (roleId !== undefined) {
    const isMain = normaliseKey(account) === normaliseKey(user.uid);
    reportIfRefused(entry, 'role', () => requireMayChangeRole(actor, { user: before, unitRoles, isMain }, roleId));
  }
  return withChange(before, change);
}

/** Runs a guard and reports the reason if it refuses. */
function reportIfRefused({ sheetRow }: UserEntry, column: 'role', guard: () => void): void {
  try {
    guard();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    sheetRow.reportRefusal(column, error.reason);
  }
}
