import { strToU8, type Zippable, zipSync } from 'fflate';
import { bookParts, makeBomb, makeUnderstatedBomb } from '../../support/files/sheets.ts';

const MEGABYTE = 1024 * 1024;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEADER = textRow('code', 'mark');
const COLUMNS = 'ABCDEFGHIJ';
/** More than one upload may hold, in inflated bytes. */
const TOO_MUCH = 17 * MEGABYTE;
/** Just within that limit. */
const MUCH = 15 * MEGABYTE;

function textRow(...texts: readonly string[]): string {
  return `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
}

/** A workbook of these rows below the header. */
function book(rows: string, change: (parts: Zippable) => void = () => {}): Uint8Array {
  const parts = bookParts(`<sheetData>${HEADER}${rows}</sheetData>`);
  change(parts);
  return zipSync(parts, { level: 6 });
}

/** The piece repeated as often as one upload may hold it. */
function fill(piece: string): string {
  return piece.repeat(Math.floor(MUCH / Buffer.byteLength(piece)));
}

/** A workbook with one more part of that kind. */
function withPart(kind: string, xml: string): Uint8Array {
  return book('', (parts) => {
    const relation = `<Relationship Id="rId9" Type="${OFFICE}/${kind}" Target="${kind}.xml"/></Relationships>`;
    const relations = Buffer.from(zipContent(parts['xl/_rels/workbook.xml.rels'])).toString();
    parts['xl/_rels/workbook.xml.rels'] = strToU8(relations.replace('</Relationships>', relation));
    parts[`xl/${kind}.xml`] = strToU8(xml);
  });
}

function withPicture(size: number): Uint8Array {
  return makeBomb('xl/media/image1.png', size, bookParts(`<sheetData>${HEADER}</sheetData>`));
}

function zipContent(part: Zippable[string] | undefined): Uint8Array {
  return part instanceof Uint8Array ? part : new Uint8Array();
}

/** As many rows as allowed, of ten columns as people export them. */
function exported(): Uint8Array {
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const texts = [
      `n${index}`,
      index % 2 ? '常用' : '忌用',
      `名称很长的一种食材 ${index}`,
      '谷类及制品',
      `${index * 1.5}`,
    ];
    const cells = [...texts, '克', '100', `产地 ${index % 100}`, '备注', `${index % 12}`].map((text, column) => {
      const address = `r="${COLUMNS[column]}${index + 2}" s="0"`;
      return /^\d/.test(text)
        ? `<c ${address}><v>${text}</v></c>`
        : `<c ${address} t="inlineStr"><is><t>${text}</t></is></c>`;
    });
    return `<row r="${index + 2}" spans="1:10">${cells.join('')}</row>`;
  });
  return book(rows.join(''));
}

const manyRows = (cell: string, columns: number) => `<row>${cell.repeat(columns)}</row>`.repeat(19_000);

/** Workbooks that hold as much of one thing as allowed, by name. The first two are as people make them. */
export const crowdedSheets = {
  exported,
  plain: once(() => book(textRow('n1', '常用') + textRow('n2', '忌用'))),
  formula: once(() => book('<row><c><f>1+1</f><v>2</v></c></row>')),
  formulas: () => book(manyRows('<c><f/></c>', 30)),
  cells: () => book(manyRows('<c t="str"><v>1234567</v></c>', 28)),
  booleans: () => book(manyRows('<c t="b"><v>1</v></c>', 30)),
  'long numbers': () => book(manyRows('<c><v>1e-22</v></c>', 30)),
  'empty cells': () => book(manyRows('<c/>', 31)),
  'empty rows': () => book(fill('<row/>')),
  'far rows': () => book('<row r="1048576"><c r="XFD1048576"/></row>'.repeat(20_000)),
  'unknown tags': () => book(fill('<a/>')),
  comments: () => book(`<row><c t="str"><v>${fill('<!---->')}</v></c></row>`),
  'plain sections': () => book(`<row><c t="str"><v>${fill('<![CDATA[a]]>')}</v></c></row>`),
  'one long text': () => book(textRow(fill('a'))),
  'one text of entities': () => book(textRow(fill('&amp;'))),
  'one text of runs': () => book(`<row><c t="inlineStr"><is>${fill('<r><t>a</t></r>')}</is></c></row>`),
  'one long tag': () => book(`<row><c ${fill(' r="1"')}><v>1</v></c></row>`),
  'one long name': () => book(`<row><c ${fill('a')}/></row>`),
  'an open quotation mark': () => book(`<row><c r="${fill('a')}></row>`),
  'deep tags': () => book(fill('<x>')),
  'shared texts': () => withPart('sharedStrings', `<sst>${'<si><t>ab</t></si>'.repeat(599_000)}</sst>`),
  'long shared texts': () => withPart('sharedStrings', `<sst>${fill(`<si><t>${'长'.repeat(20_000)}</t></si>`)}</sst>`),
  'empty shared texts': () => withPart('sharedStrings', `<sst>${fill('<si/>')}</sst>`),
  'cell formats': () => withPart('styles', `<styleSheet><cellXfs>${fill('<xf/>')}</cellXfs></styleSheet>`),
  'number formats': () =>
    withPart(
      'styles',
      `<styleSheet><numFmts>${fill(`<numFmt numFmtId="9" formatCode="${'['.repeat(250)}"/>`)}</numFmts></styleSheet>`,
    ),
  'a picture': () => withPicture(MUCH),
} satisfies Record<string, () => Uint8Array>;

const csvHeader = 'code,mark\n';

/** The same as CSV files of 5 MB. */
export const crowdedLists: Readonly<Record<string, () => string>> = {
  'empty lines': () => csvHeader + '\n'.repeat(5_000_000),
  'empty cells': () => csvHeader + `${','.repeat(199)}\n`.repeat(24_000),
  'one line of commas': () => csvHeader + ','.repeat(5_000_000),
  'one letter cells': () => csvHeader + `${'a,'.repeat(124)}\n`.repeat(19_000),
  'quotation marks': () => csvHeader + '"'.repeat(5_000_000),
  'an open quotation mark': () => `${csvHeader}"${'a'.repeat(5_000_000)}`,
  'short rows': () => csvHeader + 'a,b\n'.repeat(1_200_000),
  'one long header': () => ';"a",'.repeat(800_000),
  'bad marks': () => csvHeader + 'a,?\n'.repeat(20_000),
};

/** Zips that inflate to much more than their size, each made once. */
export const zipBombs: readonly (() => Uint8Array)[] = [
  once(() => makeBomb('xl/worksheets/sheet1.xml', TOO_MUCH)),
  once(() => withPicture(TOO_MUCH)),
  once(() =>
    zipSync(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.xml`, new Uint8Array()]))),
  ),
  once(() => makeUnderstatedBomb(TOO_MUCH)),
];

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
