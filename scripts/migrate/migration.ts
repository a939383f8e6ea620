import type { Database } from '../../lib/table/database.ts';
import type { Text } from '../command/language.ts';
import type { Counted } from './words.ts';
import type { WriteRate } from './write-rate.ts';

/** Counts of things by their English names. */
export type Counts = Readonly<Partial<Record<Counted, number>>>;

/** The step from one version of the table to the next. */
export interface Migration {
  /** The version that the table has after it. */
  readonly version: number;
  readonly name: Text;
  /** What it does, for people to read. */
  readonly purpose: Text;
  /** About how many items are written for each counted thing, to estimate the time. */
  readonly writesEach: number;
  /** Counts what there is to do; nothing is written. */
  readonly plan: (db: Database) => Promise<Counts>;
  /**
   * Does it and counts what was done, while the table is in use. Each write demands that nothing has changed that it
   * depends on. Repeating it finishes what was cut short.
   */
  readonly apply: (db: Database, rate: WriteRate) => Promise<Counts>;
}
