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

/** Finds all roles of a unit. A unit that is being deleted has none. */
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
 * The step that puts a roster in place of the one that was read. A count of users is left alone, since whoever adds
 * users meanwhile has changed it.
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
 * The step that adds so many users to a unit's count, or removes them where the number is negative. The count stays
 * within `most`, and the roles must be those that were read. Where the users have not been counted yet, the roster gets
 * another version instead, so that whoever is counting them sees that they have changed.
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
