import * as z from 'zod/mini';
import type { Group } from '../analysis/content.ts';
import { type Analysis, Cost, type GroupAnalysis } from '../analysis/shape.ts';
import { meals } from '../meal.ts';
import type { MenuItem } from '../menu/menu.ts';
import { ExactNumber, nameSchemas } from '../values/output.ts';
import type { Model } from './model.ts';
import type { PlanProblem } from './problem.ts';
import type { BestCase } from './rules/best-case.ts';

/** The rules that a plan may break. */
const unmetRules = [
  'template', // A meal has fewer or more dishes than a row of its template asks for, or no dish at all.
  'avoided', // A locked dish has an ingredient to avoid.
  'forbidden', // A locked dish is forbidden by the standard.
  'season', // A locked dish is not of the month.
  'meal', // A locked dish does not suit the meal.
  'notFor', // A locked dish is not for an age band.
  'allergen', // A group gets a locked dish that it must avoid, or no dish where no substitute was found.
  'rice', // A locked dish is rice at breakfast.
  'porridge', // A locked dish is porridge at lunch.
  'repeat', // A dish comes again too soon.
  'perWeek', // A dish comes in the week more often than is allowed.
  'perDish', // Dishes come in the week more often than is usual.
  'perCycle', // Dishes come in four weeks more often than is usual.
  'sharedPerLunch', // Two lunches have too many dishes in common.
  'foods', // Some dishes were not considered: all together have more foods than a menu can have.
  'standard', // There is no standard, or it has no figures for a level.
  'nutrient', // A nutrient is outside its range, or too much of it is unknown.
  'category', // A food category is outside its range, or too much of it is unknown.
  'kinds', // A day or the week has too few kinds of food.
  'main', // Too many dishes have the same main ingredient.
  'method', // Too many dishes are cooked in the same way.
  'fried', // Too many dishes are fried.
  'classPerWeek', // The week has too many dishes of a category of food.
  'foodPerMeal', // A meal has too many dishes of the same food.
  'eggsPerMeal', // A meal has too many dishes of eggs.
  'milkPerMeal', // A meal has too many dishes of milk or soy milk.
  'ricePerMeal', // A meal has too many dishes of rice or porridge.
  'fruitPerMeal', // A meal has too many dishes of fruit.
  'capacity', // A meal has more dishes than the kitchen can cook.
  'dark', // A lunch has too few dishes of dark vegetables.
  'budget', // The menu costs more than the budget.
  'price', // There is a budget, and foods have no price.
  'search', // The search ended before it had made all its moves.
] as const;

/** A rule that a plan breaks, where, and by how much. The text also says the best that the dishes allow. */
export const Unmet = z.object({
  rule: z.enum(unmetRules),
  text: z.string(),
  /** Why: no dish could meet it; the allergens of the group; the search ended early; or another rule counts more. Absent if not due to the plan. */
  reason: z.optional(z.enum(['impossible', 'diet', 'search', 'conflict'])),
  level: z.optional(z.string()),
  /** Name of the group. */
  group: z.optional(z.string()),
  /** The day on which it is broken. Absent: of all days together, of their mean, or, where there are `days`, of several. */
  day: z.optional(z.int()),
  /** In a folded entry, all days on which it is broken. */
  days: z.optional(z.array(z.int())),
  meal: z.optional(z.enum(meals)),
  dish: z.optional(z.int()),
  /** Key of the nutrient, name of the category, code of the food, or way of cooking. */
  of: z.optional(z.string()),
  /** How far the rule is missed, in the unit of the rule: dishes, servings, kinds, yuan, or the unit of the nutrient. */
  by: z.optional(ExactNumber),
});

/** Yuan per head and day: `value` of the foods that have a price, `estimate` with an estimated price for the others. */
export const PlanCost = z.extend(Cost, { estimate: ExactNumber });
nameSchemas({ Unmet, PlanCost });
export type Unmet = z.input<typeof Unmet>;

/** A menu that the search has planned, with everything that the rules need to judge it. */
export interface PlannedMenu {
  readonly problem: PlanProblem;
  readonly model: Model;
  readonly bestCase: BestCase;
  /** The items that the largest group of each meal gets. Rules about meals, days and repetition are judged by these. */
  readonly largestGroupItems: readonly MenuItem[];
  /** All items, with the substitutes of other groups. */
  readonly items: readonly MenuItem[];
  readonly analysis: Analysis;
  /** Whether the limit of work ended the search early: there may be a better plan. */
  readonly isCutShort: boolean;
}

/** A group of a planned menu, with the analysis of what it eats. */
export interface AnalysedGroup {
  readonly group: Group;
  readonly groupAnalysis: GroupAnalysis;
}

/** Lists the groups of a planned menu. */
export function listAnalysedGroups({ problem, analysis }: PlannedMenu): AnalysedGroup[] {
  // `levels` has one entry for each group, in the same order.
  return problem.content.groups.flatMap((group, index) => {
    const groupAnalysis = analysis.levels[index];
    return groupAnalysis ? [{ group, groupAnalysis }] : [];
  });
}

/** The answer: a menu, and the rules that it breaks. */
export interface PlanAnswer {
  /** In the order served. Items that are not locked have portion 1. */
  readonly items: readonly MenuItem[];
  readonly analysis: Analysis;
  readonly unmet: readonly Unmet[];
  /** Absent where no food has a price. */
  readonly cost?: z.input<typeof PlanCost>;
}
