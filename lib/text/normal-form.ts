/** The form in which text is kept: NFKC, without blanks at its ends. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The form in which names are compared: two texts with the same key count as the same name. */
export function normaliseKey(text: string): string {
  const key = normaliseText(text).toLowerCase();
  // Keys of whole collections are kept in memory: where the text is its own key it is kept once.
  return key === text ? text : key;
}
