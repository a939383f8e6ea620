import type { Weighed } from './amounts.ts';
import type { EatenDay } from './days.ts';

/** The least grams per day for a food to count as one kind. */
export const MIN_GRAMS = 5n;

/** The codes of a day's kinds of food: at least 5 g of each, without sweets, drinks, fats and condiments. */
export function listKinds({ sums }: Pick<EatenDay, 'sums'>, { foods, gramsDenominator }: Weighed): string[] {
  const least = MIN_GRAMS * gramsDenominator;
  return [...sums.gramsByCode].flatMap(([code, grams]) =>
    grams >= least && foods.byCode.get(code)?.isKind ? [code] : [],
  );
}
