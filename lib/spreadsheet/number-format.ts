/** The longest format code that Excel takes. Longer ones are ignored. */
const LONGEST_CODE = 255;

/** Numbers of the built-in formats that show a date or time in some language: the first and last of each range. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/**
 * The parts of a format code that do not matter for dates: quoted or escaped text, width of a character, colour,
 * condition, exponent, `General`.
 */
const IGNORED = /"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]|E[+-]|General/gi;

/** Whether a format shows numbers as dates or times. An empty code means the built-in format of that number. */
export function isDateFormat(code: string, id: number): boolean {
  if (code === '') return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last);
  return code.length <= LONGEST_CODE && /[ymdhseg]/i.test(code.replace(IGNORED, ''));
}

/** The number of digits to which a format such as `000000` pads a number with zeros; 0 for other formats. */
export function countPaddingDigits(code: string): number {
  return code.length <= LONGEST_CODE && /^0+$/.test(code) ? code.length : 0;
}
