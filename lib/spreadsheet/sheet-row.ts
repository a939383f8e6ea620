import type { Format } from './xlsx-package.ts';

/** A cell: a text, one that begins in bold, or a number as decimal text. */
export type SheetCell = string | { readonly bold: string; readonly text: string } | { readonly number: string };

/** A row from column A on. One that spans all columns has one cell. */
export interface SheetRow {
  readonly cells: readonly SheetCell[];
  readonly format: Exclude<Format, 'amount' | 'sum' | 'side'>;
  readonly isSpanning?: boolean;
  /** How many rows, this one included, its first cell spans as their heading. */
  readonly rowSpan?: number;
}

/** The height of a line, and of the space above and below the lines, in points: enough for Chinese in every spreadsheet. */
const LINE = 16;
const ROW_PADDING = 3;
/** The type of a title, as a multiple of the usual one. */
const TITLE = 1.7;
/** The highest row that Excel has, in points. */
const HIGHEST_ROW = 409;

/** Calculates heights of rows, in points, that show all texts. Spreadsheets do so neither for merged cells nor in print. */
export function rowHeights(rows: readonly SheetRow[], widths: readonly number[]): number[] {
  const heights = rows.map((row) => rowHeight(row, widths));
  for (const [index, { cells, rowSpan = 1 }] of rows.entries()) {
    if (rowSpan === 1) continue;
    const [needed, last] = [heightForLines(countCellLines(cells[0] ?? '', widths[0] ?? 1)), index + rowSpan - 1];
    const all = heights.slice(index, last + 1).reduce((sum, height) => sum + height, 0);
    heights[last] = Math.min(HIGHEST_ROW, (heights[last] ?? 0) + Math.max(0, needed - all));
  }
  return heights;
}

function rowHeight({ cells, format, isSpanning, rowSpan = 1 }: SheetRow, widths: readonly number[]): number {
  const scale = format === 'title' ? TITLE : 1;
  const all = widths.reduce((sum, width) => sum + width, 0);
  const lines = cells.map((cell, column) => {
    if (column === 0 && rowSpan > 1) return 1;
    return countCellLines(cell, (isSpanning ? all : (widths[column] ?? 1)) / scale);
  });
  return heightForLines(Math.max(1, ...lines) * scale);
}

function heightForLines(lines: number): number {
  return Math.min(Math.ceil(lines * LINE) + ROW_PADDING, HIGHEST_ROW);
}

/** Counts the lines of a cell in a column of that width. */
export function countCellLines(cell: SheetCell, width: number): number {
  if (typeof cell === 'string') return countLines(cell, width);
  return 'number' in cell ? 1 : countLines(cell.bold + cell.text, width);
}

/** A word or a character with its punctuation, which stay on one line. */
const UNBROKEN = /[（《“]*(?:[!-\u024F]+|.)[、，。；：！？）》”]*/gsu;

/** Counts the lines of a text in a column of that width, rather too many than too few. */
export function countLines(text: string, width: number): number {
  const room = Math.max(2, width - 1);
  let lines = 0;
  for (const line of text.split('\n')) {
    lines += 1;
    let used = 0;
    for (const [unit] of line.matchAll(UNBROKEN)) {
      const needed = textWidth(unit);
      if (used > 0 && used + needed > room) [lines, used] = [lines + 1, 0];
      used += needed;
      // A word that is too long for a line is broken.
      while (used > room) [lines, used] = [lines + 1, used - room];
    }
  }
  return lines;
}

/** Widths of letters as multiples of a column's unit, which is a digit on the screen. */
const widths: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[\d_a-hknopq-vxyz]/, 1.06],
  [/[ !-/:;Iijl|[\]{}]/, 0.8],
  [/[MW%@mw]/, 1.9],
  [/[!-\u024F]/, 1.4],
];
/** Chinese letters. */
const CHINESE_WIDTH = 2.15;

function textWidth(text: string): number {
  let width = 0;
  for (const one of text) width += widths.find(([letters]) => letters.test(one))?.[1] ?? CHINESE_WIDTH;
  return width;
}
