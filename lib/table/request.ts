import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { RETRY_TIME_MS } from './retry.ts';
import type { Step } from './steps.ts';

/** What an answer of DynamoDB says of the capacity that it has consumed. */
export type Consumed = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

/** The bytes that one read capacity unit of DynamoDB pays for. */
export const READ_CAPACITY_UNIT_BYTES = 4096;

/**
 * What the table knows of one HTTP request or command: the capacity that it has consumed, its deadline for retries, and
 * the steps attached to its next transaction.
 */
export class RequestState {
  /** The consumed read and write capacity units. */
  readonly usage = { readCapacity: 0, writeCapacity: 0 };
  /**
   * Makes at most two steps to add to the request's next transaction, whose own steps it gets. Undefined where none are
   * added, or a transaction has written them.
   */
  makeAttachedSteps: ((steps: readonly Step[]) => readonly Step[]) | undefined;
  readonly #beganAt: number | undefined;

  /** `beganAt` is in ms since the epoch. Absent: the state serves many requests, each retry loop for the full time. */
  constructor(beganAt?: number) {
    this.#beganAt = beganAt;
  }

  /** Until when calls are retried, in milliseconds since the epoch. */
  get deadline(): number {
    return (this.#beganAt ?? Date.now()) + RETRY_TIME_MS;
  }

  /** Adds what an answer has consumed: one figure, or one for each table. */
  addCapacity(kind: keyof RequestState['usage'], consumed: Consumed): void {
    this.usage[kind] += [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  }
}
