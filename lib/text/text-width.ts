/**
 * The widths of characters in em, that is as multiples of the type size. They are rather too wide than too narrow: fonts
 * differ, and nothing may leave the page. The first entry that matches counts, so an exception stands before the range that
 * holds it: letters before all of ASCII, and combining marks before the Latin, Greek and Cyrillic ranges with such marks.
 */
const widths: readonly { readonly characters: RegExp; readonly widthEm: number }[] = [
  { characters: /[ijl.,:;'|!]/, widthEm: 0.36 },
  { characters: /[ ft()[\]{}r*/\\"-]/, widthEm: 0.46 },
  { characters: /[mwMW%@]/, widthEm: 1 },
  { characters: /[A-Z&<>=+~]/, widthEm: 0.78 },
  { characters: /[!-~μα·]/, widthEm: 0.64 },
  // Chinese, Japanese, Korean, their punctuation, and symbols of their fonts
  { characters: /[\u2010-\u2027\u2030-\u205E\u2160-\u217F\u2190-\u22FF\u2460-\u25FF\u2E80-\u9FFF]/, widthEm: 1 },
  { characters: /[\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u, widthEm: 1 },
  // Marks that combine with the character before them, and joiners
  { characters: /\p{Mn}|\p{Me}|\p{Emoji_Modifier}|\u200C|\u200D/u, widthEm: 0 },
  { characters: /[\u00A0-\u04FF]/, widthEm: 1 },
  { characters: /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u, widthEm: 1.45 },
];

/** The width in em assumed for characters of uncertain width, which match no entry. `hasUncertainWidth` tells them. */
const ASSUMED_WIDTH_EM = 1;

const widthEmByCharacter = new Map<string, number | undefined>();
/** A full cache is emptied: texts from outside may have any number of different characters. */
const MAX_CACHED_WIDTHS = 10_000;

/** Finds the maximum width of a character in em; undefined if fonts differ too much. */
function findWidthEm(character: string): number | undefined {
  if (widthEmByCharacter.has(character)) return widthEmByCharacter.get(character);
  if (widthEmByCharacter.size >= MAX_CACHED_WIDTHS) widthEmByCharacter.clear();
  const widthEm = widths.find(({ characters }) => characters.test(character))?.widthEm;
  widthEmByCharacter.set(character, widthEm);
  return widthEm;
}

/** Measures the maximum width of the text in em. Only characters of uncertain width may take more. */
export function measureMaxWidthEm(text: string): number {
  let widthEm = 0;
  for (const character of text) widthEm += findWidthEm(character) ?? ASSUMED_WIDTH_EM;
  // Widths are in hundredths. Rounding removes the tiny error of their sum.
  return Math.round(widthEm * 100) / 100;
}

/** The width of letters, digits and signs of ASCII in the usual fonts, divided by their maximum width. */
const USUAL_ASCII_FACTOR = 0.88;

/** Estimates the width of the text in em, in the usual fonts. */
export function estimateWidthEm(text: string): number {
  let widthEm = 0;
  for (const character of text)
    widthEm += measureMaxWidthEm(character) * (character < '\u0080' ? USUAL_ASCII_FACTOR : 1);
  return widthEm;
}

/** Whether the text may be wider than `measureMaxWidthEm` returns. */
export function hasUncertainWidth(text: string): boolean {
  for (const character of text) if (findWidthEm(character) === undefined) return true;
  return false;
}
