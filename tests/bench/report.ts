import type { LoadFigures } from '../proofs/load/figures.ts';
import type { GoalOutcome } from '../support/costs/goals.ts';
import type { WorstCost } from '../support/costs/worst.ts';
import { type AnalysisTime, analysisTable } from './analysis/analysis.ts';
import { type WorstAnalysis, worstAnalysisTable } from './analysis/worst-analysis.ts';
import { renderChart } from './chart.ts';
import type { ColdResult } from './cold/cold.ts';
import type { EndpointCount } from './counts/counts.ts';
import type { GrowthPoint } from './counts/growth.ts';
import type { WrongCost } from './counts/patterns.ts';
import { worstTable } from './counts/worst.ts';
import type { MemoryResult } from './memory.ts';
import type { Overhead } from './overhead/overhead.ts';
import type { SignInTimes } from './overhead/sign-in.ts';
import { type PlannerResults, plannerTable } from './planner/planner.ts';
import type { MonthlyPrice } from './price/price.ts';
import type { Scale } from './scaled-setup.ts';
import { START_GOAL, type StartTimes } from './start.ts';
import type { Cell, Table } from './table.ts';
import { type WritersResult, writersTable } from './writers/writers.ts';

/** The parts of a warm call: all of it, the check of the token, the caller's records, the prefetch, the rest. */
const PARTS = ['total', 'token', 'records', 'prefetch', 'own'] as const;

/** Counts at one scale. */
export interface ScaledCounts {
  readonly scale: Scale;
  readonly counts: readonly EndpointCount[];
}

/** All results of a run. A part is absent where it was not asked for. */
export interface Results {
  readonly wrongCosts?: readonly WrongCost[];
  readonly counts?: { readonly small: ScaledCounts; readonly large: ScaledCounts };
  readonly goals?: readonly GoalOutcome[];
  readonly price?: MonthlyPrice;
  readonly growth?: readonly GrowthPoint[];
  readonly memory?: MemoryResult;
  /** Median milliseconds of a warm call without the store, by route. */
  readonly handlerMs?: Readonly<Record<string, number>>;
  readonly overhead?: { readonly floor: number; readonly calls: readonly Overhead[] };
  readonly signIn?: SignInTimes;
  readonly analysis?: readonly AnalysisTime[];
  readonly cold?: readonly ColdResult[];
  readonly start?: StartTimes;
  readonly load?: LoadFigures;
  readonly writers?: readonly WritersResult[];
  readonly worst?: readonly WorstCost[];
  readonly planner?: PlannerResults;
  readonly worstAnalyses?: readonly WorstAnalysis[];
}

/** Tables of the counts, which are the same on every machine. */
export function countTables({ counts, goals, price, worst }: Results): Table[] {
  return [
    ...(goals ? [goalTable(goals)] : []),
    ...(worst ? [worstTable(worst)] : []),
    ...(counts ? [endpointTable({ counts })] : []),
    ...(price ? [priceTable(price)] : []),
  ];
}

/** All tables of a run. Counts and times of endpoints are in one table. */
export function allTables(results: Results): Table[] {
  const { counts: _, ...others } = results;
  const endpoints = results.counts || results.handlerMs || results.cold ? [endpointTable(results)] : [];
  const wrong = results.wrongCosts ? [wrongTable(results.wrongCosts)] : [];
  return [...wrong, ...endpoints, ...countTables(others), ...timeTables(results)];
}

function wrongTable(costs: readonly WrongCost[]): Table {
  const rows = costs.map(({ name, wrong }) => [name, wrong.join('; ')]);
  const head = rows.length > 0 ? ['of', ''] : [];
  return { title: `Figures of tests/statements that are not true: ${rows.length}`, head, rows };
}

function timeTables({
  memory,
  worstAnalyses,
  overhead,
  signIn,
  analysis,
  start,
  load,
  writers,
  planner,
}: Results): Table[] {
  return [
    ...(memory ? [memoryTable(memory)] : []),
    ...(overhead ? [overheadTable(overhead)] : []),
    ...(signIn ? [signInTable(signIn)] : []),
    ...(analysis ? [analysisTable(analysis)] : []),
    ...(worstAnalyses ? [worstAnalysisTable(worstAnalyses)] : []),
    ...(start ? [startTable(start)] : []),
    ...(load ? [loadTable(load)] : []),
    ...(writers ? [writersTable(writers)] : []),
    ...(planner ? [plannerTable(planner)] : []),
  ];
}

/** Read units against the number of units, as SVG. */
export function growthChart(points: readonly GrowthPoint[]): string {
  const line = (name: string, colour: string, of: (point: GrowthPoint) => number) => {
    return { name, colour, points: points.map((point) => [point.units, of(point)] as const) };
  };
  const lines = [
    line('first page', '#1f77b4', ({ firstPage }) => firstPage),
    line('last page', '#2ca02c', ({ lastPage }) => lastPage),
    line('keyword, warm', '#9467bd', ({ keywordWarm }) => keywordWarm),
    line('keyword, cold', '#d62728', ({ keywordCold }) => keywordCold),
    line('keyword, the first of all', '#7f7f7f', ({ keywordFirst }) => keywordFirst),
  ];
  const title = 'GET /api/vender, 20 per page: read units of one call';
  return renderChart(lines, { title, xAxis: 'units in the table', yAxis: 'read units' });
}

/** How many goals were met. */
export function closingLine(goals: readonly GoalOutcome[]): string {
  const met = goals.filter(({ isMet }) => isMet).length;
  return `${met} goals met, ${goals.length - met} not met`;
}

function goalTable(goals: readonly GoalOutcome[]): Table {
  const rows = goals.map(({ title, limits, isMet, ...taken }): Cell[] => [
    title,
    `${taken.roundTrips} of ${limits.roundTrips ?? '–'}`,
    `${taken.readUnits} of ${limits.readUnits}`,
    `${taken.writeUnits} of ${limits.writeUnits}`,
    isMet ? 'met' : 'NOT MET',
  ]);
  return { title: 'Goals', head: ['call', 'round trips', 'read units', 'write units', ''], rows };
}

/** A group of columns of the table of endpoints, with figures in the order of its head. */
interface Columns {
  readonly head: readonly string[];
  readonly figuresOf: (endpoint: Pick<EndpointCount, 'id' | 'route'>) => readonly Cell[];
}

function endpointTable({ counts, handlerMs, cold }: Results): Table {
  const groups: Columns[] = [];
  if (counts) groups.push(storeColumns(counts.small, 'warm'), storeColumns(counts.large, 'warm'));
  if (counts) groups.push(storeColumns(counts.large, 'cold'));
  if (handlerMs) groups.push({ head: ['handler ms'], figuresOf: ({ route }) => [cellOf(handlerMs[route])] });
  if (cold) groups.push(coldColumns(cold));
  const routes = Object.keys(handlerMs ?? {}).map((route) => ({ id: route, route }));
  const called = counts?.large.counts ?? (cold ? [] : routes);
  // Some functions have no route, or none that is counted.
  const others = cold?.filter(({ id }) => called.every((one) => one.id !== id)) ?? [];
  const rows = [...called, ...others.map(({ id }) => ({ id, route: id }))].map((endpoint) => [
    endpoint.route,
    ...groups.flatMap(({ figuresOf }) => figuresOf(endpoint)),
  ]);
  return { title: 'Every endpoint', head: ['endpoint', ...groups.flatMap(({ head }) => head)], rows };
}

function storeColumns({ scale, counts }: ScaledCounts, warmth: 'warm' | 'cold'): Columns {
  const bills = new Map(counts.map((count) => [count.route, count[warmth]]));
  const [first = '', ...others] = ['round trips', 'calls', 'read', 'write', 'item bytes'];
  return {
    head: [`${format(scale.units)} ${warmth}: ${first}`, ...others],
    figuresOf: ({ route }) => {
      const bill = bills.get(route);
      if (!bill) return ['–', '–', '–', '–', '–'];
      return [bill.roundTrips, bill.callCount, bill.readUnits, bill.writeUnits, bill.bytesRead + bill.bytesWritten];
    },
  };
}

function coldColumns(results: readonly ColdResult[]): Columns {
  const byId = new Map(results.map((result) => [result.id, result]));
  return {
    head: ['bundle bytes', 'cold ms', 'floor ms', 'naive ms'],
    figuresOf: ({ id }) => {
      const result = byId.get(id);
      if (!result) return ['–', '–', '–', '–'];
      return [result.bytes, round(result.oursMs), round(result.floorMs), round(result.naiveMs)];
    },
  };
}

function priceTable({ lines, total, calls, currency, region, load }: MonthlyPrice): Table {
  const { schools, callsPerMinute, hoursPerDay, daysPerMonth } = load;
  const rows = lines.map(({ what, amount, unit, price, cost }): Cell[] => [
    what,
    round(amount),
    unit,
    String(price),
    round(cost),
  ]);
  const hours = `${callsPerMinute} calls a minute each, ${hoursPerDay} hours on ${daysPerMonth} days`;
  return {
    title: `A month of ${format(schools)} schools (${hours}: ${format(calls)} calls), ${currency}, ${region}`,
    head: ['what', 'amount', 'unit', 'price', 'cost'],
    rows: [...rows, ['total', '', '', '', round(total)]],
  };
}

function overheadTable({ floor, calls }: NonNullable<Results['overhead']>): Table {
  const rows = calls.map(({ title, ...times }) => [title, ...PARTS.map((part) => round(times[part]))]);
  const title = `Warm handler without the store, median µs (a handler that does nothing: ${round(floor)})`;
  return { title, head: ['call', ...PARTS], rows };
}

function memoryTable({ units, ...resident }: MemoryResult): Table {
  const { loadedMb, coldMb, warmMb } = resident;
  const rows = [
    ['module loaded', round(loadedMb)],
    ['after the first search', round(coldMb)],
    ['after fifty more', round(warmMb)],
  ];
  return { title: `A search for units among ${format(units)}, resident MB (goal: 160)`, head: ['when', 'MB'], rows };
}

function signInTable({ known, unknown }: SignInTimes): Table {
  const rows = [
    ['somebody has the uid', round(known)],
    ['nobody has it', round(unknown)],
  ];
  return { title: 'A failed sign-in, median ms', head: ['uid', 'ms'], rows };
}

function startTable({ first, later, laterAll }: StartTimes): Table {
  const rows: Cell[][] = Object.entries(later).map(([part, ms]) => [part, round(ms)]);
  rows.push(['a later start, all', round(laterAll)], ['the first, with bundles and demo data', round(first)]);
  const outcome = laterAll <= START_GOAL ? 'met' : 'NOT met';
  return {
    title: `npm start until it is ready, medians; goal of a later one ${START_GOAL} ms: ${outcome}`,
    head: ['', 'ms'],
    rows,
  };
}

function loadTable(load: LoadFigures): Table {
  const { memory } = load;
  const rows = [
    ['calls', load.calls],
    ['of them writes', load.writes],
    ['calls a second', round(load.callsPerSecond)],
    ['ms, median', round(load.medianMs)],
    ['ms, 95 %', round(load.p95Ms)],
    ['ms, 99 %', round(load.p99Ms)],
    ['server errors', load.serverErrors],
    ['wrong answers', load.faults.length],
    ['refused', load.refused],
    ['MB of the gateway at the start', Math.round(memory.start)],
    ['MB in the second third', Math.round(memory.plateau)],
    ['MB in the last third', Math.round(memory.end)],
  ];
  return { title: `${load.seconds} s of load from ${load.connections} connections`, head: ['what', ''], rows };
}

const format = (value: number) => value.toLocaleString('en');
/** A dash means that it was not measured. */
const cellOf = (value: number | undefined): Cell => (value === undefined ? '–' : round(value));
const round = (value: number) => Math.round(value * 100) / 100;
