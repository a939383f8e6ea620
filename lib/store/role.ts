import type { Change } from '../domain/change.ts';
import { normaliseKey } from '../domain/fields.ts';
import {
  findRole,
  MAX_ROLES,
  type Role,
  type RoleRoster,
  SYSTEM_ROLE_TYPE,
  withNewRole,
  withRoleChanged,
} from '../domain/role.ts';
import type { User } from '../domain/user.ts';
import { AppError } from '../errors.ts';
import { chunk, type Database } from './database.ts';
import { readRoster, rosterItem } from './roster.ts';
import { replace, type Step } from './steps.ts';
import { listUsersByUnit, userItem } from './user.ts';

/** Users whose role one transaction can revoke, besides the roster and the companions of the request. */
const USERS_PER_TRANSACTION = 97;

/** What a role is called and may do. */
export interface RoleDraft {
  readonly roleName: string;
  readonly roleItems: readonly number[];
}

/** What changes of a role; absent parts stay. */
export type RoleChange = Change<RoleDraft>;

/**
 * Creates a role in the unit and returns its id.
 * @throws AppError `duplicate_role_name`, `too_many_roles`.
 */
export async function createRole(db: Database, unit: number, draft: RoleDraft): Promise<number> {
  return db.retryLostRaces(async () => {
    const roster = await readRoster(db, unit);
    if (roster.roles.length >= MAX_ROLES) throw new AppError('too_many_roles');
    demandFreeName(roster, draft.roleName);
    const next = withNewRole(roster, unit, { roleName: draft.roleName, roleItems: [...draft.roleItems] });
    await db.write([replace(rosterItem(unit, next), roster.version)]);
    return next.roles.at(-1)?.id ?? 0;
  });
}

/**
 * Changes name or items of a role of the unit.
 * @throws AppError `role_not_found`, `protected_role`, `duplicate_role_name`.
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
    const next = withRoleChanged(roster, id, () => changed);
    await db.write([replace(rosterItem(unit, next), roster.version)]);
  });
}

/**
 * Deletes a role of the unit and revokes it from its users. The last transaction takes the role itself, so that a
 * deletion cut short can be repeated.
 * @throws AppError `role_not_found`, `protected_role`.
 */
export async function deleteRole(
  db: Database,
  unit: number,
  id: number,
  guard: (role: Role) => void = () => {},
): Promise<void> {
  await db.retryLostRaces(async () => {
    const [roster, users] = await Promise.all([readRoster(db, unit), listUsersByUnit(db, unit)]);
    guard(demandCustomRole(roster, id));
    const next = withRoleChanged(roster, id, () => undefined);
    const batches = chunk(
      users.filter((user) => user.roleId === id),
      USERS_PER_TRANSACTION,
    );
    const last = batches.pop() ?? [];
    for (const batch of batches) await db.write(batch.map((user) => revokeRole(unit, user)));
    await db.write([replace(rosterItem(unit, next), roster.version), ...last.map((user) => revokeRole(unit, user))]);
  });
}

function revokeRole(unit: number, user: User): Step {
  return replace(userItem(unit, { ...user, version: user.version + 1, roleId: 0 }), user.version);
}

function demandCustomRole(roster: RoleRoster, id: number): Role {
  const role = findRole(roster, id);
  if (!role) throw new AppError('role_not_found');
  if (role.roleType === SYSTEM_ROLE_TYPE) throw new AppError('protected_role');
  return role;
}

function demandFreeName(roster: RoleRoster, name: string, except?: number): void {
  const key = normaliseKey(name);
  const taken = roster.roles.some((role) => role.id !== except && normaliseKey(role.roleName) === key);
  if (taken) throw new AppError('duplicate_role_name');
}
