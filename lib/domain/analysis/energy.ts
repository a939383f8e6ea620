import { type EnergySource, energySources } from '../standard.ts';
import { exactNumber, toTwoDecimals } from '../values/decimal.ts';
import { Ratio, sumRatios, ZERO } from '../values/ratio.ts';
import type { Weighed } from './amounts.ts';
import { saltFromSodium } from './categories.ts';
import type { Eaten } from './days.ts';
import { type Basis, ENOUGH_KNOWN, eatenAmount, measureNutrient } from './findings.ts';
import { menuNutrients, nutrientIndex } from './foods.ts';
import { judge } from './judgement.ts';
import type { Average, EnergyShareFinding } from './shape.ts';

/** By GB 28050-2025. */
export const KJ_PER_GRAM = { protein: 17n, fat: 37n, carbohydrate: 17n, fibre: 8n };

/** Gives the amount of a nutrient that has energy. */
type AmountFinder = (key: keyof typeof KJ_PER_GRAM) => Ratio;

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

/**
 * Returns the shares of protein, fat and carbohydrate in their energy, of amounts in any unit. The table's carbohydrate
 * includes fibre.
 */
function findShares(amount: AmountFinder): Readonly<Record<EnergySource, Ratio>> {
  const [carbohydrate, fibre] = [amount('carbohydrate'), amount('fibre')];
  const digestible = carbohydrate.isAbove(fibre) ? carbohydrate.minus(fibre) : ZERO;
  const energy = {
    protein: amount('protein').times(KJ_PER_GRAM.protein),
    fat: amount('fat').times(KJ_PER_GRAM.fat),
    carbohydrate: digestible.times(KJ_PER_GRAM.carbohydrate).plus(fibre.times(KJ_PER_GRAM.fibre)),
  };
  const total = sumRatios(Object.values(energy));
  const toShare = (part: Ratio) => part.per(total);
  return { protein: toShare(energy.protein), fat: toShare(energy.fat), carbohydrate: toShare(energy.carbohydrate) };
}

function roundShares({ protein, fat, carbohydrate }: ReturnType<typeof findShares>): Average['energyShares'] {
  return { protein: toTwoDecimals(protein), fat: toTwoDecimals(fat), carbohydrate: toTwoDecimals(carbohydrate) };
}

/** Returns the rounded shares of protein, fat and carbohydrate in their energy, of amounts in any unit. */
export function toEnergyShares(amount: AmountFinder): Average['energyShares'] {
  return roundShares(findShares(amount));
}

/** Describes the shares of the energy, and judges each that the standard has a range for. */
export function describeShares(eaten: Eaten, basis: Basis): Pick<Average, 'energyShares' | 'judgedShares'> {
  const shares = findShares((key) => new Ratio(eaten.sums.amounts[indexes[key]] ?? 0n));
  const energyShares = roundShares(shares);
  const { energyShares: ranges } = basis.figures;
  if (!basis.level || eaten.days === 0 || ranges.size === 0) return { energyShares };
  const hasGap = energySources.some((source) => {
    const { known, grams, hidesSome } = measureNutrient(source, eaten, basis);
    return hidesSome || known.per(grams).isBelow(ENOUGH_KNOWN);
  });
  const judgedShares = [...ranges].map(([key, { min, max }]): EnergyShareFinding => {
    // Shares are judged without tolerance. What is unknown of one of them changes all of them.
    const judgement = hasGap
      ? '数据不足'
      : judge(shares[key], { ...(min ? { lowest: min } : {}), ...(max ? { highest: max } : {}) }, false);
    return {
      key,
      name: `${menuNutrients[indexes[key]]?.value ?? ''}供能比`,
      value: exactNumber(shares[key].toFixed(4)),
      ...(min ? { min: exactNumber(min.toText()) } : {}),
      ...(max ? { max: exactNumber(max.toText()) } : {}),
      ...(judgement ? { judgement } : {}),
    };
  });
  return { energyShares, judgedShares };
}
