import type { Goal } from './counts/goal.ts';
import { dishSearchGoal, dishWriteGoal, type GoalOutcome, lookUpGoal, measureGoal } from './counts/goals.ts';
import { analysisGoal, coldAnalysisGoal, menuWriteGoal, submitGoal } from './counts/menu-goals.ts';
import { phonePageGoal, pictureGoal, publishWeek, repeatedScreenGoal } from './counts/screen-goals.ts';
import { type BenchContext, withScaledSetup } from './scaled-setup.ts';
import type { Table } from './table.ts';

/** The AWS services that charge for a call. */
const services = ['table', 'functions', 'gateway', 'logs', 'sent'] as const;
type Service = (typeof services)[number];

/** US dollars in us-east-1, first tier, without free allowances. Sources and dates: DEPLOYING.md. */
const PRICES = {
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  invocation: 0.2e-6,
  /** A second of a function with 1 GB of memory, on arm64. */
  gbSecond: 13.3334e-6,
  gatewayCall: 1e-6,
  /** GB that the logs take in. */
  logGb: 0.5,
  /** GB that the gateway sends out. */
  sentGb: 0.09,
  /** GB that the table keeps for a month, and that its point-in-time recovery keeps. */
  tableGb: 0.25 + 0.2,
  /** The monthly costs of a stage without any call: 12 alarms and 10 metrics. */
  stage: 12 * 0.1 + 10 * 0.3,
};

/** The school days of a month. */
const SCHOOL_DAYS = 22;
/** The data of a school in the table. */
const SCHOOL_GB = 0.02;
/** The numbers of schools of the stages that are priced. */
const SCHOOL_COUNTS = [100, 1000, 10_000];
// What follows is assumed, not measured: see DEPLOYING.md.
/** The GB of a call's lines in the logs: one of the gateway, one of the function itself, two of Lambda. */
const LOG_GB_PER_CALL = 1.6e-6;
/** The milliseconds that a function with the usual memory computes, beside its round trips to the table. */
const COMPUTE_MS = 25;
/** The milliseconds of one round trip. */
const TRIP_MS = 8;
/** The memory of a function that declares no other, as `memorySize` in serverless.yml. */
const MEMORY_GB = 0.25;

const SCALE = { units: 100, dishes: 300, menus: 40, foods: 1851 };
const SEARCHED = { unitKeywords: ['红旗'], unitChoice: '红旗', dishKeywords: ['土豆'] };

/** A kind of call: how often a school makes it on a school day, and what else of it costs something. */
interface CallKind {
  readonly description: string;
  readonly perDay: number;
  readonly goal: Goal;
  readonly sentKb: number;
  /** Absent: `MEMORY_GB`. */
  readonly memoryGb?: number;
  /** Absent: `COMPUTE_MS`. */
  readonly computeMs?: number;
  /** Write units that only some calls cause, as an average per call. */
  readonly extraWriteUnits?: number;
}

/** A kind of call, and the costs of one such call. */
interface MeasuredCall extends CallKind {
  readonly outcome: GoalOutcome;
}

/** The calls of a school day. A screen writes every ten minutes that it was seen. A plan reads what a cold analysis reads. */
const callKinds: readonly CallKind[] = [
  {
    description: '2 screens for 10 hours: each minute around two meals, else every 5 minutes',
    perDay: 432,
    goal: repeatedScreenGoal,
    sentKb: 0.6,
    memoryGb: 0.5,
    extraWriteUnits: 0.3,
  },
  { description: 'the phone page opened', perDay: 100, goal: phonePageGoal, sentKb: 12, memoryGb: 0.5 },
  { description: 'a picture on it', perDay: 100, goal: pictureGoal, sentKb: 30 },
  { description: 'pages, settings and single things read', perDay: 90, goal: lookUpGoal, sentKb: 6 },
  { description: 'lists and searches', perDay: 40, goal: dishSearchGoal, sentKb: 8 },
  { description: 'a menu judged while it is edited', perDay: 20, goal: analysisGoal, sentKb: 15, computeMs: 150 },
  { description: 'a menu saved', perDay: 5, goal: menuWriteGoal, sentKb: 4, computeMs: 60 },
  { description: 'a dish written', perDay: 3, goal: dishWriteGoal, sentKb: 1 },
  { description: 'a week planned', perDay: 0.5, goal: coldAnalysisGoal, sentKb: 20, memoryGb: 1.769, computeMs: 4000 },
  { description: 'a week submitted', perDay: 0.3, goal: submitGoal, sentKb: 2, memoryGb: 1, computeMs: 150 },
];

/** Prices a call: US dollars by service. */
function priceCall(call: MeasuredCall): Readonly<Record<Service, number>> {
  const { sentKb, memoryGb = MEMORY_GB, computeMs = COMPUTE_MS, extraWriteUnits = 0, outcome } = call;
  const seconds = (computeMs + TRIP_MS * outcome.roundTrips) / 1000;
  return {
    table: outcome.readUnits * PRICES.readUnit + (outcome.writeUnits + extraWriteUnits) * PRICES.writeUnit,
    functions: PRICES.invocation + seconds * memoryGb * PRICES.gbSecond,
    gateway: PRICES.gatewayCall,
    logs: LOG_GB_PER_CALL * PRICES.logGb,
    sent: (sentKb / 1e6) * PRICES.sentGb,
  };
}

/** Prices a school's days, from the costs of its calls on a table with 300 dishes. */
export function measureCosts(context: BenchContext): Promise<Table> {
  return withScaledSetup(SCALE, context, async (setup) => {
    const searched = { setup, ...SEARCHED };
    await publishWeek(searched);
    const calls: MeasuredCall[] = [];
    for (const kind of callKinds) calls.push({ ...kind, outcome: await measureGoal(kind.goal, searched) });
    return makeCostTable(calls);
  });
}

function makeCostTable(calls: readonly MeasuredCall[]): Table {
  const monthCost = (priced: readonly MeasuredCall[], pricedServices: readonly Service[]) =>
    priced
      .flatMap((call) => pricedServices.map((service) => priceCall(call)[service] * call.perDay * SCHOOL_DAYS))
      .reduce((sum, cost) => sum + cost, 0);
  const listCosts = (monthOfSchool: number) => [monthOfSchool, ...SCHOOL_COUNTS.map((count) => count * monthOfSchool)];
  const storageCost = SCHOOL_GB * PRICES.tableGb;
  const totalCost = monthCost(calls, services) + storageCost;
  return {
    title: 'US dollars a month: of a school, and of a stage with so many',
    head: ['call', 'a day', 'trips', 'read units', 'write units', 'a school', ...SCHOOL_COUNTS.map(String)],
    rows: [
      ...calls.map((call) => {
        const { roundTrips, readUnits, writeUnits } = call.outcome;
        const counts = [call.perDay, roundTrips, readUnits, writeUnits];
        return [call.description, ...counts, ...listCosts(monthCost([call], services))];
      }),
      ['the table kept', '', '', '', '', ...listCosts(storageCost)],
      ['alarms and metrics', '', '', '', '', '', ...SCHOOL_COUNTS.map(() => PRICES.stage)],
      ['all', '', '', '', '', totalCost, ...SCHOOL_COUNTS.map((count) => count * totalCost + PRICES.stage)],
      ...services.map((service) => [`of it: ${service}`, '', '', '', '', ...listCosts(monthCost(calls, [service]))]),
    ],
  };
}
