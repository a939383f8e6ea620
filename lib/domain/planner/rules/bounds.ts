import { isMaximum } from '../../analysis/categories.ts';
import { standardOf } from '../../analysis/content.ts';
import { type Figures, type LevelFigures, readFigures } from '../../analysis/figures.ts';
import { isStrict } from '../../analysis/judgement.ts';
import { enumLists } from '../../enum.ts';
import type { Ratio } from '../../values/ratio.ts';
import type { Eaters } from '../eaters.ts';
import type { PlanProblem } from '../problem.ts';
import { tuned } from '../search/tuned.ts';

/** What it costs to miss a bound by the whole of it: within the tolerance of the standard, and beyond it. */
interface Weight {
  readonly within: number;
  readonly beyond: number;
}

/**
 * What ranges weigh. A range comes before money where it can be met. With a nutrient beyond its tolerance the standard is not
 * met, while few schools serve all categories: so beyond it a nutrient counts four times a category.
 */
export const RANGE_WEIGHTS = {
  /**
   * The mean of the week. Demo, see `parameters.ts`: of 80 plans each nutrient was in its range in all; with 80 beyond the
   * tolerance, as categories have it, in 64.
   */
  week: {
    nutrients: { within: tuned(20, [0, 1000]), beyond: tuned(320, [0, 10_000]) },
    categories: { within: tuned(20, [0, 1000]), beyond: tuned(80, [0, 10_000]) },
  },
  /**
   * Each day, all days together. A day within the tolerance is judged as in range: with 2 for it ten plans cost 1 % more, one
   * of them 4.5 %.
   */
  days: { within: tuned(0.01, [0, 1000]), beyond: tuned(8, [0, 10_000]) },
  /** The most that one dish adds for one range of which there is too much: a fiftieth of an empty slot, so that no slot stays empty for it. */
  dish: tuned(200, [1, 10_000]),
  /** The search stays inside what is judged as in range in the week by this part of the bound: hardly too little is too little. */
  margin: tuned(0.002, [0, 0.1]),
} as const;

/** One side of a range: each unit beyond `bound` costs `slope`. */
export interface Side {
  /** Key of a nutrient, or name of a food category. */
  readonly measure: string;
  readonly isLeast: boolean;
  readonly bound: number;
  readonly slope: number;
  /** The number of the group whose range it is. */
  readonly group: number;
  /** Whether an analysis judges what is beyond it as too little or too much. Otherwise the tolerance begins there. */
  readonly isJudged: boolean;
}

/** The ranges of the sums of one day, or of all days together, for eaters with factor 1. */
export interface Span {
  readonly eaters: number;
  /** From 0; undefined: all days together. */
  readonly day: number | undefined;
  readonly sides: readonly Side[];
}

const knownCategories = new Set(enumLists.foodCategory.map(({ key }) => key));
const DAYS_OF_WEEK = 7;

/** For all eaters, the spans of each day and of all days together. */
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
        return listSides(found, figures, { scale, group, weights, isWeek });
      });
    const perDay = times(RANGE_WEIGHTS.days, part / shares.length);
    const dayWeights = { nutrients: perDay, categories: perDay };
    const { nutrients, categories } = RANGE_WEIGHTS.week;
    const weekWeights = { nutrients: times(nutrients, part), categories: times(categories, part) };
    return [
      ...shares.map((share, day): Span => ({ eaters: index, day, sides: sidesFor(share, dayWeights, false) })),
      { eaters: index, day: undefined, sides: sidesFor(all, weekWeights, true) },
    ];
  });
}

type Weights = Readonly<Record<'nutrients' | 'categories', Weight>>;

function times({ within, beyond }: Weight, part: number): Weight {
  return { within: within * part, beyond: beyond * part };
}

/** What the figures of a level are read for. */
interface Reading {
  /** What the figures are times for these meals and factor 1. */
  readonly scale: number;
  readonly group: number;
  readonly weights: Weights;
  readonly isWeek: boolean;
}

/** The sides of all ranges of a level: nutrients, and the categories of a day; for the week those of a week, too. */
function listSides(level: LevelFigures, figures: Figures, { scale, group, weights, isWeek }: Reading): Side[] {
  const tolerance = figures.tolerated.toNumber() - 1;
  const sides = (weight: Weight, figure: Ratio | undefined, { days = 1, ...side }: Limited) =>
    figure ? toSides({ ...side, bound: (figure.toNumber() * scale) / days, tolerance, weight, group }) : [];
  const category =
    (days: number) =>
    ([name, figure]: readonly [string, Ratio]) =>
      knownCategories.has(name)
        ? sides(weights.categories, figure, { measure: name, isLeast: !isMaximum(name), days })
        : [];
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
  /** In parts of the bound. */
  readonly tolerance: number;
  readonly weight: Weight;
  readonly group: number;
}

/** What a figure bounds, and for how many days it is meant. */
type Limited = Pick<Bounded, 'measure' | 'isLeast'> & { readonly days?: number };

/** A bound as two sides: the first begins at the bound, the second, which is steeper, where the tolerance ends. */
function toSides({ measure, isLeast, bound, tolerance, weight, group }: Bounded): Side[] {
  const whole = bound > 0 ? bound : 1;
  const near = { measure, isLeast, bound, slope: weight.within / whole, group, isJudged: false };
  const far = { slope: (weight.beyond - weight.within) / whole, isJudged: true };
  if (isLeast) {
    const sides = [near, { ...near, ...far, bound: bound * (1 - tolerance) }];
    return bound > 0 ? sides.filter((side) => side.bound > 0) : [];
  }
  if (isStrict(measure)) return [{ ...near, slope: weight.beyond / whole, isJudged: true }];
  return [near, { ...near, ...far, bound: bound * (1 + tolerance) }];
}

/** Flattens the slopes of maxima, so that no course adds more than `RANGE_WEIGHTS.dish`. `largest` has the greatest amount of each measure. */
export function limitHarm({ sides, ...span }: Span, largest: ReadonlyMap<string, number>): Span {
  const maxima = Map.groupBy(
    sides.filter(({ isLeast }) => !isLeast),
    ({ measure }) => measure,
  );
  const limited = (one: Side): Side => {
    const { measure, isLeast, slope } = one;
    const same = maxima.get(measure)?.length ?? 0;
    const most = RANGE_WEIGHTS.dish / Math.max(1, same * (largest.get(measure) ?? 0));
    return { ...one, slope: isLeast ? slope : Math.min(slope, most) };
  };
  return { ...span, sides: sides.map(limited) };
}
