import type { FileProblemCode } from './problem.ts';

/** The most rows of data in an upload, in all its files together. */
export const MAX_ROWS = 20_000;
/** The most rows of an upload, those without data included, in all its worksheets and files. */
export const MAX_ROWS_WITH_EMPTY = 60_000;
/** The most bytes of an upload when inflated: twice what 20,000 rows of ten columns take. */
const MAX_BYTES = 16 * 1024 * 1024;
/**
 * The most cells of an upload: 20,000 rows of thirty columns. Even an empty cell takes time, and others take memory.
 */
export const MAX_CELLS = 600_000;
/**
 * The most cells of an upload that cannot be read. Ten columns of dates that nobody reads are no reason to refuse a
 * list; huge numbers of them are.
 */
const MAX_PROBLEMS = 200_000;
const LETTERS = 26;
const A = 65;

/** One cell: its text, or why it cannot be read. */
export interface Cell {
  /** Index of the column, from 0. */
  readonly column: number;
  readonly text: string;
  readonly problem?: FileProblemCode;
}

/** The cells of a row that are not empty, and the row's number in the spreadsheet. */
export type CellRow = readonly [row: number, cells: readonly Cell[]];

/** What the files of one request may still hold. Each file reduces it for the next one. */
export interface UploadBudget {
  /** Inflated bytes, whatever the file states. Each cell that refers to a shared text also costs its characters. */
  bytes: number;
  cells: number;
  /** Rows, empty ones included. */
  rows: number;
  /** Cells that cannot be read. */
  problems: number;
}

/** The budget for the files of one request. */
export function fullBudget(): UploadBudget {
  return { bytes: MAX_BYTES, cells: MAX_CELLS, rows: MAX_ROWS_WITH_EMPTY, problems: MAX_PROBLEMS };
}

/** Letter of a column by its index: 0 → A, 26 → AA. */
export function toLetter(column: number): string {
  const rest = Math.floor(column / LETTERS) - 1;
  return (rest < 0 ? '' : toLetter(rest)) + String.fromCharCode(A + (column % LETTERS));
}
