import type { PlanAnswer } from './answer.ts';
import { planWithin } from './plan.ts';
import type { NearServing, PlanProblem } from './problem.ts';
import { MOVES } from './search/anneal.ts';

const DAYS_OF_WEEK = 7;

/** How much work all weeks may take together, so that a call answers in time. */
const WORK_OF_CYCLE = 2_400_000_000;

/** A week of a cycle. */
interface PlannedWeek extends PlanAnswer {
  /** Its first day. */
  readonly start: string;
}

/** Plans weeks that follow each other: each sees what those before it serve. */
export function planCycle(weeks: readonly PlanProblem[]): PlannedWeek[] {
  const planned: PlannedWeek[] = [];
  for (const problem of weeks) {
    const moves = MOVES[problem.effort];
    const workOfAll = Math.min(moves.workOfAll, WORK_OF_CYCLE / weeks.length);
    const near = [...(problem.near ?? []), ...planned.flatMap((week, index) => shift(week, planned.length - index))];
    planned.push({ start: problem.content.start, ...planWithin({ ...problem, near }, { ...moves, workOfAll }) });
  }
  return planned;
}

/** What a week serves, as one sees it that begins so many weeks later. */
function shift({ items }: PlannedWeek, weeks: number): NearServing[] {
  return items.map(({ day, dish }) => ({ day: day - weeks * DAYS_OF_WEEK, dish }));
}
