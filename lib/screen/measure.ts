import { hasUncertainWidth, maxWidthEm } from '../text/text-width.ts';

/** The assumed width, as a multiple of the type size, of a character whose width differs between fonts. */
const UNCERTAIN_WIDTH = 4;
/** Factor for punctuation: no line begins with it, so that it may take the character before it to the next line. */
const PUNCTUATION_FACTOR = 1.3;
const WORD = /[\p{L}\p{N}]/u;

/** A text of one type size, on one line or several. */
export interface Run {
  readonly text: string;
  /** Absent: the type size of the row. */
  readonly size?: number;
  /** Whether the text stays on one line. */
  readonly isUnbroken?: boolean;
}

/** A measured text: `width` is that on one line. Widths are multiples of its type size. */
interface Measured {
  readonly width: number;
  /** The width of each character where the text may be broken into lines, and their sum. */
  readonly breakable: readonly number[];
  readonly breakableWidth: number;
}

/** Caches of measured characters and texts: each text is measured in several sizes before one is chosen. */
const characterCache = new Map<string, readonly [width: number, breakable: number]>();
const textCache = new Map<string, Measured>();
const MAX_CACHED = 10_000;

function cached<T>(cache: Map<string, T>, text: string, make: (text: string) => T): T {
  const found = cache.get(text);
  if (found !== undefined) return found;
  if (cache.size >= MAX_CACHED) cache.clear();
  const made = make(text);
  cache.set(text, made);
  return made;
}

function measureCharacter(character: string): readonly [width: number, breakable: number] {
  const width = hasUncertainWidth(character) ? UNCERTAIN_WIDTH : maxWidthEm(character);
  return [width, WORD.test(character) ? width : width * PUNCTUATION_FACTOR];
}

function measureText(text: string): Measured {
  const widths = Array.from(text, (character) => cached(characterCache, character, measureCharacter));
  const breakable = widths.map(([, width]) => width);
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return { width: total(widths.map(([width]) => width)), breakable, breakableWidth: total(breakable) };
}

const measure = (text: string) => cached(textCache, text, measureText);

/** The greatest width that a text on one line has in a type size. */
export function widthAt(text: string, size: number): number {
  return measure(text).width * size;
}

/**
 * Counts the lines that consecutive texts need; the result is an upper bound. Lines are broken when they are full.
 * `size` is the type size of texts without their own.
 */
export function countLines(runs: readonly Run[], width: number, size = 0): number {
  let lines = 1;
  let used = 0;
  const addToLine = (needed: number) => {
    if (used > 0 && used + needed > width) {
      lines += 1;
      used = 0;
    }
    used += needed;
  };
  for (const run of runs) {
    const measured = measure(run.text);
    const typeSize = run.size ?? size;
    if (run.isUnbroken) addToLine(measured.width * typeSize);
    else if (used + measured.breakableWidth * typeSize <= width) addToLine(measured.breakableWidth * typeSize);
    else for (const needed of measured.breakable) addToLine(needed * typeSize);
  }
  return lines;
}

/** Breaks a text into lines of a width, in multiples of its type size. A line is broken when it is full. */
export function breakText(text: string, width: number): string[] {
  const lines: string[] = [];
  let remaining = 0;
  for (const character of text) {
    const needed = widthAt(character, 1);
    if (needed > remaining) {
      lines.push('');
      remaining = width;
    }
    lines.push((lines.pop() ?? '') + character);
    remaining -= needed;
  }
  return lines;
}
