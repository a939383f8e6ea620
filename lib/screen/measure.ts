import { hasUncertainWidth, measureMaxWidthEm } from '../text/text-width.ts';

/** The width in em assumed where fonts differ, as for rare scripts. It is generous: unlike labels, screens squeeze no text. */
const UNCERTAIN_WIDTH_EM = 4;
/** The width factor of all but letters and digits. Punctuation that would begin a line takes the character before it along. */
const PUNCTUATION_FACTOR = 1.3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A text of one type size, on one line or several. Type sizes, and widths that are not in em, are in pixels of the design. */
export interface Run {
  readonly text: string;
  /** Absent if it is the usual one, which `countLines` gets. */
  readonly typeSize?: number;
  /** Whether the text stays on one line. */
  readonly isUnbroken?: boolean;
}

/** Measures the width of a character in em, in the widest usual font. */
function measureCharacterEm(character: string): number {
  return hasUncertainWidth(character) ? UNCERTAIN_WIDTH_EM : measureMaxWidthEm(character);
}

/** Measures the width in em that a character needs where a line may break beside it. */
function measureBreakableCharacterEm(character: string): number {
  return measureCharacterEm(character) * (LETTER_OR_DIGIT.test(character) ? 1 : PUNCTUATION_FACTOR);
}

/** Measures the width in em of a text on one line, in the widest usual font. */
export function measureWidthEm(text: string): number {
  return Array.from(text, measureCharacterEm).reduce((sum, widthEm) => sum + widthEm, 0);
}

/** Counts the lines of a `width` that consecutive texts need at most. Lines break anywhere but within unbroken runs. */
export function countLines(runs: readonly Run[], width: number, usualTypeSize: number): number {
  let lineCount = 1;
  let usedWidth = 0;
  for (const { text, typeSize = usualTypeSize, isUnbroken } of runs) {
    for (const widthEm of isUnbroken ? [measureWidthEm(text)] : Array.from(text, measureBreakableCharacterEm)) {
      const neededWidth = widthEm * typeSize;
      const startsLine = usedWidth > 0 && usedWidth + neededWidth > width;
      if (startsLine) lineCount += 1;
      usedWidth = (startsLine ? 0 : usedWidth) + neededWidth;
    }
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
