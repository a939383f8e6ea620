import type { Listing } from '../domain/values/listing.ts';
import { maxWidthEm } from '../text/text-width.ts';

/** A character with its combining marks, and with punctuation that, where possible, neither begins a line nor ends one. */
const CHARACTER = /[（《「【]*.(?:\p{M}|\p{Emoji_Modifier}|\u200D.)*[、，。；：！？）》」】…※]*/gsu;
/** A word or a character. It is broken only if it is wider than a line. */
const PIECE = new RegExp(`[!-~\\u00A1-\\u052F]+[、，。；：！？）》」】…※]*|\\s+|${CHARACTER.source}`, 'gsu');

/** Splits a text into pieces: words, but the characters of a word that is wider than a line. */
function* splitPieces(text: string, widthEm: number): Generator<string> {
  for (const [piece] of text.matchAll(PIECE)) {
    if (maxWidthEm(piece) <= widthEm) yield piece;
    else for (const [character] of piece.matchAll(CHARACTER)) yield character;
  }
}

/** Breaks a text into lines of at most `widthEm`. Of a text with more than `maxLines` it returns one line more than these. */
export function wrap(text: string, widthEm: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidthEm = 0;
  for (const piece of splitPieces(text, widthEm)) {
    const pieceWidthEm = maxWidthEm(piece);
    if (line === '' || lineWidthEm + pieceWidthEm <= widthEm) {
      line += piece;
      lineWidthEm += pieceWidthEm;
      continue;
    }
    lines.push(line.trim());
    if (lines.length > maxLines) return lines;
    line = piece.trimStart();
    lineWidthEm = maxWidthEm(line);
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/** Breaks a text into at most `maxLines` lines. A longer text ends with `…`. */
export function wrapShortened(text: string, widthEm: number, maxLines: number): string[] {
  const lines = wrap(text, widthEm, maxLines);
  if (lines.length <= maxLines) return lines;
  const characters = Array.from((lines[maxLines - 1] ?? '').matchAll(CHARACTER), ([character]) => character);
  while (characters.length > 0 && maxWidthEm(`${characters.join('')}…`) > widthEm) characters.pop();
  return [...lines.slice(0, maxLines - 1), `${characters.join('')}…`];
}

/** Breaks a listing into at most `maxLines` lines. A longer one keeps only its first names, and ends with the number of all. */
export function wrapListing({ lead, names, counter = '种' }: Listing, widthEm: number, maxLines: number): string[] {
  const lines = wrap(`${lead}${names.join('、')}`, widthEm, maxLines);
  if (lines.length <= maxLines) return lines;
  if (names.length === 0) return wrapShortened(lead, widthEm, maxLines);
  const writeFirstNames = (count: number) => {
    const ending = `${count === 0 ? '共' : ' 等'} ${names.length} ${counter}`;
    return `${lead}${names.slice(0, count).join('、')}${ending}`;
  };
  let fittingCount = 0;
  let excessiveCount = names.length;
  while (excessiveCount - fittingCount > 1) {
    const count = Math.floor((fittingCount + excessiveCount) / 2);
    if (wrap(writeFirstNames(count), widthEm, maxLines).length <= maxLines) fittingCount = count;
    else excessiveCount = count;
  }
  return wrapShortened(writeFirstNames(fittingCount), widthEm, maxLines);
}
