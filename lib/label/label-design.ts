import type { TypeSizes } from '../text/best-fit.ts';

/** A6, upright. All lengths and type sizes of a label are in millimetres; what ends in `scale`, `EM` or `Scale` is a multiple. */
export const PAGE = { width: 105, height: 148 };
export const MARGIN = 7;
export const CONTENT_AREA = { width: PAGE.width - 2 * MARGIN, height: PAGE.height - 2 * MARGIN };

/** At this type size the digits of Chinese fonts are 1.8 mm high (0.72 of the size), as GB 7718 demands. */
export const MIN_TYPE_SIZE = 2.5;
/** Height of a line, as a multiple of its type size. */
export const LEADING = 1.3;
/** The type size of a label as a multiple of the minimum size. The title has its own. */
export const TYPE_SCALES = [1.7, 1.65, 1.6, 1.55, 1.5, 1.45, 1.4, 1.35, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1] as const;

/** `unitName` is a multiple of the label's type size; `maxNotes`, the limit of notes, of the minimum size, since people read notes from near. */
export const PART_SCALES = { unitName: 1.1, maxNotes: 1.1 };
/** Type sizes of a title with the maximum number of its lines, the best first. One line of smaller type is better than two. A title that does not fit in the last size is cut off. */
export const TITLE_SIZES: TypeSizes<{ readonly size: number; readonly maxLines: number }> = [
  { size: 10, maxLines: 1 },
  { size: 9, maxLines: 1 },
  { size: 8, maxLines: 1 },
  { size: 6.5, maxLines: 1 },
  { size: 7, maxLines: 2 },
  { size: 6, maxLines: 2 },
  { size: 5, maxLines: 2 },
  { size: 3.8, maxLines: 5 },
];

/** How much larger the title and the rows over the whole width are printed: `SLIGHT` if the label does not fit with `STRONG`. Scales are multiples of the table's type size. */
export type Emphasis = typeof STRONG;
export const STRONG = {
  maxTitleSize: 10,
  mandatoryRows: { typeScale: 1.36, heightScale: 1.95 },
  optionalRows: { typeScale: 1.1, heightScale: 1.55 },
};
export const SLIGHT: Emphasis = {
  maxTitleSize: 6.5,
  mandatoryRows: { typeScale: 1.12, heightScale: 1.5 },
  optionalRows: { typeScale: 1, heightScale: 1.36 },
};

/** Heights in the head of the table, as multiples of its type size. */
export const TABLE_HEAD_EM = { title: 2.2, columnHeadings: 1.75 };
/** Heights of paired rows, as multiples of their type size. With `SLIGHT` an optional row of the table is as high as a paired row, so `label-fit.ts` counts both by one height. */
export const PAIRED_ROWS_EM = { height: SLIGHT.optionalRows.heightScale, padding: 0.5 };
/** The distance between the columns of the table, and between its frame and the text. */
export const COLUMN_GAP = 2;
export const PART_GAP = 1.6;
