import { hasUncertainWidth, maxWidthEm } from '../text/text-width.ts';

/** The assumed width in em of a character whose width differs between fonts. */
const UNCERTAIN_WIDTH_EM = 4;
/** The width factor of punctuation. It may take the previous character to the next line, since no line begins with it. */
const PUNCTUATION_FACTOR = 1.3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A text of one type size, on one line or several. */
export interface Run {
  readonly text: string;
  /** The type size; absent if it is that of the row. */
  readonly typeSize?: number;
  /** Whether the text stays on one line. */
  readonly isUnbroken?: boolean;
}

/** The widths of a text in em: an upper bound, since fonts differ. */
interface TextWidths {
  /** The width on one line. */
  readonly unbroken: number;
  /** The widths of the characters if the text may be broken into lines. */
  readonly breakableByCharacter: readonly number[];
  /** The sum of these widths. */
  readonly breakable: number;
}

/** The widths by text: each text is measured in several sizes before one is chosen. */
const widthsByText = new Map<string, TextWidths>();
const MAX_CACHED = 10_000;

function measureCharacter(character: string): readonly [unbroken: number, breakable: number] {
  const width = hasUncertainWidth(character) ? UNCERTAIN_WIDTH_EM : maxWidthEm(character);
  return [width, LETTER_OR_DIGIT.test(character) ? width : width * PUNCTUATION_FACTOR];
}

function measureText(text: string): TextWidths {
  const cachedWidths = widthsByText.get(text);
  if (cachedWidths) return cachedWidths;
  if (widthsByText.size >= MAX_CACHED) widthsByText.clear();
  const pairs = Array.from(text, measureCharacter);
  const breakableByCharacter = pairs.map(([, breakable]) => breakable);
  const unbroken = pairs.reduce((sum, [width]) => sum + width, 0);
  const breakable = breakableByCharacter.reduce((sum, width) => sum + width, 0);
  const widths = { unbroken, breakableByCharacter, breakable };
  widthsByText.set(text, widths);
  return widths;
}

/** Returns the maximum width of a text on one line, in the unit of the type size. */
export function measureWidth(text: string, typeSize: number): number {
  return measureText(text).unbroken * typeSize;
}

/**
 * Counts the lines that consecutive texts need; the result is an upper bound. Lines are broken when they are full.
 * `defaultTypeSize` is the type size of texts without their own; it is not needed if each has one.
 */
export function countLines(runs: readonly Run[], width: number, defaultTypeSize = 0): number {
  let lineCount = 1;
  let usedWidth = 0;
  const addToLine = (neededWidth: number) => {
    if (usedWidth > 0 && usedWidth + neededWidth > width) {
      lineCount += 1;
      usedWidth = 0;
    }
    usedWidth += neededWidth;
  };
  for (const { text, typeSize = defaultTypeSize, isUnbroken } of runs) {
    const { unbroken, breakableByCharacter, breakable } = measureText(text);
    if (isUnbroken) addToLine(unbroken * typeSize);
    else if (usedWidth + breakable * typeSize <= width) addToLine(breakable * typeSize);
    else for (const characterWidth of breakableByCharacter) addToLine(characterWidth * typeSize);
  }
  return lineCount;
}

/** Cuts a text into full lines, at any character, also before punctuation. */
export function cutIntoLines(text: string, widthEm: number): string[] {
  const lines: string[] = [];
  let remainingWidth = 0;
  for (const character of text) {
    const characterWidth = measureWidth(character, 1);
    if (characterWidth > remainingWidth) {
      lines.push('');
      remainingWidth = widthEm;
    }
    lines.push((lines.pop() ?? '') + character);
    remainingWidth -= characterWidth;
  }
  return lines;
}
