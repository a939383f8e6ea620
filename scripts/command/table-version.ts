import { isTableCurrentOrEmpty } from '../../lib/store/table-version.ts';
import type { Database } from '../../lib/table/database.ts';
import { CommandProblem } from '../start/problem.ts';

/** @throws CommandProblem where the table has data in the form of another release. */
export async function requireTableVersion(db: Database, name = 'The table'): Promise<void> {
  if (await isTableCurrentOrEmpty(db)) return;
  throw new CommandProblem(
    `${name} was begun by another release, whose data this one cannot read. Begin anew: ` +
      'npm start -- --fresh empties the local table',
  );
}
