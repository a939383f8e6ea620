import { permissionItemsOf } from '../../../../lib/auth/permissions.ts';
import { done, fails } from '../answer.ts';
import { id, ids, maybe, name, needed } from '../arguments.ts';
import type { Draw } from '../draw.ts';
import { isSameName, type ModelCaller } from '../gate.ts';
import { defineKind, type Kind, type Viewpoint } from '../kind.ts';
import { findRoleOf, ID_FACTOR, rolesOf, usersOf, type World } from '../world.ts';

const ROLE_NAMES = ['配餐员', '营养师', 'Chef', '超级管理员'];

/** Items of the two sides, from the catalogue of the contract. */
export const ALL_BUSINESS_ITEMS = permissionItemsOf('business').map((item) => item.id);
export const ALL_ADMIN_ITEMS = permissionItemsOf('admin').map((item) => item.id);

function itemsOfSide(isPlatform: boolean): readonly number[] {
  return isPlatform ? ALL_ADMIN_ITEMS : ALL_BUSINESS_ITEMS;
}

/** Some items of the side, now and then with one of the other side. */
function items(draw: Draw, { home }: Viewpoint) {
  const [first = 0, ...others] = itemsOfSide(home === 0);
  const chosen = draw.few([draw.some(first, ...others), ...others], 1);
  return ids(draw, 'items', draw.rarely(15) ? [...chosen, draw.some(99, 0, home === 0 ? 25 : 2)] : chosen, 0);
}

/** The ids of the own unit's roles, the newest first, and one of another unit. */
export function roleIds({ world, home }: Viewpoint): number[] {
  const own = rolesOf(world, home).map((role) => role.id);
  return own.length > 1 ? [...own.reverse()] : [...own, 987];
}

const listItems = defineKind({
  route: 'GET /api/role/item',
  weight: 1,
  choose: () => ({}),
  answer: ({ caller }) => done(permissionItemsOf(caller.isPlatform ? 'admin' : 'business')),
});

const listRoles = defineKind({
  route: 'GET /api/role',
  weight: 3,
  choose: () => ({}),
  answer: ({ world, caller: { unit } }) => done(rolesOf(world, unit).map((role) => ({ ...role, vender: unit }))),
});

const createRole = defineKind({
  route: 'PUT /api/role',
  weight: 4,
  creates: true,
  choose: (draw, viewpoint) => ({
    roleName: needed(draw, 'roleName', () => name(draw, 'roleName', ROLE_NAMES, 100)),
    items: draw.rarely(8) ? undefined : items(draw, viewpoint),
  }),
  answer: ({ world, caller }, { roleName, items: wanted = [] }) => {
    if (!wanted.every((item) => itemsOfSide(caller.isPlatform).includes(item))) {
      return fails('unknown_permission_item', 'items');
    }
    if (!holdsAll(caller, wanted)) return fails('cannot_grant');
    if (isRoleName(world, caller.unit, roleName)) return fails('duplicate_role_name');
    addRole(world, caller.unit, roleName, wanted);
    return done();
  },
});

/** Adds a role to its unit. */
export function addRole(world: World, unit: number, roleName: string, roleItems: readonly number[]): void {
  const roster = world.rosters.get(unit);
  if (!roster) throw new Error(`the model has no unit ${unit}`);
  const id = unit * ID_FACTOR + roster.next;
  roster.roles.push({ id, roleName, roleType: '自定义角色', roleItems: [...roleItems] });
  roster.next += 1;
}

/** Whether the caller holds all these items: nobody can grant others. */
export function holdsAll(caller: ModelCaller, wanted: readonly number[]): boolean {
  return wanted.every((item) => caller.items.includes(item));
}

function isRoleName(world: World, unit: number, wanted: string, except = 0): boolean {
  return rolesOf(world, unit).some((role) => role.id !== except && isSameName(role.roleName, wanted));
}

const updateRole = defineKind({
  route: 'POST /api/role',
  weight: 4,
  choose: (draw, viewpoint) => ({
    roleId: needed(draw, 'roleId', () => id(draw, 'roleId', roleIds(viewpoint))),
    roleName: maybe(draw, () => name(draw, 'roleName', ROLE_NAMES, 100)),
    items: draw.rarely(2) ? items(draw, viewpoint) : undefined,
  }),
  answer: ({ world, caller }, { roleId, roleName, items: wanted }) => {
    if (!wanted?.every((item) => itemsOfSide(caller.isPlatform).includes(item)) && wanted !== undefined) {
      return fails('unknown_permission_item', 'items');
    }
    const role = findRoleOf(world, caller.unit, roleId);
    if (!role) return fails('role_not_found');
    if (role.roleType === '系统角色') return fails('protected_role');
    const next = wanted ?? role.roleItems;
    const added = next.filter((item) => !role.roleItems.includes(item));
    const isTaken = role.roleItems.some((item) => !next.includes(item));
    const isChanged = added.length > 0 || isTaken || (roleName ?? role.roleName) !== role.roleName;
    if (isChanged && roleId === caller.user.roleId) return fails('protected_self');
    if (isTaken && !holdsAll(caller, role.roleItems)) return fails('outranked');
    if (!holdsAll(caller, added)) return fails('cannot_grant');
    if (roleName !== undefined && isRoleName(world, caller.unit, roleName, roleId)) return fails('duplicate_role_name');
    role.roleName = roleName ?? role.roleName;
    role.roleItems = next;
    return { kind: 'success', isIdle: !isChanged };
  },
});

const deleteRole = defineKind({
  route: 'DELETE /api/role',
  weight: 2,
  choose: (draw, viewpoint) => ({ roleId: needed(draw, 'roleId', () => id(draw, 'roleId', roleIds(viewpoint))) }),
  answer: ({ world, caller }, { roleId }) => {
    const roster = world.rosters.get(caller.unit);
    const role = findRoleOf(world, caller.unit, roleId);
    if (!roster || !role) return fails('role_not_found');
    if (role.roleType === '系统角色') return fails('protected_role');
    if (roleId === caller.user.roleId) return fails('protected_self');
    if (!holdsAll(caller, role.roleItems)) return fails('outranked');
    roster.roles = roster.roles.filter((one) => one !== role);
    for (const user of usersOf(world, caller.unit)) if (user.roleId === roleId) user.roleId = 0;
    return done();
  },
});

export const kinds: readonly Kind[] = [listItems, listRoles, createRole, updateRole, deleteRole];
