import { planMenu } from '../../../lib/domain/planner/plan.ts';
import { makeProblem } from '../../../tests/support/planner/instances.ts';

/** The path of this script. It plans once in a process of its own, and prints the maximum memory in megabytes. */
export const residentScript = import.meta.filename;

if (import.meta.main) {
  const [size = '{}'] = process.argv.slice(2);
  planMenu(makeProblem(JSON.parse(size), 1));
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
}
