import Big from 'big.js';
import {
  energyOfParts,
  type Implausibility,
  isEnergyOf,
  isSameEnergy,
  KJ_PER_KCAL,
} from '../../lib/domain/ingredient/plausibility.ts';
import type { Text } from '../command/language.ts';
import type { Amount } from './cell.ts';
import type { Field } from './columns.ts';
import { words } from './words.ts';

/** Energy is given in whole kJ. */
const ENERGY_DECIMALS = 0;
/** Tolerated deviation of figures that are in each other's columns. */
const SWAP_TOLERANCE = '0.08';
/** How many digits of a joined figure may be the kcal. */
const JOINED_KCAL_DIGITS = [2, 3];

/** What is reported about energy, and what was done. */
interface EnergyNote {
  readonly kind: 'cell' | 'warning';
  readonly field: 'energy' | 'energy-kcal';
  readonly problem: Text;
  readonly done: Text;
}

/** Energy in kJ, and the notes about it. */
export interface Energy {
  readonly amount: Amount;
  readonly notes: readonly EnergyNote[];
}

/**
 * Reads energy in kJ. It is calculated from kcal, rounded half up, only where no usable kJ exists. If both exist and
 * disagree, protein, fat and carbohydrate decide. A figure that agrees with neither is dropped.
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
    const problem = { en: `is kcal, and ${kilocalories} is kJ`, zh: `是千卡，而 ${kilocalories} 是千焦` };
    return {
      amount: known(kilocalories),
      notes: [
        { kind: 'warning', field, problem, done: { en: `${kilocalories} kJ loaded`, zh: `已载入 ${kilocalories} kJ` } },
      ],
    };
  }
  const problem = {
    en: `is more than 2 % from ${kilocalories} kcal × ${KJ_PER_KCAL}`,
    zh: `与 ${kilocalories} kcal × ${KJ_PER_KCAL} 相差超过 2 %`,
  };
  const converted = convert(kilocalories);
  const isPossible = new Big(kilojoules).gt(kilocalories);
  if (isPossible && (parts === undefined || isEnergyOf(kilojoules, parts))) {
    return { amount: known(kilojoules), notes: [{ kind: 'warning', field, problem, done: words.loaded }] };
  }
  const made = parts?.toFixed(0);
  const wrong = isPossible
    ? {
        en: `${problem.en} and far from protein, fat and carbohydrate${made === undefined ? '' : `, which make ${made} kJ`}`,
        zh: `${problem.zh}，也远离蛋白质、脂肪和碳水化合物${made === undefined ? '' : `所合的 ${made} kJ`}`,
      }
    : { en: 'is less than kcal', zh: '小于千卡' };
  if (converted.kind === 'known' && (parts === undefined || isEnergyOf(converted.value, parts))) {
    const done = {
      en: `left out: ${converted.value} kJ loaded, from kcal`,
      zh: `舍去：由千卡换算，已载入 ${converted.value} kJ`,
    };
    return { amount: converted, notes: [{ kind: 'cell', field, problem: wrong, done }] };
  }
  return { amount: { kind: 'unknown' }, notes: [{ kind: 'cell', field, problem: wrong, done: words.leftUnknown }] };
}

/** Whether the two figures are swapped: kJ are always more than kcal. Small figures are rounded, and agree less. */
function isSwapped(kilojoules: string, kilocalories: string): boolean {
  const converted = new Big(kilojoules).times(KJ_PER_KCAL);
  const deviation = converted.minus(kilocalories).abs();
  return new Big(kilocalories).gt(kilojoules) && deviation.lte(converted.times(SWAP_TOLERANCE));
}

/**
 * What is wrong with kcal of more than `most` kJ; none where the figure is in fact kJ. If both figures are in the cell
 * of kcal, the cell of kJ holds something else.
 */
export function findKilocalorieProblems(values: Readonly<Record<string, string>>, most = '0'): Implausibility[] {
  const { energy, 'energy-kcal': kilocalories } = values;
  if (kilocalories === undefined || new Big(kilocalories).times(KJ_PER_KCAL).lte(most)) return [];
  if (energy !== undefined && isSwapped(energy, kilocalories)) return [];
  const joined = splitJoined(kilocalories);
  if (joined === undefined) {
    const problem = { en: `no food has more than ${most} kJ in 100 g`, zh: `没有食物每 100 g 超过 ${most} kJ` };
    return [{ keys: ['energy-kcal'], problem }];
  }
  const figures = [`${joined.kilocalories} kcal`, `${joined.kilojoules} kJ`];
  const problem = {
    en: `is two figures joined, ${figures.join(' and ')}`,
    zh: `是连在一起的两个数：${figures.join(' 和 ')}`,
  };
  return [{ keys: energy === joined.kilojoules ? ['energy-kcal'] : ['energy-kcal', 'energy'], problem }];
}

/** Two figures of energy that a reader has joined: `5172163` is 517 kcal and 2163 kJ. */
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
