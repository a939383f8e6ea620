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
const Change = z.object({
  /** Key of the nutrient; absent for a food category. */
  key: z.optional(z.string()),
  name: z.string(),
  unit: z.string(),
  before: Figure,
  after: Figure,
});
type Change = z.input<typeof Change>;

/** The changes by another dish for a group: as figures, and in words those that come nearer to their range or go away from it. */
export const LevelChange = z.object({
  name: z.string(),
  level: z.string(),
  figures: z.array(Change),
  better: z.array(z.string()),
  worse: z.array(z.string()),
});
type LevelChange = z.input<typeof LevelChange>;
nameSchemas({ LevelChange, FigureChange: Change, Figure });

const texts = {
  zh: (name: string, isMore: boolean, by: string, unit: string, judgement: string) =>
    `${name}${isMore ? '多' : '少'} ${by} ${unit}${judgement === '' ? '' : `，${judgement}`}`,
  en: (name: string, isMore: boolean, by: string, unit: string, judgement: string) =>
    `${name} ${isMore ? 'up' : 'down'} by ${by} ${unit}${judgement === '' ? '' : `: ${judgement}`}`,
};

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
  const describe = ([old, next]: Pair) => {
    const by = ratio(next.value.rawJSON).minus(old.value.rawJSON);
    const judgement = next.judgement === old.judgement ? '' : (next.judgement ?? '');
    const shownBy = formatFigure(by.abs().toText());
    return inLanguage(problem, texts)(old.name, by.isAbove('0'), shownBy, old.unit ?? 'g', judgement);
  };
  return before.levels.map(({ name, level, nutrients, categories }, index) => {
    const next = after.levels[index];
    const pairs = [
      ...pairFigures(nutrients, next?.nutrients),
      ...pairFigures(categories.map(toRange), next?.categories.map(toRange)),
    ];
    const better = pairs.filter(([old, next]) => findMiss(next) < findMiss(old)).map(describe);
    const worse = pairs.filter(([old, next]) => findMiss(next) > findMiss(old)).map(describe);
    return { name, level, figures: pairs.map(toChange), better, worse };
  });
}

/** Finds the range of a category. Its figure is a minimum unless `isFigureMaximum` says otherwise. */
function toRange({ name, value, amount, max, judgement }: MeanAnalysis['levels'][number]['categories'][number]) {
  const range = isFigureMaximum(name) ? { max: amount } : { min: amount, ...(max ? { max } : {}) };
  return { name, value, ...range, ...(judgement ? { judgement } : {}) };
}

function pairFigures(before: readonly JudgedFigure[], after: readonly JudgedFigure[] = []): Pair[] {
  const figureByName = new Map(after.map((figure) => [figure.name, figure]));
  return before.flatMap((old): Pair[] => {
    const next = figureByName.get(old.name);
    if (!next || (old.judgement === undefined && next.judgement === undefined)) return [];
    const isSame = old.judgement === next.judgement && show(old) === show(next);
    return isSame ? [] : [[old, next]];
  });
}

/** Finds the amount by which the figure misses its range. */
function findMiss({ value, min, max }: JudgedFigure): number {
  const amount = Number(value.rawJSON);
  return Math.max(0, min ? Number(min.rawJSON) - amount : 0, max ? amount - Number(max.rawJSON) : 0);
}

const show = ({ value }: JudgedFigure) => formatFigure(value.rawJSON);

function toChange([old, next]: Pair): Change {
  const { key, name, unit = 'g' } = old;
  return { ...(key === undefined ? {} : { key }), name, unit, before: toFigure(old), after: toFigure(next) };
}

function toFigure({ value, judgement }: JudgedFigure): Change['before'] {
  return { value, ...(judgement === undefined ? {} : { judgement }) };
}
