import Big from 'big.js';
import { energyOfParts, isSameEnergy, KJ_PER_KCAL, sumOf } from '../../lib/domain/plausibility.ts';
import { type Amount, knownValue } from './cell.ts';
import type { Field } from './columns.ts';
import { hasStrangeDecimals } from './printed-table.ts';
import type { RawFood } from './table-file.ts';

/** Amounts of a row by field. */
export type Amounts = ReadonlyMap<Field, Amount>;

/** A stretch of a row in which cells may stand one column beside their own. */
export interface Shift {
  /** Fields whose cells tell it. */
  readonly signs: readonly Field[];
  /** Columns that the row does not have, which tells it, too. */
  readonly lacking: readonly string[];
  /** Fields whose cells nothing shows to be in their place. */
  readonly unsure: readonly Field[];
}

/** Grams by which water, protein, fat, carbohydrate and ash miss 100 where carbohydrate is their difference. */
const ROUNDING = '0.2';
/** Figures that agree by chance are smaller. */
const LEAST_ASH = '0.5';
const LEAST_VITAMIN_A = '10';
const TOCOPHEROL_TOLERANCE = '0.02';
/** Closer than where energy is only doubted: the figures of watery foods are all small. */
const ENERGY_TOLERANCE = { share: '0.1', kilojoules: 8 };
const CAROTENE_PER_RAE = 12;

/**
 * Finds the pages of a row that have a sign of a shift: a cell that is not there, a text among numbers, a value that no
 * food has, decimals of another column. `impossible` are fields with values that no food has.
 *
 * A shift moves everything behind the place where it begins. So where figures confirm each other, they and all before
 * them are in their place; all behind is unsure.
 */
export function findShifts(raw: RawFood, amounts: Amounts, impossible: ReadonlySet<Field>): Shift[] {
  return raw.pages.flatMap((page): Shift[] => {
    const absent = raw.isPrinted ? page.filter((field) => !raw.cells.has(field)) : [];
    const signs = page.filter((field) => impossible.has(field) || isForeign(raw, field, amounts.get(field)));
    if (absent.length + signs.length === 0) return [];
    const sure = Math.max(-1, ...confirmedFields(amounts).map((field) => page.indexOf(field)));
    const lacking = absent.map((field) => raw.columns.get(field) ?? field);
    return [{ signs, lacking, unsure: page.slice(sure + 1) }];
  });
}

/** Whether a cell can hardly be of its column. */
function isForeign({ isPrinted, keepsZeros }: RawFood, field: Field, amount: Amount | undefined): boolean {
  if (amount?.kind === 'bad') return amount.isForeign;
  return isPrinted && amount?.kind === 'known' && hasStrangeDecimals(field, amount.decimals, keepsZeros);
}

/** The last field of each group of figures that confirm each other. */
function confirmedFields(amounts: Amounts): Field[] {
  const values: Record<string, string> = {};
  for (const [field, amount] of amounts) {
    const value = knownValue(amount);
    if (value !== undefined) values[field] = value;
  }
  const checks: readonly (readonly [Field, boolean])[] = [
    ['energy', isEnergyConfirmed(values)],
    ['carbohydrate', areMacronutrientsConfirmed(values)],
    ['ash', areParts(values)],
    ['retinol', isVitaminA(values)],
    ['tocopherol-delta', areTocopherols(values)],
  ];
  return checks.filter(([, holds]) => holds).map(([field]) => field);
}

type Values = Readonly<Record<string, string>>;

function isEnergyConfirmed({ energy, 'energy-kcal': kcal }: Values): boolean {
  return energy !== undefined && kcal !== undefined && (isSameEnergy(energy, kcal) || isSameEnergy(kcal, energy));
}

function areMacronutrientsConfirmed(values: Values): boolean {
  const { energy, 'energy-kcal': kcal } = values;
  const parts = energyOfParts(values);
  const both = [energy, kcal, kcal && new Big(kcal).times(KJ_PER_KCAL).toFixed()];
  return parts !== undefined && both.some((one) => one !== undefined && isNear(parts, one));
}

function isNear(parts: Big, energy: string): boolean {
  const deviation = parts.minus(energy).abs();
  return deviation.lte(parts.abs().times(ENERGY_TOLERANCE.share)) || deviation.lte(ENERGY_TOLERANCE.kilojoules);
}

function areParts(values: Values): boolean {
  const keys = ['water', 'protein', 'fat', 'carbohydrate', 'ash'];
  const { ash } = values;
  if (ash === undefined || keys.some((key) => values[key] === undefined)) return false;
  return new Big(ash).gte(LEAST_ASH) && sumOf(values, keys).minus(100).abs().lte(ROUNDING);
}

function isVitaminA({ 'vitamin-a-rae': activity, carotene = '0', retinol }: Values): boolean {
  if (activity === undefined || retinol === undefined || new Big(activity).lt(LEAST_VITAMIN_A)) return false;
  const deviation = new Big(activity).minus(retinol).times(CAROTENE_PER_RAE).minus(carotene).abs();
  return deviation.lte(CAROTENE_PER_RAE);
}

function areTocopherols(values: Values): boolean {
  const { tocopherols: total } = values;
  const parts = sumOf(values, ['tocopherol-alpha', 'tocopherol-beta-gamma', 'tocopherol-delta']);
  if (total === undefined || parts.eq(0)) return false;
  return parts.minus(total).abs().lte(TOCOPHEROL_TOLERANCE);
}
