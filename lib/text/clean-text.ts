/** Characters that XML cannot hold, that nobody can see, or that reverse the direction of the text after them. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Combining marks that are stacked on each other and would reach into the lines above. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Makes a text from outside printable: on one line, without invisible characters, and without marks over other text. */
export function cleanText(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').replace(STACKED_MARKS, '$1');
}
