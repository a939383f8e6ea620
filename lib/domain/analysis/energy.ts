import { Ratio, sumOf, ZERO } from '../values/ratio.ts';
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
  return toEnergyShares((key) => new Ratio(amounts[indexes[key]] ?? 0n));
}

/** The same of amounts in any unit. */
export function toEnergyShares(amount: (key: keyof typeof KJ) => Ratio): Average['energyShares'] {
  const [carbohydrate, fibre] = [amount('carbohydrate'), amount('fibre')];
  const digestible = carbohydrate.isAbove(fibre) ? carbohydrate.minus(fibre) : ZERO;
  const energy = {
    protein: amount('protein').times(KJ.protein),
    fat: amount('fat').times(KJ.fat),
    carbohydrate: digestible.times(KJ.carbohydrate).plus(fibre.times(KJ.fibre)),
  };
  const all = sumOf(Object.values(energy));
  const part = (one: Ratio) => print(one.per(all));
  return { protein: part(energy.protein), fat: part(energy.fat), carbohydrate: part(energy.carbohydrate) };
}
