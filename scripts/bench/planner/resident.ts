import { planMenu } from '../../../lib/domain/planner/plan.ts';
import { efforts } from '../../../lib/domain/planner/problem.ts';
import { makeProblem } from '../../../tests/support/planner/instances.ts';

/** The path of this script. It plans once in a process of its own, and prints the maximum memory in megabytes. */
export const residentScript = import.meta.filename;

if (import.meta.main) {
  const [size = '{}', effortName] = process.argv.slice(2);
  const effort = efforts.find((known) => known === effortName);
  planMenu(makeProblem(JSON.parse(size), 1, effort));
  process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
}
