import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What whoever waits imports `setTimeout` from. */
const timers: typeof import('node:timers/promises') = createRequire(import.meta.url)('node:timers/promises');

/** Longer waits are limits that nobody is meant to reach: they are left to the clock. */
const LONGEST_MS = 1000;
/** Turns of the event loop in which nothing is begun, until everybody is taken to be waiting. */
const QUIET_TURNS = 4;

interface Wait {
  readonly until: number;
  readonly end: () => void;
}

/**
 * Time that stands still while anything is done, and leaps to the next moment that somebody waits for once nobody does
 * anything else. What was to happen in an order by the clock happens in that order, however slow the machine is.
 */
export class LeapingTime {
  readonly #clock = { now: Date.now, wait: timers.setTimeout };
  #now = Date.now();
  #begun = 0;
  #underWay = 0;
  #waits: readonly Wait[] = [];
  #isLooking = false;

  /** From now on, for all of this process. */
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

  /** Does something with another process, for which time stands still. */
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

  /** To the moment at which the first of all waits ends, and with it all that end then. */
  #leap(): void {
    this.#now = Math.max(this.#now, Math.min(...this.#waits.map(({ until }) => until)));
    const over = this.#waits.filter(({ until }) => until <= this.#now);
    this.#waits = this.#waits.filter(({ until }) => until > this.#now);
    for (const { end } of over) end();
  }
}
