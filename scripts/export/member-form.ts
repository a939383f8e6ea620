import type { Head } from '../../lib/table/collection/collection.ts';
import type { Database } from '../../lib/table/database.ts';
import type { Text } from '../command/language.ts';
import type { Line, LineOf } from './record.ts';

/** How members of a unit's collection stand in its file, each a line, and come back from there. */
export interface MemberForm<Type extends Line['type']> {
  /** What several of them are called. */
  readonly many: Text;
  /** All members in the order of their numbers, as of the head. */
  read(db: Database, unit: number, head: Head): AsyncGenerator<LineOf<Type>>;
  /** Most lines that are restored together. */
  readonly restoredAtOnce: number;
  /** Gives a unit these members under their numbers; those that it has already had are left alone. */
  restore(db: Database, unit: number, lines: readonly LineOf<Type>[]): Promise<void>;
}
