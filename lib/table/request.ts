import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { RETRY_TIME_MS } from './retry.ts';
import type { Step } from './steps.ts';

type Consumed = ConsumedCapacity | readonly ConsumedCapacity[] | undefined;

/** The steps to write along with a request's own, which are given. */
type Companions = (steps: readonly Step[]) => readonly Step[];

const NONE: Companions = () => [];

/**
 * What the table knows of one request: the capacity it has cost, how long it may still try, whether it is its turn, and
 * what is to be written along with it.
 */
export class TableRequest {
  /** In read and write units, of the calls that were answered. */
  readonly usage = { readUnits: 0, writeUnits: 0 };
  /** Whether the request has waited for its turn to write. */
  hasTurn = false;
  readonly #beganAt: number | undefined;
  #companions = NONE;

  /**
   * `beganAt` is in milliseconds since the epoch. Without it this stands for many requests, and the time of each try
   * begins anew.
   */
  constructor(beganAt?: number) {
    this.#beganAt = beganAt;
  }

  /** The moment, in milliseconds since the epoch, until which lost races and unprocessed rests are tried again. */
  get deadline(): number {
    return (this.#beganAt ?? Date.now()) + RETRY_TIME_MS;
  }

  /** Has the next transaction of the request take these along, at most two; later ones do not. */
  accompany(companions: Companions): void {
    this.#companions = companions;
  }

  /** The steps to write along with these. */
  companionsOf(steps: readonly Step[]): readonly Step[] {
    return this.#companions(steps);
  }

  /** Whether there is something to be written along with the next transaction. */
  get isAccompanied(): boolean {
    return this.#companions !== NONE;
  }

  /** Forgets the companions: they have been written, or are not to be. */
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
