import * as z from 'zod/mini';
import { Average } from '../analysis/shape.ts';
import { ExactNumber } from '../values/decimal.ts';
import { nameSchemas } from '../values/schema-name.ts';

/** A nutrient, a food category or a share of the energy, and on how many days it had the judgement of its list: below or above its range. */
const JudgedDays = z.object({
  /** The nutrient's code, or the name of the category or share. */
  key: z.string(),
  name: z.string(),
  days: z.int(),
});

/** What a group was served. */
const ReportLevel = z.object({
  /** Name of the group. */
  name: z.string(),
  level: z.string(),
  /** Whether each day's standard has figures for the level. */
  judged: z.boolean(),
  /** On how many days it ate, and the sum of its people over these days. */
  days: z.int(),
  people: z.int(),
  /** The mean of these days; a range only where each of them has it. */
  average: Average,
  /** What was too little, and what was too much. Each day is judged by the standard of its time. */
  below: z.array(JudgedDays),
  above: z.array(JudgedDays),
});
export type ReportLevel = z.input<typeof ReportLevel>;

const ReportDish = z.object({ dish: z.int(), name: z.string(), times: z.int() });
const ReportFood = z.object({
  code: z.string(),
  name: z.string(),
  /** The weight as bought for all people, rounded up. */
  kilograms: ExactNumber,
  /** Yuan, at the prices of each submission. */
  cost: z.optional(ExactNumber),
});

/** What live menus served in a span of days. */
export const Report = z.object({
  from: z.string(),
  to: z.string(),
  /** On how many dates something was served. */
  days: z.int(),
  levels: z.array(ReportLevel),
  /** In how many meals each was served, the most frequent first. */
  dishes: z.array(ReportDish),
  foods: z.array(ReportFood),
  /** How many dishes of live menus were swapped in these days. */
  swaps: z.int(),
  /** Dates on which the unit serves, but no menu was live. */
  notServed: z.array(z.string()),
});
export type Report = z.input<typeof Report>;
nameSchemas({ Report, ReportLevel, ReportDish, ReportFood, JudgedDays });
