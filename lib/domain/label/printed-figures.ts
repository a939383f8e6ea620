import type { Edition } from '../nutrient/edition.ts';
import { type Ratio, ratio, sumRatios, ZERO } from '../values/ratio.ts';
import { type Part, type Sum, sumUp, weigh } from './label.ts';
import { printedTables, type TableRow } from './printed-table.ts';

/** One row of a printed label. */
export interface Figure {
  readonly row: TableRow;
  /** The value as it is printed; absent where it is known of less than half of the dish's weight. */
  readonly labelled?: string | undefined;
  /** Whether it is absent although it is known of some ingredient. */
  readonly isScarce?: boolean;
  /** Whole per cent of the reference value; absent where there is none. */
  readonly percent?: string | undefined;
  /** Names of the ingredients that the value does not include. */
  readonly missing: readonly string[];
  /** Whether the value includes everything. */
  readonly isWhole: boolean;
}

/** The figures of a printed label, in the order of the edition's table. */
export interface Figures {
  readonly main: readonly Figure[];
  readonly vitaminsAndMinerals: readonly Figure[];
  /** Whether the fibre of some ingredient is unknown, and so is still counted as carbohydrate. */
  readonly hasHiddenFibre: boolean;
}

/** Energy factors in kJ per g: GB 28050-2025, 2.3. */
const ENERGY_FACTORS: readonly (readonly [key: string, factor: number])[] = [
  ['protein', 17],
  ['fat', 37],
  ['carbohydrate', 17],
  ['fibre', 8],
];

/** Calculates the figures of a dish's label: energy from the printed values, everything else from the ingredients. */
export function calculateFigures(parts: readonly Part[], edition: Edition): Figures {
  const table = printedTables[edition];
  const share: Share = { grams: sumRatios(parts.map(({ amount }) => amount)), dryGrams: weigh(parts), edition };
  // If fibre has a row, carbohydrate is printed without fibre, and energy counts the fibre.
  const fibre = sumUp(parts, (values) => values['fibre']);
  const hasFibre = fibre !== undefined && !isTooLittle(fibre, share);
  const hasHiddenFibre = hasFibre && parts.some(({ nutrients }) => hidesFibre(nutrients));
  const calculate = (row: TableRow): Figure => {
    if (row.key !== 'carbohydrate')
      return toFigure(
        row,
        sumUp(parts, (values) => values[row.key]),
        share,
      );
    const figure = toFigure(row, sumUp(parts, hasFibre ? withoutFibre : (values) => values[row.key]), share);
    return { ...figure, isWhole: figure.isWhole && !hasHiddenFibre };
  };
  const main = table.main.map(calculate);
  return {
    main: main.map((figure) => (figure.row.key === 'energy' ? calculateEnergy(figure.row, main, share) : figure)),
    vitaminsAndMinerals: table.vitaminsAndMinerals.map(calculate),
    hasHiddenFibre,
  };
}

/** Whether the row must stay if space is scarce. Without a row of fibre, carbohydrate and energy would change. */
export function isNeeded({ row }: Figure): boolean {
  return row.isMandatory || row.key === 'fibre';
}

/** Carbohydrate without fibre. The table includes fibre in carbohydrate; where fibre is unknown, it stays included. */
function withoutFibre({ carbohydrate, fibre = '0' }: Part['nutrients']): Ratio | undefined {
  if (carbohydrate === undefined) return undefined;
  const rest = ratio(carbohydrate).minus(fibre);
  // Two figures that were measured apart may contradict each other. Carbohydrate is never below 0.
  return rest.isBelow(0) ? ZERO : rest;
}

/** Whether unknown fibre is included in the carbohydrate. Without carbohydrate there is no fibre either. */
function hidesFibre({ carbohydrate = '0', fibre }: Part['nutrients']): boolean {
  return fibre === undefined && ratio(carbohydrate).isAbove(0);
}

/** Calculates the energy from the printed values, as far as they are known. */
function calculateEnergy(row: TableRow, main: readonly Figure[], share: Share): Figure {
  const sources = ENERGY_FACTORS.flatMap(([key, factor]) => {
    const figure = main.find((candidate) => candidate.row.key === key);
    // Fibre without a row is part of the carbohydrate.
    return figure && (key !== 'fibre' || figure.labelled !== undefined) ? [{ figure, factor }] : [];
  });
  const energies = sources.flatMap(({ figure: { labelled }, factor }) =>
    labelled === undefined ? [] : [ratio(labelled).times(factor)],
  );
  if (energies.length === 0) return { row, missing: [], isWhole: false };
  const sum = { amount: sumRatios(energies), missing: [], knownGrams: share.dryGrams };
  const isWhole = sources.every(({ figure }) => figure.isWhole);
  return { ...toFigure(row, sum, share), isWhole };
}

interface Share {
  readonly grams: Ratio;
  /** Without water. */
  readonly dryGrams: Ratio;
  readonly edition: Edition;
}

function toFigure(row: TableRow, sum: Sum | undefined, share: Share): Figure {
  if (!sum || isTooLittle(sum, share))
    return { row, missing: sum?.missing ?? [], isWhole: false, isScarce: sum !== undefined };
  const labelled = isZero(row, sum.amount, share) ? '0' : sum.amount.toFixed(row.decimals);
  return {
    row,
    labelled,
    percent: referencePercent(labelled, row),
    missing: sum.missing,
    isWhole: sum.missing.length === 0,
  };
}

/** Whether a value is known of too little of the dish to be printed as the dish's. */
function isTooLittle({ knownGrams }: Sum, { dryGrams }: Share): boolean {
  return knownGrams.times(2).isBelow(dryGrams);
}

/**
 * Whether 100 g have so little that it counts as 0. GB 28050-2011 (note to table 1) demands the same of the portion; GB
 * 28050-2025 (6.5) looks only at 100 g.
 */
function isZero({ zeroLimit }: TableRow, amount: Ratio, { grams, edition }: Share): boolean {
  const isNothing = !amount.times(100).isAbove(grams.times(zeroLimit));
  return isNothing && (edition === '2025' || !amount.isAbove(zeroLimit));
}

/** Per cent of the printed value, as a reader of the label would calculate it: GB 28050-2025, A.3. */
function referencePercent(labelled: string, { nrv }: TableRow): string | undefined {
  return nrv && `${ratio(labelled).times(100).per(nrv).toFixed(0)}%`;
}
