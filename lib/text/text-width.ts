/**
 * Widths of characters in em, that is as multiples of the type size. They are rather too wide than too narrow: fonts
 * differ, and nothing may leave the page. The first entry that matches counts.
 */
const widthsEm: readonly (readonly [characters: RegExp, widthEm: number])[] = [
  [/[ijl.,:;'|!]/, 0.36],
  [/[ ft()[\]{}r*/\\"-]/, 0.46],
  [/[mwMW%@]/, 1],
  [/[A-Z&<>=+~]/, 0.78],
  [/[!-~μα·]/, 0.64],
  // Chinese, Japanese, Korean, their punctuation, and symbols of their fonts
  [/[\u2010-\u2027\u2030-\u205E\u2160-\u217F\u2190-\u22FF\u2460-\u25FF\u2E80-\u9FFF\uAC00-\uD7A3]/, 1],
  [/[\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u, 1],
  // Marks that combine with the character before them, and joiners
  [/\p{Mn}|\p{Me}|\p{Emoji_Modifier}|\u200C|\u200D/u, 0],
  [/[\u00A0-\u04FF]/, 1],
  [/\p{Emoji_Presentation}|\p{Extended_Pictographic}/u, 1.45],
];

/** The width in em assumed for characters outside these ranges, where fonts differ. `hasUncertainWidth` finds them. */
const ASSUMED_WIDTH_EM = 1;

const widthEmByCharacter = new Map<string, number | undefined>();
/** A full cache is emptied: texts from outside may have any number of different characters. */
const MAX_CACHED_WIDTHS = 10_000;

/** Finds the maximum width of a character in em; undefined if fonts differ too much. */
function findWidthEm(character: string): number | undefined {
  if (widthEmByCharacter.has(character)) return widthEmByCharacter.get(character);
  if (widthEmByCharacter.size >= MAX_CACHED_WIDTHS) widthEmByCharacter.clear();
  const widthEm = widthsEm.find(([characters]) => characters.test(character))?.[1];
  widthEmByCharacter.set(character, widthEm);
  return widthEm;
}

/** The share of their maximum width that Latin letters, digits and signs take in the usual fonts. */
const LIKELY_SHARE = 0.88;

/** Returns the maximum width of the text in em. Only characters of uncertain width may take more. */
export function maxWidthEm(text: string): number {
  let widthEm = 0;
  for (const character of text) widthEm += findWidthEm(character) ?? ASSUMED_WIDTH_EM;
  // Widths are in hundredths. Rounding removes the tiny error of their sum.
  return Math.round(widthEm * 100) / 100;
}

/** Returns the width of the text in the usual fonts, in em. */
export function likelyWidthEm(text: string): number {
  let widthEm = 0;
  for (const character of text) widthEm += maxWidthEm(character) * (character < '\u0080' ? LIKELY_SHARE : 1);
  return widthEm;
}

/** Whether the text may be wider than `maxWidthEm` returns. */
export function hasUncertainWidth(text: string): boolean {
  for (const character of text) if (findWidthEm(character) === undefined) return true;
  return false;
}
