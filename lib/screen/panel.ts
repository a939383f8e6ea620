import { drawLargest, type TypeSizes } from '../text/largest-type.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { linesOf, type Run, widthAt } from './measure.ts';
import { divide, divideEvenly, type Parts } from './parts.ts';

/** The most columns beside the first. */
const MOST_COLUMNS = 4;
/** The least width of the first column. */
const LEAST_FIRST = 280;
const CELL_PADDING = 24;
const HEADING = { size: 36, small: 26, line: 48 };
const HEAD = { size: 26, line: 34, padding: 14, lines: 2 };
/** The least widths of columns, by class. The last one has room for any heading on few lines. */
const WIDEST = { name: 'l', width: 480 };
const HEADING_WIDTHS = [{ name: 's', width: 100 }, { name: 'r', width: 150 }, { name: 'm', width: 260 }, WIDEST];
const GROUP_ROW = 62;
/** Height of a line, as a multiple of its type size. */
const LINE = 1.34;

/** A cell of a column, for measuring and for writing. */
interface Cell {
  /** The width of what is in the type of the row, as a multiple of its size. */
  readonly type: number;
  /** The least width of that; and the width of the rest. */
  readonly least?: number;
  readonly fixed?: number;
  readonly html: string | Markup;
}

/** A row. Without cells it is the heading of the rows after it. */
export interface Row {
  readonly first: readonly Run[];
  readonly html: string | Markup;
  readonly cells?: readonly Cell[];
}

/** A table that takes one part of a page, or several parts. */
export interface Panel {
  readonly title: string;
  /** What the table is about: the menu or the standard. */
  readonly about: string;
  readonly kind: string;
  readonly corner: string;
  /** The headings of the other columns. What is whole in them stays on one line. */
  readonly columns: readonly (readonly Run[])[];
  readonly rows: readonly Row[];
  /** What a row takes beside its lines. */
  readonly padding: number;
}

/** Where a table is drawn. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** How many parts are on one page. */
  readonly perPage: number;
}

/** A table as it is drawn, and how high its highest part is. */
export interface Drawing {
  readonly parts: readonly Markup[];
  readonly height: number;
}

/** Some columns of a table in one type size, in as few parts as possible. */
interface Trial extends Parts<Row> {
  readonly columns: readonly number[];
  readonly size: number;
  /** The height of title and headings. */
  readonly used: number;
  /** The same in parts that are about equally high. */
  readonly even: () => Parts<Row>;
}

/**
 * Draws a table on as few pages as possible, then with as few broken groups of rows as possible, and then in the
 * largest type. Its parts are about equally high.
 */
export function drawPanel(panel: Panel, room: Room, sizes: TypeSizes): Drawing {
  const trials = drawLargest(
    sizes,
    (size) => tryIn(panel, room, size),
    (some, size) => [
      // The larger the type, the more is cut off.
      some.some(({ isCut }) => isCut) ? size : 0,
      Math.ceil(some.reduce((sum, { parts }) => sum + parts.length, 0) / room.perPage) - 1,
      some.reduce((sum, { broken }) => sum + broken, 0),
    ],
  ).map((trial) => ({ ...trial, ...trial.even() }));
  const [only, ...others] = trials;
  if (room.perPage === 1 && others.length === 0 && only && only.parts.length > 1) {
    // Each part has a page side of its own, and the largest type for that.
    const drawings = only.parts.map((rows) => drawPanel({ ...panel, rows }, room, sizes));
    return { parts: drawings.flatMap(({ parts }) => parts), height: room.height };
  }
  return {
    parts: trials.flatMap(({ parts, columns, size }) => parts.map((rows) => writePart(panel, rows, columns, size))),
    height: Math.max(...trials.map(({ height, used }) => height + used)),
  };
}

function tryIn(panel: Panel, room: Room, size: number): Trial[] {
  const widths = panel.columns.map((heading, place) => columnWidth(panel.rows, place, heading, size));
  const groups = groupColumns(widths, room.width);
  return groups.map((columns) => {
    const first = room.width - columns.reduce((sum, place) => sum + (widths[place] ?? 0), 0);
    const used = heightOfHead(panel, room.width, [
      { runs: [{ text: panel.corner }], width: first },
      ...columns.map((place) => ({ runs: panel.columns[place] ?? [], width: widths[place] ?? 0 })),
    ]);
    const look = {
      heightOf: ({ cells, first: runs }: Row) =>
        cells ? linesOf(runs, first - CELL_PADDING, size) * size * LINE + panel.padding : GROUP_ROW,
      isHeading: ({ cells }: Row) => !cells,
    };
    const height = room.height - used;
    // One table fills its page. Of several, each has as few parts as possible, which follow each other.
    const even = () => divideEvenly(panel.rows, height, look, groups.length === 1 ? room.perPage : 1);
    return { ...divide(panel.rows, height, look), columns, size, used, even };
  });
}

function heightOfHead(
  { title, about }: Panel,
  width: number,
  cells: readonly { runs: readonly Run[]; width: number }[],
) {
  const runs = [
    { text: `${title} `, size: HEADING.size },
    { text: about, size: HEADING.small },
  ];
  const lines = cells.map((cell) => linesOf(cell.runs, cell.width - CELL_PADDING, HEAD.size));
  return linesOf(runs, width) * HEADING.line + Math.max(...lines) * HEAD.line + HEAD.padding;
}

/** The width of a column for its amounts, and for its heading on few lines. */
function columnWidth(rows: readonly Row[], place: number, heading: readonly Run[], size: number): number {
  const widths = rows.map(({ cells }) => {
    const cell = cells?.[place];
    return cell ? Math.max(cell.type * size, cell.least ?? 0) + (cell.fixed ?? 0) : 0;
  });
  return CELL_PADDING + Math.max(headingWidth(heading).width, ...widths);
}

function headingWidth(heading: readonly Run[]): (typeof HEADING_WIDTHS)[number] {
  const widths = heading.map(({ text, isWhole }) => widthAt(text, HEAD.size) / (isWhole ? 1 : HEAD.lines));
  const needed = Math.max(...widths);
  return HEADING_WIDTHS.find(({ width }) => needed <= width - HEAD.size) ?? WIDEST;
}

/** Divides columns into groups that fit beside each other. */
function groupColumns(widths: readonly number[], width: number): number[][] {
  const groups: number[][] = [];
  let left = 0;
  widths.forEach((needed, place) => {
    const columns = groups.at(-1);
    if (columns && columns.length < MOST_COLUMNS && needed <= left) columns.push(place);
    else {
      groups.push([place]);
      left = width - LEAST_FIRST;
    }
    left -= needed;
  });
  return groups.length === 0 ? [[]] : groups;
}

function writePart(panel: Panel, rows: readonly Row[], columns: readonly number[], size: number): Markup {
  const about = panel.about === '' ? '' : markup` <small>${panel.about}</small>`;
  const head = columns.map((place) => writeHeading(panel.columns[place] ?? []));
  return markup`<section class="half"><h2>${panel.title}${about}</h2>
<table class="${panel.kind} s${size}"><thead><tr><th scope="col">${panel.corner}</th>${head}</tr></thead>
<tbody>
${joinMarkup(rows.map((row) => writeRow(row, columns)))}
</tbody></table></section>`;
}

/** Writes a heading. Its column is as wide as the heading needs on few lines, not as narrow as possible. */
function writeHeading(heading: readonly Run[]): Markup {
  const texts = heading.map(({ text, isWhole }) => (isWhole ? markup`<span>${text}</span>` : text));
  return markup`<th scope="col"><div class="${headingWidth(heading).name}">${joinMarkup(texts, ' ')}</div></th>`;
}

function writeRow({ html, cells }: Row, columns: readonly number[]): Markup {
  if (!cells) return markup`<tr class="meal"><th scope="rowgroup" colspan="${columns.length + 1}">${html}</th></tr>`;
  const fields = columns.map((place) => markup`<td>${cells[place]?.html ?? ''}</td>`);
  return markup`<tr><th scope="row">${html}</th>${fields}</tr>`;
}

/** A cell with one text of our own. */
export function plainCell(text: string): Cell {
  return { type: widthAt(text, 1), html: text };
}
