import { type Choices, writeSheets } from './xlsx-sheet.ts';

export interface ListColumn {
  readonly header: string;
  /** Width in characters of the standard font; a Chinese one counts as two. */
  readonly width: number;
  readonly choices?: Choices;
}

/** A list to read and to fill in: one worksheet of texts below a header. */
export interface List {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  readonly columns: readonly ListColumn[];
  /** By column. An empty text leaves the cell empty. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Writes lists as an .xlsx workbook, one worksheet for each. Headers stay in view and have filters. Columns with
 * choices have drop-downs. In print all columns fit on one page, and every page has the header.
 */
export function writeXlsx(...lists: readonly List[]): Buffer {
  return writeSheets(
    ...lists.map(({ name, columns, rows }) => ({
      name,
      columns,
      rows: [
        { format: 'header' as const, cells: columns.map(({ header }) => header) },
        ...rows.map((cells) => ({ format: 'text' as const, cells })),
      ],
      orientation: 'portrait' as const,
      repeated: [1, 1] as const,
      isFrozen: true,
      isList: true,
    })),
  );
}
