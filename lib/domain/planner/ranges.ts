import { isMost } from '../analysis/categories.ts';
import { type Figures, type LevelFigures, readFigures } from '../analysis/figures.ts';
import { isStrict } from '../analysis/judgement.ts';
import { type Ratio, toNumber } from '../analysis/ratio.ts';
import { enumLists } from '../enum.ts';
import type { Eaters } from './eaters.ts';
import type { PlanProblem } from './problem.ts';
import { BEYOND_TOLERANCE, WEIGHTS } from './weights.ts';

/** One side of a range: whatever is beyond `bound` costs `slope` for each unit. */
export interface Side {
  /** Key of a nutrient, or name of a food category. */
  readonly measure: string;
  readonly isLeast: boolean;
  readonly bound: number;
  readonly slope: number;
}

/** What the sums of a day, or of all days, are to be, for eaters with factor 1. */
export interface Span {
  readonly eaters: number;
  /** From 0; undefined: all days together. */
  readonly day: number | undefined;
  readonly sides: readonly Side[];
}

const known = new Set(enumLists.foodCategory.map(({ key }) => key));
const DAYS_OF_WEEK = 7;

/** What each day and all days together are to be, of all eaters. */
export function findSpans(problem: PlanProblem, eaters: readonly Eaters[]): Span[] {
  const figures = readFigures(problem.standard);
  const weight = 1 / Math.max(1, problem.content.groups.length);
  return eaters.flatMap(({ groups, shares }, index) => {
    const all = shares.reduce((sum, share) => sum + share, 0);
    const sidesFor = (share: number, worth: number, isWeek: boolean) =>
      groups.flatMap(({ level, factor }) => {
        const found = figures.ofLevel(level);
        if (!found || share === 0) return [];
        const scale = share / Number(factor);
        return sidesOf(found, figures, scale, worth * weight, isWeek);
      });
    return [
      ...shares.map((share, day): Span => {
        return { eaters: index, day, sides: sidesFor(share, WEIGHTS.days / shares.length, false) };
      }),
      { eaters: index, day: undefined, sides: sidesFor(all, WEIGHTS.week, true) },
    ];
  });
}

function sidesOf(level: LevelFigures, figures: Figures, scale: number, worth: number, isWeek: boolean): Side[] {
  const overflow = toNumber(figures.tolerated) - 1;
  const sides = (measure: string, figure: Ratio | undefined, isLeast: boolean, part = 1) =>
    figure ? toSides({ measure, isLeast, bound: toNumber(figure) * scale * part, overflow, worth }) : [];
  const category =
    (part: number) =>
    ([name, figure]: readonly [string, Ratio]) =>
      known.has(name) ? sides(name, figure, !isMost(name), part) : [];
  return [
    ...[...level.ranges].flatMap(([key, { min, max }]) => [...sides(key, min, true), ...sides(key, max, false)]),
    ...figures.day.flatMap(category(1)),
    ...(isWeek ? figures.week.flatMap(category(1 / DAYS_OF_WEEK)) : []),
  ];
}

interface Bounded {
  readonly measure: string;
  readonly isLeast: boolean;
  readonly bound: number;
  readonly overflow: number;
  readonly worth: number;
}

/** A side with its tolerance: two slopes, of which the second begins where the tolerance ends. */
function toSides({ measure, isLeast, bound, overflow, worth }: Bounded): Side[] {
  const slope = worth / (bound > 0 ? bound : 1);
  if (isLeast) {
    const least = { measure, isLeast, bound, slope };
    const far = { ...least, bound: bound * (1 - overflow), slope: slope * (BEYOND_TOLERANCE - 1) };
    return bound > 0 ? [least, far].filter((side) => side.bound > 0) : [];
  }
  const most = { measure, isLeast, bound, slope };
  if (isStrict(measure)) return [{ ...most, slope: slope * BEYOND_TOLERANCE }];
  return [most, { ...most, bound: bound * (1 + overflow), slope: slope * (BEYOND_TOLERANCE - 1) }];
}
