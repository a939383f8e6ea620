import { expect } from 'vitest';
import { requireWithinRolesQuota, type Role as StoredRole, withNewRole } from '../../../lib/domain/user/role.ts';
import { getUnitRoles, replaceRolesStep } from '../../../lib/store/user/unit-roles.ts';
import type { Database } from '../../../lib/table/database.ts';
import type { Answer } from '../service/service.ts';
import type { School, Setup } from '../service/setup.ts';

export interface Role {
  readonly id: number;
  readonly roleName: string;
  readonly roleType: string;
  readonly roleItems: number[];
  readonly vender: number;
}

/** The roles of one unit, by the calls of its main account. */
export function bindRoleCalls(setup: Setup, home: School) {
  const list = (): Promise<Role[]> => setup.succeed('GET /api/role', {}, home.token);
  const call = (method: string, parameters: Record<string, string | number>, token = home.token): Promise<Answer> =>
    setup.service.call(`${method} /api/role`, parameters, { token });
  /**
   * The only role with a name.
   * @throws Error where there is none, or more than one.
   */
  const find = async (roleName: string): Promise<Role> => {
    const matches = (await list()).filter((role) => role.roleName === roleName);
    expect(matches).toHaveLength(1);
    return matches[0] as Role;
  };
  const add = async (items: readonly number[] = []): Promise<Role> => {
    const id = await setup.createRole(items, home);
    return (await list()).find((role) => role.id === id) as Role;
  };
  return { list, call, find, add };
}

/** Gives a unit these roles in one write, where one call each would take too long. */
export async function giveRoles(
  db: Database,
  unit: number,
  roles: readonly Pick<StoredRole, 'roleName' | 'roleItems'>[],
): Promise<void> {
  const unitRoles = await getUnitRoles(db, unit);
  const full = roles.reduce((before, role) => withNewRole(before, unit, role).rolesAfter, unitRoles);
  const next = { ...full, version: unitRoles.version + 1 };
  requireWithinRolesQuota(unitRoles, next, db.quotas.roles);
  await db.write([replaceRolesStep(unit, unitRoles, next)]);
}
