import { tableVersionKey, unitKey } from '../../tables/keys.ts';
import { PLATFORM } from '../domain/unit.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { put, type Step } from '../table/steps.ts';

/** The version of the form in which this release keeps data. */
export const TABLE_VERSION = 3;

/** Marks a new table with the form of its data. It belongs to the transaction that creates the platform. */
export const markTable: Step = put({ ...tableVersionKey, version: TABLE_VERSION });

/** How long an instance believes what it has read of the mark. */
const BELIEVED_MS = 60_000;

/** When the mark of a table was read, in milliseconds since the epoch, and whether it was right. */
const readOf = new WeakMap<Database, { readonly at: number; readonly isRight: boolean }>();

/** Whether the table has the form of this release, or is still empty. */
export async function hasOwnVersion(db: Database): Promise<boolean> {
  const [mark, platform] = await db.getMany([tableVersionKey, unitKey(PLATFORM)]);
  return mark ? mark['version'] === TABLE_VERSION : !platform;
}

/**
 * Demands that the table has the form of this release, or is still empty. The table is asked once a minute at most.
 * @throws AppError `wrong_table`.
 */
export async function demandOwnVersion(db: Database, now: number): Promise<void> {
  let read = readOf.get(db.root);
  if (!read || now - read.at >= BELIEVED_MS) {
    read = { at: now, isRight: await hasOwnVersion(db) };
    readOf.set(db.root, read);
  }
  if (!read.isRight) throw new AppError('wrong_table');
}
