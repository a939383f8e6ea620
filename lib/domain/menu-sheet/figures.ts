import { toBounds, toTolerance } from '../analysis/judgement.ts';
import { formatFigure, type RawJson } from '../values/output.ts';

/** The printed amount of a nutrient or food category that one group gets. */
export interface SheetAmount {
  readonly value: string;
  /** The same amount in another form: energy in kcal, sodium as salt. */
  readonly equivalent?: string;
  /** The standard's bounds for the eaten meals, with the deviation that it tolerates. */
  readonly min?: string;
  readonly max?: string;
  /** 不足, 适量, 过量 or 数据不足; also an excess of the tolerable upper level. */
  readonly judgement?: string;
}

/** A table of amounts: a column for each nutrient or food category, a row for each group. */
export interface AmountTable {
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  /** The amounts of each group, by column; undefined if nothing is known, or if the group gets nothing. */
  readonly rows: readonly (readonly (SheetAmount | undefined)[])[];
}

/** Widens a standard's bounds by the tolerated deviation, but not the maximum of what is strictly limited, such as salt. */
export function toToleratedRange(
  keyOrCategory: string,
  { min, max }: { readonly min?: RawJson | undefined; readonly max?: RawJson | undefined },
  tolerance: string,
): Pick<SheetAmount, 'min' | 'max'> {
  const bounds = toBounds(keyOrCategory, { min: min?.rawJSON, max: max?.rawJSON }, toTolerance(tolerance));
  return {
    ...(bounds.min ? { min: formatFigure(bounds.min.toText()) } : {}),
    ...(bounds.max ? { max: formatFigure(bounds.max.toText()) } : {}),
  };
}
