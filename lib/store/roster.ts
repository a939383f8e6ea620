import { type Key, rolesKey } from '../../tables/keys.ts';
import { RoleRoster } from '../domain/role.ts';
import { AppError } from '../errors.ts';
import type { Database } from './database.ts';

/** The item of a unit's roster. */
export function rosterItem(unit: number, roster: RoleRoster): Key & RoleRoster {
  return { ...rolesKey(unit), ...roster };
}

/** All roles of a unit. @throws AppError `unit_not_found` where the unit is gone. */
export async function readRoster(db: Database, unit: number): Promise<RoleRoster> {
  const item = await db.get(rolesKey(unit));
  if (!item) throw new AppError('unit_not_found');
  return RoleRoster.parse(item);
}
