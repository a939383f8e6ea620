import * as z from 'zod/mini';
import type { MeanAnalysis } from '../analysis/analyse.ts';
import { isFigureMaximum } from '../analysis/categories.ts';
import { judgements } from '../analysis/shape.ts';
import { ExactNumber, formatFigure, type RawJson } from '../values/decimal.ts';
import { ratio } from '../values/ratio.ts';
import { nameSchemas } from '../values/schema-name.ts';
import type { PlanProblem } from './problem.ts';
import { inLanguage } from './rules/phrases.ts';

const Figure = z.object({ value: ExactNumber, judgement: z.optional(z.enum(judgements)) });

/** A judged figure of the mean of the days, with the dish that is served and with the other dish. */
const FigureChange = z.object({
  /** Key of the nutrient; absent for a food category. */
  key: z.optional(z.string()),
  name: z.string(),
  unit: z.string(),
  before: Figure,
  after: Figure,
});
type FigureChange = z.input<typeof FigureChange>;

/**
 * The changes by another dish for a group: as figures, and in words those that come nearer to their range or go away from
 * it. Less than a hundredth of a figure is said only where the judgement changes.
 */
export const LevelChange = z.object({
  name: z.string(),
  level: z.string(),
  figures: z.array(FigureChange),
  better: z.array(z.string()),
  worse: z.array(z.string()),
});
type LevelChange = z.input<typeof LevelChange>;
nameSchemas({ LevelChange, FigureChange, Figure });

interface ChangeText {
  readonly name: string;
  readonly isMore: boolean;
  readonly by: string;
  readonly unit: string;
  /** The new judgement; undefined where it stays. */
  readonly judgement: string | undefined;
}

const texts = {
  zh: ({ name, isMore, by, unit, judgement }: ChangeText) =>
    `${name}${isMore ? '多' : '少'} ${by} ${unit}${judgement ? `，${judgement}` : ''}`,
  en: ({ name, isMore, by, unit, judgement }: ChangeText) =>
    `${name} ${isMore ? 'up' : 'down'} by ${by} ${unit}${judgement ? `: ${judgement}` : ''}`,
};

/** The figure of a food category has no unit of its own: the standards give all categories in grams. */
const CATEGORY_UNIT = 'g';

interface JudgedFigure extends z.input<typeof Figure> {
  readonly key?: string;
  readonly name: string;
  readonly unit?: string;
  readonly min?: RawJson | undefined;
  readonly max?: RawJson | undefined;
}

/** A figure before and after. */
type Pair = readonly [before: JudgedFigure, after: JudgedFigure];

/** Compares the mean of the days by group: the judged figures that differ as they are shown. */
export function compareLevels(before: MeanAnalysis, after: MeanAnalysis, problem: PlanProblem): LevelChange[] {
  const findChange = ([before, after]: Pair) => ratio(after.value.rawJSON).minus(before.value.rawJSON);
  const describe = (pair: Pair) => {
    const [before, after] = pair;
    const { name, unit = CATEGORY_UNIT } = before;
    const change = findChange(pair);
    const judgement = after.judgement === before.judgement ? undefined : after.judgement;
    const by = formatFigure(change.abs().toText());
    return inLanguage(problem, texts)({ name, isMore: change.isAbove('0'), by, unit, judgement });
  };
  return before.levels.map(({ name, level, nutrients, categories }, index) => {
    const levelAfter = after.levels[index];
    const pairs = [
      ...pairFigures(nutrients, levelAfter?.nutrients),
      ...pairFigures(categories.map(toJudgedFigure), levelAfter?.categories.map(toJudgedFigure)),
    ];
    const findGrowth = ([before, after]: Pair) => findDistanceFromRange(after) - findDistanceFromRange(before);
    const saidPairs = pairs.filter(
      ([before, after]) =>
        before.judgement !== after.judgement ||
        !findChange([before, after]).abs().times('100').isBelow(before.value.rawJSON),
    );
    const better = saidPairs.filter((pair) => findGrowth(pair) < 0).map(describe);
    const worse = saidPairs.filter((pair) => findGrowth(pair) > 0).map(describe);
    return { name, level, figures: pairs.map(toFigureChange), better, worse };
  });
}

/** A category with its range. Its figure is a minimum unless `isFigureMaximum` says otherwise. */
function toJudgedFigure({ name, value, amount, max, judgement }: MeanAnalysis['levels'][number]['categories'][number]) {
  const range = isFigureMaximum(name) ? { max: amount } : { min: amount, ...(max ? { max } : {}) };
  return { name, value, ...range, ...(judgement ? { judgement } : {}) };
}

function pairFigures(figuresBefore: readonly JudgedFigure[], figuresAfter: readonly JudgedFigure[] = []): Pair[] {
  const afterByName = new Map(figuresAfter.map((figure) => [figure.name, figure]));
  return figuresBefore.flatMap((before): Pair[] => {
    const after = afterByName.get(before.name);
    if (!after || (before.judgement === undefined && after.judgement === undefined)) return [];
    const isSame = before.judgement === after.judgement && show(before) === show(after);
    return isSame ? [] : [[before, after]];
  });
}

/** Finds how far the figure is outside its range; 0 within it. */
function findDistanceFromRange({ value, min, max }: JudgedFigure): number {
  const amount = Number(value.rawJSON);
  return Math.max(0, min ? Number(min.rawJSON) - amount : 0, max ? amount - Number(max.rawJSON) : 0);
}

const show = ({ value }: JudgedFigure) => formatFigure(value.rawJSON);

function toFigureChange([before, after]: Pair): FigureChange {
  const { key, name, unit = CATEGORY_UNIT } = before;
  return { ...(key === undefined ? {} : { key }), name, unit, before: toFigure(before), after: toFigure(after) };
}

function toFigure({ value, judgement }: JudgedFigure): FigureChange['before'] {
  return { value, ...(judgement === undefined ? {} : { judgement }) };
}
