import { hasUncertainWidth, maxWidthEm } from '../text/text-width.ts';

/** The assumed width in em of a character whose width differs between fonts. */
const UNCERTAIN_WIDTH_EM = 4;
/** The width factor of all characters but letters and digits. No line begins with punctuation, so it may take the previous character to the next line. */
const PUNCTUATION_FACTOR = 1.3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A text of one type size, on one line or several. */
export interface Run {
  readonly text: string;
  /** Absent if it is the type size of the row. */
  readonly typeSize?: number;
  /** Whether the text stays on one line. */
  readonly isUnbroken?: boolean;
}

/** Measures the maximum width of a character in em, since fonts differ. */
function measureCharacterEm(character: string): number {
  return hasUncertainWidth(character) ? UNCERTAIN_WIDTH_EM : maxWidthEm(character);
}

/** Measures the maximum width in em of a character at which a line may break. */
function measureBreakableCharacterEm(character: string): number {
  return measureCharacterEm(character) * (LETTER_OR_DIGIT.test(character) ? 1 : PUNCTUATION_FACTOR);
}

/** Measures the maximum width in em of a text on one line. */
export function measureWidthEm(text: string): number {
  return sum(Array.from(text, measureCharacterEm));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Counts the lines that consecutive texts need; the result is an upper bound. Lines break at any character.
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
    const widthsEm = isUnbroken ? [measureWidthEm(text)] : Array.from(text, measureBreakableCharacterEm);
    const wholeWidth = sum(widthsEm) * typeSize;
    if (usedWidth + wholeWidth <= width) addToLine(wholeWidth);
    else for (const partWidthEm of widthsEm) addToLine(partWidthEm * typeSize);
  }
  return lineCount;
}

/** Cuts a text into full lines of `widthEm`, at any character, also before punctuation. */
export function cutIntoLines(text: string, widthEm: number): string[] {
  const lines: string[] = [];
  let remainingWidthEm = 0;
  for (const character of text) {
    const characterWidthEm = measureCharacterEm(character);
    if (characterWidthEm > remainingWidthEm) {
      lines.push('');
      remainingWidthEm = widthEm;
    }
    lines.push((lines.pop() ?? '') + character);
    remainingWidthEm -= characterWidthEm;
  }
  return lines;
}
