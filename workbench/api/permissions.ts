/** The ids of the items that grant each permission that the workbench asks for. Nobody holds items of both sides. */
export const itemIdsByPermission = {
  ...{ 'unit.view': [1], 'unit.create': [2], 'unit.edit': [3], 'unit.delete': [4], 'unit.info': [1, 34] },
  ...{ 'standard.view': [5, 21], 'standard.create': [6], 'standard.edit': [7], 'standard.delete': [8] },
  ...{ 'dish.view': [9, 25], 'dish.create': [10, 26], 'dish.edit': [11, 27], 'dish.delete': [12, 28] },
  ...{ 'ingredient.view': [13, 23], 'ingredient.edit': [47, 46], 'mark.edit': [24] },
  ...{ 'price.view': [21], 'price.edit': [22] }, // The platform sees prices within analyses only.
  ...{ 'menu.view': [44, 29], 'menu.create': [30], 'menu.edit': [31], 'menu.delete': [32], 'menu.review': [45] },
  ...{ 'record.view': [45, 33], 'operation.view': [1, 34], 'guide.view': [18] },
  ...{ 'screen.wall': [19], 'screen.led': [20], 'screen.phone': [19] },
  ...{ 'config.view': [21], 'config.edit': [22], 'calendar.view': [3, 21], 'calendar.edit': [3, 22] },
  ...{ 'user.view': [14, 36], 'user.create': [15, 37], 'user.edit': [15, 38], 'user.delete': [15, 39] },
  ...{ 'role.view': [16, 40], 'role.create': [17, 41], 'role.edit': [17, 42], 'role.delete': [17, 43] },
} satisfies Record<string, readonly number[]>;

export type Permission = keyof typeof itemIdsByPermission;

/** Whether the permission items with these ids grant at least one of the permissions. */
export const isGranted = (permissions: readonly Permission[], itemIds: ReadonlySet<number>): boolean =>
  permissions.some((permission) => itemIdsByPermission[permission].some((itemId) => itemIds.has(itemId)));
