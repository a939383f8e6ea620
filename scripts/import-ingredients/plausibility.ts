import Big from 'big.js';
import type { FoodFacts } from '../../lib/domain/ingredient.ts';

/** Energy factors in kJ/g: GB 28050-2025. */
const FACTORS = { protein: 17, fat: 37, carbohydrate: 17, fibre: 8 } as const;
/** Tolerated deviation from the energy of the parts. */
const ENERGY_TOLERANCE = '0.25';
const PARTS = ['water', 'protein', 'fat', 'carbohydrate', 'ash'];
/** Grams; the parts are measured one by one, and round up together. */
const MOST_MASS = 105;

/** Something that a food's figures hardly can be. */
export interface Doubt {
  readonly column: string;
  readonly value: string;
  readonly problem: string;
}

/** What speaks against the figures of a food; what is unknown speaks neither way. */
export function findDoubts({ nutrients }: FoodFacts): Doubt[] {
  return [findEnergyDoubt(nutrients), findMassDoubt(nutrients)].filter((doubt) => doubt !== undefined);
}

function findEnergyDoubt(nutrients: Readonly<Record<string, string>>): Doubt | undefined {
  const { energy, protein, fat, carbohydrate, fibre = '0' } = nutrients;
  if (energy === undefined || protein === undefined || fat === undefined || carbohydrate === undefined)
    return undefined;
  const parts = { protein, fat, carbohydrate, fibre };
  const sum = Object.entries(FACTORS).reduce((total, [key, factor]) => {
    return total.plus(new Big(parts[key as keyof typeof FACTORS]).times(factor));
  }, new Big(0));
  if (new Big(energy).minus(sum).abs().lte(sum.times(ENERGY_TOLERANCE))) return undefined;
  return { column: 'energy', value: energy, problem: `protein, fat, carbohydrate and fibre make ${sum.toFixed(0)} kJ` };
}

function findMassDoubt(nutrients: Readonly<Record<string, string>>): Doubt | undefined {
  const mass = PARTS.reduce((total, key) => total.plus(nutrients[key] ?? 0), new Big(0));
  if (mass.lte(MOST_MASS)) return undefined;
  return { column: PARTS.join('+'), value: mass.toFixed(), problem: `the parts of 100 g weigh ${mass.toFixed()} g` };
}
