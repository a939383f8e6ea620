import type { FileProblemCode } from './problem.ts';

/** The maximum rows of data in a worksheet. The files of an upload of values by code have no more together. */
export const MAX_ROWS = 20_000;
/** The maximum rows of an upload, those without data included, in all its worksheets and files. */
export const MAX_ROWS_WITH_EMPTY = 60_000;
/** The maximum bytes of an upload when inflated: twice those of 20,000 rows of ten columns. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;
/** The maximum cells of an upload: 20,000 rows of thirty columns. Even an empty cell takes time; a filled one takes memory. */
export const MAX_CELLS = 600_000;
/** The maximum unreadable cells of an upload. Ten columns of dates that nobody needs are no reason to refuse a list. */
const MAX_UNREADABLE = 200_000;
/** The number of the last row in a spreadsheet. */
export const LAST_ROW = 1_048_576;
/** The number of significant digits that spreadsheets show and preserve. Further ones are errors of binary calculation. */
export const EXACT_DIGITS = 15;
const LETTER_COUNT = 26;
const CODE_OF_A = 65;

/** A cell with its text, or an unreadable one with its problem and without text. */
export interface Cell {
  /** Counted from 0: column A has 0. */
  readonly columnIndex: number;
  readonly text: string;
  readonly problem?: FileProblemCode;
}

/** A row as a file has it. */
export interface CellRow {
  /** Counted from 1, as in a spreadsheet. */
  readonly number: number;
  /** The cells that are not empty. */
  readonly cells: readonly Cell[];
}

/** The amounts that the files of one request may still contain. Each file reduces them for the next file. */
export interface UploadBudget {
  /** The inflated bytes, whatever sizes a file states. A cell that refers to a shared string also costs its characters. */
  bytes: number;
  cells: number;
  /** The rows, empty ones included. */
  rows: number;
  unreadableCells: number;
}

export function makeUploadBudget(): UploadBudget {
  return { bytes: MAX_INFLATED_BYTES, cells: MAX_CELLS, rows: MAX_ROWS_WITH_EMPTY, unreadableCells: MAX_UNREADABLE };
}

/** Converts the index of a column to its letters: 0 → A, 26 → AA. */
export function toColumnLetters(columnIndex: number): string {
  const prefix = Math.floor(columnIndex / LETTER_COUNT) - 1;
  return (prefix < 0 ? '' : toColumnLetters(prefix)) + String.fromCharCode(CODE_OF_A + (columnIndex % LETTER_COUNT));
}

/** Returns the index of the column in an address such as `AB12`; undefined if it is not an address. */
export function toColumnIndex(address: string): number | undefined {
  const [letters] = /^[A-Z]{1,4}(?=\d)/.exec(address) ?? [];
  return letters === undefined ? undefined : lettersToIndex(letters);
}

/** Converts the letters of a column to its index; -1 without letters. */
export function lettersToIndex(letters: string): number {
  let columnNumber = 0;
  for (const letter of letters) columnNumber = columnNumber * LETTER_COUNT + letter.charCodeAt(0) - CODE_OF_A + 1;
  return columnNumber - 1;
}
