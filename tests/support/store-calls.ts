import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** One call to the store as it was made. */
export interface StoreCall {
  readonly command: string;
  readonly startedAt: number;
  endedAt: number;
}

/** What a fault does to a call: throws before it is sent, or after the store has carried it out. */
export type Fault = (command: string) => { when: 'before' | 'after'; error: Error } | undefined;

/** Watches the real client: counts its calls, and injects faults where a test asks for them. */
export class StoreCalls {
  #calls: StoreCall[] = [];
  #clock = 0;
  fault: Fault = () => undefined;

  /** Hooks into the client, outside its retries. */
  observe(client: DynamoDBClient): void {
    client.middlewareStack.add(
      (next, context) => async (args) => {
        const command = String(context.commandName);
        const fault = this.fault(command);
        const call: StoreCall = { command, startedAt: this.#clock++, endedAt: Number.POSITIVE_INFINITY };
        this.#calls.push(call);
        try {
          if (fault?.when === 'before') throw fault.error;
          const result = await next(args);
          if (fault?.when === 'after') throw fault.error;
          return result;
        } finally {
          call.endedAt = this.#clock++;
        }
      },
      { step: 'initialize', name: 'storeCalls' },
    );
  }

  /** Runs an action and returns the calls it made. */
  async record<T>(action: () => Promise<T>): Promise<{ result: T; calls: StoreCall[]; roundTrips: number }> {
    this.#calls = [];
    const result = await action();
    const calls = this.#calls;
    return { result, calls, roundTrips: countRoundTrips(calls) };
  }
}

/** Length of the longest chain of calls of which each began after the one before had ended. */
function countRoundTrips(calls: readonly StoreCall[]): number {
  const depths = new Map<StoreCall, number>();
  for (const call of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const before = [...depths].filter(([earlier]) => earlier.endedAt < call.startedAt).map(([, depth]) => depth);
    depths.set(call, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths.values());
}
