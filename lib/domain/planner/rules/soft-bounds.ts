import { isKnownCategory } from '../../analysis/categories.ts';
import { findGroupStandard } from '../../analysis/content.ts';
import { type CategoryFigure, type Figures, type LevelFigures, readFigures } from '../../analysis/figures.ts';
import { strictKeys } from '../../analysis/judgement.ts';
import { KJ_PER_GRAM } from '../../nutrient/nutrient.ts';
import { type EnergySource, energySources } from '../../standard.ts';
import { DAYS_OF_WEEK } from '../../values/calendar.ts';
import type { Cohort } from '../cohorts.ts';
import type { PlanProblem } from '../problem.ts';
import { tuned } from '../search/tuned.ts';

/** The penalty for missing a bound by as much as the bound itself: within the tolerance of the standard, and beyond it. */
interface BoundWeight {
  readonly withinTolerance: number;
  readonly beyondTolerance: number;
}

/**
 * The weights of ranges, see `tuned.ts`. A range that can be met comes before money. A plan with a nutrient beyond its tolerance does not
 * meet the standard, but few schools serve all categories. So a nutrient beyond its tolerance weighs four times as much as a category.
 */
export const RANGE_WEIGHTS = {
  /** The mean of the week. Demo: all of 80 plans had each nutrient in its range; with 80 in place of 320 only 64 had. */
  week: {
    nutrients: { withinTolerance: tuned(20, [0, 1000]), beyondTolerance: tuned(320, [0, 10_000]) },
    categories: { withinTolerance: tuned(20, [0, 1000]), beyondTolerance: tuned(80, [0, 10_000]) },
  },
  /**
   * The weights of all days together: each day that is served has an equal part of them. A day within the tolerance is judged as in range. With 2 as
   * `withinTolerance`, ten plans cost 1 % more, one of them 4.5 %.
   */
  days: { withinTolerance: tuned(0.01, [0, 1000]), beyondTolerance: tuned(8, [0, 10_000]) },
  /**
   * The factors of the week's weights where the standard judges shares of the energy. `withinTolerance` multiplies the weight of
   * that name. `min` and `max` multiply `beyondTolerance`, where a minimum or a maximum is missed. A share weighs as much as the
   * maximum of a nutrient. Such a standard (WS/T 554-2017) leaves little room: the foods of its minima for 9 to 11 years bring 9/10 of the
   * maximum of protein (120 %). So nutrients come before foods. Library: with 2 for `max` alone, all lunches for 6 to 11 years
   * had too much protein; with 8, lunches lacked energy. Of 25 weeks for 3 to 17 years none had too much of a category or of
   * protein; with 32 for categories, one had. With 1 as `withinTolerance` of nutrients, 12 bench weeks had 225 different
   * dishes, not 246, and no more in range.
   */
  energyShareFactors: {
    nutrients: { withinTolerance: tuned(0.05, [0, 1]), min: tuned(8, [1, 100]), max: tuned(32, [1, 100]) },
    categories: { withinTolerance: 1, min: 1, max: tuned(100, [1, 1000]) },
  },
} as const;
const NEUTRAL_FACTORS = { withinTolerance: 1, min: 1, max: 1 };
/** The factors on a day, and where the standard judges no shares of the energy: they change nothing. */
const FACTORS_WITHOUT_SHARES = { nutrients: NEUTRAL_FACTORS, categories: NEUTRAL_FACTORS };

/**
 * The maximum penalty of a dish for exceeding one range of a day or of the week. A repetition has 8000, an empty slot 20,000. A dish
 * that exceeds two ranges, each on the day and in the week, has at most 4 × 1920 = 7680, so it is still better than those.
 * Library, 15 weeks of lunches: with 240 seven had too much protein or meat, with 480 five.
 */
const MAX_EXCESS_PENALTY_OF_DISH = tuned(1920, [1, 10_000]);

/** The fraction by which the search tightens the judged bounds of the week, because an analysis judges the smallest miss. */
export const JUDGED_BOUND_MARGIN = tuned(0.002, [0, 0.1]);

/** A minimum or maximum that a plan may miss: the penalty is `slope` for each gram, kJ or other unit of the measure beyond `bound`. */
export interface SoftBound {
  /** Key of a nutrient, name of a food category, or a measure that `toExcessEnergyMeasure` makes. */
  readonly measure: string;
  readonly isMinimum: boolean;
  readonly bound: number;
  readonly slope: number;
  /** Whether an analysis judges amounts beyond the bound as too little or too much. If not, the tolerance begins there. */
  readonly isJudged: boolean;
}

/** The food of a numbered cohort on one day or on all days, for factor 1, with the soft bounds of its amounts. */
export interface Intake {
  readonly cohort: number;
  /** Undefined: all days together. */
  readonly dayIndex: number | undefined;
  readonly softBounds: readonly SoftBound[];
}

/** Lists for each cohort the intakes of its days, and then the one of all days together. */
export function listIntakes(problem: PlanProblem, cohorts: readonly Cohort[]): Intake[] {
  const { groups: allGroups } = problem.content;
  const figuresByGroup = new Map(allGroups.map((group) => [group, readFigures(findGroupStandard(group, problem))]));
  const groupFraction = 1 / Math.max(1, allGroups.length);
  return cohorts.flatMap(({ groups, mealShareByDay, servedDayCount }, cohort) => {
    const listBoundsOfGroups = (mealShare: number, isWeek: boolean) =>
      groups.flatMap((group) => {
        const figures = figuresByGroup.get(group);
        const level = figures?.findLevel(group.level);
        if (!figures || !level || mealShare === 0) return [];
        const weightFraction = isWeek ? groupFraction : groupFraction / servedDayCount;
        const boundPerFigure = mealShare / Number(group.factor);
        return listSoftBounds(level, figures, { boundPerFigure, weightFraction, isWeek });
      });
    const weekShare = mealShareByDay.reduce((sum, mealShare) => sum + mealShare.toNumber(), 0);
    return [
      ...mealShareByDay.map((mealShare, dayIndex): Intake => {
        return { cohort, dayIndex, softBounds: listBoundsOfGroups(mealShare.toNumber(), false) };
      }),
      { cohort, dayIndex: undefined, softBounds: listBoundsOfGroups(weekShare, true) },
    ];
  });
}

type MeasureKind = 'nutrients' | 'categories';

/** A range of the standard for so many days, by default one. */
type JudgedRange = Pick<CategoryFigure, 'min' | 'max'> & { readonly days?: number };

/** Everything that turns the figures of a level into soft bounds. */
interface BoundContext {
  /** A figure of a whole day times this is a bound for the meals of the cohort, for factor 1. */
  readonly boundPerFigure: number;
  /** The part of the weights that counts for these bounds: all groups together have the whole weight, and so have all days. */
  readonly weightFraction: number;
  readonly isWeek: boolean;
}

/** Lists the bounds of nutrients and of the categories of a day. The week has also those of the categories of a week and of shares. */
function listSoftBounds(level: LevelFigures, figures: Figures, context: BoundContext): SoftBound[] {
  const { boundPerFigure, weightFraction, isWeek } = context;
  const { days: dayWeights, week: weekWeights, energyShareFactors } = RANGE_WEIGHTS;
  const tolerance = figures.maxFactor.toNumber() - 1;
  const judgesShares = isWeek && figures.shareRanges.size > 0;
  const factors = judgesShares ? energyShareFactors : FACTORS_WITHOUT_SHARES;
  const listBounds = (kind: MeasureKind, measure: string, { days = 1, ...range }: JudgedRange) =>
    (['min', 'max'] as const).flatMap((side) => {
      const figure = range[side];
      if (!figure) return [];
      const { withinTolerance, beyondTolerance } = isWeek ? weekWeights[kind] : dayWeights;
      const weight = {
        withinTolerance: withinTolerance * weightFraction * factors[kind].withinTolerance,
        beyondTolerance: beyondTolerance * weightFraction * factors[kind][side],
      };
      const bound = (figure.toNumber() * boundPerFigure) / days;
      return toSoftBounds({ measure, isMinimum: side === 'min', bound, tolerance, weight });
    });
  const listCategoryBounds = (categoryFigures: readonly CategoryFigure[], days: number) =>
    categoryFigures
      .filter(({ name }) => isKnownCategory(name))
      .flatMap((figure) => listBounds('categories', figure.name, { ...figure, days }));
  return [
    ...[...level.rangeByNutrient].flatMap(([key, range]) => listBounds('nutrients', key, range)),
    ...listCategoryBounds(figures.dayCategories, 1),
    ...(isWeek ? listCategoryBounds(figures.weekCategories, DAYS_OF_WEEK) : []),
    ...(isWeek ? listEnergyShareBounds(level, figures, context) : []),
  ];
}

/** The energy of a day where the standard has no figure for it. */
const DEFAULT_ENERGY_KJ = 8400;

/**
 * Lists the soft bounds of the shares of the energy. A share is no sum, but the energy that a source gives beyond its share is one:
 * fat is at most 30 % where the sum of 37 kJ/g for fat, less 0.3 times all energy, is at most 0.
 */
function listEnergyShareBounds(level: LevelFigures, figures: Figures, context: BoundContext): SoftBound[] {
  const { week, energyShareFactors } = RANGE_WEIGHTS;
  const weight = week.nutrients.beyondTolerance * context.weightFraction * energyShareFactors.nutrients.max;
  const { min: minEnergy, max: maxEnergy = minEnergy } = level.rangeByNutrient.get('energy') ?? {};
  const energyKj = (maxEnergy?.toNumber() ?? DEFAULT_ENERGY_KJ) * context.boundPerFigure;
  return [...figures.shareRanges].flatMap(([source, range]) =>
    (['min', 'max'] as const).flatMap((side): SoftBound[] => {
      const isMinimum = side === 'min';
      // The bound is 0 and has no fraction, so the margin tightens the share.
      const share = (range[side]?.toNumber() ?? 0) * (1 + (isMinimum ? JUDGED_BOUND_MARGIN : -JUDGED_BOUND_MARGIN));
      const measure = toExcessEnergyMeasure(source, share);
      return share > 0 ? [{ measure, isMinimum, bound: 0, slope: weight / (share * energyKj), isJudged: true }] : [];
    }),
  );
}

/** Names the measure of the energy that a source gives beyond its share of all energy, see `listEnergyShareBounds`. */
const toExcessEnergyMeasure = (source: EnergySource, share: number) => `${source} ${share}`;

/** Finds the kJ of a source beyond its share, from grams of nutrients; undefined if `toExcessEnergyMeasure` did not make the measure. */
export function findExcessEnergy(measure: string, findGrams: (key: EnergySource | 'fibre') => number) {
  const [name, share] = measure.split(' ');
  const source = energySources.find((energySource) => energySource === name);
  if (source === undefined || share === undefined) return undefined;
  const fibre = findGrams('fibre');
  const kilojoules = {
    protein: KJ_PER_GRAM.protein * findGrams('protein'),
    fat: KJ_PER_GRAM.fat * findGrams('fat'),
    carbohydrate: KJ_PER_GRAM.carbohydrate * Math.max(0, findGrams('carbohydrate') - fibre) + KJ_PER_GRAM.fibre * fibre,
  };
  return kilojoules[source] - Number(share) * (kilojoules.protein + kilojoules.fat + kilojoules.carbohydrate);
}

/** A bound of the standard for the eaten meals. */
interface StandardBound extends Pick<SoftBound, 'measure' | 'isMinimum' | 'bound'> {
  /** As a fraction of the bound. */
  readonly tolerance: number;
  readonly weight: BoundWeight;
}

/**
 * Makes two soft bounds: one at the bound, and one where the tolerance ends. Beyond that both are missed, and their slopes add up to
 * that of `beyondTolerance`. A strict maximum has no tolerance, so it has only the first, with the whole slope.
 */
function toSoftBounds({ measure, isMinimum, bound, tolerance, weight }: StandardBound): SoftBound[] {
  const divisor = bound > 0 ? bound : 1;
  const fromBound = { measure, isMinimum, bound, slope: weight.withinTolerance / divisor, isJudged: false };
  const slopeFromTolerance = (weight.beyondTolerance - weight.withinTolerance) / divisor;
  const fromTolerance = { ...fromBound, slope: slopeFromTolerance, isJudged: true };
  if (isMinimum) {
    // A minimum of 0 cannot be missed.
    const softBounds = [fromBound, { ...fromTolerance, bound: bound * (1 - tolerance) }];
    return bound > 0 ? softBounds.filter((softBound) => softBound.bound > 0) : [];
  }
  if (strictKeys.has(measure)) return [{ ...fromBound, slope: weight.beyondTolerance / divisor, isJudged: true }];
  return [fromBound, { ...fromTolerance, bound: bound * (1 + tolerance) }];
}

/** Flattens the slopes of maxima, so that no candidate has a penalty above `MAX_EXCESS_PENALTY_OF_DISH` for exceeding one range. */
export function limitSlopes(intake: Intake, maxAmountByMeasure: ReadonlyMap<string, number>): Intake {
  const { softBounds } = intake;
  const slopeByMeasure = new Map<string, number>();
  for (const { measure, isMinimum, slope } of softBounds) {
    if (!isMinimum) slopeByMeasure.set(measure, (slopeByMeasure.get(measure) ?? 0) + slope);
  }
  const limitSlope = (softBound: SoftBound): SoftBound => {
    const { measure, isMinimum, slope } = softBound;
    const maxPenalty = (slopeByMeasure.get(measure) ?? 0) * (maxAmountByMeasure.get(measure) ?? 0);
    return isMinimum || maxPenalty <= MAX_EXCESS_PENALTY_OF_DISH
      ? softBound
      : { ...softBound, slope: (slope * MAX_EXCESS_PENALTY_OF_DISH) / maxPenalty };
  };
  return { ...intake, softBounds: softBounds.map(limitSlope) };
}
