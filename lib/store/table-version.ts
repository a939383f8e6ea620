import { tableVersionKey, unitKey } from '../../tables/keys.ts';
import { PLATFORM } from '../domain/unit.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { put, type Step } from '../table/steps.ts';

/** The version of the stored data of this release. */
export const TABLE_VERSION = 3;

/** The step that marks a new table with its version. The transaction that creates the platform contains it. */
export const tableVersionStep: Step = put({ ...tableVersionKey, version: TABLE_VERSION });

/** How long an instance caches the mark of a table. */
const CACHED_MS = 60_000;

/** The cached mark of each table: when it was read, in milliseconds since the epoch, and whether it is of this release. */
const marks = new WeakMap<Database, { readonly readAt: number; readonly isCurrent: boolean }>();

/** Whether the table has the version of this release, or is still empty. */
export async function hasCurrentVersion(db: Database): Promise<boolean> {
  const [mark, platform] = await db.getMany([tableVersionKey, unitKey(PLATFORM)]);
  return mark ? mark['version'] === TABLE_VERSION : !platform;
}

/**
 * Requires that the table has the version of this release, or is still empty. The mark is read at most once a minute.
 * @throws AppError `wrong_table`.
 */
export async function requireCurrentVersion(db: Database, now: number): Promise<void> {
  let mark = marks.get(db.root);
  if (!mark || now - mark.readAt >= CACHED_MS) {
    mark = { readAt: now, isCurrent: await hasCurrentVersion(db) };
    marks.set(db.root, mark);
  }
  if (!mark.isCurrent) throw new AppError('wrong_table');
}
