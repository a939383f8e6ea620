import type { PlanAnswer } from '../../../lib/domain/planner/answer.ts';
import { planMenu } from '../../../lib/domain/planner/plan.ts';
import type { Effort } from '../../../lib/domain/planner/problem.ts';
import { cpuSecondsSince, median } from '../figures.ts';
import type { Cell, Table } from '../table.ts';
import { checks, joinDishes, trueCost } from './checks.ts';
import { forms, type PosedWeek, poseWeek } from './problems.ts';

const WEEKS = 100;
/** One in this many weeks is also planned thoroughly. */
const THOROUGH_EACH = 5;
/** Per cent by which the answered cost may differ from the true one. */
const MAX_COST_DEVIATION = 2;

interface WeekFinding {
  readonly week: PosedWeek;
  /** The problems that each check has found. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
  /** The judgements of the nutrients' means, by name. */
  readonly nutrients: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** Per cent by which the answered cost exceeds the true one. */
  readonly costDeviation: number;
  readonly hasPriceProblem: boolean;
  readonly seconds: number;
}

function examineWeek(number: number, effort: Effort): WeekFinding {
  const week = poseWeek(number, effort);
  const before = process.cpuUsage();
  const answer = planMenu(week.problem);
  const seconds = cpuSecondsSince(before);
  const served = joinDishes(week, answer.items);
  const [level] = answer.analysis.levels;
  const toJudgements = (list: readonly { readonly name: string; readonly judgement?: string | undefined }[]) =>
    new Map(list.flatMap(({ name, judgement }) => (judgement === undefined ? [] : [[name, judgement]])));
  return {
    week,
    problems: Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [name, check(served, week.form.days)] as const),
    ),
    nutrients: toJudgements(level?.average.nutrients ?? []),
    categories: toJudgements(level?.average.categories ?? []),
    costDeviation: (answeredCost(answer) / trueCost(week, served) - 1) * 100,
    hasPriceProblem: answer.unmet.some(({ rule }) => rule === 'price'),
    seconds,
  };
}

/** The cost of the answer, with estimates for foods without a price. */
function answeredCost({ cost }: PlanAnswer): number {
  const { value = 0, estimate = value } = JSON.parse(JSON.stringify(cost ?? {}));
  return estimate;
}

/** Plans the weeks quickly, and some of them thoroughly, and counts their problems. */
export function measureWeeks(onProgress: (text: string) => void): Table {
  const findings = Array.from({ length: WEEKS }, (_, number) => {
    if (number % 20 === 0) onProgress(`weeks: ${number} of ${WEEKS}`);
    return examineWeek(number, 'quick');
  });
  const thoroughNumbers = Array.from({ length: WEEKS / THOROUGH_EACH }, (_, index) => index * THOROUGH_EACH);
  onProgress(`weeks: ${thoroughNumbers.length} of them thoroughly`);
  const thorough = thoroughNumbers.map((number) => examineWeek(number, 'thorough'));
  const columns = [...forms.map(({ name }) => filterByForm(findings, name)), findings, thorough];
  const row = (name: string, summarise: (weeks: readonly WeekFinding[]) => Cell, goal: string): Cell[] => [
    name,
    ...columns.map(summarise),
    goal,
  ];
  return {
    title: `${WEEKS} generated weeks, beside the goals`,
    head: ['', ...forms.map(({ name }) => name), 'all', 'thorough', 'goal'],
    rows: [
      row('weeks', (weeks) => weeks.length, ''),
      ...Object.keys(checks).map((name) =>
        row(name, (weeks) => weeks.reduce((sum, { problems }) => sum + (problems[name]?.length ?? 0), 0), '0'),
      ),
      ...countAdequate(findings, 'nutrients').map(([name, count]) => row(name, count, '95 %')),
      ...countAdequate(findings, 'categories').map(([name, count]) => row(name, count, '')),
      row('cost off by more than 2 %', (weeks) => weeks.filter(isCostWrong).length, ''),
      row(
        '  and unmet does not say so',
        (weeks) => weeks.filter((week) => isCostWrong(week) && !week.hasPriceProblem).length,
        '0',
      ),
      row(
        'cost off at most, %',
        (weeks) => round(Math.max(0, ...weeks.map(({ costDeviation }) => Math.abs(costDeviation)))),
        '',
      ),
      row('s of a core, median', (weeks) => round(median(weeks.map(({ seconds }) => seconds))), ''),
      row('s of a core, at most', (weeks) => round(Math.max(...weeks.map(({ seconds }) => seconds))), '4; 10'),
    ],
  };
}

/** For each nutrient or category, counts the weeks in which its amount is right among those that judge it. */
function countAdequate(findings: readonly WeekFinding[], kind: 'nutrients' | 'categories') {
  const names = [...new Set(findings.flatMap((finding) => [...finding[kind].keys()]))];
  return names.map((name) => {
    const count = (weeks: readonly WeekFinding[]) => {
      const judgements = weeks.flatMap((week) => week[kind].get(name) ?? []);
      return `${judgements.filter((judgement) => judgement === '适量').length}/${judgements.length}`;
    };
    return [`${name} 适量`, count] as const;
  });
}

function filterByForm(findings: readonly WeekFinding[], name: string): WeekFinding[] {
  return findings.filter(({ week }) => week.form.name === name);
}

function isCostWrong({ costDeviation }: WeekFinding): boolean {
  return Math.abs(costDeviation) > MAX_COST_DEVIATION;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
