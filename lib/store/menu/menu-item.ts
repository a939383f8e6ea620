import type { MenuItem } from '../../domain/menu/menu.ts';
import { itemKey, requireItemLimits } from '../../domain/menu/menu-fields.ts';
import { requireSlot } from '../../domain/menu/misfits.ts';
import { isSame } from '../../domain/values/change.ts';
import { badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { getEditableMenu, type MenuEditOptions, writeMenuContent } from './menu-change.ts';
import { readServableDishes } from './resolved-menu.ts';

/** What identifies an item: a meal of a day has each dish once. */
type ItemSlot = Pick<MenuItem, 'day' | 'meal' | 'dish'>;

/** The item to set, and where it is served in its meal. */
interface ItemToSet extends ItemSlot {
  /** Absent: that of the present item, 1 for a new one. */
  readonly portion?: string | undefined;
  /** The names of the groups that get it, empty for all; absent: those of the present item, all for a new one. */
  readonly groups?: readonly string[] | undefined;
  /** The dish of the same meal before which it is served; absent: it keeps its position, a new one comes last. */
  readonly beforeDishId?: number | undefined;
}

/**
 * Sets one item of a menu and returns the menu's version.
 * @throws AppError as `getEditableMenu`; `invalid_input` naming the day, meal, group or dish that the menu lacks, also
 * where the menu is full.
 */
export async function setMenuItem(db: Database, unit: number, id: number, item: ItemToSet, options: MenuEditOptions) {
  const { portion, groups, beforeDishId, ...slot } = item;
  return db.retryLostRaces(async () => {
    const [wholeMenu, servableDishes] = await Promise.all([
      getEditableMenu(db, unit, id, options),
      readServableDishes(db, unit, [slot.dish]),
    ]);
    const { content, nameByDish } = wholeMenu;
    const dish = servableDishes.get(slot.dish);
    const presentItem = content.items.find((menuItem) => itemKey(menuItem) === itemKey(slot));
    // An empty list asks for all groups, and an item for all groups is stored without a list.
    const groupNames = groups?.length === 0 ? undefined : (groups ?? presentItem?.groups);
    const newPortion = portion ?? presentItem?.portion ?? '1';
    const menuItem = { ...slot, portion: newPortion, ...(groupNames ? { groups: groupNames } : {}) };
    requireSlot(content, menuItem);
    // An unchanged item may name a dish that is deleted by now.
    const isUnchanged = presentItem !== undefined && isSame(presentItem, menuItem);
    if (!dish && !isUnchanged) throw badField('dish', { code: 'unknown', names: String(slot.dish) });
    const items = withItem(content.items, menuItem, beforeDishId);
    requireItemLimits(items);
    const nextNameByDish = new Map([...nameByDish, ...(dish ? [[slot.dish, dish.name] as const] : [])]);
    const contentToWrite = { content: { ...content, items }, nameByDish: nextNameByDish, now: options.now };
    return writeMenuContent(db, wholeMenu, contentToWrite);
  });
}

/** Returns the items with this one in its place, or before the dish `beforeDishId`, which its meal must have. */
function withItem(items: readonly MenuItem[], menuItem: MenuItem, beforeDishId: number | undefined): MenuItem[] {
  const findItemIndex = (list: readonly MenuItem[], dishId: number) =>
    list.findIndex((listed) => itemKey(listed) === itemKey({ ...menuItem, dish: dishId }));
  const itemIndex = findItemIndex(items, menuItem.dish);
  if (beforeDishId === undefined) return itemIndex < 0 ? [...items, menuItem] : items.with(itemIndex, menuItem);
  const otherItems = itemIndex < 0 ? items : items.toSpliced(itemIndex, 1);
  const targetIndex = findItemIndex(otherItems, beforeDishId);
  if (targetIndex < 0) throw badField('before', { code: 'unknown', names: String(beforeDishId) });
  return otherItems.toSpliced(targetIndex, 0, menuItem);
}

/** Removes one item, if the menu has it, and returns the menu's version; throws as `getEditableMenu`. */
export async function removeMenuItem(db: Database, unit: number, id: number, slot: ItemSlot, options: MenuEditOptions) {
  return db.retryLostRaces(async () => {
    const wholeMenu = await getEditableMenu(db, unit, id, options);
    const { content, nameByDish } = wholeMenu;
    const items = content.items.filter((menuItem) => itemKey(menuItem) !== itemKey(slot));
    return writeMenuContent(db, wholeMenu, { content: { ...content, items }, nameByDish, now: options.now });
  });
}
