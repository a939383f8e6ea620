import type { Listing } from '../values/listing.ts';
import type { WeighedIngredient } from './label.ts';
import { type Figure, type Figures, isNeeded } from './printed-figures.ts';
import { toPlainName } from './printed-table.ts';

// An unlisted ingredient is outside the catalogue. `Figure.knowledge` says what partial, scarce and unknown mean.

/** Follows a partial value. */
export const PARTIAL_SIGN = '※';
/** Takes the place of a scarce or unknown value. */
export const UNKNOWN_SIGN = '—';

/** A note names at most this many rows if none of them is needed (`isNeeded`), and otherwise all needed ones. */
const MAX_ROW_NAMES = 3;

/** Figures that lack the values of the same ingredients. */
interface Gap {
  readonly figures: readonly Figure[];
  readonly ingredientNames: readonly string[];
  /** Whether it is the gap of fibre alone. It has its own note, since carbohydrate includes the unknown fibre. */
  readonly isHiddenFibre: boolean;
}

/** Lists the notes that explain the signs in the table: first on ingredients outside the catalogue, and last on the energy. */
export function listGapNotes(figures: Figures, ingredients: readonly WeighedIngredient[]): Listing[] {
  if (ingredients.length === 0) return [{ lead: `${UNKNOWN_SIGN} 未填写配料，没有数据。`, names: [] }];
  const unlistedNames = ingredients.filter(({ food }) => food === undefined).map(({ name }) => name);
  // The first note is about the unlisted ingredients, so the others leave them out, and figures that lack only these.
  const nutrientFigures = [...figures.proteinToSodium, ...figures.vitaminsAndMinerals].map((figure) => {
    const missingIngredientNames = figure.missingIngredientNames.filter((name) => !unlistedNames.includes(name));
    return { ...figure, missingIngredientNames };
  });
  const partialFigures = nutrientFigures.filter(({ knowledge }) => knowledge === 'partial');
  const scarceFigures = nutrientFigures.filter(({ knowledge }) => knowledge === 'scarce');
  const unlistedNote = { lead: `${PARTIAL_SIGN} 食材库中没有，各项均未计入：`, names: unlistedNames };
  return [
    ...(unlistedNames.length > 0 ? [unlistedNote] : []),
    ...listPartialNotes(listGaps(partialFigures, figures)),
    // No vitamin or mineral is mandatory, and the energy has a note of its own.
    ...listUnknownNotes(figures.proteinToSodium),
    // A scarce value is not printed, so readers need to know what it lacks only if its row is needed.
    ...listScarceNotes(scarceFigures, listGaps(scarceFigures.filter(isNeeded), figures)),
    ...listEnergyNotes(figures.energy),
  ];
}

/** Groups figures by the ingredients that they lack. Figures that lack none are left out. */
function listGaps(figures: readonly Figure[], { hasHiddenFibre }: Figures): Gap[] {
  const gapByKey = new Map<string, Gap>();
  for (const figure of figures) {
    const ingredientNames = figure.missingIngredientNames;
    if (ingredientNames.length === 0) continue;
    const isHiddenFibre = hasHiddenFibre && figure.row.key === 'fibre';
    const key = JSON.stringify([isHiddenFibre, ingredientNames]);
    gapByKey.set(key, { figures: [...(gapByKey.get(key)?.figures ?? []), figure], ingredientNames, isHiddenFibre });
  }
  return [...gapByKey.values()];
}

/** Lists the notes on partial figures: one for each gap with a needed row, and one for all others. */
function listPartialNotes(gaps: readonly Gap[]): Listing[] {
  const neededGaps = gaps.filter(({ figures }) => figures.some(isNeeded));
  const otherGaps = gaps.filter((gap) => !neededGaps.includes(gap));
  const otherNotes = otherGaps.length > 1 ? [toCombinedNote(otherGaps)] : otherGaps.map(toPartialNote);
  return [...neededGaps.map(toPartialNote), ...otherNotes];
}

function toPartialNote({ figures, ingredientNames, isHiddenFibre }: Gap): Listing {
  const outcome = isHiddenFibre ? '未计入，碳水化合物未扣除' : '未计入';
  return { lead: `${PARTIAL_SIGN} 无${describeRows(figures)}数据，${outcome}：`, names: ingredientNames };
}

function toCombinedNote(gaps: readonly Gap[]): Listing {
  const rowCount = gaps.flatMap(({ figures }) => figures).length;
  const names = [...new Set(gaps.flatMap(({ ingredientNames }) => ingredientNames))];
  return { lead: `${PARTIAL_SIGN} 缺其余 ${rowCount} 项中的某些数据，该项未计入：`, names };
}

/** Names the rows of the needed figures, or else of the first ones: `蛋白质、脂肪 等 9 项`. */
function describeRows(figures: readonly Figure[]): string {
  const neededFigures = figures.filter(isNeeded);
  const namedFigures = neededFigures.length > 0 ? neededFigures : figures.slice(0, MAX_ROW_NAMES);
  const countSuffix = figures.length > namedFigures.length ? ` 等 ${figures.length} 项` : '';
  return `${listRowNames(namedFigures).join('、')}${countSuffix}`;
}

function listRowNames(figures: readonly Figure[]): string[] {
  return figures.map(({ row }) => toPlainName(row));
}

/** Lists the note on the mandatory rows that no ingredient has a value for. Other such rows are not printed. */
function listUnknownNotes(figures: readonly Figure[]): Listing[] {
  const unknownFigures = figures.filter(({ row, knowledge }) => row.isMandatory && knowledge === 'unknown');
  if (unknownFigures.length === 0) return [];
  return [{ lead: `${UNKNOWN_SIGN} 配料均无此项数据：`, names: listRowNames(unknownFigures), counter: '项' }];
}

/** Lists the notes on scarce figures: one for each gap of needed rows, which names the ingredients, and one for all others. */
function listScarceNotes(scarceFigures: readonly Figure[], neededScarceGaps: readonly Gap[]): Listing[] {
  const lead = `${UNKNOWN_SIGN} 有数据的配料不到总重的一半`;
  const explainedFigures = new Set(neededScarceGaps.flatMap((gap) => gap.figures));
  const rowNames = listRowNames(scarceFigures.filter((figure) => !explainedFigures.has(figure)));
  return [
    ...neededScarceGaps.map(({ figures, ingredientNames: names }) => {
      return { lead: `${lead}，无${describeRows(figures)}数据：`, names };
    }),
    ...(rowNames.length === 0 ? [] : [{ lead: `${lead}：`, names: rowNames, counter: '项' }]),
  ];
}

/** Lists the note on the energy if the figures that it is calculated from lack data. */
function listEnergyNotes({ knowledge }: Figure): Listing[] {
  if (knowledge === 'complete') return [];
  if (knowledge === 'unknown')
    return [{ lead: `${UNKNOWN_SIGN} 能量由蛋白质、脂肪、碳水化合物算得，数据不足。`, names: [] }];
  return [{ lead: `${PARTIAL_SIGN} 能量由标示的供能成分算得，所缺的未计入。`, names: [] }];
}
