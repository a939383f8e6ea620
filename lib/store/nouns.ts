import type { UnitCollection } from '../../tables/keys.ts';
import type { AnyCollection } from '../table/collection/collection.ts';
import { viewsOfDishes } from './dish.ts';
import { ingredients } from './ingredient.ts';
import { menusOf } from './menu.ts';
import { reviewsOf } from './review.ts';
import { screensOf } from './screen.ts';
import { standards } from './standard.ts';
import { units } from './unit.ts';

/** Every collection that the platform has one of. What is deployed names the one that it needs: see decision 037. */
export const platformCollections: readonly AnyCollection[] = [units, standards, ingredients];

/** Every collection of which each unit has its own, first as it is, then as it is copied for some searches. */
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

/** The same in each of the ways that their rows are copied: who has loaded many leaves them all. */
export function unitViews(unit: number): readonly AnyCollection[] {
  return Object.values(views).flatMap((viewsOf) => viewsOf(unit));
}
