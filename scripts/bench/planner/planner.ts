import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type Highs from 'highs';
import { type Model, toModel } from '../../../lib/domain/planner/model.ts';
import { toAnswer } from '../../../lib/domain/planner/plan.ts';
import type { PlanProblem } from '../../../lib/domain/planner/problem.ts';
import { calculateAverageCost } from '../../../lib/domain/planner/rules/cost.ts';
import { anneal } from '../../../lib/domain/planner/search/anneal.ts';
import { Objective } from '../../../lib/domain/planner/search/objective.ts';
import { WORK_LIMITS } from '../../../lib/domain/planner/search/parameters.ts';
import { at } from '../../../lib/domain/values/random.ts';
import { LARGER, LUNCHES, makeProblem, type Size, SMALLER } from '../../../tests/support/planner/instances.ts';
import { readInstances, toInstanceModel } from '../../../tests/support/planner/published.ts';
import { cpuSecondsSince, median } from '../figures.ts';
import type { Cell, Table } from '../table.ts';
import { formulate } from './linear.ts';
import { residentScript } from './resident.ts';

/** The package's types are those of its CommonJS half. */
const loadHighs: typeof Highs.default = createRequire(import.meta.url)('highs');

/** The price lists of each size, in turn: some leave more between the bound and any plan than others. */
const PRICE_LISTS: ReadonlyMap<Size, readonly number[]> = new Map([
  [SMALLER, [7, 8, 9, 10, 11]],
  [LARGER, [7]],
  [LUNCHES, [7]],
]);
/** The number of seeds, and so of runs, for each problem. */
const SEEDS = { generated: 20, published: 3 };
/** Seconds that the solver may take. An integer program has a bound by then, but no best plan. */
const SOLVER_LIMITS_S = { linear: 600, integer: 60 };
/** The rules that a plan breaks only if it cannot be made otherwise. */
const HARD_RULES = new Set(['template', 'avoided', 'season', 'repeat', 'perWeek']);

interface Goal {
  readonly title: string;
  /** The size of generated problems, or the days of a published instance. */
  readonly size: Size | number;
  /** How far above the bound the median plan may be. */
  readonly percent: number;
  /** How many seconds of the processor the median plan may take. */
  readonly seconds: number;
}

/** A list of prices, and the lower bound of the cost of plans with it. */
interface BoundedPrices {
  readonly priceList: number;
  readonly bound: number;
}

const goals: readonly Goal[] = [
  { title: '300 dishes, 5 × 3 meals', size: SMALLER, percent: 3, seconds: 1.2 },
  { title: '1,000 dishes, 7 × 3 meals, 3 groups', size: LARGER, percent: 4, seconds: 3 },
  { title: '300 dishes, 5 lunches', size: LUNCHES, percent: 3, seconds: 4 },
  ...[20, 40, 60].map((size): Goal => {
    return { title: `published, ${size} days`, size, percent: 0.5, seconds: 10 };
  }),
];

/** A problem to plan, and a lower bound of its cost. A published instance has only a model. */
interface Run {
  readonly seed: number;
  readonly bound: number;
  readonly problem?: PlanProblem;
  readonly toModel: () => Model;
}

/**
 * Compares the planner with bounds of the same problems, or the optimum of published instances, and its costs with the goals. The
 * memory is that of a process that does nothing else.
 */
export async function measurePlanner(onProgress: (text: string) => void): Promise<Table> {
  const boundedPricesBySize = new Map<Size, readonly BoundedPrices[]>();
  for (const [size, lists] of PRICE_LISTS) {
    onProgress(`planner: bounds for ${size.dishes} dishes`);
    const bounds = lists.map(async (priceList) => ({ priceList, bound: await findBound(size, priceList) }));
    boundedPricesBySize.set(size, await Promise.all(bounds));
  }
  return {
    title: 'Plans: per cent above the bound, seconds of the processor; published instances only where they are at hand',
    head: ['problem', '% median', '% worst', 's median', 'hard rules broken', 'rules broken', 'MB'],
    rows: goals.flatMap((goal) => {
      const { title, size } = goal;
      onProgress(`planner: ${title}`);
      const runs =
        typeof size === 'number' ? poseInstance(size) : poseGenerated(size, boundedPricesBySize.get(size) ?? []);
      return runs.length > 0 ? [measureGoal(goal, runs)] : [];
    }),
  };
}

/** Poses a problem for each seed. The lists of prices take turns. */
function poseGenerated(size: Size, boundedPrices: readonly BoundedPrices[]): Run[] {
  return Array.from({ length: SEEDS.generated }, (_, index) => {
    const { priceList, bound } = at(boundedPrices, index % boundedPrices.length);
    const problem = makeProblem(size, index + 1, priceList);
    return { seed: index + 1, bound, problem, toModel: () => toModel(problem) };
  });
}

/** Poses a published instance once for each seed; no run where the instances are not at hand. */
function poseInstance(days: number): Run[] {
  const instances = readInstances();
  if (!instances) return [];
  const model = toInstanceModel(instances, days);
  const bound = (instances.optimum[days] ?? 0) / days / calculateAverageCost(model);
  return Array.from({ length: SEEDS.published }, (_, index) => ({ seed: index + 1, bound, toModel: () => model }));
}

function measureGoal({ title, size, percent, seconds }: Goal, runs: readonly Run[]): Cell[] {
  const results = runs.map(({ seed, bound, problem, toModel: createModel }) => {
    const before = process.cpuUsage();
    const model = createModel();
    const result = anneal(model, seed, WORK_LIMITS);
    const unmet = problem && toAnswer(problem, model, result).unmet;
    const cpu = cpuSecondsSince(before);
    const objective = evaluate(model, result.plan);
    const broken = Number(objective.hasBrokenRule());
    const hardCount = unmet ? unmet.filter(({ rule }) => HARD_RULES.has(rule)).length : broken;
    return { cpu, hardCount, unmetCount: unmet?.length ?? broken, percent: (objective.total() / bound - 1) * 100 };
  });
  return [
    title,
    `${median(results.map((result) => result.percent)).toFixed(1)} of ${percent}`,
    Math.max(...results.map((result) => result.percent)).toFixed(1),
    `${median(results.map(({ cpu }) => cpu)).toFixed(2)} of ${seconds}`,
    Math.max(...results.map(({ hardCount }) => hardCount)),
    Math.max(...results.map(({ unmetCount }) => unmetCount)),
    typeof size === 'number' ? '' : Math.round(measureResidentMb(size)),
  ];
}

function evaluate(model: Model, plan: Int32Array): Objective {
  const objective = new Objective(model);
  for (const [slot, candidate] of plan.entries()) objective.apply(slot, candidate);
  return objective;
}

/**
 * Finds a lower bound of the cost of any plan by the planner's objective, which is also that of the programs. Lunches have an integer
 * program of how often each dish is served in the week: its optimum is higher than the bound that an integer program of all slots
 * has after a minute. The solver only prints the bound of an integer program.
 */
async function findBound(size: Size, priceList: number): Promise<number> {
  const printed: string[] = [];
  const solver = await loadHighs({ print: (line) => printed.push(line) });
  const program = formulate(toModel(makeProblem(size, 1, priceList)));
  if (size !== LUNCHES) return solver.solve(program.text(), { time_limit: SOLVER_LIMITS_S.linear }).ObjectiveValue;
  solver.solve(program.sumDays().text(true), { time_limit: SOLVER_LIMITS_S.integer });
  return Number(/Dual bound +(\S+)/.exec(printed.join('\n'))?.[1]);
}

/** Measures the memory of planning once, in a process of its own. */
function measureResidentMb(size: Size): number {
  return Number(execFileSync(process.execPath, [residentScript, JSON.stringify(size)], { encoding: 'utf8' }));
}
