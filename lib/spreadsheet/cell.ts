import type { FileProblemCode } from './problem.ts';

/** Most rows of data in an upload, of all its files together. */
export const MOST_ROWS = 20_000;
/** Twice as much as 20,000 rows of ten columns take. */
const MOST_BYTES = 16 * 1024 * 1024;
/** 20,000 rows of thirty columns. An empty one takes time, another memory. */
export const MOST_CELLS = 600_000;
const LETTERS = 26;
const A = 65;

/** One cell: its text, or what keeps it from being taken. */
export interface Cell {
  /** Index of the column, from 0. */
  readonly column: number;
  readonly text: string;
  readonly problem?: FileProblemCode;
}

/** The cells that hold something, by row as a spreadsheet numbers it. */
export type CellRow = readonly [row: number, cells: readonly Cell[]];

/** What files may hold that are read together: what one takes up is not there for the next. */
export interface Allowance {
  /** Really inflated. */
  bytes: number;
  cells: number;
}

/** As much as the files of one request may hold. */
export function fullAllowance(): Allowance {
  return { bytes: MOST_BYTES, cells: MOST_CELLS };
}

/** Letter of a column by its index: 0 → A, 26 → AA. */
export function toLetter(column: number): string {
  const rest = Math.floor(column / LETTERS) - 1;
  return (rest < 0 ? '' : toLetter(rest)) + String.fromCharCode(A + (column % LETTERS));
}
