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

/** The form in which case-sensitive texts are compared: codes, labels, allowed values. */
export function comparableText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The form in which names are compared: two texts with the same key are the same name. */
export function normaliseKey(text: string): string {
  const key = comparableText(text).toLowerCase();
  // Whole collections of keys are cached. A text that is its own key shares one string with it.
  return key === text ? text : key;
}
