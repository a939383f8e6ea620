import Big from 'big.js';
import {
  energyOfParts,
  type Implausibility,
  isEnergyOf,
  isSameEnergy,
  KJ_PER_KCAL,
} from '../../lib/domain/plausibility.ts';
import type { Amount } from './cell.ts';
import type { Field } from './columns.ts';

/** Energy is given in whole kJ. */
const ENERGY_DECIMALS = 0;
/** Deviation of figures that stand in each other's columns. */
const SWAP_TOLERANCE = '0.08';
/** How many digits kcal have at the begin of a figure that is two. */
const JOINED_KCAL_DIGITS = [2, 3];

/** What is told about energy, and what was done. */
interface EnergyNote {
  readonly kind: 'cell' | 'warning';
  readonly field: 'energy' | 'energy-kcal';
  readonly problem: string;
  readonly done: string;
}

/** Energy in kJ, and what there is to tell of it. */
export interface Energy {
  readonly amount: Amount;
  readonly notes: readonly EnergyNote[];
}

/**
 * Reads energy in kJ; from kcal, rounded half up, only where there is no usable kJ. Where both are there and disagree,
 * protein, fat and carbohydrate decide; what goes with neither of them is not kept.
 */
export function readEnergy(read: (field: Field) => Amount, parts: Readonly<Record<string, string>>): Energy {
  const [kilojoules, kilocalories] = [read('energy'), read('energy-kcal')];
  if (kilojoules.kind === 'known' && kilocalories.kind === 'known') {
    return compareEnergies(kilojoules.value, kilocalories.value, energyOfParts(parts));
  }
  if (kilojoules.kind === 'known' || kilojoules.kind === 'trace') return { amount: kilojoules, notes: [] };
  if (kilocalories.kind === 'known') return { amount: convert(kilocalories.value), notes: [] };
  return { amount: kilojoules.kind === 'unknown' ? kilocalories : kilojoules, notes: [] };
}

function compareEnergies(kilojoules: string, kilocalories: string, parts: Big | undefined): Energy {
  if (isSameEnergy(kilojoules, kilocalories)) return { amount: known(kilojoules), notes: [] };
  const field = 'energy';
  if (isSwapped(kilojoules, kilocalories)) {
    const problem = `is kcal, and ${kilocalories} is kJ`;
    return {
      amount: known(kilocalories),
      notes: [{ kind: 'warning', field, problem, done: `${kilocalories} kJ loaded` }],
    };
  }
  const problem = `is more than 2 % from ${kilocalories} kcal × ${KJ_PER_KCAL}`;
  const converted = convert(kilocalories);
  const isPossible = new Big(kilojoules).gt(kilocalories);
  if (isPossible && (parts === undefined || isEnergyOf(kilojoules, parts))) {
    return { amount: known(kilojoules), notes: [{ kind: 'warning', field, problem, done: 'loaded' }] };
  }
  const told = parts === undefined ? '' : `, which make ${parts.toFixed(0)} kJ`;
  const wrong = isPossible ? `${problem} and far from protein, fat and carbohydrate${told}` : 'is less than kcal';
  if (converted.kind === 'known' && (parts === undefined || isEnergyOf(converted.value, parts))) {
    const done = `left out: ${converted.value} kJ loaded, from kcal`;
    return { amount: converted, notes: [{ kind: 'cell', field, problem: wrong, done }] };
  }
  return { amount: { kind: 'unknown' }, notes: [{ kind: 'cell', field, problem: wrong, done: 'left unknown' }] };
}

/** There are always more kJ than kcal. Small figures are rounded, and agree less. */
function isSwapped(kilojoules: string, kilocalories: string): boolean {
  const converted = new Big(kilojoules).times(KJ_PER_KCAL);
  const deviation = converted.minus(kilocalories).abs();
  return new Big(kilocalories).gt(kilojoules) && deviation.lte(converted.times(SWAP_TOLERANCE));
}

/**
 * What is wrong with kcal that are more than `most` kJ; none where they are the kJ. Where both figures stand in the cell
 * of kcal, something else stands in that of kJ.
 */
export function findKilocalorieProblems(values: Readonly<Record<string, string>>, most = '0'): Implausibility[] {
  const { energy, 'energy-kcal': kilocalories } = values;
  if (kilocalories === undefined || new Big(kilocalories).times(KJ_PER_KCAL).lte(most)) return [];
  if (energy !== undefined && isSwapped(energy, kilocalories)) return [];
  const joined = splitJoined(kilocalories);
  if (joined === undefined) return [{ keys: ['energy-kcal'], problem: `no food has more than ${most} kJ in 100 g` }];
  const problem = `is two figures joined, ${joined.kilocalories} kcal and ${joined.kilojoules} kJ`;
  return [{ keys: energy === joined.kilojoules ? ['energy-kcal'] : ['energy-kcal', 'energy'], problem }];
}

/** The two figures of energy of which a reader has made one: `5172163` are 517 kcal and 2163 kJ. */
function splitJoined(text: string): { kilocalories: string; kilojoules: string } | undefined {
  for (const length of JOINED_KCAL_DIGITS) {
    const [kilocalories, kilojoules] = [text.slice(0, length), text.slice(length)];
    if (/^[1-9]\d{2,3}$/.test(kilojoules) && isSameEnergy(kilojoules, kilocalories))
      return { kilocalories, kilojoules };
  }
  return undefined;
}

function convert(kilocalories: string): Amount {
  const converted = new Big(kilocalories).times(KJ_PER_KCAL).round(ENERGY_DECIMALS, Big.roundHalfUp);
  return known(converted.toFixed());
}

function known(value: string): Amount {
  return { kind: 'known', value, decimals: 0 };
}
