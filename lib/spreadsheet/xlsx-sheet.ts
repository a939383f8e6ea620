import { LAST_ROW, toColumnLetters } from './cell.ts';
import { measureRowHeights, type SheetCell, type SheetRow, toSpanningRow } from './sheet-row.ts';
import {
  escapeText,
  type Format,
  packWorkbook,
  toStyleIndex,
  WORKSHEET_NAMESPACE,
  writeRuns,
  writeText,
} from './xlsx-package.ts';

/** The formats of the numbers of a column. `quantity` and `figure` show all decimals; `figure` has a border. */
type NumberFormat = 'whole' | 'twoDecimals' | 'quantity' | 'figure';

/** The formats of numbers by the format of their row; `amount` in other rows. */
const numberFormatByRowFormat: Readonly<Partial<Record<Format, Format>>> = { band: 'sum', figure: 'figure' };

/** The values that the cells of a column may have. They may also be empty. */
interface Choices {
  /** Without commas and quotation marks. */
  readonly values: readonly string[];
  /** The message when another value is entered. */
  readonly refusal: string;
}

export interface SheetColumn {
  readonly header: string;
  /** Width in characters of the standard font; a Chinese one counts as two. */
  readonly width: number;
  readonly choices?: Choices;
  /** The format of its numbers. Without it, the format of the row decides; a list has text. */
  readonly numberFormat?: NumberFormat;
}

/** One worksheet, to read and to print on A4: all columns on one page. */
export interface WrittenSheet {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  readonly title?: string;
  readonly notes?: readonly string[];
  /** A text that each printed page repeats above the headers. Without it the rows down to the headers stay in view. */
  readonly status?: string;
  readonly columns: readonly SheetColumn[];
  /** The rows below the headers. */
  readonly rows: readonly SheetRow[];
  readonly orientation: 'portrait' | 'landscape';
  /** Whether it is a list to fill in, with filters and drop-downs. The spreadsheet then chooses the heights of rows. */
  readonly isList?: boolean;
}

/** Writes worksheets as an .xlsx workbook. */
export function writeSheets(...sheets: readonly WrittenSheet[]): Buffer {
  return packWorkbook(
    ...sheets.map(layOut).map((sheet, index) => {
      const { name, isList, headerRow, status } = sheet;
      const filter = { kind: '_FilterDatabase', range: toCellRange(sheet, '$'), isHidden: true };
      const firstRepeatedRow = status === undefined ? headerRow : headerRow - 1;
      const titles = { kind: 'Print_Titles', range: `$${firstRepeatedRow}:$${headerRow}` };
      return { name, xml: writeSheet(sheet, index), ranges: isList ? [filter, titles] : [titles] };
    }),
  );
}

type LaidOutSheet = ReturnType<typeof layOut>;

/** Puts title, notes, status and headers above the rows, and makes the columns of a table wide enough for its numbers. */
function layOut(sheet: WrittenSheet) {
  const { title, notes = [], status, columns, rows, isList = false } = sheet;
  const topRows: SheetRow[] = [
    ...(title === undefined ? [] : [toSpanningRow('title', title)]),
    ...notes.map((note) => toSpanningRow('note', note)),
    ...(status === undefined ? [] : [toSpanningRow('tableHeader', status)]),
    { format: isList ? 'listHeader' : 'tableHeader', cells: columns.map(({ header }) => header) },
  ];
  const fitNumbers = (column: SheetColumn, index: number) => {
    const numberWidths = rows.map(({ cells }) => measureNumber(cells[index]));
    return { ...column, width: Math.max(column.width, ...numberWidths) };
  };
  return {
    ...{ ...sheet, isList },
    columns: isList ? columns : columns.map(fitNumbers),
    rows: [...topRows, ...rows],
    /** The number of the row with the headers, from 1. */
    headerRow: topRows.length,
  };
}

/** The width of a digit with its share of the commas, in characters: rather too wide than too narrow. */
const DIGIT_WIDTH = 1.4;

/** Returns the width that a number needs, in characters. In a narrower column a spreadsheet shows `###`. */
function measureNumber(cell: SheetCell | undefined): number {
  return typeof cell === 'object' && 'number' in cell ? Math.ceil(cell.number.length * DIGIT_WIDTH) + 1 : 0;
}

/** Returns the range of all cells. With `$` it is absolute. */
function toCellRange({ columns, rows }: LaidOutSheet, anchor: '$' | '' = ''): string {
  return `${anchor}A${anchor}1:${anchor}${toColumnLetters(columns.length - 1)}${anchor}${rows.length}`;
}

/** Writes a worksheet. Excel accepts its elements only in the order of ECMA-376, part 1, 18.3.1.99. */
function writeSheet(sheet: LaidOutSheet, index: number): string {
  const { columns, orientation, isList } = sheet;
  return [
    `<worksheet xmlns="${WORKSHEET_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView${index === 0 ? ' tabSelected="1"' : ''} workbookViewId="0">${writePane(sheet)}</sheetView></sheetViews>`,
    '<cols>',
    ...columns.map(({ width, numberFormat }, column) => {
      const style = isList ? ` style="${toStyleIndex(numberFormat ?? 'text')}"` : '';
      return `<col min="${column + 1}" max="${column + 1}" width="${width}"${style} customWidth="1"/>`;
    }),
    '</cols><sheetData>',
    ...writeRows(sheet),
    '</sheetData>',
    isList ? `<autoFilter ref="${toCellRange(sheet)}"/>` : '',
    writeMerged(sheet),
    writeChoices(sheet),
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>',
    // A code of digits is meant as text: without this element Excel marks each such cell as an error.
    `<ignoredErrors><ignoredError sqref="${toCellRange(sheet)}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
  ].join('');
}

function writePane({ status, headerRow }: LaidOutSheet): string {
  if (status !== undefined) return '';
  const firstCell = `A${headerRow + 1}`;
  return (
    `<pane ySplit="${headerRow}" topLeftCell="${firstCell}" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft" activeCell="${firstCell}" sqref="${firstCell}"/>`
  );
}

function writeRows({ columns, rows, isList }: LaidOutSheet): string[] {
  const widths = columns.map(({ width }) => width);
  const heights = isList ? [] : measureRowHeights(rows, widths);
  /** The index of the row below the last heading that spans rows in column A. */
  let headingEnd = 0;
  return rows.map(({ cells, format, spansColumns, rowSpan = 0 }, index) => {
    headingEnd = Math.max(headingEnd, index + rowSpan);
    // All merged cells have the border.
    const rowCells = spansColumns ? columns.map((_, column) => cells[column] ?? '') : cells;
    const cellTexts = rowCells.map((cell, column) => {
      const cellFormat = column === 0 && index < headingEnd ? 'side' : format;
      const numberFormat = columns[column]?.numberFormat ?? numberFormatByRowFormat[cellFormat] ?? 'amount';
      // In a list an empty cell is omitted.
      if (isList && cell === '') return '';
      return writeCell(`${toColumnLetters(column)}${index + 1}`, cell, { text: cellFormat, number: numberFormat });
    });
    const height = isList ? '' : ` ht="${heights[index]}" customHeight="1"`;
    return `<row r="${index + 1}"${height}>${cellTexts.join('')}</row>`;
  });
}

function writeCell(address: string, cell: SheetCell, { text, number }: Record<'text' | 'number', Format>): string {
  const attributes = `r="${address}" s="${toStyleIndex(text)}"`;
  // A cell whose type is text is never read as a formula, whatever it begins with.
  if (typeof cell === 'string') {
    return cell === '' ? `<c ${attributes}/>` : `<c ${attributes} t="inlineStr">${writeText(cell)}</c>`;
  }
  if ('bold' in cell) return `<c ${attributes} t="inlineStr">${writeRuns(cell.bold, cell.text)}</c>`;
  return `<c r="${address}" s="${toStyleIndex(number)}"><v>${escapeText(cell.number)}</v></c>`;
}

function writeMerged({ columns, rows }: LaidOutSheet): string {
  const last = toColumnLetters(columns.length - 1);
  const ranges = rows.flatMap(({ spansColumns, rowSpan = 1 }, index) => {
    if (spansColumns && columns.length > 1) return [`A${index + 1}:${last}${index + 1}`];
    return rowSpan > 1 ? [`A${index + 1}:A${index + rowSpan}`] : [];
  });
  if (ranges.length === 0) return '';
  return `<mergeCells count="${ranges.length}">${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
}

function writeChoices({ columns }: LaidOutSheet): string {
  const validations = columns.flatMap(({ header, choices }, column) => {
    if (choices === undefined) return [];
    const letter = toColumnLetters(column);
    const message = `errorTitle="${escapeText(header)}" error="${escapeText(choices.refusal)}"`;
    const range = `sqref="${letter}2:${letter}${LAST_ROW}"`;
    const values = escapeText(`"${choices.values.join(',')}"`);
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" ${message} ${range}>` +
      `<formula1>${values}</formula1></dataValidation>`
    );
  });
  const count = validations.length;
  return count === 0 ? '' : `<dataValidations count="${count}">${validations.join('')}</dataValidations>`;
}
