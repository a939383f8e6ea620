import { isMost } from '../analysis/categories.ts';
import { standardOf } from '../analysis/content.ts';
import { type Figures, type LevelFigures, readFigures } from '../analysis/figures.ts';
import { isStrict } from '../analysis/judgement.ts';
import { enumLists } from '../enum.ts';
import type { Ratio } from '../values/ratio.ts';
import type { Eaters } from './eaters.ts';
import type { PlanProblem } from './problem.ts';
import { WEIGHTS } from './weights.ts';

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
    const sidesFor = (share: number, worth: Worths, isWeek: boolean) =>
      groups.flatMap((one) => {
        const figures = figuresOf.get(one);
        const found = figures?.ofLevel(one.level);
        if (!figures || !found || share === 0) return [];
        const [scale, group] = [share / Number(one.factor), problem.content.groups.indexOf(one)];
        return sidesOf(found, figures, { scale, group, worth, isWeek });
      });
    const ofADay = times(WEIGHTS.days, part / shares.length);
    const ofDays = { nutrients: ofADay, categories: ofADay };
    const { nutrients, categories } = WEIGHTS.week;
    const ofWeek = { nutrients: times(nutrients, part), categories: times(categories, part) };
    return [
      ...shares.map((share, day): Span => ({ eaters: index, day, sides: sidesFor(share, ofDays, false) })),
      { eaters: index, day: undefined, sides: sidesFor(all, ofWeek, true) },
    ];
  });
}

/** What it costs to be outside a range by the whole of a bound: within the tolerance, and beyond it. */
interface Worth {
  readonly within: number;
  readonly beyond: number;
}

type Worths = Readonly<Record<'nutrients' | 'categories', Worth>>;

function times({ within, beyond }: Worth, part: number): Worth {
  return { within: within * part, beyond: beyond * part };
}

/** For what the figures of a level are read. */
interface Reading {
  readonly scale: number;
  readonly group: number;
  readonly worth: Worths;
  readonly isWeek: boolean;
}

function sidesOf(level: LevelFigures, figures: Figures, { scale, group, worth, isWeek }: Reading): Side[] {
  const overflow = figures.tolerated.toNumber() - 1;
  const sides = (of: Worth, figure: Ratio | undefined, { days = 1, ...side }: Limited) =>
    figure ? toSides({ ...side, bound: (figure.toNumber() * scale) / days, overflow, worth: of, group }) : [];
  const category =
    (days: number) =>
    ([name, figure]: readonly [string, Ratio]) =>
      known.has(name) ? sides(worth.categories, figure, { measure: name, isLeast: !isMost(name), days }) : [];
  return [
    ...[...level.ranges].flatMap(([measure, { min, max }]) => [
      ...sides(worth.nutrients, min, { measure, isLeast: true }),
      ...sides(worth.nutrients, max, { measure, isLeast: false }),
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
  readonly worth: Worth;
  readonly group: number;
}

/** What a figure limits, and for how many days it is. */
type Limited = Pick<Bounded, 'measure' | 'isLeast'> & { readonly days?: number };

/** A side with its tolerance: two slopes, of which the second begins where the tolerance ends. */
function toSides({ measure, isLeast, bound, overflow, worth, group }: Bounded): Side[] {
  const whole = bound > 0 ? bound : 1;
  const near = { measure, isLeast, bound, slope: worth.within / whole, group, isJudged: false };
  const far = { slope: (worth.beyond - worth.within) / whole, isJudged: true };
  if (isLeast) {
    const sides = [near, { ...near, ...far, bound: bound * (1 - overflow) }];
    return bound > 0 ? sides.filter((side) => side.bound > 0) : [];
  }
  if (isStrict(measure)) return [{ ...near, slope: worth.beyond / whole, isJudged: true }];
  return [near, { ...near, ...far, bound: bound * (1 + overflow) }];
}
