import type { StoredFood } from '../ingredient/food.ts';
import type { Edition } from '../nutrient/edition.ts';
import { KJ_PER_GRAM } from '../nutrient/nutrient.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { type KnownSum, sumKnownAmounts, type WeighedIngredient, weighWithoutWater } from './label.ts';
import { type TableRow, tableByEdition } from './printed-table.ts';

/** One row of a printed label. */
export interface Figure {
  readonly row: TableRow;
  /** Decimal text, rounded as the edition demands; absent if too little is known. */
  readonly printedValue?: string | undefined;
  /** Whether the value is absent although some ingredients have one: less than half of the dish's weight without water. */
  readonly isScarce?: boolean;
  /** Whole per cent of the reference value; absent if there is none. */
  readonly percent?: string | undefined;
  /** Names of the ingredients whose value is unknown; empty for energy, and if no ingredient has a value. */
  readonly missingIngredientNames: readonly string[];
  /** Whether the value includes all ingredients. */
  readonly isComplete: boolean;
}

export type Figures = ReturnType<typeof calculateFigures>;

/** The weight of the dish, and the edition that its figures follow. */
interface Basis {
  readonly grams: Ratio;
  /** Without water. */
  readonly dryGrams: Ratio;
  readonly edition: Edition;
}

/**
 * Calculates the figures of a dish's label in the order of the edition's table: energy from the printed values, everything
 * else from the ingredients.
 */
export function calculateFigures(ingredients: readonly WeighedIngredient[], edition: Edition) {
  const table = tableByEdition[edition];
  const grams = sumRatios(ingredients.map((ingredient) => ingredient.grams));
  const basis: Basis = { grams, dryGrams: weighWithoutWater(ingredients), edition };
  // If fibre has a row, carbohydrate is printed without fibre, and energy counts the fibre.
  const fibre = sumKnownAmounts(ingredients, (values) => values['fibre']);
  const hasFibre = fibre !== undefined && !isScarce(fibre, basis);
  const hasHiddenFibre = hasFibre && ingredients.some(hidesFibre);
  const calculate = (row: TableRow): Figure => {
    const isCarbohydrate = row.key === 'carbohydrate';
    const sum = sumKnownAmounts(ingredients, (values) => {
      return isCarbohydrate && hasFibre ? withoutFibre(values) : values[row.key];
    });
    const figure = toFigure(row, sum, basis);
    return isCarbohydrate && hasHiddenFibre ? { ...figure, isComplete: false } : figure;
  };
  const main = table.main.map(calculate);
  return {
    main: main.map((figure) => (figure.row.key === 'energy' ? calculateEnergy(figure.row, main, basis) : figure)),
    vitaminsAndMinerals: table.vitaminsAndMinerals.map(calculate),
    hasHiddenFibre,
  };
}

/** Whether carbohydrate includes the unknown fibre of an ingredient. Without carbohydrate there is no fibre either. */
function hidesFibre({ food }: WeighedIngredient): boolean {
  return food?.nutrients['fibre'] === undefined && ratio(food?.nutrients['carbohydrate'] ?? 0).isAbove(0);
}

/** Whether the row must stay if space is scarce. Without a row of fibre, carbohydrate and energy would change. */
export function isNeeded({ row }: Figure): boolean {
  return row.isMandatory || row.key === 'fibre';
}

/** Returns carbohydrate without fibre. Food tables include fibre in carbohydrate; unknown fibre stays included. */
function withoutFibre({ carbohydrate, fibre = '0' }: StoredFood['nutrients']): Ratio | undefined {
  if (carbohydrate === undefined) return undefined;
  const rest = ratio(carbohydrate).minus(fibre);
  // Carbohydrate and fibre are measured apart and may contradict each other.
  return rest.isBelow(0) ? ZERO : rest;
}

/** Calculates the energy from the printed values, as far as they are known. */
function calculateEnergy(row: TableRow, main: readonly Figure[], basis: Basis): Figure {
  const sources = Object.entries(KJ_PER_GRAM).flatMap(([key, factor]) => {
    const figure = main.find((candidate) => candidate.row.key === key);
    // Fibre without a row is part of the carbohydrate.
    return figure && (key !== 'fibre' || figure.printedValue !== undefined) ? [{ figure, factor }] : [];
  });
  const energies = sources.flatMap(({ figure: { printedValue }, factor }) =>
    printedValue === undefined ? [] : [ratio(printedValue).times(factor)],
  );
  if (energies.length === 0) return { row, missingIngredientNames: [], isComplete: false };
  // Energy is never scarce: it counts what is printed.
  const sum = { amount: sumRatios(energies), missingIngredientNames: [], knownGrams: basis.dryGrams };
  const isComplete = sources.every(({ figure }) => figure.isComplete);
  return { ...toFigure(row, sum, basis), isComplete };
}

function toFigure(row: TableRow, sum: KnownSum | undefined, basis: Basis): Figure {
  const { missingIngredientNames = [] } = sum ?? {};
  if (!sum || isScarce(sum, basis))
    return { row, missingIngredientNames, isComplete: false, isScarce: sum !== undefined };
  const printedValue = isPrintedAsZero(row, sum.amount, basis) ? '0' : sum.amount.toFixed(row.decimals);
  // The per cent follows from the printed value, as for a reader of the label: GB 28050-2025, A.3.
  const percent = row.nrv && `${ratio(printedValue).times(100).per(row.nrv).toFixed(0)}%`;
  return { row, printedValue, percent, missingIngredientNames, isComplete: missingIngredientNames.length === 0 };
}

/** Whether the value is known for less than half of the dish's weight without water, so that it is not printed. */
function isScarce({ knownGrams }: KnownSum, { dryGrams }: Basis): boolean {
  return knownGrams.times(2).isBelow(dryGrams);
}

/**
 * Whether an amount counts as 0. By GB 28050-2025 (6.5) the content of 100 g must be within the limit. By GB 28050-2011
 * (note to table 1) that of the portion must be, too.
 */
function isPrintedAsZero({ zeroLimit }: TableRow, amount: Ratio, { grams, edition }: Basis): boolean {
  const isWithinLimit = !amount.times(100).isAbove(grams.times(zeroLimit));
  return isWithinLimit && (edition === '2025' || !amount.isAbove(zeroLimit));
}
