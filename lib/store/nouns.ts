import { operationsPartition, unitPartition } from '../../tables/keys.ts';
import type { AnyCollection } from '../table/collection/collection.ts';
import { dishesOf } from './dish/dish.ts';
import { foodsOf, ingredients } from './ingredient/ingredient.ts';
import { menusOf } from './menu/menu.ts';
import { reviewsOf } from './menu/review.ts';
import { screensOf } from './screen/screen.ts';
import { standards } from './standard.ts';
import { units } from './unit/unit.ts';

/**
 * All collections of the platform. Deployed functions that do not work on all nouns import the single collection that
 * they need instead: see decision 017.
 */
export const platformCollections: readonly AnyCollection[] = [units, standards, ingredients];

/**
 * The collections of a unit. This is the one list of them: the deletion of units and the doctor go by it. Records of
 * menus come after the menus, see `partitionsOf`.
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
