import * as z from 'zod/mini';
import { Average } from '../analysis/shape.ts';
import { MAX_LEVEL_LENGTH } from '../menu/menu-groups.ts';
import { about, date, filterText, unitParameter } from '../values/fields.ts';
import { ExactNumber, nameSchemas } from '../values/output.ts';

/** The maximum number of days of a report: a quarter of a year. */
export const MAX_REPORT_DAYS = 92;

export const reportFields = {
  vender: unitParameter(),
  from: about('The first day.', date()),
  to: about(`The last day; at most ${MAX_REPORT_DAYS} days in all.`, date()),
  level: about('Only groups of this level.', filterText(MAX_LEVEL_LENGTH)),
};

/** A nutrient, a food category or a share of the energy, and on how many days it was judged too low, or too high. */
const JudgedDays = z.object({
  /** The nutrient's code, or the name of the category or share. */
  key: z.string(),
  name: z.string(),
  days: z.int(),
});

const ReportGroup = z.object({
  name: z.string(),
  level: z.string(),
  /** Whether each day's standard has figures for the level. */
  judged: z.boolean(),
  /** The number of days on which it ate. */
  days: z.int(),
  /** The sum of its people over these days. */
  people: z.int(),
  /** The mean of these days. A figure has a range if it has one on each day. */
  average: Average,
  /** The figures that were too low on some days. Each day is judged by the standard of its time. */
  below: z.array(JudgedDays),
  /** The figures that were too high. */
  above: z.array(JudgedDays),
});
export type ReportGroup = z.input<typeof ReportGroup>;

/** A dish, and in how many meals it was served. */
const ReportDish = z.object({ dish: z.int(), name: z.string(), times: z.int() });
const ReportFood = z.object({
  code: z.string(),
  name: z.string(),
  /** The weight as bought for all people, rounded up. */
  kilograms: ExactNumber,
  /** Yuan, at the prices of each submission. */
  cost: z.optional(ExactNumber),
});

/** The food that live menus served in a span of days. */
export const Report = z.object({
  from: z.string(),
  to: z.string(),
  /** The number of dates on which something was served. */
  days: z.int(),
  levels: z.array(ReportGroup),
  /** The dishes with the number of their meals, the most frequent first. */
  dishes: z.array(ReportDish),
  foods: z.array(ReportFood),
  /** The number of dishes of live menus that were swapped in these days. */
  swaps: z.int(),
  /** Dates on which the unit serves, but no menu was live. */
  notServed: z.array(z.string()),
});
export type Report = z.input<typeof Report>;
nameSchemas({ Report, ReportLevel: ReportGroup, ReportDish, ReportFood, JudgedDays });
