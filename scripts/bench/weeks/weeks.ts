import type { PlanAnswer } from '../../../lib/domain/planner/answer.ts';
import { planMenu } from '../../../lib/domain/planner/plan.ts';
import type { Effort } from '../../../lib/domain/planner/problem.ts';
import { cpuSecondsSince, median } from '../figures.ts';
import type { Cell, Table } from '../table.ts';
import { checks, serve, trueCost } from './checks.ts';
import { forms, type PosedWeek, poseWeek } from './problems.ts';

const WEEKS = 100;
/** One in this many weeks is also planned thoroughly. */
const THOROUGH_EACH = 5;
/** Per cent by which the answered cost may differ from the true one. */
const MAX_OFF = 2;

/** The findings about a week. */
export interface WeekFinding {
  readonly week: PosedWeek;
  readonly answer: PlanAnswer;
  /** What each check found. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  /** The judgements of the nutrients' means, by name. */
  readonly nutrients: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** Per cent by which the answered cost exceeds the true one. */
  readonly costOff: number;
  readonly reportsPrices: boolean;
  readonly seconds: number;
}

/** Plans a week and looks at it. */
export function lookAt(number: number, effort: Effort): WeekFinding {
  const week = poseWeek(number, effort);
  const before = process.cpuUsage();
  const answer = planMenu(week.problem);
  const seconds = cpuSecondsSince(before);
  const served = serve(week, answer.items);
  const [level] = answer.analysis.levels;
  const judged = (list: readonly { readonly name: string; readonly judgement?: string | undefined }[]) =>
    new Map(list.flatMap(({ name, judgement }) => (judgement === undefined ? [] : [[name, judgement]])));
  return {
    week,
    answer,
    found: Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [name, check(served, week.form.days)] as const),
    ),
    nutrients: judged(level?.average.nutrients ?? []),
    categories: judged(level?.average.categories ?? []),
    costOff: (answeredCost(answer) / trueCost(week, served) - 1) * 100,
    reportsPrices: answer.unmet.some(({ rule }) => String(rule) === 'price'),
    seconds,
  };
}

/** The cost of the answer, with estimates for foods without a price. */
function answeredCost({ cost }: PlanAnswer): number {
  const { value = 0, estimate = value } = JSON.parse(JSON.stringify(cost ?? {}));
  return estimate;
}

/** Plans the weeks quickly, and some of them thoroughly, and counts what is wrong with them. */
export function measureWeeks(onProgress: (text: string) => void): Table {
  const findings = Array.from({ length: WEEKS }, (_, number) => {
    if (number % 20 === 0) onProgress(`weeks: ${number} of ${WEEKS}`);
    return lookAt(number, 'quick');
  });
  const some = Array.from({ length: WEEKS / THOROUGH_EACH }, (_, index) => index * THOROUGH_EACH);
  onProgress(`weeks: ${some.length} of them thoroughly`);
  const thorough = some.map((number) => lookAt(number, 'thorough'));
  const columns = [...forms.map(({ name }) => ofForm(findings, name)), findings, thorough];
  const row = (name: string, of: (those: readonly WeekFinding[]) => Cell, goal: string): Cell[] => [
    name,
    ...columns.map(of),
    goal,
  ];
  return {
    title: `${WEEKS} generated weeks, beside the goals`,
    head: ['', ...forms.map(({ name }) => name), 'all', 'thorough', 'goal'],
    rows: [
      row('weeks', (those) => those.length, ''),
      ...Object.keys(checks).map((name) =>
        row(name, (those) => those.reduce((sum, { found }) => sum + (found[name]?.length ?? 0), 0), '0'),
      ),
      ...judgedRows(findings, 'nutrients').map(([name, count]) => row(name, count, '95 %')),
      ...judgedRows(findings, 'categories').map(([name, count]) => row(name, count, '')),
      row('cost off by more than 2 %', (those) => those.filter(isCostOff).length, ''),
      row(
        '  and unmet does not say so',
        (those) => those.filter((one) => isCostOff(one) && !one.reportsPrices).length,
        '0',
      ),
      row('cost off at most, %', (those) => round(Math.max(0, ...those.map(({ costOff }) => Math.abs(costOff)))), ''),
      row('s of a core, median', (those) => round(median(those.map(({ seconds }) => seconds))), ''),
      row('s of a core, at most', (those) => round(Math.max(...those.map(({ seconds }) => seconds))), '4; 10'),
    ],
  };
}

/** By nutrient or category, in how many of the weeks that judge it is enough and not too much. */
function judgedRows(findings: readonly WeekFinding[], kind: 'nutrients' | 'categories') {
  const names = [...new Set(findings.flatMap((one) => [...one[kind].keys()]))];
  return names.map((name) => {
    const count = (those: readonly WeekFinding[]) => {
      const judged = those.flatMap((one) => one[kind].get(name) ?? []);
      return `${judged.filter((one) => one === '适量').length}/${judged.length}`;
    };
    return [`${name} 适量`, count] as const;
  });
}

function ofForm(findings: readonly WeekFinding[], name: string): WeekFinding[] {
  return findings.filter(({ week }) => week.form.name === name);
}

function isCostOff({ costOff }: WeekFinding): boolean {
  return Math.abs(costOff) > MAX_OFF;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
