import { isDaily } from '../analysis/warnings/warnings.ts';
import type { Marks } from '../ingredient/mark.ts';
import type { PlannedDish } from './problem.ts';

/** The way of cooking that is to be rare. */
export const FRIED = '炸';

/** What of a dish rules against sameness look at. */
export interface Traits {
  /** Code of its main ingredient. */
  readonly main?: string | undefined;
  /** How it is cooked; empty where nobody says. */
  readonly method: string;
  readonly isFried: boolean;
}

/**
 * The traits of a dish. What comes every day has none but frying: there is rice at each lunch, and it is always steamed.
 * Of several main ingredients the first gives the dish its character; where none is marked as one, the heaviest does.
 */
export function traitsOf({ mark, poly, ingredient }: PlannedDish): Traits {
  const isFried = poly === FRIED;
  if (isDaily(mark)) return { method: '', isFried };
  const main = ingredient.find(({ isMain }) => isMain === true) ?? heaviestOf(ingredient);
  return { main: main?.key, method: poly, isFried };
}

function heaviestOf(ingredient: PlannedDish['ingredient']) {
  return ingredient.reduce<PlannedDish['ingredient'][number] | undefined>((heaviest, one) => {
    return heaviest && Number(heaviest.value) >= Number(one.value) ? heaviest : one;
  }, undefined);
}

/** Codes of the dish's ingredients that the unit avoids: with one of them it is not served. */
export function avoidedIn({ ingredient }: PlannedDish, marks: Marks): string[] {
  return ingredient.flatMap(({ key }) => (marks.get(key) === '忌用' ? [key] : []));
}

/** The traits of a dish that is gone. */
export const NO_TRAITS: Traits = { method: '', isFried: false };
