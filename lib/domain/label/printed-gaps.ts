import type { Listing } from '../values/listing.ts';
import type { Part } from './label.ts';
import { type Figure, type Figures, isNeeded } from './printed-figures.ts';

/** The sign of a value that is unknown for some ingredients, and the text where too little is known of it. */
export const PARTIAL = '※';
export const UNKNOWN = '—';

/** How many rows a note names where none of them is mandatory. */
const MAX_ROW_NAMES = 3;

/** Rows for which the same ingredients are unknown. */
interface Gap {
  readonly figures: readonly Figure[];
  readonly names: readonly string[];
}

/** Notes about missing values. Each row with a sign is explained by one note, which names the ingredients. */
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

/** A note for each set of ingredients that a mandatory row lacks, and one note for all other rows. */
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
  const needed = [...gaps.values()].filter(hasNeededRow);
  const rest = [...gaps.values()].filter((gap) => !hasNeededRow(gap));
  return [...needed.map((gap) => toNote(gap, hasHiddenFibre)), ...noteRest(rest)];
}

function toNote({ figures, names }: Gap, hasHiddenFibre: boolean): Listing {
  const isHidden = hasHiddenFibre && figures.some(({ row }) => row.key === 'fibre');
  const outcome = isHidden ? '未计入，碳水化合物未扣除' : '未计入';
  return { lead: `${PARTIAL} 无${nameRows(figures)}数据，${outcome}：`, names };
}

function noteRest(gaps: readonly Gap[]): Listing[] {
  const [first, ...more] = gaps;
  if (!first || more.length === 0) return first ? [toNote(first, false)] : [];
  const rows = gaps.flatMap(({ figures }) => figures).length;
  const names = [...new Set(gaps.flatMap((gap) => gap.names))];
  return [{ lead: `${PARTIAL} 缺其余 ${rows} 项中的某些数据，该项未计入：`, names }];
}

/** `蛋白质、脂肪 等 9 项`: the mandatory ones, or else the first. */
function nameRows(figures: readonly Figure[]): string {
  const needed = figures.filter(isNeeded);
  const named = needed.length > 0 ? needed : figures.slice(0, MAX_ROW_NAMES);
  const count = figures.length > named.length ? ` 等 ${figures.length} 项` : '';
  return `${named.map(toPlainName).join('、')}${count}`;
}

function toPlainName({ row }: Figure): string {
  return row.name.replace('– ', '');
}

/** Why mandatory rows without any value are empty: they are printed all the same. */
function listUnknown(main: readonly Figure[]): Listing[] {
  const empty = main.filter(({ row, labelled, isScarce }) => {
    return row.isMandatory && row.key !== 'energy' && labelled === undefined && !isScarce;
  });
  if (empty.length === 0) return [];
  return [{ lead: `${UNKNOWN} 配料均无此项数据：`, names: empty.map(toPlainName), counter: '项' }];
}

/** Which rows are empty although something is known of them, and which ingredients a mandatory one lacks. */
function listScarce(figures: readonly Figure[], unlisted: ReadonlySet<string>): Listing[] {
  const lead = `${UNKNOWN} 有数据的配料不到总重的一半`;
  const scarce = figures.filter(({ isScarce }) => isScarce);
  const listMissing = ({ missing }: Figure) => missing.filter((name) => !unlisted.has(name));
  const hasOwnNote = (figure: Figure) => isNeeded(figure) && listMissing(figure).length > 0;
  const gaps = Map.groupBy(scarce.filter(hasOwnNote), (figure) => listMissing(figure).join('\n'));
  const names = scarce.filter((figure) => !hasOwnNote(figure)).map(toPlainName);
  return [
    ...[...gaps].map(([missing, some]) => ({ lead: `${lead}，无${nameRows(some)}数据：`, names: missing.split('\n') })),
    ...(names.length === 0 ? [] : [{ lead: `${lead}：`, names, counter: '项' }]),
  ];
}

/** Why energy is incomplete: ingredients are missing in the rows that it is calculated from. */
function explainEnergy(main: readonly Figure[]): Listing[] {
  const energy = main.find(({ row }) => row.key === 'energy');
  if (!energy || energy.isWhole) return [];
  const lead =
    energy.labelled === undefined
      ? `${UNKNOWN} 能量由蛋白质、脂肪、碳水化合物算得，数据不足。`
      : `${PARTIAL} 能量由标示的供能成分算得，所缺的未计入。`;
  return [{ lead, names: [] }];
}
