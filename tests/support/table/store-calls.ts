import type { TableClient } from '../../../lib/table/client.ts';
import { addLayer, type TableOperation } from './layer.ts';
import { type Cost, callCost, withCapacity } from './store-cost.ts';

export interface StoreCall {
  readonly command: TableOperation;
  readonly startedAt: number;
  endedAt: number;
  /** Milliseconds by the clock of `performance`. */
  readonly startedMs: number;
  endedMs: number;
  /** Its cost by the store; undefined for a call that failed or has not ended. */
  cost: Cost | undefined;
}

/** The costs of an action at the store, summed over its calls. */
export interface Bill extends Cost {
  /** The number of sequential calls. */
  readonly roundTrips: number;
  readonly callCount: number;
}

/** Finds the error that a call throws before it is sent, or after the store has carried it out; undefined: none. */
export type Fault = (command: TableOperation) => { when: 'before' | 'after'; error: Error } | undefined;

/**
 * Watches the real client: counts calls and their costs while it records, and injects faults if a test asks for them.
 * The costs of other calls are not measured, because that takes time for each value that is read or written.
 */
export class StoreCalls {
  #calls: StoreCall[] | undefined;
  #clock = 0;
  fault: Fault = () => undefined;

  /** Hooks into the client, outside its retries. */
  observe(client: TableClient): void {
    addLayer(client, async (command, input, next) => {
      const fault = this.fault(command);
      const call = this.#calls && startCall(command, this.#clock++);
      if (call) this.#calls?.push(call);
      try {
        if (fault?.when === 'before') throw fault.error;
        const output = await next(call ? withCapacity(input) : input);
        if (call) call.cost = callCost(command, input, output);
        if (fault?.when === 'after') throw fault.error;
        return output;
      } finally {
        if (call) this.#end(call);
      }
    });
  }

  #end(call: StoreCall): void {
    call.endedAt = this.#clock++;
    call.endedMs = performance.now();
  }

  /** Runs an action and returns the calls it made, their round trips and their bill. */
  async record<T>(
    action: () => Promise<T>,
  ): Promise<{ result: T; calls: StoreCall[]; roundTrips: number; bill: Bill }> {
    const calls: StoreCall[] = [];
    this.#calls = calls;
    try {
      const result = await action();
      const bill = sumCosts(calls);
      return { result, calls, roundTrips: bill.roundTrips, bill };
    } finally {
      if (this.#calls === calls) this.#calls = undefined;
    }
  }
}

function startCall(command: TableOperation, startedAt: number): StoreCall {
  const never = Number.POSITIVE_INFINITY;
  return { command, startedAt, endedAt: never, startedMs: performance.now(), endedMs: never, cost: undefined };
}

function sumCosts(calls: readonly StoreCall[]): Bill {
  const sum = (part: keyof Cost) => calls.reduce((total, { cost }) => total + (cost?.[part] ?? 0), 0);
  return {
    roundTrips: countRoundTrips(calls),
    callCount: calls.length,
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    refillUnits: sum('refillUnits'),
    bytesRead: sum('bytesRead'),
    bytesWritten: sum('bytesWritten'),
  };
}

/** The length of the longest chain of calls in which each began after the previous one had ended. */
function countRoundTrips(calls: readonly StoreCall[]): number {
  const depths = new Map<StoreCall, number>();
  for (const call of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = [...depths].filter(([earlier]) => earlier.endedAt < call.startedAt).map(([, depth]) => depth);
    depths.set(call, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths.values());
}
