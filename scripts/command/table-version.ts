import { isCurrentOrEmpty } from '../../lib/store/table-version.ts';
import type { Database } from '../../lib/table/database.ts';
import { Problem } from '../start/problem.ts';

/**
 * Requires that the table is empty or has the form of this release.
 * @throws Problem
 */
export async function requireTableVersion(db: Database, name = 'The table'): Promise<void> {
  if (await isCurrentOrEmpty(db)) return;
  throw new Problem(
    `${name} was begun by another release, whose data this one cannot read. Begin anew: ` +
      'npm start -- --fresh empties the local table',
  );
}
