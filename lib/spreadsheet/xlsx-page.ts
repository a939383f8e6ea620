import { toLetter } from './cell.ts';
import { FITS_WIDTH, type Format, MAIN, packWorkbook, writePageSetup, writeRow } from './xlsx-package.ts';

/** Heights in points. No row of a spreadsheet is higher than `GREATEST`. */
const LINE = 15;
const TITLE = 30;
const GREATEST = 409;
/** The most lines in a row. */
export const MOST_LINES = Math.floor(GREATEST / LINE);

/** A row of a page. */
export interface PageRow {
  /** By column. A row that spans all columns has one text. */
  readonly texts: readonly string[];
  readonly format: Extract<Format, 'title' | 'head' | 'cell' | 'note'>;
  readonly isSpanning?: boolean;
}

/** One worksheet of texts, to read and to print. */
interface Page {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  /** Widths of the columns in characters of the standard font; a Chinese one counts as two. */
  readonly widths: readonly number[];
  readonly rows: readonly PageRow[];
  /** First and last of the rows that each page repeats, from 1. */
  readonly repeated: readonly [from: number, to: number];
}

/**
 * Writes rows as an .xlsx workbook that is printed on A4 landscape, all columns on one page. Each row is as high as its
 * texts need.
 */
export function writePageXlsx({ name, widths, rows, repeated: [from, to] }: Page): Buffer {
  const all = widths.reduce((sum, width) => sum + width, 0);
  const last = toLetter(widths.length - 1);
  const spans = rows.flatMap(({ isSpanning }, index) => (isSpanning ? [`A${index + 1}:${last}${index + 1}`] : []));
  const isMerged = spans.length > 0 && widths.length > 1;
  const xml = [
    `<worksheet xmlns="${MAIN}">${FITS_WIDTH}<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><cols>`,
    ...widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`),
    '</cols><sheetData>',
    ...rows.map((row, index) => {
      const height = heightOf(row, row.isSpanning ? [all] : widths);
      const attributes = ` ht="${height}" customHeight="1"`;
      return writeRow(row.texts, index + 1, row.format, { attributes, isWhole: true });
    }),
    '</sheetData>',
    isMerged
      ? `<mergeCells count="${spans.length}">${spans.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
      : '',
    writePageSetup('landscape'),
    '</worksheet>',
  ].join('');
  return packWorkbook({ name, xml, ranges: [{ kind: 'Print_Titles', range: `$${from}:$${to}` }] });
}

/** Height of a row, in points, that shows all its texts. */
export function heightOf({ texts, format }: PageRow, widths: readonly number[]): number {
  const lines = texts.map((text, column) => countLines(text, widths[column] ?? 1));
  const height = Math.max(1, ...lines) * (format === 'title' ? TITLE : LINE);
  return Math.min(height, GREATEST);
}

/** Lines of a text in a column of that width, rather too many than too few. */
export function countLines(text: string, width: number): number {
  // Some room is lost at the edges, and at the ends of lines where a word or a wide character does not fit.
  const room = Math.max(1, width - 2);
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / room)), 0);
}

function widthOf(line: string): number {
  let width = 0;
  for (const character of line) width += character < '\u0250' ? 1 : 2;
  return width;
}
