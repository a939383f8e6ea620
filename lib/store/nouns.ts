import { identifyKey } from '../../tables/item-kinds.ts';
import { type Key, operationsPartition, pendingKey, unitPartition, weekKey } from '../../tables/keys.ts';
import { Menu } from '../domain/menu/menu.ts';
import { listWeeks } from '../domain/menu/week.ts';
import { Screen } from '../domain/screen/screen.ts';
import { toId } from '../domain/values/id.ts';
import type { AnyCollection } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { type Item, putStep, type Step } from '../table/steps.ts';
import { dishCollection } from './dish/dish.ts';
import { catalogueCollection, foodCollection } from './ingredient/food.ts';
import { menuCollection } from './menu/menu.ts';
import { addPendingEntrySteps, reviewCollection } from './menu/review.ts';
import { weekSteps } from './menu/week.ts';
import { screenClaimKeys, screenCollection, toScreenClaimItems } from './screen/screen.ts';
import { standardsCollection } from './standard.ts';
import { unitsCollection } from './unit/unit.ts';

/** The collections of the platform. A deployed function of one noun imports that collection alone: see decision 017. */
export const platformCollections: readonly AnyCollection[] = [
  unitsCollection,
  standardsCollection,
  catalogueCollection,
];

/** All collections of a unit, for its deletion, restoration and the doctor. Their order matters: see `listUnitPartitions`. */
export function unitCollections(unit: number): readonly AnyCollection[] {
  return [
    dishCollection(unit),
    menuCollection(unit),
    reviewCollection(unit),
    screenCollection(unit),
    foodCollection(unit),
  ];
}

/**
 * All partitions of a unit, in the order in which a deletion empties them. Items that are written along with a change
 * of a member come after the members, because a change that began before the deletion may still write them.
 */
export function listUnitPartitions(unit: number): string[] {
  const collections = unitCollections(unit).map(({ partition }) => partition);
  return [unitPartition(unit), ...collections, operationsPartition(unit)];
}

/**
 * The keys in other partitions that belong to an item: the claim on the address of a screen, the pending entry of a
 * menu, and the entries of its weeks.
 */
export function listKeysInOtherPartitions(item: Item): Key[] {
  const kind = identifyKey(item)?.kind;
  if (kind === 'screen') return screenClaimKeys(Screen.parse(item));
  if (kind !== 'menu') return [];
  const menu = Menu.parse(item);
  const { vender, number, waits } = menu;
  const weekKeys = listWeeks(menu).map((monday) => weekKey(monday, vender));
  return waits ? [pendingKey(waits.since, toId(vender, number)), ...weekKeys] : weekKeys;
}

/** The steps that restore the items of `listKeysInOtherPartitions` for members that the transaction restores. */
export async function restoreOtherPartitionsSteps(db: Database, unit: number, items: readonly Item[]): Promise<Step[]> {
  const listItemsOfKind = (kind: 'menu' | 'screen') => items.filter((item) => identifyKey(item)?.kind === kind);
  const menus = listItemsOfKind('menu').map((item) => Menu.parse(item));
  const restoredMenus = menus.map((after) => ({ after }));
  const weekChangeSteps = await weekSteps(db, unit, restoredMenus);
  const claimItems = listItemsOfKind('screen').flatMap((item) => toScreenClaimItems(Screen.parse(item)));
  return [...claimItems.map(putStep), ...menus.flatMap(addPendingEntrySteps), ...weekChangeSteps];
}
