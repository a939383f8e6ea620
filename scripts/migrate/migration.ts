import type { Database } from '../../lib/table/database.ts';
import type { Text } from '../command/language.ts';
import type { Counted } from './words.ts';
import type { WriteRate } from './write-rate.ts';

/** How many of what, by what they are called in English. */
export type Counts = Readonly<Partial<Record<Counted, number>>>;

/** One step from a version of the table to the next. */
export interface Migration {
  /** The version that the table has after it. */
  readonly version: number;
  readonly name: Text;
  /** What it does, for people to read. */
  readonly purpose: Text;
  /** About how many items are written for each thing that is counted, for who waits. */
  readonly writesEach: number;
  /** Counts what there is to do; nothing is written. */
  readonly plan: (db: Database) => Promise<Counts>;
  /**
   * Does it and counts what was done, while the table is in use: each write depends on what it was concluded from. Cut
   * short anywhere, it is finished by doing it again.
   */
  readonly apply: (db: Database, rate: WriteRate) => Promise<Counts>;
}
