/**
 * What XML cannot hold or does not show: control characters, halves of characters, non-characters; and what would turn
 * round the text after it.
 */
const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Marks piled on each other, which would reach into the lines above. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Text from outside in a form that can be printed: on one line, with nothing invisible and nothing over other text. */
export function cleanText(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').replace(PILED_MARKS, '$1');
}
