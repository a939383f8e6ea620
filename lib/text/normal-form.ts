/** Full-width letters and digits. Full-width punctuation is Chinese and stays. */
const FULL_WIDTH = /[０-９Ａ-Ｚａ-ｚ]/g;

/** Returns the form in which text is stored: as typed, but trimmed, composed, and with letters, digits and spaces of all widths as ASCII. */
export function normaliseText(text: string): string {
  const ascii = text.replace(FULL_WIDTH, (character) => character.normalize('NFKC')).replace(/\p{Zs}/gu, ' ');
  return ascii.normalize('NFC').trim();
}

/** Returns the form in which case-sensitive texts are compared: codes, labels, allowed values. */
export function comparableText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Returns the form in which names are compared: two texts with the same key are the same name. */
export function normaliseKey(text: string): string {
  const key = comparableText(text).toLowerCase();
  // Whole collections of keys are cached. A text that is its own key shares one string with it.
  return key === text ? text : key;
}
