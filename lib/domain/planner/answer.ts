import * as z from 'zod/mini';
import { type Analysis, Cost } from '../analysis/shape.ts';
import { meals } from '../meal.ts';
import type { MenuItem } from '../menu/menu.ts';
import { ExactNumber } from '../values/decimal.ts';
import { nameSchemas } from '../values/schema-name.ts';
import type { Model } from './model.ts';
import type { PlanProblem } from './problem.ts';
import type { Reach } from './rules/reach.ts';

/** What a plan may fail to observe. */
const unmetRules = [
  /** A meal has fewer or more dishes of a row of the template than that asks for, or no dish at all. */
  'template',
  /** A locked dish has an ingredient to avoid, is not of the month, or does not suit the meal. */
  'avoided',
  'season',
  'meal',
  /** A group gets what it avoids, as that is locked, or nothing where no substitute was found. */
  'allergen',
  /** A locked dish is rice at breakfast, or porridge at lunch. */
  'rice',
  'porridge',
  /** A dish comes again too soon, or too often. */
  'repeat',
  'perWeek',
  /** Dishes were not considered, because all have more foods together than a menu can have. */
  'foods',
  /** There are no figures by which a level, or anything, could be judged. */
  'standard',
  /** A nutrient or a food category is outside its range, or too much of it is unknown. */
  'nutrient',
  'category',
  'kinds',
  'main',
  'method',
  'fried',
  /** A lunch has too few dishes of dark vegetables. */
  'dark',
  'budget',
  /** A budget was asked for, and foods have no price. */
  'price',
  /** The search ended before it had made all its moves. */
  'search',
] as const;

/** A rule that a plan does not observe, where, and by how much; its text also says how far the dishes could go. */
export const Unmet = z.object({
  rule: z.enum(unmetRules),
  text: z.string(),
  level: z.optional(z.string()),
  /** Name of the group. */
  group: z.optional(z.string()),
  /** Absent: of all days together, or of their mean. */
  day: z.optional(z.int()),
  meal: z.optional(z.enum(meals)),
  dish: z.optional(z.int()),
  /** Key of the nutrient, name of the category, code of the food, or way of cooking. */
  of: z.optional(z.string()),
  /** In what the rule counts: dishes, servings, kinds, yuan, or the unit of the nutrient. */
  by: z.optional(ExactNumber),
});

/** Yuan per head and day: `value` of the foods that have a price, `estimate` with one for the others, too. */
export const PlanCost = z.extend(Cost, { estimate: ExactNumber });
nameSchemas({ Unmet, PlanCost });
export type Unmet = z.input<typeof Unmet>;

/** A plan with its menu and what that is found to be. */
export interface Planned {
  readonly problem: PlanProblem;
  readonly model: Model;
  /** How far the dishes at hand go. */
  readonly reach: Reach;
  /** What the largest group gets: rules of what a meal has, and how often, look at that. */
  readonly items: readonly MenuItem[];
  /** All items, with the substitutes of other groups. */
  readonly served: readonly MenuItem[];
  readonly analysis: Analysis;
  /** Whether there might be better, but the search took as much work as it may. */
  readonly isCutShort: boolean;
}

/** A planned menu, and what is wrong with it. */
export interface PlanAnswer {
  /** In the order served; those that are locked, and others with portion 1. */
  readonly items: readonly MenuItem[];
  /** The analysis of a menu with these items. */
  readonly analysis: Analysis;
  readonly unmet: readonly Unmet[];
  /** In the mean of all who eat. Absent where no price is known. */
  readonly cost?: z.input<typeof PlanCost>;
}
