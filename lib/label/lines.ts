import type { Listing } from '../domain/values/listing.ts';
import { greatestWidth } from '../text/text-width.ts';

/** A character with its combining marks, and with punctuation that must not begin the next line or end this one. */
const CHARACTER = /[（《「【]*.(?:\p{M}|\p{Emoji_Modifier}|\u200D.)*[、，。；：！？）》」】…※]*/gsu;
/** A piece that stays whole while a line has room for it: a word, otherwise a character. */
const PIECE = new RegExp(`[!-~\\u00A1-\\u052F]+[、，。；：！？）》」】…※]*|\\s+|${CHARACTER.source}`, 'gsu');

/** The pieces of the text, none wider than a line. */
function* splitPieces(text: string, width: number): Generator<string> {
  for (const [piece] of text.matchAll(PIECE)) {
    if (greatestWidth(piece) <= width) yield piece;
    else for (const [character] of piece.matchAll(CHARACTER)) yield character;
  }
}

/**
 * Breaks the text into lines of that width, in multiples of its type size. Of more than `maxLines` lines it returns
 * `maxLines` + 1.
 */
export function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of splitPieces(text, width)) {
    const needed = greatestWidth(piece);
    if (line === '' || used + needed <= width) {
      line += piece;
      used += needed;
      continue;
    }
    lines.push(line.trim());
    if (lines.length > maxLines) return lines;
    line = piece.trimStart();
    used = greatestWidth(line);
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/** Breaks the text into at most so many lines, with `…` at the end where it is longer. */
export function wrapShortened(text: string, width: number, maxLines: number): string[] {
  const lines = wrap(text, width, maxLines);
  if (lines.length <= maxLines) return lines;
  const characters = Array.from((lines[maxLines - 1] ?? '').matchAll(CHARACTER), ([character]) => character);
  while (characters.length > 0 && greatestWidth(`${characters.join('')}…`) > width) characters.pop();
  return [...lines.slice(0, maxLines - 1), `${characters.join('')}…`];
}

/** The whole text of a listing. */
export function listingText({ lead, names }: Listing): string {
  return `${lead}${names.join('、')}`;
}

/**
 * Breaks the listing into at most so many lines. If they are too few, it names as many as fit and says how many there
 * are.
 */
export function wrapListing(listing: Listing, width: number, maxLines: number): string[] {
  const all = wrap(listingText(listing), width, maxLines);
  if (all.length <= maxLines) return all;
  const { lead, names, counter = '种' } = listing;
  if (names.length === 0) return wrapShortened(lead, width, maxLines);
  const shorten = (count: number) => {
    const end = `${count === 0 ? '共' : ' 等'} ${names.length} ${counter}`;
    return wrap(`${listingText({ lead, names: names.slice(0, count) })}${end}`, width, maxLines);
  };
  let [fits, fails] = [0, names.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (shorten(middle).length <= maxLines) fits = middle;
    else fails = middle;
  }
  return shorten(fits);
}
