import type { Group } from '../analysis/content.ts';
import { toBounds, toTolerance } from '../analysis/judgement.ts';
import type { GroupAnalysis } from '../analysis/shape.ts';
import { formatFigure, type RawJson } from '../values/output.ts';

/** A group of the menu with its analysis, of which the figures of the sheet are made. */
export interface AnalysedGroup {
  readonly group: Group;
  /** By it the sheet refers to the group; empty if the group is the only one. */
  readonly letter: string;
  readonly analysis: GroupAnalysis;
  /** The deviation that the group's standard tolerates, such as `0.1`. */
  readonly tolerance: string;
}

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

/** A column of a table of amounts: a nutrient, a food category or a figure of the evaluation. */
export interface AmountColumn {
  readonly name: string;
  /** With the period where a table has two: `g/日`, `g 合计`. */
  readonly unit: string;
  /** The amount of each group; undefined if nothing is known of it, or if the group gets nothing. */
  readonly amounts: readonly (SheetAmount | undefined)[];
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
