import { DAYS_OF_WEEK } from '../values/calendar.ts';
import type { PlanAnswer } from './answer.ts';
import { planMenu } from './plan.ts';
import type { AdjacentServing, PlanProblem } from './problem.ts';
import { CYCLE_WORK, WORK_LIMITS } from './search/parameters.ts';

/** The plan of one week of a cycle. */
interface PlannedWeek extends PlanAnswer {
  /** The first day of the week, `YYYY-MM-DD`. */
  readonly start: string;
}

/** Plans consecutive weeks. Each takes into account what the weeks before it serve. */
export function planCycle(problems: readonly PlanProblem[]): PlannedWeek[] {
  const totalWork = Math.min(WORK_LIMITS.totalWork, CYCLE_WORK / problems.length);
  const weeks: PlannedWeek[] = [];
  for (const problem of problems) {
    const earlierServings = weeks.flatMap((week, index) => toAdjacentServings(week, weeks.length - index));
    const adjacentServings = [...(problem.adjacentServings ?? []), ...earlierServings];
    const answer = planMenu({ ...problem, adjacentServings }, { ...WORK_LIMITS, totalWork });
    weeks.push({ start: problem.content.start, ...answer });
  }
  return weeks;
}

/** The servings of a week, with their days counted from a menu that begins `weeksLater` weeks after it. */
function toAdjacentServings({ items }: PlannedWeek, weeksLater: number): AdjacentServing[] {
  return items.map(({ day, dish }) => ({ day: day - weeksLater * DAYS_OF_WEEK, dish }));
}
