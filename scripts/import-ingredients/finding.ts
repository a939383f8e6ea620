/**
 * A `file`, `column`, `row` or `cell` could not be used. A `suspect` row is used without the cells that may belong to
 * another column. `joined` are two halves of a food; a `duplicate` adds nothing; a `warning` is doubtful.
 */
export type FindingKind = 'file' | 'column' | 'row' | 'suspect' | 'cell' | 'joined' | 'duplicate' | 'warning';

/** One finding about the tables. */
export interface Finding {
  readonly kind: FindingKind;
  /** The file's name, without its folder. */
  readonly file: string;
  /** Counted from 1 as in a spreadsheet; in a JSON file the number of the object. */
  readonly row?: number | undefined;
  /** The food's code. */
  readonly food?: string | undefined;
  /** The column's name in the file. */
  readonly column?: string | undefined;
  /** The content of the cell. */
  readonly value?: string | undefined;
  readonly problem: string;
  /** What was done about it. */
  readonly done: string;
}
