import * as z from 'zod/mini';
import { meals } from './meal.ts';
import type { MealConfig } from './unit.ts';
import { nameSchemas } from './values/schema-name.ts';

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

const names = Object.keys(steps) as Step[];

/** A step as it is answered. */
export const GuideStep = z.object({
  step: z.enum(names),
  name: z.string(),
  /** How many of the step's things exist. */
  count: z.int().check(z.minimum(0)),
  done: z.boolean(),
});
nameSchemas({ GuideStep });

/** How far a unit has come: its counts, and its shares of the meals. */
export type GuideFacts = Readonly<Record<Exclude<Step, 'config'>, number>> & { readonly config: MealConfig };

/** The steps, each with its count and whether it is done. Every unit begins with one user, the main account. */
export function describeGuide({ config, ...counts }: GuideFacts): z.output<typeof GuideStep>[] {
  const counted = { ...counts, config: meals.filter((meal) => Number(config[meal]) > 0).length };
  return names.map((step) => {
    const count = counted[step];
    return { step, name: steps[step], count, done: count > (step === 'user' ? 1 : 0) };
  });
}
