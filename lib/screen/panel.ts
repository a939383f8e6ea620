import { fillColumns, linesOf, type Run, widthAt } from './measure.ts';
import { show } from './words.ts';

/** Width of half a page, in pixels of 1920 × 1080. */
const HALF = 872;
/** The most columns beside the first. */
const MOST_COLUMNS = 4;
/** The least width of the first column. */
const LEAST_FIRST = 300;
const CELL_PADDING = 24;
const HEADING = { size: 36, small: 26, line: 48 };
const HEAD = { size: 26, line: 34, padding: 14, lines: 3 };
/** The least widths of columns, by class. The last one has room for any heading on few lines. */
const WIDEST = { name: 'l', width: 480 };
const HEADING_WIDTHS = [{ name: 's', width: 100 }, { name: 'm', width: 260 }, WIDEST];
const GROUP_ROW = 62;
const ROW_PADDING = 14;
/** Height of a line, as a multiple of its type size. */
const LINE = 1.34;

/** A cell of a column, for measuring and for writing. */
interface Cell {
  readonly width: number;
  readonly html: string;
}

/** A row. Without cells it is the heading of the rows after it. */
export interface Row {
  readonly first: readonly Run[];
  readonly html: string;
  readonly cells?: readonly Cell[];
}

/** A table that takes half a page, or several halves. */
export interface Panel {
  readonly title: string;
  /** What the table is about: the menu or the group. */
  readonly about: string;
  readonly kind: string;
  readonly corner: string;
  readonly columns: readonly string[];
  /** The rows with the cells of all columns, in a type of this size. */
  readonly rows: (size: number) => readonly Row[];
}

/** A table drawn in one type size. */
interface Drawing {
  readonly halves: readonly string[];
  /** Whether something does not fit. */
  readonly isCut: boolean;
}

/** Draws the table in halves of that height: in as few as possible, and then in the largest type. */
export function drawPanel(panel: Panel, height: number, sizes: readonly number[]): readonly string[] {
  return chooseDrawing(
    sizes.map((size) => drawIn(panel, height, size)),
    ({ halves }) => halves.length,
  ).halves;
}

/**
 * Chooses among drawings of ever smaller type. Of those in which everything fits, it takes the first one with the
 * fewest halves.
 */
export function chooseDrawing<T extends { readonly isCut: boolean }>(
  drawings: readonly T[],
  lengthOf: (drawing: T) => number,
): T {
  const whole = drawings.filter(({ isCut }) => !isCut);
  const good = whole.length > 0 ? whole : drawings.slice(-1);
  return good.reduce((best, one) => (lengthOf(one) < lengthOf(best) ? one : best));
}

function drawIn(panel: Panel, height: number, size: number): Drawing {
  const rows = panel.rows(size);
  const widths = panel.columns.map((heading, place) => columnWidth(rows, place, heading));
  const drawings = groupColumns(widths).map((columns) => drawColumns(panel, rows, { columns, widths, height, size }));
  return { halves: drawings.flatMap(({ halves }) => halves), isCut: drawings.some(({ isCut }) => isCut) };
}

/** The width of a column for its amounts, and for its heading on few lines. */
function columnWidth(rows: readonly Row[], place: number, heading: string): number {
  return CELL_PADDING + Math.max(headingWidth(heading).width, ...rows.map(({ cells }) => cells?.[place]?.width ?? 0));
}

function headingWidth(heading: string): (typeof HEADING_WIDTHS)[number] {
  const needed = widthAt(heading, HEAD.size) / HEAD.lines;
  return HEADING_WIDTHS.find(({ width }) => needed <= width - HEAD.size) ?? WIDEST;
}

/** Divides columns into groups that fit beside each other. */
function groupColumns(widths: readonly number[]): number[][] {
  const groups: number[][] = [];
  let left = 0;
  widths.forEach((width, place) => {
    const columns = groups.at(-1);
    if (columns && columns.length < MOST_COLUMNS && width <= left) columns.push(place);
    else {
      groups.push([place]);
      left = HALF - LEAST_FIRST;
    }
    left -= width;
  });
  return groups.length === 0 ? [[]] : groups;
}

/** Some columns of a table, and how they are drawn. */
interface ColumnGroup {
  readonly columns: readonly number[];
  readonly widths: readonly number[];
  readonly height: number;
  readonly size: number;
}

function drawColumns(panel: Panel, rows: readonly Row[], { columns, widths, height, size }: ColumnGroup): Drawing {
  const first = HALF - columns.reduce((sum, place) => sum + (widths[place] ?? 0), 0);
  const title = [
    { text: `${panel.title} `, size: HEADING.size },
    { text: panel.about, size: HEADING.small },
  ];
  const headings = [
    { text: panel.corner, width: first },
    ...columns.map((place) => ({ text: panel.columns[place] ?? '', width: widths[place] ?? 0 })),
  ];
  const lines = headings.map(({ text, width }) => linesOf([{ text, size: HEAD.size }], width - CELL_PADDING));
  const used = linesOf(title, HALF) * HEADING.line + Math.max(...lines) * HEAD.line + HEAD.padding;
  const heightOf = ({ cells, first: runs }: Row) =>
    cells ? linesOf(runs, first - CELL_PADDING) * size * LINE + ROW_PADDING : GROUP_ROW;
  const halves = fill(rows, height - used, heightOf);
  return {
    halves: halves.map((some) => writeHalf(panel, some, columns, size)),
    isCut: halves.some((some) => some.reduce((sum, row) => sum + heightOf(row), 0) > height - used),
  };
}

/** Divides rows into halves. A half that begins in the middle of a group repeats its heading. */
function fill(rows: readonly Row[], room: number, heightOf: (row: Row) => number): Row[][] {
  const groups = withGroups(rows);
  const heightOfGroup = (group: readonly Row[]) => group.reduce((sum, row) => sum + heightOf(row), 0);
  const [only, ...others] = fillColumns(groups, room, heightOfGroup);
  if (others.length === 0) return [only?.flat() ?? []];
  return fillColumns(groups, room - GROUP_ROW, heightOfGroup).map((column) => {
    const some = column.flat();
    const [first] = some;
    const heading = first && rows.slice(0, rows.indexOf(first)).findLast(({ cells }) => !cells);
    return first?.cells && heading ? [heading, ...some] : some;
  });
}

/** Each row by itself. A heading stays with the first row after it. */
function withGroups(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    if (before && !before.cells) groups.at(-1)?.push(row);
    else groups.push([row]);
  });
  return groups;
}

function writeHalf(panel: Panel, rows: readonly Row[], columns: readonly number[], size: number): string {
  const about = panel.about === '' ? '' : ` <small>${show(panel.about)}</small>`;
  const head = columns.map((place) => writeHeading(panel.columns[place] ?? ''));
  return `<section class="half"><h2>${show(panel.title)}${about}</h2>
<table class="${panel.kind} s${size}"><thead><tr><th scope="col">${show(panel.corner)}</th>${head.join('')}</tr></thead>
<tbody>
${rows.map((row) => writeRow(row, columns)).join('\n')}
</tbody></table></section>`;
}

/** Writes a heading. Its column is as wide as the heading needs on few lines, not as narrow as possible. */
function writeHeading(heading: string): string {
  return `<th scope="col"><div class="${headingWidth(heading).name}">${show(heading)}</div></th>`;
}

function writeRow({ html, cells }: Row, columns: readonly number[]): string {
  if (!cells) return `<tr class="meal"><th scope="rowgroup" colspan="${columns.length + 1}">${html}</th></tr>`;
  return `<tr><th scope="row">${html}</th>${columns.map((place) => `<td>${cells[place]?.html ?? ''}</td>`).join('')}</tr>`;
}

/** A cell with one text. */
export function plainCell(text: string, size: number): Cell {
  return { width: widthAt(text, size), html: show(text) };
}
