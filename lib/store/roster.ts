import type * as z from 'zod/mini';
import { type Key, rolesKey } from '../../tables/keys.ts';
import { packRoles, RoleRoster } from '../domain/role.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { replace, type Step, update } from '../table/steps.ts';

/** The item of a unit's roster. */
export function rosterItem(unit: number, roster: RoleRoster): Key & z.input<typeof RoleRoster> {
  return { ...rolesKey(unit), ...roster, roles: packRoles(roster.roles) };
}

/** All roles of a unit where it has any: it has none as soon as it is being deleted. */
export async function findRoster(db: Database, unit: number): Promise<RoleRoster | undefined> {
  const item = await db.get(rolesKey(unit));
  return item && RoleRoster.parse(item);
}

/** All roles of a unit. @throws AppError `unit_not_found` where the unit is gone. */
export async function readRoster(db: Database, unit: number): Promise<RoleRoster> {
  const roster = await findRoster(db, unit);
  if (!roster) throw new AppError('unit_not_found');
  return roster;
}

/**
 * The step that puts a roster in place of the one that was read. The count of users is left alone where it stands
 * already: whoever adds users meanwhile has changed it.
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
 * The step that adds so many users to a unit's count, which stays within `most`; less than none removes them. It demands
 * the roles that were read. A unit whose users have not been counted yet gets another version of its roster instead, so
 * that who is counting them sees that they have changed.
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
