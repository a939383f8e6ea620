import { findGroupStandard } from '../../analysis/content.ts';
import { type CategoryFigure, type Figures, type LevelFigures, readFigures } from '../../analysis/figures.ts';
import { isStrict } from '../../analysis/judgement.ts';
import { enumLists } from '../../enum.ts';
import type { Ratio } from '../../values/ratio.ts';
import type { Cohort } from '../cohorts.ts';
import type { PlanProblem } from '../problem.ts';
import { tuned } from '../search/tuned.ts';
import { toExcessEnergyMeasure } from './energy-shares.ts';

/** The cost of missing a bound by as much as the bound itself: within the tolerance of the standard, and beyond it. */
interface BoundWeight {
  readonly withinTolerance: number;
  readonly beyondTolerance: number;
}

/**
 * The weights of ranges. A range that can be met comes before money. A plan with a nutrient beyond its tolerance does not meet
 * the standard, while few schools serve all categories. So a nutrient beyond its tolerance weighs four times as much as a category.
 */
export const RANGE_WEIGHTS = {
  /**
   * The mean of the week. Demo: all of 80 plans had each nutrient in its range. With the weight of the categories beyond the
   * tolerance, only 64 had.
   */
  week: {
    nutrients: { withinTolerance: tuned(20, [0, 1000]), beyondTolerance: tuned(320, [0, 10_000]) },
    categories: { withinTolerance: tuned(20, [0, 1000]), beyondTolerance: tuned(80, [0, 10_000]) },
  },
  /**
   * All days together; each day has an equal part of these. A day within the tolerance is judged as in range. With 2 as
   * `withinTolerance`, ten plans cost 1 % more, one of them 4.5 %.
   */
  days: { withinTolerance: tuned(0.01, [0, 1000]), beyondTolerance: tuned(8, [0, 10_000]) },
  /**
   * The maximum that one dish costs for exceeding one range of a day or a week: less than a quarter of a repetition, so that an
   * empty slot or a repetition is not better where a dish exceeds two ranges, of the day and of the week.
   */
  dish: tuned(240, [1, 10_000]),
  /**
   * How many times more a nutrient weighs beyond its tolerance over the week, where the standard judges shares of the energy; a
   * share weighs as a maximum. The least foods of WS/T 554-2017 bring the most of its protein for 9 to 11 years, 120 %, even
   * less the tolerance: nutrients come before foods. Library: with 2 for maxima alone, all lunches for 6 to 11 years had too
   * much protein; with 8 for maxima alone, lunches lacked energy.
   */
  energyShares: { minimum: tuned(8, [1, 100]), maximum: tuned(32, [1, 100]) },
  /** The fraction by which the search tightens the judged bounds of the week, since an analysis judges the smallest miss. */
  margin: tuned(0.002, [0, 0.1]),
} as const;

/** A minimum or maximum that a plan may miss: each unit beyond `bound` costs `slope`. */
export interface SoftBound {
  /** Key of a nutrient, name of a food category, or a measure that `toExcessEnergyMeasure` makes. */
  readonly measure: string;
  readonly isMinimum: boolean;
  readonly bound: number;
  readonly slope: number;
  /** Whether an analysis judges what is beyond it as too little or too much. Otherwise the tolerance begins there. */
  readonly isJudged: boolean;
}

/** What a cohort eats on one day or on all days together, for factor 1, with the soft bounds of that. */
export interface Intake {
  readonly cohortIndex: number;
  /** The day, from 0; undefined: all days together. */
  readonly day: number | undefined;
  readonly softBounds: readonly SoftBound[];
}

const knownCategories = new Set(enumLists.foodCategory.map(({ key }) => key));
const DAYS_OF_WEEK = 7;

/** For each cohort, the intakes of its days, and then that of all days together. */
export function findIntakes(problem: PlanProblem, cohorts: readonly Cohort[]): Intake[] {
  const { groups: allGroups } = problem.content;
  const figuresByGroup = new Map(allGroups.map((group) => [group, readFigures(findGroupStandard(group, problem))]));
  const perGroup = 1 / Math.max(1, allGroups.length);
  return cohorts.flatMap(({ groups, shareByDay }, cohortIndex) => {
    const findBounds = (share: number, weights: MeasureWeights, isWeek: boolean) =>
      groups.flatMap((group) => {
        const figures = figuresByGroup.get(group);
        const level = figures?.findLevel(group.level);
        if (!figures || !level || share === 0) return [];
        return listSoftBounds(level, figures, { scale: share / Number(group.factor), weights, isWeek });
      });
    const dayWeight = scaleWeight(RANGE_WEIGHTS.days, perGroup / shareByDay.length);
    const dayWeights = { nutrients: dayWeight, categories: dayWeight };
    const { nutrients, categories } = RANGE_WEIGHTS.week;
    const weekWeights = { nutrients: scaleWeight(nutrients, perGroup), categories: scaleWeight(categories, perGroup) };
    const weekShare = shareByDay.reduce((sum, share) => sum + share, 0);
    return [
      ...shareByDay.map((share, day): Intake => {
        return { cohortIndex, day, softBounds: findBounds(share, dayWeights, false) };
      }),
      { cohortIndex, day: undefined, softBounds: findBounds(weekShare, weekWeights, true) },
    ];
  });
}

type MeasureWeights = Readonly<Record<'nutrients' | 'categories', BoundWeight>>;

function scaleWeight({ withinTolerance, beyondTolerance }: BoundWeight, scale: number): BoundWeight {
  return { withinTolerance: withinTolerance * scale, beyondTolerance: beyondTolerance * scale };
}

/** What turns the figures of a level into soft bounds. */
interface BoundContext {
  /** The factor from a figure of the standard to a bound for the meals of the cohort and factor 1. */
  readonly scale: number;
  readonly weights: MeasureWeights;
  readonly isWeek: boolean;
}

/** The soft bounds of a level: of nutrients and the categories of a day; for the week also of the categories of a week and of shares. */
function listSoftBounds(level: LevelFigures, figures: Figures, { scale, weights, isWeek }: BoundContext): SoftBound[] {
  const tolerance = figures.maxFactor.toNumber() - 1;
  const judgesShares = isWeek && figures.energyShares.size > 0;
  const { minimum, maximum } = judgesShares ? RANGE_WEIGHTS.energyShares : { minimum: 1, maximum: 1 };
  const multiplyWeight = (multiple: number): BoundWeight => {
    return { ...weights.nutrients, beyondTolerance: weights.nutrients.beyondTolerance * multiple };
  };
  const scaledBounds = (weight: BoundWeight, figure: Ratio | undefined, { days = 1, ...sideOfRange }: SideOfRange) =>
    figure ? toSoftBounds({ ...sideOfRange, bound: (figure.toNumber() * scale) / days, tolerance, weight }) : [];
  const categoryBounds =
    (days: number) =>
    ({ name: measure, min, max }: CategoryFigure) =>
      knownCategories.has(measure)
        ? [
            ...scaledBounds(weights.categories, min, { measure, isMinimum: true, days }),
            ...scaledBounds(weights.categories, max, { measure, isMinimum: false, days }),
          ]
        : [];
  return [
    ...[...level.ranges].flatMap(([measure, { min, max }]) => [
      ...scaledBounds(multiplyWeight(minimum), min, { measure, isMinimum: true }),
      ...scaledBounds(multiplyWeight(maximum), max, { measure, isMinimum: false }),
    ]),
    ...figures.day.flatMap(categoryBounds(1)),
    ...(isWeek ? figures.week.flatMap(categoryBounds(DAYS_OF_WEEK)) : []),
    ...(isWeek ? listShareBounds(level, figures, { scale, weights }) : []),
  ];
}

/** The energy of a day where the standard has no figure for it, in kJ. */
const DEFAULT_ENERGY = 8400;

/**
 * The soft bounds of the shares of the energy. A share is no sum, but the energy that a source gives beyond its share is
 * one: fat is at most 30 % where the sum of 37 kJ/g for fat less 0.3 times all energy is at most 0.
 */
function listShareBounds(
  level: LevelFigures,
  figures: Figures,
  { scale, weights }: Pick<BoundContext, 'scale' | 'weights'>,
): SoftBound[] {
  const { min: minEnergy, max: maxEnergy = minEnergy } = level.ranges.get('energy') ?? {};
  const energy = (maxEnergy?.toNumber() ?? DEFAULT_ENERGY) * scale;
  return [...figures.energyShares].flatMap(([source, range]) =>
    (['min', 'max'] as const).flatMap((side): SoftBound[] => {
      const isMinimum = side === 'min';
      const share = (range[side]?.toNumber() ?? 0) * (1 + (isMinimum ? RANGE_WEIGHTS.margin : -RANGE_WEIGHTS.margin));
      const slope = (weights.nutrients.beyondTolerance * RANGE_WEIGHTS.energyShares.maximum) / (share * energy);
      const measure = toExcessEnergyMeasure(source, share);
      return share > 0 ? [{ measure, isMinimum, bound: 0, slope, isJudged: true }] : [];
    }),
  );
}

interface TolerantBound {
  readonly measure: string;
  readonly isMinimum: boolean;
  readonly bound: number;
  /** As a fraction of the bound. */
  readonly tolerance: number;
  readonly weight: BoundWeight;
}

/** The minimum or maximum of a measure, and for how many days its figure is meant. */
type SideOfRange = Pick<TolerantBound, 'measure' | 'isMinimum'> & { readonly days?: number };

/** Makes two soft bounds: one at the bound, and a steeper one where the tolerance ends. A strict maximum has no tolerance, so it has only one. */
function toSoftBounds({ measure, isMinimum, bound, tolerance, weight }: TolerantBound): SoftBound[] {
  const unit = bound > 0 ? bound : 1;
  const first = { measure, isMinimum, bound, slope: weight.withinTolerance / unit, isJudged: false };
  const second = { ...first, slope: (weight.beyondTolerance - weight.withinTolerance) / unit, isJudged: true };
  if (isMinimum) {
    const softBounds = [first, { ...second, bound: bound * (1 - tolerance) }];
    return bound > 0 ? softBounds.filter((softBound) => softBound.bound > 0) : [];
  }
  if (isStrict(measure)) return [{ ...first, slope: weight.beyondTolerance / unit, isJudged: true }];
  return [first, { ...second, bound: bound * (1 + tolerance) }];
}

/** Flattens the slopes of maxima, so that no candidate adds more than `RANGE_WEIGHTS.dish`. `maxAmounts`: by measure, of any candidate. */
export function limitSlopes({ softBounds, ...intake }: Intake, maxAmounts: ReadonlyMap<string, number>): Intake {
  const slopeByMeasure = new Map<string, number>();
  for (const { measure, isMinimum, slope } of softBounds) {
    if (!isMinimum) slopeByMeasure.set(measure, (slopeByMeasure.get(measure) ?? 0) + slope);
  }
  const limitSlope = (softBound: SoftBound): SoftBound => {
    const { measure, isMinimum, slope } = softBound;
    const maxCost = (slopeByMeasure.get(measure) ?? 0) * (maxAmounts.get(measure) ?? 0);
    return isMinimum || maxCost <= RANGE_WEIGHTS.dish
      ? softBound
      : { ...softBound, slope: (slope * RANGE_WEIGHTS.dish) / maxCost };
  };
  return { ...intake, softBounds: softBounds.map(limitSlope) };
}
