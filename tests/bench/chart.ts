import { escapeMarkup } from '../../lib/text/markup.ts';

/** One line of a chart. */
export interface Line {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** The texts around the lines. */
export interface ChartTexts {
  readonly title: string;
  readonly xAxis: string;
  readonly yAxis: string;
}

const WIDTH = 790;
const HEIGHT = 420;
const LEFT = 70;
const RIGHT = 240;
const TOP = 50;
const BOTTOM = 60;
const PLOT_RIGHT = WIDTH - RIGHT;
const PLOT_BOTTOM = HEIGHT - BOTTOM;
/** Height of a line of the legend. */
const LINE_HEIGHT = 20;

/** A chart as SVG. Both axes are logarithmic: a constant is a flat line, and proportional growth is a slope. */
export function renderChart(lines: readonly Line[], texts: ChartTexts): string {
  const xs = lines.flatMap(({ points }) => points.map(([x]) => x));
  const ys = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const xTicks = powersOfTen(xs);
  const yTicks = powersOfTen(ys);
  const x = scaleOf(xTicks, LEFT, PLOT_RIGHT);
  const y = scaleOf(yTicks, PLOT_BOTTOM, TOP);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeMarkup(texts.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text(LEFT, 25, texts.title, 'font-size="15" font-weight="bold"'),
    ...xTicks.map((tick) => verticalTick(x(tick), tick)),
    ...yTicks.map((tick) => horizontalTick(y(tick), tick)),
    text((LEFT + PLOT_RIGHT) / 2, HEIGHT - 15, texts.xAxis, 'text-anchor="middle"'),
    text(0, 0, texts.yAxis, `text-anchor="middle" transform="translate(18 ${(TOP + PLOT_BOTTOM) / 2}) rotate(-90)"`),
    ...lines.flatMap((line, index) => drawLine(line, index, x, y)),
    '</svg>',
    '',
  ].join('\n');
}

/** The powers of ten around the values. */
function powersOfTen(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

function scaleOf(ticks: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log10(ticks.at(0) ?? 1), Math.log10(ticks.at(-1) ?? 10)];
  return (value) => Math.round((from + ((Math.log10(value) - least) / (most - least)) * (to - from)) * 10) / 10;
}

function verticalTick(at: number, tick: number): string {
  const line = `<line x1="${at}" y1="${TOP}" x2="${at}" y2="${PLOT_BOTTOM}" stroke="#ddd"/>`;
  return line + text(at, PLOT_BOTTOM + 18, tick.toLocaleString('en'), 'text-anchor="middle"');
}

function horizontalTick(at: number, tick: number): string {
  const line = `<line x1="${LEFT}" y1="${at}" x2="${PLOT_RIGHT}" y2="${at}" stroke="#ddd"/>`;
  return line + text(LEFT - 8, at + 4, tick.toLocaleString('en'), 'text-anchor="end"');
}

function drawLine({ name, colour, points }: Line, index: number, x: (v: number) => number, y: (v: number) => number) {
  const places = points.map(([px, py]) => [x(px), y(py)] as const);
  const path = places.map(([px, py]) => `${px},${py}`).join(' ');
  const legend = TOP + 10 + index * LINE_HEIGHT;
  const [, last = 0] = points.at(-1) ?? [];
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map(([px, py]) => `<circle cx="${px}" cy="${py}" r="3.5" fill="${colour}"/>`),
    `<rect x="${PLOT_RIGHT + 15}" y="${legend - 9}" width="12" height="12" fill="${colour}"/>`,
    text(PLOT_RIGHT + 33, legend + 1, `${name}: ${last.toLocaleString('en')}`),
  ];
}

function text(x: number, y: number, words: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeMarkup(words)}</text>`;
}
