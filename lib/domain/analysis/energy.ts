import { Ratio } from '../values/ratio.ts';
import type { Weighed } from './amounts.ts';
import { saltFromSodium } from './categories.ts';
import type { Eaten } from './days.ts';
import { eatenAmount, print } from './findings.ts';
import { nutrientIndex } from './foods.ts';
import type { Average } from './shape.ts';

/** Kilojoules per gram, by GB 28050-2025. */
const KJ = { protein: 17n, fat: 37n, carbohydrate: 17n, fibre: 8n };

const indexes = {
  energy: nutrientIndex('energy'),
  protein: nutrientIndex('protein'),
  fat: nutrientIndex('fat'),
  carbohydrate: nutrientIndex('carbohydrate'),
  fibre: nutrientIndex('fibre'),
  sodium: nutrientIndex('sodium'),
};

/** The eaten energy, in kJ. */
export function eatenEnergy(eaten: Eaten, weighed: Weighed) {
  return print(eatenAmount(indexes.energy, eaten, weighed));
}

/** The salt that contains the eaten sodium, in g. */
export function eatenSalt(eaten: Eaten, weighed: Weighed) {
  return print(saltFromSodium(eatenAmount(indexes.sodium, eaten, weighed)));
}

/** The shares of protein, fat and carbohydrate in their energy. The table's carbohydrate includes fibre. */
export function energyShares({ sums: { amounts } }: Eaten): Average['energyShares'] {
  const amount = (index: number) => amounts[index] ?? 0n;
  const [carbohydrate, fibre] = [amount(indexes.carbohydrate), amount(indexes.fibre)];
  const digestible = carbohydrate > fibre ? carbohydrate - fibre : 0n;
  const energy = {
    protein: KJ.protein * amount(indexes.protein),
    fat: KJ.fat * amount(indexes.fat),
    carbohydrate: KJ.carbohydrate * digestible + KJ.fibre * fibre,
  };
  const all = energy.protein + energy.fat + energy.carbohydrate;
  const part = (numerator: bigint) => print(new Ratio(numerator).per(all));
  return { protein: part(energy.protein), fat: part(energy.fat), carbohydrate: part(energy.carbohydrate) };
}
