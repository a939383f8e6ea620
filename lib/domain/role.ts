import * as z from 'zod';
import { AppError } from '../errors.ts';

/** `roleType` of the role that a unit's main account holds. */
export const SYSTEM_ROLE_TYPE = '系统角色';
const CUSTOM_ROLE_TYPE = '自定义角色';
const SYSTEM_ROLE_NAME = '超级管理员';

/** Most bytes of a unit's roles, which are read together with every call. */
const MOST_ROSTER_BYTES = 120 * 1024;

/** A role's id is its unit's id × this + its number in the unit, so that no two units share one. */
const ROLE_ID_FACTOR = 1_000_000;

export const Role = z.object({
  id: z.int().min(1),
  roleName: z.string(),
  roleType: z.enum([SYSTEM_ROLE_TYPE, CUSTOM_ROLE_TYPE]),
  roleItems: z.array(z.int()),
});
export type Role = z.output<typeof Role>;

/** A role by its number in its unit. */
export interface NumberedRole {
  readonly number: number;
  readonly roleName: string;
  readonly roleItems: readonly number[];
}

/** A role as the contract answers it. */
export const RoleRecord = Role.extend({ vender: z.int().min(0) });

/** All roles of one unit. `version` grows with every change. */
export const RoleRoster = z.object({
  version: z.int(),
  /** Number of the next role in the unit; never used twice. */
  next: z.int(),
  roles: z.array(Role),
  /** How many users the unit has; absent where they have not been counted yet. */
  users: z.int().optional(),
});
export type RoleRoster = z.output<typeof RoleRoster>;

/** The role of that id, where the unit has it. */
export function findRole(roster: RoleRoster, id: number): Role | undefined {
  return roster.roles.find((role) => role.id === id);
}

/** A role that is the unit's own to change. @throws AppError `role_not_found`, `protected_role`. */
export function demandCustomRole(roster: RoleRoster, id: number): Role {
  const role = findRole(roster, id);
  if (!role) throw new AppError('role_not_found');
  if (role.roleType === SYSTEM_ROLE_TYPE) throw new AppError('protected_role');
  return role;
}

/** Permission items of a role; none where there is no such role. */
export function itemsOf(roster: RoleRoster, id: number): readonly number[] {
  return findRole(roster, id)?.roleItems ?? [];
}

/** Id of the n-th role ever created in a unit. */
export function roleId(unit: number, number: number): number {
  return unit * ROLE_ID_FACTOR + number;
}

/** Which role of its unit, counted in order of creation, an id stands for. */
export function roleNumber(id: number): number {
  return id % ROLE_ID_FACTOR;
}

/** Id of the system role of a unit: always its first. */
export function systemRoleId(unit: number): number {
  return roleId(unit, 1);
}

/** @throws AppError `quota_reached` where a roster has grown beyond what a unit may hold. */
export function demandRoom(before: RoleRoster, next: RoleRoster, most: number): void {
  const isMore = next.roles.length > before.roles.length;
  const isLarger = bytesOf(next) > bytesOf(before);
  if ((isMore && next.roles.length > most) || (isLarger && bytesOf(next) > MOST_ROSTER_BYTES)) {
    throw new AppError('quota_reached');
  }
}

function bytesOf({ roles }: RoleRoster): number {
  return Buffer.byteLength(JSON.stringify(roles));
}

/** The roster a unit starts with: the system role with all items of its side, and its main user. */
export function initialRoster(unit: number, allItems: readonly number[]): RoleRoster {
  const role: Role = {
    id: systemRoleId(unit),
    roleName: SYSTEM_ROLE_NAME,
    roleType: SYSTEM_ROLE_TYPE,
    roleItems: [...allItems],
  };
  return { version: 1, next: 2, roles: [role], users: 1 };
}

/** The roster with all its custom roles, whose numbers ascend from 2, in place of those it has. */
export function withCustomRoles(roster: RoleRoster, unit: number, roles: readonly NumberedRole[]): RoleRoster {
  const custom = roles.map(({ number, roleName, roleItems }): Role => {
    return { id: roleId(unit, number), roleType: CUSTOM_ROLE_TYPE, roleName, roleItems: [...roleItems] };
  });
  const system = roster.roles.filter(({ roleType }) => roleType === SYSTEM_ROLE_TYPE);
  const next = Math.max(roster.next, (roles.at(-1)?.number ?? 0) + 1);
  return { ...roster, version: roster.version + 1, next, roles: [...system, ...custom] };
}

/** The roster with one more role at its end. */
export function withNewRole(roster: RoleRoster, unit: number, role: Pick<Role, 'roleName' | 'roleItems'>): RoleRoster {
  const added: Role = { id: roleId(unit, roster.next), roleType: CUSTOM_ROLE_TYPE, ...role };
  return { ...roster, version: roster.version + 1, next: roster.next + 1, roles: [...roster.roles, added] };
}

/** The roster with the role of that id replaced by what `change` makes of it; `undefined` removes it. */
export function withRoleChanged(roster: RoleRoster, id: number, change: (role: Role) => Role | undefined): RoleRoster {
  const roles = roster.roles.flatMap((role) => (role.id === id ? (change(role) ?? []) : role));
  return { ...roster, version: roster.version + 1, roles };
}
