import { toTwoDecimals } from '../values/decimal.ts';
import { Ratio } from '../values/ratio.ts';
import type { Weighed } from './amounts.ts';
import { saltFromSodium } from './categories.ts';
import type { Eaten } from './days.ts';
import { eatenAmount } from './findings.ts';
import { nutrientIndex } from './foods.ts';
import type { Average } from './shape.ts';

/** By GB 28050-2025. */
const KJ_PER_GRAM = { protein: 17n, fat: 37n, carbohydrate: 17n, fibre: 8n };

const indexes = {
  energy: nutrientIndex('energy'),
  protein: nutrientIndex('protein'),
  fat: nutrientIndex('fat'),
  carbohydrate: nutrientIndex('carbohydrate'),
  fibre: nutrientIndex('fibre'),
  sodium: nutrientIndex('sodium'),
};

/** Returns the eaten energy, in kJ. */
export function eatenEnergy(eaten: Eaten, weighed: Weighed) {
  return toTwoDecimals(eatenAmount(indexes.energy, eaten, weighed));
}

/** Returns the salt that contains the eaten sodium, in g. */
export function eatenSalt(eaten: Eaten, weighed: Weighed) {
  return toTwoDecimals(saltFromSodium(eatenAmount(indexes.sodium, eaten, weighed)));
}

/** Returns the shares of protein, fat and carbohydrate in their energy. The table's carbohydrate includes fibre. */
export function energyShares({ sums: { amounts } }: Eaten): Average['energyShares'] {
  const amount = (index: number) => amounts[index] ?? 0n;
  const [carbohydrate, fibre] = [amount(indexes.carbohydrate), amount(indexes.fibre)];
  const digestible = carbohydrate > fibre ? carbohydrate - fibre : 0n;
  const energy = {
    protein: KJ_PER_GRAM.protein * amount(indexes.protein),
    fat: KJ_PER_GRAM.fat * amount(indexes.fat),
    carbohydrate: KJ_PER_GRAM.carbohydrate * digestible + KJ_PER_GRAM.fibre * fibre,
  };
  const total = energy.protein + energy.fat + energy.carbohydrate;
  const toShare = (numerator: bigint) => toTwoDecimals(new Ratio(numerator).per(total));
  return { protein: toShare(energy.protein), fat: toShare(energy.fat), carbohydrate: toShare(energy.carbohydrate) };
}
