import * as z from 'zod/mini';
import { meals } from './meal.ts';
import type { ReviewAction } from './menu/review.ts';
import { type Clock, isLate, toDeadline, type WeekStatus, weekStates } from './menu/week.ts';
import type { MealConfig } from './unit.ts';
import { nameSchemas } from './values/output.ts';

/** The steps from a unit's settings to a published menu, in their order, with their names for people. */
const nameByStep = {
  config: '设置各餐比例',
  standard: '确认营养标准',
  user: '添加用户',
  mark: '标记食材',
  dish: '添加菜品',
  menu: '编制食谱',
  submit: '提交食谱',
  publish: '发布食谱',
} as const;
type Step = keyof typeof nameByStep;
/** A unit cannot make a standard itself: only the platform assigns them. */
const NO_STANDARD_HINT = '还没有营养标准，请联系平台分配';
const steps = Object.keys(nameByStep) as Step[];

/** A week whose menus are not all published. */
const DueWeek = z.object({
  /** Its Monday, `YYYY-MM-DD`. */
  week: z.string(),
  state: z.enum(weekStates),
  /** The number of days on which the unit serves. */
  days: z.int(),
  /** The number of these days for which a menu is live. */
  covered: z.int(),
  /** The deadline of its publication, `YYYY-MM-DDTHH:MM` in the service's zone. */
  by: z.string(),
  /** Whether it is late, see `isLate`. */
  late: z.boolean(),
});
type DueWeek = z.output<typeof DueWeek>;

/** A step, with the number of things that it has made, and whether it is done. */
export const GuideStep = z.object({
  step: z.enum(steps),
  name: z.string(),
  count: z.int().check(z.minimum(0)),
  done: z.boolean(),
  hint: z.optional(z.string()),
  /** Only with the last step: this week and the next, unless they are published. */
  due: z.optional(z.array(DueWeek)),
});
nameSchemas({ GuideStep, DueWeek });

/** The facts of a unit that its progress follows from: its counts, its shares of the meals, and the status of its weeks. */
export type GuideFacts = Readonly<Record<Exclude<Step, 'config'>, number>> & {
  readonly config: MealConfig;
  /** The last action on any menu; undefined: there was none. */
  readonly lastAction: ReviewAction | undefined;
  /** This week and the next. `since` is the day on which the unit was created; absent: not known. */
  readonly weeks: readonly (WeekStatus & { readonly week: string; readonly since?: string | undefined })[];
};

/** Describes the steps, each with its count and whether it is done. */
export function describeGuide(facts: GuideFacts, clock: Clock): z.output<typeof GuideStep>[] {
  const { config, weeks, lastAction = '', ...countByOtherStep } = facts;
  const countByStep = { ...countByOtherStep, config: meals.filter((meal) => Number(config[meal]) > 0).length };
  return steps.map((step) => {
    const count = countByStep[step];
    const hint = step === 'standard' && count === 0 ? NO_STANDARD_HINT : undefined;
    // Whoever has a menu, of the library's dishes, needs neither marks nor own dishes.
    const isSkipped = (step === 'mark' || step === 'dish') && countByStep.menu > 0;
    const isReturned = step === 'submit' && countByStep.publish === 0 && ['驳回', '撤回'].includes(lastAction);
    // Every unit begins with one user, the main account.
    const countAtFirst = step === 'user' ? 1 : 0;
    const done = isSkipped || (count > countAtFirst && !isReturned);
    const due = step === 'publish' ? listDueWeeks(weeks, clock) : undefined;
    return { step, name: nameByStep[step], count, done, hint, due };
  });
}

function listDueWeeks(weeks: GuideFacts['weeks'], clock: Clock): DueWeek[] {
  return weeks
    .filter(({ days, covered }) => covered < days)
    .map(({ week, since, ...status }) => {
      const deadline = toDeadline(week, clock);
      return { week, ...status, by: deadline.by, late: isLate(status, deadline, since) };
    });
}
