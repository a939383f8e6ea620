import { posix } from 'node:path';
import { FileProblem } from './problem.ts';
import { XmlReader } from './xml.ts';

const CONTENT_TYPES = '[content_types].xml';
/** Where the part that lists the worksheets is, unless the zip says otherwise. */
const MAIN_PATH = 'xl/workbook.xml';
/** A text of this length takes no further pieces `<t>`: it is longer than any valid cell's. */
const MAX_TEXT_LENGTH = 4096;
const MAX_READ_SHEETS = 20;
/** The maximum number of parts that one part may refer to. */
const MAX_RELATIONS = 1000;
/** The maximum number of cell formats, as in Excel. */
const MAX_FORMATS = 65_536;
/** The maximum length of a format's code in Excel, such as `yyyy-mm-dd`. Longer ones are ignored. */
const MAX_FORMAT_LENGTH = 255;

/** The first and the last ids of the built-in formats that show a date or time in some language. */
const BUILT_IN_DATE_ID_RANGES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * The parts of a format's code whose letters stand for no date: text in quotation marks or after a backslash, a blank as
 * wide as a character (`_x`), a repeated character (`*x`), colours and conditions in brackets, exponents, and `General`,
 * also as Chinese versions write it. Brackets of elapsed time, such as `[h]`, stay.
 */
const NON_DATE_PARTS = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]|E[+-]|General|G\/通用格式/gi;

/** How a cell's format shows a number: as a date, or filled up with leading zeros to a minimum number of digits. */
export type CellFormat = { readonly isDate: boolean; readonly minDigits: number };
export const PLAIN_FORMAT: CellFormat = { isDate: false, minDigits: 0 };

/** The visible worksheets of a workbook in their order. Their cells refer to shared strings and formats by index. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly xml: Buffer }[];
  readonly sharedStrings: readonly string[];
  readonly formats: readonly CellFormat[];
}

interface Relation {
  readonly id: string;
  /** The last part of its type, for instance `worksheet`. */
  readonly kind: string;
  /** Path in the zip, in lower case. */
  readonly path: string;
}

type Parts = ReadonlyMap<string, Buffer>;

/**
 * Finds the visible worksheets and the parts that they need, by the paths in the workbook.
 * @throws FileProblem `not_a_workbook`; `too_many_cells` if there are too many shared strings; Error if a part is damaged
 */
export function openWorkbook(contentByName: ReadonlyMap<string, Buffer>, maxSharedStrings: number): Workbook {
  const toPath = (name: string) => name.replace(/^\//, '').toLowerCase();
  const parts: Parts = new Map([...contentByName].map(([name, content]) => [toPath(name), content]));
  if (!parts.has(CONTENT_TYPES)) throw new FileProblem('not_a_workbook');
  const mainPath = readRelations(parts, '').find(({ kind }) => kind === 'officeDocument')?.path ?? MAIN_PATH;
  const relations = readRelations(parts, mainPath);
  const sheets = listVisibleSheets(requirePart(parts, mainPath)).flatMap(({ name, relationId }) => {
    const relation = relations.find(({ id }) => id === relationId);
    return relation?.kind === 'worksheet' ? [{ name, xml: requirePart(parts, relation.path) }] : [];
  });
  if (sheets.length === 0) throw new FileProblem('not_a_workbook');
  // A small file could name one part for many worksheets, and each of them would be read anew.
  if (new Set(sheets.map(({ xml }) => xml)).size < sheets.length) throw new Error('two worksheets are one part');
  const findPart = (kind: string) => parts.get(relations.find((relation) => relation.kind === kind)?.path ?? '');
  const sharedStrings = readSharedStrings(findPart('sharedStrings'), maxSharedStrings);
  return { sheets, sharedStrings, formats: readFormats(findPart('styles')) };
}

function requirePart(parts: Parts, path: string): Buffer {
  const part = parts.get(path);
  if (part === undefined) throw new Error(`there is no ${path}`);
  return part;
}

/** Reads the references of a part to other parts. The empty path stands for the zip itself. */
function readRelations(parts: Parts, path: string): Relation[] {
  const { dir, base } = posix.parse(path);
  const part = parts.get(posix.join(dir, '_rels', `${base}.rels`));
  const relations: Relation[] = [];
  for (const reader of part ? readOpeningTags(part, 'Relationship') : []) {
    const target = posix.resolve('/', dir, reader.attribute('Target') ?? '').slice(1);
    const kind = posix.basename(reader.attribute('Type') ?? '');
    relations.push({ id: reader.attribute('Id') ?? '', kind, path: target.toLowerCase() });
    if (relations.length > MAX_RELATIONS) throw new Error('a part refers to more parts than a workbook has');
  }
  return relations;
}

function listVisibleSheets(part: Buffer) {
  const sheets: { readonly name: string; readonly relationId: string | undefined }[] = [];
  for (const reader of readOpeningTags(part, 'sheet')) {
    // The other states are `hidden` and `veryHidden`.
    if ((reader.attribute('state') ?? 'visible') !== 'visible') continue;
    sheets.push({ name: reader.attribute('name') ?? '', relationId: reader.attribute('id') });
    if (sheets.length === MAX_READ_SHEETS) break;
  }
  return sheets;
}

/** Yields the same reader at each opening tag of this name. Who reads on with it moves where the search goes on. */
export function* readOpeningTags(part: Buffer, name: string): Generator<XmlReader> {
  const reader = new XmlReader(part);
  while (reader.next()) if (reader.isOpening && reader.name === name) yield reader;
}

function readSharedStrings(part: Buffer | undefined, maxSharedStrings: number): string[] {
  const sharedStrings: string[] = [];
  for (const reader of part ? readOpeningTags(part, 'si') : []) {
    if (sharedStrings.length === maxSharedStrings) throw new FileProblem('too_many_cells', { max: maxSharedStrings });
    sharedStrings.push(readRichText(reader));
  }
  return sharedStrings;
}

/** Reads the text of the element whose opening tag was just read, without its phonetic guide. */
export function readRichText(reader: XmlReader): string {
  const { name } = reader;
  let text = '';
  let isPhonetic = false;
  while (!(reader.isClosing && reader.name === name)) {
    if (!reader.next()) throw new Error(`there is no end of ${name}`);
    if (reader.name === 'rPh') isPhonetic = !reader.isClosing;
    // `<t/>` has no text of its own.
    const isText = reader.name === 't' && reader.isClosing && !reader.isOpening;
    if (isText && !isPhonetic && text.length < MAX_TEXT_LENGTH) text += reader.text();
  }
  return unescapeControls(text);
}

/** Restores control characters, which are written as `_x000D_`. */
export function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([\da-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Reads the cell formats. The custom formats that they refer to come before them. */
function readFormats(part: Buffer | undefined): CellFormat[] {
  const customFormatById = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isInCellFormats = false;
  const reader = part && new XmlReader(part);
  while (reader?.next()) {
    if (reader.name === 'cellXfs') isInCellFormats = !reader.isClosing;
    if (!reader.isOpening) continue;
    const id = Number(reader.attribute('numFmtId') ?? 0);
    if (reader.name === 'numFmt') customFormatById.set(id, toFormat(id, reader.attribute('formatCode')));
    if (reader.name === 'xf' && isInCellFormats) formats.push(customFormatById.get(id) ?? toFormat(id));
    if (formats.length > MAX_FORMATS) throw new Error('there are more formats than a workbook may have');
  }
  return formats;
}

/** Interprets a format's code, such as `yyyy-mm-dd` or `000000`. Without a code it is the built-in format with this id. */
function toFormat(id: number, code = ''): CellFormat {
  const isBuiltInDate = BUILT_IN_DATE_ID_RANGES.some(([first, last]) => id >= first && id <= last);
  if (code === '') return { isDate: isBuiltInDate, minDigits: 0 };
  if (code.length > MAX_FORMAT_LENGTH) return PLAIN_FORMAT;
  // `e` and `g` show years and eras.
  const isDate = /[ymdhseg]/i.test(code.replace(NON_DATE_PARTS, ''));
  return { isDate, minDigits: /^0+$/.test(code) ? code.length : 0 };
}
