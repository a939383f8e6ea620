import type { PrintedRow } from '../domain/label/printed-label.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { estimateWidthEm } from '../text/text-width.ts';
import { COLUMN_GAP, CONTENT_AREA, MARGIN, PAGE, PAIRED_ROWS_EM, TABLE_HEAD_EM } from './label-design.ts';
import { type Layout, measureTable } from './label-layout.ts';
import { drawLine, roundLength, type SvgText, writeText } from './svg-text.ts';

// All lengths are in millimetres.
const FRAME_WIDTH = 0.4;
const HAIRLINE_WIDTH = 0.12;
const LEFT = MARGIN;
const RIGHT = PAGE.width - MARGIN;
const CENTRE = PAGE.width / 2;
/** The maximum width of a name, as a share of the width of name and amount. */
const MAX_NAME_SHARE = 0.6;
const MIN_TEXT_GAP = 1;

/** The type size of the table's title, as a multiple of the table's type size. */
const TITLE_SCALE = 1.4;

/** Where the texts of a row are: names begin at their left edge, figures end at their right edges. */
type ColumnEdges = Readonly<Record<'nameLeft' | 'amountRight' | 'percentRight', number>>;
/** The width for percentages at the right edge. `1000%` fits into it in the largest type. */
const PERCENT_WIDTH = 27;
const PERCENT_RIGHT = RIGHT - COLUMN_GAP;
const MAIN_EDGES = { nameLeft: LEFT + COLUMN_GAP, amountRight: RIGHT - PERCENT_WIDTH, percentRight: PERCENT_RIGHT };

/** Draws the table of nutrients with its frame. Screen readers read it as a table, too. */
export function drawTable(layout: Layout, top: number): Markup {
  const { tableTypeSize, mainRows, pairedRows, servingGrams } = layout;
  const frameHeight = roundLength(measureTable(layout));
  const titleHeight = tableTypeSize * TABLE_HEAD_EM.title;
  const headingsHeight = tableTypeSize * TABLE_HEAD_EM.columnHeadings;
  const headingsTop = top + titleHeight;
  const mainTop = headingsTop + headingsHeight;
  const headings = { name: '项目', amount: `每份 (${servingGrams} g)`, percent: 'NRV%' };
  const drawHorizontalLine = (y: number, lineWidth: number) => drawLine([LEFT, y], [RIGHT, y], lineWidth);
  const rowTops = [mainTop];
  for (const { height } of mainRows.slice(0, -1)) rowTops.push((rowTops.at(-1) ?? mainTop) + height);
  const mainBottom = mainTop + mainRows.reduce((sum, row) => sum + row.height, 0);
  const headingsMiddleY = headingsTop + headingsHeight / 2;
  const headingsStyle = { middleY: headingsMiddleY, typeSize: tableTypeSize, isBold: true, role: 'columnheader' };
  return joinMarkup([
    markup`<rect x="${LEFT}" y="${roundLength(top)}" width="${CONTENT_AREA.width}" height="${frameHeight}" stroke-width="${FRAME_WIDTH}"/>`,
    drawHorizontalLine(headingsTop, HAIRLINE_WIDTH),
    drawHorizontalLine(mainTop, FRAME_WIDTH),
    ...rowTops.slice(1).map((rowTop) => drawHorizontalLine(rowTop, HAIRLINE_WIDTH)),
    markup`<g role="table" aria-label="营养成分表">`,
    drawTableTitle(top + titleHeight / 2, tableTypeSize * TITLE_SCALE),
    drawRow(headings, MAIN_EDGES, headingsStyle),
    ...mainRows.map(({ row, typeSize, height }, rowIndex) => {
      const middleY = (rowTops[rowIndex] ?? mainTop) + height / 2;
      return drawRow(row, MAIN_EDGES, { middleY, typeSize, isBold: row.isMandatory });
    }),
    ...(pairedRows.rows.length > 0 ? drawPairedRows(layout, mainBottom) : []),
    markup`</g>`,
  ]);
}

function drawTableTitle(middleY: number, typeSize: number): Markup {
  const style = { typeSize, maxWidth: CONTENT_AREA.width, isBold: true, anchor: 'middle', role: 'caption' } as const;
  return writeText({ text: '营养成分表', x: CENTRE, middleY, ...style });
}

/** Draws vitamins and minerals in two columns, first down the left one, then down the right one. */
function drawPairedRows({ pairedRows: { rows, rowHeight, height, typeSize } }: Layout, top: number): Markup[] {
  const leftCount = Math.ceil(rows.length / 2);
  const rowsTop = top + (typeSize * PAIRED_ROWS_EM.padding) / 2;
  const percentWidth = Math.max(...rows.map(({ percent }) => estimateWidthEm(percent))) * typeSize;
  return [
    drawLine([LEFT, top], [RIGHT, top], FRAME_WIDTH),
    drawLine([CENTRE, top], [CENTRE, top + height], HAIRLINE_WIDTH),
    ...rows.map((row, rowIndex) => {
      const isLeft = rowIndex < leftCount;
      const left = isLeft ? LEFT : CENTRE;
      const percentRight = (isLeft ? CENTRE : RIGHT) - COLUMN_GAP;
      // Amounts end left of the widest percentage, but never in the left half, which is for the name.
      const amountRight = Math.max(percentRight - percentWidth - COLUMN_GAP, (left + percentRight) / 2);
      const middleY = rowsTop + ((rowIndex % leftCount) + 0.5) * rowHeight;
      return drawRow(row, { nameLeft: left + COLUMN_GAP, amountRight, percentRight }, { middleY, typeSize });
    }),
  ];
}

type RowTexts = Pick<PrintedRow, 'name' | 'amount' | 'percent'>;
/** The style of a row's texts, and its vertical middle. Without a role they are cells below the column headings. */
type RowStyle = Pick<SvgText, 'middleY' | 'typeSize' | 'isBold' | 'role'>;

function drawRow({ name, amount, percent }: RowTexts, edges: ColumnEdges, style: RowStyle): Markup {
  const { nameLeft, amountRight, percentRight } = edges;
  const nameWidth = Math.min(estimateWidthEm(name) * style.typeSize, (amountRight - nameLeft) * MAX_NAME_SHARE);
  const role = style.role ?? 'cell';
  const cells = [
    { text: name, x: nameLeft, maxWidth: nameWidth, role: style.role ?? 'rowheader' },
    { text: amount, x: amountRight, maxWidth: amountRight - nameLeft - nameWidth - MIN_TEXT_GAP, role, anchor: 'end' },
    { text: percent, x: percentRight, maxWidth: percentRight - amountRight - MIN_TEXT_GAP, role, anchor: 'end' },
  ] as const;
  return markup`<g role="row">${cells.map((cell) => writeText({ ...style, ...cell }))}</g>`;
}
