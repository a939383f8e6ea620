import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { RETRY_TIME_MS } from './retry.ts';
import type { Step } from './steps.ts';

/** What an answer of DynamoDB says of the capacity that it has consumed. */
export type ConsumedCapacities = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

/**
 * What the table keeps of one HTTP request or command, or of all calls outside of one: the capacity that was consumed,
 * the deadline for retries, and the steps attached to the next transaction.
 */
export class RequestState {
  /** The consumed read and write capacity units. */
  readonly usage = { readCapacity: 0, writeCapacity: 0 };
  #makeAttachedSteps: ((steps: readonly Step[]) => readonly Step[]) | undefined;
  readonly #beganAt: number | undefined;

  /** `beganAt` is when the request began, in milliseconds since the epoch; absent: each retry loop has the full time. */
  constructor(beganAt?: number) {
    this.#beganAt = beganAt;
  }

  /** Attaches at most two steps to the next transaction, in place of earlier ones. `makeSteps` receives its own steps. */
  attachSteps(makeSteps: (steps: readonly Step[]) => readonly Step[]): void {
    this.#makeAttachedSteps = makeSteps;
  }

  detachSteps(): void {
    this.#makeAttachedSteps = undefined;
  }

  /** Whether steps are attached that no transaction has written. */
  get hasAttachedSteps(): boolean {
    return this.#makeAttachedSteps !== undefined;
  }

  /** Makes the attached steps for a transaction. They stay attached until it has succeeded. */
  makeAttachedSteps(steps: readonly Step[]): readonly Step[] {
    return this.#makeAttachedSteps?.(steps) ?? [];
  }

  /** Until when calls are retried, in milliseconds since the epoch. */
  get deadline(): number {
    return (this.#beganAt ?? Date.now()) + RETRY_TIME_MS;
  }

  /** Adds what an answer has consumed: one figure, or one for each table. */
  addCapacity(kind: keyof RequestState['usage'], consumed: ConsumedCapacities): void {
    this.usage[kind] += [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  }
}
