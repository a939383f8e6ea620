import { planMenu } from '../../../lib/domain/planner/plan.ts';
import { extremes, poseExtreme } from '../../../tests/support/planner/extremes.ts';
import { cpuSecondsSince, median } from '../figures.ts';
import type { Table } from '../table.ts';

const RUNS = 3;
/** Seconds of a core that any plan may take. */
const GOAL = 4;

/** Measures the seconds of a core that the largest problems take: the median of three runs of each. */
export async function measureLargest(onProgress: (text: string) => void): Promise<Table> {
  const rows = Object.entries(extremes).map(([title, extreme]) => {
    onProgress(`largest: ${title}`);
    return [title, measureSeconds(poseExtreme(extreme))];
  });
  return { title: 'The largest plans: seconds of a core', head: ['problem', `of ${GOAL} s`], rows };
}

function measureSeconds(problem: Parameters<typeof planMenu>[0]): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    planMenu(problem);
    return cpuSecondsSince(before);
  });
  return median(times);
}
