/** Ranges of characters that take two columns on a terminal: CJK with its punctuation, Hangul, full-width forms. */
const WIDE_RANGES = [
  '\\u1100-\\u115F\\u2E80-\\u303E\\u3041-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7A3\\uF900-\\uFAFF',
  '\\uFE30-\\uFE6F\\uFF01-\\uFF60\\uFFE0-\\uFFE6\\u{20000}-\\u{3FFFD}',
].join('');
const WIDE_CHARACTER = new RegExp(`[${WIDE_RANGES}\\p{Emoji_Presentation}]`, 'u');
/** Characters that take no column of their own. */
const ZERO_WIDTH_CHARACTER = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Characters that would control the terminal instead of being shown. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Bidi_Control}]/gu;

const GAP = '  ';

/** Makes lines of aligned columns under their titles. Each cell is one line, whatever it contains. */
export function toTextTable(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [titles, ...rows].map((cells) => cells.map((cell) => cell.replace(CONTROL_CHARACTERS, '\uFFFD')));
  const widths = titles.map((_, column) => Math.max(...lines.map((cells) => countColumns(cells[column] ?? ''))));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - countColumns(cell)))
      .join(GAP)
      .trimEnd(),
  );
}

/** Counts the columns that a text takes on a terminal. */
function countColumns(text: string): number {
  let width = 0;
  for (const character of text) {
    if (WIDE_CHARACTER.test(character)) width += 2;
    else if (!ZERO_WIDTH_CHARACTER.test(character)) width += 1;
  }
  return width;
}

/** Converts milliseconds since the epoch to a time in UTC, to the second: `2026-09-01T08:00:00Z`. */
export function toUtcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
