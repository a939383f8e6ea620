/** The form in which text is kept: NFKC, without blanks at its ends. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The form in which names are compared: two texts with the same key are the same name. */
export function normaliseKey(text: string): string {
  const key = normaliseText(text).toLowerCase();
  // Whole collections of keys are kept in memory: if a text is its own key, both share one string.
  return key === text ? text : key;
}
