import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The module from which waiting code imports `setTimeout`. */
const timers: typeof import('node:timers/promises') = createRequire(import.meta.url)('node:timers/promises');

/** Longer waits are limits that should never be reached: they stay on the real clock. */
const LONGEST_MS = 1000;
/** After so many turns of the event loop without new work, everybody is considered to be waiting. */
const QUIET_TURNS = 4;

interface Wait {
  readonly until: number;
  readonly end: () => void;
}

/**
 * Time that stands still while anything works, and leaps to the next awaited moment when nothing works any more. What
 * happens in an order by the clock happens in that order, however slow the machine is.
 */
export class LeapingTime {
  readonly #clock = { now: Date.now, wait: timers.setTimeout };
  #now = Date.now();
  #begun = 0;
  #underWay = 0;
  #waits: readonly Wait[] = [];
  #isLooking = false;

  /** Begins, for this whole process. */
  begin(): void {
    Date.now = () => this.#now;
    const wait = (ms = 1, value?: unknown, options?: object) =>
      ms > LONGEST_MS ? this.#clock.wait(ms, value, options) : this.#wait(ms, value);
    Object.assign(timers, { setTimeout: wait });
    syncBuiltinESMExports();
  }

  end(): void {
    Date.now = this.#clock.now;
    Object.assign(timers, { setTimeout: this.#clock.wait });
    syncBuiltinESMExports();
  }

  /** Does something with another process. Time stands still meanwhile. */
  during = async <T>(action: () => Promise<T>): Promise<T> => {
    this.#begun += 1;
    this.#underWay += 1;
    try {
      return await action();
    } finally {
      this.#underWay -= 1;
      void this.#look();
    }
  };

  async #wait<T>(ms: number, value: T): Promise<T> {
    this.#begun += 1;
    await new Promise<void>((end) => {
      this.#waits = [...this.#waits, { until: this.#now + Math.max(0, ms), end }];
      void this.#look();
    });
    return value;
  }

  /** Leaps as soon as everybody waits. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#underWay === 0 && this.#waits.length > 0) {
      if (await this.#isQuiet()) this.#leap();
    }
    this.#isLooking = false;
  }

  async #isQuiet(): Promise<boolean> {
    const before = this.#begun;
    for (let turn = 0; turn < QUIET_TURNS; turn++) await nextTurn();
    return this.#begun === before && this.#underWay === 0;
  }

  /** Leaps to the moment at which the first wait ends, and all others that end then. */
  #leap(): void {
    this.#now = Math.max(this.#now, Math.min(...this.#waits.map(({ until }) => until)));
    const over = this.#waits.filter(({ until }) => until <= this.#now);
    this.#waits = this.#waits.filter(({ until }) => until > this.#now);
    for (const { end } of over) end();
  }
}
