import { PLATFORM } from '../../lib/domain/unit.ts';
import type { Database } from '../../lib/table/database.ts';
import { put, type Step } from '../../lib/table/steps.ts';
import { tableVersionKey, unitKey } from '../../tables/keys.ts';
import { Problem } from '../start/problem.ts';

/** The form in which this release keeps data. */
const TABLE_VERSION = 3;

/** Marks a new table with the form of its data. It belongs to the transaction that creates the platform. */
export const markTable: Step = put({ ...tableVersionKey, version: TABLE_VERSION });

/**
 * Demands that the table is empty or has the form of this release.
 * @throws Problem
 */
export async function demandTableVersion(db: Database): Promise<void> {
  const [mark, platform] = await Promise.all([db.get(tableVersionKey), db.get(unitKey(PLATFORM))]);
  if (mark ? mark['version'] === TABLE_VERSION : !platform) return;
  throw new Problem(
    'The table was begun by another release, whose data this one cannot read. Begin anew: ' +
      'npm start -- --fresh empties the local table',
  );
}
