import type { Listing } from '../values/listing.ts';
import type { LabelledIngredient } from './label.ts';
import { type Figure, type Figures, isNeeded } from './printed-figures.ts';
import { toPlainName } from './printed-table.ts';

/** The sign after a value that is unknown for some ingredients. */
export const PARTIAL = '※';
/** The text in place of a value that is known for too little of the dish. */
export const UNKNOWN = '—';

/** The maximum number of rows that a note names if none of them is needed (`isNeeded`). */
const MAX_ROW_NAMES = 3;

/** Rows for which the same ingredients are unknown. */
interface Gap {
  readonly figures: readonly Figure[];
  readonly ingredientNames: readonly string[];
  /** Whether it is the gap of fibre alone, since carbohydrate includes the unknown fibre. */
  readonly isHiddenFibre: boolean;
}

/** Lists the notes about missing values. One note explains each row with a sign, and names the ingredients. */
export function listGapNotes(figures: Figures, parts: readonly LabelledIngredient[]): Listing[] {
  if (parts.length === 0) return [{ lead: `${UNKNOWN} 未填写配料，没有数据。`, names: [] }];
  const unlisted = parts.filter(({ isListed }) => !isListed).map(({ name }) => name);
  return [
    ...(unlisted.length > 0 ? [{ lead: `${PARTIAL} 食材库中没有，各项均未计入：`, names: unlisted }] : []),
    ...listPartialNotes(figures, new Set(unlisted)),
    ...listUnknownNotes(figures.main),
    ...listScarceNotes([...figures.main, ...figures.vitaminsAndMinerals], new Set(unlisted)),
    ...explainEnergy(figures.main),
  ];
}

/** Groups rows by the listed ingredients that they lack. Rows that lack none are left out. */
function listGaps(figures: readonly Figure[], unlisted: ReadonlySet<string>, hasHiddenFibre: boolean): Gap[] {
  const gapByKey = new Map<string, Gap>();
  for (const figure of figures) {
    const ingredientNames = figure.missing.filter((name) => !unlisted.has(name));
    if (ingredientNames.length === 0) continue;
    const isHiddenFibre = hasHiddenFibre && figure.row.key === 'fibre';
    const key = JSON.stringify([isHiddenFibre, ingredientNames]);
    gapByKey.set(key, { figures: [...(gapByKey.get(key)?.figures ?? []), figure], ingredientNames, isHiddenFibre });
  }
  return [...gapByKey.values()];
}

/** Makes a note for each set of ingredients that a needed row lacks, and one note for all other rows. */
function listPartialNotes({ main, vitaminsAndMinerals, hasHiddenFibre }: Figures, unlisted: ReadonlySet<string>) {
  const printedFigures = [...main, ...vitaminsAndMinerals].filter(({ isScarce }) => !isScarce);
  const gaps = listGaps(printedFigures, unlisted, hasHiddenFibre);
  const hasNeededRow = (gap: Gap) => gap.figures.some(isNeeded);
  return [...gaps.filter(hasNeededRow).map(toNote), ...listOtherNotes(gaps.filter((gap) => !hasNeededRow(gap)))];
}

function toNote({ figures, ingredientNames, isHiddenFibre }: Gap): Listing {
  const outcome = isHiddenFibre ? '未计入，碳水化合物未扣除' : '未计入';
  return { lead: `${PARTIAL} 无${nameRows(figures)}数据，${outcome}：`, names: ingredientNames };
}

/** Makes the one note for several gaps; none without gaps. */
function listOtherNotes(gaps: readonly Gap[]): Listing[] {
  if (gaps.length <= 1) return gaps.map(toNote);
  const rowCount = gaps.flatMap(({ figures }) => figures).length;
  const names = [...new Set(gaps.flatMap(({ ingredientNames }) => ingredientNames))];
  return [{ lead: `${PARTIAL} 缺其余 ${rowCount} 项中的某些数据，该项未计入：`, names }];
}

/** Names the needed rows, or else the first ones: `蛋白质、脂肪 等 9 项`. */
function nameRows(figures: readonly Figure[]): string {
  const needed = figures.filter(isNeeded);
  const named = needed.length > 0 ? needed : figures.slice(0, MAX_ROW_NAMES);
  const count = figures.length > named.length ? ` 等 ${figures.length} 项` : '';
  return `${listRowNames(named).join('、')}${count}`;
}

function listRowNames(figures: readonly Figure[]): string[] {
  return figures.map(({ row }) => toPlainName(row));
}

/** Explains the mandatory rows that no ingredient has a value for. They are printed without a value. */
function listUnknownNotes(main: readonly Figure[]): Listing[] {
  const empty = main.filter(({ row, labelled, isScarce }) => {
    return row.isMandatory && row.key !== 'energy' && labelled === undefined && !isScarce;
  });
  if (empty.length === 0) return [];
  return [{ lead: `${UNKNOWN} 配料均无此项数据：`, names: listRowNames(empty), counter: '项' }];
}

/** Explains the rows that too few ingredients have a value for. The notes of needed rows name the ingredients without one. */
function listScarceNotes(figures: readonly Figure[], unlisted: ReadonlySet<string>): Listing[] {
  const lead = `${UNKNOWN} 有数据的配料不到总重的一半`;
  const scarce = figures.filter(({ isScarce }) => isScarce);
  // If fibre itself is scarce, none of it is hidden.
  const gaps = listGaps(scarce.filter(isNeeded), unlisted, false);
  const explained = new Set(gaps.flatMap((gap) => gap.figures));
  const rowNames = listRowNames(scarce.filter((figure) => !explained.has(figure)));
  return [
    ...gaps.map((gap) => ({ lead: `${lead}，无${nameRows(gap.figures)}数据：`, names: gap.ingredientNames })),
    ...(rowNames.length === 0 ? [] : [{ lead: `${lead}：`, names: rowNames, counter: '项' }]),
  ];
}

/** Explains an incomplete energy: the rows that it is calculated from lack ingredients. */
function explainEnergy(main: readonly Figure[]): Listing[] {
  const energy = main.find(({ row }) => row.key === 'energy');
  if (!energy || energy.isWhole) return [];
  const lead =
    energy.labelled === undefined
      ? `${UNKNOWN} 能量由蛋白质、脂肪、碳水化合物算得，数据不足。`
      : `${PARTIAL} 能量由标示的供能成分算得，所缺的未计入。`;
  return [{ lead, names: [] }];
}
