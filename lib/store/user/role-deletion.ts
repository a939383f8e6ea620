import { taskKey } from '../../../tables/keys.ts';
import { type Role, requireCustomRole, withChangedRole } from '../../domain/user/role.ts';
import type { Database } from '../../table/database.ts';
import { remove } from '../../table/steps.ts';
import { newTask, type TaskOfKind, taskStep } from '../task.ts';
import { getUnitRoles, replaceRolesStep } from './unit-roles.ts';
import { changeUserStep, listUsersByUnit } from './user.ts';

/** The number of users that lose the role in one transaction. The steps attached to the request come on top. */
const REVOCATIONS_PER_TRANSACTION = 97;

/**
 * Deletes a role of the unit and revokes it from its holders. After the first transaction the role is gone: its holders
 * have no role, and nobody can get it, because assigning a role requires unchanged roles. Then each holder is
 * changed. The sweep finishes what is cut short.
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
    const next = withChangedRole(unitRoles, id, () => undefined);
    await db.write([replaceRolesStep(unit, unitRoles, next), taskStep(task)]);
  });
  await finishRoleDeletion(db, task, isTimeUp);
}

/**
 * Revokes a deleted role from its holders; false where time is up before the end. The task ends when no holder is
 * found.
 */
export async function finishRoleDeletion(
  db: Database,
  { id, unit, role }: TaskOfKind<'delete-role'>,
  isTimeUp: () => boolean,
): Promise<boolean> {
  while (!isTimeUp()) {
    const isFinished = await db.retryLostRaces(async () => {
      const holders = (await listUsersByUnit(db, unit)).filter((user) => user.roleId === role);
      const batch = holders.slice(0, REVOCATIONS_PER_TRANSACTION);
      await db.write(
        batch.length > 0 ? batch.map((user) => changeUserStep(unit, user, { roleId: 0 })) : [remove(taskKey(id))],
      );
      return batch.length === 0;
    });
    if (isFinished) return true;
  }
  return false;
}
