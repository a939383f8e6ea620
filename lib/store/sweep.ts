import type { Database } from './database.ts';
import { finishRemoval } from './dish-change.ts';
import { finishPlacement } from './dish-placement.ts';
import { listUndertakings } from './undertaking.ts';
import { finishDeletions } from './unit-deletion.ts';

/** Goes on with everything that was cut short, until all is done or time is up. */
export async function finishAll(db: Database, isTimeUp: () => boolean): Promise<void> {
  await finishDeletions(db, isTimeUp);
  for (const { kind, id } of await listUndertakings(db)) {
    if (isTimeUp()) return;
    await (kind === 'place-dishes' ? finishPlacement(db, id, isTimeUp) : finishRemoval(db, id, isTimeUp));
  }
}
