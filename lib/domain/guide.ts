import * as z from 'zod/mini';
import { meals } from './meal.ts';
import type { ReviewAction } from './menu/review.ts';
import { type Clock, findDeadline, isLate, type WeekStatus, weekStates } from './menu/week.ts';
import type { MealConfig } from './unit.ts';
import { nameSchemas } from './values/output.ts';

/** The steps from a unit's settings to a published menu, in their order, with their names. */
const steps = {
  config: '设置各餐比例',
  standard: '确认营养标准',
  user: '添加用户',
  mark: '标记食材',
  dish: '添加菜品',
  menu: '编制食谱',
  submit: '提交食谱',
  publish: '发布食谱',
} as const;
type Step = keyof typeof steps;

/** By step, the hint for a unit that has none of its things and cannot make them: only the platform assigns standards. */
const hints: Partial<Readonly<Record<Step, string>>> = { standard: '还没有营养标准，请联系平台分配' };

const names = Object.keys(steps) as Step[];

/** A week whose menus are not all published. */
const DueWeek = z.object({
  /** Its Monday, `YYYY-MM-DD`. */
  week: z.string(),
  state: z.enum(weekStates),
  /** On how many days the unit serves, and for how many of these a menu is live. */
  days: z.int(),
  covered: z.int(),
  /** The deadline of its publication, `YYYY-MM-DDTHH:MM` in the service's zone, and whether it is over. */
  by: z.string(),
  late: z.boolean(),
});
type DueWeek = z.output<typeof DueWeek>;

/** A step as answers show it. */
export const GuideStep = z.object({
  step: z.enum(names),
  name: z.string(),
  /** How many of the step's things exist. */
  count: z.int().check(z.minimum(0)),
  done: z.boolean(),
  /** What to do where the unit itself cannot do the step. */
  hint: z.optional(z.string()),
  /** Only with the last step: this week and the next, unless they are published. */
  due: z.optional(z.array(DueWeek)),
});
nameSchemas({ GuideStep, DueWeek });

/** The facts of a unit that its progress follows from: its counts, its shares of the meals, and the status of its weeks. */
export type GuideFacts = Readonly<Record<Exclude<Step, 'config'>, number>> & {
  readonly config: MealConfig;
  /** The last transition of a menu. */
  readonly lastReview: ReviewAction | undefined;
  readonly weeks: readonly (WeekStatus & { readonly week: string; readonly since?: string | undefined })[];
};

/** The steps, each with its count and whether it is done. Every unit begins with one user, the main account. */
export function describeGuide(facts: GuideFacts, clock: Clock): z.output<typeof GuideStep>[] {
  const { config, weeks, lastReview = '', ...counts } = facts;
  const countByStep = { ...counts, config: meals.filter((meal) => Number(config[meal]) > 0).length };
  return names.map((step) => {
    const count = countByStep[step];
    const hint = count === 0 ? hints[step] : undefined;
    // A menu of the library's dishes needs neither own dishes nor marks.
    const isSkipped = (step === 'mark' || step === 'dish') && counts.menu > 0;
    const isReturned = step === 'submit' && counts.publish === 0 && ['驳回', '撤回'].includes(lastReview);
    const done = isSkipped || (count > (step === 'user' ? 1 : 0) && !isReturned);
    const guideStep = { step, name: steps[step], count, done, ...(hint ? { hint } : {}) };
    return step === 'publish' ? { ...guideStep, due: listDueWeeks(weeks, clock) } : guideStep;
  });
}

/** The weeks that still have to be published, wholly or in part. */
function listDueWeeks(weeks: GuideFacts['weeks'], clock: Clock): DueWeek[] {
  return weeks
    .filter(({ days, covered }) => covered < days)
    .map(({ week, since, ...status }) => {
      const deadline = findDeadline(week, clock);
      return { week, ...status, by: deadline.by, late: isLate(status, deadline, since) };
    });
}
