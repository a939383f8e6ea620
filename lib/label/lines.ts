import type { Listing } from '../domain/values/listing.ts';
import { greatestWidth } from '../text/text-width.ts';

/** A character with its combining marks, and with punctuation that must not begin the next line or end this one. */
const CHARACTER = /[（《「【]*.(?:\p{M}|\p{Emoji_Modifier}|\u200D.)*[、，。；：！？）》」】…※]*/gsu;
/** A piece that is not broken unless it is wider than a line: a word, or else a character. */
const PIECE = new RegExp(`[!-~\\u00A1-\\u052F]+[、，。；：！？）》」】…※]*|\\s+|${CHARACTER.source}`, 'gsu');

/** The pieces of the text, none wider than a line. */
function* splitPieces(text: string, width: number): Generator<string> {
  for (const [piece] of text.matchAll(PIECE)) {
    if (greatestWidth(piece) <= width) yield piece;
    else for (const [character] of piece.matchAll(CHARACTER)) yield character;
  }
}

/**
 * Breaks a text into lines of a width, in multiples of its type size. If it has more than `maxLines` lines it returns
 * `maxLines` + 1 of them.
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

/** Breaks a text into at most `maxLines` lines. A longer text ends with `…`. */
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

/** Breaks a listing into at most `maxLines` lines. A longer listing names the first items and the number of all. */
export function wrapListing(listing: Listing, width: number, maxLines: number): string[] {
  const all = wrap(listingText(listing), width, maxLines);
  if (all.length <= maxLines) return all;
  const { lead, names, counter = '种' } = listing;
  if (names.length === 0) return wrapShortened(lead, width, maxLines);
  const wrapFirst = (count: number) => {
    const end = `${count === 0 ? '共' : ' 等'} ${names.length} ${counter}`;
    return wrap(`${listingText({ lead, names: names.slice(0, count) })}${end}`, width, maxLines);
  };
  let [fits, fails] = [0, names.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (wrapFirst(middle).length <= maxLines) fits = middle;
    else fails = middle;
  }
  return wrapFirst(fits);
}
