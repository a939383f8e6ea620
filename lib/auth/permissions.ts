import * as z from 'zod/mini';
import catalogue from '../../tables/starter/permission-items.json' with { type: 'json' };
import { nameSchemas } from '../domain/values/output.ts';
import { AppError, badField } from '../errors.ts';

/** The two sides of the service: platform operators and the users of one unit. */
export type CallerSide = 'admin' | 'business';

/** One entry of the fixed catalogue. Its id never changes; `itemType` names the side it belongs to. */
export const PermissionItem = z.object({
  id: z.int(),
  category: z.string(),
  itemName: z.string(),
  itemType: z.string(),
});
nameSchemas({ PermissionItem });
export type PermissionItem = z.output<typeof PermissionItem>;

/** The maximum number of item ids in one call. */
export const MAX_ITEMS = catalogue.length;

/** A requirement that no permission item meets: the caller must be the unit's main account. */
const MAIN_ACCOUNT = 'main account';
/** What a permission demands on one side: an item, by its id, or to be the main account. */
type Requirement = number | typeof MAIN_ACCOUNT;

/** What each permission demands on each side. A side that is absent never has the permission. */
const permissions = {
  'unit.view': { admin: 1 },
  'unit.info': { admin: 1, business: 34 },
  'unit.create': { admin: 2 },
  'unit.edit': { admin: 3, business: MAIN_ACCOUNT },
  'unit.delete': { admin: 4 },
  'standard.view': { admin: 5, business: 21 },
  'standard.create': { admin: 6 },
  'standard.edit': { admin: 7 },
  'standard.delete': { admin: 8 },
  'ingredient.view': { admin: 13, business: 23 },
  'ingredient.edit': { admin: 47, business: 46 },
  'mark.edit': { business: 24 },
  'price.view': { admin: 44, business: 21 },
  'price.edit': { business: 22 },
  'dish.view': { admin: 9, business: 25 },
  'dish.create': { admin: 10, business: 26 },
  'dish.edit': { admin: 11, business: 27 },
  'dish.delete': { admin: 12, business: 28 },
  'menu.view': { admin: 44, business: 29 },
  'menu.create': { business: 30 },
  'menu.edit': { business: 31 },
  'menu.delete': { business: 32 },
  'menu.retract': { admin: 45, business: 31 },
  'menu.review': { admin: 45 },
  'record.view': { admin: 45, business: 33 },
  'guide.view': { business: 18 },
  'screen.wall': { business: 19 },
  'screen.led': { business: 20 },
  'screen.phone': { business: 19 },
  'operation.view': { admin: 1, business: 34 },
  'config.view': { business: 21 },
  'config.edit': { business: 22 },
  'calendar.view': { admin: 3, business: 21 },
  'calendar.edit': { admin: 3, business: 22 },
  'user.view': { admin: 14, business: 36 },
  'user.create': { admin: 15, business: 37 },
  'user.edit': { admin: 15, business: 38 },
  'user.delete': { admin: 15, business: 39 },
  'role.view': { admin: 16, business: 40 },
  'role.create': { admin: 17, business: 41 },
  'role.edit': { admin: 17, business: 42 },
  'role.delete': { admin: 17, business: 43 },
} as const satisfies Record<string, Partial<Record<CallerSide, Requirement>>>;

export type Permission = keyof typeof permissions;

/** The same table, in which any side may be absent. */
const requirements: Readonly<Record<Permission, Partial<Record<CallerSide, Requirement>>>> = permissions;

/** The permissions of pages that offer units to choose from. */
export const unitChoicePermissions = [
  'unit.view',
  'unit.create',
  'unit.edit',
  'standard.create',
  'standard.edit',
  'dish.create',
  'dish.edit',
] as const satisfies readonly Permission[];

/** The permissions of the page for display screens. */
export const screenPermissions = ['screen.wall', 'screen.led', 'screen.phone'] as const satisfies readonly Permission[];

/** The permissions of the pages that show labels of dishes. */
export const labelPermissions = ['dish.view', 'dish.create', 'dish.edit'] as const satisfies readonly Permission[];

interface PermissionHolder {
  readonly side: CallerSide;
  readonly itemIds: ReadonlySet<number>;
  readonly isMain: boolean;
}

/** Lists the catalogue's items of one side, in the order of their ids. */
export function listPermissionItems(side: CallerSide): readonly PermissionItem[] {
  const sideName = side === 'admin' ? '管理端' : '业务端';
  return catalogue.filter((item) => item.itemType === sideName);
}

/** Lists the ids of all items of one side. Its system role holds them. */
export function listItemIds(side: CallerSide): number[] {
  return listPermissionItems(side).map((item) => item.id);
}

/** Requires that the side has an item of each id. @throws AppError `unknown_permission_item` naming the others in `items`. */
export function requireItemsOfSide(side: CallerSide, ids: readonly number[]): void {
  const idsOfSide = listItemIds(side);
  const unknownIds = ids.filter((id) => !idsOfSide.includes(id));
  if (unknownIds.length > 0)
    throw badField('items', { code: 'unknown', names: unknownIds.join(', ') }, 'unknown_permission_item');
}

/** Whether the holder has the permission. It is false where the holder's side has no such permission. */
export function hasPermission(holder: PermissionHolder, permission: Permission): boolean {
  const requirement = requirements[permission][holder.side];
  if (requirement === undefined) return false;
  return requirement === MAIN_ACCOUNT ? holder.isMain : holder.itemIds.has(requirement);
}

/** Whether only the main account has the permission on this side. */
export function needsMainAccount(side: CallerSide, permission: Permission): boolean {
  return requirements[permission][side] === MAIN_ACCOUNT;
}

/** Finds the side that alone can have one of these permissions; undefined where both can. */
export function findOnlySide(permissionChoices: readonly Permission[]): CallerSide | undefined {
  const canHave = (side: CallerSide) =>
    permissionChoices.some((permission) => requirements[permission][side] !== undefined);
  if (!canHave('admin')) return 'business';
  return canHave('business') ? undefined : 'admin';
}

/** Requires that the holder has one of these permissions. @throws AppError `missing_permission`, `main_account_only`. */
export function requirePermission(holder: PermissionHolder, ...permissionChoices: readonly Permission[]): void {
  if (permissionChoices.some((permission) => hasPermission(holder, permission))) return;
  const isMainOnly = permissionChoices.every((permission) => needsMainAccount(holder.side, permission));
  throw new AppError(isMainOnly ? 'main_account_only' : 'missing_permission');
}
