import { taskKey } from '../../../tables/keys.ts';
import { demandCustomRole, type Role, withRoleChanged } from '../../domain/user/role.ts';
import type { User } from '../../domain/user/user.ts';
import { WRITE_UNIT_BYTES } from '../../domain/values/page.ts';
import { Allowance, type Bounds, takeFitting } from '../../table/allowance.ts';
import { batchesOf } from '../../table/batches.ts';
import type { Database } from '../../table/database.ts';
import { remove, replace, type Step } from '../../table/steps.ts';
import { itemSize } from '../item-size.ts';
import { beginTask, newTask, type TaskOf, timeForParts } from '../task.ts';
import { readRoster, rosterStep } from './roster.ts';
import { findUsersByUnit, userItem } from './user.ts';

/** How many users lose the role in one transaction. The companions of the request come on top. */
const USERS_PER_TRANSACTION = 97;

/** How many such transactions one call makes. If more users hold the role, the sweep does the rest. */
const BATCHES_PER_CALL = 2;

/**
 * Deletes a role of the unit and takes it from its users. From the first transaction on the role is gone. Whoever holds
 * it has no role any more, and nobody can be given it: giving a role demands the roster that it was read from. Then it
 * is taken from its holders; the sweep finishes what is cut short.
 * @throws AppError `role_not_found`, `protected_role`, and what `guard` throws.
 */
export async function deleteRole(
  db: Database,
  unit: number,
  id: number,
  { isTimeUp = () => false, guard = () => {} }: { isTimeUp?: () => boolean; guard?: (role: Role) => void } = {},
): Promise<void> {
  const task: TaskOf<'delete-role'> = { ...newTask(`role-${id}`), kind: 'delete-role', unit, role: id };
  await db.retryLostRaces(async () => {
    const roster = await readRoster(db, unit);
    guard(demandCustomRole(roster, id));
    const next = withRoleChanged(roster, id, () => undefined);
    await db.write([rosterStep(unit, roster, next), beginTask(task)]);
  });
  const allowance = Allowance.ofCall(db);
  await finishRoleDeletion(db, task, { isTimeUp: timeForParts(BATCHES_PER_CALL, isTimeUp), allowance });
}

/** Takes a deleted role from its holders; false where its bounds are reached before the end. */
export async function finishRoleDeletion(
  db: Database,
  task: TaskOf<'delete-role'>,
  { isTimeUp, allowance = new Allowance(db) }: Bounds,
): Promise<boolean> {
  const part = onceForEach(isTimeUp);
  let left: 'some' | 'none' | 'unknown' = 'unknown';
  while (left === 'unknown') left = await db.retryLostRaces(() => revokeFromFound(db, task, part, allowance));
  return left === 'none';
}

/** A part of the work. It begins while there is time, and stays the same part when it is tried again. */
interface Part {
  readonly mayBegin: () => boolean;
  readonly end: () => void;
}

function onceForEach(isTimeUp: () => boolean): Part {
  let isAllowed: boolean | undefined;
  return {
    mayBegin: () => {
      isAllowed ??= !isTimeUp();
      return isAllowed;
    },
    end: () => {
      isAllowed = undefined;
    },
  };
}

/** Takes the role from the users that were found to hold it. The task ends only after a look that has found nobody. */
async function revokeFromFound(
  db: Database,
  { id, unit, role }: TaskOf<'delete-role'>,
  part: Part,
  allowance: Allowance,
): Promise<'some' | 'none' | 'unknown'> {
  const { users, areAll } = await findUsersByUnit(db, unit, allowance.readUnits);
  const holders = users.filter((user) => user.roleId === role);
  if (holders.length === 0 && areAll) {
    await db.write([remove(taskKey(id))]);
    return 'none';
  }
  for (const batch of batchesOf(holders, USERS_PER_TRANSACTION)) {
    if (!part.mayBegin()) return 'some';
    const some = takeFitting(batch, allowance.writeUnits, (user) => costOfRevoking(unit, user));
    if (some.length > 0) await db.write(some.map((user) => revokeRole(unit, user)));
    if (some.length < batch.length) return 'some';
    part.end();
  }
  return areAll ? 'unknown' : 'some';
}

function costOfRevoking(unit: number, user: User): number {
  return 2 * Math.ceil(itemSize({ ...userItem(unit, user) }) / WRITE_UNIT_BYTES);
}

function revokeRole(unit: number, user: User): Step {
  return replace(userItem(unit, { ...user, version: user.version + 1, roleId: 0 }), user.version);
}
