import { type EnergySource, energySources } from '../standard.ts';
import { exactNumber } from '../values/decimal.ts';
import { Ratio, sumOf, ZERO } from '../values/ratio.ts';
import type { Weighed } from './amounts.ts';
import { saltFromSodium } from './categories.ts';
import type { Eaten } from './days.ts';
import { type Basis, ENOUGH_KNOWN, eatenAmount, measureNutrient, print } from './findings.ts';
import { counted, nutrientIndex } from './foods.ts';
import { judge } from './judgement.ts';
import type { Average, EnergyShareFinding } from './shape.ts';

/** Kilojoules per gram, by GB 28050-2025. */
export const KJ = { protein: 17n, fat: 37n, carbohydrate: 17n, fibre: 8n };

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

/**
 * The parts of protein, fat and carbohydrate in their energy, of amounts in any unit. The table's carbohydrate includes
 * fibre.
 */
function findShares(amount: (key: keyof typeof KJ) => Ratio): Readonly<Record<EnergySource, Ratio>> {
  const [carbohydrate, fibre] = [amount('carbohydrate'), amount('fibre')];
  const digestible = carbohydrate.isAbove(fibre) ? carbohydrate.minus(fibre) : ZERO;
  const energy = {
    protein: amount('protein').times(KJ.protein),
    fat: amount('fat').times(KJ.fat),
    carbohydrate: digestible.times(KJ.carbohydrate).plus(fibre.times(KJ.fibre)),
  };
  const all = sumOf(Object.values(energy));
  const part = (one: Ratio) => one.per(all);
  return { protein: part(energy.protein), fat: part(energy.fat), carbohydrate: part(energy.carbohydrate) };
}

function printShares({ protein, fat, carbohydrate }: ReturnType<typeof findShares>): Average['energyShares'] {
  return { protein: print(protein), fat: print(fat), carbohydrate: print(carbohydrate) };
}

/** The shares of protein, fat and carbohydrate in their energy, of amounts in any unit. */
export function toEnergyShares(amount: (key: keyof typeof KJ) => Ratio): Average['energyShares'] {
  return printShares(findShares(amount));
}

/** The parts of protein, fat and carbohydrate in their energy, and each that the standard has a range for, judged. */
export function describeShares(eaten: Eaten, basis: Basis): Pick<Average, 'energyShares' | 'judgedShares'> {
  const shares = findShares((key) => new Ratio(eaten.sums.amounts[indexes[key]] ?? 0n));
  const energyShares = printShares(shares);
  const { energyShares: ranges } = basis.figures;
  if (!basis.level || eaten.days === 0 || ranges.size === 0) return { energyShares };
  const hasGap = energySources.some((source) => {
    const { known, grams, hidesSome } = measureNutrient(source, eaten, basis);
    return hidesSome || known.per(grams).isBelow(ENOUGH_KNOWN);
  });
  const judgedShares = [...ranges].map(([key, { min, max }]): EnergyShareFinding => {
    // Parts are judged without tolerance. What is unknown of one of them changes the parts of all.
    const judgement = hasGap
      ? '数据不足'
      : judge(shares[key], { ...(min ? { lowest: min } : {}), ...(max ? { highest: max } : {}) }, false);
    return {
      key,
      name: `${counted[indexes[key]]?.value ?? ''}供能比`,
      value: exactNumber(shares[key].toFixed(4)),
      ...(min ? { min: exactNumber(min.toText()) } : {}),
      ...(max ? { max: exactNumber(max.toText()) } : {}),
      ...(judgement ? { judgement } : {}),
    };
  });
  return { energyShares, judgedShares };
}
