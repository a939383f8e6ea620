import {
  type Role,
  requireCustomRole,
  requireWithinRolesQuota,
  type UnitRoles,
  withChangedRole,
  withNewRole,
} from '../../domain/user/role.ts';
import { type Change, isUnchanged } from '../../domain/values/change.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { getUnitRoles, replaceRolesStep } from './unit-roles.ts';

/** The name and the permission items of a role. */
export interface RoleDraft {
  readonly roleName: string;
  readonly roleItems: readonly number[];
}

/** The change of a role; absent parts stay. */
export type RoleChange = Change<RoleDraft>;

/**
 * Creates a role in the unit and returns its id.
 * @throws AppError `duplicate_role_name`, `quota_reached`.
 */
export async function createRole(db: Database, unit: number, draft: RoleDraft): Promise<number> {
  return db.retryLostRaces(async () => {
    const unitRoles = await getUnitRoles(db, unit);
    requireFreeName(unitRoles, draft.roleName);
    const { id, after } = withNewRole(unitRoles, unit, { roleName: draft.roleName, roleItems: [...draft.roleItems] });
    requireWithinRolesQuota(unitRoles, after, db.quotas.roles);
    await db.write([{ ...replaceRolesStep(unit, unitRoles, after), loggedAs: ['role', id] }]);
    return id;
  });
}

/**
 * Changes the name or the items of a role, if `guard` does not throw. A change without effect writes nothing.
 * @throws AppError `role_not_found`, `protected_role`, `duplicate_role_name`, `quota_reached`.
 */
export async function updateRole(
  db: Database,
  unit: number,
  id: number,
  change: RoleChange,
  guard: (before: Role, after: Role) => void = () => {},
): Promise<void> {
  await db.retryLostRaces(async () => {
    const unitRoles = await getUnitRoles(db, unit);
    const role = requireCustomRole(unitRoles, id);
    const { roleName = role.roleName, roleItems = role.roleItems } = change;
    const changed: Role = { ...role, roleName, roleItems: [...roleItems] };
    guard(role, changed);
    if (change.roleName !== undefined) requireFreeName(unitRoles, change.roleName, id);
    if (isUnchanged(role, changed)) return;
    const after = withChangedRole(unitRoles, id, () => changed);
    requireWithinRolesQuota(unitRoles, after, db.quotas.roles);
    await db.write([replaceRolesStep(unit, unitRoles, after)]);
  });
}

function requireFreeName(unitRoles: UnitRoles, name: string, exceptId?: number): void {
  const key = normaliseKey(name);
  const isTaken = unitRoles.roles.some((role) => role.id !== exceptId && normaliseKey(role.roleName) === key);
  if (isTaken) throw new AppError('duplicate_role_name');
}
