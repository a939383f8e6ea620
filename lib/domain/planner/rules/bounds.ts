import { isMaximum } from '../../analysis/categories.ts';
import { standardOf } from '../../analysis/content.ts';
import { type Figures, type LevelFigures, readFigures } from '../../analysis/figures.ts';
import { isStrict } from '../../analysis/judgement.ts';
import { enumLists } from '../../enum.ts';
import type { Ratio } from '../../values/ratio.ts';
import type { Eaters } from '../eaters.ts';
import type { PlanProblem } from '../problem.ts';

/** What it costs to be outside a range by the whole of a bound: within the tolerance, and beyond it. */
interface Weight {
  readonly within: number;
  readonly beyond: number;
}

/**
 * What ranges weigh. A range comes before money where it can be met. With a nutrient beyond its tolerance the standard is not met,
 * while few schools serve all categories: so a nutrient counts four times a category there. Of 80 plans of the second demo school
 * each nutrient was in its range in all; with four times what is within, as categories have it, in 64.
 */
export const RANGE_WEIGHTS = {
  /** The mean of the week. */
  week: { nutrients: { within: 20, beyond: 320 }, categories: { within: 20, beyond: 80 } },
  /**
   * Each day, all days together. A day within the tolerance is judged as in range: with a quarter of `beyond` for it ten
   * plans cost 1 % more, one of them 4.5 %.
   */
  days: { within: 0.01, beyond: 8 },
  /** The most that one dish adds to one range that has too much: a fiftieth of an empty slot, so that none stays empty for it. */
  dish: 200,
  /** The week is kept by so much within what is judged as in range, in parts of it: hardly too little is too little. */
  margin: 0.002,
} as const;

/** One side of a range: whatever is beyond `bound` costs `slope` for each unit. */
export interface Side {
  /** Key of a nutrient, or name of a food category. */
  readonly measure: string;
  readonly isLeast: boolean;
  readonly bound: number;
  readonly slope: number;
  /** Number of the group whose range it is. */
  readonly group: number;
  /** Whether an analysis finds what is beyond it too little or too much: others bound what is tolerated. */
  readonly isJudged: boolean;
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
  const figuresOf = new Map(problem.content.groups.map((one) => [one, readFigures(standardOf(one, problem))]));
  const part = 1 / Math.max(1, problem.content.groups.length);
  return eaters.flatMap(({ groups, shares }, index) => {
    const all = shares.reduce((sum, share) => sum + share, 0);
    const sidesFor = (share: number, weights: Weights, isWeek: boolean) =>
      groups.flatMap((one) => {
        const figures = figuresOf.get(one);
        const found = figures?.ofLevel(one.level);
        if (!figures || !found || share === 0) return [];
        const [scale, group] = [share / Number(one.factor), problem.content.groups.indexOf(one)];
        return sidesOf(found, figures, { scale, group, weights, isWeek });
      });
    const ofADay = times(RANGE_WEIGHTS.days, part / shares.length);
    const ofDays = { nutrients: ofADay, categories: ofADay };
    const { nutrients, categories } = RANGE_WEIGHTS.week;
    const ofWeek = { nutrients: times(nutrients, part), categories: times(categories, part) };
    return [
      ...shares.map((share, day): Span => ({ eaters: index, day, sides: sidesFor(share, ofDays, false) })),
      { eaters: index, day: undefined, sides: sidesFor(all, ofWeek, true) },
    ];
  });
}

type Weights = Readonly<Record<'nutrients' | 'categories', Weight>>;

function times({ within, beyond }: Weight, part: number): Weight {
  return { within: within * part, beyond: beyond * part };
}

/** For what the figures of a level are read. */
interface Reading {
  readonly scale: number;
  readonly group: number;
  readonly weights: Weights;
  readonly isWeek: boolean;
}

function sidesOf(level: LevelFigures, figures: Figures, { scale, group, weights, isWeek }: Reading): Side[] {
  const overflow = figures.tolerated.toNumber() - 1;
  const sides = (weight: Weight, figure: Ratio | undefined, { days = 1, ...side }: Limited) =>
    figure ? toSides({ ...side, bound: (figure.toNumber() * scale) / days, overflow, weight, group }) : [];
  const category =
    (days: number) =>
    ([name, figure]: readonly [string, Ratio]) =>
      known.has(name) ? sides(weights.categories, figure, { measure: name, isLeast: !isMaximum(name), days }) : [];
  return [
    ...[...level.ranges].flatMap(([measure, { min, max }]) => [
      ...sides(weights.nutrients, min, { measure, isLeast: true }),
      ...sides(weights.nutrients, max, { measure, isLeast: false }),
    ]),
    ...figures.day.flatMap(category(1)),
    ...(isWeek ? figures.week.flatMap(category(DAYS_OF_WEEK)) : []),
  ];
}

interface Bounded {
  readonly measure: string;
  readonly isLeast: boolean;
  readonly bound: number;
  readonly overflow: number;
  readonly weight: Weight;
  readonly group: number;
}

/** What a figure limits, and for how many days it is. */
type Limited = Pick<Bounded, 'measure' | 'isLeast'> & { readonly days?: number };

/** A side with its tolerance: two slopes, of which the second begins where the tolerance ends. */
function toSides({ measure, isLeast, bound, overflow, weight, group }: Bounded): Side[] {
  const whole = bound > 0 ? bound : 1;
  const near = { measure, isLeast, bound, slope: weight.within / whole, group, isJudged: false };
  const far = { slope: (weight.beyond - weight.within) / whole, isJudged: true };
  if (isLeast) {
    const sides = [near, { ...near, ...far, bound: bound * (1 - overflow) }];
    return bound > 0 ? sides.filter((side) => side.bound > 0) : [];
  }
  if (isStrict(measure)) return [{ ...near, slope: weight.beyond / whole, isJudged: true }];
  return [near, { ...near, ...far, bound: bound * (1 + overflow) }];
}

/** No course breaks a range by so much that a slot would stay empty for it, however low the most of the range is. */
export function limitHarm({ sides, ...span }: Span, largest: ReadonlyMap<string, number>): Span {
  const mosts = Map.groupBy(
    sides.filter(({ isLeast }) => !isLeast),
    ({ measure }) => measure,
  );
  const limited = (one: Side): Side => {
    const { measure, isLeast, slope } = one;
    const same = mosts.get(measure)?.length ?? 0;
    const most = RANGE_WEIGHTS.dish / Math.max(1, same * (largest.get(measure) ?? 0));
    return { ...one, slope: isLeast ? slope : Math.min(slope, most) };
  };
  return { ...span, sides: sides.map(limited) };
}
