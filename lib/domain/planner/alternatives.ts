import * as z from 'zod/mini';
import { findHarms } from '../analysis/allergens.ts';
import type { Group } from '../analysis/content.ts';
import { type Analysis, judgements, Warning } from '../analysis/shape.ts';
import { dishMarks } from '../dish.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { ExactNumber } from '../values/decimal.ts';
import { nameSchemas } from '../values/schema-name.ts';
import { EMPTY, type Model, toModel } from './model.ts';
import { analyseItems } from './plan.ts';
import type { PlannerDish, PlanProblem, Template } from './problem.ts';
import { Objective } from './search/objective.ts';
import { findLargestGroupItems } from './substitutes.ts';
import { DEFAULT_TEMPLATE } from './template.ts';

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

/** What the other dish changes for a group. */
const LevelChange = z.object({ name: z.string(), level: z.string(), figures: z.array(Change) });

/** Another dish for a slot, and what it changes in the analysis. */
export const Alternative = z.object({
  dish: z.int(),
  name: z.string(),
  marks: z.string(),
  changes: z.array(LevelChange),
  /** The warnings that the menu does not have now. */
  warnings: z.array(Warning),
});
nameSchemas({ Alternative, LevelChange, FigureChange: Change, Figure });
export type Alternative = z.input<typeof Alternative>;

/** A slot for which another dish is wanted. `dish` is served there now; absent: the slot would be one more in the meal. */
export type Gap = Pick<MenuItem, 'day' | 'meal'> & Partial<Pick<MenuItem, 'dish' | 'groups'>>;

/**
 * Lists the marks of dishes that may fill the slot. For a dish with `mark` these are the marks of the template's rows that have it;
 * where no row has it, `mark` alone. A deleted dish has no mark: all. A further slot: all marks of the template.
 */
export function listGapMarks({ meal, dish }: Gap, mark: string | undefined): readonly string[] {
  if (dish !== undefined && mark === undefined) return dishMarks;
  const rows = (DEFAULT_TEMPLATE[meal] ?? []).filter(({ marks }) => mark === undefined || marks.includes(mark));
  if (mark !== undefined && rows.length === 0) return [mark];
  return [...new Set(rows.flatMap(({ marks }) => marks))];
}

/**
 * Finds up to `limit` other dishes for a slot, the best first. They are ranked by the objective of a plan for the groups that
 * get the dish, and none has what one of these groups must avoid. The problem's locked items are the whole menu; its
 * template is not used.
 */
export function findAlternatives(problem: PlanProblem, gap: Gap, limit: number): Alternative[] {
  const isGap = (item: MenuItem) => item.day === gap.day && item.meal === gap.meal && item.dish === gap.dish;
  const groups = problem.content.groups.filter((group) => reaches(gap, group));
  const otherItems = problem.locked.filter((item) => !isGap(item));
  const locked = findLargestGroupItems(otherItems, groups);
  const template = createGapTemplate(problem, gap, locked);
  const gapProblem = { ...problem, content: { ...problem.content, groups }, locked, template, daysOff: [] };
  const model = toModel(gapProblem);
  const slot = model.slots.findIndex(({ day, meal, locked }) => day === gap.day && meal === gap.meal && !locked);
  const before = analyseItems(problem, problem.locked);
  const isOffered = (dish: number) => dish !== gap.dish && isSafe(problem.dishes.get(dish), groups, problem);
  return rankDishes(model, slot, isOffered)
    .slice(0, limit)
    .map((dish) => {
      const replacement = { ...gap, dish, portion: '1' };
      const items =
        gap.dish === undefined
          ? [...problem.locked, replacement]
          : problem.locked.map((item) => (isGap(item) ? { ...item, ...replacement } : item));
      const after = analyseItems(problem, items);
      const { name = '', mark = '' } = problem.dishes.get(dish) ?? {};
      return {
        dish,
        name,
        marks: mark,
        changes: compareGroups(before, after),
        warnings: findNewWarnings(before, after),
      };
    });
}

/** Whether none of these groups must avoid the dish. */
function isSafe(dish: PlannerDish | undefined, groups: readonly Group[], { foods }: PlanProblem): boolean {
  return dish !== undefined && groups.every(({ avoid }) => findHarms(dish, foods, avoid).length === 0);
}

/** Makes a template with room in the meal for one more dish that fits the gap. */
function createGapTemplate({ dishes }: PlanProblem, gap: Gap, locked: readonly MenuItem[]): Template {
  const { day, meal, dish } = gap;
  const marks = listGapMarks(gap, dish === undefined ? undefined : dishes.get(dish)?.mark);
  const mealItems = locked.filter((item) => item.day === day && item.meal === meal);
  const rowItems = mealItems.filter((item) => marks.includes(dishes.get(item.dish)?.mark ?? ''));
  return { [meal]: [{ marks, min: 0, max: rowItems.length + 1 }] };
}

/** Ranks the dishes that may fill the slot, the best first. */
function rankDishes(model: Model, slot: number, isOffered: (dish: number) => boolean): number[] {
  const objective = new Objective(model);
  const options = [...(model.optionsBySlot[slot] ?? [])].filter(
    (candidate) =>
      candidate !== EMPTY &&
      isOffered(model.candidates[candidate]?.dish ?? 0) &&
      objective.isNewInMeal(slot, candidate),
  );
  const deltas = options.map(
    (candidate) => [candidate, objective.delta(slot, candidate, Number.POSITIVE_INFINITY)] as const,
  );
  const ranked = deltas.toSorted(([a, deltaA], [b, deltaB]) => deltaA - deltaB || a - b);
  return ranked.map(([candidate]) => model.candidates[candidate]?.dish ?? 0);
}

/** By group, the judged figures of the mean of the days that differ. */
function compareGroups(before: Analysis, after: Analysis): Alternative['changes'] {
  return before.levels.map(({ name, level, average }, index) => {
    const next = after.levels[index]?.average;
    return {
      name,
      level,
      figures: [
        ...compareFigures(average.nutrients, next?.nutrients),
        ...compareFigures(average.categories, next?.categories),
      ],
    };
  });
}

interface JudgedFigure extends z.input<typeof Figure> {
  readonly key?: string;
  readonly name: string;
  readonly unit?: string;
}

function compareFigures(before: readonly JudgedFigure[], after: readonly JudgedFigure[] = []): Change[] {
  const figureByName = new Map(after.map((figure) => [figure.name, figure]));
  return before.flatMap((old) => {
    const next = figureByName.get(old.name);
    const isJudged = old.judgement !== undefined || next?.judgement !== undefined;
    if (!next || !isJudged || toText(old) === toText(next)) return [];
    const { key, name, unit = 'g' } = old;
    return [{ ...(key === undefined ? {} : { key }), name, unit, before: toFigure(old), after: toFigure(next) }];
  });
}

function toFigure({ value, judgement }: JudgedFigure): Change['before'] {
  return { value, ...(judgement === undefined ? {} : { judgement }) };
}

function toText(figure: JudgedFigure): string {
  return JSON.stringify(toFigure(figure));
}

function findNewWarnings(before: Analysis, after: Analysis): Warning[] {
  const knownWarnings = new Set(before.warnings.map((warning) => JSON.stringify(warning)));
  return after.warnings.filter((warning) => !knownWarnings.has(JSON.stringify(warning)));
}
