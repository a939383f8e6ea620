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
  /** Whether the value is absent since the ingredients that have one are less than half of the dish without water. */
  readonly isScarce?: boolean;
  /** Whole per cent of the reference value, such as `32%`; absent if there is none. */
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
 * Calculates the figures of a dish's label in the order of the edition's table: the energy from the printed values, and
 * everything else from the ingredients. With `hasHiddenFibre` the carbohydrate includes fibre of an unknown amount.
 */
export function calculateFigures(ingredients: readonly WeighedIngredient[], edition: Edition) {
  const table = tableByEdition[edition];
  const grams = sumRatios(ingredients.map((ingredient) => ingredient.grams));
  const basis: Basis = { grams, dryGrams: weighWithoutWater(ingredients), edition };
  // If fibre has a row, carbohydrate is printed without fibre, and energy counts the fibre.
  const fibre = sumKnownAmounts(ingredients, (valueByNutrient) => valueByNutrient['fibre']);
  const hasFibreRow = fibre !== undefined && !isScarce(fibre, basis);
  const hasHiddenFibre = hasFibreRow && ingredients.some(hidesFibre);
  const calculateFigure = (row: TableRow): Figure => {
    const isCarbohydrate = row.key === 'carbohydrate';
    const sum = sumKnownAmounts(ingredients, (valueByNutrient) => {
      return isCarbohydrate && hasFibreRow ? withoutFibre(valueByNutrient) : valueByNutrient[row.key];
    });
    const figure = toFigure(row, sum, basis);
    return isCarbohydrate && hasHiddenFibre ? { ...figure, isComplete: false } : figure;
  };
  const figures = table.energyToSodium.map(calculateFigure);
  return {
    energyToSodium: figures.map((figure) =>
      figure.row.key === 'energy' ? calculateEnergy(figure.row, figures, basis) : figure,
    ),
    vitaminsAndMinerals: table.vitaminsAndMinerals.map(calculateFigure),
    hasHiddenFibre,
  };
}

/** Whether carbohydrate includes the unknown fibre of an ingredient. Without carbohydrate there is no fibre either. */
function hidesFibre({ food }: WeighedIngredient): boolean {
  return food?.nutrients['fibre'] === undefined && ratio(food?.nutrients['carbohydrate'] ?? 0).isAbove(0);
}

/** Whether the row must stay if space is short. Without a row of fibre, carbohydrate and energy would change. */
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
function calculateEnergy(row: TableRow, figures: readonly Figure[], basis: Basis): Figure {
  const sources = Object.entries(KJ_PER_GRAM).flatMap(([key, kJPerGram]) => {
    const figure = figures.find((candidate) => candidate.row.key === key);
    // Fibre without a row is part of the carbohydrate.
    return figure && (key !== 'fibre' || figure.printedValue !== undefined) ? [{ figure, kJPerGram }] : [];
  });
  const energies = sources.flatMap(({ figure: { printedValue }, kJPerGram }) =>
    printedValue === undefined ? [] : [ratio(printedValue).times(kJPerGram)],
  );
  if (energies.length === 0) return { row, missingIngredientNames: [], isComplete: false };
  // Energy is never scarce: it counts what is printed.
  const sum = { amount: sumRatios(energies), missingIngredientNames: [], knownDryGrams: basis.dryGrams };
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

/** Whether the value is known for less than half of the dish's weight without water. It is then not printed. */
function isScarce({ knownDryGrams }: KnownSum, { dryGrams }: Basis): boolean {
  return knownDryGrams.times(2).isBelow(dryGrams);
}

/**
 * Whether an amount counts as 0. By GB 28050-2025 (6.5) the content of 100 g must be within the limit. By GB 28050-2011
 * (note to table 1) the content of the portion must be, too.
 */
function isPrintedAsZero({ zeroLimit }: TableRow, amount: Ratio, { grams, edition }: Basis): boolean {
  const isWithinLimit = !amount.times(100).isAbove(grams.times(zeroLimit));
  return isWithinLimit && (edition === '2025' || !amount.isAbove(zeroLimit));
}
