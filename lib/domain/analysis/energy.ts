import { KJ_PER_GRAM } from '../nutrient/nutrient.ts';
import { type EnergySource, energySources } from '../standard.ts';
import { exactNumber, mapNames, toPercent, toTwoDecimals } from '../values/output.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import type { Figures } from './figures.ts';
import { type Basis, ENOUGH_KNOWN, type NutrientMeasure } from './findings.ts';
import { menuNutrients, nutrientIndex } from './foods.ts';
import { judge } from './judgement.ts';
import type { Average, EnergyShareFinding } from './shape.ts';

/** Measures a nutrient that gives energy; returns undefined where nothing is eaten. */
type MeasureNutrient = (key: keyof typeof KJ_PER_GRAM) => NutrientMeasure | undefined;
type EnergyFindings = Pick<Average, 'energyShares' | 'judgedShares'>;

/** Calculates the share of each source in the energy of protein, fat and carbohydrate together. */
function calculateShares(measureNutrient: MeasureNutrient): Readonly<Record<EnergySource, Ratio>> {
  const measureAmount = (key: keyof typeof KJ_PER_GRAM) => measureNutrient(key)?.value ?? ZERO;
  const carbohydrate = measureAmount('carbohydrate');
  const fibre = measureAmount('fibre');
  // The carbohydrate of the food table includes fibre.
  const digestible = carbohydrate.isAbove(fibre) ? carbohydrate.minus(fibre) : ZERO;
  const energy = {
    protein: measureAmount('protein').times(KJ_PER_GRAM.protein),
    fat: measureAmount('fat').times(KJ_PER_GRAM.fat),
    carbohydrate: digestible.times(KJ_PER_GRAM.carbohydrate).plus(fibre.times(KJ_PER_GRAM.fibre)),
  };
  const total = sumRatios(Object.values(energy));
  return mapNames(energySources, (source) => energy[source].per(total));
}

/** Lists the standard's ranges for the energy shares; none if the standard does not judge the group's level. */
export function listShareRanges(basis: Pick<Basis, 'figures' | 'levelFigures'>): Figures['shareRanges'] {
  return basis.levelFigures ? basis.figures.shareRanges : new Map();
}

/** Describes the shares of the energy, and judges each that has a range, without tolerance. */
export function describeShares(measureNutrient: MeasureNutrient, ranges: Figures['shareRanges']): EnergyFindings {
  const shares = calculateShares(measureNutrient);
  const rounded = mapNames(energySources, (source) => toTwoDecimals(shares[source]));
  if (ranges.size === 0) return { energyShares: rounded };
  // An unknown amount of one source changes the shares of all.
  const hasGap = energySources.some((source) => {
    const measure = measureNutrient(source);
    return !measure || measure.hasDecisiveGap || measure.knownGrams.per(measure.grams).isBelow(ENOUGH_KNOWN);
  });
  const judgedShares = [...ranges].map(([key, { min, max }]): EnergyShareFinding => {
    const judgement = hasGap ? '数据不足' : judge(shares[key], { min, max }, false);
    return {
      key,
      name: nameShare(key),
      value: exactNumber(shares[key].toFixed(4)),
      ...(min ? { min: toBound(min) } : {}),
      ...(max ? { max: toBound(max) } : {}),
      ...(judgement ? { judgement } : {}),
    };
  });
  return { energyShares: rounded, judgedShares };
}

/** Writes a bound without the zeros that `toFixed` adds. A mean of bounds may have endless decimals: six are enough. */
function toBound(bound: Ratio) {
  return exactNumber(ratio(bound.toFixed(6)).toText());
}

/** Names the share that a source has in the energy: `脂肪供能比`. */
export function nameShare(source: EnergySource): string {
  return `${menuNutrients[nutrientIndex(source)]?.value ?? ''}供能比`;
}

/** Lists the shares of the energy in per cent for tables, with the range and the judgement of each that is judged. */
export function listShares({ energyShares, judgedShares = [] }: EnergyFindings) {
  return energySources.map((key) => {
    const judged = judgedShares.find((finding) => finding.key === key);
    const shown = judged ?? { name: nameShare(key), value: energyShares[key] };
    const { name, value, min, max, judgement }: Omit<EnergyShareFinding, 'key'> = shown;
    return {
      key,
      name,
      unit: '%',
      value: toPercent(value),
      ...(min ? { min: toPercent(min) } : {}),
      ...(max ? { max: toPercent(max) } : {}),
      ...(judgement ? { judgement } : {}),
    };
  });
}
