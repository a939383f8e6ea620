import { Ratio } from '../values/ratio.ts';
import type { Weighed } from './amounts.ts';
import { saltOf } from './categories.ts';
import type { Eaten } from './days.ts';
import { amountOf, print } from './findings.ts';
import { placeOf } from './foods.ts';
import type { Average } from './shape.ts';

/** Kilojoules per gram, by GB 28050-2025. */
const KJ = { protein: 17n, fat: 37n, carbohydrate: 17n, fibre: 8n };

const places = {
  energy: placeOf('energy'),
  protein: placeOf('protein'),
  fat: placeOf('fat'),
  carbohydrate: placeOf('carbohydrate'),
  fibre: placeOf('fibre'),
  sodium: placeOf('sodium'),
};

/** The eaten energy, in kJ. */
export function energyOf(eaten: Eaten, weighed: Weighed) {
  return print(amountOf(places.energy, eaten, weighed));
}

/** The salt that contains the eaten sodium, in g. */
export function saltEaten(eaten: Eaten, weighed: Weighed) {
  return print(saltOf(amountOf(places.sodium, eaten, weighed)));
}

/** The shares of protein, fat and carbohydrate in their energy. The table's carbohydrate includes fibre. */
export function energySharesOf({ sums: { amounts } }: Eaten): Average['energyShares'] {
  const amount = (place: number) => amounts[place] ?? 0n;
  const [carbohydrate, fibre] = [amount(places.carbohydrate), amount(places.fibre)];
  const digestible = carbohydrate > fibre ? carbohydrate - fibre : 0n;
  const energy = {
    protein: KJ.protein * amount(places.protein),
    fat: KJ.fat * amount(places.fat),
    carbohydrate: KJ.carbohydrate * digestible + KJ.fibre * fibre,
  };
  const all = energy.protein + energy.fat + energy.carbohydrate;
  const part = (over: bigint) => print(new Ratio(over).per(all));
  return { protein: part(energy.protein), fat: part(energy.fat), carbohydrate: part(energy.carbohydrate) };
}
