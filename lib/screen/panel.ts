import { drawLargest, type TypeSizes } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { countLines, measureWidth, type Run } from './measure.ts';
import { divide, divideEvenly } from './parts.ts';

/** The maximum number of columns besides the first. */
const MAX_COLUMNS = 4;
// All lengths are in pixels of the design.
/** The minimum width of the first column. */
const MIN_FIRST_WIDTH = 280;
const CELL_PADDING = 24;
const TITLE = { size: 36, subtitleSize: 26, lineHeight: 48 };
const HEADING = { size: 26, lineHeight: 34, padding: 14, maxLines: 2 };
/** The widest of the minimum widths. A heading that would need more takes further lines in it. */
const WIDEST = { className: 'l', width: 480 };
/** The minimum widths of columns, with their CSS classes. These and all lengths here agree with the wall's design in `style.ts`. */
const COLUMN_WIDTHS = [
  { className: 's', width: 100 },
  { className: 'r', width: 150 },
  { className: 'm', width: 260 },
  WIDEST,
];
const GROUP_ROW_HEIGHT = 62;
/** The height of a line, as a multiple of its type size. */
const LEADING = 1.34;

/** A cell with its content and the widths that the layout needs. */
interface Cell {
  /** The width of the text that has the row's type size. */
  readonly textWidthEm: number;
  /** The minimum width of that text. */
  readonly minTextWidth?: number;
  /** The width of all other content. */
  readonly fixedWidth?: number;
  readonly content: string | Markup;
}

/** A row. Its first cell is its label; a row without further cells is the heading of a group of rows. */
export interface Row {
  /** The label as texts to measure, and as markup. */
  readonly labelRuns: readonly Run[];
  readonly labelMarkup: string | Markup;
  readonly cells?: readonly Cell[];
}

/** A table. It is drawn in parts, on one slide or more; columns that do not fit go into further parts. */
export interface Panel {
  readonly title: string;
  /** The name of the menu or the standard. */
  readonly subtitle: string;
  readonly className: string;
  /** The heading of the first column. */
  readonly corner: string;
  /** The headings of the other columns. */
  readonly columnHeadings: readonly (readonly Run[])[];
  readonly rows: readonly Row[];
  /** The vertical padding of a row. */
  readonly rowPadding: number;
}

/** The area for a part of a table on a slide. */
export interface PanelArea {
  readonly width: number;
  readonly height: number;
  /** The number of such areas on a slide. */
  readonly areasPerSlide: number;
}

/** A drawn table, and the height of its tallest part. */
interface PanelDrawing {
  readonly parts: readonly Markup[];
  readonly height: number;
}

/**
 * Draws a table on as few slides as possible, then with as few broken groups of rows as possible, and then in the
 * largest type. Its parts have about the same height.
 */
export function drawPanel(panel: Panel, area: PanelArea, sizes: TypeSizes): PanelDrawing {
  const layouts = drawLargest(
    sizes,
    (size) => layOutColumnGroups(panel, area, size),
    (candidates, size) => [
      // If something is cut off in every size, the smallest size is best.
      candidates.some(({ isTooTall }) => isTooTall) ? size : 0,
      // The slides beyond the first.
      Math.ceil(candidates.reduce((sum, { parts }) => sum + parts.length, 0) / area.areasPerSlide) - 1,
      candidates.reduce((sum, { brokenGroupCount }) => sum + brokenGroupCount, 0),
    ],
    // The parts so far are the fewest. Now that the size is known, they get about the same height.
  ).map((layout) => ({ ...layout, ...layout.divideParts() }));
  const [onlyLayout, ...furtherLayouts] = layouts;
  if (area.areasPerSlide === 1 && furtherLayouts.length === 0 && onlyLayout && onlyLayout.parts.length > 1) {
    // Each part takes a whole slide, so each can have its own largest type. It fits at this size, so it is not divided again.
    const drawings = onlyLayout.parts.map((rows) => drawPanel({ ...panel, rows }, area, sizes));
    return { parts: drawings.flatMap(({ parts }) => parts), height: area.height };
  }
  return {
    parts: layouts.flatMap(({ parts, columnIndexes, size }) =>
      parts.map((rows) => writePart(panel, rows, columnIndexes, size)),
    ),
    height: Math.max(...layouts.map(({ height, headHeight }) => height + headHeight)),
  };
}

/** Lays out the columns in groups that fit next to each other, each as a table of its own. */
function layOutColumnGroups(panel: Panel, area: PanelArea, size: number) {
  const widths = panel.columnHeadings.map((heading, column) => measureColumn(panel.rows, column, heading, size));
  const groups = groupColumns(widths, area.width);
  return groups.map((columnIndexes) => {
    const firstWidth = area.width - columnIndexes.reduce((sum, column) => sum + (widths[column] ?? 0), 0);
    const headHeight = measureHead(panel, area.width, [
      { runs: [{ text: panel.corner }], width: firstWidth },
      ...columnIndexes.map((column) => ({ runs: panel.columnHeadings[column] ?? [], width: widths[column] ?? 0 })),
    ]);
    const rules = {
      measureHeight: ({ cells, labelRuns }: Row) =>
        cells
          ? countLines(labelRuns, firstWidth - CELL_PADDING, size) * size * LEADING + panel.rowPadding
          : GROUP_ROW_HEIGHT,
      isHeading: ({ cells }: Row) => !cells,
    };
    const height = area.height - headHeight;
    // The only group of columns fills its slides evenly. Several groups follow each other in as few parts as possible.
    const divideParts = () => divideEvenly(panel.rows, height, rules, groups.length === 1 ? area.areasPerSlide : 1);
    return { ...divide(panel.rows, height, rules), columnIndexes, size, headHeight, divideParts };
  });
}

/** Measures the height of title and headings. */
function measureHead(
  { title, subtitle }: Panel,
  width: number,
  cells: readonly { runs: readonly Run[]; width: number }[],
) {
  const runs = [
    { text: `${title} `, size: TITLE.size },
    { text: subtitle, size: TITLE.subtitleSize },
  ];
  const lineCounts = cells.map((cell) => countLines(cell.runs, cell.width - CELL_PADDING, HEADING.size));
  return countLines(runs, width) * TITLE.lineHeight + Math.max(...lineCounts) * HEADING.lineHeight + HEADING.padding;
}

/** Returns the width that a column needs for its cells and its heading. */
function measureColumn(rows: readonly Row[], column: number, heading: readonly Run[], size: number): number {
  const widths = rows.map(({ cells }) => {
    const cell = cells?.[column];
    return cell ? Math.max(cell.textWidthEm * size, cell.minTextWidth ?? 0) + (cell.fixedWidth ?? 0) : 0;
  });
  return CELL_PADDING + Math.max(chooseHeadingWidth(heading).width, ...widths);
}

function chooseHeadingWidth(heading: readonly Run[]): (typeof COLUMN_WIDTHS)[number] {
  const widths = heading.map(
    ({ text, isUnbroken }) => measureWidth(text, HEADING.size) / (isUnbroken ? 1 : HEADING.maxLines),
  );
  const neededWidth = Math.max(...widths);
  // A line breaks before a character that does not fit, so almost one character of it may stay empty.
  return COLUMN_WIDTHS.find(({ width }) => neededWidth <= width - HEADING.size) ?? WIDEST;
}

/** Divides columns into groups that fit next to each other. */
function groupColumns(widths: readonly number[], width: number): number[][] {
  const groups: number[][] = [];
  let remainingWidth = 0;
  widths.forEach((neededWidth, column) => {
    const columns = groups.at(-1);
    if (columns && columns.length < MAX_COLUMNS && neededWidth <= remainingWidth) columns.push(column);
    else {
      groups.push([column]);
      remainingWidth = width - MIN_FIRST_WIDTH;
    }
    remainingWidth -= neededWidth;
  });
  return groups.length === 0 ? [[]] : groups;
}

function writePart(panel: Panel, rows: readonly Row[], columnIndexes: readonly number[], size: number): Markup {
  const subtitle = panel.subtitle === '' ? '' : markup` <small>${panel.subtitle}</small>`;
  const head = columnIndexes.map((column) => writeHeading(panel.columnHeadings[column] ?? []));
  return markup`<section class="half"><h2>${panel.title}${subtitle}</h2>
<table class="${panel.className} s${size}"><thead><tr><th scope="col">${panel.corner}</th>${head}</tr></thead>
<tbody>
${joinMarkup(rows.map((row) => writeRow(row, columnIndexes)))}
</tbody></table></section>`;
}

/** Writes a heading. Its class sets the width at which it takes few lines. */
function writeHeading(heading: readonly Run[]): Markup {
  const texts = heading.map(({ text, isUnbroken }) => (isUnbroken ? markup`<span>${text}</span>` : text));
  return markup`<th scope="col"><div class="${chooseHeadingWidth(heading).className}">${joinMarkup(texts, ' ')}</div></th>`;
}

function writeRow({ labelMarkup, cells }: Row, columnIndexes: readonly number[]): Markup {
  if (!cells)
    return markup`<tr class="meal"><th scope="rowgroup" colspan="${columnIndexes.length + 1}">${labelMarkup}</th></tr>`;
  const cellMarkups = columnIndexes.map((column) => markup`<td>${cells[column]?.content ?? ''}</td>`);
  return markup`<tr><th scope="row">${labelMarkup}</th>${cellMarkups}</tr>`;
}

/** Makes a cell whose content is one text. */
export function toPlainCell(text: string): Cell {
  return { textWidthEm: measureWidth(text, 1), content: text };
}
