import type { PrintedRow } from '../domain/label/printed-label.ts';
import { joinMarkup, type Markup, markup } from '../text/markup.ts';
import { likelyWidth } from '../text/text-width.ts';
import { COLUMN_GAP, INNER, type Layout, MARGIN, OTHER_ROWS, PAGE, TABLE_HEAD, tableHeight } from './label-layout.ts';
import { drawLine, roundLength, type TextStyle, writeText } from './svg-text.ts';

const FRAME = 0.4;
const HAIRLINE = 0.12;
const [LEFT, RIGHT, CENTRE] = [MARGIN, PAGE.width - MARGIN, PAGE.width / 2];
/** A name takes at most this part of the room before its amount. */
const NAME_SHARE = 0.6;
/** The left edge of names, and the right edges of amounts and percentages. */
interface Columns {
  readonly name: number;
  readonly amount: number;
  readonly percent: number;
}

const MAIN_COLUMNS: Columns = { name: LEFT + COLUMN_GAP, amount: LEFT + 64, percent: RIGHT - COLUMN_GAP };

/** Draws the table of nutrients with its frame. Screen readers read it as a table, too. */
export function drawTable(layout: Layout, top: number): Markup {
  const { size, main, others, servingGrams } = layout;
  const height = roundLength(tableHeight(layout));
  const headerTop = top + size * TABLE_HEAD.title;
  const mainTop = headerTop + size * TABLE_HEAD.columnHeads;
  const header = { name: '项目', amount: `每份 (${servingGrams} g)`, percent: 'NRV%' };
  const headerStyle = { size, isBold: true, role: 'columnheader' };
  const drawRule = (y: number, width: number) => drawLine([LEFT, y], [RIGHT, y], width);
  const tops = main.map((_, index) => main.slice(0, index).reduce((sum, row) => sum + row.height, mainTop));
  return joinMarkup([
    markup`<rect x="${LEFT}" y="${roundLength(top)}" width="${INNER.width}" height="${height}" stroke-width="${FRAME}"/>`,
    drawRule(headerTop, HAIRLINE),
    drawRule(mainTop, FRAME),
    ...tops.slice(1).map((y) => drawRule(y, HAIRLINE)),
    markup`<g role="table" aria-label="营养成分表">`,
    drawTableTitle(top + (size * TABLE_HEAD.title) / 2, size * 1.4),
    drawRow(header, MAIN_COLUMNS, headerTop + (size * TABLE_HEAD.columnHeads) / 2, headerStyle),
    ...main.map((one, index) =>
      drawRow(one.row, MAIN_COLUMNS, (tops[index] ?? mainTop) + one.height / 2, {
        size: one.size,
        isBold: one.row.isMandatory,
      }),
    ),
    ...(others.rows.length > 0 ? drawOthers(layout, mainTop + main.reduce((sum, row) => sum + row.height, 0)) : []),
    markup`</g>`,
  ]);
}

function drawTableTitle(middle: number, size: number): Markup {
  const style = { size, width: INNER.width, isBold: true, anchor: 'middle', role: 'caption' } as const;
  return writeText('营养成分表', CENTRE, middle, style);
}

/** Draws the other nutrients in two columns, first down the left one, then down the right one. */
function drawOthers({ others: { rows, rowHeight, size } }: Layout, top: number): Markup[] {
  const leftCount = Math.ceil(rows.length / 2);
  const rowsTop = top + (size * OTHER_ROWS.padding) / 2;
  const bottom = rowsTop + leftCount * rowHeight + (size * OTHER_ROWS.padding) / 2;
  const percentWidth = Math.max(...rows.map(({ percent }) => likelyWidth(percent))) * size;
  return [
    drawLine([LEFT, top], [RIGHT, top], FRAME),
    drawLine([CENTRE, top], [CENTRE, bottom], HAIRLINE),
    ...rows.map((row, index) => {
      const [left, right] = index < leftCount ? [LEFT, CENTRE] : [CENTRE, RIGHT];
      const percent = right - COLUMN_GAP;
      const amount = Math.max(percent - percentWidth - COLUMN_GAP, (left + percent) / 2);
      const middle = rowsTop + ((index % leftCount) + 0.5) * rowHeight;
      return drawRow(row, { name: left + COLUMN_GAP, amount, percent }, middle, { size });
    }),
  ];
}

function drawRow(
  { name, amount, percent }: Pick<PrintedRow, 'name' | 'amount' | 'percent'>,
  columns: Columns,
  middle: number,
  style: Pick<TextStyle, 'size' | 'isBold' | 'role'>,
): Markup {
  const nameWidth = Math.min(likelyWidth(name) * style.size, (columns.amount - columns.name) * NAME_SHARE);
  const role = style.role ?? 'cell';
  const cells = [
    { text: name, x: columns.name, width: nameWidth, role: style.role ?? 'rowheader' },
    { text: amount, x: columns.amount, width: columns.amount - columns.name - nameWidth - 1, role, anchor: 'end' },
    { text: percent, x: columns.percent, width: columns.percent - columns.amount - 1, role, anchor: 'end' },
  ] as const;
  const texts = cells.map(({ text, x, ...cell }) => writeText(text, x, middle, { ...style, ...cell }));
  return markup`<g role="row">${texts}</g>`;
}
