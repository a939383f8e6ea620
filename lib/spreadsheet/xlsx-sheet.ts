import { toLetter } from './cell.ts';
import { escapeText, type Format, formats, MAIN, packWorkbook, writeText } from './xlsx-package.ts';

/** Last row of a worksheet. */
const LAST_ROW = 1_048_576;
/** Heights in points. No row of a spreadsheet is higher than `GREATEST`. */
const LINE = 15;
const TITLE = 30;
const GREATEST = 409;
/** The most lines in a row. */
export const MOST_LINES = Math.floor(GREATEST / LINE);

/** A cell: a text, or a number as decimal text. */
export type SheetCell = string | { readonly number: string };

/** A row from column A on. One that spans all columns has one cell. */
export interface SheetRow {
  readonly cells: readonly SheetCell[];
  readonly format: Exclude<Format, 'amount' | 'sum'>;
  readonly isSpanning?: boolean;
}

/** The values that the cells of a column may have. They may also be empty. */
export interface Choices {
  /** Without commas and quotation marks. */
  readonly values: readonly string[];
  /** The message after any other value was entered. */
  readonly refusal: string;
}

/** One worksheet, to read and to print on A4: all columns on one page. */
export interface Sheet {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  /** Widths in characters of the standard font; a Chinese one counts as two. */
  readonly columns: readonly { readonly width: number; readonly header?: string; readonly choices?: Choices }[];
  readonly rows: readonly SheetRow[];
  readonly orientation: 'portrait' | 'landscape';
  /** First and last of the rows that each printed page repeats, from 1. */
  readonly repeated: readonly [from: number, to: number];
  /** Whether everything down to these rows stays in view. */
  readonly isFrozen?: boolean;
  /** Whether it is a list to fill in, with filters and drop-downs, whose rows are as high as a spreadsheet likes. */
  readonly isList?: boolean;
}

/** Writes worksheets as an .xlsx workbook. */
export function writeSheets(...sheets: readonly Sheet[]): Buffer {
  return packWorkbook(
    ...sheets.map((sheet, index) => {
      const { name, isList, repeated } = sheet;
      const filter = { kind: '_FilterDatabase', range: rangeOf(sheet, '$'), isHidden: true };
      const titles = { kind: 'Print_Titles', range: `$${repeated[0]}:$${repeated[1]}` };
      return { name, xml: writeSheet(sheet, index === 0), ranges: isList ? [filter, titles] : [titles] };
    }),
  );
}

/** All cells. With `$` they stay the same wherever they are named. */
function rangeOf({ columns, rows }: Sheet, fixed: '$' | '' = ''): string {
  return `${fixed}A${fixed}1:${fixed}${toLetter(columns.length - 1)}${fixed}${rows.length}`;
}

/** Excel takes these elements only in the order of ECMA-376, part 1, 18.3.1.99. */
function writeSheet(sheet: Sheet, isFirst: boolean): string {
  const { columns, rows, orientation, isList } = sheet;
  const style = isList ? ` style="${formats.text}"` : '';
  return [
    `<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`,
    `<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">${writePane(sheet)}</sheetView></sheetViews>`,
    '<cols>',
    ...columns.map(({ width }, index) => {
      return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`;
    }),
    '</cols><sheetData>',
    ...rows.map((row, index) => writeRow(row, index + 1, sheet)),
    '</sheetData>',
    isList ? `<autoFilter ref="${rangeOf(sheet)}"/>` : '',
    writeMerged(sheet),
    writeChoices(sheet),
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    `<pageSetup paperSize="9" orientation="${orientation}" fitToWidth="1" fitToHeight="0"/>`,
    '<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>',
    // A code of digits is meant as text: without this element Excel marks each such cell as an error.
    `<ignoredErrors><ignoredError sqref="${rangeOf(sheet)}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
  ].join('');
}

function writePane({ isFrozen = false, repeated: [, last] }: Sheet): string {
  if (!isFrozen) return '';
  const below = `A${last + 1}`;
  return (
    `<pane ySplit="${last}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`
  );
}

/** A row of cells. In a list an empty text leaves its cell without a format. */
function writeRow({ cells, format, isSpanning = false }: SheetRow, row: number, { columns, isList }: Sheet): string {
  const written = cells.map((cell, column) => {
    const place = `r="${toLetter(column)}${row}"`;
    if (typeof cell !== 'string') {
      const number = format === 'total' ? formats.sum : formats.amount;
      return `<c ${place} s="${number}"><v>${escapeText(cell.number)}</v></c>`;
    }
    if (cell === '') return isList ? '' : `<c ${place} s="${formats[format]}"/>`;
    // A cell whose type is text is never read as a formula, whatever it begins with.
    return `<c ${place} s="${formats[format]}" t="inlineStr">${writeText(cell)}</c>`;
  });
  // Spreadsheets do not find the height of merged cells by themselves.
  const widths = columns.map(({ width }) => width);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const height = isList ? '' : ` ht="${heightOf(cells, format, isSpanning ? [all] : widths)}" customHeight="1"`;
  return `<row r="${row}"${height}>${written.join('')}</row>`;
}

function writeMerged({ columns, rows }: Sheet): string {
  const last = toLetter(columns.length - 1);
  const spans = rows.flatMap(({ isSpanning }, index) => (isSpanning ? [`A${index + 1}:${last}${index + 1}`] : []));
  if (spans.length === 0 || columns.length === 1) return '';
  return `<mergeCells count="${spans.length}">${spans.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
}

function writeChoices({ columns }: Sheet): string {
  const validations = columns.flatMap(({ header = '', choices }, column) => {
    if (choices === undefined) return [];
    const letter = toLetter(column);
    const told = `errorTitle="${escapeText(header)}" error="${escapeText(choices.refusal)}"`;
    const range = `sqref="${letter}2:${letter}${LAST_ROW}"`;
    const values = escapeText(`"${choices.values.join(',')}"`);
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" ${told} ${range}>` +
      `<formula1>${values}</formula1></dataValidation>`
    );
  });
  const count = validations.length;
  return count === 0 ? '' : `<dataValidations count="${count}">${validations.join('')}</dataValidations>`;
}

/** Height of a row, in points, that shows all its texts. */
function heightOf(cells: readonly SheetCell[], format: Format, widths: readonly number[]): number {
  const lines = cells.map((cell, column) => (typeof cell === 'string' ? countLines(cell, widths[column] ?? 1) : 1));
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
