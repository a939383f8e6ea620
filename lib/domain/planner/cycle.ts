import type { PlanAnswer } from './answer.ts';
import { planWithin } from './plan.ts';
import type { NearServing, PlanProblem } from './problem.ts';
import { EFFORTS, WORK_OF_CYCLE } from './search/parameters.ts';

const DAYS_OF_WEEK = 7;

/** A week of a cycle. */
interface PlannedWeek extends PlanAnswer {
  /** Its first day. */
  readonly start: string;
}

/** Plans weeks that follow each other. Each takes into account what the weeks before it serve. */
export function planCycle(weeks: readonly PlanProblem[]): PlannedWeek[] {
  const planned: PlannedWeek[] = [];
  for (const problem of weeks) {
    const budget = EFFORTS[problem.effort];
    const work = Math.min(budget.work, WORK_OF_CYCLE / weeks.length);
    const near = [...(problem.near ?? []), ...planned.flatMap((week, index) => shift(week, planned.length - index))];
    planned.push({ start: problem.content.start, ...planWithin({ ...problem, near }, { ...budget, work }) });
  }
  return planned;
}

/** What a week serves, in the days of a menu that begins so many weeks later. */
function shift({ items }: PlannedWeek, weeks: number): NearServing[] {
  return items.map(({ day, dish }) => ({ day: day - weeks * DAYS_OF_WEEK, dish }));
}
