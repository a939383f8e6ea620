import type { Database } from './database.ts';

/**
 * Read units, and write units, that a call spends on what has no bound by itself. The rest of the ceiling is for its
 * check and for what begins the work; what is left to do is the sweep's, which may spend what it takes.
 */
const UNITS_PER_CALL = 380;

/** How far a piece of work goes before the rest is left to the next one. */
export interface Bounds {
  readonly isTimeUp: () => boolean;
  /** Absent: as many units as it takes. */
  readonly allowance?: Allowance;
}

/** What a piece of work may still take of the store. */
export class Allowance {
  readonly #usage: Database['request']['usage'];
  readonly #most: number;
  /** What had been used before. */
  readonly #before: Database['request']['usage'];

  constructor({ request: { usage } }: Database, most = Number.POSITIVE_INFINITY) {
    this.#usage = usage;
    this.#most = most;
    this.#before = { ...usage };
  }

  static ofCall(db: Database): Allowance {
    return new Allowance(db, UNITS_PER_CALL);
  }

  get readUnits(): number {
    return this.#most - (this.#usage.readUnits - this.#before.readUnits);
  }

  get writeUnits(): number {
    return this.#most - (this.#usage.writeUnits - this.#before.writeUnits);
  }
}

/** Those of the list, from its beginning on, that together cost no more than so many units. */
export function takeFitting<T>(list: readonly T[], units: number, costOf: (one: T) => number): readonly T[] {
  let left = units;
  const first = list.findIndex((one) => {
    left -= costOf(one);
    return left < 0;
  });
  return first < 0 ? list : list.slice(0, first);
}
