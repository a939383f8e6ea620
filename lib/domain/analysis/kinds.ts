import type { Weighed } from './amounts.ts';
import type { EatenDay } from './days.ts';

/** Least grams of a food in a day that make it one of the kinds eaten. */
const LEAST_GRAMS = 5n;

/** Codes of the kinds of food of a day: of each at least 5 g, without sweets, drinks, fats and condiments. */
export function kindsOf({ sums }: Pick<EatenDay, 'sums'>, { foods, gramsUnder }: Weighed): string[] {
  const least = LEAST_GRAMS * gramsUnder;
  return [...sums.gramsOf].flatMap(([code, grams]) => (grams >= least && foods.byCode.get(code)?.isKind ? [code] : []));
}
