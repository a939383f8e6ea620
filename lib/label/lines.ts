import type { Listing } from '../domain/values/listing.ts';
import { widthOf } from '../text/text-width.ts';

/** A character with its combining marks, and with punctuation that must not begin the next line or end this one. */
const CHARACTER = /[（《「【]*.(?:\p{M}|\p{Emoji_Modifier}|\u200D.)*[、，。；：！？）》」】…※]*/gsu;
/** A piece that stays whole while a line has room for it: a word, otherwise a character. */
const PIECE = new RegExp(`[!-~\\u00A1-\\u052F]+[、，。；：！？）》」】…※]*|\\s+|${CHARACTER.source}`, 'gsu');

/** The pieces of the text, none wider than a line. */
function* piecesOf(text: string, width: number): Generator<string> {
  for (const [piece] of text.matchAll(PIECE)) {
    if (widthOf(piece) <= width) yield piece;
    else for (const [character] of piece.matchAll(CHARACTER)) yield character;
  }
}

/**
 * Breaks the text into lines of that width, in multiples of its type size. If there are more than `most`, it returns
 * the first `most` + 1.
 */
export function wrap(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of piecesOf(text, width)) {
    const needed = widthOf(piece);
    if (line === '' || used + needed <= width) {
      line += piece;
      used += needed;
      continue;
    }
    lines.push(line.trim());
    if (lines.length > most) return lines;
    line = piece.trimStart();
    used = widthOf(line);
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/** Breaks the text into at most so many lines, with `…` at the end where it is longer. */
export function wrapShortened(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width, most);
  if (lines.length <= most) return lines;
  const characters = Array.from((lines[most - 1] ?? '').matchAll(CHARACTER), ([character]) => character);
  while (characters.length > 0 && widthOf(`${characters.join('')}…`) > width) characters.pop();
  return [...lines.slice(0, most - 1), `${characters.join('')}…`];
}

/** The whole text of a listing. */
export function textOf({ lead, names }: Listing): string {
  return `${lead}${names.join('、')}`;
}

/**
 * Breaks the listing into at most so many lines. If they are too few, it names as many as fit and tells how many there
 * are.
 */
export function wrapListing(listing: Listing, width: number, most: number): string[] {
  const all = wrap(textOf(listing), width, most);
  if (all.length <= most) return all;
  const { lead, names, counter = '种' } = listing;
  if (names.length === 0) return wrapShortened(lead, width, most);
  const shorten = (count: number) => {
    const end = `${count === 0 ? '共' : ' 等'} ${names.length} ${counter}`;
    return wrap(`${textOf({ lead, names: names.slice(0, count) })}${end}`, width, most);
  };
  let [fits, fails] = [0, names.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (shorten(middle).length <= most) fits = middle;
    else fails = middle;
  }
  return shorten(fits);
}
