import type * as z from 'zod/mini';
import { type Key, rolesKey } from '../../../tables/keys.ts';
import { packRoles, RoleRoster } from '../../domain/user/role.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { replace, type Step, update } from '../../table/steps.ts';

/** The item of a unit's roster. */
export function rosterItem(unit: number, roster: RoleRoster): Key & z.input<typeof RoleRoster> {
  return { ...rolesKey(unit), ...roster, roles: packRoles(roster.roles) };
}

/**
 * Reads the roster of a unit.
 * @throws AppError `unit_not_found`, also while the unit is being deleted.
 */
export async function readRoster(db: Database, unit: number): Promise<RoleRoster> {
  const item = await db.get(rolesKey(unit));
  if (!item) throw new AppError('unit_not_found');
  return RoleRoster.parse(item);
}

/**
 * The step that replaces a roster, which must be as it was read. It leaves the count of users alone, because users may
 * be added at the same time.
 */
export function rosterStep(unit: number, before: RoleRoster, next: RoleRoster): Step {
  if (before.users === undefined) return replace(rosterItem(unit, next), before.version);
  return update(rolesKey(unit), {
    set: '#version = :after, #next = :next, #roles = :roles',
    condition: '#version = :before',
    names: { '#version': 'version', '#next': 'next', '#roles': 'roles' },
    values: { ':before': before.version, ':after': next.version, ':next': next.next, ':roles': packRoles(next.roles) },
  });
}

/**
 * The step that adds `added`, which may be negative, to a unit's count of users. The roles must be as they were read.
 * Where users have not been counted yet, the step changes the version of the roster instead, so that a concurrent count
 * notices it.
 * @throws AppError `quota_reached` beyond `maxUsers`.
 */
export function userCountStep(unit: number, roster: RoleRoster, added: number, maxUsers: number): Step {
  const { users, version } = roster;
  if (users === undefined) return rosterStep(unit, roster, { ...roster, version: version + 1 });
  if (added > 0 && users + added > maxUsers) throw new AppError('quota_reached');
  return update(rolesKey(unit), {
    set: '#users = #users + :added',
    condition: added > 0 ? '#version = :version AND #users <= :room' : '#version = :version',
    names: { '#version': 'version', '#users': 'users' },
    values: { ':version': version, ':added': added, ...(added > 0 ? { ':room': maxUsers - added } : {}) },
  });
}
