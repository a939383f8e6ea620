import { combineAllergens } from '../ingredient/allergen.ts';
import type { Edition } from '../nutrient/edition.ts';
import type { Listing } from '../values/listing.ts';
import { type Ratio, ratio, sumRatios } from '../values/ratio.ts';
import type { WeighedDish } from './label.ts';
import { calculateFigures, type Figure, isNeeded } from './printed-figures.ts';
import { listGapNotes, PARTIAL_SIGN, UNKNOWN_SIGN } from './printed-gaps.ts';
import type { NutrientRow } from './printed-table.ts';

/** A row of the table with its texts as printed. `—` stands for a scarce or unknown value, and for its per cent. */
export interface PrintedRow extends Pick<NutrientRow, 'name' | 'isMandatory'> {
  /** Whether it stays where space is short. */
  readonly isNeeded: boolean;
  /** The value with its unit and, if it is partial, a sign. The per cent of one without a reference value is `-`. */
  readonly amount: string;
  readonly percent: string;
}

/** A label as it is printed: all its texts. */
export interface PrintedLabel {
  readonly name: string;
  readonly unitName: string;
  readonly servingGrams: string;
  readonly ingredients: Listing;
  readonly allergens: Listing;
  /** From energy to sodium: each takes the whole width of the table. */
  readonly mainRows: readonly PrintedRow[];
  /** The vitamins and minerals: two stand side by side. */
  readonly pairedRows: readonly PrintedRow[];
  readonly notes: readonly Listing[];
}

const NO_REFERENCE_SIGN = '-';

/** The warnings that an edition demands below the table. */
const warningsByEdition: Readonly<Record<Edition, readonly Listing[]>> = {
  '2011': [],
  '2025': [{ lead: '儿童青少年应避免过量摄入盐油糖', names: [] }],
};

/** Writes the texts of a dish's label as GB 28050 demands, with a sign wherever data is missing. */
export function printLabel(dish: WeighedDish, unitName: string, edition: Edition): PrintedLabel {
  const figures = calculateFigures(dish.weighedIngredients, edition);
  const printRows = (rowFigures: readonly Figure[]) => rowFigures.filter(isPrinted).map(printRow);
  return {
    name: dish.name,
    unitName,
    servingGrams: printServing(sumRatios(dish.weighedIngredients.map(({ grams }) => grams))),
    ingredients: {
      lead: dish.weighedIngredients.length === 0 ? '配料：未填写' : '配料：',
      names: dish.weighedIngredients.map(({ name }) => name),
    },
    allergens: listAllergens(dish),
    mainRows: printRows([figures.energy, ...figures.proteinToSodium]),
    pairedRows: printRows(figures.vitaminsAndMinerals),
    notes: [
      ...warningsByEdition[edition],
      ...listGapNotes(figures, dish.weighedIngredients),
      { lead: `每份按生重可食部计，未计烹调损失。NRV% 依据 GB 28050-${edition}。`, names: [] },
    ],
  };
}

/** Whether a row is in the table. An optional row needs at least some data. */
function isPrinted({ row, knowledge }: Figure): boolean {
  return row.isMandatory || knowledge !== 'unknown';
}

/** Lists the allergens of the ingredients by GB 7718. People with allergies must also learn that some are unknown. */
function listAllergens({ weighedIngredients }: WeighedDish): Listing {
  const { allergens: names, hasUnknownAllergens } = combineAllergens(weighedIngredients.map(({ food }) => food));
  if (names.length === 0) return { lead: `致敏物质：${hasUnknownAllergens ? '不明' : '无'}`, names: [] };
  return { lead: '致敏物质：', names: hasUnknownAllergens ? [...names, '另有不明'] : names };
}

function printRow(figure: Figure): PrintedRow {
  const { row, knowledge, printedValue, percent } = figure;
  const rowFacts = { name: row.name, isMandatory: row.isMandatory, isNeeded: isNeeded(figure) };
  if (printedValue === undefined) return { ...rowFacts, amount: UNKNOWN_SIGN, percent: UNKNOWN_SIGN };
  const amount = `${printedValue} ${row.unit}${knowledge === 'partial' ? PARTIAL_SIGN : ''}`;
  return { ...rowFacts, amount, percent: percent ?? NO_REFERENCE_SIGN };
}

function printServing(grams: Ratio): string {
  const rounded = ratio(grams.toFixed(1)).toText();
  return grams.isAbove(0) && rounded === '0' ? '＜0.1' : rounded;
}
