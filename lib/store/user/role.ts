import {
  demandCustomRole,
  demandRoom,
  type Role,
  type RoleRoster,
  withNewRole,
  withRoleChanged,
} from '../../domain/user/role.ts';
import { type Change, isUnchanged } from '../../domain/values/change.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { normaliseKey } from '../../text/normal-form.ts';
import { readRoster, rosterStep } from './roster.ts';

/** The name and the permission items of a role. */
export interface RoleDraft {
  readonly roleName: string;
  readonly roleItems: readonly number[];
}

/** The change of a role; absent parts stay. */
export type RoleChange = Change<RoleDraft>;

/**
 * Creates a role in the unit and returns its id.
 * @throws AppError `duplicate_role_name`, `quota_reached`.
 */
export async function createRole(db: Database, unit: number, draft: RoleDraft): Promise<number> {
  return db.retryLostRaces(async () => {
    const roster = await readRoster(db, unit);
    demandFreeName(roster, draft.roleName);
    const next = withNewRole(roster, unit, { roleName: draft.roleName, roleItems: [...draft.roleItems] });
    demandRoom(roster, next, db.quotas.roles);
    const id = next.roles.at(-1)?.id ?? 0;
    await db.write([{ ...rosterStep(unit, roster, next), loggedAs: ['role', id] }]);
    return id;
  });
}

/**
 * Changes the name or the permission items of a role of the unit. A change without effect writes nothing.
 * @throws AppError `role_not_found`, `protected_role`, `duplicate_role_name`, `quota_reached`.
 */
export async function updateRole(
  db: Database,
  unit: number,
  id: number,
  change: RoleChange,
  guard: (role: Role, next: Role) => void = () => {},
): Promise<void> {
  await db.retryLostRaces(async () => {
    const roster = await readRoster(db, unit);
    const role = demandCustomRole(roster, id);
    const { roleName = role.roleName, roleItems = role.roleItems } = change;
    const changed: Role = { ...role, roleName, roleItems: [...roleItems] };
    guard(role, changed);
    if (change.roleName !== undefined) demandFreeName(roster, change.roleName, id);
    if (isUnchanged(role, changed)) return;
    const next = withRoleChanged(roster, id, () => changed);
    demandRoom(roster, next, db.quotas.roles);
    await db.write([rosterStep(unit, roster, next)]);
  });
}

function demandFreeName(roster: RoleRoster, name: string, except?: number): void {
  const key = normaliseKey(name);
  const taken = roster.roles.some((role) => role.id !== except && normaliseKey(role.roleName) === key);
  if (taken) throw new AppError('duplicate_role_name');
}
