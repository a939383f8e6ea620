import { chooseBestFit, type TypeSizes } from '../text/best-fit.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { countLines, measureWidthEm, type Run } from './measure.ts';
import { type Division, divideEvenly, divideIntoParts, type PartRules } from './parts.ts';

// All lengths are in pixels of the design. They agree with the wall's design in `style.ts`.
/** The maximum number of columns beside the labels of the rows. */
const MAX_COLUMNS = 4;
const MIN_LABEL_WIDTH = 280;
const CELL_PADDING = 24;
const TITLE = { typeSize: 36, subtitleTypeSize: 26, lineHeight: 48 };
const HEADING = { typeSize: 26, lineHeight: 34, padding: 14, maxLines: 2 };
/** The minimum widths of columns, the narrowest first, with their CSS classes. All wider headings have the widest column. */
const COLUMN_WIDTHS = [
  { className: 's', minWidth: 100 },
  { className: 'r', minWidth: 150 },
  { className: 'm', minWidth: 260 },
];
const WIDEST_COLUMN = { className: 'l', minWidth: 480 };
/** The height of a row that is the heading of a section. */
const SECTION_HEADING_HEIGHT = 62;
const LEADING = 1.34;

interface Cell {
  /** The width of the text that has the row's type size. */
  readonly textWidthEm: number;
  readonly minTextWidth?: number;
  /** The width of all other content. */
  readonly fixedWidth?: number;
  readonly content: string | Markup;
}

/** A row. Its first cell is its label. A row without further cells is the heading of the section of rows below it. */
export interface Row {
  /** The label as texts to measure, and as markup. */
  readonly labelRuns: readonly Run[];
  readonly labelMarkup: string | Markup;
  readonly cells?: readonly Cell[];
}

export interface SlideTable {
  readonly title: string;
  /** The name of the menu or the standard. */
  readonly subtitle: string;
  readonly className: string;
  /** The heading of the labels. */
  readonly corner: string;
  readonly columnHeadings: readonly (readonly Run[])[];
  readonly rows: readonly Row[];
  readonly rowPadding: number;
}

/** The area of a slide that a part of a table fills. */
export interface TableArea {
  readonly width: number;
  readonly height: number;
  readonly areasPerSlide: number;
}

/** A drawn table, and the height of its tallest part. */
interface TableDrawing {
  readonly parts: readonly Markup[];
  readonly height: number;
}

/** A column beside that of the labels. */
interface Column {
  readonly index: number;
  readonly heading: readonly Run[];
  readonly width: number;
}

/** Columns that fit next to each other, and the rows in parts below their headings. */
interface ColumnSetLayout extends Division<Row> {
  readonly columns: readonly Column[];
  readonly typeSize: number;
  /** The height of the title and the column headings, which each part repeats. */
  readonly headHeight: number;
  readonly rules: PartRules<Row>;
}

/** Draws a table with fewest slides, then fewest broken sections, then the largest type. Parts have about the same height. */
export function drawSlideTable(table: SlideTable, area: TableArea, typeSizes: TypeSizes): TableDrawing {
  const filledLayouts = chooseBestFit(
    typeSizes,
    (typeSize) => layOutColumnSets(table, area, typeSize),
    (layouts, typeSize) => [
      // If something is cut off in every size, the smallest size is best.
      layouts.some(({ isTooTall }) => isTooTall) ? typeSize : 0,
      // The slides beyond the first.
      Math.ceil(layouts.reduce((sum, { parts }) => sum + parts.length, 0) / area.areasPerSlide) - 1,
      layouts.reduce((sum, { brokenCount }) => sum + brokenCount, 0),
    ],
  );
  // The parts of an only set may fill its last slide. Several sets follow each other in as few parts as possible.
  const partsPerSlide = filledLayouts.length === 1 ? area.areasPerSlide : 1;
  // The type size is chosen by the number of slides. An even division does not change that, so it comes afterwards.
  const layouts = filledLayouts.map((layout) => {
    return { ...layout, ...divideEvenly(table.rows, layout.rules, partsPerSlide) };
  });
  const [onlyLayout, ...furtherLayouts] = layouts;
  if (area.areasPerSlide === 1 && furtherLayouts.length === 0 && onlyLayout && onlyLayout.parts.length > 1) {
    // Each part has a slide of its own, so it can have its own largest type. It fits in this size, so it is not divided again.
    const drawings = onlyLayout.parts.map((rows) => drawSlideTable({ ...table, rows }, area, typeSizes));
    return { parts: drawings.flatMap(({ parts }) => parts), height: area.height };
  }
  return {
    parts: layouts.flatMap((layout) => layout.parts.map((rows) => writePart({ ...table, rows }, layout))),
    height: Math.max(...layouts.map(({ height, headHeight }) => height + headHeight)),
  };
}

/** Lays out the columns in sets that fit next to each other. Each set has as few parts as possible. */
function layOutColumnSets(table: SlideTable, area: TableArea, typeSize: number): ColumnSetLayout[] {
  const allColumns = table.columnHeadings.map((heading, index) => {
    return { index, heading, width: measureColumnWidth(table, index, typeSize) };
  });
  return divideColumns(allColumns, area.width).map((columns) => {
    const labelWidth = area.width - columns.reduce((sum, { width }) => sum + width, 0);
    const labelColumn = { heading: [{ text: table.corner }], width: labelWidth };
    const headHeight = measureHeadHeight(table, area.width, [labelColumn, ...columns]);
    const measureRow = ({ cells, labelRuns }: Row) => {
      if (!cells) return SECTION_HEADING_HEIGHT;
      return countLines(labelRuns, labelWidth - CELL_PADDING, typeSize) * typeSize * LEADING + table.rowPadding;
    };
    const heightByRow = new Map(table.rows.map((row) => [row, measureRow(row)]));
    const rules = {
      maxHeight: area.height - headHeight,
      measureHeight: (row: Row) => heightByRow.get(row) ?? 0,
      isHeading: ({ cells }: Row) => !cells,
    };
    return { ...divideIntoParts(table.rows, rules), columns, typeSize, headHeight, rules };
  });
}

function measureHeadHeight(table: SlideTable, areaWidth: number, columns: readonly Omit<Column, 'index'>[]): number {
  const { title, subtitle } = table;
  const titleRuns = [{ text: `${title} ` }, { text: subtitle, typeSize: TITLE.subtitleTypeSize }];
  const lineCounts = columns.map(({ heading, width }) => countLines(heading, width - CELL_PADDING, HEADING.typeSize));
  const headingsHeight = Math.max(...lineCounts) * HEADING.lineHeight + HEADING.padding;
  return countLines(titleRuns, areaWidth, TITLE.typeSize) * TITLE.lineHeight + headingsHeight;
}

function measureColumnWidth({ rows, columnHeadings }: SlideTable, columnIndex: number, typeSize: number): number {
  const cellWidths = rows.map(({ cells }) => {
    const cell = cells?.[columnIndex];
    return cell ? Math.max(cell.textWidthEm * typeSize, cell.minTextWidth ?? 0) + (cell.fixedWidth ?? 0) : 0;
  });
  return CELL_PADDING + Math.max(chooseColumnWidth(columnHeadings[columnIndex] ?? []).minWidth, ...cellWidths);
}

/** Chooses the narrowest column in which a heading takes at most `HEADING.maxLines`, or else the widest. */
function chooseColumnWidth(heading: readonly Run[]) {
  const widthsEm = heading.map(({ text, isUnbroken }) => measureWidthEm(text) / (isUnbroken ? 1 : HEADING.maxLines));
  const neededWidth = Math.max(...widthsEm) * HEADING.typeSize;
  // A line breaks before a character that does not fit, so almost one character of it may stay empty.
  return COLUMN_WIDTHS.find(({ minWidth }) => neededWidth <= minWidth - HEADING.typeSize) ?? WIDEST_COLUMN;
}

/** Divides columns into sets that fit next to each other. A table without columns has one empty set. */
function divideColumns(columns: readonly Column[], areaWidth: number): Column[][] {
  const columnSets: Column[][] = [];
  let remainingWidth = 0;
  for (const column of columns) {
    const lastSet = columnSets.at(-1);
    if (lastSet && lastSet.length < MAX_COLUMNS && column.width <= remainingWidth) lastSet.push(column);
    else {
      columnSets.push([column]);
      remainingWidth = areaWidth - MIN_LABEL_WIDTH;
    }
    remainingWidth -= column.width;
  }
  return columnSets.length === 0 ? [[]] : columnSets;
}

function writePart(table: SlideTable, { columns, typeSize }: ColumnSetLayout): Markup {
  const subtitle = table.subtitle === '' ? '' : markup` <small>${table.subtitle}</small>`;
  const head = columns.map(({ heading }) => writeHeading(heading));
  return markup`<section class="half"><h2>${table.title}${subtitle}</h2>
<table class="${table.className} s${typeSize}"><thead><tr><th scope="col">${table.corner}</th>${head}</tr></thead>
<tbody>
${joinMarkup(table.rows.map((row) => writeRow(row, columns)))}
</tbody></table></section>`;
}

function writeHeading(heading: readonly Run[]): Markup {
  const texts = heading.map(({ text, isUnbroken }) => (isUnbroken ? markup`<span>${text}</span>` : text));
  return markup`<th scope="col"><div class="${chooseColumnWidth(heading).className}">${joinMarkup(texts, ' ')}</div></th>`;
}

function writeRow({ labelMarkup, cells }: Row, columns: readonly Column[]): Markup {
  if (!cells)
    return markup`<tr class="meal"><th scope="rowgroup" colspan="${columns.length + 1}">${labelMarkup}</th></tr>`;
  const cellMarkups = columns.map(({ index }) => markup`<td>${cells[index]?.content ?? ''}</td>`);
  return markup`<tr><th scope="row">${labelMarkup}</th>${cellMarkups}</tr>`;
}

export function toPlainCell(text: string): Cell {
  return { textWidthEm: measureWidthEm(text), content: text };
}
