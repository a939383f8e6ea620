import {
  findDoubts,
  findImpossible,
  type Implausibility,
  isSameEnergy,
  KJ_PER_KCAL,
  sumEnergy,
} from '../../lib/domain/ingredient/plausibility.ts';
import { ratio } from '../../lib/domain/values/ratio.ts';
import type { Field } from './columns.ts';
import type { Finding } from './report.ts';

/** The figures of a row by field, as decimal text. */
export type Values = Readonly<Record<Field, string>>;

/** Figures that deviate by at most this share may be in each other's columns. */
const SWAP_TOLERANCE = 0.08;

/** If they deviate by more than both, kJ and kcal contradict each other. Small figures are rounded, and deviate by a larger share. */
const CONTRADICTION = { share: 0.1, kilojoules: 5 };

/** Energy in kJ, undefined where it is unknown, and what to report about it. */
export interface Energy {
  readonly value: string | undefined;
  readonly note?: Pick<Finding, 'problem' | 'done'> & { readonly kind: 'cell' | 'warning' };
}

/**
 * Chooses between kJ and kcal. kcal count, × 4.184 and rounded half up, only where no usable kJ exist. If both exist and
 * disagree, protein, fat and carbohydrate decide. A figure that agrees with neither is dropped, and so are two that contradict
 * each other where the parts are unknown.
 */
export function chooseEnergy({ energy: kilojoules, ...parts }: Values, kilocalories: string): Energy {
  const convertedKj = toKilojoules(kilocalories);
  if (kilojoules === undefined) return { value: convertedKj };
  if (isSameEnergy(kilojoules, kilocalories)) return { value: kilojoules };
  if (isSwapped(kilojoules, kilocalories)) {
    const note = { problem: `is kcal, and ${kilocalories} is kJ`, done: `${kilocalories} kJ loaded` };
    return { value: kilocalories, note: { kind: 'warning', ...note } };
  }
  const isPossible = Number(kilojoules) > Number(kilocalories);
  const doubt = isPossible ? findEnergyDoubt(kilojoules, parts) : undefined;
  const deviation = `is more than 2 % from ${kilocalories} kcal × ${KJ_PER_KCAL}`;
  const energyFromParts = sumEnergy(parts)?.toNumber();
  const difference = Math.abs(Number(kilojoules) - Number(convertedKj));
  const isContradiction = difference > Math.max(Number(convertedKj) * CONTRADICTION.share, CONTRADICTION.kilojoules);
  const isNearer =
    energyFromParts !== undefined &&
    Math.abs(Number(kilojoules) - energyFromParts) <= Math.abs(Number(convertedKj) - energyFromParts);
  if (isPossible && doubt === undefined && (isNearer || !isContradiction))
    return { value: kilojoules, note: { kind: 'warning', problem: deviation, done: 'loaded' } };
  const problem = isPossible ? [deviation, doubt].filter(Boolean).join(', and ') : 'is less than kcal';
  if (findEnergyDoubt(convertedKj, parts) !== undefined || (isPossible && energyFromParts === undefined))
    return { value: undefined, note: { kind: 'cell', problem, done: 'left unknown' } };
  return { value: convertedKj, note: { kind: 'cell', problem, done: `left out: ${convertedKj} kJ loaded, from kcal` } };
}

/** Finds the doubt about energy in kJ by its parts: protein, fat, carbohydrate, fibre. Undefined where a part is unknown. */
function findEnergyDoubt(energy: string, { protein, fat, carbohydrate, fibre = '0' }: Values): string | undefined {
  if (protein === undefined || fat === undefined || carbohydrate === undefined) return undefined;
  const nutrients = { energy, protein, fat, carbohydrate, fibre };
  return findDoubts({ name: '', category: '', nutrients }).find(({ keys }) => keys.includes('energy'))?.problem;
}

/** Whether the two figures are swapped: kJ are always more than kcal. Small figures are rounded, and agree less. */
function isSwapped(kilojoules: string, kilocalories: string): boolean {
  const swappedKj = Number(kilojoules) * Number(KJ_PER_KCAL);
  const isNear = Math.abs(swappedKj - Number(kilocalories)) <= swappedKj * SWAP_TOLERANCE;
  return Number(kilocalories) > Number(kilojoules) && isNear;
}

/** Finds what is wrong with kcal; nothing where the figure is in fact kJ. */
export function findKilocalorieProblem({ energy: kilojoules, 'energy-kcal': kilocalories }: Values): Implausibility[] {
  if (kilocalories === undefined || (kilojoules !== undefined && isSwapped(kilojoules, kilocalories))) return [];
  const impossible = findImpossible({ name: '', category: '', nutrients: { energy: toKilojoules(kilocalories) } });
  return impossible.map(({ problem }) => ({ keys: ['energy-kcal'], problem }));
}

function toKilojoules(kilocalories: string): string {
  return ratio(kilocalories).times(KJ_PER_KCAL).toFixed(0);
}
