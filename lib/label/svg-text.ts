import { type Markup, markup } from '../text/markup.ts';
import { estimateWidthEm, hasUncertainWidth, measureMaxWidthEm } from '../text/text-width.ts';

/** The distance from the vertical middle of a line of text to its baseline, in em. */
const BASELINE_OFFSET = 0.37;

/** A line of text with its place and style. Lengths are in millimetres. */
export interface SvgText {
  readonly text: string;
  /** The left edge, or what `anchor` names: the right edge or the horizontal middle. */
  readonly x: number;
  readonly middleY: number;
  readonly typeSize: number;
  /** A wider text is squeezed into this width. A text that fonts draw differently is drawn no wider, either. */
  readonly maxWidth: number;
  /** The ARIA role, such as `columnheader`. */
  readonly role?: string;
  readonly isBold?: boolean;
  readonly anchor?: 'end' | 'middle';
}

/** Writes a text. The width of one that is too wide, or that fonts draw differently, is fixed. */
export function writeText({ text, x, middleY, typeSize, maxWidth, role, isBold, anchor }: SvgText): Markup {
  const hasFixedWidth = estimateWidthEm(text) * typeSize > maxWidth || hasUncertainWidth(text);
  const fixedWidth = Math.min(measureMaxWidthEm(text) * typeSize, maxWidth);
  const classes = [isBold ? 'bold' : '', anchor ?? ''].filter(Boolean).join(' ');
  const attributes = [
    role === undefined ? '' : markup` role="${role}"`,
    classes === '' ? '' : markup` class="${classes}"`,
    markup` x="${roundLength(x)}" y="${roundLength(middleY + typeSize * BASELINE_OFFSET)}" font-size="${roundLength(typeSize)}"`,
    hasFixedWidth ? markup` textLength="${roundLength(fixedWidth)}" lengthAdjust="spacingAndGlyphs"` : '',
  ];
  return markup`<text${attributes}>${text}</text>`;
}

type Point = readonly [x: number, y: number];

export function drawLine([x1, y1]: Point, [x2, y2]: Point, lineWidth: number): Markup {
  const endpoints = markup`x1="${roundLength(x1)}" y1="${roundLength(y1)}" x2="${roundLength(x2)}" y2="${roundLength(y2)}"`;
  return markup`<line ${endpoints} stroke-width="${lineWidth}"/>`;
}

/** Rounds a length to hundredths of a millimetre, which is finer than print. */
export function roundLength(length: number): number {
  return Math.round(length * 100) / 100;
}
