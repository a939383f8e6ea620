import type { Bill } from '../../support/table/store-calls.ts';
import load from './load.json' with { type: 'json' };
import prices from './prices.json' with { type: 'json' };

/** One line of a monthly bill. */
interface PriceLine {
  readonly what: string;
  readonly amount: number;
  readonly unit: string;
  /** The price of one unit of measure, in `prices.currency`. */
  readonly price: number;
  readonly cost: number;
}

/** The parts of a call's costs that are paid for. */
export interface PricedCount {
  readonly route: string;
  readonly warm: PricedBill;
  readonly cold: PricedBill;
}
export type PricedBill = Pick<Bill, 'roundTrips' | 'readUnits' | 'writeUnits' | 'refillUnits'>;

/** The monthly costs of the load in `load.json`, by the prices in `prices.json`. */
export interface MonthlyPrice {
  readonly calls: number;
  readonly currency: string;
  readonly region: string;
  readonly lines: readonly PriceLine[];
  readonly total: number;
  readonly load: typeof load;
  readonly prices: typeof prices;
}

const MINUTES_PER_HOUR = 60;
const MB_PER_GB = 1024;
const BYTES_PER_GB = 1024 ** 3;
const SIGN_IN = 'POST /api/login';

/**
 * The bill for a month of so many schools, from the costs of calls at the store.
 * @throws Error where the shares do not add up to 1.
 */
export function priceMonth(counts: readonly PricedCount[], schools = load.schools): MonthlyPrice {
  const { callsPerMinute, hoursPerDay, daysPerMonth, memoryMb } = load;
  const calls = schools * callsPerMinute * MINUTES_PER_HOUR * hoursPerDay * daysPerMonth;
  const mean = meanCall(counts);
  const millions = calls / 1_000_000;
  const gbSeconds = (calls * mean.durationMs * memoryMb) / MB_PER_GB / 1000;
  const lines = [
    toLine('HTTP API requests', millions, 'million', prices.httpApiPerMillionRequests.price),
    toLine('Lambda requests', millions, 'million', prices.lambdaPerMillionRequests.price),
    toLine(`Lambda duration at ${memoryMb} MB`, gbSeconds, 'GB-second', prices.lambdaArmPerGbSecond.price),
    toLine('DynamoDB reads', millions * mean.readUnits, 'million units', prices.dynamoPerMillionReadUnits.price),
    toLine('DynamoDB writes', millions * mean.writeUnits, 'million units', prices.dynamoPerMillionWriteUnits.price),
    ...priceKept(schools, calls, counts.length),
  ];
  const total = lines.reduce((sum, { cost }) => sum + cost, 0);
  return { calls, currency: prices.currency, region: prices.region, lines, total, load: { ...load, schools }, prices };
}

/** What is stored in the table and in the log, and reading the signing keys. */
function priceKept(schools: number, calls: number, functions: number): PriceLine[] {
  const { kbPerSchool, bytesPerOperation, operationMonths, logBytesPerCall, logMonths } = load;
  const writes = Object.entries(load.shares).filter(([route]) => !route.startsWith('GET '));
  const operations = (calls * operationMonths * writes.reduce((sum, [, share]) => sum + share, 0)) / 100;
  const tableGb = (schools * kbPerSchool * 1024 + operations * bytesPerOperation) / BYTES_PER_GB;
  const logGb = (calls * logBytesPerCall) / BYTES_PER_GB;
  const keyReads = calls * load.coldShare + functions * load.keyReadsPerHour * load.hoursPerDay * load.daysPerMonth;
  return [
    toLine('DynamoDB storage', tableGb, 'GB', prices.dynamoPerGbMonth.price),
    toLine('Point-in-time recovery', tableGb, 'GB', prices.recoveryPerGbMonth.price),
    toLine('Logs, written', logGb, 'GB', prices.logsPerGb.price),
    toLine('Logs, kept', logGb * logMonths, 'GB', prices.logsPerGbMonth.price),
    toLine('Signing keys, decrypted', keyReads / 10_000, '10,000 requests', prices.kmsPerTenThousandRequests.price),
  ];
}

/** The average costs of one call of the mix, some of them in a function that has just started. */
function meanCall(counts: readonly PricedCount[]): { readUnits: number; writeUnits: number; durationMs: number } {
  const shares = Object.entries(load.shares);
  const whole = shares.reduce((sum, [, share]) => sum + share, 0);
  if (whole !== 100) throw new Error(`the shares in load.json make ${whole}, not 100`);
  const mean = { readUnits: 0, writeUnits: 0, durationMs: 0 };
  for (const [route, share] of shares) {
    const count = counts.find((one) => one.route === route);
    if (!count) throw new Error(`load.json names ${route}, which was not counted`);
    const weighted = (of: (bill: PricedBill) => number) =>
      (share / 100) * (of(count.warm) * (1 - load.coldShare) + of(count.cold) * load.coldShare);
    const own = load.handlerMs + (route === SIGN_IN ? load.signInMs : 0);
    mean.readUnits += weighted(({ readUnits }) => readUnits);
    mean.writeUnits += weighted(({ writeUnits, refillUnits }) => writeUnits + refillUnits);
    mean.durationMs += weighted(({ roundTrips }) => own + roundTrips * load.storeRoundTripMs);
  }
  mean.durationMs += load.coldShare * load.coldStartMs;
  return mean;
}

function toLine(what: string, amount: number, unit: string, price: number): PriceLine {
  return { what, amount, unit, price, cost: amount * price };
}
