import type { PlanAnswer } from './answer.ts';
import { planWithin } from './plan.ts';
import type { NearServing, PlanProblem } from './problem.ts';
import { SEARCH_BUDGETS, WORK_OF_CYCLE } from './search/parameters.ts';

const DAYS_OF_WEEK = 7;

/** A week of a cycle. */
interface PlannedWeek extends PlanAnswer {
  /** The first day of the week, `YYYY-MM-DD`. */
  readonly start: string;
}

/** Plans weeks that follow each other. Each takes into account what the weeks before it serve. */
export function planCycle(weeks: readonly PlanProblem[]): PlannedWeek[] {
  const planned: PlannedWeek[] = [];
  for (const problem of weeks) {
    const searchBudget = SEARCH_BUDGETS[problem.effort];
    const work = Math.min(searchBudget.work, WORK_OF_CYCLE / weeks.length);
    const near = [...(problem.near ?? []), ...planned.flatMap((week, index) => shift(week, planned.length - index))];
    planned.push({ start: problem.content.start, ...planWithin({ ...problem, near }, { ...searchBudget, work }) });
  }
  return planned;
}

/** The servings of a week, with their days counted from the start of a menu that begins `weeks` weeks later. */
function shift({ items }: PlannedWeek, weeks: number): NearServing[] {
  return items.map(({ day, dish }) => ({ day: day - weeks * DAYS_OF_WEEK, dish }));
}
