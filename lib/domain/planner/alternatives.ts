import * as z from 'zod/mini';
import { analyseMean, type MeanAnalysis } from '../analysis/analyse.ts';
import { type Foods, nutrientIndex, readFoods } from '../analysis/foods.ts';
import { Warning } from '../analysis/shape.ts';
import { dishMarks } from '../dish.ts';
import { AllergenName, combineAllergens } from '../ingredient/allergen.ts';
import { type MenuItem, reaches } from '../menu/menu.ts';
import { ExactNumber, nameSchemas, toTwoDecimals } from '../values/output.ts';
import { Ratio, sumRatios } from '../values/ratio.ts';
import { DEFAULT_TEMPLATE } from './default-template.ts';
import { compareGroups, GroupChange } from './level-changes.ts';
import { PriceEstimator, sumDishCost } from './menu-cost.ts';
import { EMPTY, toModel } from './model.ts';
import { pickDishes } from './plan.ts';
import type { PlannerDish, PlanProblem, Template } from './problem.ts';
import { repetitionRule } from './rules/repetition.ts';
import { Objective } from './search/objective.ts';
import { isHarmful, listLargestGroupItems } from './substitutes.ts';
import { listMainIngredients } from './traits.ts';

/** Another dish for a slot, with what it changes in the analysis. */
export const Alternative = z.object({
  dish: z.int(),
  name: z.string(),
  marks: z.string(),
  /** Whether it has the mark of the dish that is served now, and a main food of the same category. */
  isSimilar: z.boolean(),
  /** kJ of a serving. */
  energy: ExactNumber,
  /** Yuan of a serving, unpriced foods estimated as in a plan. Absent where no price is known or may be seen. */
  cost: z.optional(ExactNumber),
  /** From 0 to 5; absent where the dish has none of its own. */
  liking: z.optional(z.int()),
  allergens: z.array(AllergenName),
  /** Whether `allergens` is certainly complete. */
  allergensKnown: z.boolean(),
  /** The days, from the day before to the day after, on which it is served. Days of other menus are below 1 or after the last. */
  nearDays: z.array(z.int()),
  changes: z.array(GroupChange),
  /** The warnings that the menu does not have now. */
  warnings: z.array(Warning),
});
nameSchemas({ Alternative });
export type Alternative = z.input<typeof Alternative>;

/** A slot for which another dish is wanted. `dish` is served there now; without it, the meal gets an additional slot. */
export type ReplaceableSlot = Pick<MenuItem, 'day' | 'meal'> & Partial<Pick<MenuItem, 'dish' | 'groups'>>;

/**
 * Lists the marks of dishes that may fill the slot: those of the rows of the default template that have `mark`, or `mark` alone
 * where no row has it. A deleted dish has no mark: then all marks fit. An additional slot takes the marks of all rows.
 */
export function listFittingMarks({ meal, dish }: ReplaceableSlot, mark: string | undefined): readonly string[] {
  if (dish !== undefined && mark === undefined) return dishMarks;
  const rows = (DEFAULT_TEMPLATE[meal] ?? []).filter(({ marks }) => mark === undefined || marks.includes(mark));
  if (mark !== undefined && rows.length === 0) return [mark];
  return [...new Set(rows.flatMap(({ marks }) => marks))];
}

/**
 * Lists up to `maxCount` other dishes for a slot: first those similar to the present one, then others, last those that would
 * come too soon or too often. Within a rank, dishes are ordered by the objective of a plan for the groups that get the dish. Dishes with an
 * allergen that one of these groups must avoid are left out. The problem's locked items are the whole menu. Its template is not used.
 */
export function listAlternatives(problem: PlanProblem, slot: ReplaceableSlot, maxCount: number): Alternative[] {
  const isReplaced = (item: MenuItem) => item.day === slot.day && item.meal === slot.meal && item.dish === slot.dish;
  const groups = problem.content.groups.filter((group) => reaches(slot, group));
  const otherItems = problem.locked.filter((item) => !isReplaced(item));
  const locked = listLargestGroupItems(otherItems, groups);
  const template = createTemplate(slot, locked, problem);
  // The slot may be on a day off.
  const daysOff = problem.daysOff?.filter((day) => day !== slot.day);
  const groupProblem = { ...problem, content: { ...problem.content, groups }, locked, template, daysOff };
  const rankedDishes = rankDishes(slot, groupProblem).slice(0, maxCount);
  const foods = readFoods({ ...problem, dishes: pickDishes(problem, [...problem.locked, ...rankedDishes]) });
  const analyse = (items: readonly MenuItem[]) =>
    analyseMean({ ...problem, dishes: pickDishes(problem, items), content: { ...problem.content, items } }, foods);
  const before = analyse(problem.locked);
  const prices = new PriceEstimator(problem);
  return rankedDishes.map(({ dish: dishId }) => {
    const replacement = { ...slot, dish: dishId, portion: '1' };
    const items =
      slot.dish === undefined
        ? [...problem.locked, replacement]
        : problem.locked.map((item) => (isReplaced(item) ? { ...item, ...replacement } : item));
    const after = analyse(items);
    return {
      dish: dishId,
      ...describeDish(dishId, slot, { problem, foods, prices }),
      changes: compareGroups(before, after, problem),
      warnings: listNewWarnings(before, after),
    };
  });
}

/** Makes a template of the meal alone. Its row has a place for each fitting item, as these are locked, and one for another dish. */
function createTemplate(slot: ReplaceableSlot, items: readonly MenuItem[], { dishes }: PlanProblem): Template {
  const { day, meal, dish } = slot;
  const marks = listFittingMarks(slot, dish === undefined ? undefined : dishes.get(dish)?.mark);
  const fittingItems = items.filter(
    (item) => item.day === day && item.meal === meal && marks.includes(dishes.get(item.dish)?.mark ?? ''),
  );
  return { [meal]: [{ marks, min: 0, max: fittingItems.length + 1 }] };
}

/** Dishes are sorted by these first. A repeated one is the last choice, even if it is similar. */
const RANKS = { similar: 0, other: 1, repeated: 2 };

/** Ranks the dishes that may fill the slot, the best first. The problem has the groups that get the dish, and one free slot there. */
function rankDishes(slot: ReplaceableSlot, problem: PlanProblem) {
  const model = toModel(problem);
  const objective = new Objective(model);
  // The objective has such a penalty, too, but tells only the sum of all its terms. This one does not know the locked dishes yet.
  const repetitionPenalty = repetitionRule.createPenalty(model);
  for (const [lockedSlotNumber, candidate] of model.lockedCandidateBySlot.entries())
    repetitionPenalty.apply(lockedSlotNumber, EMPTY, candidate);
  const slotNumber = model.slots.findIndex(
    ({ day, meal, lockedItem }) => !lockedItem && day === slot.day && meal === slot.meal,
  );
  const options = [...(model.optionsBySlot[slotNumber] ?? [])].flatMap((candidate) => {
    const dishId = model.candidates[candidate]?.dishId ?? 0;
    const isOffered = candidate !== EMPTY && dishId !== slot.dish && objective.isNewInMeal(slotNumber, candidate);
    if (!isOffered || isHarmful({ ...slot, dish: dishId }, problem.content.groups, problem)) return [];
    const delta = objective.delta(slotNumber, candidate, Number.POSITIVE_INFINITY);
    const isRepeated = repetitionPenalty.delta(slotNumber, EMPTY, candidate) >= repetitionRule.weights.serving;
    const rankIfNotRepeated = isSimilar(dishId, slot, problem) ? RANKS.similar : RANKS.other;
    return [{ candidate, dish: dishId, delta, rank: isRepeated ? RANKS.repeated : rankIfNotRepeated }];
  });
  return options.sort((a, b) => a.rank - b.rank || a.delta - b.delta || a.candidate - b.candidate);
}

function isSimilar(dishId: number, slot: ReplaceableSlot, { dishes, foods }: PlanProblem): boolean {
  const dish = dishes.get(dishId);
  const presentDish = slot.dish === undefined ? undefined : dishes.get(slot.dish);
  if (!dish || dish.mark !== presentDish?.mark) return false;
  const findMainCategory = (other: PlannerDish) => foods.get(listMainIngredients(other)[0] ?? '')?.foodCategory?.name;
  return findMainCategory(dish) === findMainCategory(presentDish);
}

/** What the description of a dish needs besides the dish and its slot. */
interface DescriptionContext {
  readonly problem: PlanProblem;
  readonly foods: Foods;
  readonly prices: PriceEstimator;
}

function describeDish(dishId: number, slot: ReplaceableSlot, { problem, foods, prices }: DescriptionContext) {
  const { byCode, valueDenominator } = foods;
  const dish = problem.dishes.get(dishId);
  const ingredients = dish?.ingredient ?? [];
  const kilojoulesByIngredient = ingredients.map(({ key, value }) =>
    new Ratio(byCode.get(key)?.values[nutrientIndex('energy')] ?? 0n, valueDenominator).times(value),
  );
  const { allergens, hasUnknownAllergens } = combineAllergens(ingredients.map(({ key }) => problem.foods.get(key)));
  const servings = [...problem.locked, ...(problem.adjacentServings ?? [])];
  const nearServings = servings.filter((serving) => serving.dish === dishId && Math.abs(serving.day - slot.day) <= 1);
  return {
    name: dish?.name ?? '',
    marks: dish?.mark ?? '',
    isSimilar: isSimilar(dishId, slot, problem),
    energy: toTwoDecimals(sumRatios(kilojoulesByIngredient)),
    cost:
      problem.prices.size > 0 ? toTwoDecimals(sumDishCost(dish, (code) => prices.estimatePerGram(code))) : undefined,
    liking: dish?.liking,
    allergens: [...allergens],
    allergensKnown: !hasUnknownAllergens,
    nearDays: [...new Set(nearServings.map(({ day }) => day))].sort((a, b) => a - b),
  };
}

function listNewWarnings(before: MeanAnalysis, after: MeanAnalysis): Warning[] {
  const knownWarnings = new Set(before.warnings.map((warning) => JSON.stringify(warning)));
  return after.warnings.filter((warning) => !knownWarnings.has(JSON.stringify(warning)));
}
