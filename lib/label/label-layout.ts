import { UNKNOWN } from '../domain/label/printed-gaps.ts';
import type { PrintedLabel, PrintedRow } from '../domain/label/printed-label.ts';
import { toPlainName } from '../domain/label/printed-table.ts';
import type { Listing } from '../domain/values/listing.ts';
import { cleanText } from '../text/clean-text.ts';
import { drawLargest, type FontSizes } from '../text/largest-type.ts';
import { likelyWidthEm } from '../text/text-width.ts';
import { toListingText, wrap, wrapListing, wrapShortened } from './lines.ts';

/** A6, upright. All lengths and type sizes of a label are in millimetres. */
export const PAGE = { width: 105, height: 148 };
export const MARGIN = 7;
/** The page without its margins. */
export const CONTENT_AREA = { width: PAGE.width - 2 * MARGIN, height: PAGE.height - 2 * MARGIN };

/** At this type size the digits of Chinese fonts are 1.8 mm high (0.72 of the size), as GB 7718 demands. */
const MIN_TYPE_SIZE = 2.5;
/** Multiples of the minimum size for all type but the title's. */
const TYPE_SCALES = [1.7, 1.65, 1.6, 1.55, 1.5, 1.45, 1.4, 1.35, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1] as const;

/** Type sizes of a title with the maximum number of its lines, the best first. One line of smaller type is better than two. */
const TITLE_SIZES: FontSizes<{ readonly size: number; readonly maxLines: number }> = [
  { size: 10, maxLines: 1 },
  { size: 9, maxLines: 1 },
  { size: 8, maxLines: 1 },
  { size: 6.5, maxLines: 1 },
  { size: 7, maxLines: 2 },
  { size: 6, maxLines: 2 },
  { size: 5, maxLines: 2 },
  // A title that does not fit even so is cut off.
  { size: 3.8, maxLines: 5 },
];
/** Height of a line, as a multiple of its type size. */
const LEADING = 1.3;
const MAX_UNIT_LINES = 2;
/** On a label with little space: the maximum lines of a note, to be tried in turn. */
const NOTE_LINE_LIMITS = [2, 1];
/** On a label with little space: the lines of the ingredients that notes may not take. */
const MIN_INGREDIENT_LINES = 3;
/** The lines of the smallest type that fill a page. */
const MAX_PAGE_LINES = Math.floor(CONTENT_AREA.height / (MIN_TYPE_SIZE * LEADING));

/** Lines of one type size. */
export interface TextBlock {
  readonly typeSize: number;
  readonly lines: readonly string[];
  readonly height: number;
}

/** A row over the whole width. */
interface MainRow {
  readonly row: PrintedRow;
  readonly typeSize: number;
  readonly height: number;
}

/** Rows that are printed in pairs, side by side. */
interface PairedRows {
  readonly typeSize: number;
  readonly rows: readonly PrintedRow[];
  readonly rowHeight: number;
}

/** The parts of a label with their sizes. Texts start at the top of the page; notes end at its foot. */
export interface Layout {
  readonly title: TextBlock;
  readonly unit: TextBlock;
  readonly ingredients: TextBlock;
  readonly allergens: TextBlock;
  readonly servingGrams: string;
  /** The type size that decides the heights in the table. */
  readonly tableTypeSize: number;
  readonly mainRows: readonly MainRow[];
  readonly pairedRows: PairedRows;
  readonly notes: TextBlock;
}

/** The type size and the height of a row, as multiples of the table's type size. */
interface RowScale {
  readonly typeScale: number;
  readonly heightScale: number;
}

/** How much larger the title and the rows over the whole width are printed. */
interface Emphasis {
  readonly maxTitleSize: number;
  readonly mandatory: RowScale;
  readonly optional: RowScale;
}
const STRONG: Emphasis = {
  maxTitleSize: 10,
  mandatory: { typeScale: 1.36, heightScale: 1.95 },
  optional: { typeScale: 1.1, heightScale: 1.55 },
};
const SLIGHT: Emphasis = {
  maxTitleSize: 6.5,
  mandatory: { typeScale: 1.12, heightScale: 1.5 },
  optional: { typeScale: 1, heightScale: 1.36 },
};

/** Heights in the head of the table, as multiples of its type size. */
export const TABLE_HEAD_EM = { title: 2.2, columnHeads: 1.75 };
/** Heights of paired rows, as multiples of their type size. On a label with little space all dispensable rows are equal. */
export const PAIRED_ROWS_EM = { height: SLIGHT.optional.heightScale, padding: 0.5 };
/** The distance between the columns of the table, and between its frame and the text. */
export const COLUMN_GAP = 2;
/** The distance between the parts of the page. */
export const PART_GAP = 1.6;

/**
 * Lays out a label in the largest type in which all of it fits. If it does not fit even in the minimum type size, the
 * emphasis is reduced. If it still does not fit, rows are omitted, and a note names them.
 */
export function layOut(printed: PrintedLabel): Layout {
  const label = cleanLabel(printed);
  const emphasis = [STRONG, SLIGHT].find((candidate) => fitsPage(layOutAt(label, 1, candidate)));
  if (!emphasis) return layOutTight(label);
  return drawLargest(
    TYPE_SCALES,
    (scale) => layOutAt(label, scale, emphasis),
    (layout) => [fitsPage(layout) ? 0 : 1],
  );
}

function fitsPage(layout: Layout): boolean {
  return measureLayout(layout) <= CONTENT_AREA.height;
}

function cleanLabel(label: PrintedLabel): PrintedLabel {
  const cleanListing = (listing: Listing) => ({ ...listing, names: listing.names.map(cleanText) });
  return {
    ...label,
    name: cleanText(label.name),
    unit: cleanText(label.unit),
    ingredients: cleanListing(label.ingredients),
    notes: label.notes.map(cleanListing),
  };
}

/** The limits of a label with little space. */
interface Limits {
  readonly maxIngredientLines: number;
  /** The maximum lines of each note. */
  readonly maxNoteLines: number;
  /** The maximum number of dispensable rows. A note names the omitted ones. */
  readonly maxDispensableRows: number;
}

function layOutAt(label: PrintedLabel, scale: number, emphasis: Emphasis, limits?: Limits): Layout {
  const typeSize = MIN_TYPE_SIZE * scale;
  const dispensableRows = [...label.main, ...label.vitaminsAndMinerals].filter(isDispensable);
  const namedOmissions = new Set(limits ? dispensableRows.slice(limits.maxDispensableRows) : []);
  // The notes mention an unknown amount anyway, so its row is omitted without being named.
  const isUnnamedOmission = ({ isNeeded, amount }: PrintedRow) => limits && !isNeeded && amount === UNKNOWN;
  const isKept = (row: PrintedRow) => !namedOmissions.has(row) && !isUnnamedOmission(row);
  const omittedNames = Array.from(namedOmissions, toPlainName);
  const notes = [
    ...label.notes,
    ...(omittedNames.length > 0 ? [{ lead: '版面所限，未列出：', names: omittedNames, counter: '项' }] : []),
  ];
  // Notes may be small, since people read them from near.
  const noteSize = Math.min(typeSize, MIN_TYPE_SIZE * 1.1);
  return {
    title: layOutTitle(label.name, emphasis.maxTitleSize),
    unit: layOutBlock(typeSize * 1.1, (widthEm) => wrapShortened(label.unit, widthEm, MAX_UNIT_LINES)),
    ingredients: layOutBlock(typeSize, (widthEm) => wrapCached(label.ingredients, widthEm, limits?.maxIngredientLines)),
    allergens: layOutBlock(typeSize, (widthEm) => wrapCached(label.allergens, widthEm)),
    servingGrams: label.servingGrams,
    tableTypeSize: typeSize,
    mainRows: label.main.filter(isKept).map((row) => layOutMain(row, typeSize, emphasis)),
    pairedRows: layOutPairedRows(label.vitaminsAndMinerals.filter(isKept), typeSize),
    notes: layOutBlock(noteSize, (widthEm) => notes.flatMap((note) => wrapCached(note, widthEm, limits?.maxNoteLines))),
  };
}

/** Whether a row may be omitted from a label with little space. A note then names it. */
function isDispensable(row: PrintedRow): boolean {
  return !row.isNeeded && row.amount !== UNKNOWN;
}

/** Caches wrapped listings by width and limit. A label is laid out several times, mostly with the same lines. */
const lineCache = new WeakMap<Listing, Map<string, string[]>>();

/** Breaks a listing into lines, shortened to `maxLines`. Without that limit it returns all lines, or more than a page holds. */
function wrapCached(listing: Listing, widthEm: number, maxLines?: number): string[] {
  const cached = lineCache.get(listing) ?? new Map<string, string[]>();
  lineCache.set(listing, cached);
  const key = `${widthEm} ${maxLines}`;
  const lines =
    cached.get(key) ??
    (maxLines === undefined
      ? wrap(toListingText(listing), widthEm, MAX_PAGE_LINES)
      : wrapListing(listing, widthEm, maxLines));
  cached.set(key, lines);
  return lines;
}

/** Lays out the title in the best size in which the whole name fits, otherwise in the smallest. */
function layOutTitle(name: string, maxSize: number): TextBlock {
  return drawLargest(
    TITLE_SIZES,
    ({ size, maxLines }) => layOutBlock(size, (widthEm) => wrapShortened(name, widthEm, maxLines)),
    (_, { size, maxLines }) => {
      const isWhole = wrap(name, CONTENT_AREA.width / size, maxLines).length <= maxLines;
      // If every size has faults, the smallest has the fewest.
      return [size <= maxSize && isWhole ? 0 : size];
    },
  );
}

function layOutMain(row: PrintedRow, tableTypeSize: number, { mandatory, optional }: Emphasis): MainRow {
  const { typeScale, heightScale } = row.isMandatory ? mandatory : optional;
  return { row, typeSize: tableTypeSize * typeScale, height: tableTypeSize * heightScale };
}

/** Lays out the other nutrients side by side, in type that fits into half the width. */
function layOutPairedRows(rows: readonly PrintedRow[], maxSize: number): PairedRows {
  const maxRowWidthEm = Math.max(1, ...rows.map((row) => likelyWidthEm(`${row.name}${row.amount}${row.percent}`)));
  const fittingSize = (CONTENT_AREA.width / 2 - 4 * COLUMN_GAP) / maxRowWidthEm;
  const typeSize = Math.max(MIN_TYPE_SIZE, Math.min(maxSize, fittingSize));
  return { typeSize, rows, rowHeight: typeSize * PAIRED_ROWS_EM.height };
}

function layOutBlock(typeSize: number, wrapTo: (widthEm: number) => string[]): TextBlock {
  const lines = wrapTo(CONTENT_AREA.width / typeSize);
  return { typeSize, lines, height: lines.length * typeSize * LEADING };
}

/** Lays out a label in the minimum type size. Ingredients matter more than dispensable rows. */
function layOutTight(label: PrintedLabel): Layout {
  const layOutWithin = (limits: Limits) => layOutAt(label, 1, SLIGHT, limits);
  const minimalLimits = findMinimalLimits((limits) => fitsPage(layOutWithin(limits)));
  const freeHeight = CONTENT_AREA.height - measureLayout(layOutWithin(minimalLimits));
  const freeLines = Math.max(0, Math.floor(freeHeight / (MIN_TYPE_SIZE * LEADING)));
  const limits = { ...minimalLimits, maxIngredientLines: minimalLimits.maxIngredientLines + freeLines };
  const keptCount = countFittingRows(label, 0, layOutWithin(limits));
  const layout = layOutWithin({ ...limits, maxDispensableRows: keptCount });
  // The note is shorter now, so there may be space for more rows.
  const maxDispensableRows = countFittingRows(label, keptCount, layout);
  const fullerLayout = layOutWithin({ ...limits, maxDispensableRows });
  return fitsPage(fullerLayout) ? fullerLayout : layout;
}

/** Finds limits that leave space for more: the longest notes that fit above few ingredients and no dispensable rows. */
function findMinimalLimits(fits: (limits: Limits) => boolean): Limits {
  // The notes are longest without any dispensable row.
  const candidates = NOTE_LINE_LIMITS.map((maxNoteLines) => {
    return { maxIngredientLines: MIN_INGREDIENT_LINES, maxNoteLines, maxDispensableRows: 0 };
  });
  return candidates.find(fits) ?? { maxIngredientLines: 1, maxNoteLines: 1, maxDispensableRows: 0 };
}

/**
 * Counts the dispensable rows that fit on the page of `layout`, which has `keptCount` of them. They are kept in the
 * order of the label: main rows, each over the whole width, and then paired ones, of which two take the height of one.
 */
function countFittingRows({ main }: PrintedLabel, keptCount: number, layout: Layout): number {
  const rowHeight = MIN_TYPE_SIZE * SLIGHT.optional.heightScale;
  const padding = layout.pairedRows.rows.length === 0 ? MIN_TYPE_SIZE * PAIRED_ROWS_EM.padding : 0;
  const freeRows = Math.max(0, Math.floor((CONTENT_AREA.height - measureLayout(layout) - padding) / rowHeight));
  const addedMainRows = Math.min(freeRows, Math.max(0, main.filter(isDispensable).length - keptCount));
  return keptCount + addedMainRows + 2 * (freeRows - addedMainRows);
}

/** Measures the height of a label from the top of the title to the foot of the notes. */
function measureLayout(layout: Layout): number {
  const { title, unit, ingredients, allergens, notes } = layout;
  const texts = title.height + unit.height + ingredients.height + allergens.height;
  // Gaps below the unit and above the table, and twice as much between the table and the notes.
  return texts + measureTable(layout) + notes.height + 4 * PART_GAP;
}

/** Measures the height of the table with its frame. */
export function measureTable({ tableTypeSize, mainRows, pairedRows }: Layout): number {
  const headHeight = tableTypeSize * (TABLE_HEAD_EM.title + TABLE_HEAD_EM.columnHeads);
  const pairCount = Math.ceil(pairedRows.rows.length / 2);
  const pairsHeight =
    pairCount === 0 ? 0 : pairCount * pairedRows.rowHeight + pairedRows.typeSize * PAIRED_ROWS_EM.padding;
  return mainRows.reduce((sum, row) => sum + row.height, headHeight) + pairsHeight;
}
