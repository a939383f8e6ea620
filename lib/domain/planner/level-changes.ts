import * as z from 'zod/mini';
import type { MeanAnalysis } from '../analysis/analyse.ts';
import { isFigureMaximum } from '../analysis/categories.ts';
import { judgements } from '../analysis/shape.ts';
import { ExactNumber, formatFigure, nameSchemas, type RawJson } from '../values/output.ts';
import { type Ratio, ratio } from '../values/ratio.ts';
import type { PlanProblem } from './problem.ts';
import { inLanguage } from './rules/phrases.ts';

const FigureState = z.object({ value: ExactNumber, judgement: z.optional(z.enum(judgements)) });

/** A judged figure of the mean of the days, with the dish that is served and with the other dish. */
const FigureChange = z.object({
  /** Key of the nutrient; absent for a food category. */
  key: z.optional(z.string()),
  name: z.string(),
  unit: z.string(),
  before: FigureState,
  after: FigureState,
});
type FigureChange = z.input<typeof FigureChange>;

/**
 * What another dish changes for a group, which answers call a level. `better` describes the figures that come nearer to their
 * range, `worse` those that go further from it. They leave out changes of less than 1 %, unless the judgement changes.
 */
export const GroupChange = z.object({
  name: z.string(),
  level: z.string(),
  figures: z.array(FigureChange),
  better: z.array(z.string()),
  worse: z.array(z.string()),
});
type GroupChange = z.input<typeof GroupChange>;
nameSchemas({ LevelChange: GroupChange, FigureChange, Figure: FigureState });

/** What the text of a change says. The judgement is the new one; undefined where it stays. */
interface ChangeText extends Pick<JudgedFigure, 'name' | 'unit' | 'judgement'> {
  readonly isMore: boolean;
  readonly by: string;
}

const texts = {
  zh: ({ name, isMore, by, unit, judgement }: ChangeText) =>
    `${name}${isMore ? '多' : '少'} ${by} ${unit}${judgement ? `，${judgement}` : ''}`,
  en: ({ name, isMore, by, unit, judgement }: ChangeText) =>
    `${name} ${isMore ? 'up' : 'down'} by ${by} ${unit}${judgement ? `: ${judgement}` : ''}`,
};

interface JudgedFigure extends z.input<typeof FigureState> {
  readonly key?: string | undefined;
  readonly name: string;
  readonly unit: string;
  readonly min?: RawJson | undefined;
  readonly max?: RawJson | undefined;
}

/** A judged figure before and after a change. */
interface FigurePair {
  readonly before: JudgedFigure;
  readonly after: JudgedFigure;
  /** The value after less the value before. */
  readonly change: Ratio;
}

/** Compares the means of the days of each group. Both analyses have the same groups in the same order. */
export function compareGroups(before: MeanAnalysis, after: MeanAnalysis, problem: PlanProblem): GroupChange[] {
  const describe = (pair: FigurePair) => describeChange(pair, problem);
  return before.levels.map(({ name, level, nutrients, categories }, index) => {
    const levelAfter = after.levels[index];
    const pairs = [
      ...pairFigures(nutrients, levelAfter?.nutrients),
      ...pairFigures(categories.map(toJudgedFigure), levelAfter?.categories.map(toJudgedFigure)),
    ];
    const mentionedPairs = pairs.filter(isWorthMentioning);
    const better = mentionedPairs.filter((pair) => distanceChange(pair) < 0).map(describe);
    const worse = mentionedPairs.filter((pair) => distanceChange(pair) > 0).map(describe);
    return { name, level, figures: pairs.map(toFigureChange), better, worse };
  });
}

function isWorthMentioning({ before, after, change }: FigurePair): boolean {
  return before.judgement !== after.judgement || !change.abs().times(100).isBelow(before.value.rawJSON);
}

function describeChange({ before, after, change }: FigurePair, problem: PlanProblem): string {
  const { name, unit } = before;
  const judgement = after.judgement === before.judgement ? undefined : after.judgement;
  const by = formatFigure(change.abs().toText());
  return inLanguage(problem, texts)({ name, isMore: change.isAbove('0'), by, unit, judgement });
}

/** Gives a category its range, and the unit of all categories. Its figure is a minimum unless `isFigureMaximum` says otherwise. */
function toJudgedFigure({ name, value, amount, max, judgement }: MeanAnalysis['levels'][number]['categories'][number]) {
  return { name, unit: 'g', value, judgement, ...(isFigureMaximum(name) ? { max: amount } : { min: amount, max }) };
}

/** Pairs the judged figures that differ as they are shown. */
function pairFigures(figuresBefore: readonly JudgedFigure[], figuresAfter: readonly JudgedFigure[] = []): FigurePair[] {
  const afterByName = new Map(figuresAfter.map((figure) => [figure.name, figure]));
  return figuresBefore.flatMap((before) => {
    const after = afterByName.get(before.name);
    if (!after || (before.judgement === undefined && after.judgement === undefined)) return [];
    const looksSame = before.judgement === after.judgement && toShownText(before) === toShownText(after);
    return looksSame ? [] : [{ before, after, change: ratio(after.value.rawJSON).minus(before.value.rawJSON) }];
  });
}

/** Measures how much further the figure is outside its range after than before; below 0 where it is nearer. */
const distanceChange = ({ before, after }: FigurePair) => distanceFromRange(after) - distanceFromRange(before);

function distanceFromRange({ value, min, max }: JudgedFigure): number {
  const amount = Number(value.rawJSON);
  return Math.max(0, min ? Number(min.rawJSON) - amount : 0, max ? amount - Number(max.rawJSON) : 0);
}

const toShownText = ({ value }: JudgedFigure) => formatFigure(value.rawJSON);

function toFigureChange({ before, after }: FigurePair): FigureChange {
  const toFigure = ({ value, judgement }: JudgedFigure) => ({ value, judgement });
  return { key: before.key, name: before.name, unit: before.unit, before: toFigure(before), after: toFigure(after) };
}
