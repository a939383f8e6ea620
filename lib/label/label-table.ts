import type { PrintedRow } from '../domain/printed-label.ts';
import { CORE, INNER, type Layout, MARGIN, OTHERS, PAGE, SPACE, tableHeightOf } from './label-layout.ts';
import { drawLine, type TextStyle, toPlaces, writeText } from './svg-text.ts';
import { likelyWidthOf } from './text-width.ts';

const FRAME = 0.4;
const HAIR = 0.12;
const [LEFT, RIGHT, MIDDLE] = [MARGIN, PAGE.width - MARGIN, PAGE.width / 2];
/** The places where names begin, and amounts and per cents end. */
interface Columns {
  readonly name: number;
  readonly amount: number;
  readonly percent: number;
}

const WIDE: Columns = { name: LEFT + SPACE, amount: LEFT + 64, percent: RIGHT - SPACE };

/** Draws the table of nutrients with its frame. Screen readers, too, read it as a table. */
export function drawTable(layout: Layout, top: number): string {
  const { size, core, others, share } = layout;
  const height = toPlaces(tableHeightOf(layout));
  const headerTop = top + size * CORE.heading;
  const coreTop = headerTop + size * CORE.header;
  const header = { name: '项目', amount: `每份 (${share} g)`, percent: 'NRV%' };
  const headerStyle = { size, isBold: true, role: 'columnheader' };
  const rule = (y: number, width: number) => drawLine([LEFT, y], [RIGHT, y], width);
  return [
    `<rect x="${LEFT}" y="${toPlaces(top)}" width="${INNER.width}" height="${height}" stroke-width="${FRAME}"/>`,
    rule(headerTop, HAIR),
    rule(coreTop, FRAME),
    ...core.rows.slice(1).map((_, index) => rule(coreTop + (index + 1) * core.rowHeight, HAIR)),
    '<g role="table" aria-label="营养成分表">',
    drawHeading(top + (size * CORE.heading) / 2, size * 1.4),
    drawRow(header, WIDE, headerTop + (size * CORE.header) / 2, headerStyle),
    ...core.rows.map((row, index) =>
      drawRow(row, WIDE, coreTop + (index + 0.5) * core.rowHeight, { size: core.size, isBold: true }),
    ),
    ...(others.rows.length > 0 ? drawOthers(layout, coreTop + core.rows.length * core.rowHeight) : []),
    '</g>',
  ].join('\n');
}

function drawHeading(middle: number, size: number): string {
  const style = { size, width: INNER.width, isBold: true, anchor: 'middle', role: 'caption' } as const;
  return writeText('营养成分表', MIDDLE, middle, style);
}

/** Draws the other nutrients in two columns, the first from top to bottom, then the second. */
function drawOthers({ others: { rows, rowHeight, size } }: Layout, top: number): string[] {
  const half = Math.ceil(rows.length / 2);
  const first = top + (size * OTHERS.padding) / 2;
  const bottom = first + half * rowHeight + (size * OTHERS.padding) / 2;
  const percentWidth = Math.max(...rows.map(({ percent }) => likelyWidthOf(percent))) * size;
  return [
    drawLine([LEFT, top], [RIGHT, top], FRAME),
    drawLine([MIDDLE, top], [MIDDLE, bottom], HAIR),
    ...rows.map((row, index) => {
      const [left, right] = index < half ? [LEFT, MIDDLE] : [MIDDLE, RIGHT];
      const percent = right - SPACE;
      const amount = Math.max(percent - percentWidth - SPACE, (left + percent) / 2);
      const middle = first + ((index % half) + 0.5) * rowHeight;
      return drawRow(row, { name: left + SPACE, amount, percent }, middle, { size });
    }),
  ];
}

function drawRow(
  { name, amount, percent }: PrintedRow,
  columns: Columns,
  middle: number,
  style: Pick<TextStyle, 'size' | 'isBold' | 'role'>,
): string {
  const nameWidth = Math.min(likelyWidthOf(name) * style.size, (columns.amount - columns.name) / 2);
  const role = style.role ?? 'cell';
  const cells = [
    { text: name, x: columns.name, width: nameWidth, role: style.role ?? 'rowheader' },
    { text: amount, x: columns.amount, width: columns.amount - columns.name - nameWidth - 1, role, anchor: 'end' },
    { text: percent, x: columns.percent, width: columns.percent - columns.amount - 1, role, anchor: 'end' },
  ] as const;
  const texts = cells.map(({ text, x, ...cell }) => writeText(text, x, middle, { ...style, ...cell }));
  return `<g role="row">${texts.join('')}</g>`;
}
