import { KJ } from '../../analysis/energy.ts';
import { type EnergySource, energySources } from '../../standard.ts';

/** The energy of a gram beyond the part that a measure names, such as `fat 0.3`, in kJ; undefined for other measures. */
export function energyBeyond(measure: string, amount: (key: EnergySource | 'fibre') => number): number | undefined {
  const [name, part] = measure.split(' ');
  const source = energySources.find((one) => one === name);
  if (source === undefined || part === undefined) return undefined;
  const fibre = amount('fibre');
  const energies = {
    protein: Number(KJ.protein) * amount('protein'),
    fat: Number(KJ.fat) * amount('fat'),
    carbohydrate: Number(KJ.carbohydrate) * Math.max(0, amount('carbohydrate') - fibre) + Number(KJ.fibre) * fibre,
  };
  return energies[source] - Number(part) * (energies.protein + energies.fat + energies.carbohydrate);
}
