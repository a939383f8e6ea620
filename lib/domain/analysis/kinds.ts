import type { WeighedMenu } from './amounts.ts';
import type { EatenDay } from './days.ts';

/** The minimum grams on a day that make a food count as a kind. */
export const MIN_KIND_GRAMS = 5n;

/** A day's kinds of food: at least 5 g of each, without sweets, drinks, fats, condiments, spring onions, garlic and ginger. */
export function listKinds({ sums }: Pick<EatenDay, 'sums'>, { foods, gramsDenominator }: WeighedMenu): string[] {
  const gramsByKind = new Map<string, bigint>();
  for (const [code, grams] of sums.gramsByCode) {
    const kind = foods.byCode.get(code)?.kind;
    if (kind !== undefined) gramsByKind.set(kind, (gramsByKind.get(kind) ?? 0n) + grams);
  }
  return [...gramsByKind].flatMap(([kind, grams]) => (grams >= MIN_KIND_GRAMS * gramsDenominator ? [kind] : []));
}
