import { UNKNOWN } from '../domain/label/printed-gaps.ts';
import type { PrintedLabel, PrintedRow } from '../domain/label/printed-label.ts';
import type { Listing } from '../domain/values/listing.ts';
import { cleanText } from '../text/clean-text.ts';
import { fitLargest, type TypeSizes } from '../text/largest-type.ts';
import { likelyWidth } from '../text/text-width.ts';
import { listingText, wrap, wrapListing, wrapShortened } from './lines.ts';

/** A6, upright, in millimetres. */
export const PAGE = { width: 105, height: 148 };
export const MARGIN = 7;
export const INNER = { width: PAGE.width - 2 * MARGIN, height: PAGE.height - 2 * MARGIN };

/** The smallest type size. Digits of Chinese fonts are 0.72 of it high: the 1.8 mm that GB 7718 demands. */
const SMALLEST_TYPE = 2.5;
/** Multiples of the smallest size for all type but the title's. */
const SCALES = [1.7, 1.65, 1.6, 1.55, 1.5, 1.45, 1.4, 1.35, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1] as const;

/** Type sizes of a title, with the lines that it may take. */
const TITLES: TypeSizes<{ readonly size: number; readonly maxLines: number }> = [
  { size: 10, maxLines: 1 },
  { size: 9, maxLines: 1 },
  { size: 8, maxLines: 1 },
  { size: 6.5, maxLines: 1 },
  { size: 7, maxLines: 2 },
  { size: 6, maxLines: 2 },
  { size: 5, maxLines: 2 },
  // A title that does not fit into these lines is cut off.
  { size: 3.8, maxLines: 5 },
];
/** Height of a line, as a multiple of its type size. */
const LEADING = 1.3;
const MAX_UNIT_LINES = 2;
/** On a label with little room: the maximum lines of a note, tried in turn, and the minimum lines of the ingredients. */
const NOTE_LINE_LIMITS = [2, 1];
const MIN_INGREDIENT_LINES = 3;
/** No page has more lines than this. */
const PAGE_LINES = Math.floor(INNER.height / (SMALLEST_TYPE * LEADING));

/** Lines of one type size. */
export interface TextBlock {
  readonly size: number;
  readonly lines: readonly string[];
  readonly height: number;
}

/** A row over the whole width. */
interface MainRow {
  readonly row: PrintedRow;
  readonly size: number;
  readonly height: number;
}

/** Rows of which two stand side by side. */
interface PairedRows {
  readonly size: number;
  readonly rows: readonly PrintedRow[];
  readonly rowHeight: number;
}

/** The sizes of all parts of a label. Texts start at the top of the page, notes end at its foot. */
export interface Layout {
  readonly title: TextBlock;
  readonly unit: TextBlock;
  readonly ingredients: TextBlock;
  readonly allergens: TextBlock;
  readonly servingGrams: string;
  /** The type size that decides the heights in the table. */
  readonly size: number;
  readonly main: readonly MainRow[];
  readonly others: PairedRows;
  readonly notes: TextBlock;
}

/** How much larger the title and some rows are printed. */
interface Emphasis {
  /** The largest type size of the title. */
  readonly title: number;
  /** Type sizes and heights of rows over the whole width, as multiples of the table's smallest type size. */
  readonly mandatory: { readonly size: number; readonly row: number };
  readonly optional: { readonly size: number; readonly row: number };
}
const STRONG: Emphasis = { title: 10, mandatory: { size: 1.36, row: 1.95 }, optional: { size: 1.1, row: 1.55 } };
const SLIGHT: Emphasis = { title: 6.5, mandatory: { size: 1.12, row: 1.5 }, optional: { size: 1, row: 1.36 } };

/** Heights in the table, as multiples of its smallest type size. */
export const TABLE_HEAD = { title: 2.2, columnHeads: 1.75 };
export const OTHER_ROWS = { row: 1.36, padding: 0.5 };
/** The distance between the columns of the table, and between its frame and the text. */
export const COLUMN_GAP = 2;
/** The distance between the parts of the page. */
export const PART_GAP = 1.6;

/**
 * Lays out a label in the largest type in which all of it fits. If it does not fit in the smallest type, the emphasis
 * is reduced; then rows are left out, and a note names them.
 */
export function layOut(printed: PrintedLabel): Layout {
  const label = clean(printed);
  const emphasis = [STRONG, SLIGHT].find((one) => isOnPage(layOutAt(label, 1, one)));
  if (!emphasis) return layOutTight(label);
  return fitLargest(
    SCALES,
    (scale) => layOutAt(label, scale, emphasis),
    (layout) => [isOnPage(layout) ? 0 : 1],
  );
}

function isOnPage(layout: Layout): boolean {
  return layoutHeight(layout) <= INNER.height;
}

function clean(label: PrintedLabel): PrintedLabel {
  const cleanAll = (listing: Listing) => ({ ...listing, names: listing.names.map(cleanText) });
  return {
    ...label,
    name: cleanText(label.name),
    unit: cleanText(label.unit),
    ingredients: cleanAll(label.ingredients),
    notes: label.notes.map(cleanAll),
  };
}

/** The limits of each part of a label with little room. */
interface Limits {
  /** The most lines of the ingredients. */
  readonly ingredients: number;
  /** The most lines of each note. */
  readonly note: number;
  /** The most dispensable rows. A note names the others. */
  readonly dispensable: number;
}

function layOutAt(label: PrintedLabel, scale: number, emphasis: Emphasis, limits?: Limits): Layout {
  const size = SMALLEST_TYPE * scale;
  const leftOut = new Set(
    limits ? [...label.main, ...label.others].filter(isDispensable).slice(limits.dispensable) : [],
  );
  const keepRows = (rows: readonly PrintedRow[]) =>
    rows.filter((row) => !leftOut.has(row) && !(limits && isUnneededUnknown(row)));
  const leftOutNames = Array.from(leftOut, ({ name }) => name.replace('– ', ''));
  const notes = [
    ...label.notes,
    ...(leftOutNames.length > 0 ? [{ lead: '版面所限，未列出：', names: leftOutNames, counter: '项' }] : []),
  ];
  // Notes may be small: they are read from near.
  const noteSize = Math.min(size, SMALLEST_TYPE * 1.1);
  return {
    title: layOutTitle(label.name, emphasis.title),
    unit: layOutBlock(size * 1.1, (width) => wrapShortened(label.unit, width, MAX_UNIT_LINES)),
    ingredients: layOutBlock(size, (width) => wrapCached(label.ingredients, width, limits?.ingredients)),
    allergens: layOutBlock(size, (width) => wrapCached(label.allergens, width)),
    servingGrams: label.servingGrams,
    size,
    main: keepRows(label.main).map((row) => layOutMain(row, size, emphasis)),
    others: layOutOthers(keepRows(label.others), size),
    notes: layOutBlock(noteSize, (width) => notes.flatMap((note) => wrapCached(note, width, limits?.note))),
  };
}

/** Whether a row may be left out of a label with little room. A note then names it. */
function isDispensable(row: PrintedRow): boolean {
  return !row.isNeeded && row.amount !== UNKNOWN;
}

/** Whether a row is not needed and has an unknown amount. The notes mention it anyway. */
function isUnneededUnknown(row: PrintedRow): boolean {
  return !row.isNeeded && row.amount === UNKNOWN;
}

/** A cache of wrapped listings by width and limit: a label is laid out several times, mostly with the same lines. */
const lineCache = new WeakMap<Listing, Map<string, string[]>>();

/** Breaks a listing into lines. Without a limit it returns all lines, or more than a page can hold. */
function wrapCached(listing: Listing, width: number, maxLines?: number): string[] {
  const cached = lineCache.get(listing) ?? new Map<string, string[]>();
  lineCache.set(listing, cached);
  const key = `${width} ${maxLines}`;
  const lines =
    cached.get(key) ??
    (maxLines === undefined ? wrap(listingText(listing), width, PAGE_LINES) : wrapListing(listing, width, maxLines));
  cached.set(key, lines);
  return lines;
}

/** Lays out the title in the largest type in which the whole name fits, otherwise in the smallest. */
function layOutTitle(name: string, maxSize: number): TextBlock {
  return fitLargest(
    TITLES,
    ({ size, maxLines }) => layOutBlock(size, (width) => wrapShortened(name, width, maxLines)),
    (_, { size, maxLines }) => [
      size > maxSize || wrap(name, INNER.width / size, maxLines).length > maxLines ? size : 0,
    ],
  );
}

function layOutMain(row: PrintedRow, size: number, { mandatory, optional }: Emphasis): MainRow {
  const style = row.isMandatory ? mandatory : optional;
  return { row, size: size * style.size, height: size * style.row };
}

/** Lays out the other nutrients side by side, in type that fits into half the width. */
function layOutOthers(rows: readonly PrintedRow[], maxSize: number): PairedRows {
  const widest = Math.max(1, ...rows.map((row) => likelyWidth(`${row.name}${row.amount}${row.percent}`)));
  const size = Math.max(SMALLEST_TYPE, Math.min(maxSize, (INNER.width / 2 - 4 * COLUMN_GAP) / widest));
  return { size, rows, rowHeight: size * OTHER_ROWS.row };
}

function layOutBlock(size: number, wrapTo: (width: number) => string[]): TextBlock {
  const lines = wrapTo(INNER.width / size);
  return { size, lines, height: lines.length * size * LEADING };
}

/** Lays out a label in the smallest type. Ingredients matter more than dispensable rows. */
function layOutTight(label: PrintedLabel): Layout {
  const tight = (limits: Limits) => layOutAt(label, 1, SLIGHT, limits);
  // The notes are longest without any dispensable row.
  const minimal = NOTE_LINE_LIMITS.map((note) => ({ ingredients: MIN_INGREDIENT_LINES, note, dispensable: 0 }));
  const limits = minimal.find((one) => isOnPage(tight(one))) ?? { ingredients: 1, note: 1, dispensable: 0 };
  const lines = Math.floor((INNER.height - layoutHeight(tight(limits))) / (SMALLEST_TYPE * LEADING));
  const withIngredients = { ...limits, ingredients: limits.ingredients + Math.max(0, lines) };
  const first = countDispensable(label, 0, tight(withIngredients));
  // The note is shorter now, so there may be room for more rows.
  const second = countDispensable(label, first, tight({ ...withIngredients, dispensable: first }));
  const layout = tight({ ...withIngredients, dispensable: second });
  return isOnPage(layout) ? layout : tight({ ...withIngredients, dispensable: first });
}

/** Counts the dispensable rows that fit; `layout` shows `shown` of them. Main rows take a line each, others half a line. */
function countDispensable({ main }: PrintedLabel, shown: number, layout: Layout): number {
  const height = SMALLEST_TYPE * SLIGHT.optional.row;
  const padding = layout.others.rows.length === 0 ? SMALLEST_TYPE * OTHER_ROWS.padding : 0;
  const freeLines = Math.max(0, Math.floor((INNER.height - layoutHeight(layout) - padding) / height));
  const mainLines = Math.min(freeLines, Math.max(0, main.filter(isDispensable).length - shown));
  return shown + mainLines + 2 * (freeLines - mainLines);
}

/** Height of a label from the title's top to the foot of the notes. */
function layoutHeight(layout: Layout): number {
  const { title, unit, ingredients, allergens, notes } = layout;
  const texts = title.height + unit.height + ingredients.height + allergens.height;
  return texts + tableHeight(layout) + notes.height + 4 * PART_GAP;
}

/** Height of the table with its frame. */
export function tableHeight({ size, main, others }: Pick<Layout, 'size' | 'main' | 'others'>): number {
  const heading = size * (TABLE_HEAD.title + TABLE_HEAD.columnHeads);
  const rows = Math.ceil(others.rows.length / 2);
  const below = rows === 0 ? 0 : rows * others.rowHeight + others.size * OTHER_ROWS.padding;
  return main.reduce((sum, row) => sum + row.height, heading) + below;
}
