import { escapeMarkup } from '../text/markup.ts';
import { toLetter } from './cell.ts';
import { writeZip } from './zip-writer.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Last row of a worksheet. */
const LAST_ROW = 1_048_576;
/** Numbers of the cell formats in `STYLES`. */
const TEXT = 1;
const HEADER = 2;

/** Format 49 is text: a code that is typed over keeps its leading zeros. Excel demands the second fill. */
const STYLES =
  `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The values that the cells of a column may have, beside none. */
interface Choices {
  /** They have neither commas nor quotation marks. */
  readonly values: readonly string[];
  /** The message for whoever enters something else. */
  readonly refusal: string;
}

interface ListColumn {
  readonly header: string;
  /** Width in characters of the standard font; a Chinese one counts as two. */
  readonly width: number;
  readonly choices?: Choices;
}

/** A list to look at and fill in: one worksheet of texts below a header. */
interface List {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  readonly columns: readonly ListColumn[];
  /** By column; an empty text leaves the cell empty. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Writes a list as an .xlsx workbook. Its header stays in view and has filters; columns with choices have drop-downs.
 */
export function writeXlsx(list: List): Buffer {
  const name = escapeText(list.name);
  const all = `$A$1:$${toLetter(list.columns.length - 1)}$${list.rows.length + 1}`;
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const relations = (...those: string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${those.join('')}</Relationships>`;
  const parts = {
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews>` +
      `<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>` +
      '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">' +
      `'${name}'!${all}</definedName></definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml'),
      relation(2, 'styles', 'styles.xml'),
    ),
    'xl/worksheets/sheet1.xml': writeSheet(list, all.replaceAll('$', '')),
    'xl/styles.xml': STYLES,
  };
  return writeZip(Object.fromEntries(Object.entries(parts).map(([path, xml]) => [path, DECLARATION + xml])));
}

/** Excel takes these elements in the order of ECMA-376, part 1, 18.3.1.99, and in no other. */
function writeSheet({ columns, rows }: List, all: string): string {
  const headers = columns.map(({ header }) => header);
  return [
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>',
    ...columns.map(
      ({ width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${TEXT}" customWidth="1"/>`,
    ),
    '</cols><sheetData>',
    writeRow(headers, 1, HEADER),
    ...rows.map((texts, index) => writeRow(texts, index + 2, TEXT)),
    `</sheetData><autoFilter ref="${all}"/>`,
    writeChoices(columns),
    // A code of digits is meant as text: Excel must not mark each cell for it.
    `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
  ].join('');
}

function writeRow(texts: readonly string[], row: number, format: number): string {
  const cells = texts.map((text, column) => {
    const place = `r="${toLetter(column)}${row}" s="${format}"`;
    // A cell that is told to be text is never taken for a formula, whatever it begins with.
    return text === '' ? '' : `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
  });
  return `<row r="${row}">${cells.join('')}</row>`;
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

/** Escapes text. What XML cannot hold is written like `_x0007_`; so is text that looks like that already. */
function escapeText(text: string): string {
  const held = text
    .replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
  return escapeMarkup(held);
}
