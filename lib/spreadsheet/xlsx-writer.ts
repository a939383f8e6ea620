import { toLetter } from './cell.ts';
import { escapeText, FITS_WIDTH, formats, MAIN, packWorkbook, writePageSetup, writeRow } from './xlsx-package.ts';

/** Last row of a worksheet. */
const LAST_ROW = 1_048_576;

/** The values that the cells of a column may have. They may also be empty. */
interface Choices {
  /** Without commas and quotation marks. */
  readonly values: readonly string[];
  /** The message after any other value was entered. */
  readonly refusal: string;
}

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
  const sheets = lists.map((list, index) => {
    const all = `$A$1:$${toLetter(list.columns.length - 1)}$${list.rows.length + 1}`;
    return {
      name: list.name,
      xml: writeSheet(list, all.replaceAll('$', ''), index === 0),
      ranges: [
        { kind: '_FilterDatabase', range: all, isHidden: true },
        { kind: 'Print_Titles', range: '$1:$1' },
      ],
    };
  });
  return packWorkbook(...sheets);
}

/** Excel takes these elements only in the order of ECMA-376, part 1, 18.3.1.99. */
function writeSheet({ columns, rows }: List, all: string, isFirst: boolean): string {
  const headers = columns.map(({ header }) => header);
  return [
    `<worksheet xmlns="${MAIN}">${FITS_WIDTH}<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>',
    ...columns.map(
      ({ width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${formats.text}" customWidth="1"/>`,
    ),
    '</cols><sheetData>',
    writeRow(headers, 1, 'header'),
    ...rows.map((texts, index) => writeRow(texts, index + 2, 'text')),
    `</sheetData><autoFilter ref="${all}"/>`,
    writeChoices(columns),
    writePageSetup('portrait'),
    // A code of digits is meant as text: without this element Excel marks each such cell as an error.
    `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
  ].join('');
}

function writeChoices(columns: readonly ListColumn[]): string {
  const validations = columns.flatMap(({ header, choices }, column) => {
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
