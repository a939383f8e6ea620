import type { StoredFood } from '../ingredient/food.ts';
import type { Edition } from '../nutrient/edition.ts';
import { KJ_PER_GRAM } from '../nutrient/nutrient.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { type KnownSum, sumKnownAmounts, type WeighedIngredient, weighWithoutWater } from './label.ts';
import { type NutrientRow, tableByEdition } from './printed-table.ts';

/** The value of one nutrient on a printed label. */
export interface Figure {
  readonly row: NutrientRow;
  /** How far it is known: of all ingredients, of some, of less than half of the dish without water (scarce), or of none. */
  readonly knowledge: 'complete' | 'partial' | 'scarce' | 'unknown';
  /** Decimal text, rounded as the edition demands; undefined if the value is scarce or unknown. */
  readonly printedValue?: string;
  /** Whole per cent of the reference value, such as `32%`; undefined without a printed value or a reference value. */
  readonly percent?: string | undefined;
  /** Names of the ingredients whose value is unknown; empty for energy, and if no ingredient has a value. */
  readonly missingIngredientNames: readonly string[];
}

/** The figures of a label, in the order of the edition's table. */
export interface Figures {
  /** Calculated from the printed values of `proteinToSodium`. */
  readonly energy: Figure;
  readonly proteinToSodium: readonly Figure[];
  readonly vitaminsAndMinerals: readonly Figure[];
  /** Whether the carbohydrate includes fibre of an unknown amount, although fibre has a row. */
  readonly hasHiddenFibre: boolean;
}

/** The weight of the dish, and the edition that its figures follow. */
interface Basis {
  readonly grams: Ratio;
  /** Without water. */
  readonly dryGrams: Ratio;
  readonly edition: Edition;
}

export function calculateFigures(ingredients: readonly WeighedIngredient[], edition: Edition): Figures {
  const table = tableByEdition[edition];
  const grams = sumRatios(ingredients.map((ingredient) => ingredient.grams));
  const basis: Basis = { grams, dryGrams: weighWithoutWater(ingredients), edition };
  // If fibre has a row, carbohydrate is printed without fibre, and energy counts the fibre.
  const fibre = sumKnownAmounts(ingredients, (valueByNutrient) => valueByNutrient['fibre']);
  const hasFibreRow = fibre !== undefined && !isScarce(fibre, basis);
  const hasHiddenFibre = hasFibreRow && ingredients.some(hidesFibre);
  const calculateFigure = (row: NutrientRow): Figure => {
    const isCarbohydrate = row.key === 'carbohydrate';
    const sum = sumKnownAmounts(ingredients, (valueByNutrient) => {
      return isCarbohydrate && hasFibreRow ? withoutFibre(valueByNutrient) : valueByNutrient[row.key];
    });
    const figure = toFigure(row, sum, basis);
    const isPartial = isCarbohydrate && hasHiddenFibre && figure.knowledge === 'complete';
    return isPartial ? { ...figure, knowledge: 'partial' } : figure;
  };
  const proteinToSodium = table.proteinToSodium.map(calculateFigure);
  return {
    energy: calculateEnergy(table.energy, proteinToSodium, basis),
    proteinToSodium,
    vitaminsAndMinerals: table.vitaminsAndMinerals.map(calculateFigure),
    hasHiddenFibre,
  };
}

/** Whether carbohydrate includes the unknown fibre of an ingredient. Without carbohydrate there is no fibre either. */
function hidesFibre({ food }: WeighedIngredient): boolean {
  return food?.nutrients['fibre'] === undefined && ratio(food?.nutrients['carbohydrate'] ?? 0).isAbove(0);
}

/** Whether the row must stay if space is short. Fibre must: the carbohydrate is printed without it, and the energy counts it. */
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

/** Calculates the energy from the printed values of its sources, as far as they are known. */
function calculateEnergy(row: NutrientRow, figures: readonly Figure[], basis: Basis): Figure {
  const sources = Object.entries(KJ_PER_GRAM).flatMap(([key, kJPerGram]) => {
    const figure = figures.find((candidate) => candidate.row.key === key);
    // Fibre without a row is part of the carbohydrate.
    return figure && (key !== 'fibre' || figure.printedValue !== undefined) ? [{ figure, kJPerGram }] : [];
  });
  const energies = sources.flatMap(({ figure: { printedValue }, kJPerGram }) =>
    printedValue === undefined ? [] : [ratio(printedValue).times(kJPerGram)],
  );
  if (energies.length === 0) return { row, knowledge: 'unknown', missingIngredientNames: [] };
  // Energy is never scarce: it counts what is printed.
  const sum = { amount: sumRatios(energies), missingIngredientNames: [], knownDryGrams: basis.dryGrams };
  const isComplete = sources.every(({ figure }) => figure.knowledge === 'complete');
  return { ...toFigure(row, sum, basis), knowledge: isComplete ? 'complete' : 'partial' };
}

function toFigure(row: NutrientRow, sum: KnownSum | undefined, basis: Basis): Figure {
  if (!sum) return { row, knowledge: 'unknown', missingIngredientNames: [] };
  const { missingIngredientNames } = sum;
  if (isScarce(sum, basis)) return { row, knowledge: 'scarce', missingIngredientNames };
  const printedValue = isPrintedAsZero(row, sum.amount, basis) ? '0' : sum.amount.toFixed(row.decimals);
  // The per cent follows from the printed value, as for a reader of the label: GB 28050-2025, A.3.
  const percent = row.nrv && `${ratio(printedValue).times(100).per(row.nrv).toFixed(0)}%`;
  const knowledge = missingIngredientNames.length === 0 ? 'complete' : 'partial';
  return { row, knowledge, printedValue, percent, missingIngredientNames };
}

/** Whether the value is known for less than half of the dish's weight without water. It is then not printed. */
function isScarce({ knownDryGrams }: KnownSum, { dryGrams }: Basis): boolean {
  return knownDryGrams.times(2).isBelow(dryGrams);
}

/** Whether 100 g are within the limit for 0 (GB 28050-2025, 6.5), and by GB 28050-2011 (note to table 1) the portion is, too. */
function isPrintedAsZero({ zeroLimit }: NutrientRow, amount: Ratio, { grams, edition }: Basis): boolean {
  const isWithinLimit = !amount.times(100).isAbove(grams.times(zeroLimit));
  return isWithinLimit && (edition === '2025' || !amount.isAbove(zeroLimit));
}
