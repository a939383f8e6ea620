import Big from 'big.js';
import { energyOfParts, isSameEnergy, KJ_PER_KCAL, sumOf } from '../../lib/domain/ingredient/plausibility.ts';
import type { Field } from './columns.ts';

/** The figures of a row by field, as decimal text. */
type Values = Readonly<Record<string, string>>;

/** How far energy may differ from that of its parts. Small enough that no neighbouring column fits by chance. */
const ENERGY_TOLERANCE = { share: '0.01', kilojoules: 5 };
const LOOSE_ENERGY_TOLERANCE = { share: '0.1', kilojoules: 8 };
/** Energy factors of the national table, in kcal/g. */
const FACTORS = { protein: 4, fat: 9, carbohydrate: 4 } as const;
const KCAL_OF_FIBRE_LESS = 2;

/**
 * How far, in grams, water, protein, fat, carbohydrate and ash may differ from 100, where carbohydrate was calculated
 * as their difference.
 */
const ROUNDING = '0.2';
/** Smaller figures may agree by chance. */
const LEAST_ASH = '0.5';
const LEAST_RAE = 10;
const CAROTENE_PER_RAE = 12;
const TOCOPHEROL_TOLERANCE = '0.02';
const TOCOPHEROLS = ['tocopherol-alpha', 'tocopherol-beta-gamma', 'tocopherol-delta'];

/** For each group of figures that confirm each other, the last field of the group. */
export function findConfirmed(values: Values): Field[] {
  return [confirmEnergy, confirmMacronutrients, confirmAsh, confirmVitaminA, confirmTocopherols].flatMap(
    (confirm) => confirm(values) ?? [],
  );
}

function confirmEnergy({ energy, 'energy-kcal': kcal }: Values): Field | undefined {
  if (energy === undefined || kcal === undefined) return undefined;
  return isSameEnergy(energy, kcal) || isSameEnergy(kcal, energy) ? 'energy' : undefined;
}

/** The energy in kJ, in every form that the row has. kJ may be in the column of kcal. */
function energiesOf({ energy, 'energy-kcal': kcal }: Values): Big[] {
  const given = [energy, kcal].flatMap((one) => (one === undefined ? [] : [new Big(one)]));
  return kcal === undefined ? given : [...given, new Big(kcal).times(KJ_PER_KCAL)];
}

function confirmMacronutrients(values: Values): Field | undefined {
  const { protein = '0', fat = '0', carbohydrate = '0', fibre = '0' } = values;
  const exact = energyOfParts(values);
  if (exact === undefined) return undefined;
  const share = (field: keyof typeof FACTORS, grams: string) => new Big(grams).times(FACTORS[field]).times(KJ_PER_KCAL);
  const less = new Big(fibre).times(KCAL_OF_FIBRE_LESS).times(KJ_PER_KCAL);
  const shares = [share('protein', protein), share('fat', fat), share('carbohydrate', carbohydrate)];
  const printed = shares.reduce((sum, one) => sum.plus(one), new Big(0)).minus(less);
  const energies = energiesOf(values);
  const isMet = [exact, printed].some((parts) => energies.some((one) => isNear(one, parts, ENERGY_TOLERANCE)));
  if (!isMet) return undefined;
  const isFelt = (one: Big) => !isNear(printed.minus(one), printed, ENERGY_TOLERANCE);
  return Object.keys(FACTORS).findLast((_, index) => isFelt(shares[index] ?? new Big(0)));
}

/** Ash is confirmed where carbohydrate is what the others leave of 100 g. */
function confirmAsh(values: Values): Field | undefined {
  const keys = ['water', 'protein', 'fat', 'carbohydrate', 'ash'];
  const parts = energyOfParts(values);
  const { ash } = values;
  if (ash === undefined || parts === undefined || keys.some((key) => values[key] === undefined)) return undefined;
  if (new Big(ash).lt(LEAST_ASH) || sumOf(values, keys).minus(100).abs().gt(ROUNDING)) return undefined;
  return energiesOf(values).some((one) => isNear(one, parts, LOOSE_ENERGY_TOLERANCE)) ? 'ash' : undefined;
}

function confirmVitaminA({ 'vitamin-a-rae': activity, carotene = '0', retinol }: Values): Field | undefined {
  if (activity === undefined || retinol === undefined) return undefined;
  const deviation = new Big(activity).minus(retinol).times(CAROTENE_PER_RAE).minus(carotene).abs();
  if (deviation.gt(CAROTENE_PER_RAE)) return undefined;
  if (new Big(retinol).gte(LEAST_RAE)) return 'retinol';
  return new Big(carotene).gte(LEAST_RAE * CAROTENE_PER_RAE) ? 'carotene' : undefined;
}

function confirmTocopherols(values: Values): Field | undefined {
  const { tocopherols: total } = values;
  if (total === undefined || sumOf(values, TOCOPHEROLS).minus(total).abs().gt(TOCOPHEROL_TOLERANCE)) return undefined;
  return TOCOPHEROLS.findLast((field) => new Big(values[field] ?? 0).gt(TOCOPHEROL_TOLERANCE));
}

function isNear(energy: Big, parts: Big, tolerance: typeof ENERGY_TOLERANCE): boolean {
  const deviation = energy.minus(parts).abs();
  return deviation.lte(parts.abs().times(tolerance.share).plus(tolerance.kilojoules));
}
