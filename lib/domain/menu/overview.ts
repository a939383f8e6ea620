import * as z from 'zod/mini';
import { categoryParameter } from '../unit.ts';
import { toMonday } from '../values/calendar.ts';
import { about, boolean, choice, date } from '../values/fields.ts';
import { ExactNumber, exactNumber, nameSchemas } from '../values/output.ts';
import { makePageSchema } from '../values/page.ts';
import { GroupFindings, type GroupSummary } from './review.ts';
import { weekStates } from './week.ts';

/** Input of the overview of a week of all units. */
export const overviewFields = {
  week: about(
    'The Monday of the week; absent: the last week that should be published by now.',
    z.optional(date().check(z.refine((day) => toMonday(day) === day, { params: { problem: { code: 'monday' } } }))),
  ),
  category: categoryParameter(),
  state: about('Only units whose week is in this state.', z.optional(choice(weekStates))),
  late: about('`true`: only units that are late; `false`: only others.', z.optional(boolean())),
};

/** Yuan per head and day. `missingCount` is the number of foods that are left out, because they have no price. */
const CostPerHead = z.object({ value: ExactNumber, missingCount: z.int() });
const GroupFiguresRecord = z.extend(GroupFindings, { cost: z.optional(CostPerHead) });

/** How far a unit is with the menus of the week. */
const UnitWeek = z.object({
  vender: z.int(),
  venderName: z.string(),
  category: z.string(),
  state: z.enum(weekStates),
  /** The number of days on which it serves. */
  days: z.int(),
  /** The number of these days for which a menu is live. */
  covered: z.int(),
  /** Whether the week is late, see `isLate`. */
  late: z.boolean(),
  /** When its last live menu was published, in milliseconds since the epoch; absent where none is live. */
  publishedAt: z.optional(z.int()),
  /** The findings for the groups of its menus: of each menu's live revision, or else of the one that waits for review. */
  groups: z.array(GroupFiguresRecord),
});
export type UnitWeek = z.input<typeof UnitWeek>;

/** The number of units in a state. Here `late` is a number, too: that of the late ones among them. */
const WeekTotal = z.object({ state: z.enum(weekStates), units: z.int(), late: z.int() });
nameSchemas({ UnitWeek, GroupFigures: GroupFiguresRecord, CostPerHead, WeekTotal });

export const Overview = z.extend(makePageSchema(UnitWeek), {
  week: z.string(),
  /** Until when the week is published, `YYYY-MM-DDTHH:MM` in the service's zone. */
  by: z.string(),
  /** One for each state. Of the filters, only `category` counts. */
  totals: z.array(WeekTotal),
});
export type Overview = z.input<typeof Overview>;
nameSchemas({ Overview });

/** Converts summaries of groups to records. Their costs are exact numbers, in yuan. */
export function toGroupFiguresRecords(groups: readonly GroupSummary[]): UnitWeek['groups'] {
  return groups.map(({ cost, ...group }) =>
    cost ? { ...group, cost: { ...cost, value: exactNumber(cost.value) } } : group,
  );
}
