import { identifyKey } from '../../tables/item-kinds.ts';
import { type Key, operationsPartition, pendingKey, unitPartition, weekKey } from '../../tables/keys.ts';
import { Menu } from '../domain/menu/menu.ts';
import { weeksOf } from '../domain/menu/week.ts';
import { Screen } from '../domain/screen/screen.ts';
import { idOf } from '../domain/values/id.ts';
import type { AnyCollection } from '../table/collection/collection.ts';
import type { Database } from '../table/database.ts';
import { type Item, put, type Step } from '../table/steps.ts';
import { dishesOf } from './dish/dish.ts';
import { foodsOf, ingredients } from './ingredient/ingredient.ts';
import { menusOf } from './menu/menu.ts';
import { reviewsOf, waitSteps } from './menu/review.ts';
import { weekSteps } from './menu/week.ts';
import { claimKeysOf, screensOf } from './screen/screen.ts';
import { standards } from './standard.ts';
import { units } from './unit/unit.ts';

/**
 * All collections of the platform. Deployed functions that do not work on all nouns import the single collection that
 * they need instead: see decision 017.
 */
export const platformCollections: readonly AnyCollection[] = [units, standards, ingredients];

/**
 * The collections of a unit. This is the one list of them: the deletion of units, what brings them back and the doctor go
 * by it. Records of menus come after the menus, see `partitionsOf`.
 */
export function unitCollections(unit: number): readonly AnyCollection[] {
  return [dishesOf(unit), menusOf(unit), reviewsOf(unit), screensOf(unit), foodsOf(unit)];
}

/**
 * The partitions of everything that a unit has, in the order in which they are emptied. What is written along with
 * changes of members comes after the members: a change that began before the deletion may still write it.
 */
export function partitionsOf(unit: number): string[] {
  const collections = unitCollections(unit).map(({ partition }) => partition);
  return [unitPartition(unit), ...collections, operationsPartition(unit)];
}

/**
 * The keys of other partitions that belong to an item: the claim on a screen's address; the entry of a menu that waits
 * for review, and those of its weeks.
 */
export function keysElsewhere(item: Item): Key[] {
  const kind = identifyKey(item)?.kind;
  if (kind === 'screen') return claimKeysOf(Screen.parse(item));
  if (kind !== 'menu') return [];
  const menu = Menu.parse(item);
  const { vender, number, waits } = menu;
  const weeks = weeksOf(menu).map((week) => weekKey(week, vender));
  return waits ? [pendingKey(waits.since, idOf(vender, number)), ...weeks] : weeks;
}

/**
 * The steps that write again what `keysElsewhere` names of members of one unit that come back. Steps on the members must
 * guard them.
 */
export async function stepsElsewhere(db: Database, unit: number, members: readonly Item[]): Promise<Step[]> {
  const of = (kind: string) => members.filter((item) => identifyKey(item)?.kind === kind);
  const menus = of('menu').map((item) => Menu.parse(item));
  const weeks = await weekSteps(
    db,
    unit,
    menus.map((after) => ({ after })),
  );
  const claims = of('screen').flatMap((item) => {
    const screen = Screen.parse(item);
    return claimKeysOf(screen).map((key) => put({ ...key, unit, number: screen.number }));
  });
  return [...claims, ...menus.flatMap(waitSteps), ...weeks];
}
