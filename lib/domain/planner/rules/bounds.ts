import { findGroupStandard } from '../../analysis/content.ts';
import { type CategoryFigure, type Figures, type LevelFigures, readFigures } from '../../analysis/figures.ts';
import { isStrict } from '../../analysis/judgement.ts';
import { enumLists } from '../../enum.ts';
import type { Ratio } from '../../values/ratio.ts';
import type { Eaters } from '../eaters.ts';
import type { PlanProblem } from '../problem.ts';
import { tuned } from '../search/tuned.ts';

/** The cost of missing a bound by as much as the bound itself: within the tolerance of the standard, and beyond it. */
interface Weight {
  readonly within: number;
  readonly beyond: number;
}

/**
 * The weights of ranges. A range that can be met comes before money. A plan with a nutrient beyond its tolerance does not meet
 * the standard, while few schools serve all categories. So a nutrient beyond it weighs four times a category.
 */
export const RANGE_WEIGHTS = {
  /**
   * The mean of the week. Demo, see `parameters.ts`: all of 80 plans had each nutrient in its range. With the weight of the
   * categories beyond the tolerance, only 64 had.
   */
  week: {
    nutrients: { within: tuned(20, [0, 1000]), beyond: tuned(320, [0, 10_000]) },
    categories: { within: tuned(20, [0, 1000]), beyond: tuned(80, [0, 10_000]) },
  },
  /**
   * Single days; each day has its part of these. A day within the tolerance is judged as in range. With 2 as `within`, ten
   * plans cost 1 % more, one of them 4.5 %.
   */
  days: { within: tuned(0.01, [0, 1000]), beyond: tuned(8, [0, 10_000]) },
  /** The most that one dish adds to the cost of exceeding one range: a fiftieth of an empty slot, so that no slot stays empty for it. */
  dish: tuned(200, [1, 10_000]),
  /**
   * How many times more the maxima of nutrients and the parts of the energy weigh over the week, where the standard has these. The least
   * amounts of foods of WS/T 554-2017 alone bring 120 % of its protein for 9 to 11 years: protein comes before them.
   */
  bounded: tuned(2, [1, 100]),
  /** The search moves the judged bounds of the week inwards by this part of them: an analysis judges the smallest miss. */
  margin: tuned(0.002, [0, 0.1]),
} as const;

/** One side of a range: each unit beyond `bound` costs `slope`. */
export interface Side {
  /** Key of a nutrient, name of a food category, or what `energyBeyond` reads. */
  readonly measure: string;
  readonly isMinimum: boolean;
  readonly bound: number;
  readonly slope: number;
  /** The number of the group whose range it is. */
  readonly group: number;
  /** Whether an analysis judges what is beyond it as too little or too much. Otherwise the tolerance begins there. */
  readonly isJudged: boolean;
}

/** The ranges for the sums of one day, or of all days together, of eaters with factor 1. */
export interface Span {
  readonly eatersIndex: number;
  /** The day, from 0; undefined: all days together. */
  readonly day: number | undefined;
  readonly sides: readonly Side[];
}

const knownCategories = new Set(enumLists.foodCategory.map(({ key }) => key));
const DAYS_OF_WEEK = 7;

/** For all eaters, the spans of each day and of all days together. */
export function findSpans(problem: PlanProblem, eaters: readonly Eaters[]): Span[] {
  const figuresOf = new Map(problem.content.groups.map((one) => [one, readFigures(findGroupStandard(one, problem))]));
  const perGroup = 1 / Math.max(1, problem.content.groups.length);
  return eaters.flatMap(({ groups, shares }, index) => {
    const weekShare = shares.reduce((sum, share) => sum + share, 0);
    const sidesFor = (share: number, weights: Weights, isWeek: boolean) =>
      groups.flatMap((one) => {
        const figures = figuresOf.get(one);
        const found = figures?.ofLevel(one.level);
        if (!figures || !found || share === 0) return [];
        const [scale, group] = [share / Number(one.factor), problem.content.groups.indexOf(one)];
        return listSides(found, figures, { scale, group, weights, isWeek });
      });
    const dayWeight = scaleWeight(RANGE_WEIGHTS.days, perGroup / shares.length);
    const dayWeights = { nutrients: dayWeight, categories: dayWeight };
    const { nutrients, categories } = RANGE_WEIGHTS.week;
    const weekWeights = { nutrients: scaleWeight(nutrients, perGroup), categories: scaleWeight(categories, perGroup) };
    return [
      ...shares.map((share, day): Span => ({ eatersIndex: index, day, sides: sidesFor(share, dayWeights, false) })),
      { eatersIndex: index, day: undefined, sides: sidesFor(weekShare, weekWeights, true) },
    ];
  });
}

type Weights = Readonly<Record<'nutrients' | 'categories', Weight>>;

function scaleWeight({ within, beyond }: Weight, scale: number): Weight {
  return { within: within * scale, beyond: beyond * scale };
}

/** What turns the figures of a level into sides. */
interface SideContext {
  /** What a figure is multiplied by to be a bound for these meals and factor 1. */
  readonly scale: number;
  readonly group: number;
  readonly weights: Weights;
  readonly isWeek: boolean;
}

/** The sides of all ranges of a level: of nutrients, of the categories of a day, and for the week of those of a week. */
function listSides(level: LevelFigures, figures: Figures, { scale, group, weights, isWeek }: SideContext): Side[] {
  const tolerance = figures.maxFactor.toNumber() - 1;
  const isBounded = isWeek && figures.energyShares.size > 0;
  const maxWeight = isBounded ? scaleWeight(weights.nutrients, RANGE_WEIGHTS.bounded) : weights.nutrients;
  const scaledSides = (weight: Weight, figure: Ratio | undefined, { days = 1, ...side }: BoundedMeasure) =>
    figure ? toSides({ ...side, bound: (figure.toNumber() * scale) / days, tolerance, weight, group }) : [];
  const categorySides =
    (days: number) =>
    ({ name: measure, min, max }: CategoryFigure) =>
      knownCategories.has(measure)
        ? [
            ...scaledSides(weights.categories, min, { measure, isMinimum: true, days }),
            ...scaledSides(weights.categories, max, { measure, isMinimum: false, days }),
          ]
        : [];
  return [
    ...[...level.ranges].flatMap(([measure, { min, max }]) => [
      ...scaledSides(weights.nutrients, min, { measure, isMinimum: true }),
      ...scaledSides(maxWeight, max, { measure, isMinimum: false }),
    ]),
    ...figures.day.flatMap(categorySides(1)),
    ...(isWeek ? figures.week.flatMap(categorySides(DAYS_OF_WEEK)) : []),
    ...(isWeek ? listShareSides(level, figures, { scale, group, weights }) : []),
  ];
}

/** The energy of a day where the standard has no figure for it, in kJ. */
const USUAL_ENERGY = 8400;

/**
 * Bounds on the parts of the energy. A part is no sum, but the energy that a source gives beyond its part is one: fat is
 * at most 30 % where the sum of 37 kJ/g for fat less 0.3 times all energy is at most 0.
 */
function listShareSides(level: LevelFigures, figures: Figures, context: Omit<SideContext, 'isWeek'>): Side[] {
  const { scale, group, weights } = context;
  const { min: least, max: most = least } = level.ranges.get('energy') ?? {};
  const energy = (most?.toNumber() ?? USUAL_ENERGY) * scale;
  return [...figures.energyShares].flatMap(([source, range]) =>
    (['min', 'max'] as const).flatMap((side): Side[] => {
      const isMinimum = side === 'min';
      const part = (range[side]?.toNumber() ?? 0) * (1 + (isMinimum ? RANGE_WEIGHTS.margin : -RANGE_WEIGHTS.margin));
      const slope = (weights.nutrients.beyond * RANGE_WEIGHTS.bounded) / (part * energy);
      return part > 0 ? [{ measure: `${source} ${part}`, isMinimum, bound: 0, slope, group, isJudged: true }] : [];
    }),
  );
}

interface Bound {
  readonly measure: string;
  readonly isMinimum: boolean;
  readonly bound: number;
  /** In parts of the bound. */
  readonly tolerance: number;
  readonly weight: Weight;
  readonly group: number;
}

/** What a figure bounds, and for how many days it is meant. */
type BoundedMeasure = Pick<Bound, 'measure' | 'isMinimum'> & { readonly days?: number };

/** A bound as two sides: one begins at the bound, and a steeper one where the tolerance ends. A strict maximum has one, without tolerance. */
function toSides({ measure, isMinimum, bound, tolerance, weight, group }: Bound): Side[] {
  const whole = bound > 0 ? bound : 1;
  const near = { measure, isMinimum, bound, slope: weight.within / whole, group, isJudged: false };
  const far = { slope: (weight.beyond - weight.within) / whole, isJudged: true };
  if (isMinimum) {
    const sides = [near, { ...near, ...far, bound: bound * (1 - tolerance) }];
    return bound > 0 ? sides.filter((side) => side.bound > 0) : [];
  }
  if (isStrict(measure)) return [{ ...near, slope: weight.beyond / whole, isJudged: true }];
  return [near, { ...near, ...far, bound: bound * (1 + tolerance) }];
}

/** Flattens the slopes of maxima, so that no course adds more than `RANGE_WEIGHTS.dish`. `largestAmounts` are those of one course, by measure. */
export function limitSlopes({ sides, ...span }: Span, largestAmounts: ReadonlyMap<string, number>): Span {
  const maxima = Map.groupBy(
    sides.filter(({ isMinimum }) => !isMinimum),
    ({ measure }) => measure,
  );
  const limited = (one: Side): Side => {
    const { measure, isMinimum, slope } = one;
    const count = maxima.get(measure)?.length ?? 0;
    const maxSlope = RANGE_WEIGHTS.dish / Math.max(1, count * (largestAmounts.get(measure) ?? 0));
    return { ...one, slope: isMinimum ? slope : Math.min(slope, maxSlope) };
  };
  return { ...span, sides: sides.map(limited) };
}
