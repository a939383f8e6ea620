import { strToU8, zipSync } from 'fflate';
import { escapeMarkup } from '../text/markup.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The earliest date that a zip can state. With a fixed date, equal contents make equal zips. */
const EARLIEST_ZIP_DATE = new Date(1980, 0, 1);
export const WORKSHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CENTRED_ALIGNMENT = '<alignment horizontal="center" vertical="center" wrapText="1"/>';
const WRAPPED_ALIGNMENT = '<alignment vertical="center" wrapText="1"/>';
// Only numbers have it: they are never wrapped.
const MIDDLE_ALIGNMENT = '<alignment vertical="center"/>';
const TOP_ALIGNMENT = '<alignment vertical="top" wrapText="1"/>';
const CENTRED_TOP_ALIGNMENT = '<alignment horizontal="center" vertical="top" wrapText="1"/>';
const TEXT_ATTRIBUTES = 'numFmtId="49" xfId="0" applyNumberFormat="1"';
const SHADED_ATTRIBUTES = 'fillId="2" applyFill="1"';
const NUMBER_ATTRIBUTES = 'numFmtId="4" borderId="1" xfId="0" applyNumberFormat="1" applyBorder="1" applyAlignment="1"';

/** Writes a style of numbers in lists. Right-aligned numbers are indented: the text of the next cell begins at the edge. */
const writeListStyle = (numberFormatId: number, edge: 'left' | 'right') =>
  `<xf numFmtId="${numberFormatId}" xfId="0" fontId="0" borderId="0" applyNumberFormat="1" applyAlignment="1">` +
  `<alignment horizontal="${edge}" indent="${edge === 'left' ? 0 : 1}"/></xf>`;

/**
 * The styles of cells in the order of their indexes. `numFmtId` 49 is text: a code that people type there keeps its leading
 * zeros. 0 shows all decimals, 1 none, 2 and 4 show two. `figure` is a number of a table with all decimals, `quantity` one
 * of a list. `band` is the heading above a group of rows, `side` the one beside it. The text of a `block` is top-aligned.
 */
const xmlByStyle = {
  text: `<xf ${TEXT_ATTRIBUTES} fontId="0" borderId="0"/>`,
  listHeader: `<xf ${TEXT_ATTRIBUTES} fontId="1" borderId="0" applyFont="1"/>`,
  title: `<xf ${TEXT_ATTRIBUTES} fontId="2" borderId="0" applyFont="1" applyAlignment="1">${CENTRED_ALIGNMENT}</xf>`,
  tableHeader: `<xf ${TEXT_ATTRIBUTES} ${SHADED_ATTRIBUTES} fontId="1" borderId="1" applyFont="1" applyBorder="1" applyAlignment="1">${CENTRED_ALIGNMENT}</xf>`,
  cell: `<xf ${TEXT_ATTRIBUTES} fontId="0" borderId="1" applyBorder="1" applyAlignment="1">${WRAPPED_ALIGNMENT}</xf>`,
  note: `<xf ${TEXT_ATTRIBUTES} fontId="0" borderId="0" applyAlignment="1">${WRAPPED_ALIGNMENT}</xf>`,
  amount: `<xf ${NUMBER_ATTRIBUTES} fontId="0">${MIDDLE_ALIGNMENT}</xf>`,
  band: `<xf ${TEXT_ATTRIBUTES} fontId="1" borderId="1" applyFont="1" applyBorder="1" applyAlignment="1">${WRAPPED_ALIGNMENT}</xf>`,
  sum: `<xf ${NUMBER_ATTRIBUTES} fontId="1" applyFont="1">${MIDDLE_ALIGNMENT}</xf>`,
  figure: `<xf numFmtId="0" xfId="0" fontId="0" borderId="1" applyBorder="1" applyAlignment="1">${CENTRED_ALIGNMENT}</xf>`,
  side: `<xf ${TEXT_ATTRIBUTES} ${SHADED_ATTRIBUTES} fontId="1" borderId="1" applyFont="1" applyBorder="1" applyAlignment="1">${CENTRED_TOP_ALIGNMENT}</xf>`,
  block: `<xf ${TEXT_ATTRIBUTES} fontId="0" borderId="1" applyBorder="1" applyAlignment="1">${TOP_ALIGNMENT}</xf>`,
  whole: writeListStyle(1, 'left'),
  twoDecimals: writeListStyle(2, 'right'),
  quantity: writeListStyle(0, 'right'),
};
export type CellStyle = keyof typeof xmlByStyle;

const styleNames = Object.keys(xmlByStyle);
/** Index 0 is for cells without a style. */
const styleXmls = ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>', ...Object.values(xmlByStyle)];

/** Returns the index by which cells refer to their style. */
export const toStyleIndex = (style: CellStyle): number => styleNames.indexOf(style) + 1;

/** The part with the fonts, fills and borders, to which styles refer by index. Excel demands the second fill. */
const STYLES =
  `<styleSheet xmlns="${WORKSHEET_NAMESPACE}"><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="18"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE9EFE6"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${styleXmls.length}">${styleXmls.join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

interface Worksheet {
  /** A name as Excel takes it: up to 31 characters, without quotation marks and brackets. */
  readonly name: string;
  readonly xml: string;
  /** The rows that each printed page repeats, such as `$1:$3`. */
  readonly repeatedRows: string;
  /** The range that has filters, such as `$A$1:$D$9`; undefined without filters. */
  readonly filteredRange: string | undefined;
}

/** Packs worksheets as an .xlsx workbook. */
export function packWorkbook(...sheets: readonly Worksheet[]): Buffer {
  const xmlByPath = {
    '[Content_Types].xml': writeContentTypes(sheets),
    '_rels/.rels': writeRelations(writeRelation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': writeMainPart(sheets),
    'xl/_rels/workbook.xml.rels': writeRelations(
      ...sheets.map((_, index) => writeRelation(index + 1, 'worksheet', toSheetPath(index))),
      writeRelation(sheets.length + 1, 'styles', 'styles.xml'),
    ),
    ...Object.fromEntries(sheets.map(({ xml }, index) => [`xl/${toSheetPath(index)}`, xml])),
    'xl/styles.xml': STYLES,
  };
  const files = Object.entries(xmlByPath).map(([path, xml]) => [path, strToU8(DECLARATION + xml)]);
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: EARLIEST_ZIP_DATE }));
}

function toSheetPath(sheetIndex: number): string {
  return `worksheets/sheet${sheetIndex + 1}.xml`;
}

function writeRelation(id: number, kind: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${OFFICE_NAMESPACE}/${kind}" Target="${target}"/>`;
}

function writeRelations(...relations: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${relations.join('')}</Relationships>`;
}

function writeContentTypes(sheets: readonly Worksheet[]): string {
  const sheetTypes = sheets.map(
    (_, index) => `<Override PartName="/xl/${toSheetPath(index)}" ContentType="${CONTENT_TYPE}.worksheet+xml"/>`,
  );
  return (
    `<Types xmlns="${PACKAGE_NAMESPACE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>${sheetTypes.join('')}` +
    `<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/></Types>`
  );
}

/** Writes the part that lists the worksheets, and their ranges with names that Excel knows. */
function writeMainPart(sheets: readonly Worksheet[]): string {
  const sheetElements = sheets.map(
    ({ name }, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const rangeElements = sheets.map(({ name, repeatedRows, filteredRange }, index) => {
    const writeRange = (kind: string, attribute: string, range: string) =>
      `<definedName name="_xlnm.${kind}" localSheetId="${index}"${attribute}>'${escapeText(name)}'!${range}</definedName>`;
    const filter = filteredRange === undefined ? '' : writeRange('_FilterDatabase', ' hidden="1"', filteredRange);
    // Excel writes them in this order, the alphabetical one.
    return filter + writeRange('Print_Titles', '', repeatedRows);
  });
  return (
    `<workbook xmlns="${WORKSHEET_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><bookViews><workbookView/></bookViews>` +
    `<sheets>${sheetElements.join('')}</sheets><definedNames>${rangeElements.join('')}</definedNames></workbook>`
  );
}

/** Writes the text of a cell within the cell itself. It may begin with a bold text. */
export function writeInlineText(text: string, bold?: string): string {
  if (bold === undefined) return `<is>${writeTextElement(text)}</is>`;
  const font = '<sz val="11"/><rFont val="Calibri"/>';
  return `<is><r><rPr><b/>${font}</rPr>${writeTextElement(bold)}</r><r><rPr>${font}</rPr>${writeTextElement(text)}</r></is>`;
}

/** Writes a text. Only blanks at its ends need the attribute, and without it very many texts take less room. */
function writeTextElement(text: string): string {
  const spaceAttribute = text === text.trim() ? '' : ' xml:space="preserve"';
  return `<t${spaceAttribute}>${escapeText(text)}</t>`;
}

/**
 * Escapes text. Control characters are written as `_x0007_`: XML cannot hold most of them, and would change line breaks.
 * An underscore before such text is written as `_x005F_`.
 */
export function escapeText(text: string): string {
  const toHex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
  const unambiguous = text.replace(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_');
  return escapeMarkup(unambiguous.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => `_x${toHex(character)}_`));
}
