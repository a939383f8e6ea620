import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import type { Step } from './steps.ts';

/** Steps that are to be written together with a request's own, given these. */
export type Companions = (steps: readonly Step[]) => readonly Step[];

const NONE: Companions = () => [];

/** What the table knows of one request: the capacity it has cost, and what is to be written along with it. */
export class Scope {
  /** In read and write units, of the calls that were answered. */
  readonly usage = { readUnits: 0, writeUnits: 0 };
  /** Until when lost races of the request are tried again, in milliseconds since the epoch; absent: each for itself. */
  readonly deadline: number | undefined;
  /** Whether the request has waited for its turn to write. */
  hasTurn = false;
  #companions = NONE;

  constructor(deadline?: number) {
    this.deadline = deadline;
  }

  /** From here on the first transaction of the request takes these along, at most two; the others do not. */
  accompany(companions: Companions): void {
    this.#companions = companions;
  }

  /** What is to be written along with these steps. */
  companionsOf(steps: readonly Step[]): readonly Step[] {
    return this.#companions(steps);
  }

  /** Whether there is something to be written along with the next transaction. */
  get isAccompanied(): boolean {
    return this.#companions !== NONE;
  }

  /** The companions have been written, or are not to be. */
  leaveCompanions(): void {
    this.#companions = NONE;
  }

  read(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
    this.usage.readUnits += unitsOf(consumed);
  }

  wrote(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
    this.usage.writeUnits += unitsOf(consumed);
  }
}

function unitsOf(consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): number {
  return [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
