import { createRequire, syncBuiltinESMExports } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { Connection } from '../../../lib/table/connection.ts';

const require = createRequire(import.meta.url);
/** The module from which waiting code imports `setTimeout`. */
const timers: typeof import('node:timers/promises') = require('node:timers/promises');
/** The module from which hashing code imports `argon2`. */
const crypto: typeof import('node:crypto') = require('node:crypto');

/** Longer waits are limits that should never be reached: they stay on the real clock. */
const LONGEST_MS = 1000;
/** After so many turns of the event loop without new work, everybody is considered to be waiting. */
const QUIET_TURNS = 4;

interface Wait {
  readonly until: number;
  readonly end: () => void;
}

/** Lets time leap during all tests of this file. A hashing takes so many milliseconds of it. */
export function letTimeLeap(hashingMs = 0): void {
  beforeAll(() => new LeapingTime(hashingMs).begin());
}

/**
 * Time that stands still while anything works, and leaps to the next awaited moment when nothing works any more. What
 * happens in an order by the clock happens in that order, however slow the machine is. Calls to tables and hashings
 * work, too, though they do so elsewhere.
 */
export class LeapingTime {
  readonly #hashingMs: number;
  #now = Date.now();
  #begun = 0;
  #underWay = 0;
  #waits: readonly Wait[] = [];
  #isLooking = false;

  constructor(hashingMs = 0) {
    this.#hashingMs = hashingMs;
  }

  /** Begins, for this whole process. Returns the function that ends it. */
  begin(): () => void {
    const { now } = Date;
    const { setTimeout: wait } = timers;
    const { post } = Connection.prototype;
    const { argon2 } = crypto;
    const beginWork = this.#beginWork;
    // Whole milliseconds, as the real clock tells them.
    Date.now = () => Math.floor(this.#now);
    const leap = (ms = 1, value?: unknown, options?: object) =>
      ms > LONGEST_MS ? wait(ms, value, options) : this.#wait(ms, value);
    Object.assign(timers, { setTimeout: leap });
    Connection.prototype.post = async function (call) {
      const end = beginWork();
      return post.call(this, call).finally(end);
    };
    crypto.argon2 = (algorithm, parameters, done) => {
      const end = beginWork();
      argon2(algorithm, parameters, (...result) => {
        void this.#wait(this.#hashingMs, undefined).then(() => done(...result));
        end();
      });
    };
    syncBuiltinESMExports();
    return () => {
      Date.now = now;
      Object.assign(timers, { setTimeout: wait });
      Connection.prototype.post = post;
      crypto.argon2 = argon2;
      syncBuiltinESMExports();
    };
  }

  /** Time stands still until the work is ended by what this returns. */
  readonly #beginWork = (): (() => void) => {
    this.#begun += 1;
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
      void this.#look();
    };
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
