import type { WeighedMenu } from './amounts.ts';
import type { EatenDay } from './days.ts';

/** The minimum grams on a day with which a food counts as a kind. */
export const MIN_KIND_GRAMS = 5n;

/** Lists a day's kinds of food that have enough grams. `Food.kind` leaves out sweets, fats, condiments and the like. */
export function listKinds({ sums }: Pick<EatenDay, 'sums'>, { foods, gramsDenominator }: WeighedMenu): string[] {
  const gramsByKind = new Map<string, bigint>();
  for (const [code, grams] of sums.gramsByCode) {
    const kind = foods.byCode.get(code)?.kind;
    if (kind !== undefined) gramsByKind.set(kind, (gramsByKind.get(kind) ?? 0n) + grams);
  }
  const minGrams = MIN_KIND_GRAMS * gramsDenominator;
  return [...gramsByKind].filter(([, grams]) => grams >= minGrams).map(([kind]) => kind);
}
