import type { Sums, WeighedMenu } from './amounts.ts';

/** The minimum grams on a day with which a food counts as a kind. */
export const MIN_KIND_GRAMS = 5n;

/** Lists a day's kinds of food that have enough grams. `Food.kind` leaves out sweets, fats, condiments and the like. */
export function listKinds(gramsByCode: Sums['gramsByCode'], { foods, gramsDenominator }: WeighedMenu): string[] {
  const gramsByKind = new Map<string, bigint>();
  for (const [code, grams] of gramsByCode) {
    const kind = foods.byCode.get(code)?.kind;
    if (kind !== undefined) gramsByKind.set(kind, (gramsByKind.get(kind) ?? 0n) + grams);
  }
  const minGramUnits = MIN_KIND_GRAMS * gramsDenominator;
  return [...gramsByKind].filter(([, grams]) => grams >= minGramUnits).map(([kind]) => kind);
}
