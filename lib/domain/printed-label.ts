import Big from 'big.js';
import type { Edition } from './edition.ts';
import { type NutrientSum, type WeighedDish, wholePercentOf } from './label.ts';
import { isTabled, roundAmount } from './rounding.ts';

/** A sentence that ends in names. Where some are left out it tells how many there are: `等 12 种`. */
export interface Listing {
  readonly lead: string;
  readonly names: readonly string[];
  /** The counting word for the names, by default 种. */
  readonly counter?: string;
}

/** A line of the table: three texts as they are printed. */
export interface PrintedRow {
  readonly name: string;
  readonly amount: string;
  readonly percent: string;
}

/** The content of a printed label. */
export interface PrintedLabel {
  readonly name: string;
  /** Name of the unit that the dish belongs to. */
  readonly unit: string;
  /** Grams of a share. */
  readonly share: string;
  readonly ingredients: Listing;
  /** Energy and all core nutrients, emphasised. */
  readonly core: readonly PrintedRow[];
  /** The other nutrients that are known. */
  readonly others: readonly PrintedRow[];
  /** Notes below the table. */
  readonly notes: readonly Listing[];
}

interface CoreNutrient {
  readonly key: string;
  readonly name: string;
}

const ENERGY = { key: 'energy', name: '能量' };
const PROTEIN = { key: 'protein', name: '蛋白质' };
const FAT = { key: 'fat', name: '脂肪' };
const CARBOHYDRATE = { key: 'carbohydrate', name: '碳水化合物' };
const SODIUM = { key: 'sodium', name: '钠' };

/**
 * The nutrients that each edition demands on every label, in its order. None of our food tables has sugar: it is
 * printed as unknown.
 */
const core: Readonly<Record<Edition, readonly CoreNutrient[]>> = {
  '2011': [ENERGY, PROTEIN, FAT, CARBOHYDRATE, SODIUM],
  '2025': [
    ENERGY,
    PROTEIN,
    FAT,
    { key: 'saturated-fat', name: '饱和脂肪' },
    CARBOHYDRATE,
    { key: 'sugar', name: '糖' },
    SODIUM,
  ],
};

/** The sentence that each edition demands below the table. */
const warnings: Readonly<Record<Edition, readonly Listing[]>> = {
  '2011': [],
  '2025': [{ lead: '儿童青少年应避免过量摄入盐油糖。', names: [] }],
};

/** Signs of the notes on missing values. Where there are more different sets of ingredients, all go into one note. */
const SIGNS = ['①', '②', '③'];
const UNLISTED = '※';
const UNKNOWN = '—';

/** Prints a dish: rounded as GB 28050 demands, and with a sign wherever data is missing. */
export function printLabel(dish: WeighedDish, unit: string, edition: Edition): PrintedLabel {
  const grams = dish.parts.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  const sums = dish.sums.filter(({ nutrient }) => isTabled(nutrient.key));
  const gaps = listGaps(sums);
  const print = (sum: NutrientSum) => printRow(sum, { grams, edition, sign: gaps.signOf(sum) });
  const isCore = (key: string) => core[edition].some((one) => one.key === key);
  const coreRows = core[edition].map(({ key, name }) => {
    const sum = sums.find(({ nutrient }) => nutrient.key === key);
    return sum ? print(sum) : { name, amount: UNKNOWN, percent: UNKNOWN };
  });
  const hasUnknown = coreRows.some(({ amount }) => amount === UNKNOWN);
  return {
    name: dish.name,
    unit,
    share: printGrams(grams),
    ingredients: listIngredients(dish),
    core: coreRows,
    others: sums.filter(({ nutrient }) => !isCore(nutrient.key)).map(print),
    notes: [
      ...warnings[edition],
      ...gaps.notes,
      ...(hasUnknown ? [{ lead: `标 ${UNKNOWN} 处无数据：所有配料均缺少此项数值。`, names: [] }] : []),
      ...(dish.parts.some(({ isListed }) => !isListed)
        ? [{ lead: `${UNLISTED} 食材库中没有的编码，营养成分未知。`, names: [] }]
        : []),
      { lead: `每份按生重可食部计，未计烹调损失。NRV% 依据 GB 28050-${edition}。`, names: [] },
    ],
  };
}

function listIngredients({ parts }: WeighedDish): Listing {
  if (parts.length === 0) return { lead: '配料：未填写', names: [] };
  return { lead: '配料：', names: parts.map(({ name, isListed }) => (isListed ? name : `${name}${UNLISTED}`)) };
}

/** Makes a note for each set of ingredients that have no value, and tells the sign with which each row refers to it. */
function listGaps(sums: readonly NutrientSum[]): { notes: Listing[]; signOf: (sum: NutrientSum) => string } {
  const sets = new Map<string, readonly string[]>();
  for (const { missing } of sums) if (missing.length > 0) sets.set(nameOf(missing), missing);
  const keys = [...sets.keys()];
  if (keys.length <= SIGNS.length) {
    const notes = [...sets.values()].map((names, index) => ({
      lead: `${SIGNS[index]} 缺少数据未计入，≥ 为下限：`,
      names,
    }));
    return { notes, signOf: ({ missing }) => SIGNS[keys.indexOf(nameOf(missing))] ?? '' };
  }
  const [sign = ''] = SIGNS;
  const names = [...new Set([...sets.values()].flat())];
  const note = { lead: `${sign} 部分缺少数据未计入，≥ 为下限：`, names };
  return { notes: [note], signOf: ({ missing }) => (missing.length > 0 ? sign : '') };
}

function nameOf(missing: readonly string[]): string {
  return missing.join('\n');
}

interface Printing {
  readonly grams: Big;
  readonly edition: Edition;
  /** Sign of the note on what is missing; empty where nothing is. */
  readonly sign: string;
}

/** Prints a row. Where something is missing, the sum is the least that can be in the dish. */
function printRow(sum: NutrientSum, { grams, edition, sign }: Printing): PrintedRow {
  const { nutrient, amount } = sum;
  const figure = roundAmount(nutrient.key, amount, grams);
  const percent = figure === '0' ? zeroPercent(sum, edition) : wholePercentOf(sum, edition);
  const atLeast = sign === '' ? '' : '≥';
  return {
    name: nutrient.value,
    amount: `${atLeast}${figure} ${nutrient.unit}${sign}`,
    percent: percent === undefined ? '-' : `${atLeast}${percent}`,
  };
}

/** Prints the per cent of an amount that is printed as 0: it is 0 % of anything. */
function zeroPercent({ nutrient }: NutrientSum, edition: Edition): string | undefined {
  return nutrient.nrv[edition] && '0%';
}

/** Prints grams, with one decimal where there is one. */
function printGrams(grams: Big): string {
  const rounded = grams.round(1, Big.roundHalfUp);
  return grams.gt(0) && rounded.eq(0) ? '＜0.1' : rounded.toFixed();
}
