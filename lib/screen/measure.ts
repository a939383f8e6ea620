import { isUnsure, widthOf } from '../label/text-width.ts';

/** Width, as a multiple of the type size, of a character whose width nobody knows. */
const UNSURE_WIDTH = 4;

/** A text of one type size, on one line or several. */
export interface Run {
  readonly text: string;
  readonly size: number;
  /** Whether it stays on one line. */
  readonly isWhole?: boolean;
}

/** The greatest width of a text in a type of that size. */
export function widthAt(text: string, size: number): number {
  let sum = 0;
  for (const character of text) sum += isUnsure(character) ? UNSURE_WIDTH : widthOf(character);
  return sum * size;
}

/** The most lines of that width that the texts take one after the other, if lines are broken wherever they are full. */
export function linesOf(runs: readonly Run[], width: number): number {
  let lines = 1;
  let used = 0;
  const place = (needed: number) => {
    if (used > 0 && used + needed > width) {
      lines += 1;
      used = 0;
    }
    used += needed;
  };
  for (const { text, size, isWhole } of runs) {
    if (isWhole) place(widthAt(text, size));
    // Punctuation that must not begin a line takes the character before it along.
    else for (const character of text) place(widthAt(character, size) * (/[\p{L}\p{N}]/u.test(character) ? 1 : 1.3));
  }
  return lines;
}

/**
 * Fills columns with things of these heights, as many in each as fit. A thing that is too high for a column gets one
 * alone.
 */
export function fillColumns<T>(things: readonly T[], room: number, heightOf: (thing: T) => number): T[][] {
  const columns: T[][] = [];
  let left = 0;
  for (const thing of things) {
    const height = heightOf(thing);
    const column = columns.at(-1);
    if (column && height <= left) column.push(thing);
    else {
      columns.push([thing]);
      left = room;
    }
    left -= height;
  }
  return columns;
}
