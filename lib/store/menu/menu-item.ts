import type { MenuItem } from '../../domain/menu/menu.ts';
import { itemKey, requireItemLimits } from '../../domain/menu/menu-fields.ts';
import { requireSlot } from '../../domain/menu/misfits.ts';
import { PLATFORM } from '../../domain/unit.ts';
import { isSame } from '../../domain/values/change.ts';
import { locate } from '../../domain/values/id.ts';
import { badField } from '../../errors.ts';
import type { Database } from '../../table/database.ts';
import { findDish } from '../dish/dish.ts';
import { getEditableMenu, type MenuEditOptions, writeMenuContent } from './menu-change.ts';

type ItemSlot = Pick<MenuItem, 'day' | 'meal' | 'dish'>;

/** The item to set, and where it is served in its meal. */
interface ItemToSet extends ItemSlot {
  /** Absent: that of the present item, 1 for a new one. */
  readonly portion?: string | undefined;
  /** The names of the groups that get it, empty for all; absent: those of the present item, all for a new one. */
  readonly groups?: readonly string[] | undefined;
  /** The dish of the same meal before which it is served; absent: it keeps its position, a new one comes last. */
  readonly before?: number | undefined;
}

/**
 * Sets one item of a menu and returns the menu's version.
 * @throws AppError as `getEditableMenu`; `invalid_input` naming the absent day, meal, group or dish, or for a full menu.
 */
export async function setMenuItem(
  db: Database,
  unit: number,
  id: number,
  { portion, groups, before: beforeDishId, ...slot }: ItemToSet,
  options: MenuEditOptions,
): Promise<number> {
  return db.retryLostRaces(async () => {
    const [wholeMenu, dish] = await Promise.all([getEditableMenu(db, unit, id, options), findDish(db, slot.dish)]);
    const { content, nameByDish } = wholeMenu;
    const presentItem = content.items.find((item) => itemKey(item) === itemKey(slot));
    const groupNames = groups?.length === 0 ? undefined : (groups ?? presentItem?.groups);
    const groupFacts = groupNames ? { groups: groupNames } : {};
    const item = { ...slot, portion: portion ?? presentItem?.portion ?? '1', ...groupFacts };
    requireSlot(content, item);
    const { unit: owner } = locate(slot.dish);
    const isServable = dish && (owner === unit || owner === PLATFORM);
    // An unchanged item may name a deleted dish.
    if (!isServable && !(presentItem && isSame(presentItem, item)))
      throw badField('dish', { code: 'unknown', names: String(slot.dish) });
    const items = withItem(content.items, item, beforeDishId);
    requireItemLimits(items);
    const nextNameByDish = new Map([...nameByDish, ...(isServable ? [[slot.dish, dish.name] as const] : [])]);
    const contentToWrite = { content: { ...content, items }, nameByDish: nextNameByDish, now: options.now };
    return writeMenuContent(db, wholeMenu, contentToWrite);
  });
}

/** Returns the items with this one in its slot, or before the dish `beforeDishId` of its meal, which must exist. */
function withItem(items: readonly MenuItem[], item: MenuItem, beforeDishId: number | undefined): MenuItem[] {
  const findItemIndex = (list: readonly MenuItem[], dishId: number) =>
    list.findIndex((listed) => itemKey(listed) === itemKey({ ...item, dish: dishId }));
  const itemIndex = findItemIndex(items, item.dish);
  if (beforeDishId === undefined) return itemIndex < 0 ? [...items, item] : items.with(itemIndex, item);
  const otherItems = itemIndex < 0 ? items : items.toSpliced(itemIndex, 1);
  const targetIndex = findItemIndex(otherItems, beforeDishId);
  if (targetIndex < 0) throw badField('before', { code: 'unknown', names: String(beforeDishId) });
  return otherItems.toSpliced(targetIndex, 0, item);
}

/** Removes one item, if the menu has it, and returns the menu's version; throws as `getEditableMenu`. */
export async function removeMenuItem(db: Database, unit: number, id: number, slot: ItemSlot, options: MenuEditOptions) {
  return db.retryLostRaces(async () => {
    const wholeMenu = await getEditableMenu(db, unit, id, options);
    const { content, nameByDish } = wholeMenu;
    const items = content.items.filter((item) => itemKey(item) !== itemKey(slot));
    return writeMenuContent(db, wholeMenu, { content: { ...content, items }, nameByDish, now: options.now });
  });
}
