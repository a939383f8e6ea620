import * as z from 'zod/mini';
import { AppError } from '../../errors.ts';
import { locate, toId } from '../values/id.ts';
import { nameSchemas } from '../values/output.ts';

/** The `roleType` of the role that a unit's main account holds. */
export const SYSTEM_ROLE_TYPE = '系统角色';
const CUSTOM_ROLE_TYPE = '自定义角色';
const SYSTEM_ROLE_NAME = '超级管理员';
/** The maximum bytes of a unit's packed roles. Every call reads them: 9 read capacity units. */
const MAX_ROLES_BYTES = 35 * 1024;
/** The system role is the first of each unit. */
const SYSTEM_ROLE_NUMBER = 1;
/** The `roleId` of users without a role. */
export const NO_ROLE = 0;

export const Role = z.object({
  id: z.int().check(z.minimum(1)),
  roleName: z.string(),
  roleType: z.enum([SYSTEM_ROLE_TYPE, CUSTOM_ROLE_TYPE]),
  roleItems: z.array(z.int()),
});
export type Role = z.output<typeof Role>;

export const RoleRecord = z.extend(Role, { vender: z.int().check(z.minimum(0)) });
nameSchemas({ Role: RoleRecord });

/** A packed role: its number in its unit, its name, and one letter for each of its items. */
const PackedRole = z.tuple([z.int().check(z.minimum(1)), z.string(), z.string()]);
/** The character code of the letter for item 0. `1` is item 1, `[` is item 43. JSON escapes only item 44, which is `\`. */
const FIRST_LETTER = 48;

const PackedRoles = z.tuple([z.int().check(z.minimum(0)), z.array(PackedRole)]);
/** The roles of a unit in one text that begins with the unit's id. It is a third as large as a list of them. */
const UnpackedRoles = z.pipe(
  z.string(),
  z.transform((text, context): Role[] => {
    try {
      const [unit, roles] = PackedRoles.parse(JSON.parse(text));
      return roles.map((role) => unpackRole(unit, role));
    } catch {
      context.issues.push({ code: 'custom', input: text, message: 'is no packed list' });
      return z.NEVER;
    }
  }),
);

/** All roles of one unit. `version` grows with every change. */
export const UnitRoles = z.object({
  version: z.int(),
  /** Number of the next role in the unit. No number is used twice. */
  next: z.int(),
  roles: UnpackedRoles,
  /** How many users the unit has; absent where they have not been counted yet. */
  users: z.optional(z.int()),
});
export type UnitRoles = z.output<typeof UnitRoles>;

/** Finds a role of the unit, also the system role; undefined for an id of another unit. */
export function findRole(unitRoles: UnitRoles, id: number): Role | undefined {
  return unitRoles.roles.find((role) => role.id === id);
}

/** @throws AppError `role_not_found`, or `protected_role` where it is the system role, which no unit may change. */
export function requireCustomRole(unitRoles: UnitRoles, id: number): Role {
  const role = findRole(unitRoles, id);
  if (!role) throw new AppError('role_not_found');
  if (role.roleType === SYSTEM_ROLE_TYPE) throw new AppError('protected_role');
  return role;
}

/** Lists the permission items of a role; none where it does not exist. */
export function listRoleItems(unitRoles: UnitRoles, id: number): readonly number[] {
  return findRole(unitRoles, id)?.roleItems ?? [];
}

/** Returns the id of the system role of a unit, which is always its first. */
export function systemRoleId(unit: number): number {
  return toId(unit, SYSTEM_ROLE_NUMBER);
}

/** @throws AppError `quota_reached` where a change lets the roles grow beyond the unit's quota of roles or of bytes. */
export function requireWithinRolesQuota(before: UnitRoles, after: UnitRoles, maxRoles: number): void {
  const isMore = after.roles.length > before.roles.length;
  const isLarger = packedBytes(after) > packedBytes(before);
  if ((isMore && after.roles.length > maxRoles) || (isLarger && packedBytes(after) > MAX_ROLES_BYTES))
    throw new AppError('quota_reached');
}

function packedBytes({ roles }: UnitRoles): number {
  return Buffer.byteLength(packRoles(roles));
}

/** Packs the roles of one unit as JSON. Each permission item is one letter, to save bytes of the stored item. */
export function packRoles(roles: readonly Role[]): string {
  const unit = locate(roles[0]?.id ?? 0).unit;
  const packed = roles.map(({ id, roleName, roleItems }): z.input<typeof PackedRole> => {
    return [locate(id).number, roleName, String.fromCodePoint(...roleItems.map((item) => FIRST_LETTER + item))];
  });
  return JSON.stringify([unit, packed]);
}

function unpackRole(unit: number, [roleNumber, roleName, letters]: z.output<typeof PackedRole>): Role {
  return {
    id: toId(unit, roleNumber),
    roleName,
    roleType: roleNumber === SYSTEM_ROLE_NUMBER ? SYSTEM_ROLE_TYPE : CUSTOM_ROLE_TYPE,
    roleItems: Array.from(letters, (letter) => (letter.codePointAt(0) ?? 0) - FIRST_LETTER),
  };
}

/** Makes the roles of a new unit: the system role with all items of its side. The main account is its first user. */
export function initialUnitRoles(unit: number, systemRoleItems: readonly number[]): UnitRoles {
  const role: Role = {
    id: systemRoleId(unit),
    roleName: SYSTEM_ROLE_NAME,
    roleType: SYSTEM_ROLE_TYPE,
    roleItems: [...systemRoleItems],
  };
  return { version: 1, next: SYSTEM_ROLE_NUMBER + 1, roles: [role], users: 1 };
}

/** Adds a role under the unit's next number. Returns the id, and the roles under a new version. */
export function withNewRole(unitRoles: UnitRoles, unit: number, role: Pick<Role, 'roleName' | 'roleItems'>) {
  const added: Role = { id: toId(unit, unitRoles.next), roleType: CUSTOM_ROLE_TYPE, ...role };
  const roles = [...unitRoles.roles, added];
  const rolesAfter = { ...unitRoles, version: unitRoles.version + 1, next: unitRoles.next + 1, roles };
  return { id: added.id, rolesAfter };
}

/** Changes the role with this id; undefined removes it. Returns the roles under a new version. */
export function withChangedRole(unitRoles: UnitRoles, id: number, changed: Role | undefined): UnitRoles {
  const roles = unitRoles.roles.flatMap((role) => (role.id === id ? (changed ?? []) : role));
  return { ...unitRoles, version: unitRoles.version + 1, roles };
}
