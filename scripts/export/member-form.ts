import type { Head } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import type { Text } from '../command/language.ts';
import type { Line, LineOf } from './line.ts';

/** How members of a unit's collection are written into its file, one line each, and read back. */
export interface MemberForm<Type extends Line['type']> {
  /** The name of several of them. */
  readonly many: Text;
  /** All members in the order of their numbers, as of the head. */
  read(db: Database, unit: number, head: Head): AsyncGenerator<LineOf<Type>>;
  /** The most lines that are restored together. */
  readonly restoredAtOnce: number;
  /** Gives a unit these members with their numbers. Members whose numbers the unit has used already are left out. */
  restore(db: Database, unit: number, lines: readonly LineOf<Type>[]): Promise<void>;
}
