import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type Highs from 'highs';
import { type Model, toModel } from '../../../lib/domain/planner/model.ts';
import { toAnswer } from '../../../lib/domain/planner/plan.ts';
import type { Effort } from '../../../lib/domain/planner/problem.ts';
import { anneal } from '../../../lib/domain/planner/search/anneal.ts';
import { Objective } from '../../../lib/domain/planner/search/objective.ts';
import { WORK_LIMITS } from '../../../lib/domain/planner/search/parameters.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { LARGER, makeProblem, type Size, SMALLER } from '../../../tests/support/planner/instances.ts';
import { cpuSecondsSince, median } from '../figures.ts';
import type { Cell, Table } from '../table.ts';
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
/** Seconds that the linear program may take. */
const SOLVER_LIMIT_S = 600;
const HARD_RULES = new Set(['template', 'avoided', 'season', 'repeat', 'perWeek']);

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

/**
 * Compares the planner with the linear bounds of the same problems, and its costs with the goals. The memory is that of a
 * process that does nothing else.
 */
export async function measurePlanner(onProgress: (text: string) => void): Promise<Table> {
  const solver = await loadHighs();
  const bounds = new Map<Size, readonly PricedBound[]>();
  for (const [size, lists] of PRICE_LISTS) {
    onProgress(`planner: linear bounds for ${size.dishes} dishes`);
    const toBound = (priceList: number) => ({ priceList, bound: findLinearBound(solver, size, priceList) });
    bounds.set(size, lists.map(toBound));
  }
  return {
    title: `Plans, ${SEEDS} seeds: per cent above the linear bound, seconds of the processor`,
    head: ['problem', '% median', '% worst', 's median', 'hard rules broken', 'rules broken', 'MB'],
    rows: goals.map((goal) => {
      onProgress(`planner: ${goal.title}`);
      return measureGoal(goal, bounds.get(goal.size) ?? []);
    }),
  };
}

interface PricedBound {
  readonly priceList: number;
  readonly bound: number;
}

function measureGoal({ title, size, effort, percent, seconds }: Goal, bounds: readonly PricedBound[]): Cell[] {
  const runs = Array.from({ length: SEEDS }, (_, index) => {
    const { priceList, bound } = at(bounds, index % bounds.length);
    const problem = makeProblem(size, index + 1, effort, priceList);
    const before = process.cpuUsage();
    const model = toModel(problem);
    const result = anneal(model, problem.seed, WORK_LIMITS[effort]);
    const { unmet } = toAnswer(problem, model, result);
    const cpu = cpuSecondsSince(before);
    const hard = unmet.filter(({ rule }) => HARD_RULES.has(rule)).length;
    return { cpu, hard, unmet: unmet.length, percent: (planCost(model, result.plan) / bound - 1) * 100 };
  });
  return [
    title,
    `${median(runs.map((run) => run.percent)).toFixed(1)} of ${percent}`,
    Math.max(...runs.map((run) => run.percent)).toFixed(1),
    `${median(runs.map(({ cpu }) => cpu)).toFixed(2)} of ${seconds}`,
    Math.max(...runs.map(({ hard }) => hard)),
    Math.max(...runs.map((run) => run.unmet)),
    Math.round(residentMb(size, effort)),
  ];
}

/** The cost of a plan by the planner's objective, which is also that of the linear programs. */
function planCost(model: Model, plan: Int32Array): number {
  const objective = new Objective(model);
  for (const [slot, candidate] of plan.entries()) objective.apply(slot, candidate);
  return objective.total();
}

type Solver = Awaited<ReturnType<typeof loadHighs>>;

/** A lower bound of the cost of any plan. */
function findLinearBound(solver: Solver, size: Size, priceList: number): number {
  const text = formulate(toModel(makeProblem(size, 1, 'quick', priceList))).text();
  return solver.solve(text, { output_flag: false, time_limit: SOLVER_LIMIT_S }).ObjectiveValue;
}

function residentMb(size: Size, effort: Effort): number {
  return Number(execFileSync(process.execPath, [residentScript, JSON.stringify(size), effort], { encoding: 'utf8' }));
}
