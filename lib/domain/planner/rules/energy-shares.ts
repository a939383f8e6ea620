import { KJ_PER_GRAM } from '../../nutrient/nutrient.ts';
import { type EnergySource, energySources } from '../../standard.ts';

/** Names the measure of the energy that a source gives beyond its share of all energy, see `listShareBounds`. */
export function toExcessEnergyMeasure(source: EnergySource, share: number): string {
  return `${source} ${share}`;
}

/**
 * Finds the kJ that a source gives beyond its share, from the grams of each nutrient. The measure is one of `toExcessEnergyMeasure`;
 * undefined for any other.
 */
export function findExcessEnergy(measure: string, findGrams: (key: EnergySource | 'fibre') => number) {
  const [name, share] = measure.split(' ');
  const source = energySources.find((energySource) => energySource === name);
  if (source === undefined || share === undefined) return undefined;
  const fibre = findGrams('fibre');
  const kilojoules = {
    protein: KJ_PER_GRAM.protein * findGrams('protein'),
    fat: KJ_PER_GRAM.fat * findGrams('fat'),
    carbohydrate: KJ_PER_GRAM.carbohydrate * Math.max(0, findGrams('carbohydrate') - fibre) + KJ_PER_GRAM.fibre * fibre,
  };
  return kilojoules[source] - Number(share) * (kilojoules.protein + kilojoules.fat + kilojoules.carbohydrate);
}
