import type { StoreSettings } from '../../../lib/table/client.ts';
import { type Head, readHead } from '../../../lib/table/collection/collection.ts';
import type { Database } from '../../../lib/table/database.ts';
import { headKey, prefix, weekPartition } from '../../../tables/keys.ts';
import { loadItems } from './bulk.ts';

/** The blocks of a head as if they had been changed a minute earlier. */
export function rested(blocks: Head['blocks']): Head['blocks'] {
  const entries = Object.entries(blocks).map(
    ([block, [count, version, changed]]): [string, [number, number, number]] => [block, [count, version, changed - 60]],
  );
  return Object.fromEntries(entries);
}

/** Lets the last changes of a collection be a minute old, so that functions may keep what they read of it. */
export async function letRest(db: Database, place: StoreSettings, partition: string): Promise<void> {
  const head = await readHead(db, partition);
  await loadItems(place, [{ ...headKey(partition), ...head, blocks: rested(head.blocks) }]);
}

/** Lets the last changes of what a week knows of its units be a minute old. */
export async function letWeekRest(db: Database, place: StoreSettings, monday: string): Promise<void> {
  const heads = await db.query(weekPartition(monday), { prefix: prefix.weekHead });
  await loadItems(
    place,
    heads.map((head) => ({ ...head, changed: Number(head['changed']) - 60 })),
  );
}
