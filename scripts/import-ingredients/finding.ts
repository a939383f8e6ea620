/**
 * `file`, `column` and `row` could not be used, nor a `cell`; a `suspect` row is used without the cells that may be
 * another column's; `joined` are two halves of a food; a `duplicate` says nothing new; a `warning` is doubtful.
 */
export type FindingKind = 'file' | 'column' | 'row' | 'suspect' | 'cell' | 'joined' | 'duplicate' | 'warning';

/** One thing to be told about the tables. */
export interface Finding {
  readonly kind: FindingKind;
  /** The file's name, without its folder. */
  readonly file: string;
  /** As a spreadsheet numbers it, from 1; in a JSON file the number of the object. */
  readonly row?: number | undefined;
  /** Code of the food. */
  readonly food?: string | undefined;
  /** As the file has it. */
  readonly column?: string | undefined;
  /** What the cell holds. */
  readonly value?: string | undefined;
  readonly problem: string;
  /** What was done about it. */
  readonly done: string;
}
