import { ratio } from '../values/ratio.ts';

/** How much of something one group gets, as it is printed. */
export interface SheetAmount {
  readonly value: string;
  /** The same amount in another form: energy in kcal, sodium as salt. */
  readonly also?: string;
  /** The standard's bounds for the eaten meals. */
  readonly min?: string;
  readonly max?: string;
  /** 不足, 适量, 过量, 数据不足, or that it is more than the tolerable upper level. */
  readonly judgement?: string;
}

/** What the menu gives of several things, by group. */
export interface SheetFigures {
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  /** By group, in the order of the columns; absent where nothing is known, or the group gets nothing. */
  readonly groups: readonly (readonly (SheetAmount | undefined)[])[];
}

/**
 * A figure for people: without decimals from 100 on, with one from 10 on, otherwise with two. Zeros at the end are
 * dropped.
 */
export function printFigure(text: string): string {
  const figure = ratio(text);
  return ratio(figure.toFixed(figure.isBelow(10) ? 2 : figure.isBelow(100) ? 1 : 0)).toText();
}
