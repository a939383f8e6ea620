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

/** The roster of a unit; undefined while the unit is being deleted. */
async function findRoster(db: Database, unit: number): Promise<RoleRoster | undefined> {
  const item = await db.get(rolesKey(unit));
  return item && RoleRoster.parse(item);
}

/**
 * The roster of a unit.
 * @throws AppError `unit_not_found`.
 */
export async function readRoster(db: Database, unit: number): Promise<RoleRoster> {
  const roster = await findRoster(db, unit);
  if (!roster) throw new AppError('unit_not_found');
  return roster;
}

/**
 * The step that replaces the roster that was read. It leaves the count of users alone, since others may be adding
 * users.
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
 * The step that adds to a unit's count of users, or subtracts where the number is negative. The count stays within
 * `most`, and the roles must be those that were read. Where the users have not been counted yet, the roster gets
 * another version instead, so that whoever is counting them notices the change.
 */
export function userCountStep(unit: number, roster: RoleRoster, added: number, most: number): Step {
  const { users, version } = roster;
  if (users === undefined) return rosterStep(unit, roster, { ...roster, version: version + 1 });
  if (added > 0 && users + added > most) throw new AppError('quota_reached');
  return update(rolesKey(unit), {
    set: '#users = #users + :added',
    condition: added > 0 ? '#version = :version AND #users <= :room' : '#version = :version',
    names: { '#version': 'version', '#users': 'users' },
    values: { ':version': version, ':added': added, ...(added > 0 ? { ':room': most - added } : {}) },
  });
}
