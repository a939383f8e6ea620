import type { Listing } from '../domain/values/listing.ts';
import { cleanText } from '../text/clean-text.ts';
import { measureMaxWidthEm } from '../text/text-width.ts';

/** A character with its marks, the opening punctuation before it and the closing one after it: no line is broken between them. */
const CLUSTER = /[（《「【]*.(?:\p{M}|\p{Emoji_Modifier}|\u200D.)*[、，。；：！？）》」】…※]*/gsu;
/** A word of ASCII, Latin, Greek or Cyrillic characters with what must follow it, a space, or a cluster of another script. */
const PIECE = new RegExp(`[!-~\\u00A1-\\u052F]+[、，。；：！？）》」】…※]*|\\s+|${CLUSTER.source}`, 'gsu');

/** Splits a text into pieces that stay on one line. A word that is wider than a line is split into its clusters. */
function* splitPieces(text: string, widthEm: number): Generator<string> {
  // `markup` draws the cleaned text, so that is measured.
  for (const [piece] of cleanText(text).matchAll(PIECE)) {
    if (measureMaxWidthEm(piece) <= widthEm) yield piece;
    else for (const [cluster] of piece.matchAll(CLUSTER)) yield cluster;
  }
}

/** Breaks a text into lines of at most `widthEm`. If the text needs more than `maxLines`, it returns `maxLines + 1` lines. */
export function wrap(text: string, widthEm: number, maxLines: number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidthEm = 0;
  for (const piece of splitPieces(text, widthEm)) {
    const pieceWidthEm = measureMaxWidthEm(piece);
    if (line === '' || lineWidthEm + pieceWidthEm <= widthEm) {
      line += piece;
      lineWidthEm += pieceWidthEm;
      continue;
    }
    lines.push(line.trim());
    if (lines.length > maxLines) return lines;
    line = piece.trimStart();
    lineWidthEm = measureMaxWidthEm(line);
  }
  if (line.trim() !== '') lines.push(line.trim());
  return lines;
}

/** Breaks a text into at most `maxLines` lines. A longer text ends with `…`. */
export function wrapShortened(text: string, widthEm: number, maxLines: number): string[] {
  const lines = wrap(text, widthEm, maxLines);
  if (lines.length <= maxLines) return lines;
  const clusters = Array.from((lines[maxLines - 1] ?? '').matchAll(CLUSTER), ([cluster]) => cluster);
  while (clusters.length > 0 && measureMaxWidthEm(`${clusters.join('')}…`) > widthEm) clusters.pop();
  return [...lines.slice(0, maxLines - 1), `${clusters.join('')}…`];
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
  // Fewer names never need more lines, so the count is found by halving. Without names the text may still be too long.
  let fittingCount = 0;
  let excessiveCount = names.length;
  while (excessiveCount - fittingCount > 1) {
    const count = Math.floor((fittingCount + excessiveCount) / 2);
    if (wrap(writeFirstNames(count), widthEm, maxLines).length <= maxLines) fittingCount = count;
    else excessiveCount = count;
  }
  return wrapShortened(writeFirstNames(fittingCount), widthEm, maxLines);
}
