import { foldUnmet } from '../../../lib/domain/planner/folded-unmet.ts';
import { planCycle } from '../../../lib/domain/planner/plan.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { cpuSecondsSince } from '../figures.ts';
import type { Cell, Table } from '../table.ts';
import { findExcess, isDaily, joinDishes, type Serving, usualChecks, weekChecks } from './checks.ts';
import { type Cycle, type Form, forms, libraryIds, poseCycle } from './problems.ts';

const CYCLES = 25;
/** The dishes whose share of all servings is measured. */
const MOST_FREQUENT = 40;

/** A planned week, examined. */
interface WeekFinding {
  readonly form: Form;
  readonly servings: readonly Serving[];
  /** By check, how often it is broken. */
  readonly violations: Readonly<Record<string, number>>;
  /** The judgements of the means by name: nutrients, parts of the energy, categories of the day and of the week. */
  readonly judgements: ReadonlyMap<string, string>;
  readonly unmetCount: number;
}

interface CycleFinding {
  readonly weeks: readonly WeekFinding[];
  /** Servings of dishes beyond the second in the four weeks. */
  readonly repeatedCount: number;
  readonly seconds: number;
}

function examineCycle({ form, problems }: Cycle): CycleFinding {
  const before = process.cpuUsage();
  const plans = planCycle(problems);
  const seconds = cpuSecondsSince(before);
  const weeks = plans.map(({ items, analysis, unmet }, index): WeekFinding => {
    const problem = at(problems, index);
    const servings = joinDishes(problem, items);
    const checks = Object.entries({ ...weekChecks, ...usualChecks });
    const [level] = analysis.levels;
    const { nutrients = [], judgedShares = [], categories = [] } = level?.average ?? {};
    const ofWeek = (level?.week?.categories ?? []).map(({ name, judgement }) => ({ name: `${name}（周）`, judgement }));
    const judged = [...nutrients, ...judgedShares, ...categories, ...ofWeek];
    return {
      form,
      servings,
      violations: Object.fromEntries(checks.map(([name, check]) => [name, check(servings, problem).length])),
      judgements: new Map(judged.flatMap(({ name, judgement }) => (judgement ? [[name, judgement]] : []))),
      unmetCount: foldUnmet(unmet, problem).length,
    };
  });
  const all = weeks.flatMap(({ servings }) => servings);
  const repeated = findExcess(all, 2, ({ dish, recipe }) => (isDaily(recipe) || recipe.mark === '水果' ? [] : [dish]));
  return { weeks, repeatedCount: repeated.length, seconds };
}

/** Plans cycles of four weeks, and counts what a cook would not serve in them. */
export function measureWeeks(onProgress: (text: string) => void): Table {
  const cycles = Array.from({ length: CYCLES }, (_, number) => {
    if (number % 5 === 0) onProgress(`cycles: ${number} of ${CYCLES}`);
    return examineCycle(poseCycle(number));
  });
  const weeks = cycles.flatMap((cycle) => cycle.weeks);
  const columns = [...forms.map((form) => weeks.filter((week) => week.form === form)), weeks];
  const row = (name: string, summarise: (weeks: readonly WeekFinding[]) => Cell, goal: Cell): Cell[] => [
    name,
    ...columns.map(summarise),
    goal,
  ];
  const countRow = (name: string, goal: Cell) =>
    row(name, (list) => list.reduce((sum, { violations }) => sum + (violations[name] ?? 0), 0), goal);
  const names = [...new Set(weeks.flatMap(({ judgements }) => [...judgements.keys()]))];
  const seconds = Math.max(...cycles.map((cycle) => cycle.seconds));
  return {
    title: `${weeks.length} weeks in cycles of four, beside the goals`,
    head: ['', ...forms.map(({ name }) => name), 'all', 'goal'],
    rows: [
      row('weeks', (list) => list.length, ''),
      ...Object.keys(weekChecks).map((name) => countRow(name, 0)),
      ...Object.keys(usualChecks).map((name) => countRow(name, 'in unmet')),
      [
        'dish three times in a cycle',
        '',
        '',
        cycles.reduce((sum, { repeatedCount }) => sum + repeatedCount, 0),
        'in unmet',
      ],
      ...names.map((name) => row(`${name} 适量`, (list) => countAdequate(list, name), '95 %')),
      row('nothing 不足 or 过量', (list) => list.filter(isAdequate).length, '95 %'),
      row('lines of unmet, in the mean', (list) => mean(list.map(({ unmetCount }) => unmetCount)), ''),
      row(
        `servings of the ${MOST_FREQUENT} most frequent dishes, %`,
        (list) => shareOfMostFrequent(list, () => true),
        35,
      ),
      row('  without what comes daily', (list) => shareOfMostFrequent(list, ({ recipe }) => !isDaily(recipe)), ''),
      row("the library's dishes that come, %", shareOfLibrary, 85),
      ['s of a core a cycle, at most', '', '', seconds, ''],
    ],
  };
}

function countAdequate(weeks: readonly WeekFinding[], name: string): string {
  const judgements = weeks.flatMap((week) => week.judgements.get(name) ?? []);
  return `${judgements.filter((judgement) => judgement === '适量').length}/${judgements.length}`;
}

function isAdequate({ judgements }: WeekFinding): boolean {
  return ![...judgements.values()].some((judgement) => judgement === '不足' || judgement === '过量');
}

function shareOfMostFrequent(weeks: readonly WeekFinding[], isCounted: (serving: Serving) => boolean): number {
  const servings = weeks.flatMap((week) => week.servings).filter(isCounted);
  const counts = [...Map.groupBy(servings, ({ recipe }) => recipe.name).values()].map(({ length }) => length);
  const most = counts.toSorted((a, b) => b - a).slice(0, MOST_FREQUENT);
  return (100 * most.reduce((sum, count) => sum + count, 0)) / servings.length;
}

function shareOfLibrary(weeks: readonly WeekFinding[]): number {
  const served = new Set(weeks.flatMap(({ servings }) => servings.map(({ dish }) => dish)));
  return (100 * [...libraryIds].filter((id) => served.has(id)).length) / libraryIds.size;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
