import type { PrintedLabel } from '../domain/label/printed-label.ts';
import { chooseBestFit } from '../text/best-fit.ts';
import { CONTENT_AREA, LEADING, MIN_TYPE_SIZE, PAIRED_ROWS_EM, SLIGHT, STRONG, TYPE_SCALES } from './label-design.ts';
import { isDispensable, type Layout, layOutAt, measureLayout, type SpaceLimits } from './label-layout.ts';

const NO_EXTRA_ROWS = { maxDispensableRows: 0, omitsUnknownRows: true };
/** The limits to try in turn; the first that fit are then loosened. The fewer rows are shown, the longer is the note on the others. */
const TIGHT_LIMITS: readonly SpaceLimits[] = [
  { ...NO_EXTRA_ROWS, maxIngredientLines: 3, maxNoteLines: 2 },
  { ...NO_EXTRA_ROWS, maxIngredientLines: 3, maxNoteLines: 1 },
];
/** The limits for a label that does not fit even within those. */
const TIGHTEST_LIMITS: SpaceLimits = { ...NO_EXTRA_ROWS, maxIngredientLines: 1, maxNoteLines: 1 };

/** Lays out a label in the largest type in which all of it fits; else in the smallest with less emphasis; else with some rows omitted. */
export function layOut(label: PrintedLabel): Layout {
  const emphasis = [STRONG, SLIGHT].find((candidate) => fitsPage(layOutAt(label, { scale: 1, emphasis: candidate })));
  if (!emphasis) return layOutWithLimits(label);
  return chooseBestFit(
    TYPE_SCALES,
    (scale) => layOutAt(label, { scale, emphasis }),
    (layout) => [fitsPage(layout) ? 0 : 1],
  );
}

function fitsPage(layout: Layout): boolean {
  return measureLayout(layout) <= CONTENT_AREA.height;
}

/** Lays out a label in the minimum type size. Ingredients matter more than dispensable rows, so they get free lines first. */
function layOutWithLimits(label: PrintedLabel): Layout {
  const layOutWithin = (limits: SpaceLimits) => layOutAt(label, { scale: 1, emphasis: SLIGHT, limits });
  const tightLimits = TIGHT_LIMITS.find((limits) => fitsPage(layOutWithin(limits))) ?? TIGHTEST_LIMITS;
  const freeHeight = CONTENT_AREA.height - measureLayout(layOutWithin(tightLimits));
  const freeLineCount = Math.max(0, Math.floor(freeHeight / (MIN_TYPE_SIZE * LEADING)));
  const limits = { ...tightLimits, maxIngredientLines: tightLimits.maxIngredientLines + freeLineCount };
  const keptCount = countFittingRows(label, 0, layOutWithin(limits));
  const layout = layOutWithin({ ...limits, maxDispensableRows: keptCount });
  // The note is shorter now, so there may be space for more rows.
  const maxDispensableRows = countFittingRows(label, keptCount, layout);
  const fullerLayout = layOutWithin({ ...limits, maxDispensableRows });
  return fitsPage(fullerLayout) ? fullerLayout : layout;
}

/** Counts the dispensable rows that fit on the page of `layout`, which has `keptCount`: in the order of the label, the main ones first. */
function countFittingRows({ mainRows }: PrintedLabel, keptCount: number, layout: Layout): number {
  const rowHeight = MIN_TYPE_SIZE * SLIGHT.optionalRows.heightScale;
  const padding = layout.pairedRows.rows.length === 0 ? MIN_TYPE_SIZE * PAIRED_ROWS_EM.padding : 0;
  const freeRowCount = Math.max(0, Math.floor((CONTENT_AREA.height - measureLayout(layout) - padding) / rowHeight));
  const addedMainCount = Math.min(freeRowCount, Math.max(0, mainRows.filter(isDispensable).length - keptCount));
  // Two paired rows take the height of one: see `PAIRED_ROWS_EM`.
  return keptCount + addedMainCount + 2 * (freeRowCount - addedMainCount);
}
