import { tableVersionKey, unitKey } from '../../tables/keys.ts';
import { PLATFORM } from '../domain/unit.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../table/database.ts';
import { putStep, type Step } from '../table/steps.ts';

/** The version of the stored data of this release. */
export const TABLE_VERSION = 3;

/** The step that writes the version of a new table. The transaction that creates the platform contains it. */
export const tableVersionStep: Step = putStep({ ...tableVersionKey, version: TABLE_VERSION });

/** How long an instance caches the check of a table's version. */
const CHECK_LIFE_MS = 60_000;

/** The cached checks by root database. `readAt` is in milliseconds since the epoch. */
const checkByRoot = new WeakMap<Database, { readonly readAt: number; readonly isCurrentOrEmpty: boolean }>();

/** Whether the table has the version of this release, or is still empty. */
export async function isTableCurrentOrEmpty(db: Database): Promise<boolean> {
  const [versionItem, platform] = await db.getMany([tableVersionKey, unitKey(PLATFORM)]);
  return versionItem ? versionItem['version'] === TABLE_VERSION : !platform;
}

/** Throws `wrong_table` unless the table is empty or has this release's version, which is read at most once a minute. */
export async function requireCurrentVersion(db: Database, now: number): Promise<void> {
  let check = checkByRoot.get(db.root);
  if (!check || now - check.readAt >= CHECK_LIFE_MS) {
    check = { readAt: now, isCurrentOrEmpty: await isTableCurrentOrEmpty(db) };
    checkByRoot.set(db.root, check);
  }
  if (!check.isCurrentOrEmpty) throw new AppError('wrong_table');
}
