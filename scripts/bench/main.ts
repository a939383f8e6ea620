import { join } from 'node:path';
import { flag, help, parseCommandLine, runCommand, say, text, UsageProblem } from '../command/command.ts';
import { measureCold } from './cold/cold.ts';
import { measureCosts } from './costs.ts';
import { makeGoalTable, measureCounts } from './counts/counts.ts';
import { measureOverview } from './counts/overview.ts';
import { measureLargest } from './planner/largest.ts';
import { measurePlanner } from './planner/planner.ts';
import type { Scale } from './scaled-setup.ts';
import { measureStart } from './start.ts';
import { renderText, type Table } from './table.ts';
import { measureWeeks } from './weeks/weeks.ts';
import { measureWorkbench } from './workbench/workbench.ts';

const context = { folder: join(import.meta.dirname, '../../.bench'), say };

const sections = {
  counts: (options: Options) => measureCounts(options.scale, context).then(makeGoalTable),
  overview: () => measureOverview(context).then(makeGoalTable),
  costs: () => measureCosts(context),
  cold: () => measureCold(),
  start: () => measureStart(),
  planner: () => measurePlanner(say),
  largest: () => measureLargest(say),
  weeks: async () => measureWeeks(say),
  workbench: () => measureWorkbench(say),
} as const satisfies Record<string, (options: Options) => Promise<Table>>;
type Section = keyof typeof sections;
const sectionNames = Object.keys(sections).filter((name): name is Section => name in sections);

const HELP = `Measures what the service takes, beside its goals, and prints it as tables.

  npm run bench [-- --only PARTS] [--small]

  --only PARTS  of ${sectionNames.join(', ')}, separated by commas; by default all
                counts   round trips and units of calls, with 100,000 units and 10,000 dishes in one of them
                overview trips and units of the overview of a week over 10,000 units
                costs    US dollars a month of 100, 1,000 and 10,000 schools
                cold     import and first call of every function in fresh processes, beside a naive build
                start    npm start until it is ready, at first and later
                planner  menus planned, beside a linear bound
                largest  the largest menus planned, in seconds of a core
                weeks    100 weeks planned from the library, and what a cook would not serve in them
                workbench  sizes, times and actions in the browser
  --small       counts with 100 units and 100 dishes
  --help        this text

The table of the counts is seeded once, which takes some minutes, and kept in .bench/; each run works on a copy.
`;

interface Options {
  readonly only: readonly Section[];
  readonly scale: Scale;
}

/** There are 100 menus fewer than a unit may have, since the measured calls add some. */
const LARGE = { units: 100_000, dishes: 10_000, menus: 4900, foods: 1851 };
const SMALL = { units: 100, dishes: 100, menus: 40, foods: 209 };

function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseCommandLine(args, { options: { only: text, small: flag, help } });
  if (values.help) return undefined;
  const only = (values.only ?? sectionNames.join(',')).split(',').map((requestedName) => {
    const section = sectionNames.find((name) => name === requestedName);
    if (!section) throw new UsageProblem(`--only takes ${sectionNames.join(', ')}, not "${requestedName}"`);
    return section;
  });
  return { only, scale: values.small ? SMALL : LARGE };
}

async function run(options: Options): Promise<void> {
  for (const name of options.only) say(renderText(await sections[name](options)));
}

await runCommand(readOptions, HELP, run);
