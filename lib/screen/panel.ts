import { drawLargest, type TypeSizes } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { countLines, measureWidth, type Run } from './measure.ts';
import { divide, divideEvenly } from './parts.ts';

// All lengths are in pixels of the design. They agree with the wall's design in `style.ts`.
/** The maximum number of columns beside the labels of the rows. */
const MAX_COLUMNS = 4;
const MIN_LABEL_WIDTH = 280;
const CELL_PADDING = 24;
const TITLE = { typeSize: 36, subtitleTypeSize: 26, lineHeight: 48 };
const HEADING = { typeSize: 26, lineHeight: 34, padding: 14, maxLines: 2 };
/** The minimum widths of columns, with their CSS classes. A heading takes few lines if it fits, and more in the widest. */
const COLUMN_WIDTHS = [
  { className: 's', minWidth: 100 },
  { className: 'r', minWidth: 150 },
  { className: 'm', minWidth: 260 },
  { className: 'l', minWidth: 480 },
] as const;
/** The height of a row that is the heading of a group of rows. */
const GROUP_HEADING_HEIGHT = 62;
const LEADING = 1.34;

interface Cell {
  /** The width of the text that has the row's type size. */
  readonly textWidthEm: number;
  readonly minTextWidth?: number;
  /** The width of all other content. */
  readonly fixedWidth?: number;
  readonly content: string | Markup;
}

/** A row. Its first cell is its label. A row without further cells is the heading of the group of rows below it. */
export interface Row {
  /** The label as texts to measure, and as markup. */
  readonly labelRuns: readonly Run[];
  readonly labelMarkup: string | Markup;
  readonly cells?: readonly Cell[];
}

/** A table for one slide or several. */
export interface Panel {
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
export function drawPanel(panel: Panel, area: PanelArea, typeSizes: TypeSizes): PanelDrawing {
  const filledLayouts = drawLargest(
    typeSizes,
    (typeSize) => layOutColumnSets(panel, area, typeSize),
    (layouts, typeSize) => [
      // If something is cut off in every size, the smallest size is best.
      layouts.some(({ isTooTall }) => isTooTall) ? typeSize : 0,
      // The slides beyond the first.
      Math.ceil(layouts.reduce((sum, { parts }) => sum + parts.length, 0) / area.areasPerSlide) - 1,
      layouts.reduce((sum, { brokenGroupCount }) => sum + brokenGroupCount, 0),
    ],
  );
  // Rows are divided evenly only now, since it does not change the number of slides, which chooses the type size.
  const layouts = filledLayouts.map((layout) => ({ ...layout, ...layout.divideEvenly() }));
  const [onlyLayout, ...furtherLayouts] = layouts;
  if (area.areasPerSlide === 1 && furtherLayouts.length === 0 && onlyLayout && onlyLayout.parts.length > 1) {
    // Each part takes a whole slide, so each can have its own largest type. It fits at this size, so it is not divided again.
    const drawings = onlyLayout.parts.map((rows) => drawPanel({ ...panel, rows }, area, typeSizes));
    return { parts: drawings.flatMap(({ parts }) => parts), height: area.height };
  }
  return {
    parts: layouts.flatMap((layout) => layout.parts.map((rows) => writePart({ ...panel, rows }, layout))),
    height: Math.max(...layouts.map(({ height, headHeight }) => height + headHeight)),
  };
}

/** Lays out the columns in sets that fit next to each other, by their indexes. Each set has as few parts as possible. */
function layOutColumnSets(panel: Panel, area: PanelArea, typeSize: number) {
  const widths = panel.columnHeadings.map((_, column) => measureColumn(panel, column, typeSize));
  const sets = divideColumns(widths, area.width);
  return sets.map((columnIndexes) => {
    const labelWidth = area.width - columnIndexes.reduce((sum, column) => sum + (widths[column] ?? 0), 0);
    const headHeight = measureHead(panel, area.width, [
      { runs: [{ text: panel.corner }], width: labelWidth },
      ...columnIndexes.map((column) => ({ runs: panel.columnHeadings[column] ?? [], width: widths[column] ?? 0 })),
    ]);
    const rules = {
      maxHeight: area.height - headHeight,
      measureHeight: ({ cells, labelRuns }: Row) =>
        cells
          ? countLines(labelRuns, labelWidth - CELL_PADDING, typeSize) * typeSize * LEADING + panel.rowPadding
          : GROUP_HEADING_HEIGHT,
      isHeading: ({ cells }: Row) => !cells,
    };
    // The only set fills its slides evenly. Several sets follow each other in as few parts as possible.
    const divisor = sets.length === 1 ? area.areasPerSlide : 1;
    return {
      ...divide(panel.rows, rules),
      columnIndexes,
      typeSize,
      headHeight,
      divideEvenly: () => divideEvenly(panel.rows, rules, divisor),
    };
  });
}

function measureHead(
  { title, subtitle }: Panel,
  width: number,
  headings: readonly { readonly runs: readonly Run[]; readonly width: number }[],
) {
  const titleRuns = [
    { text: `${title} `, typeSize: TITLE.typeSize },
    { text: subtitle, typeSize: TITLE.subtitleTypeSize },
  ];
  const lineCounts = headings.map((heading) =>
    countLines(heading.runs, heading.width - CELL_PADDING, HEADING.typeSize),
  );
  const headingsHeight = Math.max(...lineCounts) * HEADING.lineHeight + HEADING.padding;
  return countLines(titleRuns, width) * TITLE.lineHeight + headingsHeight;
}

function measureColumn({ rows, columnHeadings }: Panel, column: number, typeSize: number): number {
  const cellWidths = rows.map(({ cells }) => {
    const cell = cells?.[column];
    return cell ? Math.max(cell.textWidthEm * typeSize, cell.minTextWidth ?? 0) + (cell.fixedWidth ?? 0) : 0;
  });
  return CELL_PADDING + Math.max(chooseColumnWidth(columnHeadings[column] ?? []).minWidth, ...cellWidths);
}

/** Chooses the narrowest column in which a heading takes few lines. */
function chooseColumnWidth(heading: readonly Run[]) {
  const widths = heading.map(
    ({ text, isUnbroken }) => measureWidth(text, HEADING.typeSize) / (isUnbroken ? 1 : HEADING.maxLines),
  );
  const neededWidth = Math.max(...widths);
  // A line breaks before a character that does not fit, so almost one character of it may stay empty.
  return COLUMN_WIDTHS.find(({ minWidth }) => neededWidth <= minWidth - HEADING.typeSize) ?? COLUMN_WIDTHS[3];
}

/** Divides columns into sets that fit next to each other. A table without columns has one empty set. */
function divideColumns(widths: readonly number[], areaWidth: number): number[][] {
  const sets: number[][] = [];
  let remainingWidth = 0;
  widths.forEach((width, column) => {
    const set = sets.at(-1);
    if (set && set.length < MAX_COLUMNS && width <= remainingWidth) set.push(column);
    else {
      sets.push([column]);
      remainingWidth = areaWidth - MIN_LABEL_WIDTH;
    }
    remainingWidth -= width;
  });
  return sets.length === 0 ? [[]] : sets;
}

function writePart(panel: Panel, { columnIndexes, typeSize }: ReturnType<typeof layOutColumnSets>[number]): Markup {
  const subtitle = panel.subtitle === '' ? '' : markup` <small>${panel.subtitle}</small>`;
  const head = columnIndexes.map((column) => writeHeading(panel.columnHeadings[column] ?? []));
  return markup`<section class="half"><h2>${panel.title}${subtitle}</h2>
<table class="${panel.className} s${typeSize}"><thead><tr><th scope="col">${panel.corner}</th>${head}</tr></thead>
<tbody>
${joinMarkup(panel.rows.map((row) => writeRow(row, columnIndexes)))}
</tbody></table></section>`;
}

function writeHeading(heading: readonly Run[]): Markup {
  const texts = heading.map(({ text, isUnbroken }) => (isUnbroken ? markup`<span>${text}</span>` : text));
  return markup`<th scope="col"><div class="${chooseColumnWidth(heading).className}">${joinMarkup(texts, ' ')}</div></th>`;
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
