import type { Database } from './database.ts';

/**
 * Read units, and write units, that a call may spend on work without a bound of its own. The rest of the ceiling is for
 * the caller's check and for beginning the work. What is left is done by the sweep, which has no such limit.
 */
const CAPACITY_PER_CALL = 380;

/** How far a piece of work goes before the rest is left to the next call. */
export interface Bounds {
  readonly isTimeUp: () => boolean;
  /** Absent: no limit. */
  readonly allowance?: Allowance;
}

/** What a piece of work may still spend. */
export class Allowance {
  readonly #usage: Database['request']['usage'];
  readonly #most: number;
  /** The usage before the work began. */
  readonly #before: Database['request']['usage'];

  constructor({ request: { usage } }: Database, most = Number.POSITIVE_INFINITY) {
    this.#usage = usage;
    this.#most = most;
    this.#before = { ...usage };
  }

  static ofCall(db: Database): Allowance {
    return new Allowance(db, CAPACITY_PER_CALL);
  }

  get readUnits(): number {
    return this.#most - (this.#usage.readUnits - this.#before.readUnits);
  }

  get writeUnits(): number {
    return this.#most - (this.#usage.writeUnits - this.#before.writeUnits);
  }
}

/** The members from the beginning of the list that together cost at most this many read or write units. */
export function takeFitting<T>(list: readonly T[], units: number, costOf: (one: T) => number): readonly T[] {
  let left = units;
  const first = list.findIndex((one) => {
    left -= costOf(one);
    return left < 0;
  });
  return first < 0 ? list : list.slice(0, first);
}
