import type { UnitCollection } from '../../tables/keys.ts';
import type { AnyCollection } from '../table/collection/collection.ts';
import { viewsOfDishes } from './dish/dish.ts';
import { ingredients } from './ingredient/ingredient.ts';
import { menusOf } from './menu/menu.ts';
import { reviewsOf } from './menu/review.ts';
import { screensOf } from './screen/screen.ts';
import { standards } from './standard.ts';
import { units } from './unit/unit.ts';

/**
 * All collections of the platform. Deployed functions import the single collection that they need instead: see decision
 * 037.
 */
export const platformCollections: readonly AnyCollection[] = [units, standards, ingredients];

/**
 * All collections of a unit. The first view of each is the collection itself, the others are copied for some searches.
 */
const views: { readonly [Kind in UnitCollection]: (unit: number) => readonly AnyCollection[] } = {
  dish: viewsOfDishes,
  menu: (unit) => [menusOf(unit)],
  record: (unit) => [reviewsOf(unit)],
  screen: (unit) => [screensOf(unit)],
};

/** The collections of a unit. */
export function unitCollections(unit: number): readonly AnyCollection[] {
  return Object.values(views).flatMap((viewsOf) => viewsOf(unit).slice(0, 1));
}

/**
 * The collections of a unit in each of the ways that their rows are copied. Bulk loads leave copies for all of them.
 */
export function unitViews(unit: number): readonly AnyCollection[] {
  return Object.values(views).flatMap((viewsOf) => viewsOf(unit));
}
