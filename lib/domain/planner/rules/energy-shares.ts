import { KJ_PER_GRAM } from '../../analysis/energy.ts';
import { type EnergySource, energySources } from '../../standard.ts';

/** The measure of the energy that a source gives beyond its share of all energy. */
export function toExcessEnergyMeasure(source: EnergySource, share: number): string {
  return `${source} ${share}`;
}

/** Finds the energy of a gram beyond the share in a measure that `toExcessEnergyMeasure` makes, in kJ; undefined for other measures. */
export function findExcessEnergy(measure: string, amount: (key: EnergySource | 'fibre') => number): number | undefined {
  const [name, share] = measure.split(' ');
  const source = energySources.find((energySource) => energySource === name);
  if (source === undefined || share === undefined) return undefined;
  const fibre = amount('fibre');
  const energies = {
    protein: Number(KJ_PER_GRAM.protein) * amount('protein'),
    fat: Number(KJ_PER_GRAM.fat) * amount('fat'),
    carbohydrate:
      Number(KJ_PER_GRAM.carbohydrate) * Math.max(0, amount('carbohydrate') - fibre) +
      Number(KJ_PER_GRAM.fibre) * fibre,
  };
  return energies[source] - Number(share) * (energies.protein + energies.fat + energies.carbohydrate);
}
