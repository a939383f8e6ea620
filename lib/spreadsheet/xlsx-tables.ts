import { toLetter } from './cell.ts';
import {
  escapeText,
  FITS_WIDTH,
  type Format,
  formats,
  MAIN,
  packWorkbook,
  writePageSetup,
  writeRow,
  writeText,
} from './xlsx-package.ts';
import { heightOf } from './xlsx-page.ts';

/** A cell: a text, or a number as decimal text. */
export type TableCell = string | { readonly number: string };

/** A row of a table. A total is printed bold. */
export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly isTotal?: boolean;
}

/** One worksheet: a title, notes, a header and rows. */
export interface Table {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  readonly orientation: 'portrait' | 'landscape';
  readonly title: string;
  readonly notes: readonly string[];
  readonly columns: readonly {
    readonly header: string;
    /** Width in characters of the standard font; a Chinese one counts as two. */
    readonly width: number;
  }[];
  readonly rows: readonly TableRow[];
}

/**
 * Writes tables as an .xlsx workbook to read and to print, one worksheet for each. The header stays in view. In print
 * all columns fit on one A4 page, and every page has the header.
 */
export function writeTablesXlsx(tables: readonly Table[]): Buffer {
  return packWorkbook(
    ...tables.map((table, index) => {
      const head = table.notes.length + 2;
      const ranges = [{ kind: 'Print_Titles', range: `$${head}:$${head}` }];
      return { name: table.name, xml: writeTable(table, head, index === 0), ranges };
    }),
  );
}

/** Excel takes these elements only in the order of ECMA-376, part 1, 18.3.1.99. */
function writeTable({ orientation, title, notes, columns, rows }: Table, head: number, isFirst: boolean): string {
  const last = toLetter(columns.length - 1);
  const spans = Array.from({ length: head - 1 }, (_, index) => `A${index + 1}:${last}${index + 1}`);
  const below = `A${head + 1}`;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return [
    `<worksheet xmlns="${MAIN}">${FITS_WIDTH}<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">`,
    `<pane ySplit="${head}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/>`,
    `<selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/></sheetView></sheetViews><cols>`,
    ...columns.map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    ),
    '</cols><sheetData>',
    writeSpanning(title, 1, 'title', width),
    ...notes.map((note, index) => writeSpanning(note, index + 2, 'note', width)),
    writeRow(
      columns.map(({ header }) => header),
      head,
      'head',
    ),
    ...rows.map((row, index) => writeTableRow(row, head + index + 1)),
    `</sheetData><mergeCells count="${spans.length}">`,
    ...spans.map((ref) => `<mergeCell ref="${ref}"/>`),
    '</mergeCells>',
    writePageSetup(orientation),
    // A code of digits is meant as text: without this element Excel marks each such cell as an error.
    `<ignoredErrors><ignoredError sqref="A1:${last}${head + rows.length}" numberStoredAsText="1"/></ignoredErrors>`,
    '</worksheet>',
  ].join('');
}

/** A row of merged cells. Spreadsheets do not find its height by themselves. */
function writeSpanning(text: string, row: number, format: 'title' | 'note', width: number): string {
  const height = heightOf({ texts: [text], format }, [width]);
  return writeRow([text], row, format, { attributes: ` ht="${height}" customHeight="1"` });
}

function writeTableRow({ cells, isTotal = false }: TableRow, row: number): string {
  const [text, number]: readonly [Format, Format] = isTotal ? ['total', 'sum'] : ['cell', 'amount'];
  const written = cells.map((cell, column) => {
    const place = `r="${toLetter(column)}${row}"`;
    if (typeof cell !== 'string') return `<c ${place} s="${formats[number]}"><v>${escapeText(cell.number)}</v></c>`;
    if (cell === '') return `<c ${place} s="${formats[text]}"/>`;
    // A cell whose type is text is never read as a formula, whatever it begins with.
    const content = writeText(cell);
    return `<c ${place} s="${formats[text]}" t="inlineStr">${content}</c>`;
  });
  return `<row r="${row}">${written.join('')}</row>`;
}
