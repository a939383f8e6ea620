/** The maximum length of a format's code in Excel, such as `yyyy-mm-dd`. Longer ones are ignored. */
const MAX_FORMAT_LENGTH = 255;

/** The ranges of ids, first and last, of the built-in formats that show a date or time in some language. */
const BUILT_IN_DATE_IDS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * The parts of a format's code whose letters stand for no date: text in quotation marks or after a backslash, a blank as
 * wide as a character (`_x`), a repeated character (`*x`), colours and conditions in brackets, exponents, and `General`,
 * also as Chinese versions write it. Brackets of elapsed time, such as `[h]`, stay.
 */
const NO_DATE_PARTS = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]|E[+-]|General|G\/通用格式/gi;

/** Whether a format shows numbers as dates or times. Without a code it is the built-in format with this id. */
export function isDateFormat(code: string, id: number): boolean {
  if (code === '') return BUILT_IN_DATE_IDS.some(([first, last]) => id >= first && id <= last);
  return code.length <= MAX_FORMAT_LENGTH && /[ymdhseg]/i.test(code.replace(NO_DATE_PARTS, ''));
}

/** Returns the digits to which a format such as `000000` pads a number with zeros; 0 for other formats. */
export function countPaddingDigits(code: string): number {
  return code.length <= MAX_FORMAT_LENGTH && /^0+$/.test(code) ? code.length : 0;
}
