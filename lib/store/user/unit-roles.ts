import type * as z from 'zod/mini';
import { type Key, rolesKey } from '../../../tables/keys.ts';
import { packRoles, UnitRoles } from '../../domain/user/role.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { replaceStep, type Step, updateStep } from '../../table/steps.ts';

export function toUnitRolesItem(unit: number, unitRoles: UnitRoles): Key & z.input<typeof UnitRoles> {
  return { ...rolesKey(unit), ...unitRoles, roles: packRoles(unitRoles.roles) };
}

/** Reads the roles of a unit; throws `unit_not_found`, also while the unit is being deleted. */
export async function getUnitRoles(db: Database, unit: number): Promise<UnitRoles> {
  const item = await db.get(rolesKey(unit));
  if (!item) throw new AppError('unit_not_found');
  return UnitRoles.parse(item);
}

/**
 * The step that replaces the roles of a unit, which must be as they were read; `after` must have the next version. It
 * does not write a count of users that exists, because users may be added at the same time.
 */
export function replaceRolesStep(unit: number, before: UnitRoles, after: UnitRoles): Step {
  if (before.users === undefined) return replaceStep(toUnitRolesItem(unit, after), before.version);
  const { version, next, roles } = after;
  return updateStep(rolesKey(unit), {
    set: { version, next, roles: packRoles(roles) },
    condition: '#version = :versionBefore',
    values: { ':versionBefore': before.version },
  });
}

/**
 * The step that changes a unit's count of users by `delta`. The roles must be as they were read. Where users have not
 * been counted yet, the step changes the version of the roles instead, so that a concurrent count notices it. Until users
 * are counted, the quota is not checked.
 * @throws AppError `quota_reached` beyond `maxUsers`.
 */
export function changeUserCountStep(unit: number, unitRoles: UnitRoles, delta: number, maxUsers: number): Step {
  const { users: userCount, version } = unitRoles;
  if (userCount === undefined) return replaceRolesStep(unit, unitRoles, { ...unitRoles, version: version + 1 });
  if (delta > 0 && userCount + delta > maxUsers) throw new AppError('quota_reached');
  return updateStep(rolesKey(unit), {
    assignments: '#users = #users + :delta',
    condition: delta > 0 ? '#version = :version AND #users <= :maxBefore' : '#version = :version',
    values: { ':version': version, ':delta': delta, ...(delta > 0 ? { ':maxBefore': maxUsers - delta } : {}) },
  });
}
