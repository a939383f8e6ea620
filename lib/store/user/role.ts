import { taskKey } from '../../../tables/keys.ts';
import {
  NO_ROLE,
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
import { removeStep } from '../../table/steps.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { newTask, repeatParts, type TaskOfKind, taskStep } from '../task.ts';
import { getUnitRoles, replaceRolesStep } from './unit-roles.ts';
import { changeUserStep, listUsersByUnit } from './user.ts';

/** How many users at most lose the role in one transaction. One of the 98 steps of `Database.write` stays free. */
const REVOCATIONS_PER_TRANSACTION = 97;

/** The facts that a caller gives of a role. */
export interface RoleFacts {
  readonly roleName: string;
  readonly roleItems: readonly number[];
}

/** Creates a role in the unit and returns its id; throws `duplicate_role_name`, `quota_reached`. */
export async function createRole(db: Database, unit: number, { roleName, roleItems }: RoleFacts): Promise<number> {
  return db.retryLostRaces(async () => {
    const unitRoles = await getUnitRoles(db, unit);
    requireFreeName(unitRoles, roleName);
    const { id, rolesAfter } = withNewRole(unitRoles, unit, { roleName, roleItems: [...roleItems] });
    requireWithinRolesQuota(unitRoles, rolesAfter, db.quotas.roles);
    await db.write([{ ...replaceRolesStep(unit, unitRoles, rolesAfter), loggedAs: ['role', id] }]);
    return id;
  });
}

/**
 * Changes a role of the unit.
 * @throws AppError `role_not_found`, `protected_role`, `duplicate_role_name`, `quota_reached`, and what `guard` throws.
 */
export async function updateRole(
  db: Database,
  unit: number,
  id: number,
  change: Change<RoleFacts>,
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
    const rolesAfter = withChangedRole(unitRoles, id, changed);
    requireWithinRolesQuota(unitRoles, rolesAfter, db.quotas.roles);
    await db.write([replaceRolesStep(unit, unitRoles, rolesAfter)]);
  });
}

function requireFreeName(unitRoles: UnitRoles, name: string, exceptId?: number): void {
  const normalName = normaliseKey(name);
  const isTaken = unitRoles.roles.some((role) => role.id !== exceptId && normaliseKey(role.roleName) === normalName);
  if (isTaken) throw new AppError('duplicate_role_name');
}

/**
 * Deletes a role and revokes it from its holders. After the first transaction they have no role, and nobody can get it,
 * because assigning a role requires unchanged roles. The sweep finishes what is cut short.
 * @throws AppError `role_not_found`, `protected_role`, and what `guard` throws.
 */
export async function deleteRole(
  db: Database,
  unit: number,
  id: number,
  { isTimeUp = () => false, guard = () => {} }: { isTimeUp?: () => boolean; guard?: (role: Role) => void } = {},
): Promise<void> {
  const task: TaskOfKind<'delete-role'> = { ...newTask(`role-${id}`), kind: 'delete-role', unit, role: id };
  await db.retryLostRaces(async () => {
    const unitRoles = await getUnitRoles(db, unit);
    guard(requireCustomRole(unitRoles, id));
    const rolesAfter = withChangedRole(unitRoles, id, undefined);
    await db.write([replaceRolesStep(unit, unitRoles, rolesAfter), taskStep(task)]);
  });
  await finishRoleDeletion(db, task, isTimeUp);
}

/** Revokes a deleted role from its holders and ends the task when none is left; false where time is up before. */
export async function finishRoleDeletion(
  db: Database,
  { id: taskId, unit, role: roleId }: TaskOfKind<'delete-role'>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  return repeatParts(db, isTimeUp, async () => {
    const holders = (await listUsersByUnit(db, unit)).filter((user) => user.roleId === roleId);
    const batch = holders.slice(0, REVOCATIONS_PER_TRANSACTION);
    const endSteps = holders.length === 0 ? [removeStep(taskKey(taskId))] : [];
    await db.write([...batch.map((user) => changeUserStep(unit, user, { roleId: NO_ROLE })), ...endSteps]);
    return holders.length === 0;
  });
}
