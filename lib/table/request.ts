import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { RETRY_TIME_MS } from './retry.ts';
import type { Step } from './steps.ts';

type Consumed = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

/** The bytes that one read capacity unit of DynamoDB pays for. */
export const READ_CAPACITY_UNIT_BYTES = 4096;

/** Makes the steps to add to a transaction. `steps` are its own. */
type StepMaker = (steps: readonly Step[]) => readonly Step[];

const NO_STEPS: StepMaker = () => [];

/**
 * What the table knows of one HTTP request or command: the capacity that it has consumed, its deadline for retries, and
 * the steps attached to its next transaction.
 */
export class RequestState {
  /** The consumed read and write capacity units. */
  readonly usage = { readUnits: 0, writeUnits: 0 };
  readonly #beganAt: number | undefined;
  #makeSteps = NO_STEPS;

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

  /** Attaches at most two steps to the request's next transaction, in place of earlier ones. Later ones lack them. */
  attachSteps(makeSteps: StepMaker): void {
    this.#makeSteps = makeSteps;
  }

  /** Makes the attached steps for a transaction. `steps` are its own. They stay attached until `detachSteps`. */
  makeAttachedSteps(steps: readonly Step[]): readonly Step[] {
    return this.#makeSteps(steps);
  }

  /** Whether steps are attached that no transaction has written yet. */
  get hasAttachedSteps(): boolean {
    return this.#makeSteps !== NO_STEPS;
  }

  /** Detaches the steps, because they have been written or must not be. */
  detachSteps(): void {
    this.#makeSteps = NO_STEPS;
  }

  addReadUnits(consumed: Consumed): void {
    this.usage.readUnits += sumUnits(consumed);
  }

  addWriteUnits(consumed: Consumed): void {
    this.usage.writeUnits += sumUnits(consumed);
  }
}

function sumUnits(consumed: Consumed): number {
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
