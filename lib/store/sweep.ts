import { deletionsPartition, undertakingsPartition } from '../../tables/keys.ts';
import type { Database } from './database.ts';
import { finishRemoval } from './dish-change.ts';
import { finishPlacement } from './dish-placement.ts';
import { listUndertakings } from './undertaking.ts';
import { finishDeletions } from './unit-deletion.ts';

/** Goes on with everything that was cut short, until all is done or time is up, and tells how many are left then. */
export async function finishAll(db: Database, isTimeUp: () => boolean): Promise<number> {
  await finishDeletions(db, isTimeUp);
  for (const { kind, id } of await listUndertakings(db)) {
    if (isTimeUp()) break;
    await (kind === 'place-dishes' ? finishPlacement(db, id, isTimeUp) : finishRemoval(db, id, isTimeUp));
  }
  return isTimeUp() ? countLeft(db) : 0;
}

async function countLeft(db: Database): Promise<number> {
  const [deletions, undertakings] = await Promise.all([db.query(deletionsPartition), db.query(undertakingsPartition)]);
  return deletions.length + undertakings.length;
}
