import type { CellStyle } from './xlsx-package.ts';

// Widths are in digits of the standard font, the unit of a spreadsheet's columns.

/** A cell: a text, one that begins in bold, or a number as decimal text. */
export type SheetCell = string | { readonly bold: string; readonly text: string } | { readonly number: string };

/** A row from column A on. One that spans all columns has one cell. */
export interface SheetRow {
  readonly cells: readonly SheetCell[];
  /** The writer itself chooses the styles of numbers, and of cells beside a heading. */
  readonly style: Exclude<CellStyle, 'amount' | 'sum' | 'side'>;
  readonly spansColumns?: boolean;
  /** The number of rows that the first cell spans as their heading, this row included. Undefined if that cell is no heading. */
  readonly rowSpan?: number;
}

/** Makes a row of one text across all columns, such as a title. */
export function toSpanningRow(style: SheetRow['style'], text: string): SheetRow {
  return { style, cells: [text], spansColumns: true };
}

/** The height of a line, in points: enough for Chinese in every spreadsheet. */
const LINE_HEIGHT_PT = 16;
/** The space above and below the lines of a row, in points. */
const ROW_PADDING_PT = 3;
/** The type size of a title as a multiple of the usual one: 18 points to 11, rounded up. */
const TITLE_SCALE = 1.7;
/** The maximum height of a row in Excel, in points. */
const MAX_ROW_HEIGHT_PT = 409;
/** The width that a spreadsheet leaves free in a cell. */
export const CELL_MARGIN = 1;
/** A narrower line counts as this wide, so that breaking a long piece comes to an end. */
const MIN_LINE_WIDTH = 2;

/**
 * Measures the heights in points at which rows show all texts. A spreadsheet itself does not fit them to merged cells, nor to
 * the page in print. If a heading is higher than the rows that it spans, the last of them becomes higher.
 */
export function measureRowHeights(rows: readonly SheetRow[], widths: readonly number[]): number[] {
  const heights = rows.map((row) => measureRowHeight(row, widths));
  for (const [rowIndex, { cells, rowSpan = 1 }] of rows.entries()) {
    if (rowSpan === 1) continue;
    const headingHeight = toRowHeight(countCellLines(cells[0] ?? '', widths[0] ?? 1));
    const lastIndex = rowIndex + rowSpan - 1;
    const missingHeight = heights.slice(rowIndex, lastIndex + 1).reduce((rest, height) => rest - height, headingHeight);
    heights[lastIndex] = Math.min(MAX_ROW_HEIGHT_PT, (heights[lastIndex] ?? 0) + Math.max(0, missingHeight));
  }
  return heights;
}

function measureRowHeight({ cells, style, spansColumns, rowSpan = 1 }: SheetRow, widths: readonly number[]): number {
  const scale = style === 'title' ? TITLE_SCALE : 1;
  const totalWidth = widths.reduce((sum, width) => sum + width, 0);
  const lineCounts = cells.map((cell, columnIndex) => {
    if (columnIndex === 0 && rowSpan > 1) return 1;
    return countCellLines(cell, (spansColumns ? totalWidth : (widths[columnIndex] ?? 1)) / scale);
  });
  return toRowHeight(Math.max(1, ...lineCounts) * scale);
}

function toRowHeight(lineCount: number): number {
  return Math.min(Math.ceil(lineCount * LINE_HEIGHT_PT) + ROW_PADDING_PT, MAX_ROW_HEIGHT_PT);
}

/** Counts the lines of a cell in a column of this width. The result is an upper bound. */
export function countCellLines(cell: SheetCell, width: number): number {
  if (typeof cell === 'string') return countTextLines(cell, width);
  return 'number' in cell ? 1 : countTextLines(cell.bold + cell.text, width);
}

/** A word or a character with its punctuation, which stay on one line. */
const UNBROKEN_PIECE = /[（《“]*(?:[!-\u024F]+|.)[、，。；：！？）》”]*/gsu;

function countTextLines(text: string, width: number): number {
  const lineWidth = Math.max(MIN_LINE_WIDTH, width - CELL_MARGIN);
  let lineCount = 0;
  for (const line of text.split('\n')) {
    lineCount += 1;
    let usedWidth = 0;
    for (const [piece] of line.matchAll(UNBROKEN_PIECE)) {
      const pieceWidth = measureTextWidth(piece);
      if (usedWidth > 0 && usedWidth + pieceWidth > lineWidth) {
        lineCount += 1;
        usedWidth = 0;
      }
      usedWidth += pieceWidth;
      // A piece that is wider than a line is broken after all.
      for (; usedWidth > lineWidth; usedWidth -= lineWidth) lineCount += 1;
    }
  }
  return lineCount;
}

/** Widths in the spreadsheet's font, unlike those of `text-width.ts`; rather too wide. The first entry that matches counts. */
const characterWidths = [
  { characters: /[\d_a-hknopq-vxyz]/, width: 1.06 },
  { characters: /[ !-/:;Iijl|[\]{}]/, width: 0.8 },
  { characters: /[MW%@mw]/, width: 1.9 },
  { characters: /[!-\u024F]/, width: 1.4 },
];
/** The width of any other character, such as a Chinese one. */
const DEFAULT_CHARACTER_WIDTH = 2.15;

function measureTextWidth(text: string): number {
  let width = 0;
  for (const character of text)
    width += characterWidths.find(({ characters }) => characters.test(character))?.width ?? DEFAULT_CHARACTER_WIDTH;
  return width;
}
