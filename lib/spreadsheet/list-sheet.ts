import { EXACT_DIGITS } from './cell.ts';
import type { SheetCell, SheetRow } from './sheet-row.ts';
import { type SheetColumn, type WrittenSheet, writeSheets } from './xlsx-sheet.ts';

/** A list to read and to fill in: one worksheet of texts and numbers below a header. */
export interface ListSheet extends Pick<WrittenSheet, 'name' | 'columns'> {
  /** Texts by column, numbers as decimal text. An empty text leaves the cell empty. */
  readonly rows: readonly (readonly string[])[];
}

/** Writes lists as an .xlsx workbook, one worksheet for each. Headers stay in view and have filters. Choices are drop-downs. */
export function writeListSheets(...lists: readonly ListSheet[]): Buffer {
  const sheets = lists.map(({ name, columns, rows: textRows }): WrittenSheet => {
    const cellRows = textRows.map((texts) => texts.map((text, columnIndex) => toCell(text, columns[columnIndex])));
    const rows = cellRows.map((cells): SheetRow => ({ style: 'text', cells }));
    return { name, columns, rows, orientation: 'portrait', isList: true };
  });
  return writeSheets(...sheets);
}

/** Makes a number cell in a column of numbers, unless a spreadsheet would round the number. No list has negative numbers. */
function toCell(text: string, column: SheetColumn | undefined): SheetCell {
  if (column?.numberStyle === undefined || !/^\d+(?:\.\d+)?(?:e-?\d+)?$/.test(text)) return text;
  return Number(Number(text).toPrecision(EXACT_DIGITS)) === Number(text) ? { number: text } : text;
}
