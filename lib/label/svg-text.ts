import { type Markup, markup } from '../text/markup.ts';
import { greatestWidth, hasUncertainWidth, likelyWidth } from '../text/text-width.ts';

/** Distance from the middle of a line of text to its base line, as a multiple of the type size. */
const BASELINE = 0.37;

export interface TextStyle {
  readonly size: number;
  /** The width that the text may take. */
  readonly width: number;
  readonly role?: string;
  readonly isBold?: boolean;
  readonly anchor?: 'end' | 'middle';
}

/** Writes one line of text, vertically centred at `middle`. A text that is or may be too wide is squeezed. */
export function writeText(text: string, x: number, middle: number, style: TextStyle): Markup {
  const { size, role, isBold, anchor, width } = style;
  const isSqueezed = likelyWidth(text) * size > width || hasUncertainWidth(text);
  const length = Math.min(greatestWidth(text) * size, width);
  const classes = [isBold ? 'bold' : '', anchor ?? ''].filter(Boolean).join(' ');
  const attributes = [
    role === undefined ? '' : markup` role="${role}"`,
    classes === '' ? '' : markup` class="${classes}"`,
    markup` x="${roundLength(x)}" y="${roundLength(middle + size * BASELINE)}" font-size="${roundLength(size)}"`,
    isSqueezed ? markup` textLength="${roundLength(length)}" lengthAdjust="spacingAndGlyphs"` : '',
  ];
  return markup`<text${attributes}>${text}</text>`;
}

/** A straight line between two points. */
export function drawLine([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], width: number) {
  const ends = markup`x1="${roundLength(x1)}" y1="${roundLength(y1)}" x2="${roundLength(x2)}" y2="${roundLength(y2)}"`;
  return markup`<line ${ends} stroke-width="${width}"/>`;
}

/** A length in hundredths of a millimetre, which is finer than print. */
export function roundLength(length: number): number {
  return Math.round(length * 100) / 100;
}
