import { foldUnmet } from '../../../lib/domain/planner/folded-unmet.ts';
import { planCycle } from '../../../lib/domain/planner/plan.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { cpuSecondsSince } from '../figures.ts';
import type { Cell, Table } from '../table.ts';
import { isDaily, joinDishes, listExcess, type Serving, usualChecks, weekChecks } from './checks.ts';
import { type Boarding, boardings, type Cycle, libraryIds, makeCycle } from './problems.ts';

const CYCLES = 25;
/** The dishes whose share of all servings is measured. */
const MOST_FREQUENT = 40;

/** A planned week, examined. */
interface WeekFinding {
  readonly boarding: Boarding;
  readonly servings: readonly Serving[];
  readonly violationCountByCheck: Readonly<Record<string, number>>;
  /** The means are those of nutrients, parts of the energy, and categories of the day and of the week. */
  readonly judgementByMean: ReadonlyMap<string, string>;
  readonly unmetCount: number;
}

interface CycleFinding {
  readonly weeks: readonly WeekFinding[];
  /** Servings of dishes beyond the second in the four weeks. */
  readonly repeatedCount: number;
  readonly seconds: number;
}

function examineCycle({ boarding, problems }: Cycle): CycleFinding {
  const before = process.cpuUsage();
  const plans = planCycle(problems);
  const seconds = cpuSecondsSince(before);
  const weeks = plans.map(({ items, analysis, unmet }, index): WeekFinding => {
    const problem = at(problems, index);
    const servings = joinDishes(problem, items);
    const checks = Object.entries({ ...weekChecks, ...usualChecks });
    const [level] = analysis.levels;
    const { nutrients = [], judgedShares = [], categories = [] } = level?.average ?? {};
    const weekCategories = level?.week?.categories ?? [];
    const judgedWeek = weekCategories.map(({ name, judgement }) => ({ name: `${name}（周）`, judgement }));
    const judged = [...nutrients, ...judgedShares, ...categories, ...judgedWeek];
    return {
      boarding,
      servings,
      violationCountByCheck: Object.fromEntries(checks.map(([name, check]) => [name, check(servings, problem).length])),
      judgementByMean: new Map(judged.flatMap(({ name, judgement }) => (judgement ? [[name, judgement]] : []))),
      unmetCount: foldUnmet(unmet, problem).length,
    };
  });
  const served = weeks.flatMap(({ servings }) => servings);
  const repeated = listExcess(served, 2, ({ dish, recipe }) =>
    isDaily(recipe) || recipe.mark === '水果' ? [] : [dish],
  );
  return { weeks, repeatedCount: repeated.length, seconds };
}

/** Plans cycles of four weeks. Counts what a cook would not serve in them, and the adequate judgements. */
export function measureWeeks(onProgress: (text: string) => void): Table {
  const cycles = Array.from({ length: CYCLES }, (_, cycleIndex) => {
    if (cycleIndex % 5 === 0) onProgress(`cycles: ${cycleIndex} of ${CYCLES}`);
    return examineCycle(makeCycle(cycleIndex));
  });
  const weeks = cycles.flatMap((cycle) => cycle.weeks);
  const columns = [...boardings.map((boarding) => weeks.filter((week) => week.boarding === boarding)), weeks];
  const row = (name: string, summarise: (weeks: readonly WeekFinding[]) => Cell, goal: Cell): Cell[] => [
    name,
    ...columns.map(summarise),
    goal,
  ];
  const countRow = (name: string, goal: Cell) =>
    row(name, (list) => list.reduce((sum, week) => sum + (week.violationCountByCheck[name] ?? 0), 0), goal);
  const means = [...new Set(weeks.flatMap(({ judgementByMean }) => [...judgementByMean.keys()]))];
  const seconds = Math.max(...cycles.map((cycle) => cycle.seconds));
  const repeatedCount = cycles.reduce((sum, cycle) => sum + cycle.repeatedCount, 0);
  return {
    title: `${weeks.length} weeks in cycles of four, beside the goals`,
    head: ['', ...boardings.map(({ name }) => name), 'all', 'goal'],
    rows: [
      row('weeks', (list) => list.length, ''),
      ...Object.keys(weekChecks).map((name) => countRow(name, 0)),
      ...Object.keys(usualChecks).map((name) => countRow(name, 'in unmet')),
      ['dish three times in a cycle', '', '', repeatedCount, 'in unmet'],
      ...means.map((name) => row(`${name} 适量`, (list) => countAdequate(list, name), '95 %')),
      row('nothing 不足 or 过量', (list) => list.filter(isAdequate).length, '95 %'),
      row('lines of unmet, in the mean', (list) => mean(list.map(({ unmetCount }) => unmetCount)), ''),
      row(`servings of the ${MOST_FREQUENT} most frequent dishes, %`, (list) => measureTopShare(list, () => true), 35),
      row('  without what comes daily', (list) => measureTopShare(list, ({ recipe }) => !isDaily(recipe)), ''),
      row("the library's dishes that come, %", measureLibraryShare, 85),
      ['s of a core a cycle, at most', '', '', seconds, ''],
    ],
  };
}

function countAdequate(weeks: readonly WeekFinding[], name: string): string {
  const judgements = weeks.flatMap((week) => week.judgementByMean.get(name) ?? []);
  return `${judgements.filter((judgement) => judgement === '适量').length}/${judgements.length}`;
}

function isAdequate({ judgementByMean }: WeekFinding): boolean {
  return ![...judgementByMean.values()].some((judgement) => judgement === '不足' || judgement === '过量');
}

/** Measures the share of the most frequent dishes in the servings that count, in per cent. */
function measureTopShare(weeks: readonly WeekFinding[], isCounted: (serving: Serving) => boolean): number {
  const servings = weeks.flatMap((week) => week.servings).filter(isCounted);
  const counts = [...Map.groupBy(servings, ({ recipe }) => recipe.name).values()].map(({ length }) => length);
  const most = counts.toSorted((a, b) => b - a).slice(0, MOST_FREQUENT);
  return (100 * most.reduce((sum, count) => sum + count, 0)) / servings.length;
}

/** Measures the share of the library's dishes that are served at all, in per cent. */
function measureLibraryShare(weeks: readonly WeekFinding[]): number {
  const served = new Set(weeks.flatMap(({ servings }) => servings.map(({ dish }) => dish)));
  return (100 * [...libraryIds].filter((id) => served.has(id)).length) / libraryIds.size;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
