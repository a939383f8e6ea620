import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { RETRY_TIME_MS } from './retry.ts';
import type { Step } from './steps.ts';

type Consumed = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

/** The steps to write along with these steps of a request. */
type Companions = (steps: readonly Step[]) => readonly Step[];

const NONE: Companions = () => [];

/**
 * What the table knows of one request: the capacity it has used, how long it may still try, and what is written along
 * with it.
 */
export class TableRequest {
  /** Read and write units of the answered calls. */
  readonly usage = { readUnits: 0, writeUnits: 0 };
  readonly #beganAt: number | undefined;
  #companions = NONE;

  /**
   * `beganAt` is in milliseconds since the epoch. Without it, this object stands for many requests, and each try gets
   * the full time.
   */
  constructor(beganAt?: number) {
    this.#beganAt = beganAt;
  }

  /** The moment, in milliseconds since the epoch, until which lost races and unprocessed rests are tried again. */
  get deadline(): number {
    return (this.#beganAt ?? Date.now()) + RETRY_TIME_MS;
  }

  /** Lets the next transaction of the request also write these steps, at most two. Later transactions do not. */
  accompany(companions: Companions): void {
    this.#companions = companions;
  }

  /** The steps to write along with these. */
  companionsOf(steps: readonly Step[]): readonly Step[] {
    return this.#companions(steps);
  }

  /** Whether companions are waiting for the next transaction. */
  get isAccompanied(): boolean {
    return this.#companions !== NONE;
  }

  /** Forgets the companions: they have been written, or must not be. */
  leaveCompanions(): void {
    this.#companions = NONE;
  }

  read(consumed: Consumed): void {
    this.usage.readUnits += unitsOf(consumed);
  }

  wrote(consumed: Consumed): void {
    this.usage.writeUnits += unitsOf(consumed);
  }
}

function unitsOf(consumed: Consumed): number {
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
