/** Letters and digits of full width. Punctuation of full width is Chinese and stays. */
const WIDE = /[０-９Ａ-Ｚａ-ｚ]/g;

/**
 * The form in which text is stored: as it was typed, but with letters, digits and blanks of other widths as ASCII, with
 * composed characters, and without blanks at its ends.
 */
export function normaliseText(text: string): string {
  const narrow = text.replace(WIDE, (one) => one.normalize('NFKC')).replace(/\p{Zs}/gu, ' ');
  return narrow.normalize('NFC').trim();
}

/** The form in which texts are compared that tell upper from lower case: codes, labels, allowed values. */
export function comparedText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The form in which names are compared: two texts with the same key are the same name. */
export function normaliseKey(text: string): string {
  const key = comparedText(text).toLowerCase();
  // Whole collections of keys are cached: if a text is its own key, both share one string.
  return key === text ? text : key;
}
