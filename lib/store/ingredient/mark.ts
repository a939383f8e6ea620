import { markBucketKey, markCountKey, prefix } from '../../../tables/keys.ts';
import { Mark, type Marks, MOST_MARK_BYTES } from '../../domain/ingredient/mark.ts';
import type { CodeOutcome } from '../../domain/ingredient/named-code.ts';
import type { Database } from '../../table/database.ts';
import {
  type CodeBook,
  type CodeChanges,
  CodeCount,
  type CodeReading,
  changeCodeBook,
  moveEarlierBuckets,
  readCodeBook,
} from './code-book.ts';

const book: CodeBook<Mark> = {
  Value: Mark,
  bucketKey: markBucketKey,
  countKey: markCountKey,
  // The prefix is the same in every version of the table.
  prefix: 'MARK',
  countKind: 'mark count',
  earlier: { prefix: prefix.earlierMarks, kind: 'earlier marks' },
  quota: 'marks',
  mostBytes: MOST_MARK_BYTES,
  tooMany: 'too_many_marks',
};

/** All marks of a unit by ingredient code, ordered by code. */
export async function listMarksByUnit(db: Database, unit: number): Promise<Marks> {
  return readCodeBook(book, db, unit);
}

/** How many marks a unit has. */
export async function countMarks(db: Database, unit: number): Promise<number> {
  const item = await db.get(markCountKey(unit));
  return item ? CodeCount.parse(item).count : 0;
}

/**
 * Sets and removes marks of a unit, all or none: see `changeCodeBook`.
 * @throws AppError `quota_reached`, `too_many_marks`, `unit_not_found`, and what `reading` refuses.
 */
export async function changeMarks(
  db: Database,
  unit: number,
  changes: CodeChanges<Mark>,
  reading?: CodeReading,
): Promise<CodeOutcome> {
  return changeCodeBook(book, db, unit, changes, reading);
}

/** Moves a unit's marks out of the buckets of a table before version 2; false where there are none. */
export async function moveMarks(db: Database, unit: number): Promise<boolean> {
  return moveEarlierBuckets(book, db, unit);
}
