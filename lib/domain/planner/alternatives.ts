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

/** A judged figure of the mean of the days: `before` with the dish that is served now, `after` with the other dish. */
const FigureChange = z.object({
  /** Key of the nutrient; absent for a food category. */
  key: z.optional(z.string()),
  name: z.string(),
  unit: z.string(),
  before: Figure,
  after: Figure,
});
type FigureChange = z.input<typeof FigureChange>;

/** What the other dish changes for a group, which is called a level in the document. */
const LevelChange = z.object({ name: z.string(), level: z.string(), figures: z.array(FigureChange) });

/** Another dish for a slot, and what it changes in the analysis. */
export const Alternative = z.object({
  dish: z.int(),
  name: z.string(),
  marks: z.string(),
  changes: z.array(LevelChange),
  /** The warnings that the menu does not have now. */
  warnings: z.array(Warning),
});
nameSchemas({ Alternative, LevelChange, FigureChange, Figure });
export type Alternative = z.input<typeof Alternative>;

/** A slot for which another dish is wanted. `dish` is served there now. Without it, the slot would be one more in the meal. */
export type ReplaceableSlot = Pick<MenuItem, 'day' | 'meal'> & Partial<Pick<MenuItem, 'dish' | 'groups'>>;

/**
 * Lists the marks of dishes that may fill the slot: of the usual template, all marks of the rows that have `mark`, or `mark` alone
 * where no row has it. A deleted dish has no mark, and then all fit. A slot that would be one more takes the marks of all rows.
 */
export function listFittingMarks({ meal, dish }: ReplaceableSlot, mark: string | undefined): readonly string[] {
  if (dish !== undefined && mark === undefined) return dishMarks;
  const rows = (DEFAULT_TEMPLATE[meal] ?? []).filter(({ marks }) => mark === undefined || marks.includes(mark));
  if (mark !== undefined && rows.length === 0) return [mark];
  return [...new Set(rows.flatMap(({ marks }) => marks))];
}

/**
 * Finds up to `maxCount` other dishes for a slot, the best first. They are ranked by the objective of a plan for the groups that
 * get the dish, and none has what one of these groups must avoid. The problem's locked items are the whole menu; its
 * template is not used.
 */
export function findAlternatives(problem: PlanProblem, slot: ReplaceableSlot, maxCount: number): Alternative[] {
  const isReplaced = (item: MenuItem) => item.day === slot.day && item.meal === slot.meal && item.dish === slot.dish;
  const groups = problem.content.groups.filter((group) => reaches(slot, group));
  const otherItems = problem.locked.filter((item) => !isReplaced(item));
  const locked = findLargestGroupItems(otherItems, groups);
  const template = createTemplateForOneMore(slot, locked, problem);
  const slotProblem = { ...problem, content: { ...problem.content, groups }, locked, template, daysOff: [] };
  const model = toModel(slotProblem);
  const index = model.slots.findIndex((room) => !room.lockedItem && room.day === slot.day && room.meal === slot.meal);
  const before = analyseItems(problem, problem.locked);
  const isOffered = (dish: number) => dish !== slot.dish && isSafe(problem.dishes.get(dish), groups, problem);
  return rankDishes(model, index, isOffered)
    .slice(0, maxCount)
    .map((dish) => {
      const replacement = { ...slot, dish, portion: '1' };
      const items =
        slot.dish === undefined
          ? [...problem.locked, replacement]
          : problem.locked.map((item) => (isReplaced(item) ? { ...item, ...replacement } : item));
      const after = analyseItems(problem, items);
      const { name = '', mark = '' } = problem.dishes.get(dish) ?? {};
      const [changes, warnings] = [compareGroups(before, after), findNewWarnings(before, after)];
      return { dish, name, marks: mark, changes, warnings };
    });
}

/** Whether the dish exists, and none of these groups must avoid it. */
function isSafe(dish: PlannerDish | undefined, groups: readonly Group[], { foods }: PlanProblem): boolean {
  return dish !== undefined && groups.every(({ avoid }) => findHarms(dish, foods, avoid).length === 0);
}

/** Makes a template with room in the meal for one more dish that fits the slot. */
function createTemplateForOneMore(slot: ReplaceableSlot, items: MenuItem[], { dishes }: PlanProblem): Template {
  const { day, meal, dish } = slot;
  const marks = listFittingMarks(slot, dish === undefined ? undefined : dishes.get(dish)?.mark);
  const mealItems = items.filter((item) => item.day === day && item.meal === meal);
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

/** By group, the judged figures of the mean of the days that the other dish changes. */
function compareGroups(before: Analysis, after: Analysis): Alternative['changes'] {
  return before.levels.map(({ name, level, average }, index) => {
    const next = after.levels[index]?.average;
    const nutrients = compareFigures(average.nutrients, next?.nutrients);
    const categories = compareFigures(average.categories, next?.categories);
    return { name, level, figures: [...nutrients, ...categories] };
  });
}

interface JudgedFigure extends z.input<typeof Figure> {
  readonly key?: string;
  readonly name: string;
  readonly unit?: string;
}

function compareFigures(before: readonly JudgedFigure[], after: readonly JudgedFigure[] = []): FigureChange[] {
  const nextByName = new Map(after.map((figure) => [figure.name, figure]));
  return before.flatMap((figure) => {
    const next = nextByName.get(figure.name);
    const isJudged = figure.judgement !== undefined || next?.judgement !== undefined;
    if (!next || !isJudged || toText(figure) === toText(next)) return [];
    const { key, name, unit = 'g' } = figure;
    return [{ ...(key === undefined ? {} : { key }), name, unit, before: toFigure(figure), after: toFigure(next) }];
  });
}

function toFigure({ value, judgement }: JudgedFigure): FigureChange['before'] {
  return { value, ...(judgement === undefined ? {} : { judgement }) };
}

function toText(figure: JudgedFigure): string {
  return JSON.stringify(toFigure(figure));
}

function findNewWarnings(before: Analysis, after: Analysis): Warning[] {
  const knownWarnings = new Set(before.warnings.map((warning) => JSON.stringify(warning)));
  return after.warnings.filter((warning) => !knownWarnings.has(JSON.stringify(warning)));
}
