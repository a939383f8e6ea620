import type { Listing } from '../values/listing.ts';
import type { Part } from './label.ts';
import { type Figure, type Figures, isNeeded } from './printed-figures.ts';

/** The sign behind a value that is unknown for some ingredients. */
export const PARTIAL = '※';
/** The text in place of a value that is known for too little of the dish. */
export const UNKNOWN = '—';

/** The maximum number of rows that a note names if none of them is mandatory. */
const MAX_ROW_NAMES = 3;

/** Rows for which the same ingredients are unknown. */
interface Gap {
  readonly figures: readonly Figure[];
  readonly names: readonly string[];
}

/** Lists the notes about missing values. One note explains each row with a sign, and names the ingredients. */
export function listGaps(figures: Figures, parts: readonly Part[]): Listing[] {
  if (parts.length === 0) return [{ lead: `${UNKNOWN} 未填写配料，没有数据。`, names: [] }];
  const unlisted = parts.filter(({ isListed }) => !isListed).map(({ name }) => name);
  return [
    ...(unlisted.length > 0 ? [{ lead: `${PARTIAL} 食材库中没有，各项均未计入：`, names: unlisted }] : []),
    ...listPartial(figures, new Set(unlisted)),
    ...listUnknown(figures.main),
    ...listScarce([...figures.main, ...figures.vitaminsAndMinerals], new Set(unlisted)),
    ...explainEnergy(figures.main),
  ];
}

/** Makes a note for each set of ingredients that a needed row lacks, and one note for all other rows. */
function listPartial({ main, vitaminsAndMinerals, hasHiddenFibre }: Figures, unlisted: ReadonlySet<string>): Listing[] {
  const gaps = new Map<string, Gap>();
  for (const figure of [...main, ...vitaminsAndMinerals]) {
    const names = figure.missing.filter((name) => !unlisted.has(name));
    if (names.length === 0 || figure.isScarce) continue;
    const hasOwnNote = figure.row.key === 'fibre' && hasHiddenFibre;
    const key = hasOwnNote ? 'fibre' : names.join('\n');
    gaps.set(key, { figures: [...(gaps.get(key)?.figures ?? []), figure], names });
  }
  const hasNeededRow = (gap: Gap) => gap.figures.some(isNeeded);
  const neededGaps = [...gaps.values()].filter(hasNeededRow);
  const otherGaps = [...gaps.values()].filter((gap) => !hasNeededRow(gap));
  return [...neededGaps.map((gap) => toNote(gap, hasHiddenFibre)), ...listOtherNotes(otherGaps)];
}

function toNote({ figures, names }: Gap, hasHiddenFibre: boolean): Listing {
  const lacksFibre = hasHiddenFibre && figures.some(({ row }) => row.key === 'fibre');
  const outcome = lacksFibre ? '未计入，碳水化合物未扣除' : '未计入';
  return { lead: `${PARTIAL} 无${nameRows(figures)}数据，${outcome}：`, names };
}

/** Makes the one note for several gaps; none without gaps. */
function listOtherNotes(gaps: readonly Gap[]): Listing[] {
  if (gaps.length <= 1) return gaps.map((gap) => toNote(gap, false));
  const rowCount = gaps.flatMap(({ figures }) => figures).length;
  const names = [...new Set(gaps.flatMap((gap) => gap.names))];
  return [{ lead: `${PARTIAL} 缺其余 ${rowCount} 项中的某些数据，该项未计入：`, names }];
}

/** Names the needed rows, or else the first ones: `蛋白质、脂肪 等 9 项`. */
function nameRows(figures: readonly Figure[]): string {
  const needed = figures.filter(isNeeded);
  const named = needed.length > 0 ? needed : figures.slice(0, MAX_ROW_NAMES);
  const count = figures.length > named.length ? ` 等 ${figures.length} 项` : '';
  return `${named.map(toPlainName).join('、')}${count}`;
}

function toPlainName({ row }: Figure): string {
  return row.name.replace('– ', '');
}

/** Explains the mandatory rows that no ingredient has a value for. They are printed without a value. */
function listUnknown(main: readonly Figure[]): Listing[] {
  const empty = main.filter(({ row, labelled, isScarce }) => {
    return row.isMandatory && row.key !== 'energy' && labelled === undefined && !isScarce;
  });
  if (empty.length === 0) return [];
  return [{ lead: `${UNKNOWN} 配料均无此项数据：`, names: empty.map(toPlainName), counter: '项' }];
}

/** Explains the rows that too few ingredients have a value for. The notes of needed rows name the others. */
function listScarce(figures: readonly Figure[], unlisted: ReadonlySet<string>): Listing[] {
  const lead = `${UNKNOWN} 有数据的配料不到总重的一半`;
  const scarce = figures.filter(({ isScarce }) => isScarce);
  const listMissing = ({ missing }: Figure) => missing.filter((name) => !unlisted.has(name));
  const hasOwnNote = (figure: Figure) => isNeeded(figure) && listMissing(figure).length > 0;
  const figuresByMissing = Map.groupBy(scarce.filter(hasOwnNote), (figure) => listMissing(figure).join('\n'));
  const names = scarce.filter((figure) => !hasOwnNote(figure)).map(toPlainName);
  return [
    ...[...figuresByMissing].map(([missing, gapFigures]) => {
      return { lead: `${lead}，无${nameRows(gapFigures)}数据：`, names: missing.split('\n') };
    }),
    ...(names.length === 0 ? [] : [{ lead: `${lead}：`, names, counter: '项' }]),
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
