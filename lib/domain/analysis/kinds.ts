import type { Sums, WeighedMenu } from './amounts.ts';

/** The minimum grams on a day with which the foods of a kind count as one. */
export const MIN_KIND_GRAMS = 5n;

/** Adds up the grams of the foods with the same name, such as that of their kind. A food without one is left out. */
export function sumGramsBy(gramsByCode: Sums['gramsByCode'], nameFood: (code: string) => string | undefined) {
  const gramsByName = new Map<string, bigint>();
  for (const [code, grams] of gramsByCode) {
    const name = nameFood(code);
    if (name !== undefined) gramsByName.set(name, (gramsByName.get(name) ?? 0n) + grams);
  }
  return gramsByName;
}

/** Lists a day's kinds of food that have enough grams. `Food.kind` leaves out sweets, fats, condiments and the like. */
export function listKinds(gramsByCode: Sums['gramsByCode'], { foods, gramsDenominator }: WeighedMenu): string[] {
  const gramsByKind = sumGramsBy(gramsByCode, (code) => foods.byCode.get(code)?.kind);
  const minGramUnits = MIN_KIND_GRAMS * gramsDenominator;
  return [...gramsByKind].filter(([, grams]) => grams >= minGramUnits).map(([kind]) => kind);
}
