import type { Goal } from './counts/goal.ts';
import { type GoalOutcome, goals, measureGoal } from './counts/goals.ts';
import { phonePageGoal, pictureGoal, publishWeek, repeatedScreenGoal } from './counts/screen-goals.ts';
import { type BenchContext, withScaledSetup } from './scaled-setup.ts';
import type { Table } from './table.ts';

/** The services of AWS that a call costs something at. */
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
/** The lines of a call in the logs: the gateway's, the function's own, and Lambda's two. */
const LOG_GB = 1.6e-6;
/** The milliseconds of a function with the usual memory, without its round trips to the table. */
const OWN_MS = 25;
/** The milliseconds of one round trip. */
const TRIP_MS = 8;
/** The usual memory of a function. */
const MEMORY_GB = 0.25;

const SCALE = { units: 100, dishes: 300, menus: 40, foods: 1851 };
const SEARCHED = { unitKeywords: ['红旗'], unitChoice: '红旗', dishKeywords: ['土豆'] };

/** A kind of call: how often a school makes it on a school day, and its costs besides those of the table. */
interface CallKind {
  readonly description: string;
  readonly perDay: number;
  readonly goal: Goal;
  readonly sentKb: number;
  /** Absent: `MEMORY_GB`. */
  readonly memoryGb?: number;
  /** Absent: `OWN_MS`. */
  readonly ownMs?: number;
  /** Write units that only some calls cause, as an average per call. */
  readonly writes?: number;
}

/** A kind of call, and the costs of one such call. */
interface MeasuredCall extends CallKind {
  readonly outcome: GoalOutcome;
}

/** Finds the goal whose title begins so. @throws Error where none does. */
const getGoal = (title: string): Goal => {
  const match = goals.find((known) => known.title.startsWith(title));
  if (!match) throw new Error(`no goal begins with ${title}`);
  return match;
};
const submitGoal = getGoal('POST /api/menu/submit');
const readGoal = getGoal('checks');
const listGoal = getGoal('GET /api/dish, any page, keyword, mark, poly, warm');
const analysisGoal = getGoal('GET and POST /api/menu/analysis, 60 different dishes, warm');
/** A plan reads what an analysis reads in a function that has just started. */
const planGoal = getGoal('GET and POST /api/menu/analysis, 60 different dishes, cold');

/** The calls of a school day. A screen writes every ten minutes that it was seen. */
const callKinds: readonly CallKind[] = [
  {
    description: '2 screens for 10 hours: each minute around two meals, else every 5 minutes',
    perDay: 432,
    goal: repeatedScreenGoal,
    sentKb: 0.6,
    memoryGb: 0.5,
    writes: 0.3,
  },
  { description: 'the phone page opened', perDay: 100, goal: phonePageGoal, sentKb: 12, memoryGb: 0.5 },
  { description: 'a picture on it', perDay: 100, goal: pictureGoal, sentKb: 30 },
  { description: 'pages, settings and single things read', perDay: 90, goal: readGoal, sentKb: 6 },
  { description: 'lists and searches', perDay: 40, goal: listGoal, sentKb: 8 },
  { description: 'a menu judged while it is edited', perDay: 20, goal: analysisGoal, sentKb: 15, ownMs: 150 },
  { description: 'a menu saved', perDay: 5, goal: getGoal('PUT and POST /api/menu'), sentKb: 4, ownMs: 60 },
  { description: 'a dish written', perDay: 3, goal: getGoal('PUT and POST /api/dish'), sentKb: 1 },
  { description: 'a week planned', perDay: 0.5, goal: planGoal, sentKb: 20, memoryGb: 1.769, ownMs: 4000 },
  { description: 'a week submitted', perDay: 0.3, goal: submitGoal, sentKb: 2, memoryGb: 1, ownMs: 150 },
];

/** Prices a call: US dollars by service. */
function priceCall(call: MeasuredCall): Readonly<Record<Service, number>> {
  const { sentKb, memoryGb = MEMORY_GB, ownMs = OWN_MS, writes = 0, outcome } = call;
  const seconds = (ownMs + TRIP_MS * outcome.roundTrips) / 1000;
  return {
    table: outcome.readUnits * PRICES.readUnit + (outcome.writeUnits + writes) * PRICES.writeUnit,
    functions: PRICES.invocation + seconds * memoryGb * PRICES.gbSecond,
    gateway: PRICES.gatewayCall,
    logs: LOG_GB * PRICES.logGb,
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
  const priceMonth = (priced: readonly MeasuredCall[], pricedServices: readonly Service[]) =>
    priced
      .flatMap((call) => pricedServices.map((service) => priceCall(call)[service] * call.perDay * SCHOOL_DAYS))
      .reduce((sum, cost) => sum + cost, 0);
  const listCosts = (monthOfSchool: number) => [monthOfSchool, ...SCHOOL_COUNTS.map((count) => count * monthOfSchool)];
  const storageCost = SCHOOL_GB * PRICES.tableGb;
  const totalCost = priceMonth(calls, services) + storageCost;
  return {
    title: 'US dollars a month: of a school, and of a stage with so many',
    head: ['call', 'a day', 'trips', 'read units', 'write units', 'a school', ...SCHOOL_COUNTS.map(String)],
    rows: [
      ...calls.map((call) => {
        const { roundTrips, readUnits, writeUnits } = call.outcome;
        const counts = [call.perDay, roundTrips, readUnits, writeUnits];
        return [call.description, ...counts, ...listCosts(priceMonth([call], services))];
      }),
      ['the table kept', '', '', '', '', ...listCosts(storageCost)],
      ['alarms and metrics', '', '', '', '', '', ...SCHOOL_COUNTS.map(() => PRICES.stage)],
      ['all', '', '', '', '', totalCost, ...SCHOOL_COUNTS.map((count) => count * totalCost + PRICES.stage)],
      ...services.map((service) => [`of it: ${service}`, '', '', '', '', ...listCosts(priceMonth(calls, [service]))]),
    ],
  };
}
