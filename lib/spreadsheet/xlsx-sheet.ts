import { LAST_ROW, toColumnLetters } from './cell.ts';
import { CELL_MARGIN, measureRowHeights, type SheetCell, type SheetRow, toSpanningRow } from './sheet-row.ts';
import type { CellStyle } from './xlsx-package.ts';
import { escapeText, packWorkbook, toStyleIndex, WORKSHEET_NAMESPACE, writeInlineText } from './xlsx-package.ts';

/** Styles of a column's numbers. `whole` shows no decimals, `quantity` and `figure` all; `figure` is of a table with borders. */
type NumberStyle = 'whole' | 'twoDecimals' | 'quantity' | 'figure';

/** A number in a column without `numberStyle` has the style that belongs to the style of its row, or else `amount`. */
const numberStyleByRowStyle: Readonly<Partial<Record<CellStyle, CellStyle>>> = { band: 'sum', figure: 'figure' };

export interface SheetColumn {
  readonly header: string;
  /** In digits of the standard font. A Chinese character is as wide as two. */
  readonly width: number;
  /** The texts that a cell may have, without commas and quotation marks. The message appears when another text is entered. */
  readonly choices?: { readonly values: readonly string[]; readonly errorMessage: string };
  /** The style of its numbers. Without it, the row decides in a table, and a list has only text. */
  readonly numberStyle?: NumberStyle;
}

/** One worksheet, to read and to print on A4: all columns on one page. */
export interface WrittenSheet {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  readonly title?: string;
  readonly notes?: readonly string[];
  /** A text that each printed page repeats above the headers. Without it the rows down to the headers stay in view. */
  readonly repeatedLine?: string;
  readonly columns: readonly SheetColumn[];
  /** The rows below the headers. */
  readonly rows: readonly SheetRow[];
  readonly orientation: 'portrait' | 'landscape';
  /** Whether it is a list to fill in, with filters and drop-downs. The spreadsheet then chooses the heights of rows. */
  readonly isList?: boolean;
}

/** Writes worksheets as an .xlsx workbook. */
export function writeSheets(...sheets: readonly WrittenSheet[]): Buffer {
  const worksheets = sheets.map(layOutSheet).map((sheet, sheetIndex) => {
    const { name, isList, headerRowNumber, repeatedLine } = sheet;
    const firstRepeatedRow = repeatedLine === undefined ? headerRowNumber : headerRowNumber - 1;
    const repeatedRows = `$${firstRepeatedRow}:$${headerRowNumber}`;
    const filteredRange = isList ? toCellRange(sheet, '$') : undefined;
    return { name, xml: writeSheet(sheet, sheetIndex), repeatedRows, filteredRange };
  });
  return packWorkbook(...worksheets);
}

interface LaidOutSheet extends WrittenSheet {
  readonly isList: boolean;
  /** Those above the headers, the headers, and those below. */
  readonly allRows: readonly SheetRow[];
  readonly headerRowNumber: number;
}

/** Puts title, notes, repeated line and headers above the rows. Makes the columns of a table wide enough for its numbers. */
function layOutSheet(sheet: WrittenSheet): LaidOutSheet {
  const { title, notes = [], repeatedLine, columns, rows, isList = false } = sheet;
  const topRows: SheetRow[] = [
    ...(title === undefined ? [] : [toSpanningRow('title', title)]),
    ...notes.map((note) => toSpanningRow('note', note)),
    ...(repeatedLine === undefined ? [] : [toSpanningRow('tableHeader', repeatedLine)]),
    { style: isList ? 'listHeader' : 'tableHeader', cells: columns.map(({ header }) => header) },
  ];
  const fitNumbers = (column: SheetColumn, columnIndex: number) => {
    const numberWidths = rows.map(({ cells }) => measureNumberWidth(cells[columnIndex]));
    return { ...column, width: Math.max(column.width, ...numberWidths) };
  };
  const fittedColumns = isList ? columns : columns.map(fitNumbers);
  return { ...sheet, isList, columns: fittedColumns, allRows: [...topRows, ...rows], headerRowNumber: topRows.length };
}

/** The room that a digit of a number takes with its share of the commas, in digits of the standard font; rather too much. */
const DIGIT_WIDTH = 1.4;

/** Measures the width that a number needs, in digits. In a narrower column a spreadsheet shows `###`. */
function measureNumberWidth(cell: SheetCell | undefined): number {
  return typeof cell === 'object' && 'number' in cell ? Math.ceil(cell.number.length * DIGIT_WIDTH) + CELL_MARGIN : 0;
}

/** Returns the range of all cells, such as `A1:D9` or, absolute, `$A$1:$D$9`. */
function toCellRange({ columns, allRows }: LaidOutSheet, anchor: '$' | '' = ''): string {
  return `${anchor}A${anchor}1:${anchor}${toColumnLetters(columns.length - 1)}${anchor}${allRows.length}`;
}

/** Writes a worksheet. Excel accepts its elements only in the order of ECMA-376, part 1, 18.3.1.99. Margins are in inches. */
function writeSheet(sheet: LaidOutSheet, sheetIndex: number): string {
  const { columns, orientation, isList } = sheet;
  return [
    `<worksheet xmlns="${WORKSHEET_NAMESPACE}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView${sheetIndex === 0 ? ' tabSelected="1"' : ''} workbookViewId="0">${writePane(sheet)}</sheetView></sheetViews>`,
    '<cols>',
    ...columns.map(({ width, numberStyle }, columnIndex) => {
      const style = isList ? ` style="${toStyleIndex(numberStyle ?? 'text')}"` : '';
      return `<col min="${columnIndex + 1}" max="${columnIndex + 1}" width="${width}"${style} customWidth="1"/>`;
    }),
    '</cols><sheetData>',
    ...writeRows(sheet),
    '</sheetData>',
    isList ? `<autoFilter ref="${toCellRange(sheet)}"/>` : '',
    writeMergedCells(sheet),
    writeChoices(sheet),
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    // Paper 9 is A4.
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>',
    // A code of digits is meant as text: without this element Excel marks each such cell as an error.
    `<ignoredErrors><ignoredError sqref="${toCellRange(sheet)}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
  ].join('');
}

/** Freezes the rows down to the headers. With a repeated line they scroll: the notes above it may be higher than a window. */
function writePane({ repeatedLine, headerRowNumber }: LaidOutSheet): string {
  if (repeatedLine !== undefined) return '';
  const firstCell = `A${headerRowNumber + 1}`;
  return (
    `<pane ySplit="${headerRowNumber}" topLeftCell="${firstCell}" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft" activeCell="${firstCell}" sqref="${firstCell}"/>`
  );
}

function writeRows(sheet: LaidOutSheet): string[] {
  const { columns, allRows, isList } = sheet;
  const widths = columns.map(({ width }) => width);
  const heights = isList ? [] : measureRowHeights(allRows, widths);
  let lastRowBesideHeading = 0;
  return allRows.map((row, rowIndex) => {
    const rowNumber = rowIndex + 1;
    const height = isList ? '' : ` ht="${heights[rowIndex]}" customHeight="1"`;
    lastRowBesideHeading = Math.max(lastRowBesideHeading, rowIndex + (row.rowSpan ?? 0));
    const cells = writeCells(sheet, row, { rowNumber, isBesideHeading: rowNumber <= lastRowBesideHeading });
    return `<row r="${rowNumber}"${height}>${cells.join('')}</row>`;
  });
}

/** Writes the cells of a row. In a list an empty cell is omitted: the style of its column then holds. */
function writeCells(
  { columns, isList }: LaidOutSheet,
  { cells, style, spansColumns }: SheetRow,
  { rowNumber, isBesideHeading }: { readonly rowNumber: number; readonly isBesideHeading: boolean },
): string[] {
  // Excel draws the border of merged cells cell by cell.
  const rowCells = spansColumns ? columns.map((_, columnIndex) => cells[columnIndex] ?? '') : cells;
  return rowCells.map((cell, columnIndex) => {
    if (isList && cell === '') return '';
    const textStyle = isBesideHeading && columnIndex === 0 ? 'side' : style;
    const numberStyle = columns[columnIndex]?.numberStyle ?? numberStyleByRowStyle[textStyle] ?? 'amount';
    return writeCell(`${toColumnLetters(columnIndex)}${rowNumber}`, cell, { textStyle, numberStyle });
  });
}

function writeCell(address: string, cell: SheetCell, styles: Record<'textStyle' | 'numberStyle', CellStyle>): string {
  const { textStyle, numberStyle } = styles;
  const attributes = `r="${address}" s="${toStyleIndex(textStyle)}"`;
  // A cell whose type is text is never read as a formula, whatever it begins with.
  if (typeof cell === 'string') {
    return cell === '' ? `<c ${attributes}/>` : `<c ${attributes} t="inlineStr">${writeInlineText(cell)}</c>`;
  }
  if ('bold' in cell) return `<c ${attributes} t="inlineStr">${writeInlineText(cell.text, cell.bold)}</c>`;
  return `<c r="${address}" s="${toStyleIndex(numberStyle)}"><v>${escapeText(cell.number)}</v></c>`;
}

function writeMergedCells({ columns, allRows }: LaidOutSheet): string {
  const lastColumn = toColumnLetters(columns.length - 1);
  const ranges = allRows.flatMap(({ spansColumns, rowSpan = 1 }, rowIndex) => {
    if (spansColumns && columns.length > 1) return [`A${rowIndex + 1}:${lastColumn}${rowIndex + 1}`];
    return rowSpan > 1 ? [`A${rowIndex + 1}:A${rowIndex + rowSpan}`] : [];
  });
  if (ranges.length === 0) return '';
  return `<mergeCells count="${ranges.length}">${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
}

/** Writes the drop-downs of the columns with choices, from the row below the headers to the last of the spreadsheet. */
function writeChoices({ columns, headerRowNumber }: LaidOutSheet): string {
  const validations = columns.flatMap(({ header, choices }, columnIndex) => {
    if (choices === undefined) return [];
    const letters = toColumnLetters(columnIndex);
    const message = `errorTitle="${escapeText(header)}" error="${escapeText(choices.errorMessage)}"`;
    const range = `sqref="${letters}${headerRowNumber + 1}:${letters}${LAST_ROW}"`;
    const values = escapeText(`"${choices.values.join(',')}"`);
    const attributes = `type="list" allowBlank="1" showErrorMessage="1" ${message} ${range}`;
    return `<dataValidation ${attributes}><formula1>${values}</formula1></dataValidation>`;
  });
  if (validations.length === 0) return '';
  return `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>`;
}
