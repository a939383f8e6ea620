import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../scripts/command/command.ts';
import { measureLoad } from '../proofs/load/load.ts';
import { goals, measureFirstSearch, measureGoal } from '../support/costs/goals.ts';
import { measureAnalysis } from './analysis/analysis.ts';
import { measureWorstAnalyses } from './analysis/worst-analysis.ts';
import { measureCold } from './cold/cold.ts';
import { countEndpoints } from './counts/counts.ts';
import { type GrowthPoint, growthScales, measureGrowth } from './counts/growth.ts';
import { measurePatterns } from './counts/patterns.ts';
import { measureWorstUnit } from './counts/worst.ts';
import { measureMemory } from './memory.ts';
import { HELP, type Options, readOptions } from './options.ts';
import { measureHandlers } from './overhead/handler.ts';
import { measureOverhead, measureSignIn } from './overhead/overhead.ts';
import { measurePlanner, plannerChart } from './planner/planner.ts';
import { updateGuide } from './price/guide.ts';
import { priceMonth } from './price/price.ts';
import { allTables, closingLine, countTables, growthChart, type Results, type ScaledCounts } from './report.ts';
import { openSetup, type Scale } from './scaled-setup.ts';
import { measureStart } from './start.ts';
import { renderMarkdown, renderText } from './table.ts';
import { measureWriters } from './writers/writers.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.bench');
const TABLES = join(ROOT, 'tables');
const PICTURES = join(ROOT, 'scripts/reference/pictures');
const SMALL: Scale = { units: 10, dishes: 40, menus: 40, foods: 209 };
/** Parts of seeded names: of some units in a hundred, of most, of none; and likewise of dishes. */
const UNIT_KEYWORDS = ['红旗', '小学', '没有'];
const UNIT_CHOICE = '红旗';
const DISH_KEYWORDS = ['土豆', '炒', '没有'];

const INTRODUCTION = `# Costs

\`npm run bench -- --publish\` writes this file. It has counts, which are the same on every machine, and no times. Round trips are calls
to the store one after the other, the caller's check included. Read and write are DynamoDB's capacity units. A warm function has had
such a call before. A cold one has just started, after others have run. Bytes are those of the items that were read and written.

![Read units against units in the table](../scripts/reference/pictures/growth.svg)
`;

/** Counts at the small and at the large scale. Goals and the monthly price are those of the large one. */
async function measureCounts({ units, dishes, menus, foods }: Options): Promise<Partial<Results>> {
  const small = await countAt(SMALL);
  const { setup, stop } = await openSetup({ units, dishes, menus, foods }, FOLDER, showProgress);
  try {
    const searched = { setup, unitKeywords: UNIT_KEYWORDS, unitChoice: UNIT_CHOICE, dishKeywords: DISH_KEYWORDS };
    const outcomes = [await measureFirstSearch(searched)];
    showProgress('every endpoint at the large scale');
    const counts = await countEndpoints(setup);
    const large = { scale: { units, dishes, menus, foods }, counts };
    for (const goal of goals) {
      showProgress(`goal: ${goal.title}`);
      outcomes.push(await measureGoal(goal, searched));
    }
    return { counts: { small, large }, goals: outcomes, price: priceMonth(counts) };
  } finally {
    await stop();
  }
}

async function measureMemoryAt({ units, dishes, menus, foods }: Options): Promise<Partial<Results>> {
  const { setup, stop } = await openSetup({ units, dishes, menus, foods }, FOLDER, showProgress);
  try {
    showProgress('memory of a search');
    return { memory: await measureMemory(setup, units, UNIT_CHOICE) };
  } finally {
    await stop();
  }
}

async function countAt(scale: Scale): Promise<ScaledCounts> {
  const { setup, stop } = await openSetup(scale, FOLDER, showProgress);
  try {
    showProgress('every endpoint at the small scale');
    return { scale, counts: await countEndpoints(setup) };
  } finally {
    await stop();
  }
}

async function measureGrowths({ units: most, dishes, menus, foods }: Options): Promise<GrowthPoint[]> {
  const points: GrowthPoint[] = [];
  for (const units of growthScales(most)) {
    const scale = units === most ? { units, dishes, menus, foods } : { ...SMALL, units };
    const { setup, stop } = await openSetup(scale, FOLDER, showProgress);
    try {
      showProgress(`growth: ${units} units`);
      points.push(await measureGrowth(setup, units));
    } finally {
      await stop();
    }
  }
  return points;
}

async function measureTimes(): Promise<Partial<Results>> {
  const { setup, stop } = await openSetup(SMALL, FOLDER, showProgress);
  try {
    showProgress('warm handlers');
    const handlerMs = Object.fromEntries(await measureHandlers(setup));
    return {
      handlerMs,
      overhead: await measureOverhead(),
      signIn: await measureSignIn(),
      analysis: measureAnalysis(),
    };
  } finally {
    await stop();
  }
}

async function measureWorst(): Promise<Partial<Results>> {
  const worstAnalyses = await measureWorstAnalyses(showProgress);
  return { worstAnalyses, worst: await measureWorstUnit(showProgress) };
}

async function measureAll(options: Options): Promise<Results> {
  const { only, publish } = options;
  return {
    ...(only.has('patterns') ? { wrongCosts: await measurePatterns(publish) } : {}),
    ...(only.has('counts') ? await measureCounts(options) : {}),
    ...(only.has('growth') ? { growth: await measureGrowths(options) } : {}),
    ...(only.has('worst') ? await measureWorst() : {}),
    ...(only.has('memory') ? await measureMemoryAt(options) : {}),
    ...(only.has('overhead') ? await measureTimes() : {}),
    ...(only.has('cold') ? { cold: await measureCold() } : {}),
    ...(only.has('start') ? { start: await measureStart() } : {}),
    ...(only.has('load') ? { load: await measureLoad({}) } : {}),
    ...(only.has('writers') ? { writers: await measureWriters(showProgress) } : {}),
    ...(only.has('planner') ? { planner: await measurePlanner(showProgress) } : {}),
  };
}

async function writeResults(results: Results, publish: boolean): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  const folders = publish ? [FOLDER, PICTURES] : [FOLDER];
  for (const folder of folders) {
    if (results.growth) await writeFile(join(folder, 'growth.svg'), growthChart(results.growth));
    if (results.planner) await writeFile(join(folder, 'planner.svg'), plannerChart(results.planner));
  }
  const tables = countTables(results);
  if (!publish || tables.length === 0) return;
  await writeFile(join(TABLES, 'costs.md'), [INTRODUCTION, ...tables.map(renderMarkdown)].join('\n'));
  if (results.counts) await updateGuide();
}

/** Writes one line again and again; nothing if output is not a terminal. */
function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

async function run(options: Options): Promise<void> {
  const results = await measureAll(options);
  await writeResults(results, options.publish);
  showProgress('');
  for (const table of allTables(results)) console.log(renderText(table));
  if (results.goals) console.log(closingLine(results.goals));
}

await runCommand(readOptions, HELP, run);
