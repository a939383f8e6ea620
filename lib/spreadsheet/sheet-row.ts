import type { Format } from './xlsx-package.ts';

/** A cell: a text, one that begins in bold, or a number as decimal text. */
export type SheetCell = string | { readonly bold: string; readonly text: string } | { readonly number: string };

/** A row from column A on. One that spans all columns has one cell. */
export interface SheetRow {
  readonly cells: readonly SheetCell[];
  readonly format: Exclude<Format, 'amount' | 'sum' | 'side'>;
  readonly isSpanning?: boolean;
  /** The rows, this one included, over which its first cell is merged as their heading. */
  readonly down?: number;
}

/** Points of a line, and above and below the lines of a cell: enough for the Chinese letters of every spreadsheet. */
const LINE = 16;
const EDGES = 3;
/** The type of a title, as a multiple of the usual one. */
const TITLE = 1.7;
/** The highest row that Excel has, in points. */
const GREATEST = 409;

/** Heights of rows that show all their texts, in points. Spreadsheets find none for merged cells, nor in print. */
export function heightsOf(rows: readonly SheetRow[], widths: readonly number[]): number[] {
  const heights = rows.map((row) => heightOf(row, widths));
  for (const [index, { cells, down = 1 }] of rows.entries()) {
    if (down === 1) continue;
    const [needed, last] = [heightOfLines(linesIn(cells[0] ?? '', widths[0] ?? 1)), index + down - 1];
    const all = heights.slice(index, last + 1).reduce((sum, height) => sum + height, 0);
    heights[last] = Math.min(GREATEST, (heights[last] ?? 0) + Math.max(0, needed - all));
  }
  return heights;
}

function heightOf({ cells, format, isSpanning, down = 1 }: SheetRow, widths: readonly number[]): number {
  const scale = format === 'title' ? TITLE : 1;
  const all = widths.reduce((sum, width) => sum + width, 0);
  const lines = cells.map((cell, column) => {
    if (column === 0 && down > 1) return 1;
    return linesIn(cell, (isSpanning ? all : (widths[column] ?? 1)) / scale);
  });
  return heightOfLines(Math.max(1, ...lines) * scale);
}

function heightOfLines(lines: number): number {
  return Math.min(Math.ceil(lines * LINE) + EDGES, GREATEST);
}

/** Lines of a cell in a column of that width. */
export function linesIn(cell: SheetCell, width: number): number {
  if (typeof cell === 'string') return countLines(cell, width);
  return 'number' in cell ? 1 : countLines(cell.bold + cell.text, width);
}

/** What stays on one line: a word, or a character, with the punctuation that may not be parted from it. */
const UNBROKEN = /[（《“]*(?:[!-\u024F]+|.)[、，。；：！？）》”]*/gsu;

/** Lines of a text in a column of that width, rather too many than too few. */
export function countLines(text: string, width: number): number {
  const room = Math.max(2, width - 1);
  let lines = 0;
  for (const line of text.split('\n')) {
    lines += 1;
    let used = 0;
    for (const [unit] of line.matchAll(UNBROKEN)) {
      const needed = widthOf(unit);
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
const WIDE = 2.15;

function widthOf(text: string): number {
  let width = 0;
  for (const one of text) width += widths.find(([letters]) => letters.test(one))?.[1] ?? WIDE;
  return width;
}
