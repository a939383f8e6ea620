/** The maximum length of a format code in Excel. Longer codes are ignored. */
const MAX_CODE_LENGTH = 255;

/** The ids of the built-in formats that show a date or time in some language: the first and last of each range. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * The parts of a format code that do not matter for dates: quoted or escaped text, width of a character, colour,
 * condition, exponent, `General` and what Chinese versions write for it.
 */
const IGNORED_PARTS = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]|E[+-]|General|G\/通用格式/gi;

/** Whether a format shows numbers as dates or times. An empty code stands for the built-in format with this id. */
export function isDateFormat(code: string, id: number): boolean {
  if (code === '') return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last);
  return code.length <= MAX_CODE_LENGTH && /[ymdhseg]/i.test(code.replace(IGNORED_PARTS, ''));
}

/** Counts the digits to which a format such as `000000` pads a number with zeros; 0 for other formats. */
export function countPaddingDigits(code: string): number {
  return code.length <= MAX_CODE_LENGTH && /^0+$/.test(code) ? code.length : 0;
}
