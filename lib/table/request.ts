import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { RETRY_TIME_MS } from './retry.ts';
import type { Step } from './steps.ts';

type Consumed = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

/** The bytes that one read capacity unit of DynamoDB pays for. */
export const READ_CAPACITY_UNIT_BYTES = 4096;

/** Makes the steps to add to a transaction whose own steps are `steps`. */
type StepMaker = (steps: readonly Step[]) => readonly Step[];

const NO_STEPS: StepMaker = () => [];

/**
 * What the table knows of one HTTP request or command: the capacity that it has consumed, its deadline for retries, and
 * the steps attached to its next transaction.
 */
export class RequestState {
  /** The consumed read and write capacity units. */
  readonly usage = { readCapacity: 0, writeCapacity: 0 };
  readonly #beganAt: number | undefined;
  #makeAttachedSteps = NO_STEPS;

  /**
   * `beganAt` is in milliseconds since the epoch. Without it this object serves many requests, and each retry loop gets
   * the full retry time.
   */
  constructor(beganAt?: number) {
    this.#beganAt = beganAt;
  }

  /** Until when calls are retried, in milliseconds since the epoch. */
  get deadline(): number {
    return (this.#beganAt ?? Date.now()) + RETRY_TIME_MS;
  }

  /** Attaches at most two steps to the request's next transaction, in place of steps attached earlier. */
  attachSteps(makeSteps: StepMaker): void {
    this.#makeAttachedSteps = makeSteps;
  }

  /** Makes the attached steps for a transaction whose own steps are `steps`. They stay attached until `detachSteps`. */
  makeAttachedSteps(steps: readonly Step[]): readonly Step[] {
    return this.#makeAttachedSteps(steps);
  }

  /** Whether steps are attached that no transaction has written yet. */
  get hasAttachedSteps(): boolean {
    return this.#makeAttachedSteps !== NO_STEPS;
  }

  /** Detaches the steps, because they have been written or must not be. */
  detachSteps(): void {
    this.#makeAttachedSteps = NO_STEPS;
  }

  addReadCapacity(consumed: Consumed): void {
    this.usage.readCapacity += sumCapacity(consumed);
  }

  addWriteCapacity(consumed: Consumed): void {
    this.usage.writeCapacity += sumCapacity(consumed);
  }
}

function sumCapacity(consumed: Consumed): number {
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
