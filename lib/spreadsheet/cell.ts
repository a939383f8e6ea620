import type { FileProblemCode } from './problem.ts';

/** The maximum rows of data in an upload, in all its files together. */
export const MAX_ROWS = 20_000;
/** The maximum rows of an upload, those without data included, in all its worksheets and files. */
export const MAX_ROWS_WITH_EMPTY = 60_000;
/** The maximum bytes of an upload when inflated: twice what 20,000 rows of ten columns take. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The maximum cells of an upload: 20,000 rows of thirty columns. Even an empty cell takes time, and others take memory. */
export const MAX_CELLS = 600_000;
/** The maximum unreadable cells of an upload. Ten columns of dates that nobody needs are no reason to refuse a list. */
const MAX_PROBLEMS = 200_000;
const LETTERS = 26;
const A = 65;

/** A cell with its text, or with the problem that makes it unreadable. */
export interface Cell {
  /** Index of the column, from 0. */
  readonly column: number;
  readonly text: string;
  readonly problem?: FileProblemCode;
}

/** The cells of a row that are not empty, and the row's number in the spreadsheet. */
export type CellRow = readonly [row: number, cells: readonly Cell[]];

/** The amounts that the files of one request may still contain. Each file reduces them for the next one. */
export interface UploadBudget {
  /** Inflated bytes, as counted and not as the file states. A cell that refers to a shared text also costs its characters. */
  bytes: number;
  cells: number;
  /** Rows, empty ones included. */
  rows: number;
  /** Cells that cannot be read. */
  problems: number;
}

/** Makes the budget for the files of one request. */
export function fullBudget(): UploadBudget {
  return { bytes: MAX_BYTES, cells: MAX_CELLS, rows: MAX_ROWS_WITH_EMPTY, problems: MAX_PROBLEMS };
}

/** Converts the index of a column to its letters: 0 → A, 26 → AA. */
export function toColumnLetters(column: number): string {
  const prefix = Math.floor(column / LETTERS) - 1;
  return (prefix < 0 ? '' : toColumnLetters(prefix)) + String.fromCharCode(A + (column % LETTERS));
}
