import type { FileProblemCode } from './problem.ts';

/** The most rows of data in an upload, in all its files together. */
export const MOST_ROWS = 20_000;
/** The most bytes of an upload when inflated: twice what 20,000 rows of ten columns take. */
const MOST_BYTES = 16 * 1024 * 1024;
/**
 * The most cells of an upload: 20,000 rows of thirty columns. Even an empty cell takes time, and others take memory.
 */
export const MOST_CELLS = 600_000;
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

/** How much the files of one request may still hold. Each file reduces it for the next one. */
export interface UploadAllowance {
  /** Inflated bytes, whatever the file states. */
  bytes: number;
  cells: number;
}

/** The allowance for the files of one request. */
export function fullAllowance(): UploadAllowance {
  return { bytes: MOST_BYTES, cells: MOST_CELLS };
}

/** Letter of a column by its index: 0 → A, 26 → AA. */
export function toLetter(column: number): string {
  const rest = Math.floor(column / LETTERS) - 1;
  return (rest < 0 ? '' : toLetter(rest)) + String.fromCharCode(A + (column % LETTERS));
}
