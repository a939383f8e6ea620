import type { ListColumn } from '../spreadsheet/list-sheet.ts';
import type { SheetCell, SheetRow } from '../spreadsheet/sheet-row.ts';
import type { WrittenSheet } from '../spreadsheet/xlsx-sheet.ts';

/** Lays out a table below its title and notes. Its header stays in view. */
export function layOutTable({
  title,
  notes,
  columns,
  rows,
}: {
  readonly title: string;
  readonly notes: readonly string[];
  readonly columns: readonly ListColumn[];
  readonly rows: readonly SheetRow[];
}): Pick<WrittenSheet, 'columns' | 'rows' | 'repeatedRows' | 'isFrozen'> {
  const topRows: SheetRow[] = [
    { format: 'title', cells: [title], spansColumns: true },
    ...notes.map((note): SheetRow => ({ format: 'note', cells: [note], spansColumns: true })),
    { format: 'tableHeader', cells: columns.map(({ header }) => header) },
  ];
  const wideColumns = columns.map((column, index) => {
    const numberWidths = rows.map(({ cells }) => measureNumber(cells[index]));
    return { ...column, width: Math.max(column.width, ...numberWidths) };
  });
  const headerRow = topRows.length;
  return { columns: wideColumns, rows: [...topRows, ...rows], repeatedRows: [headerRow, headerRow], isFrozen: true };
}

/** The width of a digit with its share of the commas, in characters: rather too wide than too narrow. */
const DIGIT_WIDTH = 1.4;

/** Returns the width that a number needs, in characters. In a narrower column a spreadsheet shows `###`. */
function measureNumber(cell: SheetCell | undefined): number {
  return typeof cell === 'object' && 'number' in cell ? Math.ceil(cell.number.length * DIGIT_WIDTH) + 1 : 0;
}
