import type { components } from '../../../.build/workbench/api.ts';
import { api, send } from '../../api/client.ts';
import { holds } from '../../api/session.ts';

export type User = components['schemas']['User'];
export type Role = components['schemas']['Role'];
export type Item = components['schemas']['PermissionItem'];

/** Of each task the items of the platform and those of a unit. */
export const may = {
  seeUsers: () => holds(14, 15, 36, 37, 38, 39),
  createUsers: () => holds(15, 37),
  editUsers: () => holds(15, 38),
  deleteUsers: () => holds(15, 39),
  seeRoles: () => holds(14, 15, 16, 17, 36, 37, 38, 40, 41, 42, 43),
  seeItems: () => holds(16, 17, 40, 41, 42),
  createRoles: () => holds(17, 41),
  editRoles: () => holds(17, 42),
  deleteRoles: () => holds(17, 43),
};

/** The people of a unit, their roles, and what roles can hold: of each as much as the caller may see. */
export type Staff = Awaited<ReturnType<typeof readStaff>>;
export type StaffProps = { readonly staff: Staff; readonly onChanged: () => void };

/** Reads what the caller may see. */
export async function readStaff() {
  const [users, roles, items] = await Promise.all([
    may.seeUsers() ? send(api.GET('/api/user')) : undefined,
    may.seeRoles() ? send(api.GET('/api/role')) : undefined,
    may.seeItems() ? send(api.GET('/api/role/item')) : undefined,
  ]);
  return { users: users?.body ?? [], roles: roles?.body ?? [], items: items?.body ?? [] };
}

/** The items by their groups, in the order of the catalogue. */
export function groupsOf(items: readonly Item[]): (readonly [category: string, group: readonly Item[]])[] {
  const categories = [...new Set(items.map(({ category }) => category))];
  return categories.map((category) => [category, items.filter((item) => item.category === category)]);
}
