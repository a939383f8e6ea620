import { setTimeout as sleep } from 'node:timers/promises';

/** Limits writes to a number of items per second, so that the users of the table notice nothing. */
export class WriteRate {
  readonly #perSecond: number;
  readonly #onWritten: (items: number) => void;
  #free = 0;

  /** `onWritten` is told how many items each transaction has written. */
  constructor(perSecond = Number.POSITIVE_INFINITY, onWritten: (items: number) => void = () => {}) {
    this.#perSecond = perSecond;
    this.#onWritten = onWritten;
  }

  /** Waits until more items may be written after these. */
  async wrote(items: number): Promise<void> {
    this.#onWritten(items);
    const now = Date.now();
    this.#free = Math.max(this.#free, now) + (items * 1000) / this.#perSecond;
    if (this.#free > now) await sleep(this.#free - now);
  }
}
