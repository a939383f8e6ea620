import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type Highs from 'highs';
import { type Board, setUp } from '../../../lib/domain/planner/board.ts';
import { answerWith } from '../../../lib/domain/planner/plan.ts';
import type { Effort } from '../../../lib/domain/planner/problem.ts';
import { anneal, MOVES, type Moves } from '../../../lib/domain/planner/search/anneal.ts';
import { Sums } from '../../../lib/domain/planner/search/sums.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { renderChart } from '../chart.ts';
import { median } from '../median.ts';
import type { Cell, Table } from '../table.ts';
import { LARGER, makeProblem, type Size, SMALLER } from './instances.ts';
import { formulate } from './linear.ts';
import { residentScript } from './resident.ts';

/** The package's types are those of its CommonJS half. */
const loadHighs: typeof Highs.default = createRequire(import.meta.url)('highs');

const SEEDS = 20;
/** The smaller problem has several price lists, as some leave more between the bound and any plan than others. */
const PRICE_LISTS: ReadonlyMap<Size, readonly number[]> = new Map([
  [SMALLER, [7, 8, 9, 10, 11]],
  [LARGER, [7]],
]);
/** Seeds whose median is a point of the picture. */
const SEEDS_OF_A_POINT = 5;
/** Seconds after which the integer program is asked what it has. */
const PATIENCE = [2, 10, 60];
/** Moves of the picture's points, in parts of those of effort `quick`. */
const PARTS = [0.02, 0.1, 0.3, 1, 5];
const HARD = new Set(['template', 'avoided', 'season', 'repeat', 'perWeek']);

interface Goal {
  readonly title: string;
  readonly size: Size;
  readonly effort: Effort;
  readonly percent: number;
  readonly seconds: number;
}

const goals: readonly Goal[] = [
  { title: '300 dishes, 5 × 3 meals', size: SMALLER, effort: 'quick', percent: 3, seconds: 1.2 },
  { title: '1,000 dishes, 7 × 3 meals, 3 groups', size: LARGER, effort: 'quick', percent: 4, seconds: 3 },
  { title: '300 dishes, thorough', size: SMALLER, effort: 'thorough', percent: 2, seconds: 6 },
];

/** What planning takes, and how far the plans are from the linear bound. */
interface PlannerFigures {
  readonly title: string;
  readonly goal: Pick<Goal, 'percent' | 'seconds'>;
  /** Medians over the seeds, and the worst of them. */
  readonly percent: number;
  readonly worst: number;
  readonly cpuSeconds: number;
  /** Rules that are broken: hard ones, and any, in the worst plan. */
  readonly hard: number;
  readonly unmet: number;
  /** Resident memory of a process that does nothing else, at most. */
  readonly mb: number;
}

/** Points of a picture: seconds of the processor, and per cent above the bound. */
export interface PlannerResults {
  readonly figures: readonly PlannerFigures[];
  readonly planner: readonly (readonly [seconds: number, percent: number])[];
  readonly integer: readonly (readonly [seconds: number, percent: number])[];
}

/** Measures the planner beside the linear bound and an integer program of the same problems. */
export async function measurePlanner(onProgress: (text: string) => void): Promise<PlannerResults> {
  const solver = await loadHighs();
  const bounds = new Map<Size, readonly PricedBound[]>();
  for (const [size, lists] of PRICE_LISTS) {
    onProgress(`planner: linear bounds for ${size.dishes} dishes`);
    bounds.set(
      size,
      lists.map((priceList) => ({ priceList, bound: solve(solver, size, { priceList }).value })),
    );
  }
  const figures = goals.map((goal) => {
    onProgress(`planner: ${goal.title}`);
    return measureGoal(goal, bounds.get(goal.size) ?? []);
  });
  const bound = bounds.get(SMALLER)?.[0]?.bound ?? 0;
  onProgress('planner: how it gets nearer');
  const planner = PARTS.map((part) => measurePoint(part, bound));
  const integer = PATIENCE.flatMap((seconds) => {
    onProgress(`planner: the integer program, ${seconds} s`);
    const { value, cpu } = solve(solver, SMALLER, { isWhole: true, seconds });
    return Number.isFinite(value) && value > 0 ? [[cpu, above(value, bound)] as const] : [];
  });
  return { figures, planner, integer };
}

interface PricedBound {
  readonly priceList: number;
  readonly bound: number;
}

function measureGoal({ title, size, effort, percent, seconds }: Goal, bounds: readonly PricedBound[]): PlannerFigures {
  const runs = Array.from({ length: SEEDS }, (_, index) => {
    const { priceList, bound } = at(bounds, index % bounds.length);
    const problem = makeProblem(size, index + 1, effort, priceList);
    const before = process.cpuUsage();
    const board = setUp(problem);
    const stand = anneal(board, problem.seed, MOVES[effort]);
    const { unmet } = answerWith(problem, board, stand);
    const cpu = secondsSince(before);
    const hard = unmet.filter(({ rule }) => HARD.has(rule)).length;
    return { cpu, hard, unmet: unmet.length, percent: above(totalOf(board, stand), bound) };
  });
  return {
    title,
    goal: { percent, seconds },
    percent: median(runs.map((run) => run.percent)),
    worst: Math.max(...runs.map((run) => run.percent)),
    cpuSeconds: median(runs.map(({ cpu }) => cpu)),
    hard: Math.max(...runs.map(({ hard }) => hard)),
    unmet: Math.max(...runs.map(({ unmet }) => unmet)),
    mb: residentMb(size, effort),
  };
}

/** What the plan costs by the planner's own reckoning, which is the objective of the programs, too. */
function totalOf(board: Board, stand: Int32Array): number {
  const sums = new Sums(board);
  for (const [place, course] of stand.entries()) sums.set(place, course);
  return sums.total();
}

function searchWith(seed: number, moves: Moves): { value: number; cpu: number } {
  const before = process.cpuUsage();
  const board = setUp(makeProblem(SMALLER, seed));
  const stand = anneal(board, seed, moves);
  return { cpu: secondsSince(before), value: totalOf(board, stand) };
}

function measurePoint(part: number, bound: number): readonly [number, number] {
  const { searches, perOption, sumsPerPlace, mostSums } = MOVES.quick;
  const times = { perOption: perOption * part, sumsPerPlace: sumsPerPlace * part, mostSums: mostSums * part };
  const moves = { searches, ...times };
  const runs = Array.from({ length: SEEDS_OF_A_POINT }, (_, index) => searchWith(index + 1, moves));
  return [median(runs.map(({ cpu }) => cpu)), above(median(runs.map(({ value }) => value)), bound)];
}

interface Solved {
  readonly value: number;
  readonly cpu: number;
}

type Solver = Awaited<ReturnType<typeof loadHighs>>;

interface Solving {
  readonly priceList?: number;
  readonly isWhole?: boolean;
  readonly seconds?: number;
}

function solve(solver: Solver, size: Size, { priceList, isWhole = false, seconds = 600 }: Solving): Solved {
  const before = process.cpuUsage();
  const text = formulate(setUp(makeProblem(size, 1, 'quick', priceList))).text(isWhole);
  const found = solver.solve(text, { output_flag: false, time_limit: seconds });
  return { value: found.ObjectiveValue, cpu: secondsSince(before) };
}

function residentMb(size: Size, effort: Effort): number {
  return Number(execFileSync(process.execPath, [residentScript, JSON.stringify(size), effort], { encoding: 'utf8' }));
}

function above(value: number, bound: number): number {
  return (value / bound - 1) * 100;
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The figures as a table, against the goals. */
export function plannerTable({ figures, integer }: PlannerResults): Table {
  const rows = figures.map(({ title, goal, percent, worst, cpuSeconds, hard, unmet, mb }): Cell[] => [
    title,
    `${percent.toFixed(1)} of ${goal.percent}`,
    worst.toFixed(1),
    `${cpuSeconds.toFixed(2)} of ${goal.seconds}`,
    hard,
    unmet,
    Math.round(mb),
  ]);
  const found = integer.map(([seconds, percent]): Cell[] => {
    return ['300 dishes, integer program', percent.toFixed(1), '', seconds.toFixed(0), '', '', ''];
  });
  return {
    title: `Plans, ${SEEDS} seeds: per cent above the linear bound, seconds of the processor`,
    head: ['problem', '% median', '% worst', 's median', 'hard rules broken', 'rules broken', 'MB'],
    rows: [...rows, ...found],
  };
}

/** How near both get in which time, as SVG. */
export function plannerChart({ planner, integer }: PlannerResults): string {
  const lines = [
    { name: 'planner', colour: '#1f77b4', points: planner },
    ...(integer.length > 0 ? [{ name: 'integer program (HiGHS)', colour: '#d62728', points: integer }] : []),
  ].map((line) => ({ ...line, points: line.points.map(([x, y]) => [rounded(x), rounded(y)] as const) }));
  const title = 'A week of 5 × 3 meals out of 300 dishes';
  return renderChart(lines, { title, xAxis: 'seconds of the processor', yAxis: '% above the linear bound' });
}

function rounded(value: number): number {
  return Math.max(0.01, Math.round(value * 100) / 100);
}
