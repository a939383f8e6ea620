import { planMenu } from '../../../lib/domain/planner/plan.ts';
import { type Effort, efforts } from '../../../lib/domain/planner/problem.ts';
import { extremes, poseExtreme } from '../../../tests/support/planner/extremes.ts';
import { cpuSecondsSince, median } from '../figures.ts';
import type { Table } from '../table.ts';

const RUNS = 3;
/** Seconds of a core that any plan may take. */
const GOALS: Readonly<Record<Effort, number>> = { quick: 4, thorough: 10 };

/** Seconds of a core that the largest problems take, each the median of three. */
export async function measureLargest(onProgress: (text: string) => void): Promise<Table> {
  const rows = Object.entries(extremes).map(([title, extreme]) => {
    onProgress(`largest: ${title}`);
    return [title, ...efforts.map((effort) => measureSeconds(poseExtreme(extreme, effort)))];
  });
  const heads = efforts.map((effort) => `${effort}, of ${GOALS[effort]} s`);
  return { title: 'The largest plans: seconds of a core', head: ['problem', ...heads], rows };
}

function measureSeconds(problem: Parameters<typeof planMenu>[0]): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    planMenu(problem);
    return cpuSecondsSince(before);
  });
  return median(times);
}
