import { isDaily } from '../analysis/warnings.ts';
import type { PlannedDish } from './problem.ts';

/** The way of cooking that is to be rare. */
const FRIED = '炸';

/** What of a dish rules against sameness look at. */
export interface Traits {
  /** Codes of its main ingredients. */
  readonly mains: readonly string[];
  /** How it is cooked; empty where nobody says. */
  readonly method: string;
  readonly isFried: boolean;
}

/**
 * The traits of a dish. What comes every day has none but frying: there is rice at each lunch, and it is always steamed.
 * Without a main ingredient that is marked as one it is the heaviest.
 */
export function traitsOf({ mark, poly, ingredient }: PlannedDish): Traits {
  const isFried = poly === FRIED;
  if (isDaily(mark)) return { mains: [], method: '', isFried };
  const marked = ingredient.filter(({ isMain }) => isMain === true).map(({ key }) => key);
  const [heaviest] = ingredient.toSorted((a, b) => Number(b.value) - Number(a.value));
  return { mains: marked.length > 0 || !heaviest ? marked : [heaviest.key], method: poly, isFried };
}
