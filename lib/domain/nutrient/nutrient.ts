import catalogue from '../../../tables/starter/nutrients.json' with { type: 'json' };
import type { Edition } from './edition.ts';

/** A nutrient. Its figures are in `unit`, per 100 g edible portion or per dish. */
export interface Nutrient {
  readonly key: string;
  /** Its Chinese name; `value` is the contract's word. */
  readonly value: string;
  readonly unit: string;
  /** Reference value per day in `unit`, by edition, as decimal text; absent if the edition has none. */
  readonly nrv: Readonly<Partial<Record<Edition, string>>>;
  /** False for vitamin A in μg RAE, the unit of standards and menus: labels have it in μg RE. */
  readonly labelled?: boolean;
}

/** All nutrients, energy first, then in the order of the reference tables: GB 28050-2011 and GB 28050-2025. */
export const nutrients: readonly Nutrient[] = catalogue;
/** The energy of a gram: GB 28050-2025, 2.3. */
export const KJ_PER_GRAM = { protein: 17, fat: 37, carbohydrate: 17, fibre: 8 } as const;

const rankByKey = new Map(nutrients.map(({ key }, rank) => [key, rank]));

/** Compares keys for a sort in the order of `nutrients`. An unknown key comes last. */
export function compareNutrients(key: string, otherKey: string): number {
  return (rankByKey.get(key) ?? nutrients.length) - (rankByKey.get(otherKey) ?? nutrients.length);
}
