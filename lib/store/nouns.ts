import type { AnyCollection } from '../table/collection/collection.ts';
import { dishesOf } from './dish.ts';
import { ingredients } from './ingredient.ts';
import { standards } from './standard.ts';
import { units } from './unit.ts';

/** Every collection that the platform has one of. What is deployed names the one that it needs: see decision 037. */
export const platformCollections: readonly AnyCollection[] = [units, standards, ingredients];

/** Every collection of which each unit has its own. */
export function unitCollections(unit: number): readonly AnyCollection[] {
  return [dishesOf(unit)];
}
