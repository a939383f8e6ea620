import { UNKNOWN_SIGN } from '../domain/label/printed-gaps.ts';
import type { PrintedLabel, PrintedRow } from '../domain/label/printed-label.ts';
import { toPlainName } from '../domain/label/printed-table.ts';
import { chooseBestFit } from '../text/best-fit.ts';
import { estimateWidthEm } from '../text/text-width.ts';
import {
  COLUMN_GAP,
  CONTENT_AREA,
  type Emphasis,
  LEADING,
  MIN_TYPE_SIZE,
  PAIRED_ROWS_EM,
  PART_GAP,
  PART_SCALES,
  TABLE_HEAD_EM,
  TITLE_SIZES,
} from './label-design.ts';
import { wrap, wrapListing, wrapShortened } from './lines.ts';

/** A name of a unit that needs more lines is cut off. */
const MAX_UNIT_NAME_LINES = 2;
/** The number of lines of the smallest type that fill a page. */
const PAGE_LINE_COUNT = Math.floor(CONTENT_AREA.height / (MIN_TYPE_SIZE * LEADING));

export interface TextBlock {
  readonly typeSize: number;
  readonly lines: readonly string[];
  readonly height: number;
}

/** The parts of a label with their sizes. Texts start at the top of the page; notes end at its foot. */
export interface Layout extends Readonly<Record<TextPart, TextBlock>> {
  readonly servingGrams: string;
  /** The type size that decides the heights in the table. */
  readonly tableTypeSize: number;
  readonly mainRows: readonly { readonly row: PrintedRow; readonly typeSize: number; readonly height: number }[];
  readonly pairedRows: PairedBlock;
}
type TextPart = 'title' | 'unitName' | 'ingredients' | 'allergens' | 'notes';

/** Rows of one type size, two side by side. `height` is that of all of them, with the padding above and below. */
interface PairedBlock extends Readonly<Record<'typeSize' | 'rowHeight' | 'height', number>> {
  readonly rows: readonly PrintedRow[];
}

/** What a label with little space may show at most. */
export interface SpaceLimits {
  readonly maxIngredientLines: number;
  readonly maxNoteLines: number;
  /** The maximum number of dispensable rows. A note names the omitted ones. */
  readonly maxDispensableRows: number;
  /** Whether rows with an unknown amount are omitted, unless they are needed. The notes mention such an amount anyway. */
  readonly omitsUnknownRows: boolean;
}

/** Nothing is limited but the lines: a text of more than a page need not be laid out, since it does not fit anyway. */
const NO_LIMITS: SpaceLimits = {
  maxIngredientLines: PAGE_LINE_COUNT,
  maxNoteLines: PAGE_LINE_COUNT,
  maxDispensableRows: Infinity,
  omitsUnknownRows: false,
};

interface LayoutOptions {
  /** One of the `TYPE_SCALES`. */
  readonly scale: number;
  readonly emphasis: Emphasis;
  readonly limits?: SpaceLimits;
}

/** Lays out a label in one type size. It may be higher than the page. */
export function layOutAt(label: PrintedLabel, { scale, emphasis, limits = NO_LIMITS }: LayoutOptions): Layout {
  const { maxIngredientLines, maxNoteLines, maxDispensableRows, omitsUnknownRows } = limits;
  const typeSize = MIN_TYPE_SIZE * scale;
  const dispensableRows = [...label.mainRows, ...label.pairedRows].filter(isDispensable);
  const namedOmissions = dispensableRows.slice(maxDispensableRows);
  const isUnnamedOmission = (row: PrintedRow) => omitsUnknownRows && !row.isNeeded && row.amount === UNKNOWN_SIGN;
  const isKept = (row: PrintedRow) => !namedOmissions.includes(row) && !isUnnamedOmission(row);
  const omissionNote = { lead: '版面所限，未列出：', names: namedOmissions.map(toPlainName), counter: '项' };
  const notes = namedOmissions.length > 0 ? [...label.notes, omissionNote] : label.notes;
  const unitNameSize = typeSize * PART_SCALES.unitName;
  const noteSize = Math.min(typeSize, MIN_TYPE_SIZE * PART_SCALES.maxNotes);
  return {
    title: layOutTitle(label.name, emphasis.maxTitleSize),
    unitName: layOutBlock(unitNameSize, (widthEm) => wrapShortened(label.unitName, widthEm, MAX_UNIT_NAME_LINES)),
    ingredients: layOutBlock(typeSize, (widthEm) => wrapListing(label.ingredients, widthEm, maxIngredientLines)),
    allergens: layOutBlock(typeSize, (widthEm) => wrapListing(label.allergens, widthEm, PAGE_LINE_COUNT)),
    servingGrams: label.servingGrams,
    tableTypeSize: typeSize,
    mainRows: label.mainRows.filter(isKept).map((row) => {
      const { typeScale, heightScale } = row.isMandatory ? emphasis.mandatoryRows : emphasis.optionalRows;
      return { row, typeSize: typeSize * typeScale, height: typeSize * heightScale };
    }),
    pairedRows: layOutPairedRows(label.pairedRows.filter(isKept), typeSize),
    notes: layOutBlock(noteSize, (widthEm) => notes.flatMap((note) => wrapListing(note, widthEm, maxNoteLines))),
  };
}

/** Whether a row may be omitted from a label with little space. A note then names it. */
export function isDispensable(row: PrintedRow): boolean {
  return !row.isNeeded && row.amount !== UNKNOWN_SIGN;
}

/** Lays out the title in the best size in which the whole name fits, otherwise in the smallest. */
function layOutTitle(name: string, maxSize: number): TextBlock {
  return chooseBestFit(
    TITLE_SIZES,
    ({ size, maxLines }) => layOutBlock(size, (widthEm) => wrapShortened(name, widthEm, maxLines)),
    (_, { size, maxLines }) => {
      const isWhole = wrap(name, CONTENT_AREA.width / size, maxLines).length <= maxLines;
      // A size that is too large for the emphasis, or in which the name does not fit, is its own penalty: the smallest wins.
      return [size <= maxSize && isWhole ? 0 : size];
    },
  );
}

/** Lays out vitamins and minerals side by side, in type that fits into half the width. */
function layOutPairedRows(rows: readonly PrintedRow[], maxSize: number): PairedBlock {
  const maxRowWidthEm = Math.max(1, ...rows.map((row) => estimateWidthEm(`${row.name}${row.amount}${row.percent}`)));
  // A half has four gaps: before, between and after its three columns.
  const fittingSize = (CONTENT_AREA.width / 2 - 4 * COLUMN_GAP) / maxRowWidthEm;
  const typeSize = Math.max(MIN_TYPE_SIZE, Math.min(maxSize, fittingSize));
  const rowHeight = typeSize * PAIRED_ROWS_EM.height;
  const height = rows.length === 0 ? 0 : Math.ceil(rows.length / 2) * rowHeight + typeSize * PAIRED_ROWS_EM.padding;
  return { typeSize, rows, rowHeight, height };
}

function layOutBlock(typeSize: number, wrapTo: (widthEm: number) => string[]): TextBlock {
  const lines = wrapTo(CONTENT_AREA.width / typeSize);
  return { typeSize, lines, height: lines.length * typeSize * LEADING };
}

/** Measures the height of a label from the top of the title to the foot of the notes. */
export function measureLayout(layout: Layout): number {
  const { title, unitName, ingredients, allergens, notes } = layout;
  const textsHeight = title.height + unitName.height + ingredients.height + allergens.height;
  // A gap below the unit's name, one above the table, and two between the table and the notes.
  return textsHeight + measureTable(layout) + notes.height + 4 * PART_GAP;
}

/** Measures the height of the table with its frame. */
export function measureTable({ tableTypeSize, mainRows, pairedRows }: Layout): number {
  const headHeight = tableTypeSize * (TABLE_HEAD_EM.title + TABLE_HEAD_EM.columnHeadings);
  return mainRows.reduce((sum, row) => sum + row.height, headHeight) + pairedRows.height;
}
